"""The slow twin against the golden traces, the perft tables, solved boards and the cases that programs of this family
got wrong. What holds here, the fast library is then held against (see twin.py)."""

from __future__ import annotations

import random
from typing import Any

import pytest
import twin
from golden_files import perft_rows, solved_kalahs, traces

NORTH, SOUTH = twin.NORTH, twin.SOUTH


def board(text: str) -> list[list[int]]:
    """Rows from the top edge, parted by slashes."""
    return [[int(count) for count in row.split()] for row in text.split("/")]


def flat(pos: twin.Position) -> list[int]:
    return [count for row in pos.board() for count in row]


def counters(pos: twin.Position) -> int:
    return sum(flat(pos)) + sum(pos.held()) + sum(pos.hands)


def by_hand(game: twin.Game, pos: twin.Position) -> twin.Position:
    """The same position, set up."""
    kept: dict[str, Any] = {"out": pos.out, "hands": pos.hands, "racers": pos.racers, "began": pos.began}
    kept |= {"phase": pos.phase, "round": pos.round, "latched": pos.latched, "rounds": pos.rounds, "mover": pos.mover}
    if isinstance(pos, twin.Oware):
        kept |= {"seen": set(pos.seen), "quiet": pos.quiet}
    assert pos.to_move is not None
    return game.position(pos.board(), pos.to_move, pos.held(), pos.owners(), pos.wegues(), pos.fresh(), **kept)


def other(seat: int | None) -> int | None:
    return 1 - seat if seat in (SOUTH, NORTH) else seat


def turned(game: twin.Game, pos: twin.Position) -> twin.Position:
    """The board turned by half a turn, and the seats swapped."""
    swap = str.maketrans("sn", "ns")
    mirror = pos.copy()
    mirror.options = game.options
    mirror.cells.reverse()
    mirror.unlifted.reverse()
    for pair in (mirror.taken, mirror.out, mirror.hands, mirror.racers):
        pair.reverse()
    mirror.rounds = [[north, south] for south, north in pos.rounds]
    mirror.to_move, mirror.mover, mirror.began = other(pos.to_move), 1 - pos.mover, other(pos.began)
    mirror.winner = other(pos.winner)
    if isinstance(mirror, twin.Adwa):
        mirror.owner = ["sn.".index(seat) for seat in pos.owners()[::-1].translate(swap)]
        mirror.wegue = ["sn".index(mark) if mark != "." else twin.NOBODY for mark in pos.wegues()[::-1].translate(swap)]
    if isinstance(mirror, twin.Oware):
        mirror.seen = {(1 - mover, *reversed(cells)) for mover, *cells in mirror.seen}
    return mirror


def everything(pos: twin.Position) -> dict[str, Any]:
    methods = ("board", "held", "owners", "wegues", "fresh", "legal")
    names = ("to_move", "rounds", "winner", "reason", "hands", "racers", "began", "round", "out", "latched", "phase")
    return {name: getattr(pos, name)() for name in methods} | {name: getattr(pos, name) for name in names}


READINGS = [
    twin.make("andada"),
    twin.make("andada", holes=15, direction="clockwise", singles="latched"),
    twin.make("andada", singles="running"),
    twin.make("abalalae"),
    twin.make("abalalae", race="first_round", winnings="out", starter="loser", round_end="to_move", race_loser="lap"),
    twin.make("abalalae", race="none", max_rounds=3),
    twin.make("gabata-adwa", max_rounds=20),
    twin.make(
        "gabata-adwa", original="all", last_hole="stocked", after_capture="again", starter="winner", max_rounds=9
    ),
    twin.make("gabata-adwa", original_when="first_round", surplus="winner_first", starter="loser", max_rounds=9),
    twin.make("kalah"),
    twin.make("kalah", holes=5, counters=7, empty_capture="yes", sweep="mover"),
    twin.make("oware"),
    twin.make("oware", holes=4, counters=3, grand_slam="illegal", cycle="plies"),
]
EVERY_READING = pytest.mark.parametrize("game", READINGS, ids=lambda game: f"{game.id}-{READINGS.index(game)}")


# Golden traces and tables.


@pytest.mark.parametrize("trace", traces())
def test_golden_trace(trace: dict[str, Any]) -> None:
    pos = twin.make(trace["game"], **trace["options"]).start()
    total = counters(pos)
    for number, (player, move) in enumerate(trace["moves"]):
        assert (number, pos.to_move, pos.legal()) == (number, player, trace["legal"][number])
        pos.play(move)
        assert (number, flat(pos)) == (number, trace["boards"][number])
        assert (number, pos.to_move, pos.held()) == (number, trace["to_move"][number], trace["held"][number])
        if pos.owners():
            assert (number, pos.wegues(), pos.owners()) == (number, trace["wegues"][number], trace["owners"][number])
        assert counters(pos) == total
    assert (pos.rounds, pos.winner, pos.endless) == (trace["rounds"], trace["winner"], trace["endless"])
    assert (pos.to_move is None) == (pos.reason is not None)


@pytest.mark.parametrize("row", perft_rows(), ids=lambda row: str(row["game"]))
def test_perft(row: dict[str, Any]) -> None:
    start = twin.make(row["game"], **row["options"]).start()
    expected = [nodes for nodes in row["perft"] if nodes <= 35_000]
    assert [twin.perft(start, depth) for depth in range(1, len(expected) + 1)] == expected


def best(pos: twin.Position, known: dict[Any, int]) -> int:
    """Kalah under best play: what south gains from here on, less what north gains."""
    south, north = pos.held()
    if pos.to_move is None:
        return 0
    key = (pos.to_move, *pos.cells)
    if key not in known:
        values = []
        for move in pos.legal():
            child = pos.copy()
            child.play(move)
            gained = child.held()
            values.append(gained[SOUTH] - south - (gained[NORTH] - north) + best(child, known))
        known[key] = max(values) if pos.to_move == SOUTH else min(values)
    return known[key]


@pytest.mark.parametrize("reading", ["no", "yes"])
def test_small_kalahs_have_their_solved_values(reading: str) -> None:
    solved = solved_kalahs(reading)
    for holes, most in ((1, 6), (2, 6), (3, 3)):
        for each in range(1, most + 1):
            pos = twin.make("kalah", holes=holes, counters=each, empty_capture=reading).start()
            assert (holes, each, best(pos, {})) == (holes, each, solved[holes - 1][each - 1])


# Every game, whatever its readings.


@EVERY_READING
def test_set_by_hand_and_reached_by_play_are_the_same(game: twin.Game) -> None:
    choose = random.Random(5)
    pos = game.start()
    for _ in range(600):
        if pos.to_move is None:
            pos = game.start()
        move = choose.choice(pos.legal())
        same = by_hand(game, pos)
        pos.play(move)
        same.play(move)
        assert everything(same) == everything(pos)


@EVERY_READING
def test_the_other_seat_plays_the_same_game_turned(game: twin.Game) -> None:
    choose = random.Random(6)
    pos = game.start()
    for _ in range(600):
        if pos.to_move is None:
            pos = game.start()
        move = choose.choice(pos.legal())
        mirror = turned(game, pos)
        at_chance = pos.to_move == twin.CHANCE
        assert mirror.legal() == pos.legal()
        pos.play(move)
        mirror.play(1 - move if at_chance else move)
        assert everything(mirror) == everything(turned(game, pos))


@EVERY_READING
def test_illegal_moves_are_refused_and_change_nothing(game: twin.Game) -> None:
    pos = game.start()
    before = everything(pos)
    for move in (-1, 99):
        with pytest.raises(ValueError, match="legal ones"):
            pos.play(move)
    assert everything(pos) == before


def test_wrong_options_are_refused() -> None:
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("awari", {}),
        ("andada", {"holes": 13}),
        ("andada", {"holes": 12.0}),
        ("andada", {"max_rounds": 1}),
        ("andada", {"opener": 0}),
        ("abalalae", {"race_odds": 1.5}),
        ("abalalae", {"max_rounds": 0}),
        ("gabata-adwa", {"original": "some"}),
        ("kalah", {"holes": 12, "counters": 11}),
        ("oware", {"counters": 0}),
        ("oware", {"counters": True}),
    ]
    for name, options in wrong:
        with pytest.raises(ValueError, match=r"has no option|allowed|no game"):
            twin.make(name, **options)


# Endless turns, and long ones.


def test_long_turns_are_not_endless() -> None:
    pos = twin.make("andada").position(board("3 2 1 0 5 0 1 4 1 2 1 0 / 0 2 1 0 1 5 2 0 2 3 0 7"), NORTH)
    pos.play(11)
    assert pos.board() == board("2 1 2 1 2 3 2 0 3 0 1 0 / 5 2 1 2 1 4 1 0 4 2 1 3")
    assert (pos.laps, pos.turns, pos.to_move) == (85, 1, SOUTH)


ADWA_FIVE_NORTH = [3, 5, 1, 8, 2, 1, 0, 1, 3, 5, 6, 0, 7, 1, 2, 3, 5, 1]
ADWA_THREE_SOUTH = [1, 5, 1, 0, 4, 1, 0, 4, 6, 2, 4, 6, 8, 1, 3, 2, 1, 5]


def adwa_along_track(counts: list[int], souths: range, to_move: int) -> twin.Position:
    """No wegues, all lifted before; counters along the track from south's position 0."""
    game = twin.make("gabata-adwa")
    track = game.start().tracks[SOUTH]
    cells, owners = [0] * 18, ["n"] * 18
    for place, cell in enumerate(track):
        cells[cell] = counts[place]
    for place in souths:
        owners[track[place % 18]] = "s"
    return game.position([cells[:6], cells[6:12], cells[12:]], to_move, owners="".join(owners))


ANDADA, ABALALAE = twin.make("andada"), twin.make("abalalae")
ENDLESS = {
    "period 730": (ANDADA.position(board("5 1 2 0 1 0 1 0 1 6 1 2 / 0 1 2 1 4 0 2 3 0 1 2 3"), NORTH), 11),
    "period 202": (ANDADA.position(board("3 2 1 0 1 0 5 2 1 2 1 0 / 0 5 0 3 2 0 2 3 0 1 0 1"), SOUTH), 4),
    "period 5346": (ANDADA.position(board("2 0 1 0 1 2 0 3 4 0 1 0 / 4 0 4 1 0 1 6 1 0 3 0 1"), NORTH), 4),
    "period 123": (ABALALAE.position(board("1 0 1 0 3 0 / 0 1 2 5 0 6 / 1 0 1 0 2 1"), SOUTH, held=[15, 15]), 6),
    "adwa, south": (adwa_along_track(ADWA_FIVE_NORTH, range(14, 27), SOUTH), 14),
    "adwa, north": (adwa_along_track(ADWA_THREE_SOUTH, range(3), NORTH), 8),
}


@pytest.mark.parametrize("case", ENDLESS)
def test_endless_turns_end_the_match_as_a_draw(case: str) -> None:
    start, move = ENDLESS[case]
    pos = start.copy()
    pos.play(move)
    assert (pos.endless, pos.reason, pos.winner, pos.to_move, pos.legal()) == (True, "endless", None, None, [])
    assert (pos.board(), pos.held(), pos.fresh(), pos.laps) == (start.board(), start.held(), start.fresh(), 0)


def test_a_turn_may_make_a_million_laps_but_lifts_no_more_after_them() -> None:
    watch = twin.Watch()
    watch.look("some position", made=twin.BOUND - 1)
    with pytest.raises(twin.Endless):
        watch.look("another", made=twin.BOUND)


# Sowing.


@pytest.mark.parametrize("times", range(1, 6))
@pytest.mark.parametrize(("game", "visited"), [("andada", 24), ("abalalae", 18), ("gabata-adwa", 18), ("oware", 11)])
def test_laps_of_more_than_one_round_of_the_board(game: str, visited: int, times: int) -> None:
    """Every hole but the lifted one is next in turn; the lifted one comes last, or never (Oware)."""
    for hand in range(visited * (times - 1) + 1, visited * times + 1):
        pos = twin.make(game).start()
        pos.cells = [0] * len(pos.cells)
        pos.cells[pos.track[0]] = hand
        landing = pos.lap(0)
        each, more = divmod(hand, visited)
        steps = range(1, len(pos.track) + 1)
        sown = [pos.cells[pos.track[step % len(pos.track)]] for step in steps]
        expected = [each + (step <= more) if step <= visited else 0 for step in steps]
        assert (hand, sown) == (hand, expected)
        assert landing == ((hand - 1) % visited + 1) % len(pos.track)


@pytest.mark.parametrize("hand", range(1, 66))
def test_kalah_laps_pass_the_own_store_and_skip_the_other(hand: int) -> None:
    pos = twin.make("kalah").start()
    pos.cells = [0] * 12
    pos.cells[pos.track[0]] = hand
    landing = pos.lap(0)
    each, more = divmod(hand, 13)
    loop = [*(pos.cells[pos.track[place]] for place in range(1, 6)), pos.held()[SOUTH]]
    loop += [pos.cells[pos.track[place % 12]] for place in range(6, 13)]
    assert loop == [each + (step < more) for step in range(13)]
    assert pos.held()[NORTH] == 0
    assert pos.again == (landing is None) == (hand % 13 == 6)


# Andada.


def test_andada_opens_to_the_three_boards_of_the_source() -> None:
    printed = {0: ("3 3 0", "0 3 3"), 1: ("3 0 3", "3 0 3"), 2: ("0 3 3", "3 3 0")}
    for move, (top, bottom) in printed.items():
        pos = twin.make("andada").start()
        pos.play(move)
        assert pos.board() == [board(top)[0] * 4, board(bottom)[0] * 4]
        assert (pos.to_move, pos.legal(), pos.turns, pos.laps, pos.began) == (NORTH, [12, 13], 0, 0, None)
        opener_begins = pos.copy()
        opener_begins.play(13)
        pos.play(12)
        assert (pos.to_move, pos.began, opener_begins.to_move, opener_begins.began) == (NORTH, NORTH, SOUTH, SOUTH)


def test_andada_does_not_end_in_the_middle_of_a_relay() -> None:
    """South takes up north's only counter and sows on in north's row."""
    pos = twin.make("andada").position(board("0 0 0 0 0 0 0 0 0 0 0 1 / 2 0 0 0 0 0 0 0 0 0 0 1"), SOUTH)
    pos.play(11)
    assert pos.board() == board("0 0 0 0 0 0 0 0 0 1 1 0 / 2 0 0 0 0 0 0 0 0 0 0 0")
    assert (pos.to_move, pos.winner, pos.laps) == (NORTH, None, 2)


def test_andada_captures_nothing_from_an_empty_hole() -> None:
    pos = twin.make("andada").position(board("0 0 2 0 0 0 0 0 0 0 0 0 / 1 0 0 0 0 0 0 0 0 0 0 0"), SOUTH)
    pos.play(0)
    assert pos.board() == board("0 0 2 0 0 0 0 0 0 0 0 0 / 0 1 0 0 0 0 0 0 0 0 0 0")
    assert (pos.to_move, pos.held()) == (NORTH, [0, 0])


def test_andada_singles_leave_the_board_at_the_row_end() -> None:
    rows = board("0 0 0 0 0 0 0 0 1 0 0 1 / 1 0 0 0 0 0 0 0 0 0 0 1")
    for reading, taken in (("turn", 1), ("latched", 1), ("running", 1), ("never", 0)):
        pos = twin.make("andada", singles=reading).position(rows, SOUTH)
        pos.play(11)
        assert (reading, pos.held(), pos.latched) == (reading, [taken, 0], reading == "latched")
        assert pos.to_move == NORTH


def test_andada_movers_lose_too_when_they_empty_their_row() -> None:
    pos = twin.make("andada").position(board("0 0 0 0 0 0 0 0 0 0 2 0 / 0 0 0 0 0 0 0 0 0 0 0 1"), SOUTH)
    pos.play(11)
    assert (pos.winner, pos.reason, pos.to_move) == (NORTH, "won", None)


# Abalala'e.


def test_abalalae_ends_a_turn_that_captures_nothing() -> None:
    pos = twin.make("abalalae").position(board("0 0 0 0 0 9 / 0 0 0 0 0 0 / 1 0 0 0 0 0"), SOUTH, held=[22, 22])
    pos.play(0)
    assert pos.board() == board("0 0 0 0 0 9 / 0 0 0 0 0 0 / 0 1 0 0 0 0")
    assert (pos.to_move, pos.held(), pos.laps) == (NORTH, [22, 22], 1)


def test_abalalae_steps_on_after_a_capture() -> None:
    """From the left half two holes are taken, from the right half one."""
    pos = twin.make("abalalae").position(board("0 4 0 0 0 9 / 0 5 0 0 0 0 / 1 0 0 0 0 0"), SOUTH, held=[20, 15])
    pos.play(0)
    assert pos.board() == board("0 0 0 0 0 9 / 0 0 0 0 0 0 / 0 0 1 0 0 0")
    assert (pos.to_move, pos.held(), pos.laps) == (NORTH, [29, 15], 2)
    pos = twin.make("abalalae").position(board("7 0 0 0 0 2 / 1 0 0 0 0 0 / 0 0 0 0 1 0"), SOUTH, held=[20, 23])
    pos.play(4)
    assert pos.board() == board("7 0 0 0 0 0 / 1 0 0 0 0 1 / 0 0 0 0 0 0")
    assert (pos.to_move, pos.held(), pos.laps) == (NORTH, [22, 23], 2)


@pytest.mark.parametrize(
    ("south", "north", "laid_south", "laid_north"),
    [(4, 5, [3, 1], [3, 2]), (4, 7, [3, 1], [3, 3]), (20, 20, [3] * 6 + [2], [3] * 6 + [2]), (1, 9, [1], [3])],
)
def test_abalalae_lays_what_the_poorer_player_can(
    south: int, north: int, laid_south: list[int], laid_north: list[int]
) -> None:
    """South has kept back all that is missing to 54. South's last counter goes to north, and ends the round."""
    game = twin.make("abalalae", winnings="out", race="none")
    kept = 54 - south - north
    rows = board("0 0 0 0 0 0 / 0 0 0 1 0 0 / 0 0 0 0 0 0")
    pos = game.position(rows, SOUTH, held=[south + kept, north - 1], out=[kept, 0])
    pos.play(8)
    assert pos.rounds == [[south, north]]
    assert [pos.cells[cell] for cell in pos.tracks[SOUTH] if pos.cells[cell]] == laid_south + laid_north[::-1]
    assert pos.held() == [kept + south - sum(laid_south), north - sum(laid_north)] == pos.out
    assert (pos.to_move, pos.round, counters(pos)) == (SOUTH if south > north else NORTH, 2, 54)


def test_abalalae_chance() -> None:
    pos = twin.make("abalalae", race_odds=0.75).start()
    assert (pos.to_move, pos.legal(), pos.chance()) == (twin.CHANCE, [0, 1], [(0, 0.75), (1, 0.25)])
    assert (pos.hands, pos.racers, pos.began, counters(pos)) == ([3, 3], [0, 0], None, 54)
    pos.play(1)
    assert (pos.hands, pos.racers, pos.turns, pos.laps) == ([3, 2], [0, 1], 0, 0)
    certain = twin.make("abalalae", race_odds=0).start()
    assert (certain.legal(), certain.chance()) == ([1], [(1, 1)])


# Gabata of Adwa.


@pytest.mark.parametrize(("south", "north", "souths"), [(2, 52, 1), (1, 53, 0), (26, 28, 9), (25, 29, 8), (27, 27, 9)])
def test_adwa_gives_the_odd_counter_to_who_has_two_over(south: int, north: int, souths: int) -> None:
    """North's last counter outside wegues goes into north's own wegue, and ends the round."""
    rows = board("0 0 0 0 0 1 / 0 0 0 0 0 0 / 0 0 0 0 0 0")
    owners, wegues = "nnnnsnnnnsssssssss", "....n............."
    pos = twin.make("gabata-adwa").position(rows, NORTH, held=[south, north - 1], owners=owners, wegues=wegues)
    pos.play(0)
    assert pos.rounds == [[south, north]]
    if souths == 0:
        assert (pos.winner, pos.reason, pos.held(), flat(pos)) == (NORTH, "won", [south, north], [0] * 18)
        assert (pos.wegues(), pos.owners()) == ("." * 18, owners)
    else:
        assert (pos.owners().count("s"), flat(pos), pos.held(), pos.to_move) == (souths, [3] * 18, [0, 0], SOUTH)


def test_rounds_end_the_match_when_asked() -> None:
    rows = board("0 0 0 0 0 1 / 0 0 0 0 0 0 / 0 0 0 0 0 0")
    game = twin.make("gabata-adwa", max_rounds=1)
    for south, north, winner, reason in (
        (20, 34, NORTH, "rounds"),
        (27, 27, None, "rounds"),
        (53, 1, SOUTH, "won"),
    ):
        pos = game.position(rows, NORTH, [south, north - 1], "nnnnsnnnnsssssssss", "....n.............")
        pos.play(0)
        assert (pos.winner, pos.reason, pos.endless, pos.to_move) == (winner, reason, False, None)
        assert (pos.rounds, pos.held(), pos.round) == ([[south, north]], [south, north], 1)


# Who is next, and who has won.


@pytest.mark.parametrize("name", ["kalah", "oware", "andada"])
@pytest.mark.parametrize("seat", [SOUTH, NORTH])
def test_move_0_alone_is_a_move(name: str, seat: int) -> None:
    game = twin.make(name)
    pos = game.start()
    cells = [0] * len(pos.cells)
    cells[pos.tracks[seat][0]] = 2
    cells[pos.tracks[1 - seat][0]] = cells[pos.tracks[1 - seat][1]] = 2
    columns = pos.columns
    pos = game.position([cells[:columns], cells[columns:]], seat)
    assert (pos.to_move, pos.legal()) == (seat, [0])
    pos.play(0)
    assert (pos.to_move, pos.winner, pos.reason) == (1 - seat, None, None)


def test_kalah_is_counted_right_when_the_last_mover_would_move_again() -> None:
    pos = twin.make("kalah").position(board("0 0 0 0 2 3 / 0 0 0 0 0 1"), SOUTH, held=[20, 22])
    pos.play(5)
    assert (pos.held(), flat(pos), pos.winner, pos.reason) == ([21, 27], [0] * 12, NORTH, "won")


def test_kalah_captures_nothing_from_an_empty_hole() -> None:
    for reading, taken in (("no", 0), ("yes", 1)):
        pos = twin.make("kalah", empty_capture=reading).position(board("3 0 0 0 0 0 / 1 0 4 0 0 0"), SOUTH)
        pos.play(0)
        assert (pos.held(), pos.to_move) == ([taken, 0], NORTH)


def test_oware_must_feed_and_ends_when_nobody_can() -> None:
    pos = twin.make("oware").position(board("0 0 0 0 0 0 / 1 0 0 3 0 1"), SOUTH, held=[20, 23])
    assert pos.legal() == [3, 5]
    pos = twin.make("oware").position(board("0 0 0 0 0 0 / 1 0 0 0 0 2"), NORTH, held=[20, 20])
    assert pos.legal() == []
    pos = twin.make("oware").position(board("0 0 0 0 0 1 / 1 0 0 2 0 0"), NORTH, held=[20, 20])
    pos.play(0)
    pos.play(0)
    assert (pos.to_move, pos.reason) == (NORTH, None)


def test_oware_ends_when_a_position_comes_back() -> None:
    """One counter each goes round and round: 12 steps of both."""
    pos = twin.make("oware").position(board("0 0 0 0 0 1 / 1 0 0 0 0 0"), SOUTH, held=[23, 23])
    while pos.to_move is not None:
        pos.play(pos.legal()[0])
    assert (pos.turns, pos.reason, pos.held(), flat(pos)) == (12, "draw", [24, 24], [0] * 12)


def test_oware_counts_a_hundred_plies() -> None:
    pos = twin.make("oware", cycle="plies").position(board("0 0 0 0 0 1 / 1 0 0 0 0 0"), SOUTH, held=[23, 23])
    while pos.to_move is not None:
        pos.play(pos.legal()[0])
    assert (pos.turns, pos.reason, pos.held()) == (100, "draw", [24, 24])


def test_oware_grand_slams() -> None:
    """South's move 5 makes two twos, all that north has."""
    rows = board("0 0 0 0 1 1 / 1 0 0 0 0 2")
    for reading, held in (("none", [20, 20]), ("all", [25, 20]), ("last", [22, 20])):
        pos = twin.make("oware", grand_slam=reading).position(rows, SOUTH, held=[20, 20])
        assert (reading, pos.legal()) == (reading, [0, 5])
        pos.play(5)
        assert (reading, pos.held()) == (reading, held)
    illegal = twin.make("oware", grand_slam="illegal")
    assert illegal.position(rows, SOUTH).legal() == [0]
    pos = illegal.position(board("0 0 0 0 1 1 / 0 0 0 0 0 2"), SOUTH, held=[20, 20])
    assert pos.legal() == [5]  # there is no other
    pos.play(5)
    assert (pos.held(), pos.winner) == ([20, 24], NORTH)  # nothing was captured; north, who cannot feed, keeps the twos
