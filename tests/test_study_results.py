"""Intervals against a statistics library and the literature; results through notebooks, Arrow and files."""

from collections.abc import Callable
from pathlib import Path

import gabata
import numpy as np
import pytest
from gabata.study import Measures, Openings, Result, intervals


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_wilson_equals_the_statistics_library(level: float) -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    n = np.repeat([1, 7, 100, 123_456], 5)
    count = (n * np.tile([0, 0.1, 0.5, 0.93, 1], 4)).astype(int)
    ours = intervals.share(count, n, level)
    low, high = proportion.proportion_confint(count, n, alpha=1 - level, method="wilson")
    np.testing.assert_allclose(ours.low, low, atol=1e-12)
    np.testing.assert_allclose(ours.high, high, atol=1e-12)
    np.testing.assert_array_equal(ours.value, count / n)


@pytest.mark.parametrize(
    ("table", "low", "high"),
    [
        # R. G. Newcombe 1998, the pairs of table II; M. Fagerland et al. 2014, the airways of Bentur et al.
        ((36, 12, 2, 0), 0.0569, 0.3404),
        ((1, 1, 7, 12), -0.507, -0.026),
    ],
)
def test_paired_shares_equal_published_intervals(table: tuple[int, int, int, int], low: float, high: float) -> None:
    ours = intervals.share_difference(*table)
    digits = len(str(low).split(".")[1])
    assert (round(float(ours.low), digits), round(float(ours.high), digits)) == (low, high)


def test_uncorrelated_pairs_come_to_newcombes_interval_for_two_samples() -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    ours = intervals.share_difference(12, 18, 28, 42)  # 30 and 40 in 100, and nothing to tie them
    low, high = proportion.confint_proportions_2indep(30, 100, 40, 100, method="newcomb")
    np.testing.assert_allclose([ours.low, ours.high], [low, high], atol=1e-12)


def test_the_paired_interval_covers_as_often_as_it_says() -> None:
    rng = np.random.default_rng(5)
    cells = np.array([0.3, 0.05, 0.12, 0.53])
    truth = cells[1] - cells[2]
    hits = 0
    for counts in rng.multinomial(400, cells, size=2000):
        ours = intervals.share_difference(*counts)
        hits += ours.low <= truth <= ours.high
    assert 0.93 < hits / 2000 < 0.97


def test_means_equal_the_statistics_library() -> None:
    weightstats = pytest.importorskip("statsmodels.stats.weightstats")
    values = np.random.default_rng(1).normal(3, 2, 500)
    moments = intervals.Moments()
    moments.add(values)
    moments.add([np.nan, np.nan])
    ours = moments.mean(0.9)
    low, high = weightstats.DescrStatsW(values).zconfint_mean(alpha=0.1)
    np.testing.assert_allclose([ours.low, ours.high], [low, high])


def test_nothing_sampled_says_nothing() -> None:
    one = intervals.Moments()
    assert np.isnan(one.mean().value)
    one.add([4])
    assert one.mean().value == 4
    assert np.isnan(one.mean().low)
    assert np.isnan(intervals.share(0, 0).value)
    assert np.isnan(intervals.share(0, 0).low)
    assert np.isnan(intervals.share_difference(0, 0, 0, 0).value)
    with pytest.raises(ValueError, match="between 0 and 1"):
        intervals.share(1, 2, level=95)


def test_results_are_frozen() -> None:
    made = gabata.openings("andada")
    with pytest.raises(ValueError, match="read-only"):
        made.boards[0, 0, 0] = 9
    with pytest.raises(AttributeError):
        made.moves = made.boards  # type: ignore[misc, assignment]


def test_results_draw_themselves() -> None:
    made = gabata.openings(gabata.Game("andada", holes=24))
    page = made._repr_html_()
    assert page.count("<tr>") == 25
    assert "3 3 0 3 3 0" in page
    assert "andada(holes=24)" in page
    assert "andada(holes=24)" in str(made)
    assert len(made) == 24


def test_results_go_through_arrow() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    made = gabata.openings("andada")
    table = pyarrow.table(made)
    assert table.column_names == list(made.columns)
    assert table["boards"][2].as_py() == made.boards[2].tolist()
    assert b'"game": "andada"' in table.schema.metadata[b"gabata"]
    measures = gabata.measure("andada", 50)
    table = pyarrow.table(measures)
    assert table["measure"].to_pylist() == measures.measure.tolist()
    np.testing.assert_array_equal(table["value_low"].to_numpy(), measures.value.low)


def test_results_become_polars_frames() -> None:
    polars = pytest.importorskip("polars")
    races = gabata.race_outcomes(n=50)
    frame = polars.DataFrame(races)
    assert frame["boards"].to_list() == races.boards.tolist()
    assert frame["drops"].to_list() == races.drops.tolist()


RESULTS: list[Callable[[], Result]] = [
    lambda: gabata.openings("gabata-adwa"),
    lambda: gabata.study_openings("andada", 20),
    lambda: gabata.race_outcomes(n=20),
    lambda: gabata.measure("andada", 50),
    lambda: gabata.compare_readings("andada", 50),
    lambda: gabata.first_difference("andada", gabata.Game("andada", singles="never"), 50),
]


@pytest.mark.parametrize("make", RESULTS)
def test_saving_and_loading_give_the_same(make: Callable[[], Result], tmp_path: Path) -> None:
    made = make()
    path = tmp_path / "study.npz"
    made.save(path)
    back = type(made).load(path)
    assert back.provenance == made.provenance
    assert (str(back), back._repr_html_()) == (str(made), made._repr_html_())
    for name, column in made.file_arrays(".npz").items():
        np.testing.assert_array_equal(back.file_arrays(".npz")[name], column)
    assert [entry.name for entry in tmp_path.iterdir()] == ["study.npz"]


def test_tables_go_into_other_files_and_boards_do_not(tmp_path: Path) -> None:
    measures = gabata.measure("andada", 50)
    measures.save(tmp_path / "measures.csv")
    lines = (tmp_path / "measures.csv").read_text().splitlines()
    assert lines[1] == "measure,value,value_low,value_high,definition"
    assert len(lines) == 2 + len(measures)
    with pytest.raises(ValueError, match=r"boards is saved as \.npz only"):
        gabata.openings("andada").save(tmp_path / "openings.csv")
    with pytest.raises(ValueError, match=r"read back from \.npz"):
        Measures.load(tmp_path / "measures.csv")


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="npz"):
        gabata.openings("andada").save(tmp_path / "openings.xyz")
    with pytest.raises(OSError, match="no-such"):
        gabata.openings("andada").save(tmp_path / "no-such" / "openings.npz")
    path = tmp_path / "batch.npz"
    gabata.simulate("andada", 5).save(path)
    with pytest.raises(ValueError, match="what a Batch holds, not a Openings"):
        Openings.load(path)
    gabata.openings("andada").save(path)
    with pytest.raises(ValueError, match="holds no batch"):
        gabata.load(path)
    with pytest.raises(ValueError, match="what a Openings holds, not a Measures"):
        Measures.load(path)


def test_players_that_are_functions_are_named() -> None:
    def first_legal(obs: np.ndarray, mask: np.ndarray, to_play: np.ndarray) -> np.ndarray:
        return mask.argmax(axis=1)

    measures = gabata.measure("oware", 20, players=(first_legal, "random"))
    south = measures.provenance["players"][0]
    assert south.startswith("function")
    assert south.endswith("first_legal")


def test_numbers_of_numpy_are_as_good_as_pythons(tmp_path: Path) -> None:
    measures = gabata.measure("andada", np.int64(20), np.uint8(3), players=["random", "random"], level=np.float64(0.9))  # type: ignore[arg-type]
    measures.save(tmp_path / "measures.npz")
    assert str(measures) == str(gabata.measure("andada", 20, 3, level=0.9))
    races = gabata.race_outcomes(n=np.int64(20), seed=np.int64(1))
    races.save(tmp_path / "races.npz")


def test_a_study_of_every_game(tmp_path: Path) -> None:
    for name in gabata.games():
        game = gabata.Game(name)
        assert len(gabata.measure(game, 20)) > 10
        assert len(gabata.compare_readings(game, 20)) > 1
        if not game.has_chance:
            assert len(gabata.study_openings(game, 5)) > 1
