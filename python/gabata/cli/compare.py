"""`gabata compare`: does it matter how one reads the source?"""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

import gabata
from gabata import saving
from gabata._files import replacing
from gabata.cli.arguments import GameId, OptionList, count, game_of, out_file, says_max_rounds, shows_progress
from gabata.study import Comparison
from gabata.study.readings import MEASURES

__all__ = ["compare"]

MATCHES = 20_000
"""Matches a reading without `--games`: a few seconds."""
ALWAYS = "first_mover_wins"
"""What is printed even where it does not change."""


def compare(
    game: GameId,
    option: OptionList = [],  # noqa: B006 - typer wants the default here and copies it
    reading: Annotated[
        list[str], typer.Option(metavar="NAME", help="A reading to compare; may be repeated.", show_default="all")
    ] = [],  # noqa: B006
    factorial: Annotated[
        bool, typer.Option("--factorial", help="Every combination of readings instead of one change at a time.")
    ] = False,
    games: Annotated[int, typer.Option(help="Matches under each reading.", parser=count, metavar="NUMBER")] = MATCHES,
    seed: Annotated[int, typer.Option(help="Same seed, same matches.")] = 0,
    threads: Annotated[int | None, typer.Option(help="Threads; all cores by default.")] = None,
    max_turns: Annotated[
        int, typer.Option(help="Turns after which a match is cut off.", parser=count, metavar="NUMBER")
    ] = 10_000,
    level: Annotated[float, typer.Option(help="How sure the intervals are.")] = 0.95,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.npz|.csv|.parquet", help="Write the whole table.", parser=out_file)
    ] = None,
) -> None:
    """Plays a game under each option of each reading of its source, between random players, and says what changes.

    Games with rounds play one round, unless `--option max_rounds=` says otherwise.
    """
    played = game_of(game, option)
    with ExitStack() as stack:
        file = None
        if out is not None:
            saving.check_suffix(out)
            file = stack.enter_context(replacing(out))
        began = time.perf_counter()
        table = gabata.compare_readings(
            played,
            games,
            seed,
            readings=reading or None,
            factorial=factorial,
            rounds=None if says_max_rounds(option) else 1,
            max_turns=max_turns,
            level=level,
            threads=threads,
            progress=shows_progress(),
        )
        seconds = time.perf_counter() - began
        if file is not None and out is not None:
            table.write(file, out.suffix)
    _report(table, level, seconds)


def _report(table: Comparison, level: float, seconds: float) -> None:
    """Prints the tables, to standard output."""
    game = gabata.Game(table.provenance["game"], **table.provenance["options"])
    console = Console(highlight=False)
    n = table.provenance["n"]
    console.print(f"[bold]{game.title}[/]: {n:,} matches of two random players under each reading")
    default = _table("as given", "")
    for name in MEASURES:
        default.add_row(name.replace("_", " "), getattr(table, name)[0].text())
    changes = _table("reading", "part in", "after turns", "what changes")
    for row in range(1, len(table)):
        changes.add_row(
            f"{table.reading[row]}={table.option[row]}" if "," not in table.reading[row] else _combination(table, row),
            f"{float(table.parted.value[row]):.2%}",
            table.turns_together[row].text(),
            _what_changes(table, row),
        )
    console.print("", default, "", changes, "", *_remarks(game, table, level), f"{seconds:.2f} s", sep="\n")


def _combination(table: Comparison, row: int) -> str:
    pairs = zip(table.reading[row].split(", "), table.option[row].split(", "), strict=True)
    return "\n".join("=".join(pair) for pair in pairs)


def _what_changes(table: Comparison, row: int) -> str:
    """What became of the first mover, and the differences that hold with all comparisons allowed for, a line each."""
    if table.same[row]:
        return "nothing: it never applied"
    names = [name for name in table.matters_for[row].split(", ") if name]
    lines = [f"{name.replace('_', ' ')} {table.difference(name)[row].text(sign=True)}" for name in names]
    if ALWAYS not in names:
        difference = table.difference(ALWAYS)[row].text(sign=True)
        lines.append(f"({ALWAYS.replace('_', ' ')} {difference})")
    return "\n".join(lines)


def _remarks(game: gabata.Game, table: Comparison, level: float) -> Iterator[str]:
    """What to keep in mind, in terms of what is printed."""
    rounds = game.options.get("max_rounds", 0)
    if rounds is None:
        yield "A match is as many rounds as it takes."
    elif rounds:
        yield f"A match is {rounds} round{'s' * (rounds != 1)}; whole matches: --option max_rounds=none"
    yield (
        "Changes are differences to the game as given, over pairs of matches with the same random draws, with "
        f"intervals at {level:.6g}. {table.comparisons} were looked at; those that are not in brackets hold even so "
        "(Bonferroni)."
    )
    numbers = [name for name, reading in game.readings.items() if not reading.options]
    if numbers:
        yield f"Not compared, since a number: {', '.join(numbers)}; --option {numbers[0]}=... plays all under another."
    unfinished = float(table.unfinished.value.max())
    if unfinished > 0:
        turns = table.provenance["max_turns"]
        yield f"Up to {unfinished:.2%} of the matches under a reading were cut off after {turns:,} turns (--max-turns)."


def _table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for other in others:
        table.add_column(other)
    return table
