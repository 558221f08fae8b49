"""Pictures of positions and turns, as SVG: `board` draws a position.

Every picture is a string that holds all it needs (no font, style or script is fetched) and that notebooks draw.
"""

from gabata.svg.board import Arrow, board
from gabata.svg.canvas import Svg

__all__ = ["Arrow", "Svg", "board"]
