"""`gabata.VectorEnv` against `gabata.Position`, for every game, option and way of resetting."""

import copy
import os
import pickle
import threading
from pathlib import Path
from typing import Any

import gabata
import numpy as np
import numpy.typing as npt
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gabata.envs.vector import VectorEnv  # noqa: E402 (after the skip)
from gymnasium.vector import AutoresetMode  # noqa: E402
from variants import every_variant  # noqa: E402


def without_draws() -> list[gabata.Game]:
    """One of each game in which nothing is left to chance."""
    return [
        gabata.Game("andada"),
        gabata.Game("kalah"),
        gabata.Game("oware"),
        gabata.Game("gabata-adwa", max_rounds=2),
        gabata.Game("abalalae", max_rounds=2, race_odds=1.0),
    ]


def random_actions(rng: np.random.Generator, mask: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """A legal action a row; 0 where there is none."""
    return (rng.random(mask.shape) * mask).argmax(axis=1)


def lowest(obs: npt.NDArray[np.uint8], mask: npt.NDArray[np.int8], to_play: npt.NDArray[np.int8]) -> Any:
    """The player who takes the lowest legal move."""
    assert obs.dtype == np.uint8
    assert mask.dtype == to_play.dtype == np.int8
    assert len(obs) == len(mask) == len(to_play)
    return mask.argmax(axis=1)


def ended_mask(terminated: npt.NDArray[np.bool_], truncated: npt.NDArray[np.bool_]) -> dict[str, Any]:
    return {"reset_mask": terminated | truncated}


@pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("game", every_variant(), ids=repr)
def test_rows_are_their_positions_at_every_step(game: gabata.Game, mode: AutoresetMode) -> None:
    """Mask, observation, seat and counts of every row are those of its position: also after an autoreset."""
    rng = np.random.default_rng(1)
    for opponent, view in ((None, "relative"), ("random", "absolute"), (lowest, "relative")):
        env = VectorEnv(game, 4, opponent=opponent, obs=view, autoreset_mode=mode, max_turns=40)
        obs, info = env.reset(seed=5)
        ends = 0
        ended = np.zeros(4, bool)
        for _ in range(120):
            for row, state in enumerate(env.states):
                seat = info["to_play"][row]
                assert np.array_equal(obs[row], state.observation(0 if view == "absolute" else seat))
                if ended[row]:
                    assert not info["action_mask"][row].any()
                    assert mode is not AutoresetMode.SAME_STEP
                else:
                    assert np.array_equal(info["action_mask"][row], state.legal_mask)
                    assert state.to_move == seat
                assert np.array_equal(info["held"][row], state.held)
                assert info["turns"][row] == state.turns
            if mode is AutoresetMode.DISABLED and ended.any():
                obs, info = env.reset(options={"reset_mask": ended})
                ended = np.zeros(4, bool)
                continue
            was_ended = ended
            obs, reward, terminated, truncated, info = env.step(random_actions(rng, info["action_mask"]))
            over = terminated | truncated
            ends += over.sum()
            assert not (terminated & truncated).any()
            assert not over[was_ended].any()
            assert np.array_equal(info["_final_obs"], over)
            assert not info["final_obs"][~over].any()
            assert np.array_equal(info["rewards"].sum(axis=1), np.zeros(4))
            assert np.array_equal(info["episode"]["r"], info["rewards"])
            assert (np.abs(reward) <= terminated).all()
            ended = np.zeros(4, bool) if mode is AutoresetMode.SAME_STEP else over
        assert ends > 0


@pytest.mark.parametrize("game", without_draws(), ids=repr)
@pytest.mark.parametrize("opponent", [None, lowest], ids=["self-play", "lowest"])
def test_steps_equal_playing_positions(game: gabata.Game, opponent: Any) -> None:
    """Rows go where `Position.play` goes, and rewards are its returns."""
    rng = np.random.default_rng(2)
    env = VectorEnv(game, 3, opponent=opponent)
    obs, info = env.reset(seed=0)
    learners = [row % 2 for row in range(3)]  # episode 0 of each row
    positions = env.states
    lengths = [0] * 3
    ends = 0
    for _ in range(250):
        actions = random_actions(rng, info["action_mask"])
        obs, reward, terminated, _, info = env.step(actions)
        for row, (position, action) in enumerate(zip(positions, actions, strict=True)):
            actor = position.to_move
            position = position.play(action).settle(0)
            while opponent and not position.is_over and position.to_move != learners[row]:
                position = position.play(position.legal_moves[0]).settle(0)
            lengths[row] += 1
            assert terminated[row] == position.is_over
            if position.is_over:
                ends += 1
                seat = info["final_to_play"][row]
                assert np.array_equal(info["final_obs"][row], position.observation(seat))
                assert tuple(info["rewards"][row]) == position.returns
                assert reward[row] == position.returns[learners[row] if opponent else actor]
                assert info["episode"]["l"][row] == lengths[row]
                learners[row], lengths[row] = 1 - learners[row], 0
                position = game.start().settle(0)
                while opponent and position.to_move != learners[row]:
                    position = position.play(position.legal_moves[0]).settle(0)
            assert np.array_equal(obs[row], position.observation(info["to_play"][row]))
            positions[row] = position
    assert ends > 3


def trajectory(env: VectorEnv, seed: Any, steps: int, rows: slice = slice(None)) -> list[npt.NDArray[Any]]:
    """Observations, rewards and masks of some rows, playing the legal move in the middle."""
    obs, info = env.reset(seed=seed)
    seen = [obs[rows], info["action_mask"][rows]]
    for _ in range(steps):
        mask = info["action_mask"]
        rank = (mask.sum(axis=1, keepdims=True) + 1) // 2
        actions = (mask.cumsum(axis=1) == rank).argmax(axis=1)
        obs, reward, terminated, truncated, info = env.step(actions)
        seen += [
            obs[rows],
            reward[rows],
            terminated[rows],
            truncated[rows],
            info["action_mask"][rows],
            info["held"][rows],
        ]
    return seen


def same(one: list[npt.NDArray[Any]], other: list[npt.NDArray[Any]]) -> bool:
    return all(np.array_equal(left, right) for left, right in zip(one, other, strict=True))


@pytest.mark.parametrize("game", every_variant(), ids=repr)
def test_threads_and_neighbours_change_nothing(game: gabata.Game) -> None:
    arguments: dict[str, Any] = {"opponent": "random", "seat": "random", "illegal": "random", "max_turns": 30}
    seeds = [7 * row for row in range(1100)]
    one = trajectory(VectorEnv(game, 1100, **arguments), seeds, 25)
    for threads in (2, 3):
        assert same(one, trajectory(VectorEnv(game, 1100, num_threads=threads, **arguments), seeds, 25))
    for row in (0, 1, 63):
        alone = trajectory(VectorEnv(game, 1, **arguments), [seeds[row]], 25)
        assert same(alone, trajectory(VectorEnv(game, 64, **arguments), seeds[:64], 25, slice(row, row + 1)))
    assert same(
        trajectory(VectorEnv(game, 1, **arguments), 9, 25),
        trajectory(VectorEnv(game, 64, **arguments), 9, 25, slice(0, 1)),
    )
    assert not same(one, trajectory(VectorEnv(game, 1100, **arguments), [seed + 1 for seed in seeds], 25))


@pytest.mark.parametrize("game", every_variant(), ids=repr)
def test_an_autoreset_begins_the_very_episode_that_a_reset_begins(game: gabata.Game) -> None:
    env = VectorEnv(game, 8, opponent="random", seat="random")
    _, info = env.reset(seed=3)
    rng = np.random.default_rng(0)
    waiting = set(range(8))
    fresh = VectorEnv(game, 8, opponent="random", seat="random")
    fresh.reset(seed=3)
    second, second_info = fresh.reset()
    while waiting:
        obs, _, terminated, _, info = env.step(random_actions(rng, info["action_mask"]))
        for row in set(np.flatnonzero(terminated)) & waiting:
            waiting.remove(row)
            assert np.array_equal(obs[row], second[row])
            assert np.array_equal(info["action_mask"][row], second_info["action_mask"][row])


def test_next_step_looks_at_no_action_when_it_begins_an_episode() -> None:
    env = VectorEnv("kalah", 1, autoreset_mode="NextStep", illegal="raise", holes=2, counters=1)
    obs, info = env.reset(seed=0)
    terminated = np.zeros(1, bool)
    while not terminated[0]:
        obs, _, terminated, _, info = env.step(info["action_mask"].argmax(axis=1))
    assert not info["action_mask"].any()
    obs, reward, terminated, truncated, info = env.step([-5])
    assert (reward[0], terminated[0], truncated[0]) == (0.0, False, False)
    assert np.array_equal(obs[0], env.game.start().observation())


def test_disabled_autoreset_wants_a_reset() -> None:
    env = VectorEnv("kalah", 2, autoreset_mode=AutoresetMode.DISABLED, holes=2, counters=1)
    _, info = env.reset(seed=0)
    terminated = np.zeros(2, bool)
    while not terminated.any():
        _, _, terminated, _, info = env.step(info["action_mask"].argmax(axis=1))
    with pytest.raises(ValueError, match=r"environment 0 has ended.*reset_mask"):
        env.step([0, 0])
    for mask in (np.zeros(2, bool), np.ones(3, bool), [True, True]):
        with pytest.raises(ValueError, match=r"shape \(2,\)"):
            env.reset(options={"reset_mask": mask})


def test_illegal_actions() -> None:
    start = gabata.Game("andada").start()
    for action in (13, 14, -1, 31, 32, 2**40):
        lose = VectorEnv("andada", 2)
        lose.reset(seed=0)
        _, reward, terminated, _, info = lose.step([0, action])
        assert list(reward) == [0.0, -1.0]
        assert list(terminated) == [False, True]
        assert info["rewards"].tolist() == [[0.0, 0.0], [-1.0, 1.0]]

        careful = VectorEnv("andada", 2, illegal="raise")
        before, _ = careful.reset(seed=0)
        with pytest.raises(gabata.IllegalMoveError, match="environment 1"):
            careful.step([0, action])
        assert [state == start for state in careful.states] == [True, True]

        patient = VectorEnv("andada", 2, illegal="noop")
        before, _ = patient.reset(seed=0)
        obs, reward, terminated, _, info = patient.step([0, action])
        assert np.array_equal(obs[1], before[1])
        assert not reward.any()
        assert not terminated.any()

        helped = VectorEnv("andada", 2, illegal="random")
        helped.reset(seed=0)
        helped.step([0, action])
        assert helped.states[1] in start.children().values()


@pytest.mark.parametrize("game", every_variant(), ids=repr)
def test_illegal_actions_in_the_middle_of_every_game(game: gabata.Game) -> None:
    """Row 1 tries what is not legal, wherever the match stands; row 0 plays on as if nothing had happened."""
    for steps in (0, 1, 7, 20):
        env = VectorEnv(game, 2)
        _, info = env.reset(seed=steps)
        for _ in range(steps):
            _, _, _, _, info = env.step(random_actions(np.random.default_rng(steps), info["action_mask"]))
        mask, seat = info["action_mask"], info["to_play"]
        legal = mask.argmax(axis=1)
        alone, alone_reward, *_ = env.clone().step(legal)
        for action in (*np.flatnonzero(mask[1] == 0), game.num_moves, -1):
            before = env.states[1]
            for illegal in ("lose", "noop", "random", "raise"):
                tried = VectorEnv(game, 2, illegal=illegal)
                tried.reset(seed=steps)
                obs_before, _ = tried.set_states(env.states)
                if illegal == "raise":
                    with pytest.raises(gabata.IllegalMoveError, match="environment 1"):
                        tried.step([legal[0], action])
                    assert tried.states == env.states
                    continue
                obs, reward, terminated, _, told = tried.step([legal[0], action])
                if not game.has_chance:
                    assert np.array_equal(obs[0], alone[0])
                    assert reward[0] == alone_reward[0]
                if illegal == "lose":
                    assert (reward[1], terminated[1]) == (-1.0, True)
                    assert told["rewards"][1, seat[1]] == -1.0
                    assert told["rewards"][1, 1 - seat[1]] == 1.0
                elif illegal == "noop":
                    assert (reward[1], terminated[1]) == (0.0, False)
                    assert np.array_equal(obs[1], obs_before[1])
                    assert tried.states[1] == before
                elif not terminated[1] and not game.has_chance:
                    assert tried.states[1] in before.children().values()


def test_the_learner_loses_by_an_illegal_action_whatever_its_seat() -> None:
    env = VectorEnv("andada", 2, opponent="random", seat=1)
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step([20, 20])
    assert list(reward) == [-1.0, -1.0]
    assert terminated.all()
    assert info["rewards"].tolist() == [[1.0, -1.0]] * 2


def test_truncation_is_no_termination_and_has_no_reward() -> None:
    env = VectorEnv("andada", 3, max_turns=4)
    _, info = env.reset(seed=0)
    for _ in range(6):  # the opening, the choice and four turns
        _, reward, terminated, truncated, info = env.step(info["action_mask"].argmax(axis=1))
    assert truncated.all()
    assert not terminated.any()
    assert not reward.any()
    assert (info["episode"]["l"] == 6).all()
    assert (info["turns"] == 0).all()


def test_an_endless_relay_terminates_as_a_draw() -> None:
    game = gabata.Game("andada")
    board = [[5, 1, 2, 0, 1, 0, 1, 0, 1, 6, 1, 2], [0, 1, 2, 1, 4, 0, 2, 3, 0, 1, 2, 3]]
    held = [0, 48 - np.sum(board)]
    env = VectorEnv(game, 2)
    env.reset(seed=0)
    env.set_states([game.position(board=board, to_move=1, held=held)] * 2)
    _, reward, terminated, truncated, _ = env.step([11, 11])
    assert terminated.all()
    assert not truncated.any()
    assert not reward.any()


@pytest.mark.parametrize("game", every_variant(), ids=repr)
def test_arrays_of_a_step_stay_as_they_are(game: gabata.Game) -> None:
    for copying, kept in ((True, 60), (False, 1)):  # 60 steps: some matches end
        env = VectorEnv(game, 2, copy=copying)
        first, info = env.reset(seed=0)
        steps = [(first, info, copy.deepcopy((first, info)))]
        for _ in range(kept):
            first, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
            steps.append((first, info, copy.deepcopy((first, info))))
        for obs, info, (old_obs, old_info) in steps:
            assert np.array_equal(obs, old_obs)
            assert all(np.array_equal(info[key], old_info[key]) for key in old_info if key != "episode")
    later, _, _, _, _ = env.step(info["action_mask"].argmax(axis=1))
    assert np.shares_memory(later, steps[0][0])


def test_the_callers_arrays_are_written_into() -> None:
    env = VectorEnv("andada", 3)
    buffers: dict[str, npt.NDArray[Any]] = {
        "observations": np.full((3, 26), 99, np.uint8),
        "rewards": np.full(3, 9, np.float32),
        "terminals": np.ones(3, bool),
        "truncations": np.ones(3, bool),
        "action_mask": np.full((3, 14), 9, np.int8),
    }
    filled = VectorEnv("andada", 3, buf=buffers)
    obs, info = env.reset(seed=1)
    filled.reset(seed=1)
    obs, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
    returned, *_ = filled.step(buffers["action_mask"].argmax(axis=1))
    assert returned is buffers["observations"]
    assert np.array_equal(buffers["observations"], obs)
    assert np.array_equal(buffers["action_mask"], info["action_mask"])
    assert not buffers["rewards"].any()
    assert not buffers["terminals"].any()
    assert not buffers["truncations"].any()
    wrong = [
        np.zeros((3, 25), np.uint8),
        np.zeros((3, 26), np.int8),
        np.zeros((3, 52), np.uint8)[:, ::2],
        [[0] * 26] * 3,
    ]
    read_only = np.zeros((3, 26), np.uint8)
    read_only.flags.writeable = False
    for array in (*wrong, read_only):
        with pytest.raises(ValueError, match=r"observations.*\[3, 26\]"):
            VectorEnv("andada", 3, buf={"observations": array})
    with pytest.raises(ValueError, match='no use for "obs"'):
        VectorEnv("andada", 3, buf={"obs": read_only})


@pytest.mark.parametrize("game", gabata.games())
def test_a_clone_and_a_pickle_go_on_alike(game: str) -> None:
    rng = np.random.default_rng(3)
    for mode in AutoresetMode:
        env = VectorEnv(game, 3, opponent="random", seat="random", autoreset_mode=mode, max_turns=60)
        _, info = env.reset(seed=4)
        for _ in range(30):
            _, _, terminated, truncated, info = env.step(random_actions(rng, info["action_mask"]))
            if mode is AutoresetMode.DISABLED and (terminated | truncated).any():
                break
        others = [env.clone(), pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
        mask = info["action_mask"]
        if mode is AutoresetMode.DISABLED:
            for each in (env, *others):
                _, info = each.reset()
            mask = info["action_mask"]
        for _ in range(20):
            actions = random_actions(rng, mask)
            obs, reward, terminated, truncated, info = env.step(actions)
            for other in others:
                obs2, reward2, _, _, info2 = other.step(actions)
                assert np.array_equal(obs, obs2)
                assert np.array_equal(reward, reward2)
                assert np.array_equal(info["action_mask"], info2["action_mask"])
            mask = info["action_mask"]
            if mode is AutoresetMode.DISABLED and (terminated | truncated).any():
                break


def test_states_go_back() -> None:
    rng = np.random.default_rng(5)
    env = VectorEnv("oware", 3)
    _, info = env.reset(seed=0)
    for _ in range(9):
        _, _, _, _, info = env.step(random_actions(rng, info["action_mask"]))
    states = env.states
    actions = random_actions(rng, info["action_mask"])
    obs, *_ = env.step(actions)
    _, info = env.set_states([states[1]], np.array([False, True, False]))
    assert env.states[1] == states[1]
    assert env.states[0] != states[0]
    again, *_ = env.step([0, actions[1], 0])
    assert np.array_equal(again[1], obs[1])
    with pytest.raises(ValueError, match="position 0 is one of kalah"):
        env.set_states([gabata.Game("kalah").start()] * 3)
    with pytest.raises(ValueError, match="2 positions were given for 3"):
        env.set_states(states[:2])


def test_what_a_caller_gets_wrong_is_said() -> None:
    for wrong, match in (
        ({"num_envs": 0}, "num_envs is 0"),
        ({"max_turns": 0}, "max_turns is 0"),
        ({"num_threads": 0}, "num_threads is 0"),
        ({"seat": 2}, "seat cannot be 2"),
        ({"obs": "north"}, "obs cannot be"),
        ({"illegal": "ask"}, "illegal cannot be"),
        ({"opponent": "nobody"}, "nobody"),
        ({"holes": 13}, "holes"),
    ):
        with pytest.raises(ValueError, match=match):
            VectorEnv("andada", **wrong)
    with pytest.raises(TypeError, match="opponent is a int"):
        VectorEnv("andada", opponent=3)
    env = VectorEnv("andada", 2)
    with pytest.raises(ValueError, match=r"reset\(\) comes before"):
        env.step([0, 0])
    env.reset(seed=0)
    with pytest.raises(TypeError, match="float64"):
        env.step([0.0, 1.0])
    for actions in ([0], [0, 0, 0], [[0, 0]], 0):
        with pytest.raises(ValueError, match="2"):
            env.step(actions)
    for seed in (2**64, [1], [-1, 0], "one"):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=seed)


def test_an_opponent_who_fails_is_not_forgotten() -> None:
    answers = iter([[0, 0]])

    def failing(obs: Any, mask: Any, to_play: Any) -> Any:
        return next(answers, None) or 1 / 0

    env = VectorEnv("andada", 2, opponent=failing, seat=1)
    env.reset(seed=0)  # the opening is the opponent's
    with pytest.raises(ZeroDivisionError):
        env.step([13, 13])  # "you begin"
    with pytest.raises(ValueError, match="opponent failed"):
        env.step([0, 0])
    answers = iter([[99, 99]])
    with pytest.raises(gabata.IllegalMoveError):
        env.reset(seed=0)
    with pytest.raises(ValueError, match="opponent failed"):
        env.step([0, 0])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_steps() -> None:
    env = VectorEnv("andada", 600, num_threads=2)
    _, info = env.reset(seed=0)
    env.step(info["action_mask"].argmax(axis=1))
    child = os.fork()
    if child == 0:
        env.step(env.reset(seed=1)[1]["action_mask"].argmax(axis=1))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def test_make_vec_makes_it() -> None:
    import gabata.envs

    env = gymnasium.make_vec("gabata/GabataAdwa-v0", num_envs=3, opponent="greedy", starter="winner")
    assert isinstance(env.unwrapped, VectorEnv)
    assert env.unwrapped.game == gabata.Game("gabata-adwa", max_rounds=1, starter="winner")
    obs, _ = env.reset(seed=1)
    assert obs in env.observation_space
    listed = gymnasium.wrappers.vector.DictInfoToList(env)
    _, infos = listed.reset(seed=1)
    assert len(infos) == 3
    *_, infos = listed.step([0, 1, 2])
    assert infos[2]["env_id"] == 2
    stepwise = gymnasium.make_vec("gabata/GabataAdwa-v0", num_envs=2, vectorization_mode="sync")
    stepwise.reset(seed=1)
    env.send([0, 0, 0])
    assert np.array_equal(env.recv()[4]["env_id"], [0, 1, 2])
    with pytest.raises(ValueError, match="send"):
        env.recv()


def test_pictures() -> None:
    env = VectorEnv("abalalae", 2, render_mode="rgb_array")
    env.reset(seed=0)
    pictures = env.render()
    assert pictures is not None
    assert [picture.shape for picture in pictures] == [(192, 288, 3)] * 2
    text = VectorEnv("abalalae", 2, render_mode="ansi")
    text.reset(seed=0)
    assert text.render() == tuple(str(state) for state in text.states)


# --- more than there is ---


@pytest.mark.parametrize("num_envs", [10**10, 10**18, 2**63])
def test_more_environments_than_there_is_memory_for(num_envs: int) -> None:
    with pytest.raises(ValueError, match=rf"{num_envs} environments take \d+ bytes, which is more"):
        gabata.VectorEnv("kalah", num_envs)


def test_threads_are_bounded() -> None:
    for num_threads in (2**16 + 1, 2**63):
        with pytest.raises(ValueError, match=f"num_threads is {num_threads}; it is from 1 to 65536"):
            gabata.VectorEnv("kalah", 2, num_threads=num_threads)
    threads = threading.active_count()
    env = gabata.VectorEnv("kalah", 1000, num_threads=2**16)
    _, info = env.reset(seed=1)
    env.step(info["action_mask"].argmax(axis=1))
    started = len(list(Path("/proc/self/task").iterdir())) if Path("/proc/self/task").exists() else threads
    assert started < 100
