"""A slow, plain twin of the five games, written from the rule documents alone and never from the Rust.

It moves one counter at a time and names the clauses that it carries out (A7, B12, G13, K4, O5, ...), so that somebody
who knows a game, but no Rust, can hold it against the rules; and the fast library is held against it.

    game = make("andada", holes=15)
    pos = game.start()
    while pos.to_move is not None:
        pos.play(pos.legal()[0])
    print(pos.winner, pos.reason, pos.board())

Words: a *cell* is a hole's index in array order, rows from the top edge, each from south's left. A *place* is a
position on a player's track; `tracks[seat][place]` is a cell. SOUTH is seat 0, NORTH seat 1; 1 - seat is the other one.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

SOUTH, NORTH = 0, 1
SEATS = (SOUTH, NORTH)
CHANCE = -1  # decides in `to_move`
NOBODY = -1  # owns, or has marked, a cell
BOUND = 1_000_000  # laps of one turn, or drops of a racer left alone, after which the next lift is not made


@dataclass(frozen=True)
class Option:
    default: Any
    allowed: str
    accepts: Callable[[Any], bool]


def words(*values: str) -> Option:
    """One of these words; the first is the default."""
    return Option(values[0], " | ".join(values), lambda value: isinstance(value, str) and value in values)


def whole(default: int, low: int, high: int, step: int = 1) -> Option:
    allowed = range(low, high + 1, step)
    return Option(default, ", ".join(map(str, allowed)), lambda value: type(value) is int and value in allowed)


def share(default: float) -> Option:
    return Option(default, "a number from 0 to 1", lambda value: type(value) in (int, float) and 0 <= value <= 1)


def limit() -> Option:
    """No limit, or a whole number from 1."""
    return Option(None, "None or 1, 2, ...", lambda value: value is None or (type(value) is int and value >= 1))


class Endless(Exception):
    """A sowing that never stops."""


class Watch:
    """Looks on before every lift of one sowing, and raises `Endless` if the sowing cannot stop.

    Brent's method: remember one earlier position alone, exchanged for the present one at lifts 1, 2, 4, 8, ... A sowing
    that goes round in a circle is in it at some such lift, and comes back to where it stood then before the next such.
    """

    def __init__(self) -> None:
        self.lifts = 0
        self.kept: object = None

    def look(self, position: object, made: int) -> None:
        """`made`: the laps (of a lone racer, the drops) made before this lift."""
        if position == self.kept or made >= BOUND:
            raise Endless
        self.lifts += 1
        if self.lifts & (self.lifts - 1) == 0:  # a power of two
            self.kept = position


class Position:
    """A match in progress. The base knows seats, cells, tracks, laps and relays; each game says what a landing does
    (`land`) and what follows a turn (`after_turn`)."""

    OPTIONS: ClassVar[dict[str, Option]]

    def __init__(
        self, options: dict[str, Any], *, rows: int, columns: int, south: Iterable[int], own: int, each: int
    ) -> None:
        self.options = options
        self.rows, self.columns = rows, columns
        self.own = own  # places 0 to own - 1 are the player's own, unless holes change owners (Adwa)
        self.cells = [each] * (rows * columns)
        south_track = tuple(south)
        self.tracks = (south_track, tuple(len(self.cells) - 1 - cell for cell in south_track))  # north's: half a turn

        self.phase = "turns"  # or Andada's "opening" and "choice", Abalala'e's "race"
        self.to_move: int | None = SOUTH
        self.mover = SOUTH  # who moves just now, or moved last
        self.again = False  # the turn has earned its mover another one
        self.began: int | None = SOUTH  # who made the first ordinary turn of this round; None until that is known
        self.taken = [0, 0]  # captured, taken off, in reserve
        self.out = [0, 0]  # kept back for good (Abalala'e's `winnings: out`)
        self.hands = [0, 0]  # of the racers
        self.racers = [0, 0]  # the place where each racer lifted or dropped last
        self.latched = False  # Andada's `singles: latched`
        self.unlifted: list[bool] = []  # by cell, Adwa's G8

        self.round = 1
        self.rounds: list[list[int]] = []
        self.turns = self.laps = 0
        self.winner: int | None = None
        self.reason: str | None = None  # "won", "draw", "endless", "rounds"

    @property
    def endless(self) -> bool:
        return self.reason == "endless"

    @property
    def track(self) -> tuple[int, ...]:
        """The mover's track."""
        return self.tracks[self.mover]

    def board(self) -> list[list[int]]:
        return [self.cells[row * self.columns : (row + 1) * self.columns] for row in range(self.rows)]

    def held(self) -> list[int]:
        return [self.taken[seat] + self.out[seat] for seat in SEATS]

    def owners(self) -> str:
        """Adwa: whose hole, `s` or `n`, by cell."""
        return ""

    def wegues(self) -> str:
        """Adwa: whose wegue, `s`, `n` or `.`, by cell."""
        return ""

    def fresh(self) -> str:
        """Adwa: `f` for the holes that G8 still protects, else `.`, by cell."""
        return "".join("f" if unlifted else "." for unlifted in self.unlifted)

    def chance(self) -> list[tuple[int, float]]:
        return []

    def copy(self) -> Self:
        twin = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | set):
                setattr(twin, name, value.copy())
        return twin

    def legal(self) -> list[int]:
        if self.to_move is None:
            return []
        track = self.tracks[self.to_move]
        return [place for place in range(self.own) if self.cells[track[place]]]

    def play(self, move: int) -> None:
        if move not in self.legal():
            raise ValueError(f"move {move} is not among the legal ones {self.legal()} of {self.board()}")
        before = self.copy()
        if self.to_move in SEATS:
            self.mover = self.to_move
        try:
            self.make(move)
        except Endless:  # everything is as it was before the move, but the match is over
            vars(self).update(vars(before))
            self.turns += self.phase == "turns"
            self.finish(None, "endless")

    def make(self, move: int) -> None:
        """One legal move: an ordinary turn, unless the game says otherwise."""
        self.take_turn(move)

    def take_turn(self, place: int) -> None:
        self.again = False
        watch = Watch()
        lift_at: int | None = place
        while lift_at is not None:
            watch.look((lift_at, self.cells.copy(), self.unlifted.copy()), made=watch.lifts)
            landing = self.lap(lift_at)
            lift_at = None if landing is None else self.land(landing)
        self.turns += 1
        self.laps += watch.lifts
        self.after_turn()

    def lift(self, cell: int) -> int:
        count = self.cells[cell]
        self.cells[cell] = 0
        return count

    def lap(self, place: int) -> int | None:
        """Lift and sow; the place of the landing, or None if the last counter left the board."""
        hand = self.lift(self.track[place])
        while hand:
            place = (place + 1) % len(self.track)
            self.cells[self.track[place]] += 1
            hand -= 1
        return place

    def land(self, place: int) -> int | None:
        """What the landing does, the counter having fallen; the place of the next lift, or None if the turn ends."""
        raise NotImplementedError

    def after_turn(self) -> None:
        """Who is next, or how the round or the match ends."""
        raise NotImplementedError

    def owned(self, seat: int) -> tuple[int, ...]:
        """The cells that belong to this player."""
        return self.tracks[seat][: self.own]

    def count(self, cells: Iterable[int]) -> int:
        return sum(self.cells[cell] for cell in cells)

    def finish(self, winner: int | None, reason: str) -> None:
        self.winner, self.reason, self.to_move = winner, reason, None

    def finish_by_count(self, reason: str = "") -> None:
        """More counters wins, equal is a draw."""
        south, north = self.held()
        winner = None if south == north else SOUTH if south > north else NORTH
        self.finish(winner, reason or ("draw" if winner is None else "won"))

    def each_takes_own(self) -> None:
        """Clear the board: what lies in a player's own holes is theirs."""
        for seat in SEATS:
            for cell in self.owned(seat):
                self.taken[seat] += self.lift(cell)

    def close_round(self, beaten: list[bool]) -> bool:
        """Write down what both hold, in `taken`; is the match over? `beaten`, by seat: lost by the game's own rule."""
        self.rounds.append(self.taken.copy())
        if any(beaten):
            self.finish(1 - beaten.index(True), "won")
        elif self.round == self.options["max_rounds"]:
            self.finish_by_count("rounds")
        else:
            self.round += 1
        return self.to_move is None

    def next_starter(self, amounts: Sequence[int]) -> int:
        """Reading `starter`: who begins the next round, the players having these amounts."""
        assert self.began is not None
        if self.options["starter"] == "alternate" or amounts[SOUTH] == amounts[NORTH]:
            return 1 - self.began
        richer = SOUTH if amounts[SOUTH] > amounts[NORTH] else NORTH
        return richer if self.options["starter"] == "winner" else 1 - richer


class Andada(Position):
    """Kunama people, western Eritrea (rules: andada.md)."""

    OPTIONS: ClassVar = {
        "holes": whole(12, 12, 24, step=3),
        "direction": words("anticlockwise", "clockwise"),
        "singles": words("turn", "latched", "running", "never"),
        "opener": words("south", "north"),
    }

    def __init__(self, options: dict[str, Any]) -> None:
        n = options["holes"]
        south: list[int] = [*range(n, 2 * n), *reversed(range(n))]  # A4: to the right, back along the other row
        if options["direction"] == "clockwise":
            south = [*reversed(range(n, 2 * n)), *range(n)]  # to the left, back along the other row
        super().__init__(options, rows=2, columns=n, south=south, own=n, each=2)  # A1, A2, A3
        self.phase = "opening"
        self.to_move = ("south", "north").index(options["opener"])
        self.began = None
        self.closed = False  # A11 holds in this turn

    def legal(self) -> list[int]:
        if self.phase == "choice" and self.to_move is not None:
            return [self.own, self.own + 1]  # A6
        return super().legal()  # A5, A7

    def make(self, move: int) -> None:
        if self.phase == "opening":
            self.open(move)
        elif self.phase == "choice":
            self.choose(move)
        else:
            super().make(move)

    def open(self, place: int) -> None:
        """A5: lap after lap, each from the hole after the last one sown, until all have 3 or 0."""
        while any(count not in (0, 3) for count in self.cells):
            landing = super().lap(place)
            assert landing is not None
            place = (landing + 1) % len(self.track)
        self.phase, self.to_move = "choice", 1 - self.mover

    def choose(self, move: int) -> None:
        """A6: move n is "I, the chooser, begin", move n + 1 "the opener begins"."""
        self.phase = "turns"
        self.began = self.to_move = self.mover if move == self.own else 1 - self.mover

    def only_singles(self) -> bool:
        return max(self.cells) <= 1

    def take_turn(self, place: int) -> None:
        singles = self.options["singles"]
        if singles == "turn":
            self.closed = self.only_singles()  # A11, settled when the turn starts
        elif singles == "latched":
            self.closed = self.latched = self.latched or self.only_singles()
        super().take_turn(place)

    def is_taken_off(self, place: int) -> bool:
        """A11: does a counter that would step on from here leave the board?"""
        if place not in (self.own - 1, 2 * self.own - 1):  # not the last hole of a row
            return False
        return self.only_singles() if self.options["singles"] == "running" else self.closed

    def lap(self, place: int) -> int | None:
        hand = self.lift(self.track[place])
        off = False
        while hand:
            hand -= 1
            off = self.is_taken_off(place)
            if off:
                self.taken[self.mover] += 1  # and the rest of the lap likewise
            else:
                place = (place + 1) % len(self.track)
                self.cells[self.track[place]] += 1
        return None if off else place

    def land(self, place: int) -> int | None:
        cell = self.track[place]
        if self.cells[cell] > 1:
            return place  # A8
        if place < self.own:
            facing = (cell + self.columns) % len(self.cells)
            self.taken[self.mover] += self.lift(facing)  # A10
        return None  # A9, A10

    def after_turn(self) -> None:
        self.to_move = 1 - self.mover
        for seat in SEATS:
            if self.count(self.owned(seat)) == 0:
                self.finish(1 - seat, "won")  # A12, A13


class Abalalae(Position):
    """Highlands of Eritrea (rules: abalalae.md)."""

    OPTIONS: ClassVar = {
        "race": words("every_round", "first_round", "none"),
        "starter": words("winner", "loser", "alternate"),
        "race_odds": share(0.5),
        "race_loser": words("finishes", "lap"),
        "round_end": words("at_once", "to_move"),
        "winnings": words("counted", "out"),
        "max_rounds": limit(),
    }

    def __init__(self, options: dict[str, Any]) -> None:
        south = [*range(12, 18), *reversed(range(6, 12)), *range(6)]  # B3
        super().__init__(options, rows=3, columns=6, south=south, own=9, each=3)  # B1, B2
        self.begin_round(SOUTH)

    def begin_round(self, starter: int) -> None:
        """With a race if this round has one, else `starter` begins. The board is laid."""
        if self.options["race"] == "every_round" or (self.options["race"] == "first_round" and self.round == 1):
            self.phase, self.to_move, self.began = "race", CHANCE, None  # B5, B19
            self.racers = [0, 0]
            self.hands = [self.lift(self.tracks[seat][0]) for seat in SEATS]
        else:
            self.phase, self.to_move, self.began = "turns", starter, starter

    def chance(self) -> list[tuple[int, float]]:
        if self.to_move != CHANCE:
            return []
        odds = self.options["race_odds"]
        return [(seat, chance) for seat, chance in ((SOUTH, odds), (NORTH, 1 - odds)) if chance > 0]  # B6

    def legal(self) -> list[int]:
        return [seat for seat, _ in self.chance()] if self.to_move == CHANCE else super().legal()  # B6; B4, B9

    def make(self, move: int) -> None:
        if self.phase == "race":
            self.race(move)
        else:
            super().make(move)

    def race(self, seat: int) -> None:
        """One drop; and if that makes this racer done, the rest of the race."""
        self.drop(seat)
        if self.hands[seat] > 0 or self.goes_on(seat):
            if self.options["race_odds"] in (0, 1):  # nobody else will ever drop: this racer is left alone
                self.copy().finish_alone(seat, only_lap=False)
            return
        self.finish_alone(1 - seat, only_lap=self.options["race_loser"] == "lap")  # B7
        self.hands, self.racers = [0, 0], [0, 0]
        self.phase, self.began = "turns", seat  # B7
        self.go_on_with(seat)  # B8

    def drop(self, seat: int) -> None:
        self.racers[seat] = (self.racers[seat] + 1) % 18
        self.cells[self.tracks[seat][self.racers[seat]]] += 1
        self.hands[seat] -= 1

    def goes_on(self, seat: int) -> bool:
        """The hand being empty: lift where the last counter fell, unless that hole was empty (B5)."""
        cell = self.tracks[seat][self.racers[seat]]
        if self.cells[cell] > 1:
            self.hands[seat] = self.lift(cell)
        return self.hands[seat] > 0

    def finish_alone(self, seat: int, only_lap: bool) -> None:
        """This racer goes on alone: until done, or if `only_lap` with the counters in hand."""
        watch = Watch()
        drops = 0
        while True:
            while self.hands[seat] > 0:
                self.drop(seat)
                drops += 1
            if only_lap:
                return
            stands = (self.racers[seat], self.cells.copy())
            if not self.goes_on(seat):
                return
            watch.look(stands, made=drops)

    def land(self, place: int) -> int | None:
        if self.cells[self.track[place]] > 1:
            return place  # B10
        if place >= self.own:
            return None  # B11
        captured = sum(self.lift(cell) for cell in self.facing(place))  # B12
        self.taken[self.mover] += captured
        return place if captured else None  # B13: the counter that fell is alone there, so its lap is one of one; B14

    def facing(self, place: int) -> list[int]:
        """B12: the opponent's holes in the column of this own hole."""
        column = self.track[place] % self.columns
        far_row = 0 if self.mover == SOUTH else 2
        rows = (1, far_row) if place < 3 else (far_row,)
        return [row * self.columns + column for row in rows]

    def after_turn(self) -> None:
        self.go_on_with(1 - self.mover)

    def go_on_with(self, seat: int) -> None:
        """B15: this player is next, if the round is not over."""
        looked_at = SEATS if self.options["round_end"] == "at_once" else (seat,)
        self.to_move = seat
        if any(self.count(self.owned(player)) == 0 for player in looked_at):
            self.each_takes_own()  # one of the two has nothing there: the other captures all that is left
            self.next_round()

    def next_round(self) -> None:
        if self.close_round(beaten=[self.taken[seat] == 0 for seat in SEATS]):  # B16
            return
        starter = self.next_starter(self.taken)
        holes = (min(self.taken) + 2) // 3  # B17: threes, and a hole for what is left over
        for seat in SEATS:
            for cell in self.tracks[seat][:holes]:
                self.cells[cell] = min(3, self.taken[seat])
                self.taken[seat] -= self.cells[cell]
            if self.options["winnings"] == "out":  # B18: what is kept back no longer counts
                self.out[seat] += self.taken[seat]
                self.taken[seat] = 0
        self.begin_round(starter)


class Adwa(Position):
    """Adwa, northern Ethiopia (rules: gabata-adwa.md)."""

    OPTIONS: ClassVar = {
        "original": words("hole", "all", "none"),
        "original_when": words("every_round", "first_round"),
        "last_hole": words("uncaptured", "stocked", "owned", "none"),
        "after_capture": words("ends", "again"),
        "surplus": words("loser_first", "winner_first"),
        "starter": words("alternate", "winner", "loser"),
        "max_rounds": limit(),
    }

    def __init__(self, options: dict[str, Any]) -> None:
        south = [*range(12, 18), 11, 10, 9, *reversed(range(6)), 6, 7, 8]  # G3: one loop for both
        super().__init__(options, rows=3, columns=6, south=south, own=9, each=3)  # G1
        self.owner = [NOBODY] * 18  # by cell
        self.wegue = [NOBODY] * 18  # by cell: whose mark
        self.lay(SOUTH, holes=9)  # G2

    def owners(self) -> str:
        return "".join("sn."[seat] for seat in self.owner)

    def wegues(self) -> str:
        return "".join("sn."[seat] for seat in self.wegue)

    def owned(self, seat: int) -> tuple[int, ...]:
        return tuple(cell for cell in self.tracks[seat] if self.owner[cell] == seat)

    def open_holes(self, seat: int) -> list[int]:
        """The holes of this player that are no wegues."""
        return [cell for cell in self.owned(seat) if self.wegue[cell] == NOBODY]

    def legal(self) -> list[int]:
        return [] if self.to_move is None else self.liftable(self.to_move)

    def liftable(self, seat: int) -> list[int]:
        """G4, G5, G10: places."""
        return sorted(self.tracks[seat].index(cell) for cell in self.open_holes(seat) if self.cells[cell])

    def lift(self, cell: int) -> int:
        self.unlifted[cell] = False
        return super().lift(cell)

    def land(self, place: int) -> int | None:
        cell = self.track[place]
        opponent = 1 - self.mover
        count_before = self.cells[cell] - 1
        if self.wegue[cell] == self.mover:
            return None  # G11
        if self.wegue[cell] == opponent:
            taken = min(2, self.cells[cell])  # G12
            self.cells[cell] -= taken
            self.taken[self.mover] += taken
            return None
        if count_before == 0:
            return None  # G6
        if count_before == 3 and self.owner[cell] == opponent and not self.is_protected(cell):
            self.capture(cell)
            return None
        return place  # G8, G9

    def is_protected(self, cell: int) -> bool:
        """G8."""
        return any(self.unlifted) if self.options["original"] == "all" else self.unlifted[cell]

    def capture(self, cell: int) -> None:
        if self.is_last_hole():
            self.cells[cell] -= 3  # G13
            self.taken[self.mover] += 3
        else:
            self.wegue[cell] = self.mover  # G7
        self.again = self.options["after_capture"] == "again"

    def is_last_hole(self) -> bool:
        """G13: the hole about to be captured is the only one of its kind."""
        opponent = 1 - self.mover
        kinds: dict[str, Sequence[int]] = {
            "uncaptured": self.open_holes(opponent),
            "stocked": [cell for cell in self.open_holes(opponent) if self.cells[cell]],
            "owned": self.owned(opponent),
            "none": (),
        }
        return len(kinds[self.options["last_hole"]]) == 1

    def after_turn(self) -> None:
        if all(count == 0 or mark != NOBODY for count, mark in zip(self.cells, self.wegue, strict=True)):
            self.next_round()  # G15
            return
        next_player = self.mover if self.again else 1 - self.mover
        self.to_move = next_player if self.liftable(next_player) else 1 - next_player  # G14

    def next_round(self) -> None:
        for cell in range(18):
            if self.wegue[cell] != NOBODY:  # G15; any other hole is empty
                self.taken[self.wegue[cell]] += self.cells[cell]
        self.cells = [0] * 18
        self.wegue = [NOBODY] * 18
        holes = [(counters + 1) // 3 for counters in self.taken]  # G16
        if self.close_round(beaten=[number == 0 for number in holes]):  # G19
            return
        starter = self.next_starter(holes)  # G18
        self.taken = [0, 0]
        self.cells = [3] * 18
        fewer, more = (SOUTH, NORTH) if holes[SOUTH] <= holes[NORTH] else (NORTH, SOUTH)
        first = fewer if self.options["surplus"] == "loser_first" else more
        self.lay(first, holes[first])  # G17
        self.began = self.to_move = starter

    def lay(self, first: int, holes: int) -> None:
        """`first` owns so many holes from their own position 0 onward, the opponent all others. None is lifted yet."""
        for place, cell in enumerate(self.tracks[first]):
            self.owner[cell] = first if place < holes else 1 - first
        first_only = self.options["original_when"] == "first_round"
        self.unlifted = [self.options["original"] != "none" and (self.round == 1 or not first_only)] * 18  # G8


class TwoRows(Position):
    """What Kalah and Oware have in common: one lap a turn, and an end by count."""

    def __init__(self, options: dict[str, Any]) -> None:
        n, each = options["holes"], options["counters"]
        if 2 * n * each > 255:  # K1, O1
            raise ValueError(f"holes {n} and counters {each}: {2 * n * each} counters in all, at most 255 are allowed")
        south = [*range(n, 2 * n), *reversed(range(n))]  # K2, O2
        super().__init__(options, rows=2, columns=n, south=south, own=n, each=each)


class Kalah(TwoRows):
    """A reference game (rules: kalah.md)."""

    OPTIONS: ClassVar = {
        "holes": whole(6, 1, 12),
        "counters": whole(4, 1, 12),
        "empty_capture": words("no", "yes"),
        "sweep": words("owner", "mover", "opponent"),
    }

    def lap(self, place: int) -> int | None:
        """K2: the store lies between the two rows. None: the last counter fell into it."""
        hand = self.lift(self.track[place])
        in_store = False
        while hand:
            hand -= 1
            in_store = place == self.own - 1 and not in_store
            if in_store:
                self.taken[self.mover] += 1
            else:
                place = (place + 1) % len(self.track)
                self.cells[self.track[place]] += 1
        self.again = in_store  # K4
        return None if in_store else place

    def land(self, place: int) -> None:
        cell = self.track[place]
        facing = (cell + self.columns) % len(self.cells)
        takes = self.cells[facing] > 0 or self.options["empty_capture"] == "yes"
        if place < self.own and self.cells[cell] == 1 and takes:  # K5
            self.taken[self.mover] += self.lift(cell) + self.lift(facing)

    def after_turn(self) -> None:
        self.to_move = self.mover if self.again else 1 - self.mover
        empty = [seat for seat in SEATS if self.count(self.owned(seat)) == 0]
        if empty:  # K6
            rest_to = {"owner": 1 - empty[0], "mover": self.mover, "opponent": empty[0]}[self.options["sweep"]]
            self.taken[rest_to] += sum(self.cells)
            self.cells = [0] * len(self.cells)
            self.finish_by_count()  # K7


class Oware(TwoRows):
    """A reference game, Abapa (rules: oware.md)."""

    OPTIONS: ClassVar = {
        "holes": whole(6, 1, 12),
        "counters": whole(4, 1, 12),
        "grand_slam": words("none", "all", "illegal", "last"),
        "cycle": words("repetition", "plies", "never"),
    }

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.seen: set[tuple[int, ...]] = set()  # the positions since the last capture, the present one left out
        self.quiet = 0  # moves since then

    def legal(self) -> list[int]:
        moves = super().legal()  # O3
        if self.to_move is None:
            return moves
        opponent = self.owned(1 - self.to_move)
        if self.count(opponent) == 0:
            moves = [move for move in moves if self.sown(move)[0].count(opponent)]  # O6
        if self.options["grand_slam"] == "illegal":
            return [move for move in moves if not self.slams(move)] or moves  # O5
        return moves

    def sown(self, move: int) -> tuple[Self, int]:
        """The position after this sowing alone, nothing captured yet, and where it landed."""
        after = self.copy()
        assert self.to_move is not None
        after.mover = self.to_move
        return after, after.lap(move)

    def slams(self, move: int) -> bool:
        after, landing = self.sown(move)
        return after.is_grand_slam(after.caught(landing))

    def take_turn(self, place: int) -> None:
        self.seen.add((self.mover, *self.cells))
        self.quiet += 1
        super().take_turn(place)

    def lap(self, place: int) -> int:
        origin = place
        hand = self.lift(self.track[origin])
        while hand:
            place = (place + 1) % len(self.track)
            if place != origin:  # O3
                self.cells[self.track[place]] += 1
                hand -= 1
        return place

    def land(self, place: int) -> None:
        caught = self.caught(place)
        if self.is_grand_slam(caught):  # O5
            caught = {"none": [], "illegal": [], "all": caught, "last": caught[1:]}[self.options["grand_slam"]]
        if caught:
            self.taken[self.mover] += sum(self.lift(cell) for cell in caught)
            self.seen, self.quiet = set(), 0

    def caught(self, place: int) -> list[int]:
        """O4: the cells of twos and threes, from the landing back."""
        cells = []
        while place >= self.own and self.cells[self.track[place]] in (2, 3):
            cells.append(self.track[place])
            place -= 1
        return cells

    def is_grand_slam(self, caught: list[int]) -> bool:
        """O5: that would be everything in the opponent's row."""
        return bool(caught) and self.count(caught) == self.count(self.owned(1 - self.mover))

    def after_turn(self) -> None:
        self.to_move = 1 - self.mover
        cycle = self.options["cycle"]
        repeated = cycle == "repetition" and (self.to_move, *self.cells) in self.seen
        stale = cycle == "plies" and self.quiet >= 100
        total = sum(self.cells) + sum(self.taken)
        if repeated or stale or not self.legal():  # O8, O6
            self.each_takes_own()
            self.finish_by_count()
        elif 2 * max(self.taken) > total or 2 * min(self.taken) == total:  # O7: the rest stays on the board
            self.finish_by_count()  # O9


GAMES: dict[str, type[Abalalae | Andada | Adwa | Kalah | Oware]] = {
    "abalalae": Abalalae,
    "andada": Andada,
    "gabata-adwa": Adwa,
    "kalah": Kalah,
    "oware": Oware,
}


@dataclass(frozen=True)
class Game:
    """A game with all its options settled."""

    id: str
    options: dict[str, Any]

    def start(self) -> Position:
        return GAMES[self.id](self.options)

    def position(
        self,
        board: Sequence[Sequence[int]],
        to_move: int,
        held: Sequence[int] = (0, 0),
        owners: str = "",
        wegues: str = "",
        fresh: str = "",
        **more: Any,
    ) -> Position:
        """A position set up by hand, in ordinary turns. For Adwa, `owners` (as at the start if not given), `wegues` and
        `fresh` (none if not given) are strings like those that a position's methods give. `more` sets any other
        attribute: `out` (part of `held`), `latched`, `round`, `began`, or `phase="race"`, `hands` and `racers`."""
        pos = self.start()
        if [len(row) for row in board] != [pos.columns] * pos.rows:
            raise ValueError(f"board: {pos.rows} rows of {pos.columns} holes, not {board}")
        pos.cells = [count for row in board for count in row]
        pos.phase, pos.to_move = "turns", to_move
        pos.began = to_move if to_move in SEATS else None
        pos.hands = [0, 0]
        pos.unlifted = [mark == "f" for mark in fresh or "." * len(pos.unlifted)]
        if isinstance(pos, Adwa):
            pos.owner = ["sn".index(seat) for seat in owners or pos.owners()]
            pos.wegue = ["sn.".index(seat) if seat != "." else NOBODY for seat in wegues or "." * 18]
        for name, value in more.items():
            if name not in vars(pos):
                raise ValueError(f"a position has no {name}")
            setattr(pos, name, copy.copy(value))
        pos.taken = [held[seat] - pos.out[seat] for seat in SEATS]
        return pos


def make(id: str, /, **options: Any) -> Game:
    """The game of this name; an option that it has not, or a value that it does not allow, is a ValueError."""
    if id not in GAMES:
        raise ValueError(f"no game {id!r}; there are {', '.join(GAMES)}")
    known = GAMES[id].OPTIONS
    for name, value in options.items():
        if name not in known:
            raise ValueError(f"{id} has no option {name!r}; it has {', '.join(known)}")
        if not known[name].accepts(value):
            raise ValueError(f"{id}: {name}={value!r}; allowed: {known[name].allowed}")
    game = Game(id, {name: options.get(name, option.default) for name, option in known.items()})
    game.start()  # Kalah and Oware refuse what is too large
    return game


def perft(pos: Position, depth: int) -> int:
    """How many sequences of `depth` moves there are."""
    if depth == 0:
        return 1
    total = 0
    for move in pos.legal():
        child = pos.copy()
        child.play(move)
        total += perft(child, depth - 1)
    return total
