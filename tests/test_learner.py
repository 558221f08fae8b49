"""The notebook that trains a player: its own assertions hold, in time."""

import json
import time
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")
matplotlib = pytest.importorskip("matplotlib")

NOTEBOOK = Path(__file__).parents[1] / "notebooks" / "05_train_a_player.ipynb"


@pytest.mark.slow
def test_a_player_is_trained_in_under_two_minutes() -> None:
    matplotlib.use("Agg")
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    names: dict[str, dict[str, float]] = {}
    before = time.process_time()
    for cell in cells:
        exec("".join(cell["source"]), names)
    assert time.process_time() - before < 240  # two minutes of two cores
    assert names["result"]["highest"] >= 0.6
    assert names["result"]["random"] >= 0.85
