"""Counts the instructions of the hot loops under valgrind and compares them with `instructions.json`.

Clocks on shared machines lie; instructions do not. Each loop plays the same matches with an instruction set of its own,
so that the count does not depend on the machine. Exit code 1 when a count has grown by more than the tolerance.

    python tests/bench/guard.py             # compare
    python tests/bench/guard.py --update    # write what is counted as the new baseline
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BASELINE = HERE / "instructions.json"
TOLERANCE = 0.05
MATCHES = {"andada": 2000, "andada24": 500, "gabata-adwa": 40, "abalalae": 60}
WAYS = ("loop", "Sse2", "Avx2")


def bench_binary() -> str:
    """The bench, built as `cargo bench` builds it."""
    command = ["cargo", "bench", "--bench", "speed", "--no-run", "--message-format=json"]
    built = subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True).stdout
    messages = [json.loads(line) for line in built.splitlines()]
    found = [message["executable"] for message in messages if message.get("target", {}).get("name") == "speed"]
    return str(found[-1])


def instructions(binary: str, game: str, way: str) -> int:
    """Instructions that it takes to play the matches of a game one way."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    run = subprocess.run([*valgrind, binary, game, way, str(MATCHES[game])], capture_output=True, text=True)
    counted = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or counted is None:
        raise SystemExit(f"valgrind could not count {game} {way}:\n{run.stderr}")
    return int(counted[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write the baseline")
    update = parser.parse_args().update
    binary = bench_binary()
    counts = {f"{game} {way}": instructions(binary, game, way) for game in MATCHES for way in WAYS}
    if update:
        BASELINE.write_text(json.dumps(counts, indent=2) + "\n")
        return
    baseline = json.loads(BASELINE.read_text())
    print("| loop | instructions | baseline | ratio |\n| --- | --- | --- | --- |")
    for name, count in counts.items():
        print(f"| {name} | {count:,} | {baseline[name]:,} | {count / baseline[name]:.3f} |")
    slower = [name for name, count in counts.items() if count > baseline[name] * (1 + TOLERANCE)]
    if slower:
        sys.exit(f"more instructions than the baseline and {TOLERANCE:.0%}: {', '.join(slower)}")


if __name__ == "__main__":
    main()
