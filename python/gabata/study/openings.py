"""Openings: what they make of the board, which are alike, and what becomes of them."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from gabata._core import Game, Position
from gabata.study.results import Result, provenance

__all__ = ["Openings", "openings"]


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
    game = Game(game) if isinstance(game, str) else game
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
