"""`gabata simulate`: many random matches, and a table of what became of them."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

import gabata
from gabata import Batch, Reason, saving
from gabata._files import replacing
from gabata.cli.arguments import (
    GameId,
    OptionList,
    check_players,
    count,
    game_of,
    out_file,
    says_max_rounds,
    shows_progress,
)
from gabata.study.results import one_round
from gabata.summary import DRAWN

__all__ = ["simulate"]

MATCHES = 1_000_000
"""Matches without `--games`: some seconds."""
WHOLE_MATCHES = 1_000
"""The same where a match is as many rounds as it takes: hundreds."""
MAX_TURNS = 10_000
WHOLE_MAX_TURNS = 1_000_000

SEATS = ("south", "north")
RANDOM = ("random", "random")


def simulate(
    game: GameId,
    option: OptionList = [],  # noqa: B006 - typer wants the default here and copies it
    games: Annotated[
        int | None,
        typer.Option(
            help=f"How many matches: {MATCHES:,}, or {WHOLE_MATCHES:,} whole ones of many rounds.",
            parser=count,
            metavar="NUMBER",
        ),
    ] = None,
    players: Annotated[
        tuple[str, str], typer.Option(metavar="SOUTH NORTH", help=f"Who plays: {' or '.join(gabata.players())}.")
    ] = RANDOM,
    seed: Annotated[int, typer.Option(help="Same seed, same matches.")] = 0,
    threads: Annotated[int | None, typer.Option(help="Threads; all cores by default.")] = None,
    max_turns: Annotated[
        int | None,
        typer.Option(
            help=f"Turns after which a match is cut off: {MAX_TURNS:,}, or {WHOLE_MAX_TURNS:,} of a whole one.",
            parser=count,
            metavar="NUMBER",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.npz|.csv|.parquet", help="Write a row a match.", parser=out_file)
    ] = None,
) -> None:
    """Plays many matches between two players, random ones by default, and counts what became of them.

    Games with rounds play one round, unless `--option max_rounds=` says otherwise.
    """
    check_players("--players", *players)
    played = game_of(game, option)
    if not says_max_rounds(option):
        played = one_round(played)
    is_whole = played.options.get("max_rounds", 1) is None
    n = games if games is not None else WHOLE_MATCHES if is_whole else MATCHES
    cut = max_turns if max_turns is not None else WHOLE_MAX_TURNS if is_whole else MAX_TURNS
    with ExitStack() as stack:
        file = None
        if out is not None:
            saving.check_suffix(out)
            # Before the matches are played: whoever asks for a file that cannot be written hears it at once.
            file = stack.enter_context(replacing(out))
        began = time.perf_counter()
        batch = _matches(
            played, n, seed=seed, players=players, max_turns=cut, threads=threads, progress=shows_progress()
        )
        seconds = time.perf_counter() - began
        if file is not None and out is not None:
            saving.write(file, out.suffix, batch.file_arrays(out.suffix), batch.provenance)
    _report(batch, seconds)


def _matches(game: gabata.Game, n: int, **options: Any) -> Batch:
    try:
        return gabata.simulate(game, n, **options)
    except ValueError as error:
        if "max_bytes" not in str(error):
            raise
        # What it advises is for callers in Python.
        raise ValueError(
            f"{n:,} matches do not fit into memory: give a smaller --games, and shards of a long run from Python, by "
            "gabata.simulate_chunks"
        ) from error


def _report(batch: Batch, seconds: float) -> None:
    """Prints the tables, to standard output."""
    console = Console(highlight=False)
    console.print(f"[bold]{batch.game.title}[/]: {len(batch):,} matches of {_who(batch)}")
    players = "" if batch.players == RANDOM else f", players={batch.players}"
    console.print(
        f"gabata.simulate({batch.game!r}, {len(batch):_}, seed={batch.seed}{players}, max_turns={batch.max_turns:_})",
        style="dim",
        soft_wrap=True,
    )
    if len(batch):
        for table in (_wins(batch), _ends(batch), _lengths(batch)):
            console.print("", table, sep="\n")
    console.print()
    rounds = batch.game.options.get("max_rounds")
    if rounds is not None:
        console.print(f"A match is {rounds} round{'s' * (rounds != 1)}; whole matches: --option max_rounds=none")
    matches_a_second, turns_a_second = len(batch) / seconds, int(batch.turns.sum()) / seconds
    console.print(f"{seconds:.2f} s, {matches_a_second:,.0f} matches/s, {turns_a_second / 1e6:,.1f} million turns/s")


def _who(batch: Batch) -> str:
    south, north = batch.players
    return f"two {south} players" if south == north else f"{south} as south and {north} as north"


def _wins(batch: Batch) -> Table:
    """Who won, by who made the first turn."""
    winner, began = batch.winner, batch.first_mover
    unfinished = batch.reason == Reason.UNFINISHED
    results = {seat: winner == k for k, seat in enumerate(SEATS)}
    results |= {"draw": (winner < 0) & ~unfinished, "unfinished": unfinished}
    rows = {f"{seat} began": began == k for k, seat in enumerate(SEATS)}
    rows |= {"nobody began": began < 0, "all": np.ones_like(unfinished)}
    table = _table("who won", *results, "matches")
    for row, among in rows.items():
        total = int(among.sum())
        if total > 0:
            shares = (f"{(among & result).sum() / total:.2%}" for result in results.values())
            table.add_row(row, *shares, f"{total:,}")
    return table


def _ends(batch: Batch) -> Table:
    """Why matches were over; what is no draw is not called one."""
    summary = batch.summary()
    ends = {"won": sum(summary.wins)}
    ends |= {f"drawn: {DRAWN[reason]}": count for reason, count in summary.draws.items() if count}
    ends |= {f"unfinished: cut off after {batch.max_turns:,} turns": summary.unfinished}
    table = _table("how it ended", "", "matches")
    for end, matches in ends.items():
        table.add_row(end, f"{matches / len(batch):.2%}", f"{matches:,}")
    return table


def _lengths(batch: Batch) -> Table:
    """How long matches were."""
    summary = batch.summary()
    spreads = {"turns": summary.turns}
    if "max_rounds" in batch.game.options:
        spreads["rounds"] = summary.rounds
    table = _table("how long", "mean", "least", "25%", "median", "75%", "most")
    for name, spread in spreads.items():
        if spread is not None:
            table.add_row(name, f"{spread.mean:,.1f}", *(f"{quantile:,}" for quantile in spread[1:]))
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for other in others:
        table.add_column(other, justify="right", no_wrap=True)
    return table
