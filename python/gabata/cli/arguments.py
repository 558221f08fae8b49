"""Arguments that several commands take."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from gabata import Game, players

__all__ = ["GameId", "OptionList", "check_players", "count", "game_of", "out_file", "says_max_rounds", "shows_progress"]


def count(text: str | int) -> int:
    """A whole number as people write it: `1000000`, `1,000,000`, `1_000_000` or `1e6`."""
    if isinstance(text, int):  # a default
        return text
    plain = text.replace(",", "").replace("_", "")
    try:
        return int(plain)
    except ValueError:
        pass
    try:
        number = float(plain)
        if number.is_integer():
            return int(number)
    except ValueError:
        pass
    raise typer.BadParameter(f"{text!r} is no whole number, such as 1000000, 1,000,000 or 1e6")


def out_file(text: str) -> Path:
    """The path of a file to write."""
    if not text:
        raise typer.BadParameter("the name of a file is empty")
    return Path(text)


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


def check_players(option: str, *given: str, also: tuple[str, ...] = ()) -> None:
    """Raises `ValueError` for a player that there is not."""
    known = (*also, *players())
    for player in given:
        if player not in known:
            raise ValueError(f"{option} {player!r}: the players are {', '.join(known)}")


def shows_progress() -> bool:
    """Whether somebody watches who would want a bar. Standard error is None where it was closed."""
    return sys.stderr is not None and sys.stderr.isatty()


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
