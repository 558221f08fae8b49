"""Openings: known facts about what they make of the board."""

import gabata
import numpy as np
import pytest


@pytest.mark.parametrize("holes", [12, 15, 18, 21, 24])
@pytest.mark.parametrize("direction", ["anticlockwise", "clockwise"])
@pytest.mark.parametrize("opener", ["south", "north"])
def test_andada_has_three_classes_at_every_size(holes: int, direction: str, opener: str) -> None:
    made = gabata.openings(gabata.Game("andada", holes=holes, direction=direction, opener=opener))
    assert made.moves.tolist() == list(range(holes))
    assert made.same_as.tolist() == [move % 3 for move in range(holes)]
    assert len(np.unique(made.boards, axis=0)) == 3
    # A board's half turn is the board itself; the first and the last class are left and right of each other.
    assert made.turned.tolist() == made.same_as.tolist()
    assert made.reflected.tolist() == [2 - move % 3 for move in range(holes)]


def test_the_boards_are_those_that_the_source_prints() -> None:
    made = gabata.openings("andada")
    assert made.boards[0].tolist() == [[3, 3, 0] * 4, [0, 3, 3] * 4]
    assert made.boards[1].tolist() == [[3, 0, 3] * 4, [3, 0, 3] * 4]
    assert made.boards[2].tolist() == [[0, 3, 3] * 4, [3, 3, 0] * 4]


@pytest.mark.parametrize("name", ["kalah", "oware"])
@pytest.mark.parametrize("holes", [1, 4, 6])
def test_openings_of_two_row_games_are_all_unlike_and_shift_along_the_track(name: str, holes: int) -> None:
    made = gabata.openings(gabata.Game(name, holes=holes, counters=5))
    assert made.moves.tolist() == list(range(holes))
    assert made.same_as.tolist() == list(range(holes))
    # Oware's loop looks the same from each of its holes, and making six captures nothing.
    if name == "oware":
        tracks = np.concatenate([made.boards[:, 1], made.boards[:, 0, ::-1]], axis=1)
        for move in range(holes):
            assert np.roll(tracks[0], move).tolist() == tracks[move].tolist()


@pytest.mark.parametrize(
    "game", [gabata.Game("gabata-adwa"), gabata.Game("abalalae", race="none"), gabata.Game("kalah")], ids=str
)
def test_openings_are_what_positions_play(game: gabata.Game) -> None:
    made = gabata.openings(game)
    start = game.start()
    assert made.moves.tolist() == start.legal_moves
    for move, board in zip(made.moves.tolist(), made.boards, strict=True):
        assert np.array_equal(start.play(move).board, board)


def test_a_race_has_no_openings() -> None:
    with pytest.raises(ValueError, match="race_outcomes"):
        gabata.openings("abalalae")
    settled = gabata.Game("abalalae").start().settle(1)
    assert gabata.openings("abalalae", start=settled).moves.tolist() == settled.legal_moves
    with pytest.raises(ValueError, match="not of"):
        gabata.openings("andada", start=settled)
