"""The golden traces, which a slow independent implementation made: one match, or the beginning of one, a line."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent / "golden"


def traces() -> list[Any]:
    """A pytest parameter a line, named by file, line (from 0) and game."""
    cases = []
    for path in sorted(FOLDER.glob("*.jsonl.gz")):
        with gzip.open(path, "rt") as lines:
            for number, line in enumerate(lines):
                trace = json.loads(line)
                cases.append(pytest.param(trace, id=f"{path.name.removesuffix('.jsonl.gz')}-{number}-{trace['game']}"))
    return cases


def perft_rows() -> list[dict[str, Any]]:
    """Games with their options and how many ways there are to play 1, 2, ... moves."""
    return list(json.loads((FOLDER / "perft.json").read_text()))


def solved_kalahs(empty_capture: str) -> list[list[int | None]]:
    """`[holes - 1][counters - 1]`: the first mover's counters less the second's, under best play."""
    return list(json.loads((FOLDER / "solved.json").read_text())["kalah"][f"empty_capture={empty_capture}"])
