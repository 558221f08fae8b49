"""`gabata games`."""

from rich.console import Console
from rich.markup import escape
from rich.table import Table

import gabata

__all__ = ["games"]


def games() -> None:
    """Lists the games with their sources, options and what each option may be."""
    console = Console(highlight=False)
    for game_id in gabata.games():
        game = gabata.Game(game_id)
        table = Table(box=None, show_header=False, padding=(0, 0, 0, 2))
        for name, value in game.options.items():
            table.add_row(f"{name}={'none' if value is None else value}", escape(game.allowed[name]))
        console.print(f"[bold]{game_id}[/] - {escape(game.title)}. {escape(game.source)}.", table, "", sep="\n")
