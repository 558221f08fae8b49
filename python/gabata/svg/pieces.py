"""What pictures are made of: the board, its cups and marks, counters, tags and arrows."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from xml.etree import ElementTree as ET
from zlib import crc32

from gabata.svg.canvas import Point, add, path_data, text
from gabata.svg.scene import Geometry, Hole, Scene, seed_turn
from gabata.svg.story import Story
from gabata.svg.theme import SEATS, Theme

ARROW = "#ffd23f"
ARROW_EDGE = "#2b1a00"
CAPTURED = "#d11a0d"
LIFTED = "#ffd23f"


@dataclass(frozen=True)
class Arrow:
    """An arrow from one hole to another; to itself, it is a loop."""

    tail: Hole
    head: Hole
    colour: str = ARROW
    label: str = ""


def define_paints(defs: ET.Element, theme: Theme) -> None:
    """Paints and seeds. Their names are the same in all pictures of a theme, and so is what they name."""
    kind = theme.name

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


def draw_ground(root: ET.Element, geometry: Geometry, theme: Theme) -> None:
    """The wood and the stores."""
    kind = theme.name
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
    kind = theme.name
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


def draw_fresh(root: ET.Element, geometry: Geometry, holes: Iterable[Hole]) -> None:
    """A string of beads in each cup whose first counters still lie in it and protect it (Adwa, G8)."""
    beads = add(root, "g", fill="none", stroke="#e8b96f", stroke_width=2, stroke_linecap="round")
    beads.set("stroke-dasharray", "0 5")
    for hole in holes:
        x, y = geometry.centre(hole)
        add(beads, "circle", cx=x, cy=y, r=geometry.radius - 4.5)


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
    """The letter of a wegue's owner, above its cup."""
    x, y = geometry.centre(hole)
    y -= geometry.radius
    side = SEATS[seat]
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
    return add(parent, "use", href=f"#gabata-{theme.name}-seed{kind}", transform=where)


def draw_count(parent: ET.Element, count: int, geometry: Geometry, hole: Hole) -> None:
    """The number of counters, below the cup."""
    x, y = geometry.centre(hole)
    text(parent, str(count), x, y + geometry.radius + 16.5, 14.5, anchor="start")


def draw_held(parent: ET.Element, held: int, geometry: Geometry, theme: Theme, seat: int) -> None:
    """The number of counters in a player's store."""
    x, y = geometry.store_corner(seat)
    text(parent, str(held), x + geometry.store / 2, y + 32, 23, fill=theme.store_ink, bold=True)


def draw_number(root: ET.Element, geometry: Geometry, hole: Hole, label: str, colour: str) -> None:
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
    line, (x, y), (tx, ty), _ = arrow_path(geometry, arrow.tail, arrow.head)
    size = 2.4 * width
    left = (x - tx * size - ty * size * 0.75, y - ty * size + tx * size * 0.75)
    right = (x - tx * size + ty * size * 0.75, y - ty * size - tx * size * 0.75)
    point = path_data("M", x, y, "L", *left, "L", *right, "Z")
    for colour, more in ((ARROW_EDGE, width * 0.6), (arrow.colour, 0)):
        group = add(root, "g", stroke=colour, fill="none", stroke_linecap="round", stroke_linejoin="round")
        add(group, "path", d=line, stroke_width=width + more)
        add(group, "path", d=point, fill=colour, stroke_width=1 + more)


def draw_arrow_label(root: ET.Element, geometry: Geometry, arrow: Arrow) -> None:
    """What is written on an arrow, at its middle."""
    if arrow.label:
        *_, (x, y) = arrow_path(geometry, arrow.tail, arrow.head)
        half = 5 + 4.2 * len(arrow.label)
        add(root, "rect", x=x - half, y=y - 9, width=2 * half, height=18, rx=9, fill=arrow.colour, stroke=ARROW_EDGE)
        text(root, arrow.label, x, y + 4.6, 13, fill=ARROW_EDGE, bold=True)


def draw_marks(root: ET.Element, geometry: Geometry, story: Story) -> None:
    """What was lifted first, where the sowing ended, and what was captured on the way."""
    ends = [(story.way[0][0], "7 5"), (story.way[-1][1], None)] if story.way else []
    for hole, dash in ends:
        x, y = geometry.centre(hole)
        r = geometry.radius + 3.5
        add(root, "circle", cx=x, cy=y, r=r, fill="none", stroke=LIFTED, stroke_width=3.4, stroke_dasharray=dash)
    for hole in story.captured:
        x, y = geometry.centre(hole)
        arm = geometry.radius * 0.5
        cross = f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}"
        for colour, width in (("#fff6e3", 7.5), (CAPTURED, 4.5)):
            add(root, "path", d=cross, stroke=colour, stroke_width=width, stroke_linecap="round")


def draw_captured(root: ET.Element, geometry: Geometry, story: Story) -> None:
    """How many counters were captured out of each hole."""
    for hole, count in story.captured.items():
        x, y = geometry.centre(hole)
        out = geometry.radius - 3
        draw_tag(root, (x + out, y + out), f"\N{MINUS SIGN}{count}", CAPTURED)
