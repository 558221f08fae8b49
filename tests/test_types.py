"""A user's typed program passes `mypy --strict` and runs."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).with_name("typed_example.py")


def test_a_typed_program_runs() -> None:
    subprocess.run([sys.executable, str(EXAMPLE)], check=True, capture_output=True)


@pytest.mark.slow
def test_a_typed_program_passes_mypy() -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(EXAMPLE)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.slow
def test_a_wrong_program_does_not_pass_mypy(tmp_path: Path) -> None:
    """The check itself is checked: types that were all `Any` would let everything pass."""
    pytest.importorskip("mypy")
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import gabata\n\npos: gabata.Position = gabata.Game("andada").start().board\n')
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(wrong)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Incompatible types in assignment" in checked.stdout
