"""Plays, studies and bulk-simulates the sowing games of the Horn of Africa."""

from gabata._core import (
    Cancel,
    CancelledError,
    Game,
    IllegalMoveError,
    OptionError,
    Position,
    PositionError,
    __version__,
    games,
    perft,
)
from gabata.bulk import Batch, simulate
from gabata.study import openings
from gabata.summary import Summary
from gabata.types import CHANCE, Outcome, Reading, Reason

__all__ = [
    "CHANCE",
    "Batch",
    "Cancel",
    "CancelledError",
    "Game",
    "IllegalMoveError",
    "OptionError",
    "Outcome",
    "Position",
    "PositionError",
    "Reading",
    "Reason",
    "Summary",
    "__version__",
    "games",
    "openings",
    "perft",
    "simulate",
]
