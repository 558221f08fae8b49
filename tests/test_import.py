"""`import gabata` is light: what needs another library imports it when it is used."""

import subprocess
import sys

import pytest

LATER = {"VectorEnv", "envs", "plots", "study", "svg"}
HEAVY = ("gymnasium", "matplotlib", "pandas", "pettingzoo", "polars", "pyarrow", "rich", "scipy", "tqdm", "typer")


def test_importing_gabata_imports_no_heavy_library() -> None:
    ask = f"import sys, gabata; print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("library", "asked", "extra"),
    [
        ("gymnasium", "gabata.VectorEnv", "rl"),
        ("gymnasium", "gabata.envs.single", "rl"),
        ("pettingzoo", "gabata.envs.pettingzoo", "pettingzoo"),
        ("pyspiel", "gabata.envs.openspiel", "openspiel"),
    ],
)
def test_a_missing_library_is_named_with_what_installs_it(library: str, asked: str, extra: str) -> None:
    module, _, name = asked.rpartition(".")
    ask = f"import sys; sys.modules[{library!r}] = None; from {module} import {name}"
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True).stderr
    assert told.splitlines()[-1].endswith(f"is made with {library}: pip install 'gabata[{extra}]'")


def test_dir_names_what_is_imported_later() -> None:
    ask = f"import gabata; print(sorted({LATER} - set(dir(gabata))))"
    assert subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_playing_imports_no_heavy_library() -> None:
    ask = f"""
import sys, gabata
pos = gabata.Game("andada").start().play(0)
str(pos), repr(pos), pos.legal_mask, gabata.simulate("kalah", 10).summary()
print([name for name in {HEAVY} if name in sys.modules])
"""
    assert subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout == "[]\n"
