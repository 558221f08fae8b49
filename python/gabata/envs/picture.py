"""Positions drawn into arrays of pixels, with NumPy alone: no window, no other library."""

import numpy as np
import numpy.typing as npt

import gabata

__all__ = ["picture"]

Pixels = npt.NDArray[np.uint8]

CELL = 48
"""Pixels of a hole's square, each way."""
BAR = 24
"""Pixels of the height of a player's bar, with what the player holds; bright when the player is to move."""
GROUND = (110, 76, 48)
HOLE = (58, 36, 20)
INK = (250, 240, 220)
SEATS = ((214, 120, 30), (60, 130, 200))
"""South's and north's colour: rims of the holes that they own, insides of their wegues, bars."""
DIGITS = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71222", "75757", "75717")
"""Each figure in five rows of three dots, a row an octal number."""


def picture(position: gabata.Position) -> Pixels:
    """A position as `uint8` (height, width, 3): holes with their counters as numbers, bars for the players.

    >>> import gabata
    >>> picture(gabata.Game("kalah").start()).shape
    (144, 288, 3)
    """
    rows, columns = position.board.shape
    image = np.empty((rows * CELL + 2 * BAR, columns * CELL, 3), np.uint8)
    image[:] = GROUND
    away = np.hypot(*(np.mgrid[:CELL, :CELL] - (CELL - 1) / 2))
    rim, inside = away < 0.46 * CELL, away < 0.38 * CELL
    owners, wegues = position.owners, position.wegues
    for (row, column), count in np.ndenumerate(position.board):
        hole = image[BAR + row * CELL :, column * CELL :][:CELL, :CELL]
        hole[rim] = SEATS[owners[row, column]]
        hole[inside] = HOLE if wegues[row, column] < 0 else SEATS[wegues[row, column]]
        if count > 0:
            write(hole, int(count), 3)
    for seat, bar in enumerate((image[-BAR:], image[:BAR])):
        bar[:] = SEATS[seat] if position.to_move == seat else HOLE
        write(bar, int(position.held[seat]), 2)
    return image


def write(area: Pixels, number: int, dot: int) -> None:
    """Writes a number into the middle of an area, in dots of so many pixels."""
    gap = np.zeros((5, 1), bool)
    figures = [part for figure in str(number) for part in (gap, figure_dots(figure))][1:]
    ink = np.hstack(figures).repeat(dot, axis=0).repeat(dot, axis=1)
    top, left = (area.shape[0] - ink.shape[0]) // 2, (area.shape[1] - ink.shape[1]) // 2
    area[top : top + ink.shape[0], left : left + ink.shape[1]][ink] = INK


def figure_dots(figure: str) -> npt.NDArray[np.bool_]:
    """The dots of one figure, `bool` (5, 3)."""
    rows = [int(row) for row in DIGITS[int(figure)]]
    return np.array([[row >> shift & 1 for shift in (2, 1, 0)] for row in rows], dtype=bool)
