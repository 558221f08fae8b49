"""`import gabata` is light: what needs another library imports it when it is used."""

import subprocess
import sys

HEAVY = ("gymnasium", "matplotlib", "pandas", "pettingzoo", "polars", "pyarrow", "rich", "scipy", "tqdm", "typer")


def test_importing_gabata_imports_no_heavy_library() -> None:
    ask = f"import sys, gabata; print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_playing_imports_no_heavy_library() -> None:
    ask = f"""
import sys, gabata
pos = gabata.Game("andada").start().play(0)
str(pos), repr(pos), pos.legal_mask, gabata.simulate("kalah", 10).summary()
print([name for name in {HEAVY} if name in sys.modules])
"""
    assert subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout == "[]\n"
