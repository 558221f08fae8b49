"""The Python face: positions set by hand, errors that say where, the drawn board, matches as JSON, pickles, threads."""

import json
import pickle
import random
import threading
import weakref
from typing import Any

import gabata
import golden_files
import numpy as np
import pytest
from gabata import CHANCE, Event, Reason

ANDADA = gabata.Game("andada")
ABALALAE = gabata.Game("abalalae")
ADWA = gabata.Game("gabata-adwa")
KALAH = gabata.Game("kalah")
OWARE = gabata.Game("oware")


def board(text: str) -> list[list[int]]:
    """Rows from the top edge, parted by slashes."""
    return [[int(count) for count in row.split()] for row in text.split("/")]


BUSY = board("3 2 1 0 5 0 1 4 1 2 1 0 / 0 2 1 0 1 5 2 0 2 3 0 7")


# Positions set by hand


def test_what_is_not_given_has_a_default() -> None:
    pos = ANDADA.position(board=BUSY)
    assert (pos.to_move, pos.began, pos.round, pos.phase, pos.turns) == (0, 0, 1, "turns", 0)
    assert pos.held.tolist() == [0, 0]
    assert not pos.latched
    assert ANDADA.position(board=BUSY, to_move=1).began == 1
    adwa = ADWA.position(board=np.full((3, 6), 3))
    assert not adwa.fresh.any()
    assert (adwa.wegues == -1).all()
    assert (adwa.owners == ADWA.start().owners).all()


def test_it_does_not_matter_how_a_position_came_about() -> None:
    pos = ANDADA.start().play(0).play(12).play(2)
    again = ANDADA.position(board=pos.board, to_move=pos.to_move, held=pos.held, began=pos.began)
    assert again == pos
    assert again.play(5) == pos.play(5)
    race = ABALALAE.start().play(0).play(1)
    assert race.hands is not None
    again = ABALALAE.position(board=race.board, to_move=CHANCE, hands=race.hands, racers=race.racers)
    assert again == race
    adwa = ADWA.start().play(0).play(3)
    more: dict[str, Any] = {
        "owners": adwa.owners,
        "wegues": adwa.wegues,
        "fresh": adwa.fresh,
        "began": adwa.began,
        "round": 1,
    }
    assert ADWA.position(board=adwa.board, to_move=adwa.to_move, held=adwa.held, **more) == adwa


@pytest.mark.parametrize(
    ("game", "keywords", "words"),
    [
        (ANDADA, {"board": np.zeros((2, 12))}, r"board: whole numbers of shape \[2, 12\] are wanted, not float64"),
        (ANDADA, {"board": np.zeros((2, 11), int)}, r"not of shape \[2, 11\]"),
        (ANDADA, {"board": [[1], [1, 2]]}, "rows of different lengths"),
        (ANDADA, {"board": np.full((2, 12), -1)}, r"board\[0, 0\] is -1; it is a number from 0 to 255"),
        (KALAH, {"board": [[1] * 6, [1, 1, 1, 1, 256, 1]]}, r"board\[1, 4\] is 256"),
        (ANDADA, {"board": np.full((2, 12), 10**30)}, "whole numbers"),
        (
            KALAH,
            {"board": np.full((2, 6), 20), "held": (10, 6)},
            "256 counters on the board and held; there is room for 255",
        ),
        (ANDADA, {"board": np.full((2, 12), 3)}, r"72 counters .* the game has 48 \(A2\)"),
        (ABALALAE, {"board": np.full((3, 6), 2)}, r"36 counters .* the game has 54 \(B1\): held and hands name those"),
        (ADWA, {"board": np.full((3, 6), 2)}, r"36 counters .* the game has 54 \(G1\): held names those"),
        (ANDADA, {"board": BUSY, "to_move": 2}, "to_move is 2; it is a whole number from -1 to 1"),
        (ANDADA, {"board": BUSY, "to_move": CHANCE}, "chance decides nothing in andada"),
        (ANDADA, {"board": BUSY, "held": (1,)}, r"held: whole numbers of shape \[2\] are wanted, not of shape \[1\]"),
        (ANDADA, {"board": BUSY, "held": (1, -1)}, r"held\[1\] is -1"),
        (
            ANDADA,
            {"board": BUSY, "wegues": np.zeros((2, 12), int)},
            "andada has no wegues; it has board, to_move, held",
        ),
        (ANDADA, {"board": BUSY, "latched": True}, "no latched"),
        (ANDADA, {"board": BUSY, "round": 0}, "round is 0"),
        (ANDADA, {"board": BUSY, "round": 2}, "no round"),
        (ANDADA, {"board": BUSY, "phase": "opening"}, r"every hole holds two counters \(A2\)"),
        (ANDADA, {"board": BUSY, "phase": "choice"}, r"three counters or none \(A5\)"),
        (ANDADA, {"board": BUSY, "phase": "race"}, 'phase is "race"'),
        (ANDADA, {"board": BUSY, "began": 2}, "began is 2; it is a whole number from 0 to 1"),
        (ANDADA, {"board": [[0] * 12, [1] * 12]}, r"a row is empty: the match would be over \(A12\)"),
        (ADWA, {"board": np.full((3, 6), 3), "owners": np.full((3, 6), 2)}, r"owners\[0, 0\] is 2"),
        (ADWA, {"board": np.full((3, 6), 3), "owners": np.full((3, 6), 1)}, r"owns no hole.*\(G19\)"),
        (ADWA, {"board": np.full((3, 6), 3), "wegues": np.full((3, 6), 0)}, r"captured from the opponent \(G7\)"),
        (ADWA, {"board": np.full((3, 6), 3), "round": -1}, "round is -1"),
        (ABALALAE, {"board": np.full((3, 6), 3), "held": (1, 0)}, r"\(B1\)"),
        (ABALALAE, {"board": [[2] + [3] * 5, [3] * 6, [3] * 6], "hands": (1, 0)}, "only in a race"),
        (ABALALAE, {"board": [[2] + [3] * 5, [3] * 6, [3] * 6], "hands": (1, 0), "to_move": CHANCE}, r"\(B5\)"),
        (
            ABALALAE,
            {"board": [[1] + [3] * 5, [3] * 6, [3] * 6], "hands": (1, 1), "racers": (0, 18), "to_move": CHANCE},
            "18 is no place of a track",
        ),
        (OWARE, {"board": [[0] * 6, [1] + [0] * 5]}, r"no move is legal: the match would be over \(O6\)"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(
    game: gabata.Game, keywords: dict[str, Any], words: str
) -> None:
    with pytest.raises(gabata.PositionError, match=words):
        game.position(**keywords)


@pytest.mark.parametrize("move", [10**30, -(10**30), 2**63])
def test_a_move_may_be_any_number(move: int) -> None:
    for use in (KALAH.start().play, KALAH.start().explain, gabata.Match(KALAH).play):
        with pytest.raises(gabata.IllegalMoveError, match=r"legal are \[0, 1, 2, 3, 4, 5\]"):
            use(move)


def test_a_wrong_kind_of_argument_is_a_type_error() -> None:
    with pytest.raises(TypeError, match=r"to_move is 0\.5"):
        ANDADA.position(board=BUSY, to_move=0.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"not a list; an array of counters is given as board=\.\.\."):
        ANDADA.position(BUSY)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="perft starts at a Position, a Game or the id of one"):
        gabata.perft(3, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a match starts at a Position, a Game or the id of one"):
        gabata.Match(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="by its text alone, or by board="):
        ANDADA.position("", board=BUSY)
    with pytest.raises(ValueError, match="by its text alone, or by board="):
        ANDADA.position()


@pytest.mark.parametrize(
    ("text", "field", "at", "problem"),
    [
        ("", "board", 1, 'the text ends before the field "board"'),
        ("4,4,4,4,4,4/4,4,x,4,4,4 south 0,0", "board", 17, 'found "x", wanted a whole number from 0 to 255'),
        ("4,4,4,4,4,4/4,4,+4,4,4,4 south 0,0", "board", 17, 'found "+4"'),
        ("4,4,4,4,4,4/4,4,4,4,4 south 0,0", "board", 13, "found 5 numbers, wanted 6"),
        ("4,4,4,4,4,4 south 0,0", "board", 1, "found 1 rows, wanted 2"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 East 0,0", "who decides", 25, 'found "East", wanted south or north'),
        ("4,4,4,4,4,4/4,4,4,4,4,4 south", "held", 30, "the text ends"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 south 0", "held", 31, "found 1 numbers, wanted 2"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 south 0,0 colour=red", "more", 35, 'found "colour=red"'),
        ("4,4,4,4,4,4/4,4,4,4,4,4 south 0,0 round", "more", 35, 'found "round"'),
        ("4,4,4,4,4,4/4,4,4,4,4,4 nobody 0,0", "who decides", 25, "no field end="),
        ("4,4,4,4,4,4/4,4,4,4,4,4 nobody 0,0 end=lost", "end", 40, 'found "lost"'),
        ("4,4,4,4,4,4/4,4,4,4,4,4 south 0,0 end=draw", "end", 39, "for a match that is over"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 south 0,0 round=2 began=north", "began", 49, "stands here twice or too late"),
    ],
)
def test_a_fault_in_a_text_is_pointed_at(text: str, field: str, at: int, problem: str) -> None:
    with pytest.raises(gabata.PositionError) as caught:
        KALAH.position(text)
    lines = str(caught.value).splitlines()
    assert lines[0].startswith(f"position text, character {at} ({field}): ")
    assert problem in lines[0]
    assert lines[2].rstrip()[-1] == "^"
    assert lines[2].index("^") - 2 == min(at - 1, 30)


def test_a_huge_text_makes_no_huge_message() -> None:
    with pytest.raises(gabata.PositionError) as caught:
        KALAH.position("é" * 10_000_000)
    assert len(str(caught.value)) < 300


def test_counters_missing_from_andada_stay_missing() -> None:
    pos = ANDADA.position(board=BUSY, to_move=1)
    assert int(pos.board.sum() + pos.held.sum()) == 43
    after = pos.play(11)
    assert after.board.tolist() == board("2 1 2 1 2 3 2 0 3 0 1 0 / 5 2 1 2 1 4 1 0 4 2 1 3")
    assert len(pos.explain(11)) == 85


# Keys, text


def test_the_key_is_what_the_documentation_says() -> None:
    for game in (gabata.Game("andada", holes=15, singles="latched"), ABALALAE, KALAH):
        pos = game.start()
        changed = {name: value for name, value in game.options.items() if gabata.Game(game.id).options[name] != value}
        words = ", ".join(f'{name}="{v}"' if isinstance(v, str) else f"{name}={v}" for name, v in changed.items())
        line = f"{game.id}({words}) {pos.text}" if words else f"{game.id} {pos.text}"
        key = 0xCBF29CE484222325
        for byte in line.encode():
            key = (key ^ byte) * 0x100000001B3 % 2**64
        assert pos.key == key


def test_keys_are_pinned() -> None:
    """A change of these is a breaking change."""
    assert [gabata.Game(id).start().key for id in ("abalalae", "andada", "gabata-adwa", "kalah", "oware")] == [
        10334493900872229295,
        4585385456876140018,
        2950931255601409363,
        18197358338418916296,
        1605591694226903993,
    ]


# Moves and holes


@pytest.mark.parametrize("game", [ANDADA, ABALALAE, ADWA, KALAH, OWARE], ids=lambda game: game.id)
def test_moves_and_holes_are_each_others_inverse(game: gabata.Game) -> None:
    chooser = random.Random(3)
    pos = game.start()
    for _ in range(60):
        if pos.to_move in (0, 1) and pos.phase != "choice":
            for move in pos.legal_moves:
                hole = pos.hole(move)
                assert hole is not None
                assert pos.board[hole] > 0
                assert pos.owners[hole] == pos.to_move
                assert game.move_at(pos, *hole) == move
        else:
            assert {pos.hole(move) for move in pos.legal_moves} <= {None}
        if pos.is_over:
            break
        pos = pos.play(chooser.choice(pos.legal_moves))


def test_holes_that_are_none_are_refused() -> None:
    start = KALAH.start()
    with pytest.raises(ValueError, match=r"move 6: the holes of south are moves \[0, 1, 2, 3, 4, 5\]"):
        start.hole(6)
    with pytest.raises(ValueError, match=r"the hole \(0, 0\) is not south's own"):
        KALAH.move_at(start, 0, 0)
    with pytest.raises(ValueError, match=r"\(2, 0\) is no hole: rows run from 0 to 1, columns from 0 to 5"):
        KALAH.move_at(start, 2, 0)
    with pytest.raises(ValueError, match="no hole"):
        KALAH.move_at(start, -1, 0)
    with pytest.raises(ValueError, match="a position of kalah, not of oware"):
        OWARE.move_at(start, 1, 0)
    with pytest.raises(ValueError, match="no hole is to be lifted here"):
        ABALALAE.move_at(ABALALAE.start(), 0, 0)


def test_odds_turn_with_the_seats() -> None:
    for odds in (0.1, 0.3, 0.7, 0.25, 1.0, 0.0):
        pos = gabata.Game("abalalae", race_odds=odds).start()
        assert pos.turned().game.options["race_odds"] == pytest.approx(1 - odds)
        assert pos.turned().turned() == pos
    assert ABALALAE.start().turned() == ABALALAE.start()


# Stories


def test_a_story_says_the_clause_of_each_landing() -> None:
    pos = ADWA.position(
        board=board("0 0 0 0 0 3 / 0 0 0 0 0 0 / 0 0 0 0 1 0"), to_move=0, held=(25, 25), owners=ADWA.start().owners
    )
    assert pos.explain(4).clauses == ["G6"]
    capture = ANDADA.position(board=board("0 0 0 0 0 0 0 0 0 0 4 1 / 0 0 0 0 0 0 0 0 0 2 0 0"), held=(20, 21))
    turn = capture.explain(9)
    assert turn.text.splitlines() == [
        "south plays move 9, the hole (1, 9) s9 (A7)",
        "1. lifts 2 from (1, 9) s9, the last one falls in (1, 11) s11, empty: captures 1 from (0, 11) n0; "
        "the turn ends (A10)",
        "north is next",
    ]
    assert turn.captures.tolist() == [(0, 0, 0, 11, 1)]
    assert turn.laps["event"].tolist() == [Event.CAPTURE]
    assert turn.after.held.tolist() == [21, 21]


def test_counters_that_leave_at_a_rows_end_are_told() -> None:
    pos = ANDADA.position(board=board("1 0 0 0 0 0 0 0 0 0 0 0 / 0 0 0 0 0 0 0 0 0 0 1 1"))
    turn = pos.explain(11)
    assert turn.laps.tolist() == [(0, 1, 11, 1, -1, -1, 0, Event.OFF)]
    assert turn.captures.tolist() == [(0, 0, -1, -1, 1)]
    assert turn.clauses == ["A11"]
    assert "leave the board at the row's end: 1 of them; the turn ends (A11)" in turn.text


def test_an_endless_turn_has_a_short_story() -> None:
    pos = ANDADA.position(board=board("2 0 1 0 1 2 0 3 4 0 1 0 / 4 0 4 1 0 1 6 1 0 3 0 1"), to_move=1)
    turn = pos.explain(4)
    assert turn.after.endless
    assert turn.after.outcome is not None
    assert turn.after.outcome.reason is Reason.ENDLESS
    assert len(turn) == 10_000
    assert turn.cut > 0
    assert turn.text.splitlines()[-2:] == [
        f"{turn.cut} more laps are left out",
        "it never stops: the match is drawn, and all stands as before the move",
    ]
    assert turn.after.board.tolist() == pos.board.tolist()


def test_a_race_is_told_drop_by_drop() -> None:
    chooser = random.Random(1)
    pos = ABALALAE.start()
    while pos.phase == "race":
        turn = pos.explain(chooser.choice(pos.legal_moves))
        pos = turn.after
    assert set(turn.laps["event"][1:-1]) <= {Event.DROP, Event.DROP_RELAY}
    assert turn.laps["event"][0] == Event.DROP_DONE
    assert turn.laps["event"][-1] == Event.DROP_DONE
    assert set(turn.laps["mover"][1:]) == {1 - turn.laps["mover"][0]}


def test_a_counted_round_is_told() -> None:
    pos = ADWA.position(
        board=board("0 0 0 0 0 9 / 0 0 0 0 0 0 / 0 0 0 0 0 9"),
        held=(20, 16),
        wegues=board("-1 -1 -1 -1 -1 0 / -1 -1 -1 -1 -1 -1 / -1 -1 -1 -1 -1 -1"),
    )
    with pytest.raises(gabata.IllegalMoveError):
        pos.explain(0)
    kalah = KALAH.position(board=board("1 0 0 0 0 2 / 0 0 0 0 0 1"), held=(20, 24))
    turn = kalah.explain(5)
    assert turn.captures.tolist() == [(-1, 1, 0, 5, 2), (-1, 1, 0, 0, 1)]
    assert "north takes the 3 that are left" in turn.text
    assert "the match is over: north has won" in turn.text


# The drawn board


def test_the_board_is_drawn_for_both_seats() -> None:
    assert str(KALAH.start()) == "\n".join(
        [
            "Kalah: south to move",
            "        5 4 3 2 1 0",
            "north | 4 4 4 4 4 4 | store 0",
            "south | 4 4 4 4 4 4 | store 0",
            "        0 1 2 3 4 5",
        ]
    )


def test_whatever_stands_on_a_board_is_drawn() -> None:
    drawn = str(ABALALAE.start())
    assert "a race: chance says who drops next (B6)" in drawn
    assert "holds 0, 3 in hand at (0, 5)" in drawn
    large = str(gabata.Game("andada", holes=24).start().play(0))
    assert "Andada (holes=24): north says who begins: move 24 north, move 25 south (A6)" in large
    assert max(map(len, large.splitlines())) <= 100
    start = ADWA.start()
    wegues = np.full((3, 6), -1)
    wegues[0, 2] = 0
    fresh = wegues == -1
    drawn = str(ADWA.position(board=start.board, wegues=wegues, fresh=fresh))
    assert "3s" in drawn
    assert "3'" in drawn
    assert "s after a number: a wegue of south's" in drawn
    over = KALAH.position("0,0,0,0,0,0/0,0,0,0,0,0 nobody 30,18 end=won:south")
    assert str(over).startswith("Kalah: south has won: a row is empty; south has 30 and north 18 (K6, K7)")


def test_numbers_out_of_range_name_their_argument() -> None:
    pos = ABALALAE.start()
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match=f"seed is {seed}; it is a whole number from 0 to"):
            pos.settle(seed)
    with pytest.raises(ValueError, match=f"row is {2**63}; it is a whole number from 0 to 2"):
        ABALALAE.move_at(pos, 2**63, 0)
    with pytest.raises(ValueError, match="depth is -1; it is a whole number from 0 to"):
        gabata.perft(pos, -1)


def test_who_decides_is_a_number_or_a_word() -> None:
    board = KALAH.start().board
    for number, word in enumerate(("south", "north")):
        assert KALAH.position(board=board, to_move=word) == KALAH.position(board=board, to_move=number)
    with pytest.raises(gabata.PositionError, match='to_move is "east"; it is 0 or "south", 1 or "north"'):
        KALAH.position(board=board, to_move="east")


def test_perft_begins_at_a_game_too() -> None:
    assert gabata.perft("kalah", 3) == gabata.perft(KALAH, 3) == gabata.perft(KALAH.start(), 3)


def test_at_a_chance_node_an_illegal_move_says_who_decides() -> None:
    words = r"legal are \[0, 1\]: chance decides, 0: south drops, 1: north drops; settle\(seed\) plays the race"
    with pytest.raises(gabata.IllegalMoveError, match=words):
        ABALALAE.start().play(5)


@pytest.mark.parametrize("thing", [ANDADA, ANDADA.start(), ANDADA.start().explain(0), gabata.Match("andada")])
def test_weak_references_are_taken(thing: object) -> None:
    assert weakref.ref(thing)() is thing


# Matches


def test_a_match_settles_and_tells_its_story() -> None:
    match = gabata.Match(ABALALAE)
    assert match.settle(3) == match.position == ABALALAE.start().settle(3)
    assert set(match.movers) == {gabata.CHANCE}
    match.play(match.position.legal_moves[0])
    told = [position.explain(move) for position, move in zip(match.positions, match.moves, strict=False)]
    assert match.explain() == told
    assert str(match).startswith(str(ABALALAE.start()))
    assert str(match).endswith(f"Move {len(match)}: {told[-1].text}")


def test_a_match_is_played_and_taken_back() -> None:
    match = gabata.Match(ANDADA)
    assert (len(match), match.moves, match.movers) == (0, [], [])
    positions = [match.position, *(match.play(move) for move in (3, 12, 1, 2))]
    assert match.positions == positions
    assert list(match) == match.moves == [3, 12, 1, 2]
    assert match.movers == [0, 1, 1, 0]
    with pytest.raises(gabata.IllegalMoveError) as caught:
        match.play(99)
    assert caught.value.position == match.position
    assert len(match) == 4
    for move in (2, 1, 12, 3):
        positions.pop()
        assert match.undo() == move
        assert match.position == positions[-1]
    with pytest.raises(gabata.RecordError, match="no move to take back"):
        match.undo()


def record(**changes: Any) -> str:
    plain = {"version": 1, "game": "kalah", "options": {"holes": 4}, "moves": [[0, 1], [1, 2]]}
    return json.dumps({key: value for key, value in (plain | changes).items() if value is not ...})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "match record: not JSON: EOF"),
        (record()[:-5], "match record: not JSON: EOF"),
        (record(version=2), "version 2 is unknown; this library reads version 1"),
        (record(version=...), 'no "version"'),
        (record(version="1"), 'version "1" is unknown'),
        (record(winner=1), "unknown field `winner`"),
        (record(moves=...), "missing field `moves`"),
        (record(game="chess"), 'there is no game "chess"; the games are abalalae'),
        (record(options={"holes": 99}), "holes cannot be 99; it is a whole number from 1 to 12"),
        (record(options={"rows": 9}), 'kalah has no option "rows"'),
        (record(start="4,4/4"), r"start: position text, character 1 \(board\): found 2 numbers, wanted 4"),
        (record(moves=[[0, 1], [0, 2]]), r"moves\[1\] of 2 is \[0, 2\]: player 1 decides there"),
        (
            record(moves=[[0, 1], [1, 4]]),
            r"moves\[1\] of 2 is \[1, 4\]: move 4 is not legal \(K3\); legal are \[0, 1, 2, 3\]",
        ),
        (record(moves=[[0, 1], [1, "2"]]), r"moves\[1\] of 2 is \[1,\"2\"\]: it is a pair of numbers"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_damaged_record_says_where(text: str, words: str) -> None:
    with pytest.raises(gabata.RecordError, match=words):
        gabata.Match.from_json(text)


@pytest.mark.parametrize("trace", [case for case in golden_files.traces() if "-0-" in str(case.id)])
def test_golden_traces_are_matches(trace: dict[str, Any]) -> None:
    known = {key: trace[key] for key in ("game", "options", "moves")}
    match = gabata.Match.from_json(json.dumps({"version": 1, **known}))
    assert [list(pair) for pair in zip(match.movers, match.moves, strict=True)] == trace["moves"]
    assert [pos.board.ravel().tolist() for pos in match.positions[1:]] == trace["boards"]
    assert match.position.rounds.tolist() == trace["rounds"]


def test_a_record_keeps_its_start_and_its_options() -> None:
    start = ANDADA.position(board=BUSY, to_move=1)
    match = gabata.Match(start)
    match.play(11)
    written = json.loads(match.to_json())
    assert written == {
        "version": 1,
        "game": "andada",
        "options": ANDADA.options,
        "start": start.text,
        "moves": [[1, 11]],
    }
    assert gabata.Match.from_json(match.to_json()) == match
    assert "start" not in json.loads(gabata.Match(ANDADA).to_json())


# Pickles


def whatever_pickles() -> list[Any]:
    match = gabata.Match(OWARE)
    match.play(2)
    pos = ABALALAE.start().settle(3)
    return [ANDADA, pos, match, pos.explain(pos.legal_moves[0])]


@pytest.mark.parametrize("value", whatever_pickles(), ids=lambda value: type(value).__name__)
def test_a_pickle_that_is_cut_or_foreign_is_refused(value: Any) -> None:
    restore, (pickled,) = value.__reduce__()
    assert repr(restore(pickled)) == repr(value)
    for end in range(len(pickled)):
        with pytest.raises(gabata.RecordError, match="not a pickle that this gabata can read"):
            restore(pickled[:end])
    with pytest.raises(gabata.RecordError, match="it is of version 2, known is 1"):
        restore(b"\x02" + pickled[1:])
    with pytest.raises(gabata.RecordError):
        restore(pickled.replace(b"game", b"gane"))
    whole = pickle.dumps(value)
    for end in range(len(whole)):
        with pytest.raises((gabata.RecordError, pickle.UnpicklingError, EOFError)):
            pickle.loads(whole[:end])


def test_an_error_pickles_with_its_circumstances() -> None:
    with pytest.raises(gabata.IllegalMoveError) as caught:
        KALAH.start().play(7)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.move, again.legal, again.position, again.clause) == (7, [0, 1, 2, 3, 4, 5], KALAH.start(), "K3")
    assert str(again) == str(caught.value)
    for error in (gabata.IllegalMoveError, gabata.OptionError, gabata.PositionError, gabata.RecordError):
        assert issubclass(error, ValueError)


# Races that never end


def test_a_racer_who_goes_round_for_ever_ends_the_match() -> None:
    text = "0,4,1,2,1,3/1,5,4,2,1,0/4,3,0,3,2,1 chance 4,0 hands=12,1 racers=9,0"
    pos = gabata.Game("abalalae", race_odds=1.0).position(text)
    assert pos.chance == [(0, 1.0)]
    after = pos.settle(0)
    assert after.endless
    assert gabata.simulate(pos.game, 3, start=pos).reason.tolist() == [Reason.ENDLESS] * 3
    assert not gabata.Game("abalalae", race_odds=0.5).position(text).settle(0).endless
    # All stands as before the move, in words and pictures too.
    for name in ("board", "hands", "racers", "held"):
        assert getattr(after, name).tolist() == getattr(pos, name).tolist()
    assert after.racers.tolist() == [9, 0]
    assert str(after).splitlines()[1:] == str(pos).splitlines()[1:]
    assert "12 in hand at (1, 2)" in str(after)
    assert gabata.svg.scene.scene_of(after).hands == gabata.svg.scene.scene_of(pos).hands != {}


def test_odds_strictly_between_0_and_1_shut_no_racer_out() -> None:
    text = "0,4,1,2,1,3/1,5,4,2,1,0/4,3,0,3,2,1 chance 4,0 hands=12,1 racers=9,0"
    for odds in (5e-324, 1e-10, 1.0 - 1e-12):
        pos = gabata.Game("abalalae", race_odds=odds).position(text)
        assert pos.legal_moves == [0, 1]
        assert pos.chance == [(0, odds), (1, 1.0 - odds)]
    # South alone would go round for ever; north comes after some million drops, and the race ends like any other.
    rare = gabata.Game("abalalae", race_odds=1.0 - 2e-7).position(text)
    settled = rare.settle(1)
    assert settled.outcome is None
    assert settled.to_move in (0, 1)
    assert gabata.simulate(rare.game, 1, start=rare, max_turns=1).reason.tolist() == [Reason.UNFINISHED]
    env = gabata.VectorEnv(rare.game, 2)
    env.reset(seed=1)
    _, info = env.set_states([rare, rare])
    assert set(info["to_play"].tolist()) <= {0, 1}
    assert info["action_mask"].any(axis=1).all()


# Types of arrays


def test_every_array_has_its_documented_type_and_is_a_copy() -> None:
    pos = ADWA.start()
    types = {
        "board": (np.uint8, (3, 6)),
        "legal_mask": (np.int8, (18,)),
        "held": (np.int32, (2,)),
        "owners": (np.int8, (3, 6)),
        "wegues": (np.int8, (3, 6)),
        "fresh": (np.bool_, (3, 6)),
        "hands": (np.int32, (2,)),
        "racers": (np.int32, (2,)),
        "out": (np.int32, (2,)),
        "rounds": (np.int32, (0, 2)),
    }
    for name, (dtype, shape) in types.items():
        array = getattr(pos, name)
        assert (array.dtype, array.shape) == (np.dtype(dtype), shape), name
        array[...] = 1
        assert getattr(pos, name) is not array
        assert (getattr(pos, name) == getattr(ADWA.start(), name)).all()
    turn = pos.explain(0)
    for table in (turn.laps, turn.captures):
        assert table.dtype.names is not None
        assert {table.dtype[name] for name in table.dtype.names} == {np.dtype(np.int32)}
    assert turn.laps.dtype.names == ("mover", "from_row", "from_col", "count", "to_row", "to_col", "before", "event")
    assert turn.captures.dtype.names == ("lap", "mover", "row", "col", "count")
    assert KALAH.position("0,0,0,0,0,0/0,0,0,0,0,0 nobody 30,18 end=won:south").legal_mask.tolist() == [0] * 6
    properties = {name for name in dir(pos) if isinstance(getattr(pos, name), np.ndarray)}
    assert properties == set(types)


# Threads


def test_threads_use_positions_matches_and_simulate_at_once() -> None:
    shared = ANDADA.start().play(0).play(12)
    match = gabata.Match(KALAH)
    for move in (2, 5, 0):
        match.play(move)
    expected = gabata.simulate("andada", 200, seed=5, threads=1).turns.tolist()
    failures: list[BaseException] = []
    gate = threading.Barrier(6)

    def work(seed: int) -> None:
        try:
            gate.wait(10)
            chooser = random.Random(seed)
            for _ in range(20):
                pos = shared
                while not pos.is_over:
                    pos = pos.play(chooser.choice(pos.legal_moves))
                assert hash(shared) == hash(ANDADA.position(shared.text))
                if seed == 0:
                    match.play(match.position.legal_moves[0])
                    match.undo()
                assert match.moves[:3] == gabata.Match.from_json(match.to_json()).moves[:3] == [2, 5, 0]
                assert len(match.positions) in (4, 5)
            assert gabata.simulate("andada", 200, seed=5, threads=2).turns.tolist() == expected
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures
    assert not any(thread.is_alive() for thread in threads)


def test_perft_tells_its_progress_and_stops() -> None:
    told: list[tuple[int, int]] = []
    assert gabata.perft("andada", 4, progress=lambda done, total: told.append((done, total))) == 1704
    assert told[-1] == (12, 12)
    cancel = gabata.Cancel()
    cancel.set()
    with pytest.raises(gabata.CancelledError):
        gabata.perft("gabata-adwa", 12, cancel=cancel)


def test_a_match_counts_its_own_turns_and_rounds() -> None:
    late = gabata.Game("gabata-adwa").start()
    rng = random.Random(1)
    while late.round < 3:
        late = late.play(rng.choice(late.legal_moves))
    match = gabata.Match(late)
    assert match.position == late
    assert match.position.turns == 0
    assert match.position.rounds.shape == (0, 2)
    again = gabata.Match.from_json(match.to_json())
    assert again.position.turns == 0
