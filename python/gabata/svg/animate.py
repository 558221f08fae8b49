"""Moves in motion: every counter sown one by one, in a picture that needs nothing but itself."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from xml.etree import ElementTree as ET

from gabata import Match, Turn
from gabata._checks import positive
from gabata.svg.board import Orientation, frame
from gabata.svg.canvas import Html, Svg, add, number, serialize
from gabata.svg.film import Film, Keys, T, Values, film_of
from gabata.svg.pieces import (
    draw_caption,
    draw_count,
    draw_cups,
    draw_ground,
    draw_held,
    draw_pennant,
    draw_rims,
    draw_seed,
    draw_strips,
    draw_wegue,
)
from gabata.svg.scene import Scene, scene_of
from gabata.svg.story import stories_of
from gabata.svg.theme import SEATS, Theme, theme_named

__all__ = ["animate", "player"]

BAR = "display:flex;gap:6px;align-items:center;margin-top:4px"
BUTTON = (
    "border:1px solid #6b4420;border-radius:8px;background:#f3e0c0;color:#2e1a0a;font:15px/1 sans-serif;padding:5px 9px"
)
SCRIPT = """
for (const box of document.querySelectorAll('.gabata-player:not([data-ready])')) {
  box.dataset.ready = 1;
  const svg = box.querySelector('svg'), bar = box.querySelector('input');
  const [back, play, on] = box.querySelectorAll('button');
  const stops = box.dataset.stops.split(' ').map(Number), last = Number(bar.max);
  let playing = false;
  const show = time => { bar.value = time; svg.setCurrentTime(Number(bar.value)); };
  const run = go => {
    playing = go;
    play.textContent = go ? '\u2016' : '\u25b6';
    if (go) { svg.unpauseAnimations(); requestAnimationFrame(follow); } else svg.pauseAnimations();
  };
  const follow = () => {
    if (!playing) return;
    const time = svg.getCurrentTime();
    if (time >= last) { run(false); show(last); } else { bar.value = time; requestAnimationFrame(follow); }
  };
  const jump = time => { run(false); show(time === undefined ? last : time); };
  play.onclick = () => { if (!playing && Number(bar.value) >= last) show(0); run(!playing); };
  back.onclick = () => jump(stops.findLast(stop => stop < Number(bar.value) - 0.05) ?? 0);
  on.onclick = () => jump(stops.find(stop => stop > Number(bar.value) + 0.05));
  bar.oninput = () => jump(Number(bar.value));
  run(false);
  show(0);
}
"""

FLASH = {"land": "#ffd23f", "take": "#ff3b1f"}
"""Rings that light up where a lap ends, and where counters are captured."""


def animate(
    moves: Turn | Match | Iterable[Turn],
    *,
    size: float | None = None,
    orientation: Orientation = "south",
    speed: float = 1.0,
    max_laps: int = 100,
    theme: str = "wood",
) -> Svg:
    """A moving picture of a turn, of a match or of turns that follow one another, that begins again when it is over.

    Counters are lifted into a hand and sown one by one; a yellow ring lights up where a lap ends, a red one where
    counters are captured, which then go to the mover's store; in a race two hands sow at once. It is one SVG that holds
    everything (SMIL, no script): it plays in a notebook, in a notebook saved as HTML, on a page and as an image file.

    `speed` 2 is twice as fast. At most `max_laps` laps are shown, and the picture says what it leaves out: about half a
    kilobyte each. The other arguments are those of `board`.

    Raises `ValueError` for no moves at all, for turns that do not follow one another, for a `speed` that is not
    positive and a `max_laps` below 1, and `TypeError` for what is none of these.

    >>> import gabata, gabata.svg
    >>> pos = gabata.Game("oware").start()
    >>> picture = gabata.svg.animate(pos.explain(2))
    """
    root, _ = _film(moves, size, orientation, speed, max_laps, theme)
    return serialize(root)


def player(
    moves: Turn | Match | Iterable[Turn],
    *,
    size: float | None = None,
    orientation: Orientation = "south",
    speed: float = 1.0,
    max_laps: int = 400,
    theme: str = "wood",
) -> Html:
    """The picture of `animate` with a slider, and buttons to play it and to go from lap to lap.

    It is a piece of HTML with one small script in it, and needs nothing else.

    >>> import gabata, gabata.svg
    >>> page = gabata.svg.player(gabata.Game("kalah").start().explain(2))
    >>> page.count("<button")
    3
    """
    root, film = _film(moves, size, orientation, speed, max_laps, theme)
    box = ET.Element("div", {"class": "gabata-player", "style": f"max-width:{root.get('width')}px"})
    box.append(root)
    bar = ET.SubElement(box, "div", style=BAR)
    for sign, words in (("\u25c2", "to the lap before"), ("\u25b6", "play or pause"), ("\u25b8", "to the next lap")):
        button = ET.SubElement(bar, "button", {"type": "button", "title": words, "aria-label": words, "style": BUTTON})
        button.text = sign
    last = number(film.now / speed - 0.01)
    ET.SubElement(
        bar,
        "input",
        {
            "type": "range",
            "min": "0",
            "max": last,
            "step": "0.01",
            "value": "0",
            "aria-label": "time",
            "style": "flex:1",
        },
    )
    box.set("data-stops", " ".join(number(stop / speed) for stop in film.stops))
    # The script is put in as it is: HTML, unlike XML, would not read escaped signs in it.
    return Html(serialize(box).removesuffix("</div>") + f"<script>{SCRIPT}</script></div>")


def _film(
    moves: Turn | Match | Iterable[Turn],
    size: float | None,
    orientation: Orientation,
    speed: float,
    max_laps: int,
    theme: str,
) -> tuple[ET.Element, Film]:
    speed = positive("speed", speed)
    stories = stories_of(moves, max_laps)
    first, look = scene_of(stories[0].before), theme_named(theme)
    root, geometry = frame(first, size, orientation, look)
    film = film_of(stories, geometry)
    _draw(root, film, first, look, _Clock(film.now, speed))
    return root, film


@dataclass(frozen=True)
class _Clock:
    """How a film's time is told: its length as it was written, and how many times faster it is shown."""

    length: float
    speed: float

    def animate(self, node: ET.Element, tag: str, what: str, keys: Sequence[tuple[float, object]], **more: str) -> None:
        """Changes an attribute over the length of the film, again and again."""
        add(
            node,
            tag,
            attributeName=what,
            dur=f"{number(self.length / self.speed)}s",
            repeatCount="indefinite",
            keyTimes=";".join(number(time / self.length, 5) for time, _ in keys),
            values=";".join(str(value) for _, value in keys),
            **more,
        )

    def show(self, node: ET.Element, values: Values[T], value: T) -> None:
        """An element that is seen while a value is the one wanted."""
        seen = [(time, int(one == value)) for time, one in values]
        if seen[0][0] > 0:
            seen.insert(0, (0.0, 0))
        changes = seen[:1] + [after for before, after in pairwise(seen) if before[1] != after[1]]
        if len(changes) > 1:
            self.animate(node, "animate", "opacity", changes, calcMode="discrete")
        elif not changes[0][1]:
            node.set("opacity", "0")

    def show_each(
        self, parent: ET.Element, values: Values[T], draw: Callable[[ET.Element, T], None], nothing: T
    ) -> None:
        """One drawing for each value there is, seen while it is the value."""
        for value in dict.fromkeys(value for _, value in values):
            if value != nothing:
                group = add(parent, "g")
                draw(group, value)
                self.show(group, values, value)

    def move(self, node: ET.Element, keys: Keys) -> None:
        """An element that goes from place to place."""
        ends = _corners([(0.0, *keys[0][1:]), *keys, (self.length, *keys[-1][1:])])
        places = [(time, f"{number(x, 1)} {number(y, 1)}") for time, x, y in ends]
        if len({place for _, place in places}) == 1:
            node.set("transform", f"translate({places[0][1]})")
        else:
            self.animate(node, "animateTransform", "transform", places, type="translate")


def _corners(keys: Keys) -> Keys:
    """The keys without those that lie on the way from one neighbour to the next, at the time when it comes by."""
    kept = keys[:1]
    for index, (time, *place) in enumerate(keys[1:-1], 1):
        before, after = kept[-1], keys[index + 1]
        span = after[0] - before[0]
        part = (time - before[0]) / span if span > 0 else 0.0
        astray = max(abs(a + part * (b - a) - at) for a, b, at in zip(before[1:], after[1:], place, strict=True))
        if astray > 0.35:
            kept.append(keys[index])
    return [*kept, keys[-1]]


def _draw(root: ET.Element, film: Film, first: Scene, theme: Theme, clock: _Clock) -> None:
    """All that the film shows, lowest things first."""
    geometry = film.geometry
    draw_ground(root, geometry, theme)
    for hole, seats in film.wegues.items():
        clock.show_each(root, seats, partial(draw_wegue, geometry=geometry, hole=hole), -1)
    draw_cups(root, geometry, theme)
    for hole, seats in film.owners.items():
        clock.show_each(root, seats, partial(draw_rims, geometry=geometry, holes=[hole]), -1)
    for hole, seats in film.wegues.items():
        clock.show_each(root, seats, partial(draw_pennant, geometry=geometry, hole=hole), -1)
    draw_strips(root, replace(first, to_move=None, status=("", ""), caption=""), geometry, theme)
    _draw_flashes(root, film, clock)
    for index, keys in enumerate(film.counters):
        counter = add(root, "g")
        draw_seed(counter, theme, (0, 0), (index, 0), index)
        clock.move(counter, keys)
    figures = add(root, "g", fill=theme.ink, text_anchor="middle", font_weight="600")
    for hole, counts in film.counts.items():
        clock.show_each(figures, counts, partial(draw_count, geometry=geometry, hole=hole), 0)
    for seat, held in enumerate(film.held):
        clock.show_each(root, held, partial(draw_held, geometry=geometry, theme=theme, seat=seat), -1)
    for seat, side in enumerate(SEATS):
        group = add(root, "g")
        hand = add(
            group,
            "circle",
            r=geometry.radius - 3,
            fill="#fffaf0",
            fill_opacity=0.25,
            stroke=side.colour,
            stroke_width=2.4,
            stroke_dasharray=side.dash,
        )
        clock.show(hand, film.hands_seen[seat], True)
        clock.move(group, film.hands[seat])
    clock.show_each(root, film.words, partial(draw_caption, geometry=geometry, theme=theme), "")


def _draw_flashes(root: ET.Element, film: Film, clock: _Clock) -> None:
    """Rings that light up and fade."""
    for (hole, why), times in film.flashes.items():
        x, y = film.geometry.centre(hole)
        r = film.geometry.radius + 2
        ring = add(root, "circle", cx=x, cy=y, r=r, fill="none", stroke=FLASH[why], stroke_width=5, opacity=0)
        keys = [(0.0, 0)]
        for time in times:
            if time > keys[-1][0]:
                keys += [(time, 0), (time + 0.05, 1), (time + 0.55, 0)]
        clock.animate(ring, "animate", "opacity", [*keys, (film.now, 0)])
