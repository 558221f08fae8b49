"""Does it matter how one reads the source? One reading beside another, on the same random draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gabata import _core
from gabata._checks import whole
from gabata._core import Cancel, Game, Position, Turn
from gabata.batch import Batch
from gabata.bulk import simulate
from gabata.progress import Progress, reporting
from gabata.study.intervals import Estimate, Moments, share, share_difference
from gabata.study.results import SHOWN_ROWS, Result, one_round, provenance, says_rounds, says_unfinished
from gabata.study.runs import Outcomes, Plan, Players, Tally, measured

__all__ = ["Comparison", "FirstDifference", "Parting", "compare_readings", "first_difference"]

Value = str | int | float
SHARES = ("first_mover_wins", "draws", "endless", "unfinished")
MEANS = ("turns", "captures")
MEASURES = (*SHARES, *MEANS)
"""What readings are compared by."""


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Result):
    """Readings beside the default: one row a reading, the first row the default itself.

    The difference `x_difference` is the row's `x` less the default's, over pairs of matches with the same random draws.

    Two columns say whether a reading comes to bear at all, before one asks what it changes. The moves of each of the
    default's matches are played under the row's reading too: `parted` is the share of matches in which they come, at
    some move, to another position (or are not legal there), and `turns_together` how many turns went by until then. It
    is a fact about the rules, with no chance in it but which matches were played. `same` is stronger: between random
    players no match parted at all, so that the row's matches are the default's and its differences are exactly 0, not
    merely small. `captures` counts landings that capture something, however much, by both players.
    """

    reading: NDArray[np.str_]
    """(k,), which readings the row changes; "" for the default."""
    option: NDArray[np.str_]
    """(k,), what they are set to."""
    parted: Estimate
    """(k,), the share of the default's matches in which the same moves come to something else under this reading; nan
    for rows that change the odds of chance (`race_odds`), where the moves themselves are others."""
    turns_together: Estimate
    """(k,), the mean number of turns after which these first stand differently; nan where none do."""
    same: NDArray[np.bool_]
    """(k,), the matches are the very same as the default's, move by move: all differences are exactly 0."""
    first_mover_wins: Estimate
    """(k,), share of matches won by whoever made the first turn."""
    first_mover_wins_difference: Estimate
    draws: Estimate
    """(k,), share of matches that nobody won by the rules; neither endless nor unfinished."""
    draws_difference: Estimate
    endless: Estimate
    """(k,), share of matches that an endless relay ended."""
    endless_difference: Estimate
    unfinished: Estimate
    """(k,), share of matches cut off at `max_turns`."""
    unfinished_difference: Estimate
    turns: Estimate
    """(k,), turns of a match."""
    turns_difference: Estimate
    captures: Estimate
    """(k,), landings of a match that capture."""
    captures_difference: Estimate
    matters_for: NDArray[np.str_]
    """(k,), the measures whose difference is not 0 even when all comparisons of the table are allowed for."""

    title: ClassVar[str] = "Readings"

    @property
    def comparisons(self) -> int:
        """How many differences the table holds."""
        return (len(self) - 1) * len(MEASURES)

    def difference(self, measure: str) -> Estimate:
        """(k,), the differences of a measure to the default."""
        if measure not in MEASURES:
            raise KeyError(f"there is no measure {measure!r}; there are {', '.join(MEASURES)}")
        difference: Estimate = getattr(self, f"{measure}_difference")
        return difference

    def table(self) -> tuple[list[str], list[list[str]]]:
        """For the default what is measured, for every other row its difference to it."""
        heads = ["reading", "option", "parted", "turns together", *MEASURES, "matters for"]
        rows = [["default", "", "", "", *(getattr(self, name)[0].text() for name in MEASURES), ""]]
        for row in range(1, min(len(self), SHOWN_ROWS)):
            changes = ["same" if self.same[row] else self.difference(name)[row].text(sign=True) for name in MEASURES]
            told = [str(self.reading[row]), str(self.option[row])]
            told += [self.parted[row].text(), self.turns_together[row].text()]
            rows.append([*told, *changes, str(self.matters_for[row])])
        return [head.replace("_", " ") for head in heads], rows


def compare_readings(
    game: Game | str,
    n: int = 10_000,
    seed: int = 0,
    *,
    readings: Iterable[str] | None = None,
    options: Mapping[str, Sequence[Value]] | None = None,
    factorial: bool = False,
    players: Players = ("random", "random"),
    rounds: int | None = 1,
    max_turns: int = 10_000,
    level: float = 0.95,
    threads: int | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Comparison:
    """Plays a game under each option of each of its readings and sets them beside the game as given, the default.

    - `readings`: the names of those to compare; None for all that have a list of options.
    - `options`: name -> values to compare besides: of a reading that is a number (`{"race_odds": [0.25, 0.75]}`), or of
      an option that is none (`{"direction": ["clockwise"]}`).
    - `factorial`: every combination instead of one change at a time.
    - `n` matches a row, `players`, `rounds`, `max_turns`, `level`: as in `measure`.

    Match k of every row is played with the same random draws, so that two readings go together until the first time
    that they say something else: what `parted` counts. Where a reading never comes to bear, the matches are the same
    and every difference is exactly 0. Intervals of differences are those of pairs: Newcombe's (1998, method 10) for
    shares, normal for means. At `level` 0.95 one in twenty of them misses the truth; `matters_for` names only the
    differences that hold when all comparisons of the table are allowed for (Bonferroni).

    Between random players this says whether a reading changes the game, not whether it changes good play.

    Raises `ValueError` for unknown readings and options. `progress` and `cancel` are as in `simulate`.

    >>> import gabata
    >>> table = gabata.compare_readings("andada", 500, seed=1, readings=["singles"])
    >>> table.option.tolist()
    ['', 'latched', 'running', 'never']
    >>> float(table.turns_difference.value[0])
    0.0
    """
    game = one_round(game, rounds)
    changes = _changes(game, readings, options, factorial)
    games = [Game(game.id, **(game.options | change)) for change in changes]
    plan = Plan(n, seed, players, max_turns, level, threads, cancel)
    rows = [_Row("race_odds" not in change) for change in changes]
    with reporting(progress, "match") as show:
        tally = Tally(n * (1 + len(games)), show)
        default = _Row(keeps_odds=True)
        for batch in plan.pieces(game, tally):
            base = _Piece.of(batch, plan)
            default.add(base, base)
            for other, row in zip(games, rows, strict=True):
                moves, turns = _core.find_partings(
                    game, other, batch.moves, batch.offsets, threads=threads, cancel=cancel
                )
                row.part(moves, turns)
                if row.keeps_odds and plan.is_random and np.all(moves < 0):
                    # The same moves to the end: the very same matches.
                    tally(len(batch))
                    row.add(base, base)
                else:
                    row.same = False
                    row.add(_Piece.of(plan.piece(other, batch.first, len(batch), tally), plan), base)
    rows = [default, *rows]
    comparisons = len(games) * len(MEASURES)
    strict = 1 - (1 - level) / max(comparisons, 1)
    columns: dict[str, Estimate] = {}
    for name in SHARES:
        columns[name] = Estimate.stack(row.share(name, level) for row in rows)
        columns[f"{name}_difference"] = Estimate.stack(row.share_difference(name, level) for row in rows)
    for name in MEANS:
        columns[name] = Estimate.stack(row.means[name].mean(level) for row in rows)
        columns[f"{name}_difference"] = Estimate.stack(row.differences[name].mean(level) for row in rows)
    return Comparison(
        provenance("compare_readings", game, **plan.made, rows=changes),
        (
            *says_rounds(game),
            *_notes(game, changes, comparisons, level, strict),
            *says_unfinished(sum(int(row.pairs["unfinished"][:2].sum()) for row in rows), plan.max_turns),
        ),
        reading=np.array(["", *(", ".join(change) for change in changes)]),
        option=np.array(["", *(", ".join(map(str, change.values())) for change in changes)]),
        parted=Estimate.stack(row.share_parted(level) for row in rows),
        same=np.array([row.same for row in rows]),
        turns_together=Estimate.stack(row.together.mean(level) for row in rows),
        matters_for=np.array([", ".join(row.matters_for(strict)) for row in rows]),
        **columns,
    )


def _changes(
    game: Game, readings: Iterable[str] | None, options: Mapping[str, Sequence[Value]] | None, factorial: bool
) -> list[dict[str, Value]]:
    """What each row changes of the game."""
    known, now = game.readings, game.options
    if isinstance(readings, str):
        readings = [readings]
    names = [name for name, reading in known.items() if reading.options] if readings is None else list(readings)
    for name in names:
        if name not in known:
            raise ValueError(f"{game.id} has no reading {name!r}; its readings are {', '.join(known)}")
        if not known[name].options:
            raise ValueError(f"reading {name!r} is a number: give its values, options={{{name!r}: [...]}}")
    for name in options or {}:
        if name not in now:
            raise ValueError(f"{game.id} has no option {name!r}; its options are {', '.join(now)}")
    values: dict[str, Sequence[Value]] = {name: known[name].options for name in names} | dict(options or {})
    others = {name: [value for value in values[name] if value != now.get(name)] for name in values}
    if not factorial:
        return [{name: value} for name in others for value in others[name]]
    combinations = product(*([None, *others[name]] for name in others))
    changes = [
        {name: value for name, value in zip(others, combination, strict=True) if value is not None}
        for combination in combinations
    ]
    return changes[1:]


def _notes(game: Game, changes: list[dict[str, Value]], comparisons: int, level: float, strict: float) -> Iterator[str]:
    yield "Below the default stand differences to it, over pairs of matches with the same random draws."
    yield (
        f"{comparisons} comparisons with the default were made. At {level:.6g} each, {(1 - level) * comparisons:.2g} "
        f"of their intervals can be expected to miss by chance; matters_for holds each to {strict:.6g}, so that the "
        f"whole table keeps to {level:.6g} (Bonferroni)."
    )
    compared = {name for change in changes for name in change}
    for name, reading in game.readings.items():
        if not reading.options and name not in compared:
            yield f"{name} is a number and not compared; say which values with options."


@dataclass(frozen=True)
class _Piece:
    """What a row needs to know of some matches."""

    outcomes: Outcomes
    means: dict[str, NDArray[Any]]

    @staticmethod
    def of(batch: Batch, plan: Plan) -> _Piece:
        outcomes = Outcomes.of(batch.winner, batch.reason, batch.first_mover)
        captures = measured(batch, plan)["captures"]
        return _Piece(outcomes, {"turns": batch.turns.astype(np.int64), "captures": captures.astype(np.int64)})


@dataclass
class _Row:
    """A row as it grows, piece by piece."""

    keeps_odds: bool
    """Chance is the default's: what differs comes of the rules alone."""
    same: bool = True
    parted: int = 0
    together: Moments = field(default_factory=Moments)
    pairs: dict[str, NDArray[np.int64]] = field(
        default_factory=lambda: {name: np.zeros(4, np.int64) for name in SHARES}
    )
    """How often a pair of matches counts in a share: both, only this row's, only the default's, neither."""
    means: dict[str, Moments] = field(default_factory=lambda: {name: Moments() for name in MEANS})
    differences: dict[str, Moments] = field(default_factory=lambda: {name: Moments() for name in MEANS})

    def part(self, moves: NDArray[np.int64], turns: NDArray[np.int64]) -> None:
        if not self.keeps_odds:
            return
        self.parted += int((moves >= 0).sum())
        self.together.add(turns[moves >= 0])

    def add(self, new: _Piece, base: _Piece) -> None:
        for name in SHARES:
            here, there = getattr(new.outcomes, name), getattr(base.outcomes, name)
            self.pairs[name] += [
                np.sum(here & there),
                np.sum(here & ~there),
                np.sum(~here & there),
                np.sum(~here & ~there),
            ]
        for name in MEANS:
            self.means[name].add(new.means[name])
            self.differences[name].add(new.means[name] - base.means[name])

    def share_parted(self, level: float) -> Estimate:
        n = int(self.pairs["draws"].sum())
        return share(self.parted, n if self.keeps_odds else 0, level)

    def share(self, name: str, level: float) -> Estimate:
        both, only_new, only_base, neither = self.pairs[name].tolist()
        return share(both + only_new, both + only_new + only_base + neither, level)

    def share_difference(self, name: str, level: float) -> Estimate:
        both, only_new, only_base, neither = self.pairs[name].tolist()
        if self.same:
            # The same matches: there is nothing that sampling could have missed in them.
            return Estimate(0.0, 0.0, 0.0)
        return share_difference(both, only_new, only_base, neither, level)

    def matters_for(self, level: float) -> list[str]:
        """The measures whose difference at `level` leaves 0 out."""
        found = {name: self.share_difference(name, level) for name in SHARES}
        found |= {name: self.differences[name].mean(level) for name in MEANS}
        return [name for name, estimate in found.items() if bool(estimate.low > 0) or bool(estimate.high < 0)]


class Parting(NamedTuple):
    """Where two readings part in one match: a pair holds what stands under the one and under the other."""

    match: int
    """The index of the match."""
    before: tuple[Position, Position] | None
    """The last positions that look alike; None when they part from the start."""
    move: int | None
    """The move after which they do not; None when they part from the start."""
    after: tuple[Position, Position]
    """What stands then."""

    def explain(self) -> tuple[Turn, Turn] | None:
        """The story of the move under both; None when they part from the start."""
        if self.before is None or self.move is None:
            return None
        return self.before[0].explain(self.move), self.before[1].explain(self.move)


@dataclass(frozen=True, eq=False, repr=False)
class FirstDifference(Result):
    """After how long two readings part on the same moves; one row a match, which are matches of the first reading."""

    moves: NDArray[np.int64]
    """(n,), moves after which they stand differently for the first time: 0 from the start, -1 never."""
    turns: NDArray[np.int64]
    """(n,), turns among these moves; -1 never."""
    parted: Estimate
    """The share of matches in which they part."""
    turns_together: Estimate
    """The mean number of turns after which they part, where they do."""

    title: ClassVar[str] = "First difference"
    beside: ClassVar[tuple[str, ...]] = ("parted", "turns_together")

    @property
    def games(self) -> tuple[Game, Game]:
        """The two readings."""
        made = self.provenance
        return Game(made["game"], **made["options"]), Game(made["game"], **made["other"])

    def example(self, match: int | None = None) -> Parting | None:
        """Where the two part in a match, or None if they do not; the first match in which they part, if none is named.

        Raises `ValueError` for a match that the study does not have.

        >>> import gabata
        >>> never = gabata.Game("andada", singles="never")
        >>> found = gabata.first_difference("andada", never, 200, seed=1).example()
        >>> int(found.before[0].board.max())  # a turn that starts with singles only (A11)
        1
        """
        if match is not None:
            match = whole("match", match, 0, len(self) - 1)
        else:
            parted = np.flatnonzero(self.moves >= 0)
            if not len(parted):
                return None
            match = int(parted[0])
        count = int(self.moves[match])
        if count < 0:
            return None
        made, (a, b) = self.provenance, self.games
        south, north = made["players"]
        batch = simulate(
            a, 1, seed=made["seed"], first=match, players=(south, north), max_turns=made["max_turns"], record=("moves",)
        )
        moves = batch.moves[:count].tolist()
        before: tuple[Position, Position] | None = None
        now = (a.start(), b.start())
        for move in moves:
            before, now = now, (now[0].play(move), now[1].play(move))
        return Parting(match, before, moves[-1] if moves else None, now)

    def remarks(self) -> list[str]:
        n, parted = len(self), int((self.moves >= 0).sum())
        text = f"They part in {parted:,} of {n:,} matches, a share of {self.parted.text()}"
        if parted:
            text += f", after {self.turns_together.text()} turns on the average"
        return [text + ".", *super().remarks()]


def first_difference(
    game: Game | str,
    other: Game | str,
    n: int = 1000,
    seed: int = 0,
    *,
    players: Players = ("random", "random"),
    rounds: int | None = 1,
    max_turns: int = 10_000,
    level: float = 0.95,
    threads: int | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> FirstDifference:
    """Plays `n` matches of one reading and the same moves under another: after how many turns do they first part?

    They part when something that players see is different: the board, whose holes and wegues are whose, what is held,
    who decides, which moves are legal, whether the match is over. What a reading only keeps in mind, such as which
    holes are still protected (G8), counts when it comes to bear. `example()` gives the position.

    `game` and `other` are the same game under other options; `rounds`, `max_turns`, `players`, `level`, `progress` and
    `cancel` are as in `measure`. Raises `ValueError` for two different games.

    >>> import gabata
    >>> never = gabata.Game("andada", singles="never")
    >>> apart = gabata.first_difference("andada", never, 1000, seed=1)
    >>> 0 < float(apart.parted.value) < 1
    True
    """
    a, b = one_round(game, rounds), one_round(other, rounds)
    if a.id != b.id:
        raise ValueError(f"the same moves mean nothing in two games: {a.id} and {b.id}")
    plan = Plan(n, seed, players, max_turns, level, threads, cancel)
    moves, turns, together = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], Moments()
    with reporting(progress, "match") as show:
        for batch in plan.pieces(a, Tally(n, show)):
            found = _core.find_partings(a, b, batch.moves, batch.offsets, threads=threads, cancel=cancel)
            moves.append(found[0])
            turns.append(found[1])
            together.add(found[1][found[0] >= 0])
    after = np.concatenate(moves)
    return FirstDifference(
        provenance("first_difference", a, **plan.made, other=b.options),
        says_rounds(a),
        moves=after,
        turns=np.concatenate(turns),
        parted=share((after >= 0).sum(), n, level),
        turns_together=together.mean(level),
    )
