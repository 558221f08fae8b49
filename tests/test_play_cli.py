"""The commands `rules`, `play` and `replay`, typed as somebody would."""

import io
import json
import os
import sys
from pathlib import Path

import gabata
import pytest
from gabata.cli import main


class Terminal:
    """Runs commands with lines typed in advance, and gives what they print."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def run(self, *arguments: str, typed: str = "", code: int = 0) -> str:
        self.monkeypatch.setattr(sys, "argv", ["gabata", *arguments])
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            main()
        assert (end.value.code or 0) == code
        printed = self.capsys.readouterr()
        return printed.err if code else printed.out


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    monkeypatch.setenv("COLUMNS", "120")
    return Terminal(monkeypatch, capsys)


@pytest.mark.parametrize("game_id", gabata.games())
def test_rules_names_every_clause_and_reading(terminal: Terminal, game_id: str) -> None:
    printed = terminal.run("rules", game_id)
    plain = " ".join(printed.split())
    game = gabata.Game(game_id)
    assert str(game.start()) in "\n".join(line.rstrip() for line in printed.splitlines())
    for clause in game.rules().splitlines():
        assert " ".join(clause.split()) in plain
    for name, reading in game.readings.items():
        assert f"{name} = {reading.default}" in plain
        assert " ".join(reading.why.split()) in plain
        for option in reading.options:
            assert str(option) in plain


def test_rules_shows_what_was_chosen(terminal: Terminal) -> None:
    printed = terminal.run("rules", "abalalae", "--option", "race=none")
    assert "race = none" in printed
    assert "by default every_round" in printed


def test_two_persons_play_by_numbers_and_holes(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    printed = terminal.run("play", "kalah", "--out", str(file), typed="2\n1,5\nmoves\n0,5\nquit\n")
    assert "south: move 2 at 1,2, 1 lap" in printed
    assert "south: move 5 at 1,5, 1 lap" in printed
    assert "0 (0,5)  1 (0,4)" in printed
    assert "north: move 0 at 0,5, 1 lap" in printed
    match = gabata.Match.from_json(file.read_text())
    assert match.moves == [2, 5, 0]
    assert match.position.text in printed
    assert str(match.position) in "\n".join(line.rstrip() for line in printed.splitlines())


def test_what_is_no_move_is_said_and_asked_again(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    typed = "foo\n99\n-1\n1,2,3\n9,9\n0,0\n\nhelp\nwhy\nundo\n2\n"
    printed = terminal.run("play", "kalah", "--out", str(file), typed=typed)
    for words in (
        "'foo' is no move: type its number, or row,column of the hole",
        "move 99 is not legal (K3); legal are [0, 1, 2, 3, 4, 5]",
        "'-1' is no move",
        "'1,2,3' is no move",
        "(9, 9) is no hole: rows run from 0 to 1, columns from 0 to 5",
        "the hole (0, 0) is not south's own",
        "take back the last move",
        "no move has been made yet",
        "nobody has made a move that could be taken back",
    ):
        assert words in printed
    assert gabata.Match.from_json(file.read_text()).moves == [2]


def test_undo_goes_back_behind_the_answer_of_the_computer(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    arguments = ["play", "oware", "--north", "random", "--seed", "1", "--out", str(file)]
    terminal.run(*arguments, typed="2\nq\n")
    assert gabata.Match.from_json(file.read_text()).movers == [0, 1]
    terminal.run(*arguments, typed="2\nwhy\nundo\n3\nq\n")
    match = gabata.Match.from_json(file.read_text())
    assert (match.movers, match.moves[0]) == ([0, 1], 3)


def test_a_race_is_drawn_and_random_players_end_a_match(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    arguments = ["abalalae", "--south", "random", "--north", "random", "--seed", "4", "--option", "max_rounds=1"]
    printed = terminal.run("play", *arguments, "--out", str(file))
    match = gabata.Match.from_json(file.read_text())
    assert match.position.is_over
    assert -1 in match.movers
    assert str(match.position).splitlines()[0] in printed
    assert terminal.run("play", *arguments) == printed[: printed.index("written to")]


def test_replay_steps_back_and_forth(terminal: Terminal, tmp_path: Path) -> None:
    match = gabata.Match("andada")
    for move in (0, 12, 1, 2):
        match.play(move)
    file = tmp_path / "match.json"
    file.write_text(match.to_json())
    printed = terminal.run("replay", str(file), typed="\nnext\nback\n4\nwhy\n\ntext\n0\nback\nwhy\nhm\nhelp\nq\n")
    prompts = [word.split("> ")[0] for word in printed.splitlines() if " of 4> " in word]
    assert [prompt.split()[0] for prompt in prompts] == list("0121444400000")
    assert "3. north: move 1" not in printed
    assert "4. south: move 2 at 1,2" in printed
    assert match.positions[3].explain(2).text in printed
    assert match.position.text in printed
    for words in ("that is the end", "that is the start", "no move led here", "'hm' means nothing here"):
        assert words in printed
    whole = terminal.run("replay", str(file), "--all")
    for position in match.positions:
        assert str(position) in "\n".join(line.rstrip() for line in whole.splitlines())


def test_the_computer_plays_as_its_name_says(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    start = "0,0,0,5,0,0/0,0,1,0,1,0 south 20,21"  # move 2 captures five, move 4 nothing
    for seed in "12345":
        terminal.run("play", "kalah", "--south", "greedy", "--seed", seed, "--start", start, "--out", str(file))
        assert gabata.Match.from_json(file.read_text()).moves[0] == 2
    assert "the players are person, greedy, random" in terminal.run("play", "kalah", "--north", "bot", code=2)


def test_what_oware_has_seen_is_printed_when_asked_for(terminal: Terminal) -> None:
    printed = terminal.run("play", "oware", typed="0\n1\ntext\nq\n")
    assert printed.count(" seen=") == 1


def test_replay_says_who_drops_and_skips_a_race(terminal: Terminal, tmp_path: Path) -> None:
    match = gabata.Match("abalalae")
    match.settle(1)
    file = tmp_path / "match.json"
    file.write_text(match.to_json())
    printed = terminal.run("replay", str(file), typed="\nskip\nskip\nq\n")
    assert f"1. chance: {('south', 'north')[match.moves[0]]} drops at " in printed
    assert f"{len(match)} of {len(match)}> that is the end" in printed


WRONG = [
    (["rules", "awari"], "there is no game"),
    (["play", "andada", "--option", "holes=13"], "one of 12, 15, 18, 21, 24"),
    (["play", "kalah", "--start", "4,4"], "found 1 rows, wanted 2"),
    (["play", "kalah", "--out", os.path.join("no such folder", "match.json")], "no such folder"),
    (["replay", "no such file.json"], "No such file"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_what_is_wrong_is_said_with_exit_code_2(terminal: Terminal, arguments: list[str], words: str) -> None:
    printed = terminal.run(*arguments, code=2)
    assert printed.startswith("gabata: ")
    assert words in printed


def test_a_damaged_file_is_said_with_exit_code_2(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    record = {"version": 1, "game": "kalah", "moves": [[0, 2], [1, 1]]}
    file.write_text(json.dumps(record))
    assert "moves[1] of 2 is [1, 1]: player 0 decides there" in terminal.run("replay", str(file), code=2)
    file.write_bytes(b"\xff\xfe")
    assert terminal.run("replay", str(file), code=2).startswith(f"gabata: {file}: ")
    record["moves"] = []
    file.write_text(json.dumps(record))
    assert "--at 3: the match has 0 moves" in terminal.run("replay", str(file), "--at", "3", code=2)
