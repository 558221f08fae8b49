"""Studies: questions that people bring to these games, answered in bulk, as tables with honest intervals.

One match is one round where a game has rounds, unless told otherwise; the same seed gives the same numbers.
"""

from gabata.study.intervals import Estimate
from gabata.study.measures import Measures, measure
from gabata.study.openings import Openings, openings
from gabata.study.readings import Comparison, FirstDifference, Parting, compare_readings, first_difference
from gabata.study.results import Result

__all__ = [
    "Comparison",
    "Estimate",
    "FirstDifference",
    "Measures",
    "Openings",
    "Parting",
    "Result",
    "compare_readings",
    "first_difference",
    "measure",
    "openings",
]
