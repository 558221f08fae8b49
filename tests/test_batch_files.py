"""Batches on their way out: Arrow, files, and what notebooks show."""

from __future__ import annotations

import io
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import gabata
import numpy as np
import pytest
from gabata import Batch, Game, saving
from gabata._files import replacing
from gabata.batch import COLUMNS

SUFFIXES = (".npz", ".csv", ".parquet")
every_suffix = pytest.mark.parametrize("suffix", SUFFIXES)
FLAT = ["winner", "reason", "turns", "rounds", "laps", "held_south", "held_north", "first_mover", "opening"]


@pytest.fixture(scope="module")
def batch() -> Batch:
    return gabata.simulate(Game("abalalae", max_rounds=2), 500, seed=2**64 - 1, first=7, players=("greedy", "random"))


def same_columns(one: Batch, other: Batch) -> bool:
    pairs = [(one.columns[name], other.columns[name]) for name in one.columns]
    return all(left.dtype == right.dtype and np.array_equal(left, right) for left, right in pairs)


CSV_DTYPES = COLUMNS | {"held_south": np.dtype(np.int32), "held_north": np.dtype(np.int32)}


def flat_column(batch: Batch, name: str) -> list[int]:
    if name.startswith("held_"):
        return batch.held[:, ("held_south", "held_north").index(name)].tolist()
    return batch.columns[name].tolist()


# --- Arrow ---


def test_pyarrow_reads_a_batch(batch: Batch) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(batch)
    assert table.column_names == FLAT
    assert [str(kind) for kind in table.schema.types] == [
        "int8", "uint8", "uint32", "uint32", "uint64", "int32", "int32", "int8", "int8",
    ]  # fmt: skip
    assert {name: table[name].to_pylist() for name in FLAT} == {name: flat_column(batch, name) for name in FLAT}
    assert json.loads(table.schema.metadata[b"gabata"]) == batch.provenance


def test_polars_and_pandas_read_a_batch(batch: Batch) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(batch)
    assert frame.columns == FLAT
    assert frame["turns"].to_list() == batch.turns.tolist()
    pandas = pytest.importorskip("pandas", minversion="3")
    frame = pandas.DataFrame.from_arrow(batch)
    assert list(frame) == FLAT
    assert frame["held_north"].tolist() == batch.held[:, 1].tolist()


def test_a_stream_is_taken_once_or_dropped(batch: Batch) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for _ in range(100):
        batch.__arrow_c_stream__()  # dropped without being read
    reader = pyarrow.RecordBatchReader.from_stream(batch)
    assert reader.read_all().num_rows == 500


def test_an_empty_batch_goes_by_arrow() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.table(gabata.simulate("kalah", 0)).num_rows == 0


# --- files ---


@every_suffix
def test_what_is_saved_is_loaded(batch: Batch, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"batch{suffix}"
    batch.save(path)
    again = gabata.load(path)
    assert same_columns(batch, again)
    assert again.provenance == batch.provenance
    assert again.game == batch.game
    assert again.match(13).position.turns == batch.turns[13]
    assert os.listdir(tmp_path) == [path.name]


@every_suffix
def test_no_rows_are_saved_and_loaded(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"none{suffix}"
    gabata.simulate("oware", 0).save(path)
    assert len(gabata.load(path)) == 0


def test_provenance_makes_the_batch_again(batch: Batch) -> None:
    made = json.loads(json.dumps(batch.provenance))
    assert made["version"] == gabata.__version__
    again = gabata.simulate(
        Game(made["game"], **made["options"]),
        made["n"],
        seed=made["seed"],
        first=made["first"],
        players=made["players"],
        max_turns=made["max_turns"],
    )
    assert same_columns(batch, again)


def test_records_and_starts_are_saved_as_npz(tmp_path: Path) -> None:
    game = Game("abalalae")
    starts = [game.start().settle(seed) for seed in range(4)]
    batch = gabata.simulate(
        game, 20, start=starts, games_each=5, max_turns=50, record=("moves", "boards", "rounds", "final")
    )
    batch.save(tmp_path / "batch.npz")
    again = gabata.load(tmp_path / "batch.npz")
    assert again.starts == tuple(starts)
    assert again.records.keys() == batch.records.keys()
    assert all(np.array_equal(array, again.records[name]) for name, array in batch.records.items())
    assert again.match(17).positions == batch.match(17).positions
    for suffix in (".csv", ".parquet"):
        with pytest.raises(ValueError, match=f"saved as .npz only, not as {suffix}"):
            batch.save(tmp_path / f"batch{suffix}")
    assert os.listdir(tmp_path) == ["batch.npz"]


def test_a_start_keeps_its_past(tmp_path: Path) -> None:
    start = Game("oware").start().play(0).play(0).play(1)
    batch = gabata.simulate("oware", 5, start=start)
    batch.save(tmp_path / "batch.npz")
    assert gabata.load(tmp_path / "batch.npz").starts == (start,)


def test_functions_are_saved_by_name(tmp_path: Path) -> None:
    def lowest(obs: Any, action_mask: Any, to_play: Any) -> Any:
        return action_mask.argmax(axis=1)

    batch = gabata.simulate("kalah", 5, players=(lowest, "random"))
    batch.save(tmp_path / "batch.csv")
    again = gabata.load(tmp_path / "batch.csv")
    assert again.players == (f"function {lowest.__qualname__}", "random")
    with pytest.raises(ValueError, match="function for a player"):
        again.match(0)


def test_a_csv_is_plain(batch: Batch, tmp_path: Path) -> None:
    path = tmp_path / "batch.csv"
    batch.save(path)
    first, head, row, *_ = path.read_text().splitlines()
    assert json.loads(first.removeprefix("# gabata "))["seed"] == 2**64 - 1
    assert head.split(",") == FLAT
    assert row.split(",") == [str(flat_column(batch, name)[0]) for name in FLAT]
    pandas = pytest.importorskip("pandas")
    assert pandas.read_csv(path, comment="#")["laps"].tolist() == batch.laps.tolist()


@pytest.mark.parametrize("name", ["batch.txt", "batch", "batch.npz.gz"])
def test_other_suffixes_are_refused(batch: Batch, tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=r"ends in \.npz, \.csv, \.parquet"):
        batch.save(tmp_path / name)
    with pytest.raises(ValueError, match=r"ends in \.npz, \.csv, \.parquet"):
        gabata.load(tmp_path / name)


@every_suffix
def test_a_file_that_cannot_be_written_whole_leaves_what_was_there(
    batch: Batch, tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"batch{suffix}"
    path.write_text("what was there")
    opened = Path.open

    class FullDisk(io.BytesIO):
        """Takes some bytes and then no more."""

        def write(self, data: Any) -> int:
            if self.tell() > 100:
                raise OSError(28, "No space left on device")
            return super().write(data)

    def opens(self: Path, mode: str = "r", *arguments: Any, **named: Any) -> Any:
        opened(self, mode, *arguments, **named).close()
        return FullDisk()

    monkeypatch.setattr(Path, "open", opens)
    with pytest.raises(OSError, match="No space left"):
        batch.save(path)
    monkeypatch.undo()
    assert path.read_text() == "what was there"
    assert os.listdir(tmp_path) == [path.name]


def test_a_folder_that_is_not_there(batch: Batch, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        batch.save(tmp_path / "nowhere" / "batch.npz")
    with pytest.raises(FileNotFoundError):
        gabata.load(tmp_path / "batch.npz")


@every_suffix
def test_damage_is_noticed(batch: Batch, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"batch{suffix}"
    batch.save(path)
    whole = path.read_bytes()
    for cut in (0, 10, len(whole) // 2, len(whole) - 2):
        path.write_bytes(whole[:cut])
        with pytest.raises(ValueError, match="batch"):
            gabata.load(path)


def test_altered_numbers_are_noticed(batch: Batch, tmp_path: Path) -> None:
    path = tmp_path / "batch.csv"
    batch.save(path)
    lines = path.read_text().splitlines()
    winner, *rest = lines[5].split(",")
    lines[5] = ",".join(["1" if winner == "0" else "0", *rest])
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(ValueError, match="its numbers, or where they come from, are not those"):
        gabata.load(path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": 2}, "is of form 2; this gabata reads form 1"),
        ({"game": "chess"}, "chess"),
        ({"options": {"seeds": 3}}, "seeds"),
        ({"n": 499}, r"winner is int8 \(500,\); it would be int8 \(499,\)"),
        ({"starts": ["nonsense"]}, "holds no batch"),
        ({"seed": -1}, "seed is -1; it is a whole number from 0"),
        ({"seed": 1.5}, "seed is 1.5"),
        ({"first": 2**64 - 1}, "do not go together"),
        ({"max_turns": True}, "max_turns is True"),
        ({"games_each": 3}, "do not go together"),
        ({"players": "ab"}, "players is 'ab'"),
        ({"players": ["greedy", None]}, "players is"),
        ({"record": ["songs"]}, "record is"),
        ({"record": ["moves"]}, "has no offsets"),
    ],
)
def test_files_of_another_kind(batch: Batch, tmp_path: Path, change: dict[str, Any], words: str) -> None:
    path = tmp_path / "batch.csv"
    batch.save(path)
    with path.open("wb") as file:  # with a digest that is right
        saving.write(file, ".csv", batch.file_arrays(".csv"), batch.provenance | change)
    with pytest.raises(ValueError, match=words):
        gabata.load(path)


@every_suffix
def test_an_altered_provenance_is_noticed(batch: Batch, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"batch{suffix}"
    batch.save(path)
    arrays, made = saving.read(path, CSV_DTYPES)
    digest = saving._digest(arrays, made)
    with pytest.MonkeyPatch.context() as patch, path.open("wb") as file:
        patch.setattr(saving, "_digest", lambda arrays, told: digest)  # the old one
        saving.write(file, suffix, arrays, batch.provenance | {"seed": 8})
    with pytest.raises(ValueError, match="where they come from, are not those that were saved"):
        gabata.load(path)


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_any_damage_is_the_same_error(batch: Batch, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"batch{suffix}"
    batch.save(path)
    whole = path.read_bytes()
    chosen = np.random.default_rng(1)
    missed = 0
    for _ in range(300):
        damaged = bytearray(whole)
        for at in chosen.integers(len(whole), size=3):
            damaged[at] = int(chosen.integers(256))
        path.write_bytes(damaged)
        with suppress(ValueError):
            gabata.load(path)
            missed += 1
    assert missed < 100  # some bytes say nothing


def test_what_another_process_left_is_not_in_the_way(batch: Batch, tmp_path: Path) -> None:
    path = tmp_path / "batch.npz"
    with replacing(path) as one, replacing(path) as other:
        one.write(b"1")
        other.write(b"2")
    assert path.read_bytes() == b"1"  # whoever ends last
    long = tmp_path / ("b" * 251 + ".npz")
    batch.save(long)
    assert len(gabata.load(long)) == len(batch)
    assert sorted(os.listdir(tmp_path)) == sorted([path.name, long.name])


def test_a_study_says_how_it_is_read(tmp_path: Path) -> None:
    openings = gabata.openings("andada")
    openings.save(tmp_path / "study.npz")
    with pytest.raises(ValueError, match=r"holds no batch but a study: gabata\.study\.Openings\.load reads it"):
        gabata.load(tmp_path / "study.npz")


def test_a_csv_of_pandas_says_what_is_missing(batch: Batch, tmp_path: Path) -> None:
    (tmp_path / "batch.csv").write_text("winner,reason\n0,1\n")
    with pytest.raises(ValueError, match="its first line, which says where the numbers come from, does not begin"):
        gabata.load(tmp_path / "batch.csv")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("other.csv", b"a,b\n1,2\n"),
        ("other.csv", b"\xff\xfe\x00"),
        ("other.csv", b"# gabata {}\n"),
        ("other.npz", b"PK\x03\x04nothing"),
        ("other.parquet", b"PAR1PAR1"),
    ],
)
def test_files_of_others(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match="no file that gabata saved"):
        gabata.load(tmp_path / name)


def test_an_archive_of_others(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", turns=np.zeros(3))
    with pytest.raises(ValueError, match="it has no 'gabata'"):
        gabata.load(tmp_path / "other.npz")


# --- what is shown ---


def test_the_summary_counts_every_match_once(batch: Batch) -> None:
    summary = batch.summary()
    assert summary.matches == 500
    assert sum(summary.wins) + sum(summary.draws.values()) + summary.unfinished == 500
    assert summary.wins == (int((batch.winner == 0).sum()), int((batch.winner == 1).sum()))
    assert summary.beginner_wins == int(((batch.winner == batch.first_mover) & (batch.winner >= 0)).sum())
    assert summary.beginner_wins + summary.other_wins == sum(summary.wins)
    assert summary.turns is not None
    assert summary.turns.mean == pytest.approx(batch.turns.mean())
    assert summary.turns.median in batch.turns
    cut = gabata.simulate("abalalae", 100, max_turns=5).summary()
    assert cut.unfinished > 90
    assert sum(cut.draws.values()) == 0


def test_a_notebook_shows_the_summary(batch: Batch) -> None:
    shown = batch._repr_html_()
    assert shown.count("<tr>") == len(batch.summary().rows())
    assert "<table>" in shown
    assert f"{batch.summary().wins[0]:,}" in shown
    assert "500 matches" in repr(batch)
    assert "greedy against random" in repr(batch)
