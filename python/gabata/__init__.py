"""Plays, studies and bulk-simulates the sowing games of the Horn of Africa."""

from gabata._core import Batch, Cancel, Game, IllegalMoveError, Position, games, perft, simulate
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
    "games",
    "perft",
    "simulate",
]
