"""Studies: questions that people bring to these games, answered in bulk, as tables with honest intervals.

One match is one round where a game has rounds, unless told otherwise; the same seed gives the same numbers.
"""

from gabata.study.intervals import Estimate
from gabata.study.measures import Measures, measure
from gabata.study.openings import OpeningResults, Openings, openings, study_openings
from gabata.study.races import RaceOutcomes, race_outcomes
from gabata.study.readings import Comparison, FirstDifference, Parting, compare_readings, first_difference
from gabata.study.results import Result

__all__ = [
    "Comparison",
    "Estimate",
    "FirstDifference",
    "Measures",
    "OpeningResults",
    "Openings",
    "Parting",
    "RaceOutcomes",
    "Result",
    "compare_readings",
    "first_difference",
    "measure",
    "openings",
    "race_outcomes",
    "study_openings",
]
