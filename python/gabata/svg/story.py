"""A move as it is seen: counters lifted, dropped and taken, one step after another."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from gabata import CHANCE, Event, Match, Position, Turn
from gabata.svg.scene import Hole, Scene, scene_of
from gabata.svg.theme import SEATS

__all__ = ["STORE", "Step", "Story", "stories_of", "story_of", "title_of"]

STORE: Hole = (-1, -1)
"""Where a counter falls that falls into the mover's store."""


@dataclass(frozen=True)
class Step:
    """Something that happens to counters, at one moment."""

    kind: Literal["lift", "drop", "land", "take", "mark"]
    """All counters of a hole into the hand; one from the hand into a hole; the lap ends in a hole; counters of a hole,
    or of the hand (hole is STORE), into the player's store; a hole becomes a wegue."""
    seat: int
    hole: Hole
    count: int = 1


@dataclass(frozen=True)
class Story:
    """A move from one position to another."""

    before: Position
    after: Position
    title: str
    steps: tuple[Step, ...]
    """What is shown of the sowing, then what was taken when a round or the match ended."""
    left_out: str
    """What is not shown, in words; empty when all is."""
    way: tuple[tuple[Hole, Hole], ...]
    """The laps that are shown, from the hole that was lifted to the one where the lap ended."""
    captured: dict[Hole, int]
    """Counters that the mover took while sowing, by hole."""
    end: Scene
    """The board when the sowing stopped, before a round that was over was counted and the next one laid."""


def story_of(turn: Turn, max_laps: int) -> Story:
    """The story of a turn, of whose sowing `max_laps` laps or drops are shown.

    Raises `ValueError` for a `max_laps` below 1.
    """
    if max_laps < 1:
        raise ValueError(f"max_laps is {max_laps}; at least one lap is shown")
    sowing = [list(_lap_steps(turn, index)) for index in range(len(turn.laps))]
    shown = [step for steps in sowing[:max_laps] for step in steps]
    swept = [
        Step("take", int(taken["mover"]), (int(taken["row"]), int(taken["col"])), int(taken["count"]))
        for taken in turn.captures
        if taken["lap"] < 0
    ]
    hidden = len(sowing) + turn.cut - len(sowing[:max_laps])
    captured: dict[Hole, int] = defaultdict(int)
    for steps in sowing:
        for step in steps:
            if step.kind == "take" and step.hole != STORE:
                captured[step.hole] += step.count
    whole = not turn.cut and not turn.after.endless
    return Story(
        before=turn.before,
        after=turn.after,
        title=title_of(turn),
        steps=(*shown, *([] if hidden else swept)),
        left_out=f"{hidden:,} more laps are not shown" if hidden else "",
        way=tuple(_way(shown)),
        captured=dict(captured),
        end=_fold(scene_of(turn.before), (step for steps in sowing for step in steps))
        if whole
        else scene_of(turn.after),
    )


def stories_of(moves: Turn | Match | Iterable[Turn], max_laps: int) -> list[Story]:
    """The stories of a turn, a match or turns that follow one another, `max_laps` laps of them in all.

    Raises `ValueError` when there are none, when one does not begin where the one before ended, and for a `max_laps`
    below 1.
    """
    if isinstance(moves, Turn):
        turns = [moves]
    elif isinstance(moves, Match):
        turns = [before.explain(move) for before, move in zip(moves.positions, moves.moves, strict=False)]
    else:
        turns = list(moves)
    stories: list[Story] = []
    for index, turn in enumerate(turns):
        if index and turn.before != turns[index - 1].after:
            raise ValueError(f"turn {index} does not begin where turn {index - 1} ended")
        stories.append(story_of(turn, max_laps))
        max_laps -= len(turn.laps)
        rest = len(turns) - index - 1
        if max_laps < 1 and rest:
            left_out = "; ".join(filter(None, (stories[-1].left_out, f"{rest:,} more moves are not shown")))
            stories[-1] = replace(stories[-1], left_out=left_out)
            break
    if not stories:
        raise ValueError("there are no moves to show")
    return stories


def _lap_steps(turn: Turn, index: int) -> Iterator[Step]:
    """The steps of one lap, or of one drop in a race."""
    lap = turn.laps[index]
    seat, count, event = int(lap["mover"]), int(lap["count"]), int(lap["event"])
    origin, end = (int(lap["from_row"]), int(lap["from_col"])), (int(lap["to_row"]), int(lap["to_col"]))
    taken = [one for one in turn.captures if one["lap"] == index]
    off = sum(int(one["count"]) for one in taken if one["row"] < 0)
    if origin == STORE:  # a drop: what was lifted is in hand already
        yield Step("drop", seat, end)
        if event == Event.DROP_RELAY:
            yield Step("lift", seat, end)
        return
    yield Step("lift", seat, origin, count)
    for row, column in turn.before.game.lap(seat, *origin, count - off).tolist():
        yield Step("drop", seat, (row, column))
    if event not in (Event.OPENING, Event.OFF):
        yield Step("land", seat, end)
    for one in taken:
        yield Step("take", seat, (int(one["row"]), int(one["col"])), int(one["count"]))
    if event == Event.WEGUE:
        yield Step("mark", seat, end)


def _way(steps: Iterable[Step]) -> Iterator[tuple[Hole, Hole]]:
    """From which hole to which each lap went; what fell into a store or left the board went nowhere on it."""
    tail = STORE
    for step in steps:
        if step.kind == "lift":
            tail = step.hole
        elif step.kind == "land" and step.hole != STORE:
            yield tail, step.hole


def _fold(scene: Scene, steps: Iterable[Step]) -> Scene:
    """What there is to see after some steps."""
    board, wegues, held = scene.board.copy(), scene.wegues.copy(), list(scene.held)
    for step in steps:
        if step.kind == "lift":
            board[step.hole] = 0
        elif step.kind == "drop" and step.hole != STORE:
            board[step.hole] += 1
        elif step.kind == "drop":
            held[step.seat] += 1
        elif step.kind == "take":
            held[step.seat] += step.count
            if step.hole != STORE:
                board[step.hole] -= step.count
        elif step.kind == "mark":
            wegues[step.hole] = step.seat
    return replace(scene, board=board, wegues=wegues, held=(held[0], held[1]), numbers={}, hands={})


def title_of(turn: Turn) -> str:
    """The move in a few words."""
    if turn.before.to_move == CHANCE:
        return f"{SEATS[turn.move].name} drops"
    assert turn.before.to_move is not None
    words = f"{SEATS[turn.before.to_move].name}'s move {turn.move}"
    laps = len(turn.laps) + turn.cut
    if turn.after.endless:
        return f"{words}: a relay that never stops"
    if laps:
        words += f" · {laps:,} lap{'s' * (laps > 1)}"
    taken = sum(int(one["count"]) for one in turn.captures if one["lap"] >= 0)
    return f"{words} · {taken} captured" if taken else words
