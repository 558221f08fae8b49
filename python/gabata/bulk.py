"""Bulk play: millions of matches into NumPy arrays."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gabata import _core
from gabata._core import Cancel, Game, Position
from gabata.memory import default_max_bytes
from gabata.progress import Progress, reporting
from gabata.summary import Summary

__all__ = ["Batch", "Player", "Record", "simulate"]

Record: TypeAlias = Literal["rounds", "moves", "boards", "final"]
Player: TypeAlias = str | Callable[[NDArray[np.uint8], NDArray[np.int8], NDArray[np.int8]], NDArray[np.int64]]


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Batch:
    """Many matches, one row a match in every column: what `simulate` returns.

    Row k is match `first + k`. What was not asked for with `record=` is missing: reading it is an `AttributeError`
    that says how to ask. The arrays are the batch's own, not copies.
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
    _arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.winner)

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """The columns, name -> array; all have one row a match. A new dict."""
        return {name: self._arrays[name] for name in _COLUMNS}

    @property
    def records(self) -> dict[str, NDArray[Any]]:
        """What was kept beside the columns (`record=`), name -> array. A new dict."""
        return {name: array for name, array in self._arrays.items() if name not in _COLUMNS}

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

    def __repr__(self) -> str:
        return f"<gabata.Batch of {len(self):,} matches of {self.game}, seed {self.seed}>"


_COLUMNS = ("winner", "reason", "turns", "rounds", "laps", "held", "first_mover", "opening")


def simulate(
    game: Game | str,
    n: int,
    *,
    seed: int = 0,
    first: int = 0,
    start: Position | Sequence[Position] | None = None,
    games_each: int | None = None,
    players: tuple[Player, Player] = ("random", "random"),
    max_turns: int = 10_000,
    threads: int | None = None,
    record: Iterable[Record] = (),
    max_bytes: int | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Batch:
    """Plays `n` matches and returns them as a `Batch` of NumPy arrays, one row a match.

    Match k is a function of (game with its options, start, players, max_turns, seed, first + k) and of nothing else:
    the same on any machine, with any number of threads, and in any part of a larger run.

    - `game`: a `Game`, or the id of one.
    - `seed`, `first`: numbers from 0 to 2**64 - 1; `first` is the index of the first match.
    - `start`: a `Position` that all matches start from, or a list of them with `games_each=`: match i starts from
      `start[i // games_each]`.
    - `players`: south's and north's: `"random"` (any legal move), `"greedy"` (most captured, any among equals), or a
      function `f(obs, action_mask, to_play)` that returns moves as `np.int64`, shape (N,). It is called once a step for
      all N matches that wait for it (of up to 65,536 that are under way at once), in the order of their indices, with
      new arrays: `obs` `np.uint8` (N, size) is what the player to move sees (as in `VectorEnv`), `action_mask`
      `np.int8` (N, num_moves) is 1 where a move is legal, `to_play` `np.int8` (N,) is the seat. One function for both
      seats is called for both at once. The promise above then holds if a row's move depends on that row alone.
    - `max_turns`: a match is cut off after so many turns; its reason is `Reason.UNFINISHED`, which is not a draw.
    - `threads`: None for all cores.
    - `record`: any of `"moves"`, `"boards"`, `"rounds"`, `"final"`: see `Batch`.
    - `max_bytes`: what columns and records may take, by default half of the memory that is free.
    - `progress`: True shows a bar; a function is called as `progress(done, n)`.
    - `cancel`: a `gabata.Cancel` that another thread may set.

    Releases the GIL. Ctrl-C stops it within 0.1 s; off the main thread, where Python sees no Ctrl-C, `cancel` does.

    Raises `ValueError` for arguments that make no sense and for what takes more than `max_bytes`, `CancelledError`,
    and what a player or `progress` raises. A player who returns something else gets a `TypeError` or
    `IllegalMoveError` that names match and move.

    >>> import gabata
    >>> batch = gabata.simulate("andada", 1000, seed=7)
    >>> batch.winner.shape, batch.turns.dtype
    ((1000,), dtype('uint32'))
    >>> def highest(obs, action_mask, to_play):
    ...     return action_mask.shape[1] - 1 - action_mask[:, ::-1].argmax(axis=1)
    >>> batch = gabata.simulate("andada", 1000, seed=7, players=(highest, "random"))
    >>> bool((batch.winner == 0).mean() > 0.75)
    True
    """
    n = _whole("n", n, 0, 2**63 - 1)
    seed = _whole("seed", seed, 0, 2**64 - 1)
    first = _whole("first", first, 0, 2**64 - 1)
    max_turns = _whole("max_turns", max_turns, 0, 2**32 - 1)
    if threads is not None:
        threads = _whole("threads", threads, 1, 2**16)
    if isinstance(game, str):
        game = Game(game)
    starts, games_each = _starts(start, games_each)
    south, north = players
    kept: list[str] = [record] if isinstance(record, str) else list(record)
    if max_bytes is None:
        max_bytes = default_max_bytes(small=not kept and n <= 1_000_000)
    else:
        max_bytes = _whole("max_bytes", max_bytes, 0, 2**64 - 1)
    with reporting(progress, "match") as report:
        arrays = _core.simulate(
            game,
            n,
            seed=seed,
            first=first,
            starts=starts or None,
            games_each=games_each,
            players=(south, north),
            max_turns=max_turns,
            threads=threads,
            record=kept,
            max_bytes=max_bytes,
            progress=report,
            cancel=cancel,
        )
    if "round_table" in arrays:
        arrays["round_table"] = structured(arrays["round_table"])
    return Batch(game, seed, first, (south, north), max_turns, starts, games_each, arrays)


def structured(columns: Mapping[str, NDArray[Any]]) -> NDArray[np.void]:
    """One structured array of some columns of the same length, a field each."""
    length = len(next(iter(columns.values())))
    table = np.empty(length, [(name, column.dtype, column.shape[1:]) for name, column in columns.items()])
    for name, column in columns.items():
        table[name] = column
    return table


def _starts(
    start: Position | Sequence[Position] | None, games_each: int | None
) -> tuple[tuple[Position, ...], int | None]:
    if games_each is not None:
        games_each = _whole("games_each", games_each, 1, 2**63 - 1)
    if start is None or isinstance(start, Position):
        if games_each is not None:
            raise ValueError("games_each goes with a list of starts; there is one start, or none")
        return (() if start is None else (start,)), None
    starts = tuple(start)
    if not starts:
        raise ValueError("start is an empty list; give positions, or None for the game's first")
    for k, position in enumerate(starts):
        if not isinstance(position, Position):
            raise TypeError(f"start[{k}] is {position!r}, not a gabata.Position")
    if games_each is None:
        raise ValueError(f"start is a list of {len(starts)}: say with games_each how many matches start from each")
    return starts, games_each


def _whole(name: str, value: int, least: int, most: int) -> int:
    """The whole number that an argument is, within its bounds."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; it is a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}; it is from {least} to {most}")
    return number
