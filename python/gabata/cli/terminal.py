"""What the commands share that play and replay matches in a terminal."""

from rich.console import Console
from rich.text import Text

from gabata import CHANCE, Game, Position, Turn

__all__ = ["ask", "draw", "moves_of", "name", "read_move", "tell"]

NAMES = {0: "south", 1: "north", CHANCE: "chance"}


def name(seat: int) -> str:
    """`south`, `north` or `chance`."""
    return NAMES[seat]


def draw(console: Console, position: Position) -> None:
    """Prints the board; lines are never broken, since that would break the board."""
    title, _, board = str(position).partition("\n")
    console.print(Text(title, style="bold"), soft_wrap=True)
    console.print(Text(board), soft_wrap=True)


def ask(console: Console, prompt: str) -> str | None:
    """What the user types, or None when there is nothing more to come."""
    try:
        return console.input(f"{prompt}> ", markup=False).strip()
    except (EOFError, KeyboardInterrupt):
        console.print()
        return None


def moves_of(position: Position) -> str:
    """The legal moves, each with its hole where it has one."""
    moves = []
    for move in position.legal_moves:
        hole = position.hole(move)
        moves.append(f"{move}" if hole is None else f"{move} ({hole[0]},{hole[1]})")
    return "  ".join(moves)


def read_move(game: Game, position: Position, text: str) -> int:
    """The move that a number or a hole, `row,column`, stands for. Raises `ValueError` for what is neither."""
    numbers = text.replace(",", " ").split()
    if not 1 <= len(numbers) <= 2 or not all(number.isascii() and number.isdigit() for number in numbers):
        raise ValueError(f"{text!r} is no move: type its number, or row,column of the hole")
    if len(numbers) == 1:
        return int(numbers[0])
    return game.move_at(position, int(numbers[0]), int(numbers[1]))


def tell(turn: Turn) -> str:
    """A move in one line."""
    before = turn.before
    assert before.to_move is not None
    if before.to_move == CHANCE:
        place = "".join(f" at {row},{column}" for row, column in turn.laps[["to_row", "to_col"]][:1])
        return f"chance: {name(turn.move)} drops{place}"
    mover = name(before.to_move)
    hole = before.hole(turn.move)
    words = f"{mover}: move {turn.move}" if hole is None else f"{mover}: move {turn.move} at {hole[0]},{hole[1]}"
    if before.phase == "turns":
        laps = len(turn) + turn.cut
        words += f", {laps} lap{'' if laps == 1 else 's'}"
        taken = turn.captures["count"][turn.captures["mover"] == before.to_move].sum()
        if taken:
            words += f", takes {taken}"
    return words
