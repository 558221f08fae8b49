"""Plays, studies and bulk-simulates the sowing games of the Horn of Africa."""

from gabata._core import Batch, Cancel, Game, IllegalMoveError, Position, __version__, games, perft, simulate
from gabata.study import openings
from gabata.types import CHANCE, Outcome, Reading, Reason

__all__ = [
    "CHANCE",
    "Batch",
    "Cancel",
    "Game",
    "IllegalMoveError",
    "Outcome",
    "Position",
    "Reading",
    "Reason",
    "__version__",
    "games",
    "openings",
    "perft",
    "simulate",
]
