"""A move as it is seen: counters lifted, dropped and taken, one step after another."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from gabata import CHANCE, Event, Game, Match, Position, Turn
from gabata._checks import instance, whole
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
    name: str
    """The move, and who made it."""
    title: str
    """The same, with what came of it."""
    laps: int
    steps: tuple[Step, ...]
    """What is shown of the sowing."""
    swept: tuple[Step, ...]
    """What was taken after it, when a round or the match ended; nothing when some of the sowing is not shown."""
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
    max_laps = whole("max_laps", max_laps, 1, 2**63 - 1)
    taken: dict[int, list[Step]] = defaultdict(list)
    for lap, mover, row, column, count in turn.captures.tolist():
        taken[lap].append(Step("take", mover, (row, column), count))
    sowing = [list(_lap_steps(turn.before.game, lap, taken[index])) for index, lap in enumerate(turn.laps.tolist())]
    shown = [step for steps in sowing[:max_laps] for step in steps]
    hidden = len(sowing) + turn.cut - min(len(sowing), max_laps)
    captured: dict[Hole, int] = defaultdict(int)
    for steps in sowing:
        for step in steps:
            if step.kind == "take" and step.hole != STORE:
                captured[step.hole] += step.count
    if turn.cut or turn.after.endless:
        end = scene_of(turn.after)
    else:
        end = _fold(scene_of(turn.before), (step for steps in sowing for step in steps))
    status = ["", ""]
    if turn.before.to_move in (0, 1):
        status[turn.before.to_move] = "has moved"
    return Story(
        before=turn.before,
        after=turn.after,
        name=_name(turn),
        title=title_of(turn),
        laps=len(turn.laps) + turn.cut,
        steps=tuple(shown),
        swept=() if hidden else tuple(taken[-1]),
        left_out=f"{hidden:,} more laps are not shown" if hidden else "",
        way=tuple(_way(shown)),
        captured=dict(captured),
        end=replace(end, numbers={}, hands={}, to_move=turn.before.to_move, status=(status[0], status[1])),
    )


def stories_of(moves: Turn | Match | Iterable[Turn], max_laps: int) -> list[Story]:
    """The stories of a turn, a match or turns that follow one another, `max_laps` laps of them in all.

    Raises `ValueError` when there are none, when one does not begin where the one before ended, and for a `max_laps`
    below 1; `TypeError` for what is none of these.
    """
    max_laps = whole("max_laps", max_laps, 1, 2**63 - 1)
    if isinstance(moves, Match):
        # Explained one by one, since a match can be long, and only its beginning is shown.
        played = zip(moves.positions, moves.moves, strict=False)
        turns: Iterator[Turn] = (before.explain(move) for before, move in played)
        total = len(moves)
    else:
        wanted = "a gabata.Turn, as Position.explain(move) gives it, a gabata.Match, or a list of turns"
        instance("moves", moves, (Turn, Iterable), wanted)
        given = [moves] if isinstance(moves, Turn) else list(moves)
        for index, turn in enumerate(given):
            instance(f"moves[{index}]", turn, Turn, "a gabata.Turn, as Position.explain(move) gives it")
        turns, total = iter(given), len(given)
    stories: list[Story] = []
    for index, turn in enumerate(turns):
        if stories and turn.before != stories[-1].after:
            raise ValueError(f"turn {index} does not begin where turn {index - 1} ended")
        stories.append(story_of(turn, max_laps))
        max_laps -= len(turn.laps)
        rest = total - index - 1
        if max_laps < 1 and rest:
            left_out = "; ".join(filter(None, (stories[-1].left_out, f"{rest:,} more moves are not shown")))
            stories[-1] = replace(stories[-1], left_out=left_out)
            break
    if not stories:
        raise ValueError("there are no moves to show")
    return stories


def _lap_steps(game: Game, lap: tuple[int, ...], taken: list[Step]) -> Iterator[Step]:
    """The steps of one lap, or of one drop in a race, in which some counters were taken."""
    seat, from_row, from_column, count, to_row, to_column, _, event = lap
    origin, end = (from_row, from_column), (to_row, to_column)
    if origin == STORE:  # a drop: what was lifted is in hand already
        yield Step("drop", seat, end)
        if event == Event.DROP_RELAY:
            yield Step("lift", seat, end)
        return
    yield Step("lift", seat, origin, count)
    off = sum(step.count for step in taken if step.hole == STORE)
    for row, column in game.lap(seat, *origin, count - off).tolist():
        yield Step("drop", seat, (row, column))
    if event not in (Event.OPENING, Event.OFF):
        yield Step("land", seat, end)
    yield from taken
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
    return replace(scene, board=board, wegues=wegues, held=(held[0], held[1]))


def _name(turn: Turn) -> str:
    """The move, and who made it."""
    if turn.before.to_move == CHANCE:
        return f"{SEATS[turn.move].name} drops"
    assert turn.before.to_move is not None
    return f"{SEATS[turn.before.to_move].name}'s move {turn.move}"


def title_of(turn: Turn) -> str:
    """The move, who made it and what came of it, in a few words."""
    words = _name(turn)
    if turn.after.endless:
        return f"{words}: it never stops"
    laps = len(turn.laps) + turn.cut
    if laps and turn.before.to_move != CHANCE:
        words += f" · {laps:,} lap{'s' * (laps > 1)}"
    sown = turn.captures[turn.captures["lap"] >= 0]
    for out_of, what in ((sown["row"] >= 0, "captured"), (sown["row"] < 0, "taken off")):
        taken = int(sown["count"][out_of].sum())
        words += f" · {taken} {what}" if taken else ""
    if turn.after.is_over:
        words += " · the match ends"
    elif turn.after.round > turn.before.round:
        words += " · the round ends"
    return words
