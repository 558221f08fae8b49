"""What a study hands back: named columns of one length, with where they come from, for notebooks, Arrow and files.

A result is a frozen dataclass. Its fields that are arrays or `Estimate`s with one entry a row are its columns; what it
knows besides stands in `provenance` (how to make the very same numbers again) and `notes` (what to keep in mind when
reading them).
"""

import html
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from gabata import _core, saving
from gabata._checks import instance, whole
from gabata._core import Game
from gabata._files import replacing
from gabata.batch import Player, player_name
from gabata.study.intervals import Estimate

__all__ = ["Result", "level_note", "one_round", "provenance", "says_rounds", "says_unfinished"]

Array = NDArray[Any]

SHOWN_ROWS = 40
"""Rows that a notebook or a terminal shows; a file and Arrow get them all."""


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """The columns of a study, where they come from and what to keep in mind."""

    provenance: dict[str, Any]
    """Version, study, game, options, seed, n, players and the study's own arguments."""
    notes: tuple[str, ...]
    """Sentences that belong to the numbers."""

    title: ClassVar[str] = ""
    beside: ClassVar[tuple[str, ...]] = ()
    """Fields that are no columns, since their entries are no rows; a file holds them too."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                value = value.copy()
                value.setflags(write=False)
                object.__setattr__(self, field.name, value)

    def _parts(self) -> dict[str, Array | Estimate]:
        """The fields that hold one entry a row."""
        held = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in self.beside}
        return {name: value for name, value in held.items() if isinstance(value, np.ndarray | Estimate)}

    @property
    def columns(self) -> dict[str, Array]:
        """Name -> array; an estimate `x` gives `x`, `x_low` and `x_high`. A new dict."""
        return _flat(self._parts())

    def __len__(self) -> int:
        return next((len(column) for column in self.columns.values()), 0)

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Heads and the first rows as people read them."""
        parts = self._parts()
        rows = [[_cell(part, row) for part in parts.values()] for row in range(min(len(self), SHOWN_ROWS))]
        return [name.replace("_", " ") for name in parts], rows

    def remarks(self) -> list[str]:
        """The sentences below the table."""
        left_out = len(self) - SHOWN_ROWS
        return [*self.notes, *([f"{left_out:,} more rows are not shown."] if left_out > 0 else [])]

    def __str__(self) -> str:
        heads, rows = self.table()
        widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        lines = []
        for row in (heads, *rows):
            padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            lines.append("  ".join(padded).rstrip())
        return "\n".join([self._caption(), "", *lines, "", *self.remarks()]).rstrip()

    def __repr__(self) -> str:
        return f"<{self._caption()}; {len(self)} rows>"

    def _caption(self) -> str:
        made = self.provenance
        changed = ", ".join(f"{name}={value!r}" for name, value in made.get("changed", {}).items())
        game = f"{made['game']}({changed})" if changed else made["game"]
        matches = f", n={made['n']:,}, seed={made['seed']}" if "n" in made else ""
        return f"{self.title}: {game}{matches}"

    def _repr_html_(self) -> str:
        heads, rows = self.table()
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in heads)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        remarks = "".join(f"<p>{html.escape(remark)}</p>" for remark in self.remarks())
        caption = f"<caption>{html.escape(self._caption())}</caption>"
        return f"<div><table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{remarks}</div>"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The columns as an Arrow stream: `pyarrow.table(result)`, `polars.DataFrame(result)`.

        Boards are lists of lists of fixed size; what `save` writes beside the columns is the metadata of the schema.
        """
        return _core.arrow_stream(self.columns, {saving.KEY: json.dumps(self._made())})

    def _made(self) -> dict[str, Any]:
        return {"result": type(self).__name__, "provenance": self.provenance, "notes": self.notes}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the columns and where they come from to a file, whole or not at all.

        `.npz` takes everything, and `load` reads it back. `.csv` (its first line is a comment with the provenance) and
        `.parquet` (which needs pyarrow) are for other programs and take columns of one number or word a row.

        Raises `ValueError` for another suffix and for columns that do not go there, and `OSError` when the file cannot
        be written.
        """
        suffix = saving.check_suffix(path)
        with replacing(path) as file:
            self.write(file, suffix)

    def write(self, file: BinaryIO, suffix: str) -> None:
        """Writes to an open file in the form of that suffix: the part of `save` that is not the file's name."""
        saving.write(file, suffix, self.file_arrays(suffix), self._made())

    def file_arrays(self, suffix: str) -> dict[str, Array]:
        """The arrays that a file with this suffix holds. Raises `ValueError` as `save` does."""
        columns = self.columns
        if suffix == ".npz":
            return columns | _flat({name: getattr(self, name) for name in self.beside})
        for name, column in columns.items():
            if column.ndim > 1:
                raise ValueError(f"{name} is saved as .npz only, not as {suffix}: it is an array of {column.shape}")
        return columns

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Reads a `.npz` file that `save` wrote. Raises `ValueError` when it holds something else or is damaged."""
        if Path(path).suffix != ".npz":
            raise ValueError(f"{os.fspath(path)}: studies are read back from .npz")
        held, made = saving.read(path, {})
        found = made.get("result", "Batch")
        if found != cls.__name__:
            raise ValueError(f"{os.fspath(path)} holds what a {found} holds, not a {cls.__name__}")
        if missing := {field.name for field in fields(cls)} - {"provenance", "notes", *held}:
            raise ValueError(f"{os.fspath(path)} is of another version: it has no {', '.join(sorted(missing))}")
        values: dict[str, Any] = {}
        for field in fields(cls):
            if field.name in ("provenance", "notes"):
                continue
            bounds = [held[name] for name in (f"{field.name}_low", f"{field.name}_high") if name in held]
            values[field.name] = Estimate(held[field.name], *bounds) if bounds else held[field.name]
        return cls(made["provenance"], tuple(made["notes"]), **values)


def _flat(parts: Mapping[str, Array | Estimate]) -> dict[str, Array]:
    """One array a name, three an estimate."""
    arrays: dict[str, Array] = {}
    for name, part in parts.items():
        if isinstance(part, Estimate):
            arrays |= {name: part.value, f"{name}_low": part.low, f"{name}_high": part.high}
        else:
            arrays[name] = part
    return arrays


def _cell(part: Array | Estimate, row: int) -> str:
    if isinstance(part, Estimate):
        return part[row].text()
    entry = part[row]
    if entry.ndim == 2:
        return " / ".join(" ".join(map(str, line)) for line in entry.tolist())
    if entry.ndim == 1:
        return " ".join(map(str, entry.tolist()))
    value = entry.item()
    if isinstance(value, float):
        return f"{value:.4g}"
    return f"{value:,}" if type(value) is int else str(value)


def provenance(study: str, game: Game, *, players: Iterable[Player] = (), **arguments: Any) -> dict[str, Any]:
    """How to make a result again, as JSON has it: what `Result.provenance` holds. Functions among players are named."""
    defaults = Game(game.id).options
    changed = {name: value for name, value in game.options.items() if value != defaults[name]}
    made = {
        "version": _core.__version__,
        "study": study,
        "game": game.id,
        "options": game.options,
        "changed": changed,
    }
    if named := [player_name(player) for player in players]:
        made["players"] = named
    return made | arguments


def game_named(game: Game | str) -> Game:
    """The game that a study is of. Raises `TypeError` for what is neither a game nor its id."""
    instance("game", game, (Game, str), "a game's id or a gabata.Game")
    return Game(game) if isinstance(game, str) else game


def one_round(game: Game | str, rounds: int | None = 1) -> Game:
    """The game as studies play it: with `max_rounds` set to `rounds` where the game has rounds and does not say itself.

    One round is the natural unit: whole matches of games with rounds are hundreds of rounds long. None plays them.
    """
    game = game_named(game)
    if rounds is not None:
        rounds = whole("rounds", rounds, 1, 2**32 - 1)
    if game.options.get("max_rounds", 0) is not None or rounds is None:
        return game
    return Game(game.id, **(game.options | {"max_rounds": rounds}))


def says_rounds(game: Game) -> tuple[str, ...]:
    """The note that says what was played of a game with rounds."""
    rounds = game.options.get("max_rounds", 0)
    if rounds == 0:
        return ()
    if rounds is None:
        return ("Whole matches, as many rounds as they take.",)
    played = "1 round" if rounds == 1 else f"{rounds} rounds"
    whole = "rounds=None, or --option max_rounds=none on the command line"
    return (f"One match is {played} (max_rounds={rounds}); for whole matches: {whole}.",)


def says_unfinished(matches: int, max_turns: int) -> tuple[str, ...]:
    """The note that goes with matches that were cut off."""
    if not matches:
        return ()
    return (f"{matches:,} matches are unfinished: what they count stops at max_turns={max_turns:,}.",)


def level_note(level: float) -> str:
    """The note that says what the intervals are."""
    return f"Intervals are at {level:.6g}: Wilson's for shares, normal for means over matches."
