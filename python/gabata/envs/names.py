"""What the environments of all three libraries share: names, options and the limit of turns."""

from typing import Any, TypeVar

import gabata
from gabata._checks import instance

__all__ = ["MAX_TURNS", "camel_case", "check_render_mode", "chosen_game", "snake_case"]

Mode = TypeVar("Mode")

MAX_TURNS = 10_000
"""Turns after which an episode is cut off; no sane match of one round comes near it."""


def camel_case(game: str) -> str:
    """A game's id as Gymnasium has it: `gabata-adwa` is `GabataAdwa`."""
    return "".join(word.capitalize() for word in game.split("-"))


def snake_case(game: str) -> str:
    """A game's id as a module is named: `gabata-adwa` is `gabata_adwa`."""
    return game.replace("-", "_")


def check_render_mode(given: Mode, *known: str) -> Mode:
    """The way of rendering that somebody wants. Raises `ValueError`, which names those there are."""
    if given is not None and given not in known:
        raise ValueError(f"render_mode cannot be {given!r}; it is None, {' or '.join(map(repr, known))}")
    return given


def chosen_game(game: str | gabata.Game, options: dict[str, Any]) -> gabata.Game:
    """The game of that id under some options, one round long unless they say otherwise; a `Game` stays as it is."""
    instance("game", game, (str, gabata.Game), "a game's id or a gabata.Game")
    if isinstance(game, gabata.Game):
        if options:
            raise TypeError(f"options {', '.join(options)} were given beside {game!r}, which has its options")
        return game
    if "max_rounds" not in options and "max_rounds" in gabata.Game(game).options:
        options = {**options, "max_rounds": 1}
    return gabata.Game(game, **options)
