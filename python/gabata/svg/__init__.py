"""Pictures of positions and moves, as SVG: `board` draws a position, `turn` the way of a turn, `animate` and `player`
show moves counter by counter, and `score_sheet` lists a match with its boards.

Every picture is a string that holds all it needs (no font, style or script is fetched) and that notebooks draw.
"""

from gabata.svg.animate import animate, player
from gabata.svg.board import board
from gabata.svg.canvas import Html, Svg
from gabata.svg.pieces import Arrow
from gabata.svg.sheet import score_sheet
from gabata.svg.turn import turn

__all__ = ["Arrow", "Html", "Svg", "animate", "board", "player", "score_sheet", "turn"]
