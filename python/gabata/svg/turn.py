"""A turn as a picture: the way of its laps as arrows, and what it captured."""

from collections.abc import Sequence
from dataclasses import replace

from gabata import Turn
from gabata._checks import instance
from gabata.svg.board import Orientation, frame, picture
from gabata.svg.canvas import Svg, add, serialize
from gabata.svg.pieces import ARROW, Arrow, draw_arrow, draw_arrow_label, draw_captured, draw_marks
from gabata.svg.scene import Hole
from gabata.svg.story import story_of
from gabata.svg.theme import theme_named

__all__ = ["turn"]

NUMBERED = 12
"""Laps up to which each arrow bears its number; more are drawn thinner."""


def turn(
    turn: Turn,
    *,
    size: float | None = None,
    orientation: Orientation = "south",
    max_laps: int = 100,
    counts: bool = True,
    theme: str = "wood",
) -> Svg:
    """A picture of a turn: the board as the sowing left it, and how it came to that.

    An arrow leads from each hole that was lifted to the one where the lap ended, numbered in order, from yellow to red;
    the hole that was lifted first has a broken ring, captured holes have a red cross and what was captured there.
    Of a long relay the first `max_laps` are drawn, thinner and without numbers, and the caption says so.

    Raises `ValueError` for a `max_laps` below 1, and what `board` raises.

    >>> import gabata, gabata.svg
    >>> pos = gabata.Game("abalalae", race="none").start()
    >>> picture = gabata.svg.turn(pos.explain(0))
    """
    instance("turn", turn, Turn, "a gabata.Turn, as Position.explain(move) gives it")
    story = story_of(turn, max_laps)
    look = theme_named(theme)
    caption = f"{story.title} ({story.left_out})" if story.left_out else story.title
    scene = replace(story.end, caption=caption)
    root, geometry = frame(scene, size, orientation, look)
    picture(root, scene, geometry, look, fill={}, counts=counts)
    draw_marks(root, geometry, story)
    arrows = _arrows(story.way)
    few = len(story.way) <= NUMBERED
    lines = add(root, "g", opacity=None if few else 0.75)
    for arrow in arrows:
        draw_arrow(lines, geometry, arrow, width=3.6 if few else 2.2)
    draw_captured(root, geometry, story)
    for arrow in arrows if few else ():
        draw_arrow_label(root, geometry, arrow)
    return serialize(root)


def _arrows(way: Sequence[tuple[Hole, Hole]]) -> list[Arrow]:
    """The laps as arrows, numbered; a way that is gone again is one arrow with all its numbers."""
    numbers: dict[tuple[Hole, Hole], list[int]] = {}
    for number, ends in enumerate(way, 1):
        numbers.setdefault(ends, []).append(number)
    return [
        Arrow(tail, head, _between(ARROW, "#e0301e", (laps[0] - 1) / max(1, len(way) - 1)), ", ".join(map(str, laps)))
        for (tail, head), laps in numbers.items()
    ]


def _between(first: str, last: str, part: float) -> str:
    """A colour on the way from one to another."""
    ends = ([int(colour[k : k + 2], 16) for k in (1, 3, 5)] for colour in (first, last))
    return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in zip(*ends, strict=True))
