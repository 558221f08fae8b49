"""Random games under random readings, and random positions set by hand, against the slow twin; and what must hold of
every position: conservation, symmetry, round trips, legal moves, stories."""

import copy
import itertools
import pickle
import random
from typing import Any

import gabata
import numpy as np
import numpy.typing as npt
import pytest
import twin
from gabata import CHANCE, Event
from hypothesis import assume, given, settings
from hypothesis import strategies as st

# Each value that an option has, or some of them where there are too many.
SOME: dict[str, dict[str, list[Any]]] = {
    "holes": {"andada": [12, 15, 18, 21, 24], "kalah": [1, 2, 3, 6, 10], "oware": [1, 2, 3, 6, 10]},
    "counters": {"kalah": [1, 2, 4, 12], "oware": [1, 2, 4, 12]},
    "race_odds": {"abalalae": [0.5, 0.25, 0.9, 0.0, 1.0]},
    "max_rounds": {"abalalae": [None, 1, 2], "gabata-adwa": [None, 1, 2]},
    "direction": {"andada": ["anticlockwise", "clockwise"]},
}


@st.composite
def games(draw: st.DrawFn) -> gabata.Game:
    """Any game under any of its readings."""
    id = draw(st.sampled_from(gabata.games()))
    plain = gabata.Game(id)
    values: dict[str, Any] = {name: reading.options for name, reading in plain.readings.items() if name != "race_odds"}
    values |= {name: values[id] for name, values in SOME.items() if id in values}
    assert set(values) == set(plain.options), f"no values for {set(plain.options) - set(values)} of {id}"
    options = {name: draw(st.sampled_from(values[name])) for name in values}
    if "counters" in options:
        assume(2 * options["holes"] * options["counters"] <= 255)
    return gabata.Game(id, **options)


def twin_of(game: gabata.Game) -> twin.Game:
    return twin.make(game.id, **game.options)


def letters(array: npt.NDArray[Any], signs: str) -> str:
    """`signs[value]` for each hole; a value of -1 is the last sign."""
    return "".join(signs[value] for value in array.ravel())


def assert_same(pos: gabata.Position, slow: twin.Position) -> None:
    assert pos.board.tolist() == slow.board()
    assert pos.held.tolist() == slow.held()
    assert pos.legal_moves == slow.legal()
    assert pos.to_move == slow.to_move
    assert pos.began == slow.began or pos.is_over
    assert pos.hands.tolist() == slow.hands
    assert pos.out.tolist() == slow.out
    assert pos.racers.tolist() == (slow.racers if slow.to_move == CHANCE else [-1, -1])
    assert pos.latched == slow.latched
    assert pos.rounds.tolist() == slow.rounds
    assert pos.turns == slow.turns
    assert pos.winner == slow.winner
    assert pos.endless == slow.endless
    assert (pos.outcome and pos.outcome.reason.name.lower()) == slow.reason
    assert dict(pos.chance) == pytest.approx(dict(slow.chance()))
    if not pos.is_over:
        assert pos.round == slow.round
        assert pos.phase == slow.phase
    if pos.game.id == "gabata-adwa":
        assert letters(pos.owners, "sn") == slow.owners()
        assert letters(pos.wegues, "sn.") == slow.wegues()
        if not pos.is_over:
            assert letters(pos.fresh.astype(int), ".f") == slow.fresh()


def laps_of(turn: gabata.Turn) -> int:
    """Laps that count: those of a turn that ends."""
    return 0 if turn.before.phase != "turns" or turn.after.endless else len(turn) + turn.cut


def play_along(pos: gabata.Position, slow: twin.Position, chooser: random.Random, moves: int) -> None:
    """The same random moves on both, equal all the way."""
    assert_same(pos, slow)
    for _ in range(moves):
        if pos.is_over:
            return
        move = chooser.choice(pos.legal_moves)
        laps = slow.laps + laps_of(pos.explain(move))
        pos = pos.play(move)
        slow.play(move)
        assert_same(pos, slow)
        assert slow.laps == laps


seeds = st.integers(0, 2**32 - 1)


@settings(max_examples=150, deadline=None)
@given(game=games(), seed=seeds)
def test_a_random_game_agrees_move_for_move(game: gabata.Game, seed: int) -> None:
    play_along(game.start(), twin_of(game).start(), random.Random(seed), 120)


def scatter(chooser: random.Random, counters: int, places: int) -> list[int]:
    """Counters thrown at places, some of them more likely than others."""
    board = [0] * places
    favoured = chooser.sample(range(places), chooser.randint(1, places))
    for place in chooser.choices(favoured, k=counters):
        board[place] += 1
    return board


def set_by_hand(game: gabata.Game, chooser: random.Random) -> dict[str, Any]:
    """Keywords of a random position: as many counters as the game has, on the board and held."""
    rows, columns = game.shape
    places = rows * columns
    start = game.start()
    counters = int(start.board.sum() + start.hands.sum())
    on_board = chooser.randint(1, counters)
    south = chooser.randint(0, counters - on_board)
    keywords: dict[str, Any] = {
        "board": np.array(scatter(chooser, on_board, places)).reshape(rows, columns),
        "to_move": chooser.randrange(2),
        "held": (south, counters - on_board - south),
    }
    if game.id == "gabata-adwa":
        owners = np.array([chooser.randrange(2) for _ in range(places)]).reshape(rows, columns)
        taken = np.array([chooser.random() < 0.2 for _ in range(places)]).reshape(rows, columns)
        keywords |= {"owners": owners, "wegues": np.where(taken, 1 - owners, -1)}
        if game.options["original"] != "none":
            keywords["fresh"] = ~taken & (keywords["board"] >= 3) & (chooser.random() < 0.5)
    if game.options.get("singles") == "latched":
        keywords["latched"] = chooser.random() < 0.5
    return keywords


@settings(max_examples=150, deadline=None)
@given(game=games(), seed=seeds)
def test_a_position_set_by_hand_goes_on_in_the_same_way(game: gabata.Game, seed: int) -> None:
    chooser = random.Random(seed)
    keywords = set_by_hand(game, chooser)
    try:
        pos = game.position(**keywords)
    except gabata.PositionError:
        assume(False)
    for name, signs in (("owners", "sn"), ("wegues", "sn."), ("fresh", ".f")):
        if name in keywords:
            keywords[name] = letters(keywords[name].astype(int), signs)
    keywords["board"] = keywords["board"].tolist()
    if game.id in ("kalah", "oware"):
        keywords["began"] = 0  # nobody asks who began
    play_along(pos, twin_of(game).position(**keywords), chooser, 40)


def positions(game: gabata.Game, seed: int, moves: int) -> list[gabata.Position]:
    chooser = random.Random(seed)
    line = [game.start()]
    while len(line) <= moves and not line[-1].is_over:
        line.append(line[-1].play(chooser.choice(line[-1].legal_moves)))
    return line


@settings(max_examples=80, deadline=None)
@given(game=games(), seed=seeds)
def test_no_counter_is_lost(game: gabata.Game, seed: int) -> None:
    line = positions(game, seed, 150)
    totals = {int(pos.board.sum() + pos.held.sum() + pos.hands.sum()) for pos in line}
    assert len(totals) == 1


@settings(max_examples=80, deadline=None)
@given(game=games(), seed=seeds)
def test_turned_the_game_plays_the_same(game: gabata.Game, seed: int) -> None:
    chooser = random.Random(seed)
    pos = game.start()
    mirror = pos.turned()
    for _ in range(80):
        assert mirror == pos.turned()
        assert pos == mirror.turned()
        assert mirror.board.tolist() == pos.board[::-1, ::-1].tolist()
        assert mirror.held.tolist() == pos.held[::-1].tolist()
        assert mirror.rounds.tolist() == pos.rounds[:, ::-1].tolist()
        assert mirror.returns == pos.returns[::-1]
        at_chance = pos.to_move == CHANCE
        twisted = sorted(1 - move for move in pos.legal_moves) if at_chance else pos.legal_moves
        assert mirror.legal_moves == twisted
        if at_chance:
            assert dict(mirror.chance) == pytest.approx({1 - move: odds for move, odds in pos.chance})
        if pos.is_over:
            break
        move = chooser.choice(pos.legal_moves)
        pos, mirror = pos.play(move), mirror.play(1 - move if at_chance else move)


@settings(max_examples=80, deadline=None)
@given(game=games(), seed=seeds)
def test_text_json_and_pickle_give_back_the_same(game: gabata.Game, seed: int) -> None:
    match = gabata.Match(game)
    line = positions(game, seed, 60)
    for before, after in itertools.pairwise(line):
        move = next(move for move, child in before.children().items() if child == after)
        match.play(move)
    for pos in line:
        back = game.position(pos.text)
        assert (back, back.text, back.key, hash(back)) == (pos, pos.text, pos.key, hash(pos))
        assert back.legal_moves == pos.legal_moves
        assert eval(repr(pos), {"gabata": gabata}) == pos
        again = pickle.loads(pickle.dumps(pos))
        assert (again, again.turns, again.rounds.tolist()) == (pos, pos.turns, pos.rounds.tolist())
        assert copy.deepcopy(pos) == copy.copy(pos) == pos
    assert match.position == line[-1]
    for read in (gabata.Match.from_json(match.to_json()), pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
        assert read == match
        assert read.positions == match.positions
    again = gabata.Match(pickle.loads(pickle.dumps(line[-1])))
    assert gabata.Match.from_json(again.to_json()).position == line[-1]
    assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)
    assert len({pos.key for pos in line}) == len(set(line))


@settings(max_examples=60, deadline=None)
@given(game=games(), seed=seeds)
def test_what_is_legal_can_be_played_and_nothing_else(game: gabata.Game, seed: int) -> None:
    pos = positions(game, seed, 40)[-1]
    legal = pos.legal_moves
    assert legal == sorted(set(legal))
    assert pos.legal_mask.nonzero()[0].tolist() == legal
    assert pos.legal_mask.shape == (game.num_moves,)
    assert pos.legal_mask.dtype == np.int8
    assert list(pos.children()) == legal
    for move in (*range(-2, game.num_moves + 2), 255, 256, 2**40, -(2**40)):
        if move in legal:
            assert pos.play(move) == pos.children()[move]
            continue
        with pytest.raises(gabata.IllegalMoveError) as caught:
            pos.play(move)
        assert caught.value.move == move
        assert caught.value.legal == legal
        assert caught.value.position == pos


@settings(max_examples=100, deadline=None)
@given(game=games(), seed=seeds)
def test_the_story_tells_what_play_does(game: gabata.Game, seed: int) -> None:
    for before in positions(game, seed, 60)[:-1]:
        move = before.legal_moves[seed % len(before.legal_moves)]
        turn = before.explain(move)
        after = before.play(move)
        assert turn.after == after
        assert turn.before == before
        assert turn.move == move
        assert len(turn) == len(turn.laps) == len(turn.clauses)
        assert turn.cut == 0 or len(turn) == 10_000
        assert all(clause[1:].isdigit() for clause in turn.clauses)
        assert len(turn.text.splitlines()) >= 2 + len(turn)
        assert_laps_follow(turn)
        if len(after.rounds) == len(before.rounds) and not after.endless:
            for seat in (0, 1):
                taken = turn.captures["count"][turn.captures["mover"] == seat].sum()
                stored = (turn.laps["event"] == Event.STORE).sum() if game.id == "kalah" else 0
                gained = after.held[seat] - before.held[seat]
                assert gained == taken if game.id != "kalah" else gained >= taken + stored * (seat == before.to_move)


def assert_laps_follow(turn: gabata.Turn) -> None:
    """Each lap lifts where the one before fell, and `pos.hole` knows the first."""
    laps = turn.laps
    if turn.before.phase == "turns":
        assert (laps["from_row"][0], laps["from_col"][0]) == turn.before.hole(turn.move)
        assert laps["count"][0] == turn.before.board[turn.before.hole(turn.move)]
        fell = list(zip(laps["to_row"], laps["to_col"], strict=True))
        lifted = list(zip(laps["from_row"], laps["from_col"], strict=True))
        assert lifted[1:] == fell[:-1]
        assert set(laps["event"][:-1]) <= {Event.RELAY, Event.CAPTURE_ONWARD}
        assert turn.after.endless or laps["event"][-1] not in (Event.RELAY, Event.CAPTURE_ONWARD)
        assert set(laps["mover"]) == {turn.before.to_move}
    elif turn.before.phase == "race":
        assert set(laps["event"]) <= {Event.DROP, Event.DROP_RELAY, Event.DROP_DONE}
        assert laps["mover"][0] == turn.move
    elif turn.before.phase == "opening":
        assert set(laps["event"]) == {Event.OPENING}
    else:
        assert len(laps) == 0
