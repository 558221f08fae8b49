"""Observations: what decides the future is in them, and a turned position looks the same."""

from typing import Any

import gabata
import numpy as np
import pytest
from variants import every_variant

# Small boards, on which positions recur; Oware's past is in no observation, so there its matches are not ended by it.
GAMES = [
    gabata.Game("andada"),
    gabata.Game("andada", singles="latched"),
    gabata.Game("kalah", holes=3, counters=2),
    gabata.Game("oware", holes=3, counters=2, cycle="never"),
    gabata.Game("abalalae", max_rounds=1),
    gabata.Game("abalalae", race="first_round", max_rounds=3),
    gabata.Game("gabata-adwa", max_rounds=3),
]


def future(position: gabata.Position) -> Any:
    """What every move leads to, as the viewer of the position sees it."""
    seat = max(position.to_move or 0, 0)
    after = []
    for move in position.legal_moves:
        child = position.play(move)
        to_move = child.to_move if child.to_move in (None, gabata.CHANCE) else child.to_move == seat
        after.append((move, child.observation(seat).tobytes(), to_move, child.returns[seat]))
    return after


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_equal_observations_have_equal_futures(game: gabata.Game) -> None:
    rng = np.random.default_rng(1)
    known: dict[bytes, Any] = {}
    met_again = 0
    for _ in range(60):
        position = game.start()
        for _ in range(80):
            if position.is_over:
                break
            seen = position.observation().tobytes()
            ahead = future(position)
            met_again += seen in known
            assert known.setdefault(seen, ahead) == ahead, position
            position = position.play(rng.choice(position.legal_moves))
    assert met_again > 30


# With uneven odds of the race the turned position is one of another game.
EVEN = [game for game in every_variant() if game.options.get("race_odds", 0.5) == 0.5]


@pytest.mark.parametrize("game", EVEN, ids=repr)
def test_a_turned_position_looks_the_same(game: gabata.Game) -> None:
    rng = np.random.default_rng(2)
    position = game.start()
    while not position.is_over and position.turns < 60:
        turned = position.turned()
        if position.to_move != gabata.CHANCE:  # then what nobody in particular sees is what south sees
            assert np.array_equal(position.observation(), turned.observation())
        for seat in (0, 1):
            assert np.array_equal(position.observation(seat), turned.observation(1 - seat))
        position = position.play(rng.choice(position.legal_moves))


def test_labels_name_what_is_there() -> None:
    game = gabata.Game("gabata-adwa")
    position = game.start()
    for move in (0, 3, 5, 2):
        position = position.play(position.legal_moves[move % len(position.legal_moves)])
    values = dict(zip(game.observation_labels, position.observation(0).tolist(), strict=True))
    assert (values["my_held"], values["their_held"]) == tuple(position.held)
    assert values["my_turn"] == (position.to_move == 0)
    for k, (row, column) in enumerate(game.track(0)):
        assert values[f"counters[{k}]"] == position.board[row, column]
        assert values[f"owned[{k}]"] == (position.owners[row, column] == 0)
        assert values[f"my_wegues[{k}]"] == (position.wegues[row, column] == 0)
        assert values[f"fresh[{k}]"] == position.fresh[row, column]
    with pytest.raises(ValueError, match="seat is 2"):
        position.observation(2)
