"""OpenSpiel games: `register()` makes every game loadable, as `pyspiel.load_game("gabata_andada(holes=15)")`.

Moves of chance are explicit nodes. The options are OpenSpiel parameters of the same names; `max_rounds` is 1 unless
given, and 0 stands for the whole match. A match of `max_game_length` moves, chance included, ends there as a draw.

OpenSpiel's Python algorithms play these games (`open_spiel.python.algorithms.mcts`). Its C++ MCTS bot
(`pyspiel.MCTSBot`) crashes on any game that is written in Python: that is a fault of the wheel, not of a game.

>>> import pyspiel
>>> from gabata.envs import openspiel
>>> openspiel.register()
>>> state = pyspiel.load_game("gabata_kalah(holes=4)").new_initial_state()
>>> state.legal_actions()
[0, 1, 2, 3]
"""

from typing import Any

import numpy as np
import numpy.typing as npt

import gabata
from gabata.envs.extras import wanting
from gabata.envs.names import MAX_TURNS, chosen_game, snake_case

with wanting("pyspiel", "openspiel"):
    import pyspiel

__all__ = ["GabataGame", "GabataState", "Observer", "register"]


def register() -> None:
    """Registers every game with OpenSpiel, once: `gabata_` and the game's id, with `_` for `-`."""
    for game in gabata.games():
        name = f"gabata_{snake_case(game)}"
        if name not in pyspiel.registered_names():
            kind = game_type(name, gabata.Game(game))
            pyspiel.register_game(kind, type(name, (GabataGame,), {"game_id": game, "kind": kind}))


def game_type(name: str, game: gabata.Game) -> Any:
    """What OpenSpiel wants to know of a game, whatever its parameters."""
    defaults = {option: value for option, value in game.options.items() if option != "max_rounds"}
    if "max_rounds" in game.options:
        defaults["max_rounds"] = 1
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=name,
        long_name=f"{game.title} (gabata)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if game.has_chance else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**defaults, "max_game_length": MAX_TURNS},
    )


class GabataGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One game with its parameters; `register` makes a class of it for each game."""

    game_id: str
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        options = dict(params or {})
        limit = options.pop("max_game_length", MAX_TURNS)
        if limit < 1:
            raise ValueError(f"max_game_length is {limit}; it is a positive number")
        if options.get("max_rounds") == 0:
            options["max_rounds"] = None
        self.game = chosen_game(self.game_id, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_moves,
            max_chance_outcomes=2 if self.game.has_chance else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=limit,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> "GabataState":
        """The first position."""
        return GabataState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """The observer of both players: all is open."""
        return Observer(self.game, params)


class GabataState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel asks for it; `position` is the `gabata.Position`."""

    def __init__(self, game: GabataGame) -> None:
        super().__init__(game)
        self.position = game.game.start()
        self._moves_left = game.max_game_length()

    def current_player(self) -> int:
        """0, 1, or OpenSpiel's numbers for chance and the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        to_move = self.position.to_move
        return int(pyspiel.PlayerId.CHANCE) if to_move == gabata.CHANCE else int(to_move or 0)

    def is_terminal(self) -> bool:
        """Whether the match is over, or as long as it may be."""
        return self._moves_left == 0 or self.position.is_over

    def returns(self) -> list[float]:
        """By seat: 1 to who has won, -1 to who has lost; 0 for a draw and while the match goes on."""
        return list(self.position.returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The moves of chance with their probabilities."""
        return self.position.chance

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_moves

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)
        self._moves_left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        return ("south drops", "north drops")[action] if player == pyspiel.PlayerId.CHANCE else f"{action}"

    def __str__(self) -> str:
        return str(self.position)


class Observer:
    """Observations as `Position.observation` gives them, in `float32`, with their labels' order."""

    def __init__(self, game: gabata.Game, params: Any) -> None:
        if params:
            raise ValueError(f"this observer takes no parameters, but {params} were given")
        self.tensor = np.zeros(len(game.observation_labels), np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {"observation": self.tensor}

    def set_from(self, state: GabataState, player: int) -> None:
        """Fills the tensor with what a player sees."""
        self.tensor[:] = state.position.observation(player)

    def string_from(self, state: GabataState, player: int) -> str:
        """What a player sees, as text."""
        return str(state.position)
