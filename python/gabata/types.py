"""Small types that have no compiled half."""

from enum import IntEnum
from typing import NamedTuple

__all__ = ["CHANCE", "Outcome", "Reading", "Reason"]

CHANCE = -1
"""`Position.to_move` where chance decides."""


class Reason(IntEnum):
    """Why a match is over."""

    WON = 0
    """Somebody won by the game's own rule."""
    DRAW = 1
    """A draw by the game's own rule."""
    ENDLESS = 2
    """A relay that would never stop; the sources do not know the case, so it is counted apart from other draws."""
    ROUNDS = 3
    """Option `max_rounds`: as many rounds as asked for were counted."""
    UNFINISHED = 4
    """Cut off at `max_turns`; not a draw."""


class Outcome(NamedTuple):
    """How a match ended."""

    reason: Reason
    winner: int | None
    detail: str


class Reading(NamedTuple):
    """One open question of a game's source and its possible answers; `options` is empty for a number."""

    options: tuple[str, ...]
    default: str | float
    why: str
