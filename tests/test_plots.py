"""Plots draw into the axes they are given, return them, and refuse what they cannot draw."""

import matplotlib

matplotlib.use("Agg")

import gabata
import matplotlib.pyplot as plt
import numpy as np
import pytest
from gabata import plots
from gabata.study import intervals


@pytest.fixture
def ax():
    figure, axes = plt.subplots()
    yield axes
    plt.close(figure)


@pytest.fixture(autouse=True)
def _closes_figures():
    yield
    plt.close("all")


def test_lengths_are_shares_of_all(ax):
    assert plots.lengths([1, 1, 1, 2], ax=ax, of="laps") is ax
    points, median = ax.get_lines()
    assert points.get_xydata().tolist() == [[1, 0.75], [2, 0.25]]
    assert median.get_xdata()[0] == 1
    assert ax.get_xlabel() == "laps"


def test_lengths_beyond_thirty_are_binned_without_loss(ax):
    values = np.arange(1, 2001)
    plots.lengths(values, ax=ax)
    x, share = ax.get_lines()[0].get_xydata().T
    assert len(x) < 80
    assert np.allclose(share, 1 / 2000)  # each length occurs once


def test_lengths_of_a_batch_leave_out_what_is_unfinished():
    batch = gabata.simulate("andada", 200, seed=1, max_turns=60)
    finished = int((batch.reason != gabata.Reason.UNFINISHED).sum())
    assert 0 < finished < 200
    _, share = plots.lengths(batch).get_lines()[0].get_xydata().T
    assert share.min() >= 1 / finished / 60


@pytest.mark.parametrize("values", [[], [0, 1], [1.5], [[1]]])
def test_lengths_refuse(values):
    with pytest.raises(ValueError, match="whole numbers from 1"):
        plots.lengths(values)


def test_rates_colour_what_differs_from_the_reference(ax):
    estimate = intervals.share([500, 600, 0], [1000, 1000, 0])
    assert plots.rates(estimate, ["even", "more", "none"], ax=ax) is ax
    assert [label.get_text() for label in ax.get_yticklabels()] == ["even", "more", "none"]
    even, more = (container.lines[0].get_xydata().tolist() for container in ax.containers)
    assert more == [[0.6, 1.0]]
    assert even[0] == [0.5, 0.0]
    assert ax.yaxis_inverted()


def test_rates_of_studies_name_their_rows():
    table = gabata.compare_readings("andada", 200, seed=1, readings=["singles"])
    ax = plots.rates(table)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["default", "singles: latched", "singles: running", "singles: never"]
    values = np.concatenate([container.lines[0].get_xydata() for container in ax.containers])
    assert sorted(values[:, 0]) == sorted(table.first_mover_wins.value)
    turns = plots.rates(table, column="turns_difference", reference=0)
    assert 0 in np.concatenate([container.lines[0].get_xdata() for container in turns.containers])
    with pytest.raises(ValueError, match=r"no estimate 'wins'; it has .*first_mover_wins"):
        plots.rates(table, column="wins")
    with pytest.raises(ValueError, match="no names of their own"):
        plots.rates(gabata.measure("andada", 100, seed=1))


def test_rates_refuse_names_that_do_not_fit():
    with pytest.raises(ValueError, match="each of 2 names"):
        plots.rates(([0.5], [0.4], [0.6]), ["a", "b"])


def figures(ax):
    return {tuple(map(round, text.get_position())): float(text.get_text()) for text in ax.texts}


def test_moves_stand_where_their_holes_are(ax):
    assert plots.moves("oware", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], seat=1, ax=ax) is ax
    assert figures(ax) == {(5 - k, 0): (k + 1) / 10 for k in range(6)}  # north's hole 0 is at the upper right


def test_moves_of_a_batch_are_shares(ax):
    batch = gabata.simulate("andada", 300, seed=2, record=("moves",))
    plots.moves("andada", batch, ax=ax)
    shown = figures(ax)
    assert set(shown) == {(column, 1) for column in range(12)}
    south = batch.moves[batch.movers == 0]
    expected = np.bincount(south, minlength=14) / len(south)
    assert all(abs(shown[k, 1] - expected[k]) < 0.006 for k in range(12))


def test_moves_take_a_number_a_hole_and_refuse_other_shapes():
    assert len(plots.moves("gabata-adwa", np.arange(18.0).reshape(3, 6)).texts) == 18
    with pytest.raises(ValueError, match="6 moves on a board of"):
        plots.moves("kalah", [1, 2, 3])


def test_holdings_of_a_match(ax):
    pos = gabata.Game("abalalae", race="none").start()
    rng = np.random.default_rng(5)
    while len(pos.rounds) < 3 and not pos.is_over:
        pos = pos.play(int(rng.choice(pos.legal_moves)))
    assert plots.holdings(pos, ax=ax) is ax
    south, north = (line.get_ydata() for line in ax.get_lines()[:2])
    assert np.array_equal(np.stack([south, north], axis=1), pos.rounds)
    with pytest.raises(ValueError, match="at least one round"):
        plots.holdings(gabata.Game("abalalae").start())


def test_branching_is_a_mean_over_the_matches_that_get_there(ax):
    assert plots.branching([[6, 4, 2], [4, 4], [2]], fewest=2, ax=ax) is ax
    assert ax.get_lines()[0].get_xydata().tolist() == [[1, 4], [2, 4]]
    phases = gabata.measure("andada", 100, seed=1).branching_by_phase
    assert np.array_equal(plots.branching(phases).get_lines()[0].get_ydata(), phases.value)
    with pytest.raises(ValueError, match="one array of shape"):
        plots.branching([])


def test_what_no_plot_is_made_of_is_named() -> None:
    batch = gabata.simulate("andada", 10)
    for draw, given, words in (
        (plots.rates, batch, "study is .*Batch"),
        (plots.branching, batch, "counts is .*Batch"),
        (plots.branching, 3, "counts is 3"),
        (plots.branching, [["a"]], r"counts\[0\] is .*numbers are wanted"),
        (plots.rates, (["a"], [0], [1]), "value is .*numbers are wanted"),
    ):
        with pytest.raises(TypeError, match=words):
            draw(given)
    for draw, given, words in (
        (plots.lengths, "x", "whole numbers from 1"),
        (plots.lengths, [[1], [1, 2]], "lengths are lists that make no array"),
        (plots.holdings, [[1, 2], [3]], "rounds are lists that make no array"),
        (plots.rates, ([0.5], [0.4]), "study has 2 parts"),
    ):
        with pytest.raises(ValueError, match=words):
            draw(given)
