"""Random matches stepped in a Python loop, beside OpenSpiel's, in one run: `python tests/bench/stepping.py`.

Each row is the best of five rounds that take turns. Moves of both libraries are chosen by `random.Random`.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import gabata
import pyspiel

ROUNDS, MATCHES = 5, 300


def positions(game: gabata.Game, choose: random.Random) -> int:
    """Plays a match over immutable positions; the moves made."""
    pos, moves = game.start(), 0
    while not pos.is_over:
        pos = pos.play(choose.choice(pos.legal_moves))
        moves += 1
    return moves


def applied(game: Any, choose: random.Random) -> int:
    """The same over OpenSpiel's states, which change."""
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(choose.choice(state.legal_actions()))
        moves += 1
    return moves


def children(game: Any, choose: random.Random) -> int:
    """The same over OpenSpiel's children, which do not."""
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        state = state.child(choose.choice(state.legal_actions()))
        moves += 1
    return moves


def speed(play: Callable[[Any, random.Random], int], game: Any, seed: int) -> float:
    """Moves a second."""
    choose = random.Random(seed)
    began = time.perf_counter()
    moves = sum(play(game, choose) for _ in range(MATCHES))
    return moves / (time.perf_counter() - began)


def main() -> None:
    mancala, oware = pyspiel.load_game("mancala"), pyspiel.load_game("oware")
    rows: list[tuple[str, Callable[[Any, random.Random], int], Any]] = [
        ("OpenSpiel mancala, apply_action", applied, mancala),
        ("OpenSpiel mancala, child", children, mancala),
        ("gabata kalah, play", positions, gabata.Game("kalah")),
        ("OpenSpiel oware, apply_action", applied, oware),
        ("gabata oware, play", positions, gabata.Game("oware")),
        ("gabata andada, play", positions, gabata.Game("andada")),
    ]
    best = [0.0] * len(rows)
    for seed in range(ROUNDS):
        best = [max(seen, speed(play, game, seed)) for seen, (_, play, game) in zip(best, rows, strict=True)]
    for (label, _, _), moves in zip(rows, best, strict=True):
        print(f"{label:<34}{moves / 1e6:6.2f} million moves/s {moves / best[0]:6.2f}")


if __name__ == "__main__":
    main()
