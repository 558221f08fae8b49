"""Kalah and Oware move for move against OpenSpiel, whose authors never saw this library."""

import random
import re
from dataclasses import dataclass
from typing import Any

import gabata
import pytest

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

MATCHES = 2_000
OWARE_PLIES = 1_000
"""OpenSpiel raises past this many."""


@dataclass(frozen=True)
class View:
    """A position in our numbers."""

    board: list[list[int]]
    held: list[int]
    legal: list[int]
    to_move: int | None

    @classmethod
    def of(cls, pos: gabata.Position) -> "View":
        return cls(pos.board.tolist(), pos.held.tolist(), pos.legal_moves, pos.to_move)


def mancala(state: Any) -> View:
    """OpenSpiel prints north's holes as we do, the stores, north's first, and south's holes.

    Its pits are numbered 0 for north's store, 1 to 6 for south's holes from south's left, 7 for south's store, 8 to 13
    for north's holes from north's left; a pit's number is the move that lifts it.
    """
    top, stores, bottom = ([int(count) for count in re.findall(r"\d+", line)] for line in str(state).splitlines()[:3])
    over = state.is_terminal()
    legal = [] if over else [lifted(move) for move in state.legal_actions()]
    return View([top, bottom], stores[::-1], legal, None if over else state.current_player())


def lifted(move: int) -> int:
    """Our number of a move of OpenSpiel's `mancala`."""
    return move - (8 if move > 7 else 1)


def oware(state: Any) -> View:
    """OpenSpiel's words: who moves, scores, south's holes and north's, each from their own left; so are its moves."""
    _, scores, houses = state.observation_string(0).split("|")
    counts = [int(count) for count in houses.split()]
    over = state.is_terminal()
    board = [counts[:5:-1], counts[:6]]
    legal = [] if over else state.legal_actions()
    return View(board, [int(score) for score in scores.split()], legal, None if over else state.current_player())


def shared_out(end: View) -> list[int]:
    """What each player has, with what lies in their row.

    At the end OpenSpiel leaves the counters of a Kalah board where they are, and shares out those of an Oware board
    also when somebody has more than half; we do it the other way.
    """
    return [end.held[0] + sum(end.board[1]), end.held[1] + sum(end.board[0])]


def random_matches(game: Any) -> Any:
    """2,000 matches of OpenSpiel's game, each with its own generator of random choices."""
    for seed in range(MATCHES):
        yield game.new_initial_state(), random.Random(seed)


def test_kalah_is_openspiels_mancala() -> None:
    for state, choose in random_matches(pyspiel.load_game("mancala")):
        pos = gabata.Game("kalah").start()
        while not state.is_terminal():
            view = mancala(state)
            assert View.of(pos) == view
            move = choose.choice(state.legal_actions())
            assert lifted(move) in view.legal
            state.apply_action(move)
            pos = pos.play(lifted(move))
        assert pos.is_over
        assert shared_out(View.of(pos)) == shared_out(mancala(state))
        assert list(pos.returns) == state.returns()


def test_oware_is_openspiels() -> None:
    compared_ends = 0
    for state, choose in random_matches(pyspiel.load_game("oware")):
        pos = gabata.Game("oware").start()
        while not state.is_terminal() and pos.turns < OWARE_PLIES:
            assert View.of(pos) == oware(state)
            move = choose.choice(state.legal_actions())
            state.apply_action(move)
            pos = pos.play(move)
        if state.is_terminal():
            assert pos.is_over
            assert shared_out(View.of(pos)) == shared_out(oware(state))
            assert list(pos.returns) == state.returns()
            compared_ends += 1
    assert compared_ends > 0.9 * MATCHES
