"""A board with what lies on it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal
from xml.etree import ElementTree as ET

from gabata import Position, Turn
from gabata._checks import instance, positive, whole
from gabata.svg.canvas import FONT, Svg, add, serialize, text
from gabata.svg.pieces import (
    Arrow,
    define_paints,
    draw_arrow,
    draw_arrow_label,
    draw_captured,
    draw_count,
    draw_cups,
    draw_fresh,
    draw_ground,
    draw_hand,
    draw_held,
    draw_marks,
    draw_number,
    draw_pennant,
    draw_rims,
    draw_seed,
    draw_strips,
    draw_wegue,
)
from gabata.svg.scene import MAX_SEEDS, MAX_STORED, Geometry, Hole, Scene, scene_of, seed_place
from gabata.svg.story import story_of
from gabata.svg.theme import SEATS, Theme, theme_named

__all__ = ["Orientation", "board", "frame", "picture"]

Orientation = Literal["south", "north"]


def board(
    position: Position,
    *,
    size: float | None = None,
    orientation: Orientation = "south",
    last: Turn | None = None,
    arrows: Iterable[Arrow | tuple[Hole, Hole]] = (),
    fill: Mapping[Hole, str] | None = None,
    labels: Literal["moves"] | Mapping[Hole, str] | None = "moves",
    counts: bool = True,
    theme: str = "wood",
) -> Svg:
    """A picture of a position.

    South's holes have a whole rim, north's a dashed one; a wegue lies on a hatched square with a pennant that bears
    its owner's letter; beads in a cup say that its first counters protect it (Adwa, G8). Each player's held counters
    lie in the store at the right hand of their seat.

    - `size`: the width in pixels.
    - `orientation`: who sits at the bottom edge, `south` or `north`.
    - `last`: the turn that led here; marks where it began and ended, and what it captured.
    - `arrows`: `Arrow(tail, head, colour, label)`, or pairs of holes.
    - `fill`: colours of cups, `{(row, column): CSS colour}`.
    - `labels`: what is written at holes: the numbers of the legal moves, or `{(row, column): text}`, or None.
    - `counts`: writes the number of counters below each cup; one with more than a dozen shows its number in any case.
    - `theme`: `wood` or `plain`.

    Holes are (row, column) of `position.board`, whatever the orientation.

    Raises `ValueError` for a hole that the board does not have, a `last` that led elsewhere, an unknown orientation
    or theme, labels that are neither, or a `size` that is not positive, and `TypeError` for what is of another kind.

    >>> import gabata, gabata.svg
    >>> pos = gabata.Game("oware").start().play(2)
    >>> picture = gabata.svg.board(pos, arrows=[((0, 5), (1, 1))], fill={(1, 2): "gold"}, orientation="north")
    """
    instance("position", position, Position, "a gabata.Position, such as Match.position or Turn.after")
    instance("last", last, (Turn, type(None)), "the gabata.Turn that led here, as explain gives it, or None")
    scene, look = scene_of(position), theme_named(theme)
    if isinstance(labels, str) and labels != "moves":
        raise ValueError(f"unknown labels {labels!r}; they are 'moves', a text for each hole, or None")
    if labels != "moves":
        scene = replace(scene, numbers=_at_holes(scene, "labels", labels or {}))
    fill = _at_holes(scene, "fill", fill or {})
    drawn = [_arrow(scene, f"arrows[{index}]", arrow) for index, arrow in enumerate(arrows)]
    root, geometry = frame(scene, size, orientation, look)
    picture(root, scene, geometry, look, fill=fill, counts=counts)
    if last is not None:
        if last.after != position:
            raise ValueError(f"last is {last!r}, which leads to another position")
        story = story_of(last, max_laps=len(last.laps) or 1)
        draw_marks(root, geometry, story)
        draw_captured(root, geometry, story)
    for hole, label in scene.numbers.items():
        colour = SEATS[scene.to_move].colour if scene.to_move in (0, 1) else "#1c1917"
        draw_number(root, geometry, hole, label, colour)
    for arrow in drawn:
        draw_arrow(root, geometry, arrow)
    for arrow in drawn:
        draw_arrow_label(root, geometry, arrow)
    return serialize(root)


def _hole(scene: Scene, name: str, given: object) -> Hole:
    """The hole that somebody names."""
    wanted = "a pair of whole numbers, (row, column)"
    instance(f"a hole of {name}", given, (tuple, list), wanted)
    assert isinstance(given, (tuple, list))
    if len(given) != 2:
        raise ValueError(f"a hole of {name} is {given!r}; it is {wanted}")
    row, column = (whole(f"a place of the hole {given!r} of {name}", place, -(2**63), 2**63) for place in given)
    rows, columns = scene.shape
    if not (0 <= row < rows and 0 <= column < columns):
        raise ValueError(f"there is no hole {given} for {name}; the board has {rows} rows and {columns} columns")
    return row, column


def _at_holes(scene: Scene, name: str, given: Mapping[Hole, str]) -> dict[Hole, str]:
    """Words at holes: their labels, or their colours."""
    instance(name, given, Mapping, "a dict from holes to str, such as {(0, 1): 'gold'}")
    for hole, words in given.items():
        instance(f"{name}[{hole!r}]", words, str, "a str")
    return {_hole(scene, name, hole): words for hole, words in given.items()}


def _arrow(scene: Scene, name: str, given: Arrow | tuple[Hole, Hole]) -> Arrow:
    """The arrow that somebody wants, from an `Arrow` or a pair of holes."""
    if isinstance(given, Arrow):
        instance(f"the colour of {name}", given.colour, str, "a str")
        instance(f"the label of {name}", given.label, str, "a str")
    elif not isinstance(given, (tuple, list)) or len(given) != 2:
        raise TypeError(f"{name} is {given!r}; it is an Arrow, or a pair of holes, (tail, head)")
    else:
        given = Arrow(*given)
    return replace(given, tail=_hole(scene, name, given.tail), head=_hole(scene, name, given.head))


def frame(
    scene: Scene, size: float | None, orientation: str, theme: Theme, strip: float = Geometry.strip
) -> tuple[ET.Element, Geometry]:
    """An empty picture for a scene, with its title, description and the paints that all pictures share."""
    if orientation not in ("south", "north"):
        raise ValueError(f"unknown orientation {orientation!r}; it is 'south' or 'north', who sits at the bottom edge")
    geometry = Geometry(*scene.shape, turned=orientation == "north", strip=strip)
    size = None if size is None else positive("size", size)
    width, height = geometry.width, geometry.height
    root = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    root.set("viewBox", f"0 0 {width:g} {height:g}")
    root.set("width", f"{size or width:g}")
    root.set("height", f"{(size or width) * height / width:g}")
    # No height:auto, which some renderers (CairoSVG) take for no height at all.
    root.set("style", "max-width:100%")
    root.set("font-family", FONT)
    add(root, "title").text = f"{scene.game.title}: {scene.caption}"
    add(root, "desc").text = scene.describe()
    define_paints(add(root, "defs"), theme)
    return root, geometry


def picture(
    root: ET.Element,
    scene: Scene,
    geometry: Geometry,
    theme: Theme,
    fill: Mapping[Hole, str],
    counts: bool,
) -> None:
    """Draws a scene: the board, then the counters, then their numbers."""
    draw_ground(root, geometry, theme)
    wegues = [(hole, int(scene.wegues[hole])) for hole in geometry.holes() if scene.wegues[hole] >= 0]
    for hole, seat in wegues:
        draw_wegue(root, seat, geometry, hole)
    draw_cups(root, geometry, theme)
    for hole, colour in fill.items():
        x, y = geometry.centre(hole)
        add(root, "circle", cx=x, cy=y, r=geometry.radius - 3, fill=colour, opacity=0.72)
    for seat in (0, 1):
        draw_rims(root, seat, geometry, (hole for hole in geometry.holes() if scene.owners[hole] == seat))
    for hole, seat in wegues:
        draw_pennant(root, seat, geometry, hole)
    draw_fresh(root, geometry, (hole for hole in geometry.holes() if scene.fresh[hole]))
    draw_strips(root, scene, geometry, theme)
    seeds = add(root, "g")
    for hole, count in _counts(scene):
        for index in range(min(count, MAX_SEEDS)):
            draw_seed(seeds, theme, seed_place(geometry, hole, index), hole, index)
    for seat, held in enumerate(scene.held):
        for index in range(min(held, MAX_STORED)):
            draw_seed(seeds, theme, geometry.store_seed(seat, index), (90, seat), index)
    figures = add(root, "g", fill=theme.ink, text_anchor="middle", font_weight="600")
    for hole, count in _counts(scene):
        x, y = geometry.centre(hole)
        if counts:
            draw_count(figures, count, geometry, hole)
        if count > MAX_SEEDS:
            text(figures, str(count), x, y + 8, 23, fill="#ffffff", bold=True, halo="#1c0f04", anchor="start")
    for seat, held in enumerate(scene.held):
        draw_held(root, held, geometry, theme, seat)
    for seat, (hole, hand) in scene.hands.items():
        draw_hand(root, hand, geometry, seat, hole)


def _counts(scene: Scene) -> Iterable[tuple[Hole, int]]:
    """The holes that have counters, with how many."""
    for row, line in enumerate(scene.board.tolist()):
        for column, count in enumerate(line):
            if count:
                yield (row, column), count
