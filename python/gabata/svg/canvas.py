"""An SVG under construction: elements on `xml.etree`, and the finished picture as a string that shows itself."""

import os
import re
from pathlib import Path
from xml.etree import ElementTree as ET

__all__ = ["Html", "Point", "Svg", "add", "number", "path_data", "serialize", "text"]

Point = tuple[float, float]

# No font is fetched: whatever the reader's system has.
FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Shown(str):
    """A document that notebooks show; its own repr is short, since they keep that too."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self):,} characters>"


class Svg(_Shown):
    """An SVG document: a `str` that notebooks draw.

    >>> import gabata, gabata.svg
    >>> picture = gabata.svg.board(gabata.Game("kalah").start())
    >>> picture.startswith("<svg")
    True
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a `.svg` file, in UTF-8. Raises `ValueError` for another suffix."""
        _check_suffix(path, "an SVG picture", ".svg")
        Path(path).write_text(self + "\n", encoding="utf-8")


class Html(_Shown):
    """A piece of HTML that holds all it needs: a `str` that notebooks show."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a page that shows it to a `.html` file, in UTF-8. Raises `ValueError` for another suffix."""
        _check_suffix(path, "a page", ".html", ".htm")
        page = f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>gabata</title>\n{self}\n'
        Path(path).write_text(page, encoding="utf-8")


def _check_suffix(path: str | os.PathLike[str], what: str, *suffixes: str) -> None:
    if Path(path).suffix.lower() not in suffixes:
        raise ValueError(f"{os.fspath(path)}: this is {what}, which is saved as {' or '.join(suffixes)}")


def number(value: float, digits: int = 2) -> str:
    """A number as short as it can be written.

    >>> number(3.0), number(0.25), number(-0.001), number(100)
    ('3', '.25', '0', '100')
    """
    words = f"{value:.{digits}f}"
    if "." in words:
        words = words.rstrip("0").rstrip(".")
    words = re.sub(r"^(-?)0\.", r"\1.", words)
    return "0" if words in ("-0", "") else words


def add(parent: ET.Element, tag: str, **attributes: str | float | None) -> ET.Element:
    """A new last child of `parent`. `stroke_width=2` becomes `stroke-width="2"`; None is left out."""
    named = {
        name.strip("_").replace("_", "-"): value if isinstance(value, str) else number(value)
        for name, value in attributes.items()
        if value is not None
    }
    return ET.SubElement(parent, tag, named)


def text(
    parent: ET.Element,
    words: str,
    x: float,
    y: float,
    size: float,
    fill: str | None = None,
    anchor: str | None = "middle",
    bold: bool = False,
    halo: str | None = None,
) -> ET.Element:
    """One line of text whose baseline lies at y; `halo` is the colour of an outline that keeps it readable."""
    node = add(
        parent,
        "text",
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        font_weight="700" if bold else None,
        stroke=halo,
        stroke_width=size / 5 if halo else None,
        stroke_linejoin="round" if halo else None,
        paint_order="stroke" if halo else None,
    )
    node.text = words
    return node


def path_data(*parts: str | float) -> str:
    """The `d` of a path: letters and numbers, as short as they can be written."""
    words = ""
    for part in parts:
        word = part if isinstance(part, str) else number(part, 1)
        needs_space = (
            words and words[-1].isdigit() | (words[-1] == ".") and word[0] not in "-" and not word[0].isalpha()
        )
        words += (" " if needs_space else "") + word
    return words


def serialize(root: ET.Element) -> Svg:
    """The finished picture; characters that XML has no place for are replaced."""
    return Svg(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", ET.tostring(root, encoding="unicode")))
