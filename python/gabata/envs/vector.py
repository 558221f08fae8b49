"""`gabata.VectorEnv`: many matches of one game, stepped side by side."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

import gabata
from gabata._checks import instance, whole
from gabata._core import Vector
from gabata.envs.extras import wanting
from gabata.envs.names import MAX_TURNS, check_render_mode, chosen_game
from gabata.envs.picture import picture
from gabata.memory import free_bytes

with wanting("gymnasium", "rl"):
    from gymnasium import spaces, vector
    from gymnasium.vector import AutoresetMode

__all__ = ["Opponent", "VectorEnv"]

MANY = 100_000
"""Environments up to which nobody looks whether there is memory for them."""

Observations = npt.NDArray[np.uint8]
Info = dict[str, Any]
Opponent = Callable[[Observations, npt.NDArray[np.int8], npt.NDArray[np.int8]], npt.ArrayLike]
"""A player: `f(observations, action_mask, to_play)`, a row for each match that waits, returns one action a row."""

Step = tuple[Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]


class VectorEnv(vector.VectorEnv[Observations, npt.ArrayLike, npt.NDArray[Any]]):
    """Many matches of one game, stepped side by side in compiled code; `gymnasium.make_vec` makes it too.

    | | |
    | --- | --- |
    | players | 2, south (seat 0) and north (seat 1); chance is played inside |
    | actions | `Discrete(game.num_moves)`: the moves of `Position.play`, the same small numbers for both seats |
    | observation | `uint8`, `(len(game.observation_labels),)`; the labels say what each index is |
    | reward | 1 to who has won, -1 to who has lost, at the end of the match; 0 otherwise |
    | termination | by the game's own rules; an endless relay ends a match as a draw |
    | truncation | at `max_turns` |
    | versions | v0: the first |

    Parameters:
        game: a game's id, or a `gabata.Game` with all its options.
        num_envs: matches side by side, N below.
        opponent: None: self-play, actions are asked for both seats. Else who plays against the learner: a player's name
            (`"random"`, `"greedy"`), or a callable that is asked once for all matches in which it is to move,
            `f(observations, action_mask, to_play)`, and returns an action for each.
        seat: the learner's seat where there is an opponent: 0, 1, `"random"` (drawn for each episode) or `"alternate"`
            (environment i is south in episode e if i + e is even; episodes count from 0 at a seeded reset).
        obs: `"relative"`: from the seat of whoever acts next, so that one policy plays both; `"absolute"`: from south.
        autoreset_mode: `SAME_STEP` (the episode that ends makes room at once; what was seen last is in `final_obs`),
            `NEXT_STEP` (the next step begins the new episode and looks at no action) or `DISABLED`
            (`reset(options={"reset_mask": mask})` does it).
        illegal: what an action that is not legal does. `"lose"`: its player has lost; `"raise"`: `IllegalMoveError`,
            and nothing is stepped; `"noop"`: nothing happens; `"random"`: a legal one is drawn in its place.
        max_turns: turns of both players after which an episode is truncated.
        num_threads: threads that step the matches; results do not depend on it. Small batches stay on one.
        copy: True: every step returns new arrays. False: two sets of arrays take turns, so that the arrays of a step
            are overwritten by the step after the next.
        buf: arrays of the caller's that every step writes into, by PufferLib's names: `observations`, `rewards`,
            `terminals`, `truncations`, and `action_mask`.
        render_mode: None, `"ansi"` or `"rgb_array"`: what `render` returns for each match.
        options: the game's options. Games with rounds are one round long unless `max_rounds` says otherwise.

    `info` has, in every step and reset: `action_mask` int8 (N, A), 1 where legal, all 0 where the episode has ended;
    `to_play` int8 (N,), who acts next; `rewards` float32 (N, 2), by seat; `held` int32 (N, 2), counters off the board
    by seat; `turns` int32 (N,); `env_id` int64 (N,). After a step also, with rows of 0 where no episode has ended:
    `final_obs` (N, D) with its mask `_final_obs`; `final_to_play`, whose relative view it is; and `episode`, of which
    `r` float32 (N, 2) are the rewards by seat and `l` int32 (N,) the number of actions. An episode that would end
    before the learner has acted is passed over.

    `action_space.sample(mask=tuple(info["action_mask"]))` draws legal actions. An unmasked sample may be illegal, and
    by the default, `illegal="lose"`, it then loses its match.

    `reward` is that of the learner, or in self-play of the player who just acted.

    Environment i is a function of (seed, i, episode, its own actions): not of N, threads or other environments.

    >>> import gabata, numpy as np
    >>> env = gabata.VectorEnv("andada", num_envs=3)
    >>> obs, info = env.reset(seed=7)
    >>> obs, reward, terminated, truncated, info = env.step(info["action_mask"].argmax(axis=1))
    >>> info["to_play"]
    array([1, 1, 1], dtype=int8)
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str | gabata.Game = "andada",
        num_envs: int = 1,
        *,
        opponent: str | Opponent | None = None,
        seat: Literal["alternate", "random", 0, 1] = "alternate",
        obs: Literal["relative", "absolute"] = "relative",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: Literal["lose", "raise", "noop", "random"] = "lose",
        max_turns: int = MAX_TURNS,
        num_threads: int = 1,
        copy: bool = True,
        buf: dict[str, npt.NDArray[Any]] | None = None,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
        **options: Any,
    ) -> None:
        self.game = chosen_game(game, options)
        check_arguments(obs, illegal, copy, buf)
        # How many environments and threads there can be, the compiled half says.
        self.num_envs = num_envs = whole("num_envs", num_envs, 1, 2**64 - 1)
        max_turns = whole("max_turns", max_turns, 1, 2**32 - 1)
        num_threads = whole("num_threads", num_threads, 1, 2**64 - 1)
        self.render_mode = check_render_mode(render_mode, "ansi", "rgb_array")
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": mode, "render_modes": ["ansi", "rgb_array"], "render_fps": 2}
        self._arguments: dict[str, Any] = {
            "opponent": opponent,
            "seat": seat,
            "obs": obs,
            "autoreset_mode": mode,
            "illegal": illegal,
            "max_turns": max_turns,
            "num_threads": num_threads,
            "copy": copy,
            "render_mode": render_mode,
        }
        self._core = Vector(
            self.game,
            num_envs,
            opponent=opponent,
            seat=seat,
            obs=obs,
            autoreset=mode.value,
            illegal=illegal,
            max_turns=max_turns,
            num_threads=num_threads,
            copy=copy,
            buf=buf,
            max_bytes=free_bytes() if num_envs > MANY else None,
        )
        self.single_observation_space = spaces.Box(0, 255, (self._core.observation_size,), np.uint8)
        self.single_action_space = spaces.Discrete(self.game.num_moves)
        self.observation_space = vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = vector.utils.batch_space(self.single_action_space, num_envs)
        self._is_seeded = False
        self._sent: Step | None = None

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """Begins new episodes: in all environments, or in those that `options["reset_mask"]`, `bool` (N,), marks.

        `seed`: one for all, and environment i has streams of its own from (seed, i); or a sequence, one an environment,
        each of which then plays as the only environment would under that seed. Episodes count from 0 again. Without a
        seed each environment goes on to its next episode.
        """
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
        elif seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(2**63))
        self._is_seeded = True
        return self._core.reset(seed, reset_mask(options, self.num_envs))

    def step(self, actions: npt.ArrayLike) -> Step:
        """One action an environment, whole numbers (N,): (observations, reward, terminated, truncated, info)."""
        return self._core.step(actions)

    def send(self, actions: npt.ArrayLike) -> None:
        """Steps; what `step` would return is kept for `recv`."""
        self._sent = self._core.step(actions)

    def recv(self) -> Step:
        """What came of the last `send`; `info["env_id"]` says which environments the rows are (all, in order)."""
        if self._sent is None:
            raise ValueError("recv() without send(): every recv() takes what one send() left")
        sent, self._sent = self._sent, None
        return sent

    @property
    def states(self) -> list[gabata.Position]:
        """The positions of all environments; rounds that were finished before are not kept."""
        return self._core.states

    def set_states(
        self, states: Sequence[gabata.Position], mask: npt.NDArray[np.bool_] | None = None
    ) -> tuple[Observations, Info]:
        """Puts positions into the environments that `mask`, `bool` (N,), marks, by default into all.

        The episodes go on from there; chance and an opponent play on until somebody is asked. Returns
        (observations, info) of all environments. Positions of another game, or of a match that is over, are a
        `ValueError`.
        """
        if mask is not None:
            mask = np.asarray(mask)
            if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                raise ValueError(
                    f"mask is an array of {mask.dtype} and shape {mask.shape}; "
                    f"bool of shape ({self.num_envs},) is wanted"
                )
        instance("states", states, Sequence, "a list of gabata.Position")
        for index, state in enumerate(states):
            instance(f"states[{index}]", state, gabata.Position, "a gabata.Position")
        return self._core.set_states(list(states), None if mask is None else mask.tolist())

    def clone(self) -> Self:
        """Another environment that stands where this one stands: the same actions give the same results."""
        other = type(self)(self.game, self.num_envs, **self._arguments)
        other._core = self._core.clone()
        other._is_seeded = self._is_seeded
        return other

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: a caller's `buf` is left behind, and a callable opponent has to pickle by itself."""
        return {
            "game": self.game,
            "num_envs": self.num_envs,
            "arguments": self._arguments,
            "is_seeded": self._is_seeded,
            "states": self._core.states,
            "tallies": self._core.tallies(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["game"], state["num_envs"], **state["arguments"])  # type: ignore[misc]
        self._is_seeded = state["is_seeded"]
        self._core.restore(state["states"], state["tallies"])

    def render(self) -> tuple[Any, ...] | None:
        """One picture a match: the position as text (`"ansi"`), or `uint8` (height, width, 3) (`"rgb_array"`)."""
        if self.render_mode is None:
            return None
        draw = str if self.render_mode == "ansi" else picture
        return tuple(draw(state) for state in self.states)


def check_arguments(obs: object, illegal: object, copy: object, buf: object) -> None:
    """Raises `TypeError` for arguments of another kind than the compiled half takes, which does not name them."""
    instance("obs", obs, str, "'relative' or 'absolute'")
    instance("illegal", illegal, str, "'lose', 'raise', 'noop' or 'random'")
    instance("copy", copy, (bool, np.bool_), "True or False")
    instance("buf", buf, (dict, type(None)), "a dict of arrays, or None")


def reset_mask(options: dict[str, Any] | None, num_envs: int) -> list[bool] | None:
    """Which environments `reset(options=...)` asks for; None for all."""
    instance("options", options, (dict, type(None)), "a dict, such as {'reset_mask': mask}, or None")
    if not options or "reset_mask" not in options:
        return None
    mask = options["reset_mask"]
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (num_envs,) or not mask.any():
        raise ValueError(
            f"options['reset_mask'] is {mask!r}; an array of bool and shape ({num_envs},) is wanted, at least one True"
        )
    marked: list[bool] = mask.tolist()
    return marked
