"""The one PettingZoo environment behind all modules."""

from collections.abc import Callable
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

import gabata
from gabata._checks import whole
from gabata.envs.names import MAX_TURNS, check_render_mode, chosen_game
from gabata.envs.picture import picture

__all__ = ["RawEnv", "with_losses"]

AGENTS = ["player_0", "player_1"]
"""South and north."""


class RawEnv(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A match of two agents, `player_0` (south) and `player_1` (north); chance is played inside.

    | | |
    | --- | --- |
    | actions | `Discrete(game.num_moves)`, the same small numbers for both agents |
    | observation | a dict: `observation`, `uint8`, from the agent's own seat (`game.observation_labels` names each index), and `action_mask`, `int8`, all 0 for an agent who is not to move |
    | reward | 1 to who has won, -1 to who has lost, at the end; 0 otherwise |
    | termination | by the game's own rules; an endless relay ends a match as a draw |
    | truncation | after `max_turns` turns |
    | versions | v0: the first |

    Where a game says so, the same agent moves again. Whoever tries an action that is not legal has lost in `env()`
    (`illegal="lose"`), and gets an `IllegalMoveError` in `raw_env()` (`illegal="raise"`). What PettingZoo's wrappers
    check is checked here: they would take nine tenths of the time. Games with rounds are one round long unless
    `max_rounds` says otherwise.
    """  # noqa: E501 (a table's row is one line)

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "rgb_array", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }
    game_id: ClassVar[str]

    def __init__(
        self,
        *,
        illegal: Literal["lose", "raise"] = "raise",
        max_turns: int = MAX_TURNS,
        render_mode: Literal["ansi", "rgb_array", "human"] | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, illegal=illegal, max_turns=max_turns, render_mode=render_mode, **options)
        super().__init__()
        self.game = chosen_game(self.game_id, options)
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal cannot be {illegal!r}; it is 'lose' or 'raise'")
        self.illegal = illegal
        self.max_turns = whole("max_turns", max_turns, 1, 2**32 - 1)
        self.render_mode = check_render_mode(render_mode, "ansi", "rgb_array", "human")
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        size, moves = len(self.game.observation_labels), self.game.num_moves
        self._nothing = np.zeros(moves, np.int8)
        self.state_space = spaces.Box(0, 255, (size,), np.uint8)
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (moves,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.position = self.game.start()
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What `observe` gives: a dict space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a match; `seed` decides its chance moves. A match that chance ends at once is begun anew."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.position = self._settled(self.game.start())
        while self.position.is_over:
            self.position = self._settled(self.game.start())
        self.agent_selection = AGENTS[self.position.to_move or 0]

    def _settled(self, position: gabata.Position) -> gabata.Position:
        if position.to_move != gabata.CHANCE:
            return position
        return position.settle(int(self._chance.integers(2**63)))

    def step(self, action: int | None) -> None:
        """Acts for `agent_selection`, and selects who is to move next; at the end, the other agent."""
        if not self.agents:
            raise ValueError("nobody is to act: reset() begins a match")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = -1 if action is None else whole("action", action, -(2**63), 2**63 - 1)
        self._cumulative_rewards[agent] = 0.0
        seat = AGENTS.index(agent)
        try:
            self.position = self._settled(self.position.play(move))
        except gabata.IllegalMoveError:
            if self.illegal == "raise":
                raise
            self._end(seat, -1.0)
        else:
            to_move = self.position.to_move
            if to_move is None:
                self._end(seat, self.position.returns[seat])
            else:
                self.agent_selection = AGENTS[to_move]
                if self.position.turns >= self.max_turns:
                    self.truncations = dict.fromkeys(AGENTS, True)
        if self.render_mode == "human":
            self.render()

    def _end(self, seat: int, reward: float) -> None:
        """The match is over, with that reward to who acted in that seat, and the opposite to the other."""
        self.agent_selection = AGENTS[1 - seat]
        self.rewards = {AGENTS[seat]: reward, AGENTS[1 - seat]: -reward}
        self.terminations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """The board from the agent's seat, and the mask, all 0 if another is to move."""
        if agent not in AGENTS:
            raise ValueError(f"there is no agent {agent!r}; there are {', '.join(AGENTS)}")
        seat = AGENTS.index(agent)
        mask = self.position.legal_mask if self.position.to_move == seat else self._nothing.copy()
        return {"observation": self.position.observation(seat), "action_mask": mask}

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, npt.NDArray[Any]] | None, float, bool, bool, dict[str, Any]]:
        """What `agent_selection` sees, its reward since it acted last, and whether its match is over."""
        if not self.agents:
            raise ValueError("nobody is to act: reset() begins a match")
        seen: tuple[dict[str, npt.NDArray[Any]] | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return seen

    def state(self) -> npt.NDArray[np.uint8]:
        """The whole board, seen from south: `uint8`, as `observation`."""
        return self.position.observation(0)

    def render(self) -> Any:
        """The position as text (`"ansi"`), as pixels (`"rgb_array"`), or printed (`"human"`)."""
        if self.render_mode == "rgb_array":
            return picture(self.position)
        if self.render_mode == "ansi":
            return str(self.position)
        if self.render_mode == "human":
            print(self.position)
        return None

    def close(self) -> None:
        """There is nothing to close."""


def with_losses(raw_env: type[RawEnv]) -> Callable[..., RawEnv]:
    """The function `env` of a module: `raw_env` in which an illegal action loses."""

    def env(**kwargs: Any) -> RawEnv:
        """The environment; arguments as for `raw_env`, but an illegal action loses."""
        return raw_env(**{"illegal": "lose", **kwargs})

    return env
