"""Races by themselves: how Abalala'e opens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from gabata import _core
from gabata._checks import whole
from gabata._core import Cancel, Game
from gabata.progress import Progress, reporting
from gabata.study.intervals import Estimate, Moments, check_level, share
from gabata.study.results import Result, game_named, level_note, provenance

__all__ = ["RaceOutcomes", "race_outcomes"]

PIECE = 1 << 14
"""Races between two reports."""


@dataclass(frozen=True, eq=False, repr=False)
class RaceOutcomes(Result):
    """How races end: one row an outcome (a board and who won), the commonest first."""

    boards: NDArray[np.uint8]
    """(k, rows, columns), seen from south: the board when the race is over."""
    winner: NDArray[np.int8]
    """(k,), who was done first and has the first turn: 0, 1, or -1 for a race that never ends."""
    count: NDArray[np.int64]
    """(k,), how many races came to it."""
    share: Estimate
    """(k,), the share of all races."""
    drops: NDArray[np.float64]
    """(k, 2), the mean numbers of counters that south and north dropped."""
    alone: NDArray[np.float64]
    """(k,), the mean number of those that the loser dropped after the winner was done."""
    south_wins: Estimate
    """The share of races that south won."""
    endless: Estimate
    """The share of races that never end."""
    drops_together: Estimate
    """Drops until somebody is done: how long the race is."""
    drops_alone: Estimate
    """Drops of the loser after that."""

    title: ClassVar[str] = "Races"
    beside: ClassVar[tuple[str, ...]] = ("south_wins", "endless", "drops_together", "drops_alone")

    def remarks(self) -> list[str]:
        said = [f"{name.replace('_', ' ')}: {getattr(self, name).text()}" for name in self.beside]
        return [f"{len(self):,} different outcomes; {'; '.join(said)}.", *super().remarks()]


def race_outcomes(
    game: Game | str = "abalalae",
    n: int = 10_000,
    seed: int = 0,
    *,
    level: float = 0.95,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> RaceOutcomes:
    """Runs the opening race of Abalala'e (B5 to B7) `n` times: how it ends, who wins, how long it takes.

    Race k is the very one that opens match k of `simulate(game, seed=seed)`. Each drop is a step of chance (B6, reading
    `race_odds`); how the loser finishes is reading `race_loser`. `progress` and `cancel` are as in `simulate`.

    Raises `ValueError` for a game that does not begin with a race.

    >>> import gabata
    >>> races = gabata.race_outcomes(n=1000, seed=1)
    >>> int(races.count.sum()), 0.4 < float(races.south_wins.value) < 0.6
    (1000, True)
    """
    game = game_named(game)
    n, seed = whole("n", n, 1, 2**63 - 1), whole("seed", seed, 0, 2**64 - 1)
    check_level(level)
    rows, columns = game.shape
    together, alone, won, endless = Moments(), Moments(), 0, 0
    # One row an outcome of a piece: its board and winner as bytes, its count, and its sums of drops.
    keys, sums = [np.zeros((0, rows * columns + 1), np.uint8)], [np.zeros((0, 4), np.int64)]
    with reporting(progress, "race") as show:
        for first in range(0, n, PIECE):
            piece = _core.run_races(game, min(PIECE, n - first), seed=seed, first=first, cancel=cancel)
            winner, drops = piece["winner"], piece["drops"].astype(np.int64)
            together.add(drops.sum(axis=1) - piece["alone"])
            alone.add(piece["alone"])
            won += int((winner == 0).sum())
            endless += int((winner < 0).sum())
            key = np.column_stack([piece["boards"].reshape(len(winner), -1), winner.view(np.uint8)])
            found = _sum_by_key(key, np.column_stack([np.ones_like(drops[:, 0]), drops, piece["alone"]]))
            keys.append(found[0])
            sums.append(found[1])
            if show is not None:
                show(first + len(winner), n)
    key, total = _sum_by_key(np.concatenate(keys), np.concatenate(sums))
    order = np.argsort(-total[:, 0], kind="stable")
    key, total = key[order], total[order]
    count = total[:, 0]
    return RaceOutcomes(
        provenance("race_outcomes", game, n=n, seed=seed, level=level),
        (level_note(level),),
        boards=key[:, :-1].reshape(-1, rows, columns),
        winner=key[:, -1].copy().view(np.int8),
        count=count,
        share=share(count, n, level),
        drops=total[:, 1:3] / count[:, None],
        alone=total[:, 3] / count,
        south_wins=share(won, n, level),
        endless=share(endless, n, level),
        drops_together=together.mean(level),
        drops_alone=alone.mean(level),
    )


def _sum_by_key(key: NDArray[np.uint8], values: NDArray[np.int64]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The different rows of `key`, in ascending order, and the sums of the values that belong to each."""
    different, place = np.unique(key, axis=0, return_inverse=True)
    sums = np.zeros((len(different), values.shape[1]), np.int64)
    np.add.at(sums, place.reshape(-1), values)
    return different, sums
