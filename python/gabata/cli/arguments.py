"""Arguments that several commands take."""

from typing import Annotated

import typer

from gabata import Game

__all__ = ["GameId", "OptionList", "game_of", "says_max_rounds"]

GameId = Annotated[str, typer.Argument(help="A game; `gabata games` lists them.", show_default=False)]
OptionList = Annotated[
    list[str],
    typer.Option(
        "--option", metavar="NAME=VALUE", help="An option or reading of the game; may be repeated.", show_default=False
    ),
]


def game_of(game_id: str, options: list[str]) -> Game:
    """The game under options written `name=value`. Raises `ValueError`."""
    defaults = Game(game_id).options
    given: dict[str, str | float | None] = {}
    for option in options:
        name, equals, text = option.partition("=")
        if not equals:
            raise ValueError(f"--option {option!r}: write it as NAME=VALUE, such as {_example(defaults)}")
        if name in given:
            raise ValueError(f"--option {name} is given twice")
        # `none` is a word of some readings and no value of others.
        given[name] = text if isinstance(defaults.get(name), str) else _value(text)
    return Game(game_id, **given)


def says_max_rounds(options: list[str]) -> bool:
    """Whether the options say how many rounds a match has."""
    return any(option.partition("=")[0] == "max_rounds" for option in options)


def _example(defaults: dict[str, str | int | float | None]) -> str:
    return next(f"{name}={value}" for name, value in defaults.items())


def _value(text: str) -> str | float | None:
    if text.lower() == "none":
        return None
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            pass
    return text
