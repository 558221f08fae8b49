"""What a batch comes to, in a few numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gabata._core import Game
from gabata.types import Reason

if TYPE_CHECKING:
    from gabata.batch import Batch

__all__ = ["DRAWN", "Spread", "Summary"]


class Spread(NamedTuple):
    """How a number is spread over matches: its mean, and quantiles that are among its values."""

    mean: float
    least: int
    quarter: int
    median: int
    three_quarters: int
    most: int

    @classmethod
    def of(cls, values: NDArray[Any]) -> Spread | None:
        """The spread of some values; None if there are none."""
        if not len(values):
            return None
        quantiles = np.quantile(values, [0, 0.25, 0.5, 0.75, 1], method="inverted_cdf")
        return cls(float(values.mean()), *(int(q) for q in quantiles))


@dataclass(frozen=True)
class Summary:
    """Who won how often, and how long it took. Every match is in exactly one of `wins`, `draws` and `unfinished`."""

    game: Game
    """The game that was played."""
    matches: int
    """How many matches."""
    wins: tuple[int, int]
    """Matches that south and north won."""
    beginner_wins: int
    """Matches won by whoever made the first turn."""
    other_wins: int
    """Matches won by the other player."""
    draws: dict[Reason, int]
    """Matches without a winner that came to their end, by reason: DRAW, ENDLESS or ROUNDS (equal at the last count)."""
    unfinished: int
    """Matches that were cut off at `max_turns`: neither won nor drawn."""
    max_turns: int
    """Turns after which a match was cut off."""
    turns: Spread | None
    """Turns of a match; None without matches."""
    rounds: Spread | None
    """Counted rounds of a match; None without matches."""

    @classmethod
    def of(cls, batch: Batch) -> Summary:
        """The summary of a batch."""
        winner, reason, began = batch.winner, batch.reason, batch.first_mover
        nobody = winner < 0
        won_and_begun = ~nobody & (began >= 0)
        return cls(
            game=batch.game,
            matches=len(batch),
            wins=(int((winner == 0).sum()), int((winner == 1).sum())),
            beginner_wins=int((won_and_begun & (winner == began)).sum()),
            other_wins=int((won_and_begun & (winner != began)).sum()),
            draws={end: int((nobody & (reason == end)).sum()) for end in (Reason.DRAW, Reason.ENDLESS, Reason.ROUNDS)},
            unfinished=int((reason == Reason.UNFINISHED).sum()),
            max_turns=batch.max_turns,
            turns=Spread.of(batch.turns),
            rounds=Spread.of(batch.rounds),
        )

    def rows(self) -> list[tuple[str, str]]:
        """(what, how many) in words, a row a line of a table."""

        def share(count: int) -> str:
            return f"{count:,} ({100 * count / self.matches:.2f} %)" if self.matches else "0"

        rows = [
            ("matches", f"{self.matches:,}"),
            ("south won", share(self.wins[0])),
            ("north won", share(self.wins[1])),
            ("who began won", share(self.beginner_wins)),
            ("who did not begin won", share(self.other_wins)),
            *((f"drawn: {DRAWN[reason]}", share(count)) for reason, count in self.draws.items() if count),
            ("unfinished", share(self.unfinished) + self._advice()),
        ]
        for name, spread in (("turns", self.turns), ("rounds", self.rounds)):
            if spread is not None and spread.most:
                quantiles = " / ".join(f"{q:,}" for q in spread[1:])
                rows.append((name, f"mean {spread.mean:,.1f}; least, quartiles, most {quantiles}"))
        return rows

    def _advice(self) -> str:
        """What helps when so many matches were cut off that the rest says little."""
        if 10 * self.unfinished <= self.matches:
            return ""
        rounds = " or a game with max_rounds=1" if self.game.options.get("max_rounds", 1) is None else ""
        return f": cut off at max_turns={self.max_turns:,}; give more{rounds}"

    def __str__(self) -> str:
        rows = self.rows()
        width = max(len(what) for what, _ in rows)
        return "\n".join([repr(self.game), *(f"  {what:<{width}}  {value}" for what, value in rows)])


DRAWN = {Reason.DRAW: "by the rules", Reason.ENDLESS: "endless relay", Reason.ROUNDS: "equal after the last round"}
