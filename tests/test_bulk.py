"""What bulk play promises: the same arrays whatever the threads, chunks and shards, and what stepping by hand gives.

`python tests/test_bulk.py` writes `tests/golden/bulk.json` anew: digests of results, computed, never typed. A change of
one is a breaking change that CHANGELOG.md names.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import gabata
import numpy as np
import pytest
from gabata import Batch, Game, Reason

GOLDEN = Path(__file__).parent / "golden" / "bulk.json"
RECORDS = ("moves", "boards", "rounds", "final")
PLAYERS = [("random", "random"), ("greedy", "random"), ("greedy", "greedy")]
# Games that are played here: each as it is, and those with rounds also one round of each match.
GAMES = [Game(name) for name in gabata.games()]
GAMES += [Game(game.id, max_rounds=1) for game in GAMES if "max_rounds" in game.options]


def named(game: Game) -> str:
    return repr(game)[len("gabata.") :]


every_game = pytest.mark.parametrize("game", GAMES, ids=named)


def arrays(batch: Batch) -> dict[str, np.ndarray[Any, Any]]:
    return batch.columns | batch.records


def same(one: Batch, other: Batch) -> bool:
    left, right = arrays(one), arrays(other)
    return left.keys() == right.keys() and all(np.array_equal(left[name], right[name]) for name in left)


def lowest(obs: Any, action_mask: Any, to_play: Any) -> Any:
    return action_mask.argmax(axis=1)


def digest(batch: Batch) -> str:
    hashed = hashlib.sha256()
    for name, array in sorted(arrays(batch).items()):
        little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        hashed.update(f"{name} {little.dtype.descr} {array.shape} ".encode() + little.tobytes())
    return hashed.hexdigest()


def golden_runs() -> dict[str, Batch]:
    """Some runs of every game, players and records of all kinds."""
    return {
        f"{named(game)}, {south} against {north}": gabata.simulate(
            game, 100, seed=2024, first=3, players=(south, north), max_turns=400, record=RECORDS
        )
        for game in GAMES
        for south, north in PLAYERS
    }


# --- the same arrays, and the right ones ---


def test_results_are_pinned() -> None:
    pinned = json.loads(GOLDEN.read_text())
    assert {name: digest(batch) for name, batch in golden_runs().items()} == pinned


@every_game
@pytest.mark.parametrize("players", PLAYERS, ids="-".join)
def test_threads_do_not_matter(game: Game, players: tuple[str, str]) -> None:
    one, two, seven = (
        gabata.simulate(game, 150, seed=5, players=players, max_turns=300, record=RECORDS, threads=threads)
        for threads in (1, 2, 7)
    )
    assert same(one, two)
    assert same(one, seven)


@every_game
def test_records_do_not_change_rows(game: Game) -> None:
    # Without records and with random players another loop may play, a faster one.
    plain = gabata.simulate(game, 3000, seed=9, max_turns=150)
    recorded = gabata.simulate(game, 3000, seed=9, max_turns=150, record=RECORDS)
    for name, column in plain.columns.items():
        assert np.array_equal(column, recorded.columns[name]), name


@every_game
@pytest.mark.parametrize("chunk", [1, 7, 100, 1000])
def test_chunks_are_the_rows_of_one_call(game: Game, chunk: int) -> None:
    whole = gabata.simulate(game, 100, seed=3, max_turns=200)
    chunks = list(gabata.simulate_chunks(game, 100, chunk=chunk, seed=3, max_turns=200))
    assert [len(batch) for batch in chunks] == [min(chunk, 100 - done) for done in range(0, 100, chunk)]
    for name, column in whole.columns.items():
        assert np.array_equal(column, np.concatenate([batch.columns[name] for batch in chunks])), name


@every_game
@pytest.mark.parametrize("first", [5, 93])
def test_a_shard_is_a_part_of_the_whole(game: Game, first: int) -> None:
    whole = gabata.simulate(game, 100, seed=3, max_turns=200, record=RECORDS)
    shard = gabata.simulate(game, 7, first=first, seed=3, max_turns=200, record=RECORDS)
    rows = slice(first, first + 7)
    for name, column in shard.columns.items():
        assert np.array_equal(column, whole.columns[name][rows]), name
    moves = slice(whole.offsets[first], whole.offsets[first + 7])
    assert np.array_equal(shard.moves, whole.moves[moves])
    assert np.array_equal(shard.movers, whole.movers[moves])
    assert np.array_equal(shard.boards, whole.boards[moves])
    assert np.array_equal(shard.final, whole.final[rows])
    table = whole.round_table
    assert np.array_equal(shard.round_table, table[(table["match"] >= first) & (table["match"] < first + 7)])


@every_game
@pytest.mark.parametrize("players", PLAYERS, ids="-".join)
def test_stepping_by_hand_gives_the_same(game: Game, players: tuple[str, str]) -> None:
    batch = gabata.simulate(game, 12, seed=11, first=40, players=players, max_turns=120, record=RECORDS)
    table = {match: [] for match in range(40, 52)}
    for row in batch.round_table:
        table[int(row["match"])].append(row)
    for k in range(len(batch)):
        pos = game.start()
        first_mover = opening = -1
        at = slice(batch.offsets[k], batch.offsets[k + 1])
        for move, mover, board in zip(batch.moves[at], batch.movers[at], batch.boards[at], strict=True):
            assert mover == pos.to_move
            if opening < 0 and mover >= 0:
                opening = move
            turns = pos.turns
            pos = pos.play(int(move))
            if turns == 0 and pos.turns == 1:
                first_mover = mover
            assert np.array_equal(board, pos.board)
        assert (first_mover, opening) == (batch.first_mover[k], batch.opening[k])
        assert batch.turns[k] == pos.turns
        assert batch.held[k].tolist() == pos.held.tolist()
        assert np.array_equal(batch.final[k], pos.board)
        assert batch.rounds[k] == len(pos.rounds) == len(table[40 + k])
        assert [row["held"].tolist() for row in table[40 + k]] == pos.rounds.tolist()
        if pos.outcome is None:
            assert (batch.reason[k], batch.winner[k], batch.turns[k]) == (Reason.UNFINISHED, -1, 120)
        else:
            assert batch.reason[k] == pos.outcome.reason
            assert batch.winner[k] == (-1 if pos.winner is None else pos.winner)


@every_game
@pytest.mark.parametrize("record", [(), ("moves",)], ids=["again", "kept"])
def test_rows_come_back_as_matches(game: Game, record: Any) -> None:
    batch = gabata.simulate(game, 6, seed=8, first=2, players=("greedy", "random"), max_turns=90, record=record)
    for k in (0, 3, -1):
        match = batch.match(k)
        assert match.start == game.start()
        assert match.position.turns == batch.turns[k]
        assert match.position.winner == (None if batch.winner[k] < 0 else batch.winner[k])
    with pytest.raises(IndexError):
        batch.match(6)


def test_a_match_of_a_function_is_had_from_its_moves() -> None:
    kept = gabata.simulate("andada", 5, players=(lowest, "random"), record=["moves"])
    assert kept.match(4).position.winner == (None if kept.winner[4] < 0 else kept.winner[4])
    with pytest.raises(ValueError, match=r"simulate with record=..moves"):
        gabata.simulate("andada", 5, players=(lowest, "random")).match(4)


def test_an_altered_row_is_noticed() -> None:
    batch = gabata.simulate("andada", 5, record=["moves"])
    batch.winner[2] ^= 1
    with pytest.raises(ValueError, match="row 2 is not what its moves make"):
        batch.match(2)
    batch.moves[batch.offsets[3] + 5] = 40
    with pytest.raises(ValueError, match="row 3 is not what its moves make"):
        batch.match(3)


class Stream:
    """The random numbers of one match, written again from their description in src/stream.rs."""

    def __init__(self, seed: int, index: int) -> None:
        def mix(z: int) -> int:
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
            return z ^ (z >> 31)

        a = mix((seed + 0x9E3779B97F4A7C15) % 2**64)
        b = mix((index + a) % 2**64)
        c = mix(b ^ a)
        self.state = [b % 2**32, b >> 32, c % 2**32, c >> 32]

    def draw(self) -> int:
        """xoshiro128++ (Blackman and Vigna)."""

        def turn(word: int, bits: int) -> int:
            return (word << bits | word >> (32 - bits)) % 2**32

        s = self.state
        result = (turn((s[0] + s[3]) % 2**32, 7) + s[0]) % 2**32
        t = (s[1] << 9) % 2**32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = turn(s[3], 11)
        return result


@every_game
def test_random_players_keep_to_the_protocol(game: Game) -> None:
    batch = gabata.simulate(game, 5, seed=2**63 + 1, first=8, max_turns=100, record=["moves"])
    for k in range(5):
        stream, pos = Stream(2**63 + 1, 8 + k), game.start()
        for move in batch.moves[batch.offsets[k] : batch.offsets[k + 1]]:
            draw = stream.draw()
            if pos.to_move == gabata.CHANCE:
                assert move == (draw >= 2**31)
            else:
                assert move == pos.legal_moves[draw * len(pos.legal_moves) >> 32]
            pos = pos.play(int(move))


def most_captured(pos: gabata.Position) -> list[int]:
    """The moves that gain the most, by what a position says: captured, in one's store, in one's wegues."""
    seat = pos.to_move
    assert seat in (0, 1)

    def has(at: gabata.Position) -> int:
        return int(at.held[seat] + at.board[at.wegues == seat].sum() - at.out[seat])

    gains = {}
    for move, after in pos.children().items():
        counted = len(after.rounds) > len(pos.rounds)
        gains[move] = (int(after.rounds[-1][seat]) if counted else has(after)) - has(pos)
    return [move for move, gain in gains.items() if gain == max(gains.values())]


@every_game
def test_greedy_players_take_the_most(game: Game) -> None:
    batch = gabata.simulate(game, 4, seed=1, max_turns=80, players=("greedy", "greedy"), record=["moves"])
    for k in range(4):
        stream, pos = Stream(1, k), game.start()
        for move, mover in zip(
            *(column[batch.offsets[k] : batch.offsets[k + 1]] for column in (batch.moves, batch.movers)), strict=True
        ):
            draw = stream.draw()
            if mover >= 0:
                best = most_captured(pos) if pos.began is not None else pos.legal_moves
                assert move == best[draw * len(best) >> 32]
            pos = pos.play(int(move))


# --- where matches start ---


def test_matches_start_where_one_says() -> None:
    game = Game("andada")
    start = game.start().play(3).play(12)
    batch = gabata.simulate(game, 200, seed=4, start=start, record=["boards"])
    assert set(batch.first_mover.tolist()) == {start.to_move}
    assert all(batch.opening[k] in start.legal_moves for k in range(200))
    child = start.play(int(batch.opening[0]))
    assert np.array_equal(batch.boards[0], child.board)


def test_a_list_of_starts_is_gone_through_in_order() -> None:
    game = Game("kalah")
    starts = [game.start().play(move) for move in game.start().legal_moves]
    batch = gabata.simulate(game, 6 * 50, seed=4, start=starts, games_each=50)
    for k, start in enumerate(starts):
        alone = gabata.simulate(game, 50, seed=4, first=50 * k, start=start)
        for name, column in alone.columns.items():
            assert np.array_equal(column, batch.columns[name][50 * k : 50 * k + 50]), name
    shard = gabata.simulate(game, 100, seed=4, first=120, start=starts, games_each=50)
    assert np.array_equal(shard.turns, batch.turns[120:220])


def test_a_match_that_is_over_at_its_start_has_no_turn() -> None:
    pos = gabata.Game("kalah").start()
    while not pos.is_over:
        pos = pos.play(pos.legal_moves[0])
    batch = gabata.simulate("kalah", 3, start=pos, record=RECORDS)
    assert batch.turns.tolist() == [0, 0, 0]
    assert batch.first_mover.tolist() == batch.opening.tolist() == [-1, -1, -1]
    assert batch.winner.tolist() == [pos.winner] * 3
    assert batch.offsets.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"start": []}, "empty"),
        ({"start": [gabata.Game("kalah").start()], "first": 1}, "games_each"),
        ({"games_each": 5}, "list of starts"),
        ({"start": [gabata.Game("kalah").start()], "games_each": 3}, "1 starts with 3 games each make 3"),
        ({"start": [gabata.Game("kalah").start()], "games_each": 0}, "games_each is 0"),
        ({"start": gabata.Game("andada").start()}, "start 0 is a position of andada"),
    ],
)
def test_starts_that_make_no_sense(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gabata.simulate("kalah", 5, **arguments)


def test_a_start_is_a_position() -> None:
    with pytest.raises(TypeError, match=r"start\[1\] is 'x'"):
        gabata.simulate("kalah", 5, start=[gabata.Game("kalah").start(), "x"], games_each=5)  # type: ignore[list-item]


# --- arguments and bounds ---


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"n": -1}, ValueError, "n is -1; it is from 0"),
        ({"n": 1.5}, TypeError, "n is 1.5; it is a whole number"),
        ({"seed": -1}, ValueError, "seed is -1"),
        ({"seed": 2**64}, ValueError, "seed is 18446744073709551616"),
        ({"first": 2**64 - 1}, ValueError, "2\\^64 - 2"),
        ({"max_turns": 2**32}, ValueError, "max_turns is 4294967296"),
        ({"threads": 0}, ValueError, "threads is 0; it is from 1"),
        ({"record": ["movs"]}, ValueError, '"movs" to keep; there are rounds, moves, boards, final'),
        ({"players": ("random", "best")}, ValueError, 'no player "best"; the players are greedy, random'),
        ({"players": ("random", 3)}, TypeError, "3 is no player"),
        ({"progress": 3}, TypeError, "progress is 3"),
        ({"game": "chess"}, ValueError, "chess"),
    ],
)
def test_arguments_that_make_no_sense(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        gabata.simulate(**({"game": "andada", "n": 5} | arguments))


def test_no_matches_are_an_empty_batch() -> None:
    batch = gabata.simulate("andada", 0, record=RECORDS)
    assert len(batch) == 0
    assert batch.held.shape == (0, 2)
    assert batch.offsets.tolist() == [0]
    assert batch.summary().turns is None


def test_dtypes_and_shapes() -> None:
    batch = gabata.simulate("abalalae", 50, max_turns=100, record=RECORDS)
    moves, rounds = len(batch.moves), int(batch.rounds.sum())
    assert {
        name: (array.dtype.str[1:], array.shape) for name, array in arrays(batch).items() if name != "round_table"
    } == {
        "winner": ("i1", (50,)),
        "reason": ("u1", (50,)),
        "turns": ("u4", (50,)),
        "rounds": ("u4", (50,)),
        "laps": ("u8", (50,)),
        "held": ("i4", (50, 2)),
        "first_mover": ("i1", (50,)),
        "opening": ("i1", (50,)),
        "moves": ("u1", (moves,)),
        "movers": ("i1", (moves,)),
        "offsets": ("i8", (51,)),
        "boards": ("u1", (moves, 3, 6)),
        "final": ("u1", (50, 3, 6)),
    }
    assert batch.round_table.shape == (rounds,)
    assert batch.round_table.dtype.names == ("match", "began", "held", "turns", "reason")
    structured = batch.to_numpy()
    assert structured.shape == (50,)
    assert all(np.array_equal(structured[name], column) for name, column in batch.columns.items())


def test_what_was_not_kept_is_said_to_be_missing() -> None:
    batch = gabata.simulate("andada", 5, record=["final"])
    assert batch.final.shape == (5, 2, 12)
    for name, record in (("moves", "moves"), ("offsets", "moves"), ("boards", "boards"), ("round_table", "rounds")):
        with pytest.raises(AttributeError, match=f'no {name}.*record=."{record}"'):
            getattr(batch, name)


def test_the_round_table_says_how_matches_went_on() -> None:
    batch = gabata.simulate("gabata-adwa", 20, seed=1, max_turns=20_000, record=["rounds"])
    table = batch.round_table
    ends = table[np.flatnonzero(np.diff(table["match"], append=2**32))]
    over = batch.reason != Reason.UNFINISHED
    assert over.any()
    assert np.array_equal(ends["reason"] >= 0, over)
    assert np.array_equal(ends["reason"][over], batch.reason[over])
    assert (table["reason"] >= 0).sum() == over.sum()
    assert np.array_equal(np.bincount(table["match"].astype(int), table["turns"])[over], batch.turns[over])


def test_columns_that_would_not_fit_are_refused_before_they_are_made() -> None:
    began = time.monotonic()
    with pytest.raises(ValueError, match=r"28000000000000000 bytes.*simulate_chunks"):
        gabata.simulate("andada", 10**15)
    with pytest.raises(ValueError, match="take 28000 bytes; max_bytes is 27999"):
        gabata.simulate("andada", 1000, max_bytes=27_999)
    assert len(gabata.simulate("andada", 1000, max_bytes=28_000)) == 1000
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("players", [("random", "random"), ("random", lowest)], ids=["named", "function"])
def test_records_are_bounded_while_they_grow(players: Any) -> None:
    def run(n: int, max_bytes: int | None) -> Batch:
        return gabata.simulate("abalalae", n, max_bytes=max_bytes, max_turns=500, record=["boards"], players=players)

    with pytest.raises(ValueError, match=r"take \d+ bytes or more, by the first \d+; max_bytes is 10000000") as caught:
        run(100_000, 10_000_000)
    estimate = int(str(caught.value).split("take ")[1].split()[0])
    wanted = 100 * run(1000, None).boards.nbytes
    assert 10_000_000 < estimate < 1.2 * wanted
    if players == ("random", "random"):  # a function's matches are under way side by side: only a bound from below
        assert estimate > 0.8 * wanted


def test_one_endless_match_cannot_eat_the_memory() -> None:
    with pytest.raises(ValueError, match="max_bytes is 100000"):
        gabata.simulate("gabata-adwa", 1, max_turns=2**32 - 1, max_bytes=100_000, record=["boards"])


def endless_race() -> gabata.Position:
    """North, who alone drops, goes round for ever."""
    game = Game("abalalae", race_odds=0.0)
    north = [0, 0, 3, 2, 3, 2, 3, 0, 1, 3, 2, 0, 3, 2, 1, 0, 2, 3]
    board = np.zeros(game.shape, np.uint8)
    for (row, column), counters in zip(game.track(1), north, strict=True):
        board[row, column] = counters
    return game.position(board=board, to_move=gabata.CHANCE, phase="race", hands=(1, 2), racers=(0, 0), held=(21, 0))


def test_a_race_that_never_ends_is_drawn() -> None:
    start = endless_race()
    batch = gabata.simulate(start.game, 3, start=start, record=RECORDS)
    assert batch.reason.tolist() == [Reason.ENDLESS] * 3
    assert batch.winner.tolist() == [-1] * 3
    assert batch.turns.tolist() == [0] * 3
    match = batch.match(1)
    assert match.movers == [-1]  # the drop that begins the endless race is a move
    assert match.position.outcome.reason == Reason.ENDLESS
    for name in ("board", "hands", "racers", "held"):
        assert getattr(match.position, name).tolist() == getattr(start, name).tolist()


def test_matches_are_spread_over_the_starts() -> None:
    starts = [pos for _, pos in sorted(Game("kalah").start().children().items())][:3]
    spread = gabata.simulate("kalah", 7, start=starts, seed=1)
    told = gabata.simulate("kalah", 7, start=starts, seed=1, games_each=3)
    assert spread.turns.tolist() == told.turns.tolist()
    chunks = list(gabata.simulate_chunks("kalah", 7, chunk=2, start=starts, seed=1))
    assert np.concatenate([chunk.turns for chunk in chunks]).tolist() == spread.turns.tolist()
    with pytest.raises(ValueError, match="games_each"):
        gabata.simulate("kalah", 7, start=starts, first=1)


# --- who is asked ---


@every_game
def test_a_function_plays_like_stepping_by_hand(game: Game) -> None:
    batch = gabata.simulate(game, 10, seed=6, players=(lowest, "random"), max_turns=60, record=["moves"])
    for k in range(10):
        stream, pos = Stream(6, k), game.start()
        for move in batch.moves[batch.offsets[k] : batch.offsets[k + 1]]:
            if pos.to_move == 0:
                assert move == pos.legal_moves[0]
            elif pos.to_move == 1:
                assert move == pos.legal_moves[stream.draw() * len(pos.legal_moves) >> 32]
            else:
                assert move == (stream.draw() >= 2**31)
            pos = pos.play(int(move))


@every_game
def test_a_function_sees_what_stands(game: Game) -> None:
    seen: list[tuple[Any, Any, Any]] = []

    def watching(obs: Any, action_mask: Any, to_play: Any) -> Any:
        seen.append((obs, action_mask, to_play))
        return action_mask.argmax(axis=1)

    batch = gabata.simulate(game, 1, seed=2, players=(watching, watching), max_turns=40, record=["moves"])
    pos, asked = game.start(), iter(seen)
    for move in batch.moves:
        if pos.to_move in (0, 1):
            obs, mask, seat = next(asked)
            assert (obs.dtype, mask.dtype, seat.dtype) == (np.uint8, np.int8, np.int8)
            assert seat.tolist() == [pos.to_move]
            assert np.array_equal(mask[0], pos.legal_mask)
            track = game.track(pos.to_move)
            assert obs[0, : len(track)].tolist() == [pos.board[row, column] for row, column in track]
        pos = pos.play(int(move))
    assert next(asked, None) is None


def test_a_function_is_asked_once_a_step_for_all_matches() -> None:
    sizes: list[int] = []

    def counting(obs: Any, action_mask: Any, to_play: Any) -> Any:
        sizes.append(len(obs))
        assert (np.diff(to_play) == 0).all()
        return action_mask.argmax(axis=1)

    batch = gabata.simulate("andada", 300, players=(counting, counting), record=["moves"])
    assert sizes[0] == 300
    assert sum(sizes) == len(batch.moves)
    assert len(sizes) == np.diff(batch.offsets).max()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda n: [0] * n, "returned <class 'list'>, not an int64 array"),
        (lambda n: np.zeros(n), "array of float64 and shape"),
        (lambda n: np.zeros(n, np.int32), "array of int32"),
        (lambda n: np.zeros(n + 1, np.int64), r"shape \(11,\), not an int64 array of shape \(10,\)"),
        (lambda n: np.zeros((n, 1), np.int64), r"shape \(10, 1\)"),
        (lambda n: None, "NoneType"),
    ],
)
def test_answers_of_the_wrong_form(answer: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words) as caught:
        gabata.simulate("andada", 10, first=7, players=(lambda obs, mask, seat: answer(len(obs)), "random"))
    assert "match 7, move 0" in str(caught.value)


@pytest.mark.parametrize("move", [-1, 12, 255, 256, 2**40, -(2**63)])
def test_illegal_answers_name_match_and_move(move: int) -> None:
    def fails(obs: Any, action_mask: Any, to_play: Any) -> Any:
        moves = action_mask.argmax(axis=1)
        if to_play[0] == 0 and action_mask[0, :12].sum() < 12:  # not the opening any more
            moves[3] = move
        return moves

    with pytest.raises(gabata.IllegalMoveError, match="match 8, move 2 of it") as caught:
        gabata.simulate("andada", 10, first=5, players=(fails, lambda obs, mask, seat: np.full(len(obs), 13)))
    assert caught.value.move == move
    assert caught.value.legal == caught.value.position.legal_moves


def test_what_a_function_raises_comes_out() -> None:
    with pytest.raises(ZeroDivisionError):
        gabata.simulate("andada", 10, players=("random", lambda obs, mask, seat: 1 // 0))


# --- progress, stopping, threads, forks, leaks ---


@pytest.mark.parametrize("n", [0, 1, 1000, 60_000])
@pytest.mark.parametrize("players", [("random", "random"), (lowest, "random")], ids=["named", "function"])
def test_progress_reaches_exactly_n(n: int, players: Any) -> None:
    calls: list[tuple[int, int]] = []
    gabata.simulate("andada", n, players=players, progress=lambda *call: calls.append(call))
    assert calls[-1] == (n, n)
    assert calls.count((n, n)) == 1
    assert calls == sorted(calls)
    assert {total for _, total in calls} == {n}


def test_progress_counts_through_chunks() -> None:
    calls: list[tuple[int, int]] = []
    for _ in gabata.simulate_chunks("andada", 25, chunk=10, progress=lambda *call: calls.append(call)):
        pass
    assert calls == [(10, 25), (20, 25), (25, 25)]


def test_chunks_that_make_no_sense_are_an_error_at_once() -> None:
    start = [Game("kalah").start()]
    for arguments, words in (
        ({"chunk": 0}, "chunk is 0"),
        ({"record": ["movs"]}, "movs"),
        ({"players": ("random", "best")}, "best"),
        ({"first": 2**64 - 1}, "first=18446744073709551615 with n=10: the last index"),
        ({"start": start, "games_each": 9}, "indices below 10 are asked for; 1 starts with 9 games each make 9"),
    ):
        with pytest.raises(ValueError, match=words):
            gabata.simulate_chunks("kalah", 10, **arguments)


def test_a_bar_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    gabata.simulate("andada", 1000, progress=True)
    assert "1.00k/1.00k" in capsys.readouterr().err


@pytest.mark.parametrize("n", [10, 10**8])
def test_a_failing_progress_callback_surfaces(n: int) -> None:
    def fails(done: int, total: int) -> None:
        raise LookupError("not today")

    with pytest.raises(LookupError, match="not today"):
        gabata.simulate("andada", n, progress=fails, max_bytes=2**40)


@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "greedy"), (lowest, "greedy")])
def test_cancel_stops_a_run_off_the_main_thread(players: Any) -> None:
    def stopped_after() -> float:
        cancel = gabata.Cancel()

        def run() -> float:
            with pytest.raises(gabata.CancelledError):
                gabata.simulate("gabata-adwa", 10**6, max_turns=2**32 - 1, players=players, cancel=cancel)
            return time.monotonic()

        with ThreadPoolExecutor(1) as pool:
            ended = pool.submit(run)
            time.sleep(0.1)
            told = time.monotonic()
            cancel.set()
            return ended.result(30) - told

    # The machine may be busy: the best of some tries.
    assert min(stopped_after() for _ in range(4)) < 0.1


def test_a_cancelled_run_does_not_begin() -> None:
    cancel = gabata.Cancel()
    cancel.set()
    assert cancel.is_set
    with pytest.raises(gabata.CancelledError):
        gabata.simulate("andada", 1, cancel=cancel)


def script(code: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=timeout, check=False)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_may_simulate() -> None:
    done = script("""
import os, gabata
before = gabata.simulate("andada", 20_000, seed=1, threads=2)
child = os.fork()
if child == 0:
    again = gabata.simulate("andada", 20_000, seed=1, threads=2)
    os._exit(0 if (again.turns == before.turns).all() else 1)
print(os.waitpid(child, 0)[1])
""")
    assert done.stdout == "0\n", done.stderr


def test_several_python_threads_may_simulate_at_once() -> None:
    expected = [gabata.simulate("andada", 5000, seed=seed, record=["moves"]) for seed in range(4)]
    gate = threading.Barrier(4)

    def run(seed: int) -> Batch:
        gate.wait()
        return gabata.simulate("andada", 5000, seed=seed, threads=2, record=["moves"])

    with ThreadPoolExecutor(4) as pool:
        assert all(map(same, pool.map(run, range(4)), expected))


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux for its memory")
def test_nothing_leaks_over_a_thousand_calls() -> None:
    def call(seed: int) -> None:
        gabata.simulate("andada", 100, seed=seed, record=RECORDS)
        gabata.simulate("andada", 3, seed=seed, players=(lowest, "greedy"), progress=lambda *_: None)
        with pytest.raises(ValueError, match="max_bytes"):
            gabata.simulate("andada", 100, seed=seed, record=RECORDS, max_bytes=20_000)

    for seed in range(100):
        call(seed)
    before = resident()
    for seed in range(1000):
        call(seed)
    # What one call keeps would come to 200 MB.
    assert resident() - before < 10 * 2**20


def test_arrays_go_when_their_batch_goes() -> None:
    batch = gabata.simulate("andada", 10, record=RECORDS)
    left = [weakref.ref(array) for array in arrays(batch).values()]
    del batch
    assert all(array() is None for array in left)


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({name: digest(batch) for name, batch in golden_runs().items()}, indent=1) + "\n")


# --- a machine without memory or threads ---

UNDER_A_LIMIT = """
import resource
from pathlib import Path
import gabata

def leave(more):
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + more, resource.RLIM_INFINITY))

gabata.simulate("andada", 10)
leave({more})
try:
    {call}
except ValueError as error:
    print(error)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the address space is told and limited on Linux")
@pytest.mark.parametrize(
    ("call", "more", "words"),
    [
        ("gabata.simulate('andada', 3 * 10**7, max_bytes=2**60)", 400 << 20, "which is more memory than there is"),
        ("gabata.simulate('andada', 3 * 10**7)", 400 << 20, "take 840000000 bytes; max_bytes is"),
        (
            "gabata.simulate('andada', 10**6, record=['boards'], max_bytes=2**60)",
            300 << 20,
            "more memory than there is",
        ),
        ("gabata.simulate('andada', 5000, threads=1)", 1 << 20, "the system gives no more threads"),
    ],
)
def test_what_the_system_does_not_give_is_an_error(call: str, more: int, words: str) -> None:
    script = UNDER_A_LIMIT.format(call=call, more=more)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout


# --- arguments that make no sense ---


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        ({"players": "greedy"}, ValueError, "players is 'greedy'; it is a pair, south's and north's: "),
        ({"players": ("random",)}, ValueError, r"players is \('random',\); it is a pair"),
        ({"record": None}, TypeError, "record is None; it is any of the names rounds, moves, boards, final"),
        ({"record": [1]}, TypeError, r"record is \[1\]; it is any of the names"),
        ({"record": b"moves"}, TypeError, "record is b'moves'; it is any of the names"),
    ],
)
def test_players_and_records_that_are_none(arguments: dict[str, Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        gabata.simulate("andada", 3, **arguments)


def test_rows_that_are_none() -> None:
    batch = gabata.simulate("andada", 3)
    with pytest.raises(IndexError, match="there is no row 1000000; the batch has 3 rows"):
        batch.match(10**6)
    for k in (slice(2), 2.5):
        with pytest.raises(TypeError, match="the number of a row is a whole number"):
            batch.match(k)  # type: ignore[arg-type]
    assert batch.match(-1).moves == batch.match(2).moves


def test_the_last_index_is_named_as_it_was_asked_for() -> None:
    with pytest.raises(ValueError, match=f"first={2**64 - 5} with n=10: the last index"):
        gabata.simulate_chunks("andada", 10, first=2**64 - 5)


def test_a_player_may_return_any_int64_array() -> None:
    def spread(obs: Any, action_mask: Any, to_play: Any) -> Any:
        moves = action_mask.argmax(axis=1).astype(np.int64)
        return np.stack([moves, moves], axis=1)[::-1][::-1, 0]

    def plain(obs: Any, action_mask: Any, to_play: Any) -> Any:
        return action_mask.argmax(axis=1)

    one, other = (gabata.simulate("andada", 20, players=(player, "random")) for player in (spread, plain))
    assert np.array_equal(one.turns, other.turns)


def test_many_unfinished_matches_are_noted() -> None:
    batch = gabata.simulate("gabata-adwa", 20, max_turns=50)
    assert "unfinished at max_turns=50>" in repr(batch)
    assert "cut off at max_turns=50; give more or a game with max_rounds=1" in str(batch.summary())
    whole = gabata.simulate("andada", 20)
    assert "max_turns" not in repr(whole) + str(whole.summary())
