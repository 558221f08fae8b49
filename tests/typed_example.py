"""A user's program with types, checked by `mypy --strict` (test_types.py) and run by it too."""

import random

import gabata
import numpy as np
import numpy.typing as npt


def random_line(game: gabata.Game, seed: int) -> list[gabata.Position]:
    chooser = random.Random(seed)
    line: list[gabata.Position] = [game.start().settle(seed)]
    while line[-1].to_move is not None and len(line) < 50:
        moves: list[int] = line[-1].legal_moves
        line.append(line[-1].play(chooser.choice(moves)).settle(seed))
    return line


def describe(pos: gabata.Position) -> str:
    board: npt.NDArray[np.uint8] = pos.board
    mask: npt.NDArray[np.int8] = pos.legal_mask
    held: npt.NDArray[np.int32] = pos.held
    outcome: gabata.Outcome | None = pos.outcome
    if outcome is not None:
        reason: gabata.Reason = outcome.reason
        winner: int | None = outcome.winner
        return f"{reason.name} {winner} {outcome.detail}"
    south, north = pos.returns
    return f"{int(board.sum())} {int(mask.sum())} {held.tolist()} {south - north}"


def story(pos: gabata.Position) -> gabata.Turn:
    turn: gabata.Turn = pos.explain(pos.legal_moves[0])
    hole: tuple[int, int] | None = pos.hole(turn.move)
    assert hole is not None
    assert pos.game.move_at(pos, *hole) == turn.move
    events: list[gabata.Event] = [gabata.Event(event) for event in turn.laps["event"]]
    assert events
    return turn


def keep(line: list[gabata.Position]) -> gabata.Match:
    match = gabata.Match(line[0])
    match.play(line[0].legal_moves[0])
    text: str = match.to_json()
    read: gabata.Match = gabata.Match.from_json(text)
    moves: list[int] = list(read)
    assert moves == read.moves
    return read


def main() -> None:
    game = gabata.Game("andada", holes=15, singles="latched")
    readings: dict[str, gabata.Reading] = game.readings
    assert "singles" in readings
    again: gabata.Position = game.position(game.start().text)
    by_hand: gabata.Position = game.position(board=np.ones((2, 15), np.uint8), to_move=1, latched=True)
    assert again == game.start()
    assert by_hand.to_move == 1
    line = random_line(gabata.Game("abalalae"), 3)
    print(describe(line[-1]))
    print(story(line[0]).text)
    print(keep(line))
    try:
        game.start().play(99)
    except gabata.IllegalMoveError as error:
        legal: list[int] = error.legal
        print(error.move, legal, error.position.text, error.clause)
    batch: gabata.Batch = gabata.simulate(game, 10, seed=1)
    turns: npt.NDArray[np.uint32] = batch.turns
    print(int(turns.sum()))


if __name__ == "__main__":
    main()
