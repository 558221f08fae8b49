"""Plays, studies and bulk-simulates the sowing games of the Horn of Africa."""

import importlib
from typing import TYPE_CHECKING

from gabata._core import (
    Cancel,
    CancelledError,
    Game,
    IllegalMoveError,
    Match,
    OptionError,
    Position,
    PositionError,
    RecordError,
    Turn,
    __version__,
    games,
    perft,
    players,
)
from gabata.batch import Batch, load
from gabata.bulk import simulate, simulate_chunks
from gabata.study import compare_readings, first_difference, measure, openings, race_outcomes, study_openings
from gabata.summary import Summary
from gabata.types import CHANCE, Event, Outcome, Reading, Reason

if TYPE_CHECKING:
    from gabata import plots as plots
    from gabata import svg as svg
    from gabata.envs.vector import VectorEnv as VectorEnv

__all__ = [
    "CHANCE",
    "Batch",
    "Cancel",
    "CancelledError",
    "Event",
    "Game",
    "IllegalMoveError",
    "Match",
    "OptionError",
    "Outcome",
    "Position",
    "PositionError",
    "Reading",
    "Reason",
    "RecordError",
    "Summary",
    "Turn",
    "__version__",
    "compare_readings",
    "first_difference",
    "games",
    "load",
    "measure",
    "openings",
    "perft",
    "players",
    "race_outcomes",
    "simulate",
    "simulate_chunks",
    "study_openings",
]


def __getattr__(name: str) -> object:
    # Pictures and plots are imported when asked for: nobody else pays for them.
    if name in ("plots", "svg"):
        return importlib.import_module(f"gabata.{name}")
    # `VectorEnv` needs Gymnasium, which not everybody has: so it is imported when asked for, and is not in `__all__`.
    if name == "VectorEnv":
        from gabata.envs.vector import VectorEnv

        return VectorEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
