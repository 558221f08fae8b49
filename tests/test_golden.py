"""Every golden trace and perft table, through Python; `golden.rs` does the same without it."""

from typing import Any

import gabata
import numpy as np
import pytest
from golden_files import FOLDER, perft_rows, traces


def letters(sets: np.ndarray[Any, Any]) -> str:
    """`s`, `n` or `.` for each hole, in array order."""
    return "".join("sn."[whose] for whose in sets.ravel().tolist())


@pytest.mark.parametrize("trace", traces())
def test_a_trace_replays(trace: dict[str, Any]) -> None:
    pos = gabata.Game(trace["game"], **trace["options"]).start()
    counters = int(pos.board.sum() + pos.held.sum() + pos.hands.sum())
    for k, (mover, move) in enumerate(trace["moves"]):
        assert (k, pos.to_move, pos.legal_moves) == (k, mover, trace["legal"][k])
        assert np.flatnonzero(pos.legal_mask).tolist() == trace["legal"][k]
        assert [move for move, _ in pos.chance] == (trace["legal"][k] if mover == gabata.CHANCE else [])
        pos = pos.play(move)
        assert (k, pos.board.ravel().tolist()) == (k, trace["boards"][k])
        assert (k, pos.to_move, pos.held.tolist()) == (k, trace["to_move"][k], trace["held"][k])
        if "wegues" in trace:
            assert (k, letters(pos.wegues), letters(pos.owners)) == (k, trace["wegues"][k], trace["owners"][k])
        assert pos.board.sum() + pos.held.sum() + pos.hands.sum() == counters
    assert pos.rounds.tolist() == trace["rounds"]
    assert (pos.winner, pos.endless) == (trace["winner"], trace["endless"])
    assert pos.is_over == (pos.to_move is None) == (pos.outcome is not None)
    if pos.is_over:
        assert pos.legal_moves == []
        assert not pos.legal_mask.any()


def test_there_are_traces_of_every_game() -> None:
    assert {case.values[0]["game"] for case in traces()} == set(gabata.games())
    assert len(list(FOLDER.glob("*.jsonl.gz"))) == 7


@pytest.mark.parametrize("row", perft_rows(), ids=lambda row: f"{row['game']}-{row['options']}")
def test_perft(row: dict[str, Any]) -> None:
    start = gabata.Game(row["game"], **row["options"]).start()
    assert [gabata.perft(start, depth) for depth in range(1, len(row["perft"]) + 1)] == row["perft"]
