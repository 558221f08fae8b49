"""Counting: how many ways there are to play on."""

from gabata import _core
from gabata._core import Cancel, Game, Position
from gabata.progress import Progress, reporting

__all__ = ["perft"]


def perft(
    position: Position | Game | str, depth: int, *, progress: Progress = False, cancel: Cancel | None = None
) -> int:
    """The number of ways to play `depth` moves from a position, or from a game's first one, chance moves included.

    A match that ends earlier counts for nothing. Releases the GIL; Ctrl-C stops it, and `cancel` from another thread.
    `progress` counts the position's own moves.

    >>> import gabata
    >>> gabata.perft("andada", 3)
    192
    """
    with reporting(progress, "moves") as report:
        return _core.perft(position, depth, report, cancel)
