"""`gabata rules`: a game's board, clauses and readings."""

import textwrap
from collections.abc import Iterator

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gabata import Game
from gabata.cli.arguments import GameId, OptionList, game_of
from gabata.cli.terminal import draw

__all__ = ["rules"]

INDENT = "    "


def rules(game: GameId, option: OptionList = []) -> None:  # noqa: B006 - typer wants the default here and copies it
    """Explains a game: its board, the clauses of its rules in short, and every option and reading of its source."""
    chosen = game_of(game, option)
    console = Console(highlight=False)
    console.print(f"[bold]{escape(chosen.title)}[/] ({chosen.id})", f"{escape(chosen.source)}.", "", sep="\n")
    draw(console, chosen.start())
    console.print("", _clauses(chosen), sep="\n")
    for name in chosen.options:
        console.print("", *_option(chosen, name, console.width - len(INDENT)), sep="\n")


def _clauses(game: Game) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for line in game.rules().splitlines():
        number, text = line.split(maxsplit=1)
        table.add_row(number, escape(text))
    return table


def _option(game: Game, name: str, width: int) -> Iterator[str]:
    """An option with its value, what it may be, and for a reading its default and why the source leaves it open."""
    value = game.options[name]
    yield f"[bold]{name}[/] = {_word(value)}"
    yield f"{INDENT}{escape(game.allowed[name])}"
    if name in game.readings:
        reading = game.readings[name]
        yield f"{INDENT}a reading of the source, by default {_word(reading.default)}"
        yield escape(textwrap.indent(textwrap.fill(reading.why, width), INDENT))


def _word(value: str | float | None) -> str:
    return "none" if value is None else str(value)
