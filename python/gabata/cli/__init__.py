"""The command line, `gabata`: each command is a function in a module of its own, named in the list below."""

import sys
from typing import Annotated, NoReturn

import typer

import gabata
from gabata.cli.compare import compare
from gabata.cli.games import games
from gabata.cli.play import play
from gabata.cli.replay import replay
from gabata.cli.rules import rules
from gabata.cli.simulate import simulate

__all__ = ["app", "main"]

app = typer.Typer(
    name="gabata",
    help="Plays, studies and bulk-simulates the sowing games of the Horn of Africa.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"gabata {gabata.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_show_version)
    ] = False,
) -> None:
    """Plays, studies and bulk-simulates the sowing games of the Horn of Africa."""


for command in (games, rules, play, replay, simulate, compare):
    app.command()(command)


def main() -> None:
    """Runs a command. What the caller got wrong, and files that fail, are one line and exit code 2."""
    try:
        app(prog_name="gabata")
    except OSError as error:
        _complain(f"{error.filename}: {error.strerror}" if error.filename else error)
    except (ValueError, OverflowError, MemoryError, ImportError) as error:
        _complain(error)


def _complain(words: object) -> NoReturn:
    print(f"gabata: {words}", file=sys.stderr)
    sys.exit(2)
