"""`gabata play`: a match in the terminal."""

import random
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gabata import CHANCE, Match, players, simulate
from gabata._files import replacing
from gabata.cli.arguments import GameId, OptionList, check_players, game_of, out_file
from gabata.cli.terminal import ask, draw, moves_of, name, read_move, tell

__all__ = ["play"]

HELP = """\
Type the number of a move, or row,column of the hole to lift (rows from the top, from 0).
  moves   the legal moves and their holes
  why     the last move lap by lap, with the clause that was applied at each landing
  undo    take back the last move of a person, and what chance and the computer did after it
  text    the position in one line
  quit    stop here"""


PERSON = "person"
"""Who plays a seat, if none of `gabata.players()` does."""
WHO = f"{PERSON}|{'|'.join(players())}"


def play(
    game: GameId,
    option: OptionList = [],  # noqa: B006 - typer wants the default here and copies it
    south: Annotated[str, typer.Option(metavar=WHO, help="Who plays south.")] = PERSON,
    north: Annotated[str, typer.Option(metavar=WHO, help="Who plays north.")] = PERSON,
    seed: Annotated[int | None, typer.Option(help="Seed of chance and of the computer.", show_default="any")] = None,
    start: Annotated[str | None, typer.Option(metavar="TEXT", help="A position to start from, in one line.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="Write the match there at the end.", parser=out_file)
    ] = None,
) -> None:
    """Plays a match in the terminal: two persons, or a person and the computer."""
    check_players("--south", south, also=(PERSON,))
    check_players("--north", north, also=(PERSON,))
    chosen = game_of(game, option)
    match = Match(chosen if start is None else chosen.position(start))
    console = Console(highlight=False)
    if out is None:
        _play(console, match, (south, north), random.Random(seed))
        return
    with replacing(out) as file:  # a file that cannot be written is found out now, not after the match
        _play(console, match, (south, north), random.Random(seed))
        file.write(match.to_json().encode() + b"\n")
    console.print(f"written to {out}; gabata replay {out} steps through it", markup=False, soft_wrap=True)


def _play(console: Console, match: Match, players: tuple[str, str], chooser: random.Random) -> None:
    """Plays until the match is over or the person stops."""
    console.print('Moves are numbers, or row,column of the hole. "help" says what else can be typed.', "", sep="\n")
    draw(console, match.position)
    while (decider := match.position.to_move) is not None:
        if decider == CHANCE:
            moves, odds = zip(*match.position.chance, strict=True)
            _make(console, match, int(chooser.choices(moves, odds)[0]))
        elif players[decider] != PERSON:
            _make(console, match, _chosen(match, players[decider], chooser))
        elif not _obey(console, match, players):
            # Without the boards that Oware has seen, which are many lines long; "text" prints them.
            console.print(match.position.text.partition(" seen=")[0], markup=False, soft_wrap=True)
            return


def _chosen(match: Match, player: str, chooser: random.Random) -> int:
    """The move that a player of `gabata.players()` makes: the first of a simulated match that goes on from here."""
    seed = chooser.getrandbits(64)
    onward = simulate(
        match.game, 1, seed=seed, start=match.position, players=(player, player), max_turns=1, record="moves"
    )
    return int(onward.moves[0])


def _make(console: Console, match: Match, move: int) -> None:
    """Plays a move and shows what it came to. A race is shown when it is over."""
    turn = match.position.explain(move)
    after = match.play(move)
    if turn.before.to_move != CHANCE:
        console.print(tell(turn), markup=False)
    if after.to_move != CHANCE or turn.before.to_move != CHANCE:
        console.print()
        draw(console, after)


def _obey(console: Console, match: Match, players: tuple[str, str]) -> bool:
    """Does what a person types; False when they stop."""
    position = match.position
    assert position.to_move is not None
    typed = ask(console, name(position.to_move))
    match typed:
        case None | "quit" | "q" | "exit":
            return False
        case "":
            pass
        case "help" | "h" | "?":
            console.print(HELP, markup=False)
        case "moves" | "m":
            console.print(moves_of(position), markup=False)
        case "text" | "t":
            console.print(position.text, markup=False, soft_wrap=True)
        case "why" | "w":
            _why(console, match)
        case "undo" | "u":
            _undo(console, match, players)
        case _:
            try:
                _make(console, match, read_move(match.game, position, typed))
            except ValueError as error:
                console.print(str(error).splitlines()[0], markup=False)
    return True


def _why(console: Console, match: Match) -> None:
    if not match.moves:
        console.print("no move has been made yet")
        return
    console.print(match.positions[-2].explain(match.moves[-1]).text, markup=False)


def _undo(console: Console, match: Match, players: tuple[str, str]) -> None:
    """Goes back to where a person last decided."""
    persons = [at for at, mover in enumerate(match.movers) if mover != CHANCE and players[mover] == PERSON]
    if not persons:
        console.print("nobody has made a move that could be taken back")
        return
    while len(match) > persons[-1]:
        match.undo()
    draw(console, match.position)
