"""Cases that programs of this family got wrong. Boards are given from the top row (north's), left to right."""

import multiprocessing
import random
from typing import Any

import gabata
import numpy as np
import pytest

SOUTH, NORTH = 0, 1
ANDADA = gabata.Game("andada")
ABALALAE = gabata.Game("abalalae")
ADWA = gabata.Game("gabata-adwa")


def rows(text: str) -> list[list[int]]:
    """A board from rows parted by slashes."""
    return [[int(count) for count in row.split()] for row in text.split("/")]


def adwa(counts: list[int], souths: list[int], to_move: int) -> gabata.Position:
    """Counters along south's track, positions that south owns; no wegues, every hole lifted before."""
    board, owners = np.zeros((3, 6), int), np.ones((3, 6), int)
    for place, (row, column) in enumerate(ADWA.track(SOUTH)):
        board[row, column] = counts[place]
        owners[row, column] = NORTH if place not in souths else SOUTH
    return ADWA.position(board=board, owners=owners, to_move=to_move)


# Turns that are long, and turns that never end.


def test_a_long_turn_is_not_endless() -> None:
    pos = ANDADA.position(board=rows("3 2 1 0 5 0 1 4 1 2 1 0 / 0 2 1 0 1 5 2 0 2 3 0 7"), to_move=NORTH)
    after = pos.play(11)
    assert after.board.tolist() == rows("2 1 2 1 2 3 2 0 3 0 1 0 / 5 2 1 2 1 4 1 0 4 2 1 3")
    assert (len(pos.explain(11).laps), after.to_move, after.is_over) == (85, SOUTH, False)


ADWA_FIVE_NORTHS = [3, 5, 1, 8, 2, 1, 0, 1, 3, 5, 6, 0, 7, 1, 2, 3, 5, 1]
ADWA_THREE_SOUTHS = [1, 5, 1, 0, 4, 1, 0, 4, 6, 2, 4, 6, 8, 1, 3, 2, 1, 5]
ENDLESS = {
    "period 730": (ANDADA.position(board=rows("5 1 2 0 1 0 1 0 1 6 1 2 / 0 1 2 1 4 0 2 3 0 1 2 3"), to_move=NORTH), 11),
    "period 202": (ANDADA.position(board=rows("3 2 1 0 1 0 5 2 1 2 1 0 / 0 5 0 3 2 0 2 3 0 1 0 1"), to_move=SOUTH), 4),
    "period 5346": (ANDADA.position(board=rows("2 0 1 0 1 2 0 3 4 0 1 0 / 4 0 4 1 0 1 6 1 0 3 0 1"), to_move=NORTH), 4),
    "period 123": (
        ABALALAE.position(board=rows("1 0 1 0 3 0 / 0 1 2 5 0 6 / 1 0 1 0 2 1"), to_move=SOUTH, held=[15, 15]),
        ABALALAE.track(SOUTH).tolist().index([1, 5]),
    ),
    "adwa, south": (adwa(ADWA_FIVE_NORTHS, [*range(9), *range(14, 18)], SOUTH), 14),
    "adwa, north": (adwa(ADWA_THREE_SOUTHS, [0, 1, 2], NORTH), 8),
}


@pytest.mark.parametrize("case", ENDLESS)
def test_an_endless_turn_is_a_draw_of_its_own_kind(case: str) -> None:
    pos, move = ENDLESS[case]
    after = pos.play(move)
    assert (after.endless, after.is_over, after.winner, after.to_move) == (True, True, None, None)
    assert after.outcome is not None
    assert after.outcome.reason == gabata.Reason.ENDLESS
    assert after.returns == (0.0, 0.0)
    # All is as it was before the move.
    assert (after.board.tolist(), after.held.tolist()) == (pos.board.tolist(), pos.held.tolist())
    assert after.turned().endless


@pytest.mark.parametrize("case", ENDLESS)
def test_an_endless_turn_is_endless_for_the_other_seat_too(case: str) -> None:
    pos, move = ENDLESS[case]
    assert pos.turned().play(move).endless


# Ends of rounds and matches.


@pytest.mark.parametrize(("south", "north", "souths"), [(2, 52, 1), (25, 29, 8), (26, 28, 9), (27, 27, 9), (52, 2, 17)])
def test_two_counters_left_over_give_a_hole_in_adwa(south: int, north: int, souths: int) -> None:
    """North's last counter outside wegues falls into north's own wegue, and the round is over."""
    owners = np.array([int(seat == "n") for seat in "nnnnsnnnnsssssssss"]).reshape(3, 6)
    wegues = np.full((3, 6), -1)
    wegues[0, 4] = NORTH
    pos = ADWA.position(
        board=rows("0 0 0 0 0 1 / 0 0 0 0 0 0 / 0 0 0 0 0 0"),
        to_move=NORTH,
        held=[south, north - 1],
        owners=owners,
        wegues=wegues,
    )
    after = pos.play(0)
    assert after.rounds.tolist() == [[south, north]]
    assert ((after.owners == SOUTH).sum(), (after.owners == NORTH).sum()) == (souths, 18 - souths)
    assert after.board.tolist() == [[3] * 6] * 3
    assert (after.round, after.held.tolist(), after.is_over) == (2, [0, 0], False)


def test_a_player_who_can_fill_no_hole_has_lost_in_adwa() -> None:
    owners = np.array([int(seat == "n") for seat in "nnnnsnnnnsssssssss"]).reshape(3, 6)
    wegues = np.full((3, 6), -1)
    wegues[0, 4] = NORTH
    board = rows("0 0 0 0 0 1 / 0 0 0 0 0 0 / 0 0 0 0 0 0")
    after = ADWA.position(board=board, to_move=NORTH, held=[1, 52], owners=owners, wegues=wegues).play(0)
    assert (after.winner, after.is_over, after.held.tolist()) == (NORTH, True, [1, 53])


def test_a_row_that_is_empty_for_a_moment_does_not_end_a_match() -> None:
    """South's relay takes up north's only counter and sows on in north's row."""
    pos = ANDADA.position(board=rows("0 0 0 0 0 0 0 0 0 0 0 1 / 2 0 0 0 0 0 0 0 0 0 0 1"), to_move=SOUTH)
    after = pos.play(11)
    assert after.board.tolist() == rows("0 0 0 0 0 0 0 0 0 1 1 0 / 2 0 0 0 0 0 0 0 0 0 0 0")
    assert (after.is_over, after.to_move) == (False, NORTH)


def test_the_mover_who_empties_their_own_row_loses_in_andada() -> None:
    after = ANDADA.position(board=rows("0 0 0 0 0 0 0 0 0 0 2 0 / 0 0 0 0 0 0 0 0 0 0 0 1"), to_move=SOUTH).play(11)
    assert (after.winner, after.returns) == (NORTH, (-1.0, 1.0))


@pytest.mark.parametrize("seat", [SOUTH, NORTH])
def test_the_last_sweep_goes_to_the_right_seat_when_the_mover_would_move_again(seat: int) -> None:
    game = gabata.Game("kalah")
    pos = game.position(board=rows("0 0 0 0 2 3 / 0 0 0 0 0 1"), to_move=SOUTH, held=[20, 22])
    after = (pos if seat == SOUTH else pos.turned()).play(5)
    held = [21, 27] if seat == SOUTH else [27, 21]
    assert (after.held.tolist(), after.board.sum(), after.winner) == (held, 0, 1 - seat)
    assert after.returns == ((-1.0, 1.0) if seat == SOUTH else (1.0, -1.0))


@pytest.mark.parametrize("seat", [SOUTH, NORTH])
def test_another_turn_after_a_capture_belongs_to_the_capturer(seat: int) -> None:
    game = gabata.Game("gabata-adwa", after_capture="again", original="none")
    board = np.zeros((3, 6), int)
    track = game.track(SOUTH)
    counts = {8: 1, 9: 3, 0: 5, 12: 20, 3: 25}
    for place, count in counts.items():
        board[tuple(track[place])] = count
    pos = game.position(board=board, to_move=SOUTH, fresh=np.zeros((3, 6), bool))
    after = (pos if seat == SOUTH else pos.turned()).play(8)
    assert (after.to_move, (after.wegues == seat).sum(), after.is_over) == (seat, 1, False)


# Captures.


def test_a_capture_of_nothing_leaves_the_counter_and_passes_the_turn() -> None:
    after = ANDADA.position(board=rows("0 0 2 0 0 0 0 0 0 0 0 0 / 1 0 0 0 0 0 0 0 0 0 0 0"), to_move=SOUTH).play(0)
    assert after.board.tolist() == rows("0 0 2 0 0 0 0 0 0 0 0 0 / 0 1 0 0 0 0 0 0 0 0 0 0")
    assert (after.held.tolist(), after.to_move) == ([0, 0], NORTH)

    pos = ABALALAE.position(board=rows("0 0 0 0 0 9 / 0 0 0 0 0 0 / 1 0 0 0 0 0"), to_move=SOUTH, held=[22, 22])
    after = pos.play(0)
    assert after.board.tolist() == rows("0 0 0 0 0 9 / 0 0 0 0 0 0 / 0 1 0 0 0 0")
    assert (after.held.tolist(), after.to_move) == ([22, 22], NORTH)

    for reading, taken in (("no", 0), ("yes", 1)):
        game = gabata.Game("kalah", empty_capture=reading)
        after = game.position(board=rows("3 0 0 0 0 0 / 1 0 4 0 0 0"), to_move=SOUTH).play(0)
        assert (after.held.tolist(), after.to_move) == ([taken, 0], NORTH)


def test_who_captures_in_abalalae_steps_on() -> None:
    """From the left half of the row two holes are taken, from the right half one."""
    pos = ABALALAE.position(board=rows("0 4 0 0 0 9 / 0 5 0 0 0 0 / 1 0 0 0 0 0"), to_move=SOUTH, held=[20, 15])
    after = pos.play(0)
    assert after.board.tolist() == rows("0 0 0 0 0 9 / 0 0 0 0 0 0 / 0 0 1 0 0 0")
    assert (after.to_move, after.held.tolist()) == (NORTH, [29, 15])


def test_a_grand_slam_in_oware_under_every_reading() -> None:
    """South's move 5 makes two twos, all that north has."""
    board = rows("0 0 0 0 1 1 / 1 0 0 0 0 2")
    for reading, held in (("none", [20, 20]), ("all", [25, 20]), ("last", [22, 20])):
        pos = gabata.Game("oware", grand_slam=reading).position(board=board, to_move=SOUTH, held=[20, 20])
        assert (reading, pos.play(5).held.tolist()) == (reading, held)
    illegal = gabata.Game("oware", grand_slam="illegal")
    assert illegal.position(board=board, to_move=SOUTH).legal_moves == [0]
    only = illegal.position(board=rows("0 0 0 0 1 1 / 0 0 0 0 0 2"), to_move=SOUTH, held=[20, 20])
    assert only.legal_moves == [5]
    assert only.play(5).held.tolist() == [20, 24]  # nothing is captured; north, who cannot feed, keeps the twos


# Andada's opening.


@pytest.mark.parametrize("opener", ["south", "north"])
@pytest.mark.parametrize("direction", ["anticlockwise", "clockwise"])
@pytest.mark.parametrize("holes", [12, 15, 18, 21, 24])
def test_andada_opens_to_the_three_boards_of_the_source(holes: int, direction: str, opener: str) -> None:
    start = gabata.Game("andada", holes=holes, direction=direction, opener=opener).start()
    printed = {0: ("330", "033"), 1: ("303", "303"), 2: ("033", "330")}  # anticlockwise, south
    assert start.legal_moves == list(range(holes))
    for move in start.legal_moves:
        after = start.play(move)
        top, bottom = printed[move % 3]
        if direction == "clockwise":
            top, bottom = top[::-1], bottom[::-1]
        if opener == "north":
            top, bottom = bottom[::-1], top[::-1]
        assert after.board.tolist() == [[int(count) for count in row * (holes // 3)] for row in (top, bottom)]
        assert (after.legal_moves, after.to_move) == ([holes, holes + 1], NORTH if opener == "south" else SOUTH)
        assert after.play(holes).to_move == after.to_move  # "I begin"
        assert after.play(holes + 1).to_move == start.to_move  # "you begin"


# Moves.


def only_move_0(game_id: str, seat: int) -> gabata.Position:
    """A position in which move 0 is all that `seat` can do."""
    game = gabata.Game(game_id, **({"race": "none"} if game_id == "abalalae" else {}))
    extra: dict[str, Any] = {}
    counters = int(game.start().board.sum())
    board = np.zeros(game.shape, int)
    board[tuple(game.track(seat)[0])] = 2
    for place in (0, 1):
        board[tuple(game.track(1 - seat)[place])] = 2
    if game_id in ("abalalae", "gabata-adwa"):
        extra["held"] = [counters - 6, 0]
    return game.position(board=board, to_move=seat, **extra)


@pytest.mark.parametrize("game_id", gabata.games())
@pytest.mark.parametrize("seat", [SOUTH, NORTH])
def test_move_0_alone_is_a_move(game_id: str, seat: int) -> None:
    pos = only_move_0(game_id, seat)
    assert (pos.legal_moves, pos.to_move, pos.is_over) == ([0], seat, False)
    assert pos.legal_mask.tolist() == [1] + [0] * (pos.game.num_moves - 1)
    assert pos.play(0).turns == 1
    batch = gabata.simulate(pos.game, 3, start=pos, max_turns=1)
    assert batch.opening.tolist() == [0, 0, 0]
    assert batch.first_mover.tolist() == [seat] * 3


@pytest.mark.parametrize("game_id", gabata.games())
def test_an_illegal_move_is_an_error_that_lists_the_legal_ones(game_id: str) -> None:
    pos = only_move_0(game_id, SOUTH)
    for move in (-1, 1, pos.game.num_moves, 255, 256, -(2**63), 2**63 - 1):
        for ask in (pos.play, pos.explain):
            with pytest.raises(gabata.IllegalMoveError, match=rf"move {move} is not legal.*legal are \[0\]"):
                ask(move)
    for word in ("1", 0.0, None):
        with pytest.raises(TypeError):
            pos.play(word)  # type: ignore[arg-type]


@pytest.mark.parametrize("game_id", gabata.games())
def test_a_position_of_play_equals_the_same_one_by_hand(game_id: str) -> None:
    """Oware's past is no part of a position that is set up: there the match is compared while nothing can come back."""
    choose = random.Random(3)
    pos = gabata.Game(game_id).start()
    for _ in range(40):
        if pos.is_over:
            break
        same = pos.game.position(pos.text)
        assert (same.board.tolist(), same.legal_moves, same.to_move) == (
            pos.board.tolist(),
            pos.legal_moves,
            pos.to_move,
        )
        move = choose.choice(pos.legal_moves)
        assert same.play(move).board.tolist() == pos.play(move).board.tolist()
        pos = pos.play(move)


# Sizes.


@pytest.mark.parametrize("game_id", ["kalah", "oware"])
@pytest.mark.parametrize("seat", [SOUTH, NORTH])
def test_255_counters_in_one_hole_are_sown_and_256_are_refused(game_id: str, seat: int) -> None:
    game = gabata.Game(game_id, holes=12, counters=10)
    board = np.zeros((2, 12), int)
    board[tuple(game.track(seat)[0])] = 254
    board[tuple(game.track(1 - seat)[0])] = 1
    after = game.position(board=board, to_move=seat).play(0)
    assert after.board.sum() + after.held.sum() == 255
    board[tuple(game.track(seat)[0])] = 255
    with pytest.raises(gabata.PositionError, match="256 counters"):
        game.position(board=board, to_move=seat)
    board[tuple(game.track(seat)[0])] = 256
    with pytest.raises(gabata.PositionError, match="from 0 to 255"):
        game.position(board=board, to_move=seat)


def test_a_capture_of_almost_everything_fits() -> None:
    game = gabata.Game("kalah", holes=12, counters=10)
    board = np.zeros((2, 12), int)
    board[1, 0], board[0, 1], board[0, 0] = 1, 253, 1
    after = game.position(board=board, to_move=SOUTH).play(0)
    assert (after.held.tolist(), after.winner) == ([254, 1], SOUTH)


# Threads and processes.


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    one, two, seven = (gabata.simulate("abalalae", 5_000, seed=3, threads=threads) for threads in (1, 2, 7))
    for name, column in one.columns.items():
        assert np.array_equal(column, two.columns[name])
        assert np.array_equal(column, seven.columns[name])


def turns_of(seed: int) -> int:
    return int(gabata.simulate("andada", 5_000, seed=seed, threads=2).turns.sum())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="nothing forks here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_can_simulate_too() -> None:
    here = turns_of(1)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(turns_of, (1,)).get(timeout=60) == here
