"""The PettingZoo environments under PettingZoo's own tests, for every game."""

import pickle
import re
import warnings
from typing import Any

import gabata
import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo", minversion="1.27")

import gabata.envs.pettingzoo as zoo  # noqa: E402
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test  # noqa: E402

MODULES = [f"{game.replace('-', '_')}_v0" for game in gabata.games()]


def test_the_names_of_the_issue() -> None:
    assert {"andada_v0", "abalalae_v0", "gabata_adwa_v0", "kalah_v0", "oware_v0"} <= set(MODULES)
    from gabata.envs.pettingzoo.andada_v0 import env, raw_env  # type: ignore[import-not-found]

    assert isinstance(env(), raw_env)
    assert str(env()) == "andada_v0"
    assert pettingzoo.make("aec", "gabata/gabata_adwa_v0", starter="loser").game.options["starter"] == "loser"


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("name", ["env", "raw_env"])
def test_pettingzoos_own_tests(module: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    make = getattr(getattr(zoo, module), name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Said of every environment whose name is not in PettingZoo's own list and whose observation holds a mask.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(make(), num_cycles=200)
        seed_test(make, num_cycles=200)
        render_test(make)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.slow
def test_a_multiple_of_connect_fours_speed(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pygame")  # which connect_four imports
    connect_four = pytest.importorskip("pettingzoo.classic.connect_four.connect_four")
    turns = []
    for make in (connect_four.env, zoo.andada_v0.env):
        performance_benchmark(make())
        turns.append(float(re.search(r"(\S+) turns per second", capsys.readouterr().out)[1]))
    assert turns[1] > 4 * turns[0], turns


@pytest.mark.parametrize("module", MODULES)
def test_matches_are_those_of_positions(module: str) -> None:
    """Who is to move, masks, rewards: as the game says, the same agent again where it does."""
    env = getattr(zoo, module).env()
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    again = 0
    before = None
    for agent in env.agent_iter():
        obs, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            assert not obs["action_mask"].any()
            assert reward == env.position.returns[env.possible_agents.index(agent)]
            if before is not None:
                assert agent != before  # the step that ends a match selects the other agent
                before = None
            env.step(None)
            continue
        seat = env.possible_agents.index(agent)
        position = env.position
        assert position.to_move == seat
        assert np.array_equal(obs["observation"], position.observation(seat))
        assert np.array_equal(obs["action_mask"], position.legal_mask)
        other = env.observe(env.possible_agents[1 - seat])
        assert np.array_equal(other["observation"], position.observation(1 - seat))
        assert not other["action_mask"].any()
        again += agent == before
        before = agent
        env.step(rng.choice(position.legal_moves))
    assert env.agents == []
    if module == "kalah_v0":
        assert again > 0


def test_an_illegal_action_loses_or_raises() -> None:
    for action in (0, 99, -1, None):
        env = zoo.andada_v0.env()  # type: ignore[attr-defined]
        env.reset(seed=0)
        env.step(0)
        env.step(action)
        assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
        assert all(env.terminations.values())
        assert env.agent_selection == "player_0"
        raw = zoo.andada_v0.raw_env()  # type: ignore[attr-defined]
        raw.reset(seed=0)
        raw.step(0)
        with pytest.raises(gabata.IllegalMoveError):
            raw.step(action)
    with pytest.raises(ValueError, match=r"reset\(\) begins a match"):
        zoo.andada_v0.env().step(0)  # type: ignore[attr-defined]


def test_truncation_and_pickles() -> None:
    env: Any = zoo.kalah_v0.env(max_turns=3, holes=4)  # type: ignore[attr-defined]
    for each in (env, pickle.loads(pickle.dumps(env))):
        each.reset(seed=0)
        for _ in range(3):
            each.step(each.position.legal_moves[0])
        assert each.truncations == {"player_0": True, "player_1": True}
        assert each.terminations == {"player_0": False, "player_1": False}
        assert each.game == gabata.Game("kalah", holes=4)
