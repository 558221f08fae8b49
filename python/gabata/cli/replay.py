"""`gabata replay`: step through a match."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gabata import CHANCE, Match
from gabata.cli.terminal import ask, draw, tell

__all__ = ["replay"]

HELP = """\
  Enter, next   the next position
  back          the one before
  skip          the next position where a player decides: past a race
  NUMBER        the position after so many moves; 0 is the start
  why           the move that led here, lap by lap, with the clause at each landing
  text          the position in one line
  quit          stop"""


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE.json", help="A match that `gabata play --out` wrote.")],
    at: Annotated[int, typer.Option(help="Begin after so many moves.")] = 0,
    whole: Annotated[bool, typer.Option("--all", help="Print every position without asking.")] = False,
) -> None:
    """Steps through a match that was written down as JSON."""
    try:
        match = Match.from_json(file.read_text(encoding="utf-8"))
    except ValueError as error:  # no UTF-8, no JSON, no match
        raise ValueError(f"{file}: {error}") from error
    if not 0 <= at <= len(match):
        raise ValueError(f"--at {at}: the match has {len(match)} moves")
    steps = Steps(match, Console(highlight=False))
    if whole:
        for place in range(at, len(match) + 1):
            steps.show(place)
        return
    steps.show(at)
    while steps.obey(ask(steps.console, f"{steps.at} of {len(match)}")):
        pass


class Steps:
    """A match, and where in it somebody is."""

    def __init__(self, match: Match, console: Console) -> None:
        self.console = console
        self.moves = match.moves
        self.positions = match.positions
        self.at = 0

    def show(self, at: int) -> None:
        """Goes to the position after so many moves, if there is one, and draws it."""
        if not 0 <= at <= len(self.moves):
            self.console.print("that is the end" if at > len(self.moves) else "that is the start")
            return
        self.at = at
        if at > 0:
            self.console.print(f"{at}. {tell(self.positions[at - 1].explain(self.moves[at - 1]))}", markup=False)
        draw(self.console, self.positions[at])
        self.console.print()

    def obey(self, typed: str | None) -> bool:
        """Does what somebody types; False when they stop."""
        match typed:
            case None | "quit" | "q" | "exit":
                return False
            case "" | "next" | "n":
                self.show(self.at + 1)
            case "back" | "b" | "p":
                self.show(self.at - 1)
            case "skip" | "s":
                self.skip()
            case "text" | "t":
                self.console.print(self.positions[self.at].text, markup=False, soft_wrap=True)
            case "why" | "w":
                self.why()
            case "help" | "h" | "?":
                self.console.print(HELP, markup=False)
            case _ if typed.isascii() and typed.isdigit():
                self.show(int(typed))
            case _:
                self.console.print(f"{typed!r} means nothing here; help says what does", markup=False)
        return True

    def skip(self) -> None:
        """Goes on to the next position where chance does not decide."""
        later = range(self.at + 1, len(self.positions))
        self.show(next((at for at in later if self.positions[at].to_move != CHANCE), len(self.moves) + 1))

    def why(self) -> None:
        """Tells the move that led here."""
        if self.at == 0:
            self.console.print("no move led here: it is the start")
            return
        self.console.print(self.positions[self.at - 1].explain(self.moves[self.at - 1]).text, markup=False)
