"""The OpenSpiel games under OpenSpiel's own tests, for every game."""

from typing import Any

import gabata
import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from gabata.envs import openspiel  # noqa: E402

openspiel.register()
NAMES = {game: f"gabata_{game.replace('-', '_')}" for game in gabata.games()}


def test_the_names_of_the_issue() -> None:
    openspiel.register()  # twice is once
    wanted = {"gabata_andada", "gabata_abalalae", "gabata_gabata_adwa", "gabata_kalah", "gabata_oware"}
    assert wanted <= set(pyspiel.registered_names())
    assert pyspiel.load_game("gabata_andada(holes=15)").game == gabata.Game("andada", holes=15)
    assert pyspiel.load_game("gabata_abalalae").game == gabata.Game("abalalae", max_rounds=1)
    assert pyspiel.load_game("gabata_abalalae(max_rounds=0)").game == gabata.Game("abalalae")


@pytest.mark.parametrize("game", gabata.games())
def test_random_sim_test(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(NAMES[game]), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("game", gabata.games())
def test_states_are_positions(game: str) -> None:
    spiel = pyspiel.load_game(NAMES[game])
    state = spiel.new_initial_state()
    rng = np.random.default_rng(1)
    chances = 0
    while not state.is_terminal():
        position: gabata.Position = state.position
        assert state.legal_actions() == position.legal_moves
        assert state.is_chance_node() == (position.to_move == gabata.CHANCE)
        if state.is_chance_node():
            assert state.chance_outcomes() == position.chance
            chances += 1
        else:
            assert state.current_player() == position.to_move
        for seat in (0, 1):
            assert state.observation_tensor(seat) == position.observation(seat).tolist()
        state.apply_action(rng.choice(state.legal_actions()))
        assert state.position == position.play(state.history()[-1])
    assert state.position.is_over
    assert tuple(state.returns()) == state.position.returns
    assert (chances > 0) == gabata.Game(game).has_chance
    again = spiel.deserialize_state(state.serialize())
    assert again.position == state.position
    assert again.is_terminal()


def test_a_match_has_a_greatest_length() -> None:
    spiel = pyspiel.load_game("gabata_gabata_adwa(max_rounds=0,max_game_length=50)")
    state = spiel.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.move_number() == spiel.max_game_length() == 50
    assert state.returns() == [0.0, 0.0]


@pytest.mark.parametrize("game", ["abalalae", "kalah"])
def test_python_mcts_plays_a_match(game: str) -> None:
    mcts: Any = pytest.importorskip("open_spiel.python.algorithms.mcts")
    spiel = pyspiel.load_game(NAMES[game])
    rng = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [mcts.MCTSBot(spiel, 1.5, simulations, evaluator, random_state=rng) for simulations in (20, 2)]
    state = spiel.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=odds))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert state.position.is_over
