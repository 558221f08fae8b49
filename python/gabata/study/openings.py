"""Openings: what they make of the board, which are alike, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from gabata._checks import instance, whole
from gabata._core import Cancel, Game, Position
from gabata.bulk import simulate
from gabata.progress import Progress
from gabata.study.intervals import Estimate, Moments, share
from gabata.study.results import Result, game_named, level_note, one_round, provenance, says_rounds, says_unfinished
from gabata.study.runs import Outcomes, Plan, Players

__all__ = ["OpeningResults", "Openings", "openings", "study_openings"]


@dataclass(frozen=True, eq=False, repr=False)
class Openings(Result):
    """Every first move of a game; k rows, one a move.

    Two openings are the same when the game goes on in the same way from both. `turned` and `reflected` are -1 where no
    opening makes that board.
    """

    moves: NDArray[np.int8]
    """(k,), the moves, ascending."""
    boards: NDArray[np.uint8]
    """(k, rows, columns), seen from south: the board after each."""
    same_as: NDArray[np.int8]
    """(k,), the lowest move that makes the same position: one number for each class of openings."""
    turned: NDArray[np.int8]
    """(k,), the lowest move whose board is this one turned by half a turn, as the opponent sees it: a mirror image in
    play, since both players' moves are numbered from their own seats."""
    reflected: NDArray[np.int8]
    """(k,), the lowest move whose board is this one with left and right swapped: a mirror image to the eye, which plays
    as this one does with the sowing going the other way round."""

    title: ClassVar[str] = "Openings"


def openings(game: Game | str, *, start: Position | None = None) -> Openings:
    """Every first move of a game, with the board that it makes and which of them are alike.

    For Andada the opening is the opener's choice of a hole (A5), elsewhere the first turn. `start` enumerates the moves
    from another position than the game's first.

    Raises `ValueError` for a game that begins with chance, as Abalala'e does with its race: see `race_outcomes`, or
    read the source with `race="none"`.

    >>> import gabata
    >>> made = gabata.openings("andada")
    >>> made.boards.shape
    (12, 2, 12)
    >>> made.same_as.tolist()
    [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]
    """
    game = game_named(game)
    instance("start", start, (Position, type(None)), "a gabata.Position, or None for the game's first")
    first = game.start() if start is None else start
    if first.game != game:
        raise ValueError(f"start is a position of {first.game!r}, not of {game!r}")
    if first.to_move is None or first.to_move < 0:
        why = "begins with chance: see race_outcomes" if first.to_move is not None else "is over, it has no openings"
        raise ValueError(f"the position {why}")
    moves = first.legal_moves
    after = [first.play(move) for move in moves]
    boards = np.stack([position.board for position in after])

    def lowest(like: NDArray[np.uint8]) -> int:
        found = (move for move, board in zip(moves, boards, strict=True) if np.array_equal(board, like))
        return next(found, -1)

    return Openings(
        provenance("openings", game),
        (),
        moves=np.array(moves, dtype=np.int8),
        boards=boards,
        same_as=np.array([moves[after.index(position)] for position in after], dtype=np.int8),
        turned=np.array([lowest(board[::-1, ::-1]) for board in boards], dtype=np.int8),
        reflected=np.array([lowest(board[:, ::-1]) for board in boards], dtype=np.int8),
    )


@dataclass(frozen=True, eq=False, repr=False)
class OpeningResults(Result):
    """What becomes of openings: one row for each that makes a position of its own, and each player who may begin."""

    opening: NDArray[np.int8]
    """(k,), the lowest move that makes it."""
    alike: NDArray[np.int8]
    """(k,), how many moves make it."""
    boards: NDArray[np.uint8]
    """(k, rows, columns), seen from south: the board after it."""
    begins: NDArray[np.int8]
    """(k,), who has the first turn: 0 or 1. Where the opening is a turn itself (all games but Andada), whose it is."""
    first_mover_wins: Estimate
    """(k,), share of matches won by who begins."""
    second_mover_wins: Estimate
    """(k,), share of matches won by the other player."""
    draws: Estimate
    """(k,), share of matches that nobody won by the rules; neither endless nor unfinished."""
    endless: Estimate
    """(k,), share of matches that an endless relay ended."""
    unfinished: Estimate
    """(k,), share of matches cut off at `max_turns`."""
    turns: Estimate
    """(k,), turns of a match, the opening included if it is one."""

    title: ClassVar[str] = "Openings played"


def study_openings(
    game: Game | str,
    n: int = 10_000,
    seed: int = 0,
    *,
    players: Players = ("random", "random"),
    rounds: int | None = 1,
    max_turns: int = 10_000,
    level: float = 0.95,
    threads: int | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> OpeningResults:
    """Plays every opening `n` times and says how it goes.

    Openings that make the same position are played as one. In Andada each is played with either player beginning (A6),
    `n` times each. Row r plays matches `r * n` to before `(r + 1) * n` of `simulate(game, start=..., games_each=n)`, so
    rows are independent of each other. The other arguments are as in `measure`.

    Raises `ValueError` for a game that begins with chance (see `openings`).

    >>> import gabata
    >>> played = gabata.study_openings("andada", 200, seed=1)
    >>> list(zip(played.opening.tolist(), played.begins.tolist()))
    [(0, 1), (0, 0), (1, 1), (1, 0), (2, 1), (2, 0)]
    """
    game = one_round(game, rounds)
    plan = Plan(n, seed, players, max_turns, level, threads, cancel)
    made = openings(game)
    starts = list(_begun(game.start(), made))
    n = whole("n", n, 1, (2**63 - 1) // len(starts))
    batch = simulate(
        game,
        n * len(starts),
        seed=seed,
        start=[position for _, position, _ in starts],
        games_each=n,
        players=players,
        max_turns=plan.max_turns,
        threads=threads,
        progress=progress,
        cancel=cancel,
    )
    begins = np.array([seat for _, _, seat in starts], dtype=np.int8)
    ends = Outcomes.of(batch.winner, batch.reason, np.repeat(begins, n))
    turns = batch.turns.reshape(-1, n).astype(np.int64) + [[position.turns] for _, position, _ in starts]
    rows = [int(np.flatnonzero(made.moves == move)[0]) for move, _, _ in starts]
    return OpeningResults(
        provenance("study_openings", game, **plan.made),
        (*says_rounds(game), level_note(level), *says_unfinished(int(ends.unfinished.sum()), plan.max_turns)),
        opening=made.moves[rows],
        alike=np.array([(made.same_as == move).sum() for move, _, _ in starts], dtype=np.int8),
        boards=made.boards[rows],
        begins=begins,
        first_mover_wins=share(ends.first_mover_wins.reshape(-1, n).sum(axis=1), n, level),
        second_mover_wins=share(ends.second_mover_wins.reshape(-1, n).sum(axis=1), n, level),
        draws=share(ends.draws.reshape(-1, n).sum(axis=1), n, level),
        endless=share(ends.endless.reshape(-1, n).sum(axis=1), n, level),
        unfinished=share(ends.unfinished.reshape(-1, n).sum(axis=1), n, level),
        turns=Estimate.stack(Moments.of(row).mean(level) for row in turns),
    )


def _begun(start: Position, made: Openings) -> Iterator[tuple[int, Position, int]]:
    """Each opening of its own with the position from which it is played on and who has the first turn."""
    for move in np.unique(made.same_as).tolist():
        after = start.play(move)
        if after.turns > start.turns:
            assert start.to_move is not None  # there are openings
            yield move, after, start.to_move
            continue
        for choice in after.legal_moves:  # A6
            begun = after.play(choice)
            assert begun.to_move is not None  # nobody has had a turn
            yield move, begun, begun.to_move
