"""Positions that a game cannot have are refused, ends above all; and the clauses that stories and errors name."""

from typing import Any

import gabata
import numpy as np
import pytest
from gabata import Event, Reason

EMPTY = "0,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0"
THREES = "3,3,3,3,3,3/3,3,3,3,3,3/3,3,3,3,3,3"
TWO_ROWS = "0,0,0,0,0,0/0,0,0,0,0,0"
ONE_ROW = "0,0,0,0,0,0,0,0,0,0,0,0/0,0,3,0,0,0,0,0,0,0,0,0"
ONE_ROUND = {"max_rounds": 1}


@pytest.mark.parametrize(
    ("id", "options", "text", "why"),
    [
        ("oware", {}, "1,0,0,0,0,0/1,0,0,0,0,0 south 30,16", "O7"),
        ("oware", {}, "0,0,0,0,0,0/1,0,0,0,0,1 south 1,1 quiet=1", "quiet"),
        ("oware", {"cycle": "plies"}, "4,4,4,4,4,4/4,4,4,4,4,4 south 0,0 quiet=100", "O8"),
        ("oware", {}, f"{TWO_ROWS} nobody 30,18 end=won:north", "O9"),
        ("oware", {}, f"{TWO_ROWS} nobody 24,24 end=rounds", "O9"),
        ("oware", {}, "4,4,4,4,4,4/4,4,4,4,4,4 nobody 0,0 end=draw", "O6 to O9"),
        ("oware", {}, "4,4,4,4,4,4/4,4,4,4,4,4 nobody 0,0 end=endless", "endless"),
        ("kalah", {}, f"{TWO_ROWS} nobody 30,18 end=won:north", "K7"),
        ("kalah", {}, f"{TWO_ROWS} nobody 30,18 end=draw", "K7"),
        ("kalah", {}, "4,4,4,4,4,4/4,4,4,4,4,4 nobody 0,0 end=draw", "K6"),
        ("kalah", {}, "4,4,4,4,4,4/4,4,4,4,4,4 nobody 0,0 end=endless", "endless"),
        ("andada", {}, f"{ONE_ROW} nobody 45,0 end=won:north", "A12"),
        ("andada", {}, f"{ONE_ROW} nobody 45,0 end=draw", "A13"),
        ("andada", {}, f"{ONE_ROW} nobody 45,0 end=rounds:south", "A13"),
        ("andada", {}, f"{ONE_ROW} nobody 45,0 end=endless", "A12"),
        ("andada", {}, "2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,2 south 0,0 phase=opening began=north", "began"),
        ("abalalae", {}, f"{EMPTY} nobody 54,0 end=won:north", "B16"),
        ("abalalae", {}, f"{EMPTY} nobody 27,27 end=draw", "B16"),
        ("abalalae", {}, f"{EMPTY} nobody 30,24 end=rounds:south", "max_rounds"),
        ("abalalae", ONE_ROUND, f"{EMPTY} nobody 30,24 end=rounds:north", "max_rounds"),
        ("abalalae", ONE_ROUND, f"{THREES} south 0,0 round=2", "from 1 to 1"),
        ("abalalae", {}, f"{THREES} south 0,0 round=4294967295", "round"),
        ("abalalae", {}, f"{THREES.replace('3', '2')} chance 16,0 hands=1,1 began=north", "began"),
        ("gabata-adwa", {}, f"{EMPTY} nobody 53,1 end=won:north", "G19"),
        ("gabata-adwa", {}, f"{EMPTY} nobody 27,27 end=draw", "G19"),
        ("gabata-adwa", {}, f"{EMPTY} nobody 30,24 end=rounds:south", "max_rounds"),
        ("gabata-adwa", {"max_rounds": 2}, f"{EMPTY} nobody 30,24 end=rounds:south", "max_rounds"),
        ("gabata-adwa", {"max_rounds": 3}, f"{THREES} south 0,0 round=4", "from 1 to 3"),
        (
            "gabata-adwa",
            {},
            "2,4,3,3,3,3/3,3,3,3,3,3/3,3,3,3,3,3 south 0,0 fresh=f...../....../......",
            r"\(0, 0\) has 2 counters.*G8",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(id: str, options: dict[str, Any], text: str, why: str) -> None:
    with pytest.raises(gabata.PositionError, match=why):
        gabata.Game(id, **options).position(text)


@pytest.mark.parametrize(
    ("id", "options", "text"),
    [
        ("oware", {"cycle": "plies"}, "4,4,4,4,4,4/4,4,4,4,4,4 south 0,0 quiet=99"),
        ("oware", {}, "1,0,0,0,0,0/1,0,0,0,0,0 nobody 30,16 end=won:south"),
        ("andada", {}, f"{ONE_ROW} nobody 45,0 end=won:south"),
        ("abalalae", {}, f"{EMPTY} nobody 54,0 end=won:south round=9"),
        ("abalalae", ONE_ROUND, f"{EMPTY} nobody 27,27 end=rounds"),
        ("abalalae", {}, f"{THREES} nobody 0,0 end=endless"),
        ("gabata-adwa", {}, f"{EMPTY} nobody 53,1 end=won:south"),
        ("gabata-adwa", ONE_ROUND, f"{EMPTY} nobody 2,52 end=rounds:north"),
        ("gabata-adwa", {}, f"{THREES} nobody 0,0 end=endless"),
    ],
)
def test_a_position_that_can_be_is_taken(id: str, options: dict[str, Any], text: str) -> None:
    assert gabata.Game(id, **options).position(text).text == text


# What ended a match of Oware


def oware(text: str, **options: Any) -> gabata.Position:
    return gabata.Game("oware", **options).position(text)


def detail(pos: gabata.Position) -> str:
    assert pos.outcome is not None
    return pos.outcome.detail


def test_oware_names_what_ended_it() -> None:
    assert detail(oware("0,0,0,0,2,1/0,0,0,0,0,3 south 24,18").play(5)).startswith("no move is legal (O6)")
    assert detail(oware("1,0,0,0,0,1/0,0,0,0,0,1 south 23,22").play(5)).startswith("more than half is held (O7)")
    first = gabata.Game("oware").start()
    second = first.play(0)
    old = second.text.split(" ")[0]
    back = oware(f"{first.text} seen=north:{old};south:{first.text.split(' ')[0]}").play(0)
    assert detail(back).startswith("a position came back (O8)")
    assert not back.board.any()
    assert back.game.position(back.text).outcome == back.outcome


def test_a_hundred_plies_without_a_capture_end_oware() -> None:
    pos = oware("0,0,0,0,0,1/1,0,0,0,0,0 south 23,23", cycle="plies")
    for ply in range(100):
        assert not pos.is_over, ply
        quiet = [child for child in pos.children().values() if child.held.sum() == 46 or child.is_over]
        pos = quiet[0]
    assert detail(pos).startswith("100 moves without a capture (O8)")
    assert pos.turns == 100
    assert pos.held.sum() == 48


# Clauses


def clauses(pos: gabata.Position, move: int) -> list[str]:
    return pos.explain(move).clauses


ADWA = gabata.Game("gabata-adwa")


def adwa(last_hole: str) -> gabata.Position:
    """South makes four in the hole (0, 5), which is the only one of north's unless others are owned too."""
    owners = np.zeros((3, 6), int)
    owners[0, 5] = 1
    board = np.zeros((3, 6), int)
    board[0, 5], board[1, 3], board[2, 0] = 3, 1, 1
    return gabata.Game("gabata-adwa", last_hole=last_hole).position(board=board, held=(40, 9), owners=owners)


def test_clauses_of_adwa() -> None:
    assert clauses(adwa("uncaptured"), 8)[-1] == "G13"
    assert clauses(adwa("none"), 8)[-1] == "G7"
    assert "(G13)" in adwa("uncaptured").explain(8).text


def test_clauses_of_a_race() -> None:
    pos = gabata.Game("abalalae").start()
    assert clauses(pos, 0) == ["B6"]
    seen = set()
    for seed in range(6):
        at = pos
        bits = np.random.default_rng(seed).integers(2, size=4000)
        for move in bits.tolist():
            if at.phase != "race":
                break
            turn = at.explain(move)
            seen |= {
                (Event(event).name, clause) for event, clause in zip(turn.laps["event"], turn.clauses, strict=True)
            }
            at = turn.after
    assert seen >= {("DROP", "B6"), ("DROP_RELAY", "B5"), ("DROP_DONE", "B5"), ("DROP_DONE", "B7")}
    assert {clause for _, clause in seen} == {"B5", "B6", "B7"}


def test_the_one_lap_of_a_loser_ends_with_a_racer_who_is_done() -> None:
    text = "0,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,1 chance 49,0 hands=1,3 racers=0,0"
    turn = gabata.Game("abalalae", race_loser="lap").position(text).explain(0)
    assert [Event(event).name for event in turn.laps["event"]] == ["DROP_DONE", "DROP", "DROP", "DROP_DONE"]
    assert turn.clauses == ["B5", "B7", "B7", "B7"]


def test_clauses_of_abalalae() -> None:
    game = gabata.Game("abalalae", race="none")
    captures = game.position("0,2,0,0,0,0/0,0,0,0,0,1/1,0,0,0,0,0 south 50,0")
    assert clauses(captures, 0) == ["B13", "B14"]
    assert [Event(event).name for event in captures.explain(0).laps["event"]] == ["CAPTURE_ONWARD", "NOTHING"]


def test_clauses_of_oware() -> None:
    text = "0,0,0,0,0,1/0,0,0,0,1,1 south 23,22"
    for grand_slam, event in (("none", "NOTHING"), ("last", "NOTHING"), ("all", "CHAIN")):
        turn = oware(text, grand_slam=grand_slam).explain(5)
        assert (turn.clauses, Event(turn.laps["event"][0]).name) == (["O5"], event)
    assert clauses(oware("0,0,0,0,1,1/0,0,0,0,1,1 south 22,22"), 5) == ["O4"]


def refused(pos: gabata.Position, move: int) -> str | None:
    with pytest.raises(gabata.IllegalMoveError) as caught:
        pos.play(move)
    clause = caught.value.clause
    assert clause is None or f"({clause})" in str(caught.value)
    return clause


def test_a_refusal_names_the_clause() -> None:
    feed = oware("0,0,0,0,0,0/1,0,0,0,0,1 south 23,23")
    assert feed.legal_moves == [5]
    assert (refused(feed, 0), refused(feed, 1), refused(feed, 6)) == ("O6", "O3", "O3")
    slam = oware("0,0,0,0,0,1/1,0,0,0,0,1 south 23,22", grand_slam="illegal")
    assert slam.legal_moves == [0]
    assert refused(slam, 5) == "O5"
    wegues = np.full((3, 6), -1)
    wegues[2, 0] = 1
    pos = ADWA.position(board=np.full((3, 6), 3), wegues=wegues)
    assert (refused(pos, 0), refused(pos, 17)) == ("G10", "G5")
    assert refused(oware(f"{TWO_ROWS} nobody 30,18 end=won:south"), 0) is None


# Ends by the count of a round


def test_who_loses_by_the_rule_has_lost_whatever_max_rounds_says() -> None:
    game = gabata.Game("gabata-adwa", max_rounds=1)
    for mine, reason in ((52, Reason.WON), (51, Reason.ROUNDS)):
        # South's last loose counter steps into south's wegue, in a hole of north's.
        owners = np.array([[1] * 6, [1, 1, 1, 0, 0, 0], [0] * 6])
        wegues = np.full((3, 6), -1)
        wegues[0, 5] = 0
        board = np.zeros((3, 6), int)
        board[1, 3] = 1
        end = game.position(board=board, held=(mine, 53 - mine), owners=owners, wegues=wegues).play(8)
        assert end.outcome is not None
        assert (end.outcome.reason, end.winner) == (reason, 0)
        assert end.held.tolist() == [mine + 1, 53 - mine]


def test_max_rounds_counts_what_was_won_for_good() -> None:
    game = gabata.Game("abalalae", winnings="out", race="none", max_rounds=2)
    # North has kept back 30: in this round south holds more, in the match north.
    text = "1,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,1,0 south 20,32 out=0,30 round=2"
    end = game.position(text)
    while not end.is_over:
        end = end.play(end.legal_moves[0])
    assert end.outcome is not None
    assert (end.outcome.reason, end.winner) == (Reason.ROUNDS, 1)
    assert end.rounds[-1].sum() == 24
    assert end.held.sum() == 54


@pytest.mark.parametrize("sweep", ["owner", "mover", "opponent"])
def test_kalah_ends_with_both_rows_empty(sweep: str) -> None:
    end = gabata.Game("kalah", sweep=sweep).position("0,3,0,0,0,0/1,0,0,0,0,0 south 20,24").play(0)
    assert not end.board.any()
    assert end.held.tolist() == [24, 24]
    assert end.outcome is not None
    assert end.outcome.reason == Reason.DRAW


def test_an_endless_turn_changes_nothing_but_the_count_of_turns() -> None:
    game = gabata.Game("andada", singles="latched")
    text = "5,1,2,0,1,0,1,0,1,6,1,2/0,1,2,1,4,0,2,3,0,1,2,3 north 0,9 began=south"
    for pos, move in ((game.position(text), 11), (adwa_endless(), 14)):
        end = pos.play(move)
        assert end.endless
        only = gabata.simulate(pos.game, 1, start=pos, players=(one(move), one(move)))
        assert (only.reason.tolist(), only.turns.tolist(), only.laps.tolist()) == ([Reason.ENDLESS], [1], [0])
        assert end.turns == pos.turns + 1
        for name in ("board", "held", "wegues", "fresh", "out", "rounds"):
            assert getattr(end, name).tolist() == getattr(pos, name).tolist()
        assert (end.latched, end.began, end.round) == (pos.latched, pos.began, pos.round)


def one(move: int) -> Any:
    """A player who always makes the same move."""
    return lambda obs, action_mask, to_play: np.full(len(to_play), move)


def adwa_endless() -> gabata.Position:
    along = [3, 5, 1, 8, 2, 1, 0, 1, 3, 5, 6, 0, 7, 1, 2, 3, 5, 1]
    board, owners = np.zeros((3, 6), int), np.zeros((3, 6), int)
    for k, (row, column) in enumerate(ADWA.track(0).tolist()):
        board[row, column] = along[k]
        owners[row, column] = 9 <= k <= 13
    return ADWA.position(board=board, owners=owners, began=1)


def test_a_race_that_leaves_a_player_nothing_ends_the_round() -> None:
    # B8: south's last counter falls in north's middle row, and north, left with one lap, drops beside it.
    text = f"{EMPTY} chance 52,0 hands=1,1 racers=8,0"
    game = gabata.Game("abalalae", race_loser="lap")
    end = game.position(text).play(0)
    assert end.rounds.tolist() == [[52, 2]]
    assert (end.round, end.phase) == (2, "race")
