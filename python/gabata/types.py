"""Small types that have no compiled half."""

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CHANCE", "Event", "Outcome", "Reading", "Reason"]

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


class Event(IntEnum):
    """What a lap, or a drop of a race, came to: the field `event` of `Turn.laps`."""

    END = 0
    """The turn ended there."""
    RELAY = 1
    """The hole was lifted, the fallen counter included, and sown on."""
    CAPTURE = 2
    """What faced the hole was captured; the turn ended (Andada)."""
    CAPTURE_ONWARD = 3
    """What faced the hole was captured; the fallen counter was lifted and sown on (Abalala'e)."""
    NOTHING = 4
    """It could have captured, but there was nothing to capture, or no leave to; the turn ended."""
    STORE = 5
    """The last counter fell into the mover's store; the same player moves again (Kalah)."""
    WEGUE = 6
    """The hole became the mover's wegue (Gabata of Adwa)."""
    LAST_HOLE = 7
    """The opponent's last hole: three counters were taken out of it (Gabata of Adwa)."""
    TAKE_TWO = 8
    """Two counters were taken out of the opponent's wegue, or the one that was there (Gabata of Adwa)."""
    OWN_WEGUE = 9
    """The last counter fell into the mover's own wegue and stays there (Gabata of Adwa)."""
    CHAIN = 10
    """Twos and threes were captured, back from where the last counter fell (Oware)."""
    HOME = 11
    """The fallen counter and what faced it went to the mover's store (Kalah)."""
    OFF = 12
    """The lap left the board at a row's end (Andada)."""
    OPENING = 13
    """A lap of an opening (Andada)."""
    DROP = 14
    """A racer dropped a counter (Abalala'e)."""
    DROP_RELAY = 15
    """A racer dropped the last counter in hand, in an occupied hole, and lifted it (Abalala'e)."""
    DROP_DONE = 16
    """A racer dropped the last counter in hand, in an empty hole (after one lap alone: any): done (Abalala'e)."""


def structured(table: "NDArray[np.int32]", fields: str) -> "NDArray[Any]":
    """The rows of a table as a structured array: one field a column, named by the words of `fields`."""
    return table.view([(name, table.dtype) for name in fields.split()]).reshape(len(table))
