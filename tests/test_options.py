"""Games, their options and readings, and what is said of wrong ones."""

import itertools
from typing import Any

import gabata
import pytest


def test_the_games_are_listed_in_order() -> None:
    assert gabata.games() == sorted(gabata.games())
    assert {"abalalae", "andada", "gabata-adwa", "kalah", "oware"} <= set(gabata.games())


@pytest.mark.parametrize("game_id", gabata.games())
def test_every_value_of_every_reading_plays(game_id: str) -> None:
    default = gabata.Game(game_id)
    for name, reading in default.readings.items():
        assert reading.default == default.options[name]
        assert reading.why
        for value in reading.options:
            game = gabata.Game(game_id, **{name: value})
            assert game.options == default.options | {name: value}
            assert (game == default) == (value == reading.default)
            assert gabata.simulate(game, 20, seed=1, max_turns=200).turns.min() > 0


@pytest.mark.parametrize("game_id", gabata.games())
def test_two_readings_together_play_too(game_id: str) -> None:
    readings = {name: reading.options for name, reading in gabata.Game(game_id).readings.items() if reading.options}
    for (one, ones), (two, twos) in itertools.combinations(readings.items(), 2):
        for first, second in itertools.product(ones, twos):
            game = gabata.Game(game_id, **{one: first, two: second})
            assert len(gabata.simulate(game, 3, max_turns=100)) == 3


@pytest.mark.parametrize("game_id", gabata.games())
def test_options_are_said_in_words_and_all_have_values(game_id: str) -> None:
    game = gabata.Game(game_id)
    assert game.options.keys() == game.allowed.keys() >= game.readings.keys()
    assert gabata.Game(game_id, **game.options) == game
    assert hash(gabata.Game(game_id, **game.options)) == hash(game)
    assert game.title
    assert game.source
    for line in game.rules().splitlines():
        assert line.split()[0][1:].isdigit()


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("awari", {}, r'there is no game "awari"; the games are abalalae, andada, gabata-adwa, kalah, oware'),
    ("andada", {"hole": 12}, r'andada has no option "hole"; its options are holes, direction, singles, opener'),
    ("andada", {"max_rounds": 1}, r"andada has no option"),
    ("andada", {"holes": 13}, r"andada: holes cannot be 13; it is one of 12, 15, 18, 21, 24"),
    ("andada", {"holes": 12.0}, r"holes cannot be 12.0"),
    ("andada", {"holes": None}, r"holes cannot be None"),
    ("andada", {"holes": "12"}, r'holes cannot be "12"'),
    ("andada", {"direction": "left"}, r'direction cannot be "left"; it is one of "anticlockwise", "clockwise"'),
    ("abalalae", {"race_odds": 1.5}, r"race_odds cannot be 1.5; it is a number from 0 to 1"),
    ("abalalae", {"race_odds": float("nan")}, r"race_odds cannot be NaN"),
    ("abalalae", {"max_rounds": 0}, r"max_rounds cannot be 0; it is a whole number from 1 to 4294967295, or None"),
    ("gabata-adwa", {"original": "some"}, r'original cannot be "some"; it is one of "hole", "all", "none"'),
    ("kalah", {"holes": 12, "counters": 11}, r"counters cannot be 11 with 12 holes, 264 .*at most 10 with 12 holes"),
    ("oware", {"counters": 0}, r"counters cannot be 0; it is a whole number from 1 to 12"),
    ("oware", {"holes": 13}, r"holes cannot be 13; it is a whole number from 1 to 12"),
]


@pytest.mark.parametrize(("game_id", "options", "words"), WRONG)
def test_a_wrong_game_or_option_is_told_what_is_right(game_id: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gabata.Game(game_id, **options)


@pytest.mark.parametrize("value", [True, b"hole", ["hole"], 2**70, object()])
def test_an_option_of_another_kind_is_refused(value: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"option|holes"):
        gabata.Game("andada", holes=value)


def test_what_is_no_game_is_refused() -> None:
    for thing in (3, None, gabata.Game):
        with pytest.raises(TypeError, match="a game or the id of one"):
            gabata.simulate(thing, 1)  # type: ignore[arg-type]
