"""Intervals: what a sample says of the whole, and how surely.

Shares get Wilson's score interval (E. B. Wilson 1927), which is honest for rare events and small samples; means get the
normal one. Differences between two readings are differences between *pairs* of matches, since both readings are
played with the same random draws: for shares Newcombe's square-and-add interval for paired proportions (R. G. Newcombe,
Statistics in Medicine 17, 1998, 2635-2650, method 10), for means the normal interval of the pairs' differences.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Estimate", "mean", "mean_difference", "share", "share_difference"]

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

    @staticmethod
    def stack(parts: "list[Estimate]") -> "Estimate":
        """Several estimates as one, each a row."""
        return Estimate(
            np.array([part.value for part in parts]),
            np.array([part.low for part in parts]),
            np.array([part.high for part in parts]),
        )


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


def share_difference(new: NDArray[np.bool_], base: NDArray[np.bool_], level: float = 0.95) -> Estimate:
    """By how much the share of true entries of `new` exceeds that of `base`, entry k of both being a pair."""
    n = len(new)
    if n == 0 or bool(np.array_equal(new, base)):
        # The same matches under both: no sampling can make a difference of it.
        value = np.nan if n == 0 else 0.0
        return Estimate(value, value, value)
    both, only_new = int(np.sum(new & base)), int(np.sum(new & ~base))
    only_base = int(np.sum(~new & base))
    neither = n - both - only_new - only_base
    a, b = share(both + only_new, n, level), share(both + only_base, n, level)
    product = float(both + only_new) * (only_base + neither) * (both + only_base) * (only_new + neither)
    covariance = both * neither - only_new * only_base
    # Newcombe's correction of a positive correlation for continuity.
    corrected = max(covariance - n / 2, 0.0) if covariance > 0 else float(covariance)
    phi = corrected / product**0.5 if product > 0 else 0.0

    def half(x: float, y: float) -> float:
        return float(max(x * x - 2 * phi * x * y + y * y, 0.0) ** 0.5)

    value = float(a.value - b.value)
    low = value - half(float(a.value - a.low), float(b.high - b.value))
    high = value + half(float(a.high - a.value), float(b.value - b.low))
    return Estimate(value, low, high)


def mean(values: ArrayLike, level: float = 0.95) -> Estimate:
    """The mean with its normal interval; nan for no values, no interval for a single one.

    >>> from gabata.study import intervals
    >>> float(intervals.mean([1, 2, 3]).value)
    2.0
    """
    values = np.asarray(values, dtype=np.float64)
    z = critical(level)
    if len(values) == 0:
        return Estimate(np.nan, np.nan, np.nan)
    value = values.mean()
    half = z * values.std(ddof=1) / len(values) ** 0.5 if len(values) > 1 else np.nan
    return Estimate(value, value - half, value + half)


def mean_difference(new: ArrayLike, base: ArrayLike, level: float = 0.95) -> Estimate:
    """By how much the mean of `new` exceeds that of `base`, entry k of both being a pair."""
    return mean(np.asarray(new, dtype=np.float64) - np.asarray(base, dtype=np.float64), level)
