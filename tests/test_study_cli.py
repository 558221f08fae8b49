"""`gabata compare`."""

import subprocess
import sys
from pathlib import Path

import gabata
import pytest
from gabata.study import Comparison


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "gabata", "compare", *arguments], capture_output=True, text=True)


def test_what_it_prints_is_the_study(tmp_path: Path) -> None:
    path = tmp_path / "readings.npz"
    told = run("gabata-adwa", "--games", "300", "--seed", "4", "--reading", "original", "--out", str(path))
    assert told.returncode == 0, told.stderr
    table = gabata.compare_readings("gabata-adwa", 300, 4, readings=["original"])
    assert str(Comparison.load(path)) == str(table)
    for text in ("original=all", "original=none", table.turns[0].text(), table.difference("turns")[2].text(sign=True)):
        assert " ".join(text.split()) in " ".join(told.stdout.split())
    assert "A match is 1 round" in told.stdout
    assert "matters_for" not in told.stdout


def test_the_first_mover_is_shown_even_where_nothing_changes() -> None:
    told = run("andada", "--games", "1e2", "--reading", "opener")
    table = gabata.compare_readings("andada", 100, 0, readings=["opener"])
    assert table.matters_for[1] == ""
    difference = table.first_mover_wins_difference[1].text(sign=True)
    assert f"(first mover wins {difference})" in " ".join(told.stdout.split())


def test_combinations_name_every_reading_they_change() -> None:
    told = run("andada", "--games", "50", "--factorial")
    assert told.returncode == 0, told.stderr
    assert told.stdout.count("opener=north") == 4
    assert told.stdout.count("singles=never") == 2


def test_readings_that_never_apply_are_said_to() -> None:
    told = run("gabata-adwa", "--games", "50", "--reading", "surplus")
    assert "nothing: it never applied" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["andada", "--reading", "sing"], "no reading 'sing'"),
        (["andada", "--games", "0"], "n is 0"),
        (["andada", "--level", "2"], "level is 2"),
        (["andada", "--games", "10", "--out", "no/such/folder.npz"], "no/such/folder.npz"),
        (["andada", "--games", "10", "--out", "readings.txt"], "readings.txt"),
        (["nine-mens-morris"], "nine-mens-morris"),
    ],
)
def test_what_is_wrong_is_one_line(arguments: list[str], words: str) -> None:
    told = run(*arguments)
    assert told.returncode == 2
    assert words in told.stderr
    assert "Traceback" not in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1
