"""What bulk play hands back: one row a match, in memory and in files."""

from __future__ import annotations

import html
import json
import operator
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from gabata import _core, saving
from gabata._core import Game, IllegalMoveError, Match, Position
from gabata.summary import Summary
from gabata.types import Reason

__all__ = ["Batch", "Player", "Record", "load", "structured"]

Record: TypeAlias = Literal["rounds", "moves", "boards", "final"]
Player: TypeAlias = str | Callable[[NDArray[np.uint8], NDArray[np.int8], NDArray[np.int8]], NDArray[np.int64]]

COLUMNS: dict[str, np.dtype[Any]] = {
    "winner": np.dtype(np.int8),
    "reason": np.dtype(np.uint8),
    "turns": np.dtype(np.uint32),
    "rounds": np.dtype(np.uint32),
    "laps": np.dtype(np.uint64),
    "held": np.dtype(np.int32),
    "first_mover": np.dtype(np.int8),
    "opening": np.dtype(np.int8),
}
"""The columns of every batch. All have shape (n,), but for `held`: (n, 2)."""

ROUND = np.dtype(
    [("match", np.uint64), ("began", np.int8), ("held", np.int32, (2,)), ("turns", np.uint32), ("reason", np.int8)]
)
"""The fields of a row of `Batch.round_table`."""

SEATS = ("south", "north")


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Batch:
    """Many matches, one row a match in every column: what `simulate` returns.

    Row k is match `first + k`. What was not asked for with `record=` is missing: reading it is an `AttributeError`
    that says how to ask. The arrays are the batch's own, not copies.

    >>> import gabata
    >>> batch = gabata.simulate("andada", 1000, seed=7, record=["moves"])
    >>> len(batch), batch.held.shape, len(batch.offsets)
    (1000, (1000, 2), 1001)
    >>> batch.winner.dtype, batch.moves.dtype
    (dtype('int8'), dtype('uint8'))
    """

    game: Game
    """The game that was played."""
    seed: int
    """The seed of all random numbers."""
    first: int
    """The index of the match in row 0."""
    players: tuple[Player, Player]
    """South's and north's player."""
    max_turns: int
    """Turns after which a match was cut off as unfinished."""
    starts: tuple[Position, ...]
    """The positions that matches started from; empty: the game's first."""
    games_each: int | None
    """With a list of starts: match i started from `starts[i // games_each]`."""
    record: tuple[Record, ...]
    """What was kept beside the columns."""
    _arrays: Mapping[str, NDArray[Any]]

    def __len__(self) -> int:
        return len(self.winner)

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """The columns, name -> array; all have one row a match. A new dict."""
        return {name: self._arrays[name] for name in COLUMNS}

    @property
    def records(self) -> dict[str, NDArray[Any]]:
        """What was kept beside the columns (`record=`), name -> array. A new dict."""
        return {name: array for name, array in self._arrays.items() if name not in COLUMNS}

    @property
    def winner(self) -> NDArray[np.int8]:
        """Who won: 0 south, 1 north, -1 nobody. `np.int8`, shape (n,)."""
        return self._arrays["winner"]

    @property
    def reason(self) -> NDArray[np.uint8]:
        """Why the match was over, a `gabata.Reason`. `np.uint8`, shape (n,)."""
        return self._arrays["reason"]

    @property
    def turns(self) -> NDArray[np.uint32]:
        """Turns: lifts that players chose. `np.uint32`, shape (n,). Openings, choices and race drops are no turns."""
        return self._arrays["turns"]

    @property
    def rounds(self) -> NDArray[np.uint32]:
        """Rounds that were counted. `np.uint32`, shape (n,)."""
        return self._arrays["rounds"]

    @property
    def laps(self) -> NDArray[np.uint64]:
        """Laps of all turns: lifts, those of relays included. `np.uint64`, shape (n,)."""
        return self._arrays["laps"]

    @property
    def held(self) -> NDArray[np.int32]:
        """Counters that south and north had off the board at the end. `np.int32`, shape (n, 2)."""
        return self._arrays["held"]

    @property
    def first_mover(self) -> NDArray[np.int8]:
        """Who made the first turn: 0, 1, or -1 when there was none. `np.int8`, shape (n,)."""
        return self._arrays["first_mover"]

    @property
    def opening(self) -> NDArray[np.int8]:
        """The first move that a player made, or -1 when there was none. `np.int8`, shape (n,)."""
        return self._arrays["opening"]

    @property
    def moves(self) -> NDArray[np.uint8]:
        """Every move, race drops included: those of row k are `moves[offsets[k]:offsets[k + 1]]`.

        `np.uint8`, shape (m,). With `record=("moves",)`.
        """
        return self._record("moves", "moves")

    @property
    def movers(self) -> NDArray[np.int8]:
        """Who made each of `moves`: 0, 1, or -1 for chance. `np.int8`, shape (m,). With `record=("moves",)`."""
        return self._record("movers", "moves")

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where the moves (and boards) of each row begin, and of the last end. `np.int64`, shape (n + 1,).

        With `record=("moves",)` or `("boards",)`.
        """
        return self._record("offsets", "moves")

    @property
    def boards(self) -> NDArray[np.uint8]:
        """The board after each move. `np.uint8`, shape (m, rows, columns). With `record=("boards",)`."""
        return self._record("boards", "boards")

    @property
    def final(self) -> NDArray[np.uint8]:
        """The board at the end. `np.uint8`, shape (n, rows, columns). With `record=("final",)`."""
        return self._record("final", "final")

    @property
    def round_table(self) -> NDArray[np.void]:
        """One row a counted round, in the order of play. A structured array, shape (rounds.sum(),), with the fields

        - `match` uint64: the index of the match, `first + k`;
        - `began` int8: who made its first turn, -1 when there was none;
        - `held` int32 (2,): what south and north held when it was counted;
        - `turns` uint32: its turns;
        - `reason` int8: the `gabata.Reason` for which the match ended with it, -1 when it went on.

        With `record=("rounds",)`.
        """
        return self._record("round_table", "rounds")

    def _record(self, name: str, record: Record) -> NDArray[Any]:
        if name not in self._arrays:
            raise AttributeError(f'this batch has no {name}: ask simulate for them with record=("{record}",)')
        return self._arrays[name]

    def summary(self) -> Summary:
        """Who won how often, by seat and by who began, draws by reason, unfinished matches, and turns and rounds.

        >>> import gabata
        >>> gabata.simulate("andada", 1000, seed=7).summary().matches
        1000
        """
        return Summary.of(self)

    @property
    def provenance(self) -> dict[str, Any]:
        """What makes the very same batch again, as JSON has it: version, game, options, seed, first, n, players, ...

        Functions among the players are named, `function NAME`; positions are lines of text.
        """
        return {
            "version": _core.__version__,
            "game": self.game.id,
            "options": self.game.options,
            "seed": self.seed,
            "first": self.first,
            "n": len(self),
            "players": [player_name(player) for player in self.players],
            "max_turns": self.max_turns,
            "starts": [start.text for start in self.starts],
            "games_each": self.games_each,
            "record": list(self.record),
        }

    def match(self, k: int) -> Match:
        """Row k as a `Match`, replayed from its moves and checked against the row.

        A move that would never end is one of its moves, after which all stands as before it and the match is over;
        that of a race at odds of 0 or 1 too.

        Without `record=("moves",)` the match is played again first, which takes players that are no functions.

        Raises `IndexError` for a row that there is not, and `ValueError` when the match cannot be had, or is not that
        of the row: a batch that was altered, or made by a version whose matches were others.

        >>> import gabata
        >>> batch = gabata.simulate("andada", 1000, seed=7)
        >>> match = batch.match(12)
        >>> match.position.turns == int(batch.turns[12])
        True
        """
        try:
            row = range(len(self))[operator.index(k)]
        except TypeError:
            raise TypeError(f"k is {k!r}; the number of a row is a whole number") from None
        except IndexError:
            raise IndexError(f"there is no row {k}; the batch has {len(self):,} rows, from 0") from None
        match = Match(self._start(row))
        try:
            for move in self._moves(row).tolist():
                match.play(move)
        except IllegalMoveError as error:
            raise ValueError(f"row {row} is not what its moves make: {error}") from error
        pos = match.position
        found = {
            "reason": Reason.UNFINISHED if pos.outcome is None else pos.outcome.reason,
            "winner": -1 if pos.winner is None else pos.winner,
            "turns": pos.turns - match.start.turns,
            "rounds": len(pos.rounds) - len(match.start.rounds),
            "held": pos.held.tolist(),
        }
        told = {name: self._arrays[name][row].tolist() for name in found}
        if found != told:
            raise ValueError(f"row {row} is not what its moves make: it says {told}, they make {found}")
        return match

    def _start(self, row: int) -> Position:
        """Where the match of a row began."""
        if self.games_each is not None:
            return self.starts[(self.first + row) // self.games_each]
        return self.starts[0] if self.starts else self.game.start()

    def _moves(self, row: int) -> NDArray[np.uint8]:
        """The moves of a row, kept or played again."""
        if "moves" in self.record:
            return self.moves[self.offsets[row] : self.offsets[row + 1]]
        if any(player not in _core.players() for player in self.players):
            raise ValueError(
                'a match with a function for a player is had from its moves: simulate with record=("moves",)'
            )
        again = _core.simulate(
            self.game,
            1,
            seed=self.seed,
            first=self.first + row,
            starts=self.starts or None,
            games_each=self.games_each,
            players=self.players,
            max_turns=self.max_turns,
            threads=1,
            record=("moves",),
            max_bytes=None,
            progress=None,
            cancel=None,
        )
        moves: NDArray[np.uint8] = again["moves"]
        return moves

    def to_numpy(self) -> NDArray[np.void]:
        """The columns as one structured array, shape (n,), a field each; `held` is a field of shape (2,). A copy.

        >>> import gabata
        >>> gabata.simulate("andada", 1000, seed=7).to_numpy().dtype.names[:3]
        ('winner', 'reason', 'turns')
        """
        return structured(self.columns)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The columns as an Arrow stream: `pyarrow.table(batch)`, `polars.DataFrame(batch)`.

        `held` is two columns, `held_south` and `held_north`; the provenance is the schema's metadata under `gabata`.
        Records are not in it. The protocol lets a producer take no notice of `requested_schema`, and this one does not.
        """
        return _core.arrow_stream(_flat(self.columns), {saving.KEY: json.dumps(self.provenance)})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the batch and its provenance to a `.npz`, `.csv` or `.parquet` file; `gabata.load` reads it back.

        The file is whole or not there. `.csv` and `.parquet` (which needs pyarrow) have a column for each column, with
        `held_south` and `held_north`; records go into `.npz` only. The first line of a `.csv` is a comment, `# gabata`
        and the provenance as JSON: `pandas.read_csv(path, comment="#")`.

        Raises `ValueError` for another suffix and for records where they do not go, `OSError` when the file cannot be
        written.
        """
        arrays = self.file_arrays(saving.check_suffix(path))
        saving.save(path, arrays, self.provenance)

    def file_arrays(self, suffix: str) -> dict[str, NDArray[Any]]:
        """The arrays that a file with this suffix holds. Raises `ValueError` as `save` does."""
        if suffix == ".npz":
            return dict(self._arrays)
        if self.record:
            raise ValueError(f"records ({', '.join(self.record)}) are saved as .npz only, not as {suffix}")
        return _flat(self.columns)

    def __repr__(self) -> str:
        players = " against ".join(map(player_name, self.players))
        cut = int((self.reason == Reason.UNFINISHED).sum())
        note = f", {cut / len(self):.0%} unfinished at max_turns={self.max_turns:,}" if 10 * cut > len(self) else ""
        return f"<gabata.Batch of {len(self):,} matches of {self.game!r}, {players}, seed {self.seed}{note}>"

    def _repr_html_(self) -> str:
        """The summary as a table, for notebooks."""
        rows = ((html.escape(what), html.escape(value)) for what, value in self.summary().rows())
        body = "".join(f"<tr><th style='text-align:left'>{what}</th><td>{value}</td></tr>" for what, value in rows)
        return f"<table><caption>{html.escape(repr(self)[1:-1])}</caption><tbody>{body}</tbody></table>"


def player_name(player: Player) -> str:
    """A player's name; `function NAME` for one that is a function."""
    return player if isinstance(player, str) else f"function {getattr(player, '__qualname__', repr(player))}"


def load(path: str | os.PathLike[str]) -> Batch:
    """Reads a batch that `Batch.save` wrote, and checks it: that it is as it was written, and of a game that there is.

    Raises `ValueError` when it is not, and `OSError` when the file cannot be read. Players that were functions are
    there by name only.

    >>> import gabata, tempfile
    >>> batch = gabata.simulate("andada", 1000, seed=7)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     batch.save(f"{folder}/andada.csv")
    ...     again = gabata.load(f"{folder}/andada.csv")
    >>> bool((again.winner == batch.winner).all()), again.seed
    (True, 7)
    """
    dtypes = {flat: dtype for name, dtype in COLUMNS.items() for flat in _flat_names(name)}
    arrays, made = saving.read(path, dtypes)
    if "result" in made:
        raise ValueError(
            f"{os.fspath(path)} holds no batch but a study: gabata.study.{made['result']}.load reads it, from .npz"
        )
    try:
        return _batch(_pairs(arrays), made)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ValueError(f"{os.fspath(path)} holds no batch of this gabata's: {error}") from error


def _batch(arrays: dict[str, NDArray[Any]], made: Mapping[str, Any]) -> Batch:
    """The batch that arrays and their provenance make, if they fit each other."""
    game = Game(made["game"], **made["options"])
    starts = tuple(game.position(text) for text in made["starts"])
    n, first = _number(made, "n", 2**63 - 1), _number(made, "first", 2**64 - 1)
    games_each = None if made["games_each"] is None else _number(made, "games_each", 2**63 - 1)
    if first + n >= 2**64 or (len(starts) > 1 if games_each is None else first + n > games_each * len(starts)):
        raise ValueError(f"first={first}, n={n}, games_each={games_each} and {len(starts)} starts do not go together")
    players, record = made["players"], made["record"]
    named = [isinstance(player, str) and (player in _core.players() or player[:9] == "function ") for player in players]
    if named != [True, True]:
        raise ValueError(f"players is {players!r}")
    if not set(record) <= set(get_args(Record)):
        raise ValueError(f"record is {record!r}")
    batch = Batch(
        game=game,
        seed=_number(made, "seed", 2**64 - 1),
        first=first,
        players=(players[0], players[1]),
        max_turns=_number(made, "max_turns", 2**32 - 1),
        starts=starts,
        games_each=games_each,
        record=tuple(record),
        _arrays=arrays,
    )
    wanted = _wanted(batch, n)
    if arrays.keys() != wanted.keys():
        raise ValueError(f"it holds {sorted(arrays)}; it would be {sorted(wanted)}")
    for name, (dtype, shape) in wanted.items():
        array = arrays[name]
        if array.dtype != dtype or array.shape != shape:
            raise ValueError(f"{name} is {array.dtype} {array.shape}; it would be {dtype} {shape}")
    if "offsets" in arrays and (batch.offsets[0] != 0 or (np.diff(batch.offsets) < 0).any()):
        raise ValueError("offsets do not ascend from 0")
    return batch


def _number(made: Mapping[str, Any], name: str, most: int) -> int:
    number = made[name]
    if type(number) is not int or not 0 <= number <= most:
        raise ValueError(f"{name} is {number!r}; it is a whole number from 0 to {most}")
    return number


def _wanted(batch: Batch, n: int) -> dict[str, tuple[np.dtype[Any], tuple[int, ...]]]:
    """The dtypes and shapes of the arrays of a batch of n rows, from what was kept, its offsets and its rounds."""
    wanted: dict[str, tuple[np.dtype[Any], tuple[int, ...]]] = {
        name: (dtype, (n, 2) if name == "held" else (n,)) for name, dtype in COLUMNS.items()
    }
    board = batch.game.shape
    if {"moves", "boards"} & set(batch.record):
        moves = int(batch.offsets[-1])
        wanted["offsets"] = np.dtype(np.int64), (n + 1,)
    if "moves" in batch.record:
        wanted |= {"moves": (np.dtype(np.uint8), (moves,)), "movers": (np.dtype(np.int8), (moves,))}
    if "boards" in batch.record:
        wanted["boards"] = np.dtype(np.uint8), (moves, *board)
    if "final" in batch.record:
        wanted["final"] = np.dtype(np.uint8), (n, *board)
    if "rounds" in batch.record:
        wanted["round_table"] = ROUND, (int(batch.rounds.sum()),)
    return wanted


def _flat_names(name: str) -> list[str]:
    return [f"held_{seat}" for seat in SEATS] if name == "held" else [name]


def _flat(columns: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Columns with one number a row: `held` becomes two."""
    flat: dict[str, NDArray[Any]] = {}
    for name, column in columns.items():
        parts = [column] if column.ndim == 1 else [np.ascontiguousarray(part) for part in column.T]
        flat |= dict(zip(_flat_names(name), parts, strict=True))
    return flat


def _pairs(flat: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The inverse of `_flat`; what is not flat stays as it is."""
    arrays = dict(flat)
    parts = [arrays.pop(name) for name in _flat_names("held") if name in arrays]
    return arrays | {"held": np.stack(parts, axis=1)} if parts else arrays


def structured(columns: Mapping[str, NDArray[Any]]) -> NDArray[np.void]:
    """One structured array of some columns of the same length, a field each."""
    length = len(next(iter(columns.values())))
    table = np.empty(length, [(name, column.dtype, column.shape[1:]) for name, column in columns.items()])
    for name, column in columns.items():
        table[name] = column
    return table
