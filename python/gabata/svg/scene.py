"""What there is to see in a position, and where on the picture it goes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from math import cos, pi, sin, sqrt
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from gabata import CHANCE, Game, Position, Reason
from gabata.svg.canvas import Point
from gabata.svg.theme import SEATS

__all__ = ["MAX_SEEDS", "Geometry", "Hole", "Scene", "scene_of", "seed_place", "seed_turn"]

Hole = tuple[int, int]
"""(row, column) in the array, whichever way the board is turned."""

MAX_SEEDS = 12
"""Counters that a cup shows one by one."""
MAX_STORED = 36
"""Counters that a store shows one by one."""


@dataclass(frozen=True)
class Geometry:
    """Where things lie, in the picture's own units.

    Each player's store lies at the right hand of their seat.
    """

    rows: int
    columns: int
    turned: bool = False
    """North sits at the bottom edge."""
    strip: float = 34
    """Height of each player's strip of writing at the board's edge."""

    @property
    def pitch(self) -> float:
        """From one cup to the next."""
        return 60 if self.columns <= 12 else 50

    @property
    def line(self) -> float:
        """From one row to the next."""
        return self.pitch + 20

    @property
    def radius(self) -> float:
        """Of a cup."""
        return self.pitch / 2 - 5.5

    @property
    def margin(self) -> float:
        """From the board's edge to the stores; wider where the board is too narrow for its captions."""
        return 14 + max(0.0, (5 - self.columns) * self.pitch / 2)

    @property
    def store(self) -> float:
        """Width of a store."""
        return 64

    @property
    def width(self) -> float:
        return 2 * (self.margin + self.store + 8) + self.columns * self.pitch

    @property
    def height(self) -> float:
        return 2 * self.strip + self.rows * self.line + 2

    def centre(self, hole: Hole) -> Point:
        """The middle of a cup."""
        row, column = hole
        if self.turned:
            row, column = self.rows - 1 - row, self.columns - 1 - column
        x = self.margin + self.store + 8 + (column + 0.5) * self.pitch
        return x, self.strip + row * self.line + self.radius + 10

    def holes(self) -> Iterator[Hole]:
        """Every hole, row by row."""
        return product(range(self.rows), range(self.columns))

    def is_below(self, seat: int) -> bool:
        """Whether a player sits at the bottom edge."""
        return (seat == 0) != self.turned

    def store_corner(self, seat: int) -> Point:
        """The upper left corner of a player's store."""
        x = self.width - self.margin - self.store if self.is_below(seat) else self.margin
        return x, self.strip + 2

    @property
    def store_height(self) -> float:
        return self.rows * self.line - 4

    def store_seed(self, seat: int, index: int) -> Point:
        """Where the counter of that index lies in a player's store: rows of four from the bottom up."""
        x, y = self.store_corner(seat)
        row, column = divmod(index % MAX_STORED, 4)
        step = min(12.5, (self.store_height - 62) / (MAX_STORED / 4 - 1))
        dx, dy = _jitter(97 + seat, index, 1.6)
        return (
            x + self.store / 2 + (column - 1.5) * 11.5 + dx + (2 if row % 2 else -2),
            y + self.store_height - 18 - row * step + dy,
        )


def _jitter(place: int, index: int, reach: float) -> Point:
    """A small displacement that is always the same for the same counter in the same place."""
    noise = crc32(bytes((place & 255, index & 255, index >> 8 & 255)))
    return ((noise & 255) / 127.5 - 1) * reach, ((noise >> 8 & 255) / 127.5 - 1) * reach


def _place_number(hole: Hole) -> int:
    return hole[0] * 24 + hole[1]


def seed_place(geometry: Geometry, hole: Hole, index: int) -> Point:
    """Where the counter of that index lies in a cup: outwards on a sunflower's spiral, a little astray."""
    x, y = geometry.centre(hole)
    ring = index % MAX_SEEDS
    place = _place_number(hole)
    turn = ring * pi * (3 - sqrt(5)) + place * 1.7
    out = (geometry.radius - 7) / sqrt(MAX_SEEDS) * sqrt(ring + 0.6)
    dx, dy = _jitter(place, index, 0.9)
    return x + out * cos(turn) + dx, y + out * sin(turn) + dy


def seed_turn(hole: Hole, index: int) -> int:
    """Which way a counter lies, in degrees."""
    return crc32(bytes((_place_number(hole) & 255, index & 255, 7))) % 180


@dataclass(frozen=True)
class Scene:
    """All that a picture of a position shows."""

    game: Game
    board: NDArray[np.integer]
    owners: NDArray[np.integer]
    wegues: NDArray[np.integer]
    fresh: NDArray[np.bool_]
    held: tuple[int, int]
    to_move: int | None
    numbers: Mapping[Hole, str] = field(default_factory=dict)
    """What is written at a hole: the number of the move that lifts it."""
    hands: Mapping[int, tuple[Hole, int]] = field(default_factory=dict)
    """seat -> (hole of the last drop, counters in hand), in a race."""
    status: tuple[str, str] = ("", "")
    """What is said of south and of north."""
    caption: str = ""
    """Where the match stands."""

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.board.shape
        return rows, columns

    def describe(self) -> str:
        """The picture in words, for those who cannot see it."""
        rows = "; ".join(" ".join(str(count) for count in row) for row in self.board.tolist())
        words = [f"Counters, row by row from north's side: {rows}."]
        words += [f"{side.name} holds {held}." for side, held in zip(SEATS, self.held, strict=True)]
        for seat, (hole, hand) in self.hands.items():
            words.append(f"{SEATS[seat].name} has {hand} in hand, last dropped at {hole}.")
        for seat, side in enumerate(SEATS):
            marked = [tuple(hole) for hole in np.argwhere(self.wegues == seat).tolist()]
            if marked:
                words.append(f"{side.name}'s wegues: {', '.join(map(str, marked))}.")
        if self.numbers:
            words.append("Moves: " + ", ".join(f"{label} at {hole}" for hole, label in self.numbers.items()) + ".")
        words.append(self.caption)
        return " ".join(words)


def scene_of(position: Position) -> Scene:
    """What there is to see in a position."""
    game, to_move = position.game, position.to_move
    south, north = (int(held) for held in position.held)
    scene = Scene(
        game=game,
        board=position.board,
        owners=position.owners,
        wegues=position.wegues,
        fresh=position.fresh,
        held=(south, north),
        to_move=to_move,
        caption=_caption(position),
        hands={
            seat: (_hole(game.track(seat)[place]), int(position.hands[seat]))
            for seat, place in enumerate(position.racers)
            if place >= 0
        },
    )
    if to_move is None:
        return replace(scene, status=_end(position))
    if to_move == CHANCE:
        return replace(scene, status=(f"{position.hands[0]} in hand", f"{position.hands[1]} in hand"))
    holes = {move: position.hole(move) for move in position.legal_moves}
    numbers = {hole: str(move) for move, hole in holes.items() if hole is not None}
    status = ["", ""]
    status[to_move] = "to move" if numbers else "to choose who begins"
    return replace(scene, numbers=numbers, status=(status[0], status[1]))


def _hole(place: NDArray[np.integer]) -> Hole:
    row, column = place.tolist()
    return row, column


def _caption(position: Position) -> str:
    if position.outcome is not None:
        return position.outcome.detail
    if position.to_move == CHANCE:
        return f"the race of round {position.round}"
    words = f"turn {position.turns + 1}"
    return f"round {position.round}, {words}" if position.round > 1 else words


def _end(position: Position) -> tuple[str, str]:
    if position.winner is None:
        word = "endless" if position.outcome is not None and position.outcome.reason is Reason.ENDLESS else "draw"
        return word, word
    won = ["lost", "lost"]
    won[position.winner] = "won"
    return won[0], won[1]
