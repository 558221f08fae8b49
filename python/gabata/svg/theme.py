"""What boards are made of: colours, and the marks that tell the players apart without colour."""

from dataclasses import dataclass

__all__ = ["SEATS", "THEMES", "Side", "Theme", "theme_named"]


@dataclass(frozen=True)
class Side:
    """How one player's things are marked: a colour, and a line that differs without it."""

    name: str
    colour: str
    dash: str | None
    """`stroke-dasharray` of rims: south's are whole, north's are dashed."""
    hatch: int
    """Degrees by which the hatching of a wegue is turned."""


SEATS = (Side("South", "#8a2a10", None, 45), Side("North", "#123f70", "4.5 3", -45))


@dataclass(frozen=True)
class Theme:
    """Colours of a board. Everything lies on the board's own ground, so that the page behind may be light or dark."""

    name: str
    ground: tuple[str, str]
    """The board at its top and its bottom."""
    edge: str
    grain: str | None
    cup: tuple[str, str, str]
    """A cup's middle, its slope and its rim."""
    lip: tuple[str, str]
    """The edge of a cup, in the shade and in the light."""
    ink: str
    """Writing on the board."""
    store_ink: str
    """Writing in a store."""
    seeds: tuple[tuple[str, str], ...]
    """Kinds of seeds: lit and shaded side."""
    seed_edge: str


THEMES = {
    "wood": Theme(
        name="wood",
        ground=("#dcb683", "#c3935a"),
        edge="#6b4420",
        grain="#7a4a1c",
        cup=("#82572d", "#66401d", "#3d2410"),
        lip=("#2f1a0a", "#f3d8ac"),
        ink="#2e1a0a",
        store_ink="#fff3dc",
        seeds=(("#fffaf0", "#d8c199"), ("#f4e6c6", "#c4a771"), ("#e9e6da", "#b3ab92")),
        seed_edge="#4a3216",
    ),
    "plain": Theme(
        name="plain",
        ground=("#fcfaf5", "#fcfaf5"),
        edge="#57534e",
        grain=None,
        cup=("#efe9de", "#efe9de", "#e6dfd1"),
        lip=("#a8a29e", "#a8a29e"),
        ink="#1c1917",
        store_ink="#1c1917",
        seeds=(("#6b6560", "#44403c"),),
        seed_edge="#fcfaf5",
    ),
}


def theme_named(name: str) -> Theme:
    """The theme of that name.

    Raises `ValueError`, which names those there are.
    """
    if not isinstance(name, str) or name not in THEMES:
        raise ValueError(f"unknown theme {name!r}; there are {', '.join(THEMES)}")
    return THEMES[name]
