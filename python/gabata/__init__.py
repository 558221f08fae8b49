"""Plays, studies and bulk-simulates the sowing games of the Horn of Africa.

What is imported when it is first asked for, since it wants other libraries or is large: `gabata.svg` (pictures),
`gabata.plots` (matplotlib), `gabata.envs` (Gymnasium, PettingZoo, OpenSpiel) and `gabata.VectorEnv` (Gymnasium).
`gabata.study` holds the studies whose functions stand here too.
"""

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
    players,
)
from gabata.batch import Batch, load
from gabata.bulk import simulate, simulate_chunks
from gabata.counting import perft
from gabata.study import compare_readings, first_difference, measure, openings, race_outcomes, study_openings
from gabata.summary import Summary
from gabata.types import CHANCE, Event, Outcome, Reading, Reason

if TYPE_CHECKING:
    from gabata import envs as envs
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


_MODULES = ("envs", "plots", "svg")
"""Imported when they are asked for: nobody else pays for them."""


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return importlib.import_module(f"gabata.{name}")
    # `VectorEnv` needs Gymnasium, which not everybody has: so it is not in `__all__`.
    if name == "VectorEnv":
        from gabata.envs.vector import VectorEnv

        return VectorEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, "VectorEnv"})
