"""What the environments of all three libraries share: names, options and the limit of turns."""

from typing import Any

import gabata

__all__ = ["MAX_TURNS", "camel_case", "chosen_game", "snake_case"]

MAX_TURNS = 10_000
"""Turns after which an episode is cut off; no sane match of one round comes near it."""


def camel_case(game: str) -> str:
    """A game's id as Gymnasium has it: `gabata-adwa` is `GabataAdwa`."""
    return "".join(word.capitalize() for word in game.split("-"))


def snake_case(game: str) -> str:
    """A game's id as a module is named: `gabata-adwa` is `gabata_adwa`."""
    return game.replace("-", "_")


def chosen_game(game: str | gabata.Game, options: dict[str, Any]) -> gabata.Game:
    """The game of that id under some options, one round long unless they say otherwise; a `Game` stays as it is."""
    if isinstance(game, gabata.Game):
        if options:
            raise TypeError(f"options {', '.join(options)} were given beside {game!r}, which has its options")
        return game
    if "max_rounds" not in options and "max_rounds" in gabata.Game(game).options:
        options = {**options, "max_rounds": 1}
    return gabata.Game(game, **options)
