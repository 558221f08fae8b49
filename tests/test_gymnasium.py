"""The Gymnasium environment under Gymnasium's own checker, for every game."""

import warnings
from typing import Any

import gabata
import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import gabata.envs  # noqa: E402 (registers)
from gabata.envs.names import camel_case  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402


def make(game: str, **arguments: Any) -> Any:
    return gymnasium.make(f"gabata.envs:gabata/{camel_case(game)}-v0", **arguments)


@pytest.mark.parametrize("arguments", [{}, {"opponent": "random"}, {"opponent": "greedy", "seat": "random"}], ids=str)
@pytest.mark.parametrize("game", gabata.games())
def test_check_env_has_nothing_to_say(game: str, arguments: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(game, **arguments).unwrapped)


def test_the_names_of_the_issue() -> None:
    names = {name for name in gymnasium.registry if name.startswith("gabata/")}
    assert names >= {
        "gabata/Andada-v0",
        "gabata/Abalalae-v0",
        "gabata/GabataAdwa-v0",
        "gabata/Kalah-v0",
        "gabata/Oware-v0",
    }
    assert len(names) == len(gabata.games())


def test_games_with_rounds_have_one_unless_told_otherwise() -> None:
    assert make("abalalae").unwrapped.game == gabata.Game("abalalae", max_rounds=1)
    assert make("abalalae", max_rounds=None).unwrapped.game == gabata.Game("abalalae")
    assert make("gabata-adwa", max_rounds=4).unwrapped.game == gabata.Game("gabata-adwa", max_rounds=4)


@pytest.mark.parametrize("game", gabata.games())
def test_an_episode_is_the_first_row_of_a_vector_env(game: str) -> None:
    arguments: dict[str, Any] = {"opponent": "random", "seat": "random"}
    env = make(game, **arguments)
    rows = gymnasium.make_vec(f"gabata/{camel_case(game)}-v0", num_envs=3, **arguments)
    obs, info = env.reset(seed=6)
    all_obs, all_info = rows.reset(seed=6)
    terminated = False
    while not terminated:
        assert np.array_equal(obs, all_obs[0])
        assert np.array_equal(info["action_mask"], all_info["action_mask"][0])
        assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"])
        assert info["to_play"] == all_info["to_play"][0]
        assert env.unwrapped.state.to_move == info["to_play"]
        actions = all_info["action_mask"].argmax(axis=1)
        obs, reward, terminated, truncated, info = env.step(actions[0])
        all_obs, all_reward, all_terminated, _, all_info = rows.step(actions)
        assert reward == all_reward[0]
        assert terminated == all_terminated[0]
        assert not truncated
    assert np.array_equal(obs, all_info["final_obs"][0])
    assert not env.unwrapped.action_masks().any()


def test_pictures() -> None:
    env = make("gabata-adwa", render_mode="rgb_array")
    env.reset(seed=0)
    before = env.render()
    env.step(0)
    assert before.dtype == np.uint8
    assert before.shape == (192, 288, 3)
    assert (before != env.render()).any()
    text = make("gabata-adwa", render_mode="ansi")
    text.reset(seed=0)
    assert text.render() == str(text.unwrapped.state)
