"""The commands `games` and `simulate`."""

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import gabata
import numpy as np
import pytest
from gabata.cli import main


def run(*arguments: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit code of a command."""
    monkeypatch.setattr(sys, "argv", ["gabata", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    code = end.value.code
    return code if isinstance(code, int) else 0


def test_games_lists_every_game_and_option(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("games", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    for game_id in gabata.games():
        assert game_id in printed
        for name in gabata.Game(game_id).options:
            assert f"{name}=" in printed


def test_simulate_prints_what_became_of_the_matches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("simulate", "andada", "--games", "3000", "--seed", "7", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    batch = gabata.simulate("andada", 3000, seed=7)
    south_began = batch.first_mover == 0
    assert f"{(batch.winner[south_began] == 0).mean():.2%}" in printed
    assert f"{(batch.winner == 1).mean():.2%}" in printed
    assert f"{batch.turns.mean():,.1f}" in printed
    assert "unfinished" in printed
    assert "matches/s" in printed
    assert "rounds" not in printed


def test_the_python_call_that_is_printed_gives_the_same_matches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "matches.npz"
    options = ["--option", "race=none", "--option", "race_odds=0.25", "--option", "winnings=out"]
    assert run("simulate", "abalalae", *options, "--games", "50", "--out", str(out), monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "A match is 1 round; whole matches: --option max_rounds=none" in printed
    batch = eval(next(line for line in printed.splitlines() if line.startswith("gabata.simulate(")))
    assert batch.game.options["race"] == "none"
    with np.load(out) as file:
        assert set(batch.columns) <= set(file.files)
        for name, column in batch.columns.items():
            assert np.array_equal(file[name], column)


def test_whole_matches_are_played_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "matches.csv"
    arguments = ["gabata-adwa", "--option", "max_rounds=none", "--games", "5", "--max-turns", "3000", "--out", str(out)]
    assert run("simulate", *arguments, monkeypatch=monkeypatch) == 0
    assert "A match is" not in capsys.readouterr().out
    batch = gabata.simulate("gabata-adwa", 5, max_turns=3000)
    comment, *lines = out.read_text().splitlines()
    assert comment.startswith("# gabata")  # where the rows come from
    rows = list(csv.DictReader(lines))
    assert [int(row["turns"]) for row in rows] == batch.turns.tolist()
    assert [int(row["held_north"]) for row in rows] == batch.held[:, 1].tolist()


WRONG = [
    (["awari"], "there is no game"),
    (["andada", "--option", "holes=13"], "one of 12, 15, 18, 21, 24"),
    (["andada", "--option", "hole=12"], "its options are"),
    (["andada", "--option", "holes"], "NAME=VALUE"),
    (["andada", "--option", "holes=12", "--option", "holes=15"], "given twice"),
    (["andada", "--games", "-1"], "n is -1"),
    (["andada", "--games", str(10**30)], "n is 1000"),
    (["andada", "--games", str(10**15)], "smaller --games"),
    (["andada", "--players", "random", "bot"], "the players are greedy, random"),
    (["andada", "--seed", "-1"], "seed is -1"),
    (["andada", "--threads", "0"], "threads is 0"),
    (["andada", "--out", "matches.txt"], ".csv"),
    (["andada", "--out", os.path.join("no such folder", "matches.npz")], "no such folder"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_what_is_wrong_is_one_line_and_exit_code_2(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("simulate", *arguments, monkeypatch=monkeypatch) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("gabata: ")
    assert printed.err.count("\n") == 1
    assert words in printed.err


def test_numbers_are_written_as_people_write_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in ("1e3", "1,000", "1_000"):
        assert run("simulate", "kalah", "--games", number, monkeypatch=monkeypatch) == 0
        assert "Kalah: 1,000 matches of two random players" in capsys.readouterr().out
    for option, given in (("--games", "1.5"), ("--out", "")):
        assert run("simulate", "kalah", option, given, monkeypatch=monkeypatch) == 2
        assert option in capsys.readouterr().err


def test_players_are_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["kalah", "--games", "50", "--players", "greedy", "random"]
    assert run("simulate", *arguments, monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "greedy as south and random as north" in printed
    batch = eval(next(line for line in printed.splitlines() if line.startswith("gabata.simulate(")))
    assert batch.players == ("greedy", "random")
    assert f"{batch.turns.mean():,.1f}" in printed


def test_the_version_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version", monkeypatch=monkeypatch) == 0
    assert capsys.readouterr().out == f"gabata {gabata.__version__}\n"


@pytest.mark.skipif(os.name == "nt", reason="closes a file as shells do")
def test_closed_standard_error_is_no_trouble() -> None:
    command = f"{sys.executable} -m gabata simulate kalah --games 10 2>&-"
    done = subprocess.run(["/bin/sh", "-c", command], stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0
    assert "10 matches" in done.stdout


def test_a_folder_is_no_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "matches.npz"
    folder.mkdir()
    assert run("simulate", "andada", "--games", "5", "--out", str(folder), monkeypatch=monkeypatch) == 2
    assert str(folder) in capsys.readouterr().err


def test_a_file_is_whole_or_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out = tmp_path / "matches.csv"
    out.write_text("of old")
    assert run("simulate", "andada", "--games", str(10**15), "--out", str(out), monkeypatch=monkeypatch) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["matches.csv"]
    assert out.read_text() == "of old"
    assert run("simulate", "andada", "--games", "5", "--out", str(out), monkeypatch=monkeypatch) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["matches.csv"]
    assert len(out.read_text().splitlines()) == 7


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
def test_ctrl_c_ends_it_and_leaves_no_file(tmp_path: Path) -> None:
    out = tmp_path / "matches.npz"
    command = [sys.executable, "-m", "gabata", "simulate", "kalah", "--games", "100000000", "--out", str(out)]
    with subprocess.Popen([*command, "--threads", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        deadline = time.monotonic() + 30
        while not list(tmp_path.iterdir()) and time.monotonic() < deadline:  # until it plays
            time.sleep(0.05)
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=30)
    assert child.returncode == 130
    assert b"Traceback" not in errors
    assert list(tmp_path.iterdir()) == []


def test_help_and_no_command() -> None:
    for arguments in ([], ["--help"], ["simulate", "--help"]):
        ran = subprocess.run([sys.executable, "-m", "gabata", *arguments], capture_output=True, text=True, check=False)
        assert "Usage: gabata" in ran.stdout + ran.stderr
