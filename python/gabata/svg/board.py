"""A board with what lies on it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import hypot
from typing import Literal
from xml.etree import ElementTree as ET
from zlib import crc32

from gabata import Position
from gabata.svg.canvas import FONT, Point, Svg, add, path_data, serialize, text
from gabata.svg.scene import MAX_SEEDS, MAX_STORED, Geometry, Hole, Scene, scene_of, seed_place, seed_turn
from gabata.svg.theme import SEATS, Theme, theme_named

__all__ = ["Arrow", "Orientation", "board"]

Orientation = Literal["south", "north"]

ARROW = "#ffd23f"
ARROW_EDGE = "#2b1a00"


@dataclass(frozen=True)
class Arrow:
    """An arrow from one hole to another; to itself, it is a loop."""

    tail: Hole
    head: Hole
    colour: str = ARROW
    label: str = ""


def board(
    position: Position,
    *,
    size: float | None = None,
    orientation: Orientation = "south",
    arrows: Iterable[Arrow | tuple[Hole, Hole]] = (),
    fill: Mapping[Hole, str] | None = None,
    labels: Literal["moves"] | Mapping[Hole, str] | None = "moves",
    counts: bool = True,
    theme: str = "wood",
) -> Svg:
    """A picture of a position.

    South's holes have a whole rim, north's a dashed one; a wegue lies on a hatched square with a pennant that bears
    its owner's letter. Each player's held counters lie in the store at the right hand of their seat.

    `size` is the width in pixels; `orientation` is the player who sits at the bottom edge; `arrows` are
    `Arrow(tail, head, colour, label)` or pairs of holes; `fill` colours cups, `{(row, column): CSS colour}`; `labels`
    are the numbers of the legal moves, or `{(row, column): text}`, or None; `counts` writes the number of counters
    below each cup (a cup with more than a dozen shows its number in any case); `theme` is `wood` or `plain`.
    Holes are (row, column) of `position.board`, whatever the orientation.

    Raises `ValueError` for a hole that the board does not have, an unknown orientation or theme, or a `size` that is
    not positive.

    >>> import gabata, gabata.svg
    >>> pos = gabata.Game("oware").start().play(2)
    >>> picture = gabata.svg.board(pos, arrows=[((0, 5), (1, 1))], fill={(1, 2): "gold"}, orientation="north")
    """
    scene = scene_of(position)
    if labels != "moves":
        scene = replace(scene, numbers=dict(labels or {}))
    root, geometry = frame(scene, size, orientation, theme_named(theme))
    drawn = [arrow if isinstance(arrow, Arrow) else Arrow(arrow[0], arrow[1]) for arrow in arrows]
    holes = [hole for arrow in drawn for hole in (arrow.tail, arrow.head)]
    for hole in [*holes, *(fill or {}), *scene.numbers]:
        _check_hole(scene, hole)
    picture(root, scene, geometry, theme_named(theme), fill=fill or {}, counts=counts)
    for arrow in drawn:
        draw_arrow(root, geometry, arrow)
    return serialize(root)


def _check_hole(scene: Scene, hole: Hole) -> None:
    rows, columns = scene.shape
    if not (0 <= hole[0] < rows and 0 <= hole[1] < columns):
        raise ValueError(f"there is no hole {hole}; the board has {rows} rows and {columns} columns")


def frame(scene: Scene, size: float | None, orientation: str, theme: Theme) -> tuple[ET.Element, Geometry]:
    """An empty picture for a scene, with its title, description and the paints that all pictures share."""
    if orientation not in ("south", "north"):
        raise ValueError(f"unknown orientation {orientation!r}; it is 'south' or 'north', who sits at the bottom edge")
    geometry = Geometry(*scene.shape, turned=orientation == "north")
    if size is not None and not 0 < size < float("inf"):
        raise ValueError(f"a picture cannot be {size} pixels wide; size is a positive number")
    width, height = geometry.width, geometry.height
    root = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    root.set("viewBox", f"0 0 {width:g} {height:g}")
    root.set("width", f"{size or width:g}")
    root.set("height", f"{(size or width) * height / width:g}")
    root.set("style", "max-width:100%;height:auto")
    root.set("font-family", FONT)
    add(root, "title").text = f"{scene.game.title}: {scene.caption}"
    add(root, "desc").text = scene.describe()
    _define(add(root, "defs"), theme)
    return root, geometry


def _define(defs: ET.Element, theme: Theme) -> None:
    """Paints and seeds. Their names are the same in all pictures of a theme, and so is what they name."""
    kind = _kind(theme)

    def gradient(name: str, *colours: str, **where: float) -> None:
        node = add(defs, "radialGradient" if "r" in where else "linearGradient", id=f"gabata-{kind}-{name}", **where)
        for k, colour in enumerate(colours):
            add(node, "stop", offset=k / (len(colours) - 1), stop_color=colour)

    gradient("ground", *theme.ground, x2=0, y2=1)
    gradient("cup", *theme.cup, cx=0.5, cy=0.6, r=0.62)
    gradient("lip", *theme.lip, x2=0, y2=1)
    for k, (lit, shaded) in enumerate(theme.seeds):
        gradient(f"coat{k}", lit, shaded, cx=0.35, cy=0.3, r=0.8)
        add(
            defs,
            "ellipse",
            id=f"gabata-{kind}-seed{k}",
            rx=5.7,
            ry=4.7,
            fill=f"url(#gabata-{kind}-coat{k})",
            stroke=theme.seed_edge,
            stroke_width=0.9,
        )
    for side in SEATS:
        hatch = add(
            defs,
            "pattern",
            id=f"gabata-hatch-{side.name.lower()}",
            width=5,
            height=5,
            patternUnits="userSpaceOnUse",
            patternTransform=f"rotate({side.hatch})",
        )
        add(hatch, "rect", width=5, height=5, fill="#fff6e3")
        add(hatch, "rect", width=2.6, height=5, fill=side.colour)


def _kind(theme: Theme) -> str:
    return "plain" if theme.grain is None else "wood"


def picture(
    root: ET.Element,
    scene: Scene,
    geometry: Geometry,
    theme: Theme,
    fill: Mapping[Hole, str],
    counts: bool,
) -> None:
    """Draws a scene: the board, then the counters, then what is written."""
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
    for hole, label in scene.numbers.items():
        colour = SEATS[scene.to_move].colour if scene.to_move in (0, 1) else "#2e1a0a"
        _draw_number(root, geometry, hole, label, colour)
    for seat, (hole, hand) in scene.hands.items():
        draw_hand(root, hand, geometry, seat, hole)


def _counts(scene: Scene) -> Iterable[tuple[Hole, int]]:
    """The holes that have counters, with how many."""
    for row, line in enumerate(scene.board.tolist()):
        for column, count in enumerate(line):
            if count:
                yield (row, column), count


def draw_ground(root: ET.Element, geometry: Geometry, theme: Theme) -> None:
    """The wood and the stores."""
    kind = _kind(theme)
    width, height = geometry.width, geometry.height
    ground = f"url(#gabata-{kind}-ground)"
    add(
        root,
        "rect",
        x=1,
        y=1,
        width=width - 2,
        height=height - 2,
        rx=16,
        fill=ground,
        stroke=theme.edge,
        stroke_width=2,
    )
    if theme.grain is not None:
        _draw_grain(root, width, height, theme.grain)
    carved = add(root, "g", fill=f"url(#gabata-{kind}-cup)", stroke=f"url(#gabata-{kind}-lip)", stroke_width=1.6)
    for seat in (0, 1):
        x, y = geometry.store_corner(seat)
        add(carved, "rect", x=x, y=y, width=geometry.store, height=geometry.store_height, rx=22)


def draw_cups(root: ET.Element, geometry: Geometry, theme: Theme) -> None:
    """The cups, without their owners' rims."""
    kind = _kind(theme)
    cups = add(root, "g", fill=f"url(#gabata-{kind}-cup)", stroke=f"url(#gabata-{kind}-lip)", stroke_width=1.6)
    for hole in geometry.holes():
        x, y = geometry.centre(hole)
        add(cups, "circle", cx=x, cy=y, r=geometry.radius - 2)


def draw_rims(parent: ET.Element, seat: int, geometry: Geometry, holes: Iterable[Hole]) -> None:
    """The rims of a player's holes."""
    side = SEATS[seat]
    rims = add(parent, "g", fill="none", stroke=side.colour, stroke_width=2.6, stroke_dasharray=side.dash)
    for hole in holes:
        x, y = geometry.centre(hole)
        add(rims, "circle", cx=x, cy=y, r=geometry.radius)


def _draw_grain(root: ET.Element, width: float, height: float, colour: str) -> None:
    """Lines along the wood, always the same ones for a board of the same size."""
    grain = add(root, "g", fill="none", stroke=colour, stroke_opacity=0.16, stroke_width=1.3)
    for k in range(int(height / 13)):
        noise = crc32(bytes((k, int(width) & 255)))
        y = 9 + k * 13 + (noise & 7)
        if y > height - 8:
            break
        first, bow, length = noise >> 3 & 63, (noise >> 9 & 15) - 8, 0.45 + (noise >> 13 & 127) / 240
        left = 6 + first * width / 160
        right = min(width - 6, left + length * width)
        middle = (left + right) / 2
        add(grain, "path", d=path_data("M", left, y, "Q", (left + middle) / 2, y + bow, middle, y, "T", right, y))


def draw_strips(root: ET.Element, scene: Scene, geometry: Geometry, theme: Theme) -> None:
    """The players' names, each at their own edge with a sample of their rim, and where the match stands."""
    left = 20
    for seat, side in enumerate(SEATS):
        y = geometry.height - geometry.strip / 2 if geometry.is_below(seat) else geometry.strip / 2
        add(
            root,
            "circle",
            cx=left + 5,
            cy=y,
            r=6.5,
            fill="none",
            stroke=side.colour,
            stroke_width=2.4,
            stroke_dasharray=side.dash,
        )
        if scene.to_move == seat:
            add(root, "circle", cx=left + 5, cy=y, r=3.2, fill=side.colour)
        words = f"{side.name} · {scene.status[seat]}" if scene.status[seat] else side.name
        text(root, words, left + 18, y + 5, 15, fill=theme.ink, anchor="start", bold=scene.to_move == seat)
        if not geometry.is_below(seat):
            _draw_at_right(root, geometry, theme, scene.game.title, y, len(words))
        elif scene.caption:
            _draw_at_right(root, geometry, theme, scene.caption, y, len(words))


def draw_caption(parent: ET.Element, words: str, geometry: Geometry, theme: Theme) -> None:
    """What is going on, at the bottom edge."""
    _draw_at_right(parent, geometry, theme, words, geometry.height - geometry.strip / 2, len("South"))


def _draw_at_right(parent: ET.Element, geometry: Geometry, theme: Theme, words: str, y: float, taken: int) -> None:
    """Words at the right end of a strip, as large as what is taken of it lets them be."""
    room = geometry.width - 70 - 8.6 * taken
    size = min(13.0, room / (0.56 * max(len(words), 1)))
    text(parent, words, geometry.width - 20, y + 5, size, fill=theme.ink, anchor="end")


def draw_wegue(parent: ET.Element, seat: int, geometry: Geometry, hole: Hole) -> None:
    """The hatched square below a wegue."""
    x, y = geometry.centre(hole)
    half = geometry.radius + 2.5
    side = SEATS[seat]
    add(
        parent,
        "rect",
        x=x - half,
        y=y - half,
        width=2 * half,
        height=2 * half,
        rx=5,
        fill=f"url(#gabata-hatch-{side.name.lower()})",
        stroke=side.colour,
        stroke_width=2,
    )


def draw_pennant(parent: ET.Element, seat: int, geometry: Geometry, hole: Hole) -> None:
    """The letter of a wegue's owner, at the upper right of its cup."""
    x, y = geometry.centre(hole)
    out = geometry.radius - 4
    side = SEATS[seat]
    x, y = x + out, y - out
    add(
        parent,
        "rect",
        x=x - 8,
        y=y - 8,
        width=16,
        height=16,
        rx=3,
        fill=side.colour,
        stroke="#fff6e3",
        stroke_width=1.4,
    )
    text(parent, side.name[0], x, y + 4.6, 13, fill="#ffffff", bold=True)


def draw_seed(parent: ET.Element, theme: Theme, place: Point, hole: Hole, index: int) -> ET.Element:
    """One counter; which kind and how it lies depend on where it lies alone."""
    x, y = place
    turn = seed_turn(hole, index)
    kind = turn % len(theme.seeds)
    where = f"translate({x:.1f} {y:.1f})rotate({turn})"
    return add(parent, "use", href=f"#gabata-{_kind(theme)}-seed{kind}", transform=where)


def draw_count(parent: ET.Element, count: int, geometry: Geometry, hole: Hole) -> None:
    """The number of counters, below the cup."""
    x, y = geometry.centre(hole)
    text(parent, str(count), x, y + geometry.radius + 16.5, 14.5, anchor="start")


def draw_held(parent: ET.Element, held: int, geometry: Geometry, theme: Theme, seat: int) -> None:
    """The number of counters in a player's store."""
    x, y = geometry.store_corner(seat)
    text(parent, str(held), x + geometry.store / 2, y + 32, 23, fill=theme.store_ink, bold=True)


def _draw_number(root: ET.Element, geometry: Geometry, hole: Hole, label: str, colour: str) -> None:
    """The number of a move, on a tag at the upper left of its cup."""
    x, y = geometry.centre(hole)
    out = geometry.radius - 5
    draw_tag(root, (x - out, y - out), label, colour)


def draw_tag(parent: ET.Element, centre: Point, label: str, colour: str) -> None:
    """A small plate with writing on it."""
    x, y = centre
    width = max(18, 7 + 8 * len(label))
    add(
        parent,
        "rect",
        x=x - width / 2,
        y=y - 9,
        width=width,
        height=18,
        rx=9,
        fill="#fffaf0",
        stroke=colour,
        stroke_width=1.8,
    )
    text(parent, label, x, y + 4.6, 13, fill=colour, bold=True)


def draw_hand(parent: ET.Element, count: int, geometry: Geometry, seat: int, hole: Hole) -> None:
    """A racer's hand over the hole of the last drop: south's at the right, north's at the left, with what is in it."""
    x, y = geometry.centre(hole)
    out = geometry.radius - 6
    x, y = x + (out if seat == 0 else -out), y - out + 2
    side = SEATS[seat]
    bowl = path_data("M", x - 14, y - 4, "H", x + 14, "A", 14, 15, 0, 0, 1, x - 14, y - 4, "Z")
    add(parent, "path", d=bowl, fill="#fffaf0", stroke=side.colour, stroke_width=2.2)
    text(parent, str(count), x, y + 7, 12.5, fill=side.colour, bold=True)


def arrow_path(geometry: Geometry, tail: Hole, head: Hole) -> tuple[str, Point, Point, Point]:
    """An arrow's line, bowed to its right: the path, its end, the direction there, and its middle."""
    (x0, y0), (x1, y1) = geometry.centre(tail), geometry.centre(head)
    r = geometry.radius
    if tail == head:
        end = (x0 + 8, y0 - 8)
        line = path_data("M", x0 - 8, y0 - 6, "C", x0 - r * 1.6, y0 - r * 1.7, x0 + r * 1.6, y0 - r * 1.7, *end)
        return line, end, (-0.45, 0.9), (x0, y0 - r * 1.2)
    dx, dy = x1 - x0, y1 - y0
    long = hypot(dx, dy)
    bow = min(0.22 * long, 34)
    bend = (x0 + dx / 2 - dy / long * bow, y0 + dy / 2 + dx / long * bow)
    tx, ty = x1 - bend[0], y1 - bend[1]
    ahead = hypot(tx, ty)
    tx, ty = tx / ahead, ty / ahead
    end = (x1 - tx * 8, y1 - ty * 8)
    middle = (0.25 * x0 + 0.5 * bend[0] + 0.25 * x1, 0.25 * y0 + 0.5 * bend[1] + 0.25 * y1)
    return path_data("M", x0, y0, "Q", *bend, *end), end, (tx, ty), middle


def draw_arrow(root: ET.Element, geometry: Geometry, arrow: Arrow, width: float = 4) -> None:
    """An arrow with a dark edge, so that it stands out on any ground."""
    line, (x, y), (tx, ty), middle = arrow_path(geometry, arrow.tail, arrow.head)
    size = 2.4 * width
    left = (x - tx * size - ty * size * 0.75, y - ty * size + tx * size * 0.75)
    right = (x - tx * size + ty * size * 0.75, y - ty * size - tx * size * 0.75)
    point = path_data("M", x, y, "L", *left, "L", *right, "Z")
    for colour, more in ((ARROW_EDGE, 2.4), (arrow.colour, 0)):
        group = add(root, "g", stroke=colour, fill="none", stroke_linecap="round", stroke_linejoin="round")
        add(group, "path", d=line, stroke_width=width + more)
        add(group, "path", d=point, fill=colour, stroke_width=1 + more)
    if arrow.label:
        x, y = middle
        half = 5 + 4.2 * len(arrow.label)
        add(root, "rect", x=x - half, y=y - 9, width=2 * half, height=18, rx=9, fill=arrow.colour, stroke=ARROW_EDGE)
        text(root, arrow.label, x, y + 4.6, 13, fill=ARROW_EDGE, bold=True)
