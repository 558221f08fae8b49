"""A match as a score sheet: its moves in a table, each with the board it made, small."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from xml.etree import ElementTree as ET

from gabata import CHANCE, Match, Position
from gabata._checks import instance, whole
from gabata.svg.board import frame
from gabata.svg.canvas import Html, add, serialize, text
from gabata.svg.pieces import draw_ground, draw_rims
from gabata.svg.scene import scene_of
from gabata.svg.story import title_of
from gabata.svg.theme import THEMES

__all__ = ["score_sheet"]

CELL = "padding:3px 10px;text-align:left;vertical-align:middle;border-bottom:1px solid rgba(128,128,128,.35)"


@dataclass(frozen=True)
class _Line:
    """A move, or all drops of a race: the numbers of the first and the last, and the positions before and after."""

    first: int
    last: int
    before: Position
    move: int
    after: Position

    def words(self) -> str:
        if self.before.to_move != CHANCE:
            return title_of(self.before.explain(self.move))
        drops = self.last - self.first + 1
        return f"a race, {drops} drop{'s' * (drops > 1)} by chance"


def score_sheet(match: Match, *, max_moves: int = 30, size: float | None = None) -> Html:
    """A table of a match's moves with a small board after each, `size` pixels wide (unless told, as it needs).

    A race is one line. Of a match with more lines than `max_moves` the first and the last ones are shown.

    Raises `ValueError` for a `max_moves` below 1 or a `size` that is not positive, and `TypeError` for other kinds.

    >>> import gabata, gabata.svg
    >>> match = gabata.Match("kalah")
    >>> after = match.play(2)
    >>> "South's move 2" in gabata.svg.score_sheet(match)
    True
    """
    instance("match", match, Match, "a gabata.Match")
    max_moves = whole("max_moves", max_moves, 1, 2**63 - 1)
    lines = list(_lines(match))
    box = ET.Element("div", {"style": "max-height:560px;overflow:auto"})
    table = ET.SubElement(box, "table", {"style": "border-collapse:collapse;color:inherit"})
    heading = f"{match.game.title}: {len(match.moves):,} move{'s' * (len(match.moves) != 1)}"
    ET.SubElement(table, "caption", {"style": "text-align:left;font-weight:600;padding:3px 10px"}).text = heading
    _add_row(table, "", "start", match.start, size)
    kept = len(lines) if len(lines) <= max_moves else max_moves // 2
    for line in lines[:kept]:
        _add_line(table, line, size)
    if kept < len(lines):
        row = ET.SubElement(table, "tr")
        words = f"{len(lines) - 2 * kept:,} more lines are not shown"
        ET.SubElement(row, "td", {"colspan": "3", "style": CELL + ";font-style:italic"}).text = words
        for line in lines[len(lines) - kept :]:
            _add_line(table, line, size)
    return Html(serialize(box))


def _lines(match: Match) -> Iterator[_Line]:
    positions = match.positions
    moves = enumerate(zip(positions, match.moves, positions[1:], strict=False), 1)
    for chance, group in groupby(moves, key=lambda move: move[1][0].to_move == CHANCE):
        lines = [_Line(number, number, *move) for number, move in group]
        yield from [replace(lines[0], last=lines[-1].last, after=lines[-1].after)] if chance else lines


def _add_line(table: ET.Element, line: _Line, size: float | None) -> None:
    number = str(line.first) if line.first == line.last else f"{line.first}-{line.last}"
    _add_row(table, number, line.words(), line.after, size)


def _add_row(table: ET.Element, number: str, words: str, position: Position, size: float | None) -> None:
    row = ET.SubElement(table, "tr")
    for cell in (number, words):
        ET.SubElement(row, "td", {"style": CELL}).text = cell
    ET.SubElement(row, "td", {"style": CELL}).append(_small_board(position, size))


def _small_board(position: Position, size: float | None) -> ET.Element:
    """Figures for counters, and nothing written around the board."""
    scene, theme = scene_of(position), THEMES["plain"]
    size = min(420, 90 + 30 * scene.shape[1]) if size is None else size
    root, geometry = frame(scene, size, "south", theme, strip=3)
    draw_ground(root, geometry, theme)
    for seat in (0, 1):
        draw_rims(root, seat, geometry, (hole for hole in geometry.holes() if scene.owners[hole] == seat))
        x, y = geometry.store_corner(seat)
        figure = str(scene.held[seat])
        text(root, figure, x + geometry.store / 2, y + geometry.store_height / 2 + 11, 30, fill=theme.ink, bold=True)
    figures = add(root, "g", fill=theme.ink, text_anchor="middle")
    for hole in geometry.holes():
        x, y = geometry.centre(hole)
        marked = scene.wegues[hole] >= 0
        if marked:
            add(figures, "rect", x=x - 17, y=y - 17, width=34, height=34, rx=3, fill="none", stroke=theme.ink)
        if scene.board[hole]:
            text(figures, str(scene.board[hole]), x, y + 10, 28, anchor="start", bold=marked)
    return root
