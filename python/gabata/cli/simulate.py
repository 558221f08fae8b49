"""`gabata simulate`: many random matches, and a table of what became of them."""

import csv
import io
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import numpy as np
import numpy.typing as npt
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from tqdm import tqdm

import gabata
from gabata import Batch, Reason
from gabata._files import replacing
from gabata.cli.arguments import GameId, OptionList, game_of, says_max_rounds
from gabata.study.results import one_round

__all__ = ["simulate"]

MATCHES = 1_000_000
"""Matches without `--games`: some seconds."""
WHOLE_MATCHES = 1_000
"""The same where a match is as many rounds as it takes: hundreds."""
MAX_TURNS = 10_000
WHOLE_MAX_TURNS = 1_000_000

SEATS = ("south", "north")


def simulate(
    game: GameId,
    option: OptionList = [],  # noqa: B006 - typer wants the default here and copies it
    games: Annotated[
        int | None,
        typer.Option(
            min=0, max=2**63 - 1, help=f"How many matches: {MATCHES:,}, or {WHOLE_MATCHES:,} whole ones of many rounds."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Same seed, same matches.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, max=2**16, help="Threads; all cores by default.")] = None,
    max_turns: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=2**32 - 1,
            help=f"Turns after which a match is cut off: {MAX_TURNS:,}, or {WHOLE_MAX_TURNS:,} of a whole one.",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE.npz|FILE.csv", help="Write a row a match there.")] = None,
) -> None:
    """Plays many matches between random players and counts what became of them.

    Games with rounds play one round, unless `--option max_rounds=` says otherwise.
    """
    played = game_of(game, option)
    if not says_max_rounds(option):
        played = one_round(played)
    is_whole = played.options.get("max_rounds", 1) is None
    n = games if games is not None else WHOLE_MATCHES if is_whole else MATCHES
    cut = max_turns if max_turns is not None else WHOLE_MAX_TURNS if is_whole else MAX_TURNS
    with ExitStack() as stack:
        file = None
        if out is not None:
            _check_suffix(out)
            # Before the matches are played: whoever asks for a file that cannot be written hears it at once.
            file = stack.enter_context(replacing(out))
        began = time.perf_counter()
        with tqdm(total=n, unit=" matches", unit_scale=True, disable=None, leave=False) as bar:
            batch = gabata.simulate(
                played,
                n,
                seed=seed,
                max_turns=cut,
                threads=threads,
                progress=lambda done, _total: bar.update(done - bar.n),
            )
        seconds = time.perf_counter() - began
        if file is not None and out is not None:
            _write(batch, file, out.suffix)
    _report(batch, n, seed, cut, seconds)


def _check_suffix(out: Path) -> None:
    if out.suffix not in (".npz", ".csv"):
        raise ValueError(f"--out {out}: the name of the file ends in .npz or .csv")


def _write(batch: Batch, file: BinaryIO, suffix: str) -> None:
    columns: dict[str, Any] = batch.columns
    if suffix == ".npz":
        np.savez_compressed(file, **columns)
        return
    flat: dict[str, npt.NDArray[np.generic]] = {}
    for name, column in columns.items():
        if column.ndim == 1:
            flat[name] = column
        else:
            flat |= {f"{name}_{seat}": column[:, k] for k, seat in enumerate(SEATS)}
    with io.TextIOWrapper(file, encoding="utf-8", newline="") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(flat)
        writer.writerows(zip(*(column.tolist() for column in flat.values()), strict=True))


def _report(batch: Batch, n: int, seed: int, max_turns: int, seconds: float) -> None:
    """Prints the tables, to standard output."""
    game = batch.game
    console = Console(highlight=False)
    console.print(f"[bold]{game.title}[/]: {n:,} matches of two random players")
    console.print(
        f"gabata.simulate({game!r}, {n:_}, seed={seed}, max_turns={max_turns:_})", style="dim", soft_wrap=True
    )
    if n > 0:
        for table in (_wins(batch), _ends(batch, max_turns), _lengths(batch)):
            console.print("", table, sep="\n")
    console.print()
    rounds = game.options.get("max_rounds")
    if rounds is not None:
        console.print(f"A match is {rounds} round{'s' * (rounds != 1)}; whole matches: --option max_rounds=none")
    turns = int(batch.columns["turns"].sum())
    console.print(f"{seconds:.2f} s, {n / seconds:,.0f} matches/s, {turns / seconds / 1e6:,.1f} million turns/s")


def _wins(batch: Batch) -> Table:
    """Who won, by who made the first ordinary turn."""
    winner, began = batch.columns["winner"], batch.columns["first_mover"]
    unfinished = batch.columns["reason"] == Reason.UNFINISHED
    results = {name: winner == seat for seat, name in enumerate(SEATS)}
    results |= {"draw": (winner < 0) & ~unfinished, "unfinished": unfinished}
    rows = {f"{name} began": began == seat for seat, name in enumerate(SEATS)}
    rows |= {"nobody began": began < 0, "all": np.ones_like(unfinished)}
    table = _table("who won", *results, "matches")
    for row, among in rows.items():
        total = int(among.sum())
        if total > 0:
            shares = (f"{(among & result).sum() / total:.2%}" for result in results.values())
            table.add_row(row, *shares, f"{total:,}")
    return table


def _ends(batch: Batch, max_turns: int) -> Table:
    """Why matches were over; what is no draw is not called one."""
    reason, is_draw = batch.columns["reason"], batch.columns["winner"] < 0
    rounds = batch.game.options.get("max_rounds")
    ends = {
        "won by the game's rule": reason == Reason.WON,
        f"won by more counters after round {rounds}": (reason == Reason.ROUNDS) & ~is_draw,
        f"draw: as many counters each after round {rounds}": (reason == Reason.ROUNDS) & is_draw,
        "draw: by the game's rule": reason == Reason.DRAW,
        "draw: a relay that never stops": reason == Reason.ENDLESS,
        f"unfinished, no draw: cut off after {max_turns:,} turns": reason == Reason.UNFINISHED,
    }
    table = _table("how it ended", "", "matches")
    for end, matches in ends.items():
        count = int(matches.sum())
        if count > 0:
            table.add_row(end, f"{count / len(reason):.2%}", f"{count:,}")
    return table


def _lengths(batch: Batch) -> Table:
    """How long matches were."""
    names = ["turns", "rounds"] if "max_rounds" in batch.game.options else ["turns"]
    table = _table("how long", "mean", "least", "5%", "25%", "median", "75%", "95%", "most")
    for name in names:
        column = batch.columns[name]
        quantiles = np.quantile(column, [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1], method="inverted_cdf")
        table.add_row(name, f"{column.mean():,.1f}", *(f"{quantile:,}" for quantile in quantiles.tolist()))
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for other in others:
        table.add_column(other, justify="right", no_wrap=True)
    return table
