"""A turn as a picture: the way of its laps as arrows, and what it captured."""

from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree as ET

from gabata import Turn
from gabata.svg.board import Arrow, Orientation, draw_arrow, draw_tag, frame, picture
from gabata.svg.canvas import Svg, add, serialize
from gabata.svg.scene import Geometry, Hole
from gabata.svg.story import Story, story_of
from gabata.svg.theme import theme_named

__all__ = ["draw_marks", "turn"]

CAPTURED = "#d11a0d"
LIFTED = "#ffd23f"

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

    >>> import gabata, gabata.svg
    >>> pos = gabata.Game("abalalae", race="none").start()
    >>> picture = gabata.svg.turn(pos.explain(0))
    """
    story = story_of(turn, max_laps)
    look = theme_named(theme)
    scene = replace(story.end, numbers={}, caption=story.title)
    root, geometry = frame(scene, size, orientation, look)
    picture(root, scene, geometry, look, fill={}, counts=counts)
    _draw_way(root, geometry, story.way)
    draw_marks(root, geometry, story)
    return serialize(root)


def _draw_way(root: ET.Element, geometry: Geometry, way: Sequence[tuple[Hole, Hole]]) -> None:
    """The laps as arrows; one that is gone again bears both numbers."""
    numbers: dict[tuple[Hole, Hole], list[int]] = {}
    for number, ends in enumerate(way, 1):
        numbers.setdefault(ends, []).append(number)
    few = len(way) <= NUMBERED
    group = add(root, "g", opacity=None if few else 0.6)
    for (tail, head), laps in numbers.items():
        label = ", ".join(map(str, laps)) if few else ""
        colour = _between("#ffd23f", "#e0301e", (laps[0] - 1) / max(1, len(way) - 1))
        draw_arrow(group, geometry, Arrow(tail, head, colour, label), width=3.6 if few else 2)


def _between(first: str, last: str, part: float) -> str:
    """A colour on the way from one to another."""
    ends = ([int(colour[k : k + 2], 16) for k in (1, 3, 5)] for colour in (first, last))
    return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in zip(*ends, strict=True))


def draw_marks(root: ET.Element, geometry: Geometry, story: Story) -> None:
    """What was lifted first, where the sowing ended, and what was captured on the way."""
    ends = [(story.way[0][0], "7 5"), (story.way[-1][1], None)] if story.way else []
    for hole, dash in ends:
        x, y = geometry.centre(hole)
        r = geometry.radius + 3.5
        add(root, "circle", cx=x, cy=y, r=r, fill="none", stroke=LIFTED, stroke_width=3.4, stroke_dasharray=dash)
    for hole, count in story.captured.items():
        x, y = geometry.centre(hole)
        arm = geometry.radius * 0.5
        cross = f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}"
        for colour, width in (("#fff6e3", 7.5), (CAPTURED, 4.5)):
            add(root, "path", d=cross, stroke=colour, stroke_width=width, stroke_linecap="round")
        draw_tag(root, (x + geometry.radius - 3, y + geometry.radius - 3), f"\N{MINUS SIGN}{count}", CAPTURED)
