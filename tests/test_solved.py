"""Small Kalah boards under best play, against values that an independent solver and the literature give."""

import gabata
import pytest
from golden_files import solved_kalahs


def gain(pos: gabata.Position, known: dict[tuple[bytes, int | None], int]) -> int:
    """What south takes from here on under best play, less what north takes: the stores so far decide nothing."""
    if pos.is_over:
        return 0
    key = (pos.board.tobytes(), pos.to_move)
    if key not in known:
        south, north = pos.held.tolist()
        values = []
        for child in pos.children().values():
            then_south, then_north = child.held.tolist()
            values.append(then_south - south - (then_north - north) + gain(child, known))
        known[key] = max(values) if pos.to_move == 0 else min(values)
    return known[key]


QUICK = [(holes, counters) for holes in (1, 2, 3) for counters in (1, 2, 3, 4)]
SLOW = [(1, 5), (1, 6), (2, 5), (2, 6), (3, 5), (3, 6), (4, 1), (4, 2), (4, 3)]


@pytest.mark.parametrize("empty_capture", ["no", "yes"])
@pytest.mark.parametrize(
    ("holes", "counters"), [*QUICK, *(pytest.param(*size, marks=pytest.mark.slow) for size in SLOW)]
)
def test_a_small_kalah_has_its_solved_value(holes: int, counters: int, empty_capture: str) -> None:
    start = gabata.Game("kalah", holes=holes, counters=counters, empty_capture=empty_capture).start()
    assert gain(start, {}) == solved_kalahs(empty_capture)[holes - 1][counters - 1]
