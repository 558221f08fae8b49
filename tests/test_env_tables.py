"""The tables of what environments return: in the docstrings, in the README, and kept by version."""

import hashlib
import json
from pathlib import Path

import gabata
import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gabata.envs
from gabata.envs.tables import VERSIONS

README = Path(__file__).parents[1] / "README.md"
PINNED = Path(__file__).parent / "golden" / "environments.json"


def test_the_readme_has_the_table_of_all_games() -> None:
    assert gabata.envs.overview() in README.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", gabata.games())
def test_the_table_of_a_game_stands_in_the_docstrings(game: str) -> None:
    zoo = pytest.importorskip("gabata.envs.pettingzoo")
    assert gabata.envs.table(game) in (gabata.envs.__doc__ or "")
    assert gabata.envs.table(game) in getattr(zoo, f"{game.replace('-', '_')}_v0").__doc__


def test_a_table_follows_the_options() -> None:
    table = gabata.envs.table("andada", holes=15, singles="latched")
    assert "`Discrete(17)`" in table
    assert "`uint8` (33,): `counters` (0-29), `my_turn` (30), `phase` (31), `latched` (32)" in table
    assert "After 3 rounds who holds more has won" in gabata.envs.table("abalalae", max_rounds=3)


def digest(game: str) -> str:
    """What 16 environments of a game return in 200 steps, in one number."""
    env = gabata.VectorEnv(game, 16, opponent="random")
    obs, info = env.reset(seed=1)
    told = hashlib.sha256(json.dumps(env.game.observation_labels).encode())
    for _ in range(200):
        rank = (info["action_mask"].sum(axis=1, keepdims=True) + 1) // 2
        moves = (info["action_mask"].cumsum(axis=1) == rank).argmax(axis=1)
        obs, reward, terminated, truncated, info = env.step(moves)
        for array in (obs, reward, terminated, truncated, info["action_mask"], info["to_play"]):
            told.update(np.ascontiguousarray(array).tobytes())
    return told.hexdigest()


@pytest.mark.parametrize("game", gabata.games())
def test_what_environments_return_is_that_of_their_version(game: str) -> None:
    """What changes here is a new version: one more in `gabata.envs.tables.VERSIONS`, in the names, and in the file."""
    version = VERSIONS[-1].partition(":")[0]
    assert json.loads(PINNED.read_text(encoding="utf-8"))[version][game] == digest(game)
