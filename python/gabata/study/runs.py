"""Matches for studies: played and recorded in pieces, so that a study of any size takes little memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gabata import _core
from gabata._checks import instance, whole
from gabata._core import Cancel, Game
from gabata.batch import Batch, Player
from gabata.bulk import simulate
from gabata.study.intervals import check_level
from gabata.types import Reason

__all__ = ["Outcomes", "Plan", "Tally", "measured"]

Players = tuple[Player, Player]

FIRST_PIECE = 256
"""Matches of the first piece, which tells how long they are."""
PIECE_MOVES = 8_000_000
"""Moves that a piece may have, about."""
MOST_MATCHES = 1 << 16
"""Matches that a piece may have."""


@dataclass(frozen=True)
class Plan:
    """Which matches a study plays, and how."""

    n: int
    seed: int
    players: Players
    max_turns: int
    level: float
    threads: int | None
    cancel: Cancel | None

    def __post_init__(self) -> None:
        # What simulate checks too would come late, or never where there is nothing to play.
        bounds = {"n": (1, 2**63 - 1), "seed": (0, 2**64 - 1), "max_turns": (1, 2**32 - 1)}
        for name, (least, most) in bounds.items():
            object.__setattr__(self, name, whole(name, getattr(self, name), least, most))
        instance("players", self.players, Iterable, "two players, south's and north's")
        players = [self.players] if isinstance(self.players, str) else self.players
        object.__setattr__(self, "players", tuple(players))
        if len(self.players) != 2:
            raise ValueError(f"players are {self.players!r}; they are two, south's and north's")
        check_level(self.level)

    @property
    def is_random(self) -> bool:
        """Whether every move of a player is as likely as the next."""
        return self.players == ("random", "random")

    @property
    def made(self) -> dict[str, Any]:
        """What `provenance` says of it."""
        return {name: getattr(self, name) for name in ("n", "seed", "players", "max_turns", "level")}

    def pieces(self, game: Game, report: Callable[[int], None]) -> Iterator[Batch]:
        """All matches of a game with their moves, piece by piece; `report` hears of every match that is done.

        The pieces depend on the game and its matches alone, not on threads or time.
        """
        first, size = 0, FIRST_PIECE
        while first < self.n:
            batch = self.piece(game, first, min(size, self.n - first), report)
            yield batch
            first += len(batch)
            moves_each = max(len(batch.moves) / len(batch), 1)
            size = int(np.clip(PIECE_MOVES / moves_each, 1, MOST_MATCHES))

    def piece(self, game: Game, first: int, n: int, report: Callable[[int], None]) -> Batch:
        """Matches `first` to before `first + n`, with their moves."""
        done = 0

        def tell(now: int, _total: int) -> None:
            nonlocal done
            report(now - done)
            done = now

        return simulate(
            game,
            n,
            seed=self.seed,
            first=first,
            players=self.players,
            max_turns=self.max_turns,
            threads=self.threads,
            record=("moves",),
            progress=tell,
            cancel=self.cancel,
        )


@dataclass
class Tally:
    """Counts what a study has done of all it has to do, for `progress=`."""

    total: int
    show: Callable[[int, int], object] | None
    done: int = 0

    def __call__(self, more: int) -> None:
        self.done += more
        if more and self.show is not None:
            self.show(self.done, self.total)


@dataclass(frozen=True)
class Outcomes:
    """How each of some matches ended, as shares are made of it: `bool` arrays, shape (n,), of which one is true."""

    first_mover_wins: NDArray[np.bool_]
    """Whoever made the first turn won."""
    second_mover_wins: NDArray[np.bool_]
    """The other player won."""
    draws: NDArray[np.bool_]
    """Nobody won, by the rules or by an equal count after the last round."""
    endless: NDArray[np.bool_]
    """A relay that never stops."""
    unfinished: NDArray[np.bool_]
    """Cut off at `max_turns`."""

    @staticmethod
    def of(winner: NDArray[np.int8], reason: NDArray[np.uint8], first_mover: NDArray[np.int8]) -> Outcomes:
        """From columns as a batch has them. A winner before any turn counts as the second mover."""
        won, endless, unfinished = winner >= 0, reason == Reason.ENDLESS, reason == Reason.UNFINISHED
        first = won & (winner == first_mover)
        return Outcomes(first, won & ~first, ~(won | endless | unfinished), endless, unfinished)


def measured(batch: Batch, plan: Plan) -> dict[str, NDArray[Any]]:
    """What `gabata._core` measures of recorded matches that began at the game's first position, name -> array."""
    return _core.measure_courses(batch.game, batch.moves, batch.offsets, threads=plan.threads, cancel=plan.cancel)
