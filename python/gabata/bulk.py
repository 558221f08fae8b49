"""Bulk play: millions of matches into NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import get_args

from gabata import _core
from gabata._checks import whole
from gabata._core import Cancel, Game, Position
from gabata.batch import Batch, Player, Record, structured
from gabata.memory import default_max_bytes
from gabata.progress import Progress, reporting

__all__ = ["Batch", "Player", "Record", "simulate", "simulate_chunks"]


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
    record: Record | Iterable[Record] = (),
    max_bytes: int | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Batch:
    """Plays `n` matches and returns them as a `Batch` of NumPy arrays, one row a match.

    Match k is a function of (game with its options, start, players, max_turns, seed, first + k) and of nothing else:
    the same on any machine, with any number of threads, and in any part of a larger run.

    - `game`: a `Game`, or the id of one.
    - `seed`, `first`: numbers from 0 to 2**64 - 1; `first` is the index of the first match.
    - `start`: a `Position` that all matches start from, or a list of them: match i starts from
      `start[i // games_each]`. `games_each` is by default such that the n matches are spread over the list,
      n / len(start) rounded up; a part of a larger run (`first` other than 0) has to say it.
    - `players`: south's and north's: `"random"` (any legal move), `"greedy"` (most captured, any among equals), or a
      function `f(obs, action_mask, to_play)` that returns moves as `np.int64`, shape (N,). It is called once a step for
      all N matches that wait for it (of up to 65,536 that are under way at once), in the order of their indices, with
      new arrays: `obs` `np.uint8` (N, size) is what the player to move sees (as in `VectorEnv`), `action_mask`
      `np.int8` (N, num_moves) is 1 where a move is legal, `to_play` `np.int8` (N,) is the seat. One function for both
      seats is called for both at once. The promise above then holds if a row's move depends on that row alone.
    - `max_turns`: a match is cut off after so many turns; its reason is `Reason.UNFINISHED`, which is not a draw. Whole
      matches of the Gabata of Adwa take some 80,000 turns between random players: give `max_turns=1_000_000`, or a game
      with `max_rounds=1`.
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
    n = whole("n", n, 0, 2**63 - 1)
    seed = whole("seed", seed, 0, 2**64 - 1)
    first = whole("first", first, 0, 2**64 - 1)
    max_turns = whole("max_turns", max_turns, 0, 2**32 - 1)
    if threads is not None:
        threads = whole("threads", threads, 1, 2**16)
    if isinstance(game, str):
        game = Game(game)
    starts, games_each = _starts(start, games_each, n, first)
    south, north = _pair(players)
    kept = _names(record)
    if max_bytes is None:
        max_bytes = default_max_bytes(small=not kept and n <= 1_000_000)
    else:
        max_bytes = whole("max_bytes", max_bytes, 0, 2**64 - 1)
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
    return Batch(game, seed, first, (south, north), max_turns, starts, games_each, kept, arrays)


def simulate_chunks(
    game: Game | str,
    n: int,
    *,
    chunk: int = 1_000_000,
    seed: int = 0,
    first: int = 0,
    start: Position | Sequence[Position] | None = None,
    games_each: int | None = None,
    players: tuple[Player, Player] = ("random", "random"),
    max_turns: int = 10_000,
    threads: int | None = None,
    record: Record | Iterable[Record] = (),
    max_bytes: int | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Iterator[Batch]:
    """The matches of `simulate(game, n, ...)` in batches of `chunk`, one after the other, the last one what is left.

    The rows are the very rows of the one big call; memory is that of the batches one keeps. The arguments are those of
    `simulate`; `max_bytes` bounds each batch, and `progress` counts through all of them.

    >>> import gabata
    >>> [len(batch) for batch in gabata.simulate_chunks("andada", 2500, chunk=1000, seed=7)]
    [1000, 1000, 500]
    """
    n = whole("n", n, 0, 2**63 - 1)
    chunk = whole("chunk", chunk, 1, 2**63 - 1)
    first = whole("first", first, 0, 2**64 - 1)
    if first + n >= 2**64:
        raise ValueError(f"first={first} with n={n}: the last index there is is 2^64 - 2")
    if start is not None and not isinstance(start, Position):
        start, games_each = _starts(start, games_each, n, first)
    play = partial(
        simulate,
        game,
        seed=seed,
        start=start,
        games_each=games_each,
        players=players,
        max_turns=max_turns,
        threads=threads,
        record=_names(record),
        max_bytes=max_bytes,
        cancel=cancel,
    )
    play(0, first=first + n)  # what makes no sense is an error at once, not at some batch

    def chunks() -> Iterator[Batch]:
        with reporting(progress, "match") as report:
            for done in range(0, n, chunk):
                yield play(min(chunk, n - done), first=first + done, progress=_of_the_whole(report, done, n))

    return chunks()


def _of_the_whole(report: Callable[[int, int], object] | None, before: int, total: int) -> Progress:
    """The progress of a part, told as that of the whole."""
    if report is None:
        return False
    return lambda done, _: report(before + done, total)


def _starts(
    start: Position | Sequence[Position] | None, games_each: int | None, n: int, first: int
) -> tuple[tuple[Position, ...], int | None]:
    if games_each is not None:
        games_each = whole("games_each", games_each, 1, 2**63 - 1)
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
        if first:
            raise ValueError(
                f"start is a list of {len(starts)} and first is {first}: say with games_each how many matches "
                "of the whole run start from each"
            )
        games_each = max(1, -(-n // len(starts)))
    return starts, games_each


def _pair(players: tuple[Player, Player]) -> tuple[Player, Player]:
    """South's and north's player."""
    pair = tuple(players) if isinstance(players, (tuple, list)) else ()
    if len(pair) != 2:
        raise ValueError(f'players is {players!r}; it is a pair, south\'s and north\'s: ("greedy", "greedy")')
    return pair


def _names(record: Record | Iterable[Record]) -> tuple[Record, ...]:
    """What to keep, each once."""
    given: Iterable[Record] = (record,) if isinstance(record, str) else record
    names = tuple(given) if isinstance(given, Iterable) else (given,)
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"record is {record!r}; it is any of the names {', '.join(get_args(Record))}, or () for none")
    return tuple(dict.fromkeys(names))
