"""Intervals: what a sample says of the whole, and how surely.

Shares get Wilson's score interval (E. B. Wilson 1927), which is honest for rare events and small samples; means get the
normal one. Differences between two readings are differences between *pairs* of matches, since both readings are
played with the same random draws: for shares Newcombe's square-and-add interval for paired proportions (R. G. Newcombe,
Statistics in Medicine 17, 1998, 2635-2650, method 10), for means the normal interval of the pairs' differences.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gabata._checks import positive

__all__ = ["Estimate", "Moments", "share", "share_difference"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, init=False)
class Estimate:
    """Estimates with their intervals: three `np.float64` arrays of one shape; nan where there is nothing to say."""

    value: Floats
    low: Floats
    high: Floats

    def __init__(self, value: ArrayLike, low: ArrayLike, high: ArrayLike) -> None:
        for name, given in (("value", value), ("low", low), ("high", high)):
            array = np.array(given, dtype=np.float64)
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    def __repr__(self) -> str:
        return f"Estimate({self.value.tolist()}, low={self.low.tolist()}, high={self.high.tolist()})"

    def __len__(self) -> int:
        return len(self.value)

    def __getitem__(self, row: int | slice) -> Estimate:
        return Estimate(self.value[row], self.low[row], self.high[row])

    def text(self, *, sign: bool = False) -> str:
        """A single estimate as people read it: `value [low, high]`, to two figures of the interval's width."""
        value, low, high = float(self.value), float(self.low), float(self.high)
        if np.isnan(value):
            return "-"
        digits = _digits(value, high - low)

        def figure(number: float) -> str:
            shown = f"{number:.{digits}f}"
            return "0" if not float(shown) else shown

        shown = f"+{figure(value)}" if sign and value > 0 else figure(value)
        return shown if np.isnan(low) else f"{shown} [{figure(low)}, {figure(high)}]"

    @staticmethod
    def stack(parts: Iterable[Estimate]) -> Estimate:
        """Several single estimates as one, each a row."""
        rows = [(float(part.value), float(part.low), float(part.high)) for part in parts]
        return Estimate(*np.array(rows, dtype=np.float64).reshape(-1, 3).T)

    @staticmethod
    def join(a: Estimate, b: Estimate) -> Estimate:
        """The rows of two estimates as one."""
        pairs = ((a.value, b.value), (a.low, b.low), (a.high, b.high))
        return Estimate(*(np.concatenate(pair) for pair in pairs))


def _digits(value: float, width: float) -> int:
    """Decimal places that show an interval's width in two figures."""
    if not width > 0:
        return 0 if value.is_integer() else 4
    return int(np.clip(1 - np.floor(np.log10(width)), 0, 8))


def check_level(level: object) -> None:
    """Raises `TypeError` for what is no number, and `ValueError` for a level that intervals cannot keep to."""
    # Closer to 1, what is left over has no place in a float once it is shared out among many comparisons.
    if not positive("level", level) <= 1 - 1e-9:
        raise ValueError(f"level is {level}; it is a number between 0 and 0.999999999, such as 0.95")


def critical(level: float) -> float:
    """The z that a normal variable stays within, either way, with probability `level`."""
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; it is a number between 0 and 1, such as 0.95")
    return NormalDist().inv_cdf((1 + level) / 2)


def share(count: ArrayLike, n: ArrayLike, level: float = 0.95) -> Estimate:
    """The share `count / n` with Wilson's interval; nan where n is 0.

    >>> from gabata.study import intervals
    >>> estimate = intervals.share(0, 100)
    >>> float(estimate.low), round(float(estimate.high), 4)
    (0.0, 0.037)
    """
    z = critical(level)
    count, n = np.asarray(count, dtype=np.float64), np.asarray(n, dtype=np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        p = count / n
        middle = (count + z * z / 2) / (n + z * z)
        half = z / (n + z * z) * np.sqrt(count * (n - count) / n + z * z / 4)
        # At the ends the interval reaches 0 and 1, which rounding must not miss.
        low, high = np.where(count == 0, 0.0, middle - half), np.where(count == n, 1.0, middle + half)
    nothing = n == 0
    return Estimate(p, np.where(nothing, np.nan, low), np.where(nothing, np.nan, high))


def share_difference(both: int, only_new: int, only_base: int, neither: int, level: float = 0.95) -> Estimate:
    """By how much one share exceeds another, from how often a pair had it both times, only here, only there, never.

    >>> from gabata.study import intervals
    >>> estimate = intervals.share_difference(36, 12, 2, 0)
    >>> [round(float(x), 4) for x in (estimate.value, estimate.low, estimate.high)]
    [0.2, 0.0569, 0.3404]
    """
    n = both + only_new + only_base + neither
    if n == 0:
        return Estimate(np.nan, np.nan, np.nan)
    a, b = share(both + only_new, n, level), share(both + only_base, n, level)
    product = float(both + only_new) * (only_base + neither) * (both + only_base) * (only_new + neither)
    covariance = both * neither - only_new * only_base
    # Newcombe's correction of a positive correlation for continuity.
    corrected = max(covariance - n / 2, 0.0) if covariance > 0 else float(covariance)
    phi = corrected / product**0.5 if product > 0 else 0.0

    def half(x: float, y: float) -> float:
        return float(max(x * x - 2 * phi * x * y + y * y, 0.0) ** 0.5)

    value = (only_new - only_base) / n
    low = value - half(float(a.value - a.low), float(b.high - b.value))
    high = value + half(float(a.high - a.value), float(b.value - b.low))
    return Estimate(value, low, high)


@dataclass
class Moments:
    """The number, the mean and the sum of squared deviations of values that come in pieces (Chan, Golub, LeVeque 1983).

    >>> from gabata.study.intervals import Moments
    >>> moments = Moments()
    >>> for piece in ([1, 2], [3]):
    ...     moments.add(piece)
    >>> float(moments.mean().value), moments.count
    (2.0, 3)
    """

    count: int = 0
    average: float = 0.0
    deviations: float = 0.0

    @staticmethod
    def of(values: ArrayLike) -> Moments:
        """Of values that are all there."""
        moments = Moments()
        moments.add(values)
        return moments

    def add(self, piece: ArrayLike) -> None:
        """Takes a piece of the values into account; nan values are left out."""
        values: Floats = np.asarray(piece, dtype=np.float64)
        values = values[~np.isnan(values)]
        if not len(values):
            return
        average = float(values.mean())
        apart = average - self.average
        count = self.count + len(values)
        self.deviations += float(((values - average) ** 2).sum()) + apart * apart * self.count * len(values) / count
        self.average += apart * len(values) / count
        self.count = count

    def mean(self, level: float = 0.95) -> Estimate:
        """The mean with its normal interval; nan for no values, no interval for a single one."""
        if self.count == 0:
            return Estimate(np.nan, np.nan, np.nan)
        if self.count == 1:
            return Estimate(self.average, np.nan, np.nan)
        half = critical(level) * (self.deviations / (self.count - 1) / self.count) ** 0.5
        return Estimate(self.average, self.average - half, self.average + half)
