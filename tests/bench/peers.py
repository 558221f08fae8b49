"""gabata and OpenSpiel in one run: Kalah and Oware in compiled code and stepped from Python; and what Python adds.

OpenSpiel has no bulk playouts; its own C++ plays whole random matches in the `RandomRolloutEvaluator` of its MCTS. Here
a search of a single simulation plays `n_rollouts` of them from a state, and keeps nothing but their mean result. We
return a row a match.

    python tests/bench/peers.py             # needs open_spiel; one thread each, CPU time
"""

import random
import time
from collections.abc import Callable

import gabata
import pyspiel


def cpu(run: Callable[[], int]) -> float:
    """Moves (or what else `run` counts) a second of CPU time; the best of three."""
    rates = []
    for _ in range(3):
        begun = time.process_time()
        count = run()
        rates.append(count / (time.process_time() - begun))
    return max(rates)


def their_mean_length(game: pyspiel.Game, matches: int) -> float:
    """Moves of an OpenSpiel match between random players, on average."""
    rng = random.Random(1)
    return sum(their_match(game, rng) for _ in range(matches)) / matches


def their_match(game: pyspiel.Game, rng: random.Random) -> int:
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return int(state.move_number())


def our_match(game: gabata.Game, rng: random.Random) -> int:
    position = game.start()
    moves = 0
    while not position.is_over:
        position = position.play(rng.choice(position.legal_moves))
        moves += 1
    return moves


def compare(our_name: str, their_name: str) -> None:
    ours, theirs = gabata.Game(our_name), pyspiel.load_game(their_name)
    rollouts = 2000
    length = their_mean_length(theirs, 300)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=1)
    bot = pyspiel.MCTSBot(theirs, evaluator, 1.4, 1, 100, False, 1, False)

    def their_rollouts() -> int:
        bot.mcts_search(theirs.new_initial_state())
        return int(rollouts * length)

    def our_playouts() -> int:
        return int(gabata.simulate(ours, 20_000, seed=1, threads=1).turns.sum())

    rng = random.Random(2)
    rows = [
        ("random playouts, compiled", cpu(their_rollouts), cpu(our_playouts)),
        (
            "stepped from Python",
            cpu(lambda: sum(their_match(theirs, rng) for _ in range(200))),
            cpu(lambda: sum(our_match(ours, rng) for _ in range(200))),
        ),
    ]
    for what, their_rate, our_rate in rows:
        print(f"| {our_name}, {what} | {their_rate / 1e6:.2f} | {our_rate / 1e6:.2f} | {our_rate / their_rate:.1f} |")


def best(run: Callable[[], object], repeat: int = 5, number: int = 1) -> float:
    """Seconds of one `run` by the clock; the best of some."""
    times = []
    for _ in range(repeat):
        begun = time.perf_counter()
        for _ in range(number):
            run()
        times.append((time.perf_counter() - begun) / number)
    return min(times)


def own_figures() -> None:
    position = gabata.Game("andada").start().play(0).play(12)
    move = position.legal_moves[0]
    many = 1_000_000
    one = best(lambda: gabata.simulate("andada", many, threads=1), 3)
    two = best(lambda: gabata.simulate("andada", many, threads=2), 3)
    print("\n| Andada | |\n| --- | --- |")
    print(f"| one Position.play | {best(lambda: position.play(move), 5, 10_000) * 1e9:.0f} ns |")
    print(f"| simulate('andada', 1) | {best(lambda: gabata.simulate('andada', 1), 5, 200) * 1e6:.0f} us |")
    hundred = best(lambda: gabata.simulate("andada", 100_000, threads=1), 7)
    print(f"| a match of 100,000 in one call, against one of {many:,} | {hundred * 10 / one:.3f} x |")
    print(f"| {many:,} matches on two threads, against one | {one / two:.2f} x |")


if __name__ == "__main__":
    print("| moves a second, millions | OpenSpiel | gabata | x |\n| --- | --- | --- | --- |")
    compare("kalah", "mancala")
    compare("oware", "oware")
    own_figures()
