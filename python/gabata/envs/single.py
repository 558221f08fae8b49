"""The Gymnasium environment: one match."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

import gabata
from gabata._checks import instance, whole
from gabata._core import Vector
from gabata.envs.extras import wanting
from gabata.envs.names import MAX_TURNS, check_render_mode, chosen_game
from gabata.envs.picture import picture
from gabata.envs.vector import Info, Observations, Opponent, check_arguments

with wanting("gymnasium", "rl"):
    import gymnasium
    from gymnasium import spaces

__all__ = ["GabataEnv"]


class GabataEnv(gymnasium.Env[Observations, np.int64]):
    """One match of a game, as `gymnasium.make("gabata/Andada-v0", opponent="random")` makes it.

    Players, actions, observation, reward, termination and arguments are those of `gabata.VectorEnv`, of which this is
    one environment; the numbers in `info` are those of the match: `action_mask` int8 (A,), `to_play`, `rewards`
    float32 (2,), `held` int32 (2,) and `turns`.

    >>> import gymnasium, gabata.envs
    >>> env = gymnasium.make("gabata/Kalah-v0", opponent="greedy", seat=0)
    >>> obs, info = env.reset(seed=3)
    >>> info["action_mask"]
    array([1, 1, 1, 1, 1, 1], dtype=int8)
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self,
        game: str | gabata.Game = "andada",
        *,
        opponent: str | Opponent | None = None,
        seat: Literal["alternate", "random", 0, 1] = "alternate",
        obs: Literal["relative", "absolute"] = "relative",
        illegal: Literal["lose", "raise", "noop", "random"] = "lose",
        max_turns: int = MAX_TURNS,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
        **options: Any,
    ) -> None:
        self.game = chosen_game(game, options)
        check_arguments(obs, illegal, True, None)
        self.render_mode = check_render_mode(render_mode, "ansi", "rgb_array")
        self._arguments: dict[str, Any] = {
            "opponent": opponent,
            "seat": seat,
            "obs": obs,
            "illegal": illegal,
            "max_turns": whole("max_turns", max_turns, 1, 2**32 - 1),
        }
        self._core = Vector(
            self.game, 1, **self._arguments, autoreset="Disabled", num_threads=1, copy=True, buf=None, max_bytes=None
        )
        self._is_over = True
        self._mask: npt.NDArray[np.int8] = np.zeros(self.game.num_moves, np.int8)
        self.observation_space = spaces.Box(0, 255, (self._core.observation_size,), np.uint8)
        self.action_space = spaces.Discrete(self.game.num_moves)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Info]:
        """Begins a new episode: number 0 of the seed, or the next one."""
        if seed is None and self._np_random is None:
            seed = int(self.np_random.integers(2**63))
        instance("options", options, (dict, type(None)), "a dict or None")
        super().reset(seed=seed)
        self._is_over = False
        observations, info = self._core.reset(seed)
        return observations[0], self._row(info)

    def step(self, action: np.int64) -> tuple[Observations, float, bool, bool, Info]:
        """Acts for whoever is to play, and lets chance and the opponent play on.

        Raises `TypeError` for what is no whole number, and `ValueError` when the episode is over or has not begun.
        """
        chosen = whole("action", action, -(2**63), 2**63 - 1)
        if self._is_over:
            raise ValueError("there is no episode to step in: reset() first")
        observations, reward, terminated, truncated, info = self._core.step([chosen])
        self._is_over = bool(terminated[0] or truncated[0])
        return observations[0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), self._row(info)

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle or a deep copy holds; a callable opponent has to pickle by itself."""
        kept = {name: value for name, value in vars(self).items() if name != "_core"}
        return kept | {"states": self._core.states, "tallies": self._core.tallies()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        states, tallies = state.pop("states"), state.pop("tallies")
        vars(self).update(state)
        self._core = Vector(
            self.game, 1, **self._arguments, autoreset="Disabled", num_threads=1, copy=True, buf=None, max_bytes=None
        )
        self._core.restore(states, tallies)

    def _row(self, info: Info) -> Info:
        self._mask = info["action_mask"][0]
        return {
            "action_mask": self._mask.copy(),
            "to_play": int(info["to_play"][0]),
            "rewards": info["rewards"][0],
            "held": info["held"][0],
            "turns": int(info["turns"][0]),
        }

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, `bool` (A,): what sb3-contrib's `MaskablePPO` asks for."""
        return self._mask.astype(bool)

    @property
    def state(self) -> gabata.Position:
        """The position of the match."""
        return self._core.state(0)

    def render(self) -> Any:
        """The position as text (`"ansi"`), or as `uint8` (height, width, 3), drawn with NumPy (`"rgb_array"`)."""
        if self.render_mode is None:
            return None
        return str(self.state) if self.render_mode == "ansi" else picture(self.state)
