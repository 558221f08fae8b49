"""Environments and studies name the argument that is wrong, and copy and refuse as they say."""

import copy
from typing import Any

import gabata
import numpy as np
import pytest

pytest.importorskip("gymnasium")
zoo = pytest.importorskip("gabata.envs.pettingzoo")

from gabata.envs.single import GabataEnv  # noqa: E402 (after the skip)


@pytest.mark.parametrize("action", [1.9, True, "1"])
def test_actions_are_whole_numbers(action: Any) -> None:
    agents = zoo.kalah_v0.raw_env()
    agents.reset(seed=1)
    single = GabataEnv("kalah")
    single.reset(seed=1)
    for env in (agents, single):
        with pytest.raises(TypeError, match="action is"):
            env.step(action)


def test_constructors_check() -> None:
    for arguments in ({"illegal": "zzz"}, {"max_turns": 0}, {"max_turns": -3}, {"render_mode": "x"}):
        (name,) = arguments
        for make in (
            zoo.kalah_v0.raw_env,
            lambda **a: GabataEnv("kalah", **a),
            lambda **a: gabata.VectorEnv("kalah", **a),
        ):
            with pytest.raises(ValueError, match=name):
                make(**arguments)
    for wrong in ({"obs": 3}, {"illegal": 3}, {"copy": 1}, {"buf": []}, {"game": None}, {"max_turns": "x"}):
        (name,) = wrong
        with pytest.raises(TypeError, match=f"{name} is"):
            gabata.VectorEnv(**wrong)  # type: ignore[arg-type]


def test_buffers_and_large_actions() -> None:
    for array, words in (
        (np.zeros(2, np.float64), "dtype float64"),
        (np.zeros(4, np.float32)[::2], "not C-contiguous"),
        (np.frombuffer(bytes(8), np.float32), "not writable"),
    ):
        with pytest.raises(ValueError, match=words):
            gabata.VectorEnv("kalah", 2, buf={"rewards": array})
    env = gabata.VectorEnv("kalah", 1, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(gabata.IllegalMoveError):
        env.step(np.array([2**64 - 1], np.uint64))


def test_an_environment_is_not_its_own_opponent() -> None:
    def opponent(_seen: Any, mask: Any, _seats: Any) -> Any:
        env.step([0])
        return mask.argmax(axis=1)

    env = gabata.VectorEnv("kalah", 1, opponent=opponent, seat=1)
    with pytest.raises(RuntimeError, match="being stepped elsewhere"):
        env.reset(seed=1)


def test_a_copy_goes_on_as_the_original() -> None:
    env = GabataEnv("abalalae", opponent="random")
    with pytest.raises(ValueError, match="reset"):
        env.step(np.int64(0))
    _, info = env.reset(seed=3)
    other = copy.deepcopy(env)
    over = False
    while not over:
        action = info["action_mask"].argmax()
        seen, reward, terminated, truncated, info = env.step(action)
        same, also, *_ = other.step(action)
        np.testing.assert_array_equal(seen, same)
        assert reward == also
        over = terminated or truncated
    with pytest.raises(ValueError, match="reset"):
        env.step(np.int64(0))


def test_studies_check() -> None:
    for study, arguments, words in (
        (gabata.measure, {"game": 3}, "game is 3"),
        (gabata.measure, {"game": "kalah", "n": "3"}, "n is '3'"),
        (gabata.measure, {"game": "kalah", "seed": None}, "seed is None"),
        (gabata.measure, {"game": "kalah", "rounds": "x"}, "rounds is 'x'"),
    ):
        with pytest.raises(TypeError, match=words):
            study(**arguments)
    for study, arguments, words in (
        (gabata.measure, {"game": "kalah", "rounds": 0}, "rounds is 0"),
        (gabata.measure, {"game": "kalah", "level": 0.9999999999999999}, "level is"),
        (gabata.study_openings, {"game": "kalah", "n": 10**19}, "n is"),
        (gabata.race_outcomes, {"seed": -1}, "seed is -1"),
        (gabata.race_outcomes, {"seed": 2**64}, "seed is"),
    ):
        with pytest.raises(ValueError, match=words):
            study(**arguments)
    found = gabata.first_difference("andada", gabata.Game("andada", singles="never"), 10)
    for match in (-1, 10**6):
        with pytest.raises(ValueError, match=f"match is {match}"):
            found.example(match)
