"""What a study hands back: named columns of one length, with where they come from, for notebooks, Arrow and files.

A result is a frozen dataclass. Its fields that are arrays or `Estimate`s with one entry a row are its columns; what it
knows besides stands in `provenance` (how to make the very same numbers again) and `notes` (what to keep in mind when
reading them).
"""

import html
import importlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from gabata._core import Game
from gabata.study.intervals import Estimate

__all__ = ["Result", "one_round", "provenance", "says_rounds"]

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

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        """Heads and the first rows as people read them."""
        parts = self._parts()
        rows = [[_cell(part, row) for part in parts.values()] for row in range(min(len(self), SHOWN_ROWS))]
        return [name.replace("_", " ") for name in parts], rows

    def _remarks(self) -> list[str]:
        left_out = len(self) - SHOWN_ROWS
        return [*self.notes, *([f"{left_out:,} more rows are not shown."] if left_out > 0 else [])]

    def __str__(self) -> str:
        heads, rows = self._cells()
        widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        lines = []
        for row in (heads, *rows):
            padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            lines.append("  ".join(padded).rstrip())
        return "\n".join([self._caption(), "", *lines, "", *self._remarks()]).rstrip()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._caption()}, {len(self)} rows>"

    def _caption(self) -> str:
        made = self.provenance
        changed = ", ".join(f"{name}={value!r}" for name, value in made.get("changed", {}).items())
        game = f"{made['game']}({changed})" if changed else made["game"]
        matches = f", n={made['n']:,}, seed={made['seed']}" if "n" in made else ""
        return f"{self.title}: {game}{matches}"

    def _repr_html_(self) -> str:
        heads, rows = self._cells()
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in heads)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        remarks = "".join(f"<p>{html.escape(remark)}</p>" for remark in self._remarks())
        caption = f"<caption>{html.escape(self._caption())}</caption>"
        return f"<div><table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{remarks}</div>"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The columns as an Arrow stream: `pyarrow.table(result)`, `polars.DataFrame(result)`. Needs pyarrow."""
        return self._arrow().__arrow_c_stream__(requested_schema)

    def _arrow(self) -> Any:
        try:
            pyarrow = importlib.import_module("pyarrow")
        except ImportError as error:
            raise ImportError("Arrow tables of a study are made by pyarrow: pip install pyarrow") from error
        arrays = {}
        for name, column in self.columns.items():
            flat = pyarrow.array(column.reshape(-1))
            for size in reversed(column.shape[1:]):
                flat = pyarrow.FixedSizeListArray.from_arrays(flat, size)
            arrays[name] = flat
        return pyarrow.table(arrays).replace_schema_metadata({"gabata": self._made()})

    def _made(self) -> str:
        return json.dumps({"result": type(self).__name__, "provenance": self.provenance, "notes": self.notes})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the columns and where they come from to an `.npz` file, whole or not at all; `load` reads it back.

        Raises `ValueError` for another suffix and `OSError` when the file cannot be written.
        """
        path = Path(path)
        if path.suffix != ".npz":
            raise ValueError(f"a study is saved as .npz, not {path.name!r}; for other forms go through Arrow")
        held: dict[str, Any] = {"gabata": np.array(self._made())} | self.columns
        held |= _flat({name: getattr(self, name) for name in self.beside})
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".npz")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez_compressed(file, **held)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Reads what `save` wrote. Raises `ValueError` when the file holds something else."""
        with np.load(path, allow_pickle=False) as file:
            held = {name: file[name] for name in file.files}
        made = json.loads(str(held.pop("gabata"))) if "gabata" in held else {}
        if made.get("result") != cls.__name__:
            raise ValueError(f"{os.fspath(path)} holds {made.get('result', 'no study')}, not {cls.__name__}")
        values: dict[str, Any] = {}
        for field in fields(cls):
            if field.name in ("provenance", "notes"):
                continue
            column = held[field.name]
            if f"{field.name}_low" in held:
                column = Estimate(column, held[f"{field.name}_low"], held[f"{field.name}_high"])
            values[field.name] = column
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
        value, low, high = (float(array[row]) for array in (part.value, part.low, part.high))
        if np.isnan(value):
            return "-"
        digits = _digits(value, high - low)
        shown = f"{value:.{digits}f}"
        return shown if np.isnan(low) else f"{shown} [{low:.{digits}f}, {high:.{digits}f}]"
    entry = part[row]
    if entry.ndim == 2:
        return " / ".join(" ".join(map(str, line)) for line in entry.tolist())
    if entry.ndim == 1:
        return " ".join(map(str, entry.tolist()))
    value = entry.item()
    if isinstance(value, float):
        return f"{value:.4g}"
    return f"{value:,}" if type(value) is int else str(value)


def _digits(value: float, width: float) -> int:
    """Decimal places that show an interval's width in two figures."""
    if not width > 0:
        return 0 if value.is_integer() else 4
    return int(np.clip(1 - np.floor(np.log10(width)), 0, 8))


def provenance(study: str, game: Game, **arguments: Any) -> dict[str, Any]:
    """How to make a result again: what `Result.provenance` holds."""
    from gabata import __version__

    defaults = Game(game.id).options
    changed = {name: value for name, value in game.options.items() if value != defaults[name]}
    made = {"version": __version__, "study": study, "game": game.id, "options": game.options, "changed": changed}
    return made | arguments


def one_round(game: Game | str, rounds: int | None = 1) -> Game:
    """The game as studies play it: with `max_rounds` set to `rounds` where the game has rounds and does not say itself.

    One round is the natural unit: whole matches of games with rounds are hundreds of rounds long. None plays them.
    """
    game = Game(game) if isinstance(game, str) else game
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
    return (f"One match is {played} (max_rounds={rounds}); rounds=None plays whole matches.",)
