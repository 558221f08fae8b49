"""What is seen when: moves laid out in time, every counter on its way."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import cos, pi, sin, sqrt
from typing import TypeVar

from gabata import CHANCE
from gabata.svg.canvas import Point
from gabata.svg.scene import Geometry, Hole, Scene, scene_of, seed_place
from gabata.svg.story import STORE, Step, Story

__all__ = ["Film", "Keys", "Values", "film_of"]

# How long things take, in seconds.
LIFT = 0.3
STEP = 0.26
FALL = 0.16
REST = 0.3
TAKE = 0.6
LAY = 0.9
PAUSE = 1.2

T = TypeVar("T")

Keys = list[tuple[float, float, float]]
"""(time, x, y) of something that moves in straight lines from one to the next."""
Values = list[tuple[float, T]]
"""(time, value) of something that changes at once."""


@dataclass
class Film:
    """A story's pictures: written step by step, each beginning `now`."""

    geometry: Geometry
    now: float = 0.0
    stops: list[float] = field(default_factory=list)
    """When each story, and each lap, begins."""
    counters: list[Keys] = field(default_factory=list)
    counts: dict[Hole, Values[int]] = field(default_factory=lambda: defaultdict(list))
    held: tuple[Values[int], Values[int]] = field(default_factory=lambda: ([], []))
    owners: dict[Hole, Values[int]] = field(default_factory=lambda: defaultdict(list))
    wegues: dict[Hole, Values[int]] = field(default_factory=lambda: defaultdict(list))
    words: Values[str] = field(default_factory=list)
    hands: tuple[Keys, Keys] = field(default_factory=lambda: ([], []))
    hands_seen: tuple[Values[bool], Values[bool]] = field(default_factory=lambda: ([], []))
    flashes: dict[tuple[Hole, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    """(hole, why) -> when it lights up."""

    # Which counters lie where, at this moment.
    _piles: dict[Hole, list[int]] = field(default_factory=lambda: defaultdict(list))
    _stores: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    _in_hand: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    def tell(self, story: Story) -> None:
        """A whole story."""
        self.stops.append(self.now)
        self._say(story.name)
        lap = 0
        for step in story.steps:
            if step.kind == "lift" and story.laps > 1:
                lap += 1
                self._say(f"{story.name} · lap {lap:,} of {story.laps:,}")
            self._step(step)
        self._say(story.title)
        for step in story.swept:
            self._step(step)
        if story.left_out:
            self._say(story.left_out)
            self.now += PAUSE
        self.settle(scene_of(story.after), LAY)
        # Only a new round, or what was not shown, makes counters move here.
        self.now = max(self.now, *(keys[-1][0] for keys in self.counters))
        if story.before.to_move != CHANCE:
            self.now += REST

    def settle(self, scene: Scene, seconds: float) -> None:
        """Everything goes to where it lies in a scene; where it lies there already, nothing is seen to move."""
        spare: list[int] = []
        for hole in self.geometry.holes():
            spare += _cut(self._piles[hole], int(scene.board[hole]))
        for seat in (0, 1):
            spare += _cut(self._stores[seat], scene.held[seat])
            spare += _cut(self._in_hand[seat], scene.hands.get(seat, (STORE, 0))[1])
        for hole in self.geometry.holes():
            count = int(scene.board[hole])
            self._fill(self._piles[hole], count, spare, partial(seed_place, self.geometry, hole), seconds)
            _note(self.counts[hole], self.now, count)
            _note(self.owners[hole], self.now, int(scene.owners[hole]))
            _note(self.wegues[hole], self.now, int(scene.wegues[hole]))
        for seat in (0, 1):
            stored = partial(self.geometry.store_seed, seat)
            self._fill(self._stores[seat], scene.held[seat], spare, stored, seconds)
            _note(self.held[seat], self.now, scene.held[seat])
            hole, hand = scene.hands.get(seat, (STORE, 0))
            over = self._over(hole, seat)
            self._fill(self._in_hand[seat], hand, spare, partial(_place_in_hand, over), seconds)
            self.hands[seat].append((self.now, *over))
            _note(self.hands_seen[seat], self.now, hand > 0)

    def _fill(
        self, pile: list[int], count: int, spare: list[int], place: Callable[[int], Point], seconds: float
    ) -> None:
        """Adds spare counters to a pile, or new ones when there are none, and puts all of them in their places."""
        while len(pile) < count:
            if not spare:
                spare.append(len(self.counters))
                self.counters.append([(self.now, *place(len(pile)))])
            pile.append(spare.pop())
        for index, counter in enumerate(pile):
            self._go(counter, place(index), seconds)

    def _step(self, step: Step) -> None:
        seat, hole = step.seat, step.hole
        hand = self._in_hand[seat]
        match step.kind:
            case "lift":
                if self.now > self.stops[-1]:
                    self.stops.append(self.now)
                hand += self._piles[hole]
                self._piles[hole] = []
                _note(self.counts[hole], self.now, 0)
                self.hands[seat].append((self.now, *self._over(hole, seat)))
                _note(self.hands_seen[seat], self.now, True)
                self._move_hand(seat, hole, LIFT)
                self.now += LIFT
            case "drop":
                self._move_hand(seat, hole, STEP)
                self.now += STEP
                counter = hand.pop()
                if hole == STORE:
                    self._keep(seat, counter, FALL)
                else:
                    pile = self._piles[hole]
                    self._go(counter, seed_place(self.geometry, hole, len(pile)), FALL)
                    pile.append(counter)
                    _note(self.counts[hole], self.now + FALL / 2, len(pile))
                if not hand:
                    _note(self.hands_seen[seat], self.now, False)
                    self.now += FALL
            case "land":
                if hole != STORE:
                    self.flashes[hole, step.kind].append(self.now)
                self.now += REST
            case "take":
                if hole == STORE:
                    taken = [hand.pop() for _ in range(step.count)]
                    _note(self.hands_seen[seat], self.now, bool(hand))
                else:
                    taken = [self._piles[hole].pop() for _ in range(step.count)]
                    _note(self.counts[hole], self.now, len(self._piles[hole]))
                    self.flashes[hole, step.kind].append(self.now)
                for counter in taken:
                    self._keep(seat, counter, TAKE)
                self.now += TAKE
            case "mark":
                _note(self.wegues[hole], self.now, seat)
                self.now += REST

    def _say(self, words: str) -> None:
        _note(self.words, self.now, words)

    def _keep(self, seat: int, counter: int, seconds: float) -> None:
        """A counter goes to a player's store."""
        store = self._stores[seat]
        self._go(counter, self.geometry.store_seed(seat, len(store)), seconds)
        store.append(counter)
        _note(self.held[seat], self.now + seconds / 2, len(store))

    def _go(self, counter: int, to: Point, seconds: float) -> None:
        """A counter goes to a place, starting now."""
        keys = self.counters[counter]
        _, x, y = keys[-1]
        if (x, y) != to:
            keys += [(self.now, x, y), (self.now + seconds, *to)]

    def _over(self, hole: Hole, seat: int) -> Point:
        """Where a player's hand is held over a hole, or over the player's store."""
        if hole == STORE:
            x, y = self.geometry.store_corner(seat)
            return x + self.geometry.store / 2, y + 58
        x, y = self.geometry.centre(hole)
        return x, y - 12

    def _move_hand(self, seat: int, hole: Hole, seconds: float) -> None:
        """A player's hand goes to a place, with all that is in it, starting now."""
        keys, to = self.hands[seat], self._over(hole, seat)
        _, x, y = keys[-1]
        keys += [(self.now, x, y), (self.now + seconds, *to)]
        for index, counter in enumerate(self._in_hand[seat]):
            self._go(counter, _place_in_hand(to, index), seconds)


def film_of(stories: Sequence[Story], geometry: Geometry) -> Film:
    """The film of stories that follow one another."""
    film = Film(geometry)
    film.settle(scene_of(stories[0].before), 0)
    film.now = PAUSE / 2
    for story in stories:
        film.tell(story)
    film._say(scene_of(stories[-1].after).caption)
    film.now += 2 * PAUSE
    return film


def _place_in_hand(over: Point, index: int) -> Point:
    """Where a counter lies in a hand."""
    out, turn = 5.4 * sqrt(index % 12 + 0.4), index * pi * (3 - sqrt(5))
    return over[0] + out * cos(turn), over[1] + out * sin(turn)


def _cut(pile: list[int], count: int) -> list[int]:
    """Takes off a pile what is more than `count`."""
    more = pile[count:]
    del pile[count:]
    return more


def _note(values: Values[T], time: float, value: T) -> None:
    """Notes a change. What changes again at the same moment is never seen."""
    if values and values[-1][1] == value:
        return
    if values and values[-1][0] >= time:
        time = values.pop()[0]
        if values and values[-1][1] == value:
            return
    values.append((time, value))
