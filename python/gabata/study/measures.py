"""A game's measures, as researchers of games use them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gabata._core import Cancel, Game
from gabata.batch import Batch
from gabata.progress import Progress, reporting
from gabata.study.intervals import Estimate, Moments, share
from gabata.study.results import Result, level_note, one_round, provenance, says_rounds, says_unfinished
from gabata.study.runs import Outcomes, Plan, Players, Tally, measured

__all__ = ["Measures", "measure"]

SHARES = {
    "first_mover_wins": "share of matches won by whoever made the first turn",
    "second_mover_wins": "share of matches won by the other player",
    "draws": "share of matches that nobody won by the rules",
    "endless": "share of matches that an endless relay ended",
    "unfinished": "share of matches cut off at max_turns",
}
MEANS = {
    "first_mover_advantage": "how much more often the first mover won than the second: the mean of 1, -1 and 0",
    "turns": "turns of a match",
    "laps_a_turn": "laps of a turn: its lift and its relays",
    "branching": "legal moves of a turn",
    "forced": "share of turns with a single legal move",
    "captures_a_turn": "landings of a turn that capture",
    "lead_changes": "times that the lead passes from one player to the other",
    "drama": "won matches: share of turns after which the eventual winner was behind",
    "comeback": "won matches: the most counters by which the eventual winner was behind",
    "decisiveness": "won matches: share of turns that are left once the winner is ahead for good",
    "tree_size": "log10 of the product of a match's numbers of legal moves: what it says of the game tree",
}
LEAVES = (
    "log10 of the mean of these products: leaves of the game tree, after Knuth; carried by few matches, no interval"
)


@dataclass(frozen=True, eq=False, repr=False)
class Measures(Result):
    """Measures of a game: one row a measure; `measures["turns"]` is the estimate of one."""

    measure: NDArray[np.str_]
    """(k,), the names."""
    value: Estimate
    """(k,), each with its interval."""
    definition: NDArray[np.str_]
    """(k,), what it is."""
    branching_by_phase: Estimate
    """(10,), legal moves of a turn in each tenth of a match's turns; one entry a tenth, not a row."""

    title: ClassVar[str] = "Measures"
    beside: ClassVar[tuple[str, ...]] = ("branching_by_phase",)

    def __getitem__(self, name: str) -> Estimate:
        places = np.flatnonzero(self.measure == name)
        if not len(places):
            raise KeyError(f"there is no measure {name!r}; there are {', '.join(self.measure.tolist())}")
        return self.value[int(places[0])]


def measure(
    game: Game | str,
    n: int = 10_000,
    seed: int = 0,
    *,
    players: Players = ("random", "random"),
    rounds: int | None = 1,
    max_turns: int = 10_000,
    level: float = 0.95,
    threads: int | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Measures:
    """Measures a game by `n` matches between `players`, each measure with its interval at `level`.

    Measures are means over matches, each of which counts once, however long it is; a measure of a turn is a match's
    mean first. All depend on who plays: between random players they describe the rules, not the skill of the game.

    - *Outcomes*: `first_mover_wins`, `second_mover_wins`, `draws`, `endless`, `unfinished` are shares of all matches
      and add up to 1; `first_mover_advantage` is the first less the second.
    - *Length and breadth*: `turns`; `laps_a_turn`; `branching`, the legal moves of a turn, also by tenths of the match
      (`branching_by_phase`); `forced`, the share of turns with one legal move; `captures_a_turn`.
    - *Course*: after each turn, the player for whom more counters speak leads. Those are the counters that a player has
      secured, held or in wegues; in Andada, where captured counters have no worth (A12), those in a player's own row.
      (Under `rounds=None` in the Gabata of Adwa the count begins anew with every round.) `lead_changes` (C. Browne,
      *Automatic Generation and Evaluation of Recombination Games*, PhD thesis, QUT 2008); `drama`, how long, and
      `comeback`, how far the eventual winner was behind (J. M. Thompson, "Defining the Abstract", The Games Journal,
      2000; Browne 2008); `decisiveness`, how much of the match is left when the winner is ahead for good (after
      Thompson and Browne).
    - *Size*: `tree_size`, the mean of log10 of the product of the numbers of legal moves, chance's included: the usual
      "branching to the power of length" (V. Allis, *Searching for Solutions in Games and Artificial Intelligence*, PhD
      thesis, Maastricht 1994) taken along the matches themselves. `tree_leaves`, log10 of the mean of these products,
      is D. E. Knuth's estimate of the number of leaves (Mathematics of Computation 29, 1975), unbiased when all moves
      are equally likely; nan for other players and odds. A few long matches carry it, so it grows with n and has no
      honest interval.

    One match is one round where the game has rounds, unless the game says itself or `rounds` says otherwise; None plays
    whole matches. Same arguments, same numbers. `progress` and `cancel` are as in `simulate`.

    Raises `ValueError` for arguments that make no sense.

    >>> import gabata
    >>> measures = gabata.measure("andada", 1000, seed=1)
    >>> 60 < float(measures["turns"].value) < 80
    True
    """
    game = one_round(game, rounds)
    plan = Plan(n, seed, players, max_turns, level, threads, cancel)
    shares = dict.fromkeys(SHARES, 0)
    means = {name: Moments() for name in MEANS}
    phases = [Moments() for _ in range(10)]
    is_uniform = plan.is_random and game.options.get("race_odds", 0.5) == 0.5
    log_leaves = -np.inf
    with reporting(progress, "match") as show:
        for batch in plan.pieces(game, Tally(n, show)):
            outcomes = Outcomes.of(batch.winner, batch.reason, batch.first_mover)
            for name in SHARES:
                shares[name] += int(getattr(outcomes, name).sum())
            courses = measured(batch, plan)
            for name, values in _by_match(batch, outcomes, courses).items():
                means[name].add(values)
            log_leaves = np.logaddexp(log_leaves, np.logaddexp.reduce(courses["log_choices"]))
            for moments, values in zip(phases, courses["branching"].T, strict=True):
                moments.add(values)
    by_share = share(list(shares.values()), n, level)
    by_mean = [moments.mean(level) for moments in means.values()]
    leaves = (log_leaves - np.log(n)) / np.log(10) if is_uniform else np.nan
    return Measures(
        provenance("measure", game, **plan.made),
        (*says_rounds(game), level_note(level), *says_unfinished(shares["unfinished"], plan.max_turns)),
        measure=np.array([*SHARES, *MEANS, "tree_leaves"]),
        value=Estimate.join(by_share, Estimate.stack([*by_mean, Estimate(leaves, np.nan, np.nan)])),
        definition=np.array([*SHARES.values(), *MEANS.values(), LEAVES]),
        branching_by_phase=Estimate.stack([moments.mean(level) for moments in phases]),
    )


def _by_match(batch: Batch, outcomes: Outcomes, courses: dict[str, NDArray[Any]]) -> dict[str, NDArray[np.float64]]:
    """Each measure of each match; nan where a match says nothing of it."""
    course = {name: column.astype(np.float64) for name, column in courses.items()}
    won = batch.winner >= 0
    with np.errstate(invalid="ignore", divide="ignore"):
        a_turn = np.where(course["turns"] > 0, 1 / course["turns"], np.nan)
    if_won = np.where(won, 1.0, np.nan)
    return {
        "first_mover_advantage": outcomes.first_mover_wins - outcomes.second_mover_wins.astype(np.float64),
        "turns": course["turns"],
        "laps_a_turn": batch.laps * a_turn,
        "branching": course["choices"] * a_turn,
        "forced": course["forced"] * a_turn,
        "captures_a_turn": course["captures"] * a_turn,
        "lead_changes": course["lead_changes"],
        "drama": course["behind"] * a_turn * if_won,
        "comeback": course["deficit"] * if_won,
        "decisiveness": (1 - course["settled"] * a_turn) * if_won,
        "tree_size": course["log_choices"] / np.log(10),
    }
