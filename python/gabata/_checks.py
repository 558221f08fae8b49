"""Arguments checked once, in the same words everywhere: what was given, under which name, and what would be right."""

import operator
from numbers import Real
from typing import Any

__all__ = ["instance", "positive", "whole"]


def instance(name: str, value: object, kinds: type[Any] | tuple[type[Any], ...], wanted: str) -> None:
    """Raises `TypeError` for a value that is none of some kinds; `wanted` says in words what it should be."""
    if not isinstance(value, kinds):
        raise TypeError(f"{name} is {_shown(value)}; it is {wanted}")


def whole(name: str, value: object, least: int, most: int) -> int:
    """The whole number that an argument is. Raises `TypeError` for what is none, and `ValueError` beyond its bounds."""
    if isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}; it is a whole number")
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # what has no index is what is looked for
    except TypeError:
        raise TypeError(f"{name} is {_shown(value)}; it is a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {_shown(number)}; it is from {least} to {most}")
    return number


def positive(name: str, value: object) -> float:
    """The number that an argument is. Raises `TypeError` for what is none, and `ValueError` unless it is above 0."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} is {_shown(value)}; it is a positive number")
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if not 0 < number < float("inf"):
        raise ValueError(f"{name} is {_shown(value)}; it is a positive number")
    return number


def _shown(value: object) -> str:
    """A value in a message, cut where it is long; a whole number may have more figures than Python writes out."""
    if isinstance(value, int) and value.bit_length() > 256:
        return f"a whole number of {value.bit_length()} bits"
    words = repr(value)
    return words if len(words) <= 80 else f"{words[:77]}..."
