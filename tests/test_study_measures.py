"""Measures, comparisons and first differences against plain Python loops over positions and the twin."""

import math
import signal
import subprocess
import sys
import threading
import time
from itertools import pairwise
from typing import Any

import gabata
import numpy as np
import pytest
import twin
from gabata.study import intervals

GAMES = {
    "andada": {},
    "andada-running": {"singles": "running"},
    "abalalae": {"max_rounds": 1},
    "abalalae-two": {"max_rounds": 2},
    "gabata-adwa": {"max_rounds": 1},
    "gabata-adwa-again": {"max_rounds": 2, "after_capture": "again"},
    "kalah": {"empty_capture": "yes"},
    "oware": {"grand_slam": "all"},
}


def game_of(name: str) -> gabata.Game:
    family = name if name in gabata.games() else name.rpartition("-")[0]
    return gabata.Game(family, **GAMES[name])


def standing(pos: gabata.Position) -> list[int]:
    """Counters that speak for each player."""
    if pos.game.id == "andada":
        return [int(pos.board[1].sum()), int(pos.board[0].sum())]
    return [
        int(pos.held[seat]) + int(pos.board[pos.wegues == seat].sum()) * (pos.game.id != "kalah") for seat in (0, 1)
    ]


def captures_of(game: gabata.Game, moves: list[int]) -> int:
    """Landings that capture, as the twin lands."""
    pos = twin.make(game.id, **GAMES_BY_ID[game]).start()
    land, count = pos.land, 0

    def counting(place: int) -> int | None:
        nonlocal count
        before = (pos.held(), pos.wegues())
        onward = land(place)
        count += before != (pos.held(), pos.wegues())
        return onward

    pos.land = counting
    for move in moves:
        pos.play(move)
    return count


GAMES_BY_ID = {game_of(name): options for name, options in GAMES.items()}


def plain(game: gabata.Game, moves: list[int]) -> dict[str, Any]:
    """One match, measured slowly."""
    pos = game.start()
    legal_counts, leads, log = [], [], 0.0
    for move in moves:
        before, count = pos.turns, len(pos.legal_moves)
        log += math.log10(count)
        pos = pos.play(move)
        if pos.turns > before:
            legal_counts.append(count)
            south, north = standing(pos)
            leads.append(south - north)
    turns = len(leads)
    signs = [int(np.sign(lead)) for lead in leads if lead]
    measures: dict[str, Any] = {
        "turns": turns,
        "branching": np.mean(legal_counts),
        "forced": legal_counts.count(1) / turns,
        "captures_a_turn": captures_of(game, moves) / turns,
        "lead_changes": sum(a != b for a, b in pairwise(signs)),
        "tree_size": log,
        "phases": [
            np.mean([count for turn, count in enumerate(legal_counts) if turn * 10 // turns == phase])
            if any(turn * 10 // turns == phase for turn in range(turns))
            else math.nan
            for phase in range(10)
        ],
    }
    if pos.winner is not None:
        ahead = [lead * (1 if pos.winner == 0 else -1) for lead in leads]
        settled = 1 + max((turn + 1 for turn, lead in enumerate(ahead) if lead <= 0), default=0)
        measures["drama"] = sum(lead < 0 for lead in ahead) / turns
        measures["comeback"] = max(0, *(-lead for lead in ahead))
        measures["decisiveness"] = 1 - settled / turns
    return measures


@pytest.mark.parametrize("name", GAMES)
def test_measures_equal_a_plain_loop(name: str) -> None:
    game = game_of(name)
    n, seed = 60, 3
    batch = gabata.simulate(game, n, seed=seed, record=("moves",))
    matches = [plain(game, batch.moves[batch.offsets[k] : batch.offsets[k + 1]].tolist()) for k in range(n)]
    ours = gabata.measure(game, n, seed)
    for match, laps, winner, began in zip(matches, batch.laps, batch.winner, batch.first_mover, strict=True):
        match["laps_a_turn"] = laps / match["turns"]
        match["first_mover_advantage"] = 0 if winner < 0 else 1 if winner == began else -1
    if ours.provenance["options"].get("race_odds", 0.5) == 0.5:
        leaves = math.log10(sum(10 ** match["tree_size"] for match in matches) / n)
        assert ours["tree_leaves"].value == pytest.approx(leaves)
    for measure in ours.measure[5:-1].tolist():
        values = np.array([match[measure] for match in matches if measure in match], dtype=float)
        half = 1.959963984540054 * values.std(ddof=1) / len(values) ** 0.5
        estimate = ours[measure]
        np.testing.assert_allclose(
            [estimate.value, estimate.low, estimate.high], values.mean() + np.array([0, -half, half]), err_msg=measure
        )
    np.testing.assert_allclose(
        ours.branching_by_phase.value, np.nanmean([match["phases"] for match in matches], axis=0), rtol=1e-6
    )
    summary = batch.summary()
    counted = [summary.beginner_wins, summary.other_wins, summary.unfinished]
    estimates = [ours["first_mover_wins"], ours["second_mover_wins"], ours["unfinished"]]
    assert [round(float(estimate.value) * n) for estimate in estimates] == counted
    shares = ours.value.value[: list(ours.measure).index("unfinished") + 1]
    assert shares.sum() == pytest.approx(1)


def test_measures_do_not_depend_on_threads_and_grow_by_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    one = gabata.measure("andada", 3000, seed=5, threads=1)
    three = gabata.measure("andada", 3000, seed=5, threads=3)
    for name, column in one.columns.items():
        np.testing.assert_array_equal(column, three.columns[name])
    monkeypatch.setattr("gabata.study.runs.PIECE_MOVES", 5000)
    pieces = gabata.measure("andada", 3000, seed=5)
    for name, column in one.columns.items():
        if column.dtype.kind == "f":
            np.testing.assert_allclose(column, pieces.columns[name], rtol=1e-9, atol=1e-12)


def test_moments_equal_numpy() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(1e6, 1, 1000)
    moments = intervals.Moments()
    for piece in np.split(values, [1, 1, 10, 700]):
        moments.add(piece)
    assert moments.count == 1000
    np.testing.assert_allclose(moments.average, values.mean())
    np.testing.assert_allclose(moments.deviations / 999, values.var(ddof=1))


def test_players_change_what_is_measured() -> None:
    greedy = gabata.measure("oware", 400, seed=1, players=("greedy", "random"))
    fair = gabata.measure("oware", 400, seed=1)
    assert greedy["first_mover_wins"].low > fair["first_mover_wins"].high
    assert greedy.provenance["players"] == ["greedy", "random"]
    # Only where all moves are equally likely do matches say how many leaves the tree has.
    assert np.isnan(greedy["tree_leaves"].value)
    assert np.isnan(gabata.measure(gabata.Game("abalalae", race_odds=0.6), 20)["tree_leaves"].value)


def test_the_leaves_of_a_small_tree_are_counted() -> None:
    game = gabata.Game("kalah", holes=2, counters=1)

    def leaves(pos: gabata.Position) -> int:
        return 1 if pos.is_over else sum(leaves(child) for child in pos.children().values())

    estimate = float(gabata.measure(game, 20_000, seed=1)["tree_leaves"].value)
    assert 10**estimate == pytest.approx(leaves(game.start()), rel=0.02)


def test_one_round_is_the_unit_and_is_said() -> None:
    measures = gabata.measure("gabata-adwa", 50)
    assert measures.provenance["options"]["max_rounds"] == 1
    assert "1 round" in str(measures)
    two = gabata.measure(gabata.Game("gabata-adwa", max_rounds=2), 50)
    assert two.provenance["options"]["max_rounds"] == 2
    whole = gabata.measure("abalalae", 20, rounds=None)
    assert whole.provenance["options"]["max_rounds"] is None
    assert "Whole matches" in str(whole)
    assert whole["turns"].value > measures["turns"].value
    assert "round" not in " ".join(gabata.measure("andada", 20).notes)


def test_unfinished_matches_are_said_and_are_no_draws() -> None:
    measures = gabata.measure("andada", 40, max_turns=30)
    assert measures["draws"].value == 0
    assert measures["unfinished"].value > 0.9
    cut = round(float(measures["unfinished"].value) * 40)
    for study in (measures, gabata.compare_readings("andada", 40, max_turns=30, readings=[])):
        assert f"{cut} matches are unfinished: what they count stops at max_turns=30." in study.notes
    assert "max_turns=30" in str(gabata.study_openings("andada", 10, max_turns=30))
    assert not any("unfinished" in note for note in gabata.measure("andada", 40).notes)


def test_what_cannot_be_measured_is_said() -> None:
    with pytest.raises(KeyError, match="no measure 'luck'"):
        gabata.measure("andada", 10)["luck"]
    with pytest.raises(ValueError, match="level is 95"):
        gabata.measure("andada", 10, level=95)
    with pytest.raises(ValueError, match="n is -1"):
        gabata.measure("andada", -1)
    with pytest.raises(ValueError, match="they are two"):
        gabata.measure("andada", 10, players="greedy")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no player"):
        gabata.measure("andada", 10, players=("grady", "random"))


def test_progress_reaches_exactly_everything() -> None:
    seen: list[tuple[int, int]] = []
    gabata.measure("andada", 700, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (700, 700)
    assert sorted(seen) == seen
    seen.clear()
    table = gabata.compare_readings("andada", 300, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (300 * len(table), 300 * len(table))


def test_ctrl_c_stops_a_study() -> None:
    script = "import gabata; gabata.measure('gabata-adwa', 10**9, rounds=None, max_turns=10**6)"
    study = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)
    time.sleep(1.5)
    began = time.perf_counter()
    study.send_signal(signal.SIGINT)
    _, told = study.communicate(timeout=20)
    assert time.perf_counter() - began < 5
    assert told.rstrip().endswith("KeyboardInterrupt")


def test_a_study_can_be_cancelled() -> None:
    cancel = gabata.Cancel()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    with pytest.raises(gabata.CancelledError):
        gabata.compare_readings("gabata-adwa", 10**9, rounds=None, cancel=cancel)
    timer.join()


def rows_of(game: gabata.Game, n: int, seed: int) -> dict[str, np.ndarray]:
    """Each measure of each match, from recorded moves."""
    batch = gabata.simulate(game, n, seed=seed, record=("moves",))
    nobody = batch.winner < 0
    moves = [batch.moves[batch.offsets[k] : batch.offsets[k + 1]].tolist() for k in range(n)]
    return {
        "first_mover_wins": ~nobody & (batch.winner == batch.first_mover),
        "draws": nobody & ~np.isin(batch.reason, [gabata.Reason.ENDLESS, gabata.Reason.UNFINISHED]),
        "endless": batch.reason == gabata.Reason.ENDLESS,
        "unfinished": batch.reason == gabata.Reason.UNFINISHED,
        "turns": batch.turns.astype(float),
        "captures": np.array([captures_of(game, match) for match in moves], dtype=float),
    }


def test_a_comparison_equals_a_plain_loop() -> None:
    n, seed = 150, 11
    base = gabata.Game("gabata-adwa", max_rounds=1)
    table = gabata.compare_readings(base, n, seed, readings=["original", "after_capture"])
    assert list(zip(table.reading.tolist(), table.option.tolist(), strict=True)) == [
        ("", ""),
        ("original", "all"),
        ("original", "none"),
        ("after_capture", "again"),
    ]
    GAMES_BY_ID[base] = {"max_rounds": 1}
    default = rows_of(base, n, seed)
    for row, (reading, option) in enumerate(zip(table.reading, table.option, strict=True)):
        options = {"max_rounds": 1} | ({str(reading): str(option)} if reading else {})
        game = gabata.Game("gabata-adwa", **options)
        GAMES_BY_ID[game] = options
        new = rows_of(game, n, seed)
        for name, values in new.items():
            estimate, difference = getattr(table, name)[row], getattr(table, f"{name}_difference")[row]
            apart = values.astype(float) - default[name].astype(float)
            np.testing.assert_allclose([estimate.value, difference.value], [values.mean(), apart.mean()], atol=1e-12)
            if name in ("turns", "captures"):
                half = 1.959963984540054 * apart.std(ddof=1) / n**0.5
                np.testing.assert_allclose(difference.high - difference.value, half, atol=1e-12)
            elif row:
                a, b = values, default[name]
                cells = [int(np.sum(cell)) for cell in (a & b, a & ~b, ~a & b, ~a & ~b)]
                np.testing.assert_array_equal(difference.low, intervals.share_difference(*cells).low)


def test_readings_that_never_come_to_bear_change_nothing_at_all() -> None:
    table = gabata.compare_readings("gabata-adwa", 400, seed=2, readings=["surplus", "starter"])
    assert table.parted.value.tolist() == [0, 0, 0, 0]
    assert table.same.all()
    assert not any(table.matters_for)
    for name in ("first_mover_wins", "draws", "endless", "unfinished", "turns", "captures"):
        assert not getattr(table, f"{name}_difference").low.any()
        assert len(set(getattr(table, name).value.tolist())) == 1
    # Over two rounds they do.
    two = gabata.compare_readings(
        gabata.Game("gabata-adwa", max_rounds=2), 400, seed=2, readings=["surplus", "starter"]
    )
    assert (two.parted.value[1:] > 0).all()


def test_combinations_of_readings() -> None:
    table = gabata.compare_readings("andada", 50, readings=["singles"], options={"holes": [15]}, factorial=True)
    assert len(table) == 4 * 2
    assert table.reading.tolist().count("singles, holes") == 3
    assert table.comparisons == 7 * 6
    assert "42 comparisons" in " ".join(table.notes)


def test_numbers_are_compared_when_values_are_given() -> None:
    n, seed = 200, 3
    table = gabata.compare_readings("abalalae", n, seed, readings=[], options={"race_odds": [0.0, 0.7, 1.0]})
    assert table.option.tolist() == ["", "0.0", "0.7", "1.0"]
    for row, odds in enumerate((0.5, 0.0, 0.7, 1.0)):
        batch = gabata.simulate(gabata.Game("abalalae", max_rounds=1, race_odds=odds), n, seed=seed)
        assert table.turns.value[row] == pytest.approx(batch.turns.mean())
    # Other odds make other moves: to ask where the same moves part makes no sense, and nothing is certainly the same.
    assert np.isnan(table.parted.value[1:]).all()
    assert table.same.tolist() == [True, False, False, False]
    assert (table.endless_difference.high[1:] > 0).all()
    assert any("race_odds is a number" in note for note in gabata.compare_readings("abalalae", 10).notes)
    assert not any("race_odds is a number" in note for note in table.notes)


def test_greedy_players_are_asked_anew_under_each_reading() -> None:
    # They look at what a move comes to, which a reading changes before any move has been made under it.
    n, seed, players = 300, 3, ("greedy", "greedy")
    table = gabata.compare_readings("oware", n, seed, readings=["grand_slam"], players=players)
    for row, option in enumerate(table.option.tolist()):
        game = gabata.Game("oware", **({"grand_slam": option} if option else {}))
        batch = gabata.simulate(game, n, seed=seed, players=players)
        assert table.turns.value[row] == pytest.approx(batch.turns.mean())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"readings": ["single"]}, "no reading 'single'; its readings are singles, opener"),
        ({"options": {"singels": ["turn"]}}, "no option"),
        ({"options": {"holes": [13]}}, "holes cannot be 13"),
    ],
)
def test_unknown_readings_are_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gabata.compare_readings("andada", 10, **arguments)


def seen(pos: gabata.Position) -> tuple[Any, ...]:
    arrays = (pos.board, pos.owners, pos.wegues, pos.held, pos.hands, pos.racers)
    return (*(array.tolist() for array in arrays), pos.to_move, pos.round, pos.outcome, pos.legal_moves)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("andada", {"singles": "never"}),
        ("andada", {"opener": "north"}),
        ("abalalae", {"race_loser": "lap"}),
        ("abalalae", {"race": "none"}),
        ("gabata-adwa", {"original": "all"}),
        ("gabata-adwa", {"last_hole": "stocked"}),
        ("oware", {"grand_slam": "illegal"}),
        ("kalah", {"sweep": "mover"}),
    ],
)
def test_first_differences_equal_a_plain_loop(name: str, options: dict[str, str]) -> None:
    n, seed = 80, 4
    limit = {"max_rounds": 1} if "max_rounds" in gabata.Game(name).options else {}
    a, b = gabata.Game(name, **limit), gabata.Game(name, **limit, **options)
    apart = gabata.first_difference(name, gabata.Game(name, **options), n, seed)
    batch = gabata.simulate(a, n, seed=seed, record=("moves",))
    for k in range(n):
        here, there = a.start(), b.start()
        moves, turns, count = batch.moves[batch.offsets[k] : batch.offsets[k + 1]].tolist(), 0, 0
        while seen(here) == seen(there) and count < len(moves):
            turns += here.to_move != gabata.CHANCE and here.play(moves[count]).turns > here.turns
            here, there = here.play(moves[count]), there.play(moves[count])
            count += 1
        parted = seen(here) != seen(there)
        assert (apart.moves[k], apart.turns[k]) == ((count, turns) if parted else (-1, -1)), k
        if parted:
            found = apart.example(k)
            assert found is not None
            assert found.after == (here, there)
            assert (found.before is None) == (found.explain() is None) == (count == 0)
            if told := found.explain():
                assert tuple(turn.after for turn in told) == (here, there)
    assert apart.parted.value == (apart.moves >= 0).mean()


def test_readings_that_agree_have_no_example() -> None:
    apart = gabata.first_difference("gabata-adwa", gabata.Game("gabata-adwa", surplus="winner_first"), 50)
    assert apart.example() is None
    assert apart.example(3) is None
    assert np.isnan(apart.turns_together.value)
    assert "0 of 50 matches" in str(apart)
    with pytest.raises(ValueError, match="two games"):
        gabata.first_difference("andada", gabata.Game("kalah"))


def test_a_record_of_another_game_is_refused() -> None:
    from gabata import _core

    batch = gabata.simulate("andada", 10, record=("moves",))
    with pytest.raises(ValueError, match=r"match 0: move \d+ of the record is not legal in kalah"):
        _core.measure_courses(gabata.Game("kalah"), batch.moves, batch.offsets, threads=1, cancel=None)
    with pytest.raises(ValueError, match="offsets do not fit"):
        _core.measure_courses(gabata.Game("andada"), batch.moves, batch.offsets + 5, threads=1, cancel=None)
