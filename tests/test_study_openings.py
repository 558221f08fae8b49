"""Openings: known facts about what they make of the board."""

import gabata
import numpy as np
import pytest


@pytest.mark.parametrize("holes", [12, 15, 18, 21, 24])
@pytest.mark.parametrize("direction", ["anticlockwise", "clockwise"])
@pytest.mark.parametrize("opener", ["south", "north"])
def test_andada_has_three_classes_at_every_size(holes: int, direction: str, opener: str) -> None:
    made = gabata.openings(gabata.Game("andada", holes=holes, direction=direction, opener=opener))
    assert made.moves.tolist() == list(range(holes))
    assert made.same_as.tolist() == [move % 3 for move in range(holes)]
    assert len(np.unique(made.boards, axis=0)) == 3
    # A board's half turn is the board itself; the first and the last class are left and right of each other.
    assert made.turned.tolist() == made.same_as.tolist()
    assert made.reflected.tolist() == [2 - move % 3 for move in range(holes)]


def test_the_boards_are_those_that_the_source_prints() -> None:
    made = gabata.openings("andada")
    assert made.boards[0].tolist() == [[3, 3, 0] * 4, [0, 3, 3] * 4]
    assert made.boards[1].tolist() == [[3, 0, 3] * 4, [3, 0, 3] * 4]
    assert made.boards[2].tolist() == [[0, 3, 3] * 4, [3, 3, 0] * 4]


@pytest.mark.parametrize("name", ["kalah", "oware"])
@pytest.mark.parametrize("holes", [1, 4, 6])
def test_openings_of_two_row_games_are_all_unlike_and_shift_along_the_track(name: str, holes: int) -> None:
    made = gabata.openings(gabata.Game(name, holes=holes, counters=5))
    assert made.moves.tolist() == list(range(holes))
    assert made.same_as.tolist() == list(range(holes))
    # Oware's loop looks the same from each of its holes, and making six captures nothing.
    if name == "oware":
        tracks = np.concatenate([made.boards[:, 1], made.boards[:, 0, ::-1]], axis=1)
        for move in range(holes):
            assert np.roll(tracks[0], move).tolist() == tracks[move].tolist()


@pytest.mark.parametrize(
    "game", [gabata.Game("gabata-adwa"), gabata.Game("abalalae", race="none"), gabata.Game("kalah")], ids=str
)
def test_openings_are_what_positions_play(game: gabata.Game) -> None:
    made = gabata.openings(game)
    start = game.start()
    assert made.moves.tolist() == start.legal_moves
    for move, board in zip(made.moves.tolist(), made.boards, strict=True):
        assert np.array_equal(start.play(move).board, board)


def test_a_race_has_no_openings() -> None:
    with pytest.raises(ValueError, match="race_outcomes"):
        gabata.openings("abalalae")
    settled = gabata.Game("abalalae").start().settle(1)
    assert gabata.openings("abalalae", start=settled).moves.tolist() == settled.legal_moves
    with pytest.raises(ValueError, match="not of"):
        gabata.openings("andada", start=settled)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("andada", {}),
        ("andada", {"opener": "north"}),
        ("kalah", {}),
        ("abalalae", {"race": "none"}),
        ("gabata-adwa", {}),
    ],
)
def test_openings_played_equal_a_plain_loop(name: str, options: dict[str, str]) -> None:
    n, seed = 30, 9
    played = gabata.study_openings(gabata.Game(name, **options), n, seed)
    limit = {"max_rounds": 1} if "max_rounds" in gabata.Game(name).options else {}
    game = gabata.Game(name, **options, **limit)
    first = game.start()
    row = 0
    for opening in sorted(
        {first.legal_moves.index(move) % (3 if name == "andada" else 99) for move in first.legal_moves}
    ):
        after = first.play(opening)
        begun = [after.play(choice) for choice in after.legal_moves] if name == "andada" else [after]
        for start in begun:
            begins = start.to_move if name == "andada" else 0
            batch = gabata.simulate(game, n, seed=seed, first=row * n, start=start)
            assert (played.opening[row], played.begins[row]) == (opening, begins)
            assert np.array_equal(played.boards[row], after.board)
            wins = [float((batch.winner == seat).mean()) for seat in (begins, 1 - begins)]
            np.testing.assert_allclose([played.first_mover_wins.value[row], played.second_mover_wins.value[row]], wins)
            np.testing.assert_allclose(played.turns.value[row], batch.turns.mean() + start.turns)
            row += 1
    assert row == len(played)
    parts = (played.first_mover_wins, played.second_mover_wins, played.draws, played.endless, played.unfinished)
    np.testing.assert_allclose(sum(part.value for part in parts), 1)


def test_openings_played_are_those_of_either_opener() -> None:
    # Whoever opens, the three boards and the two who may begin are the same: so is what becomes of them.
    south = gabata.study_openings(gabata.Game("andada", opener="south"), 4000, seed=1)
    north = gabata.study_openings(gabata.Game("andada", opener="north"), 4000, seed=2)
    order = np.lexsort([south.begins, south.opening])
    # North's opening k makes the board of south's, and the same player begins in the row of the other choice.
    turned = np.lexsort([1 - north.begins, north.opening])
    gap = south.first_mover_wins.value[order] - north.first_mover_wins.value[turned]
    assert np.abs(gap).max() < 0.05
    assert south.boards[order].tolist() == north.boards[turned].tolist()


def test_races_are_those_that_open_simulated_matches() -> None:
    n, seed = 200, 6
    game = gabata.Game("abalalae", max_rounds=1)
    races = gabata.race_outcomes(game, n, seed)
    batch = gabata.simulate(game, n, seed=seed, record=("moves", "boards"))
    ends: dict[tuple[bytes, int], int] = {}
    steps = []
    for k in range(n):
        movers = batch.movers[batch.offsets[k] : batch.offsets[k + 1]]
        drops = int((movers == gabata.CHANCE).sum())
        steps.append(drops)
        end = (batch.boards[batch.offsets[k] + drops - 1].tobytes(), int(batch.first_mover[k]))
        ends[end] = ends.get(end, 0) + 1
    found = zip(races.boards, races.winner, races.count, strict=True)
    assert {(board.tobytes(), int(winner)): int(count) for board, winner, count in found} == ends
    assert races.count.tolist() == sorted(races.count.tolist(), reverse=True)
    assert races.south_wins.value == (batch.first_mover == 0).mean()
    np.testing.assert_allclose(races.drops_together.value, np.mean(steps))
    total = (races.drops.sum(axis=1) * races.count).sum() / n
    np.testing.assert_allclose(total, races.drops_together.value + races.drops_alone.value)


def test_races_of_certain_odds_are_won_by_who_drops_alone() -> None:
    only_south = gabata.race_outcomes(gabata.Game("abalalae", race_odds=1), 20)
    assert (only_south.winner.tolist(), only_south.count.tolist()) == ([0], [20])
    pos = gabata.Game("abalalae", race_odds=1).start()
    drops = 0
    while pos.to_move == gabata.CHANCE:
        pos, drops = pos.play(0), drops + 1
    assert np.array_equal(only_south.boards[0], pos.board)
    assert only_south.drops_together.value == drops


def test_races_under_the_other_reading_leave_the_loser_short() -> None:
    finishes = gabata.race_outcomes(n=500, seed=1)
    lap = gabata.race_outcomes(gabata.Game("abalalae", race_loser="lap"), 500, seed=1)
    assert lap.drops_alone.value < finishes.drops_alone.value
    assert lap.drops_together.value == finishes.drops_together.value
    with pytest.raises(ValueError, match="does not begin with a race"):
        gabata.race_outcomes("andada", 10)
    with pytest.raises(ValueError, match="n is 0"):
        gabata.race_outcomes(n=0)


def test_races_grow_by_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = gabata.race_outcomes(n=500, seed=3)
    monkeypatch.setattr("gabata.study.races.PIECE", 64)
    pieces = gabata.race_outcomes(n=500, seed=3)
    for name in ("boards", "winner", "count"):
        np.testing.assert_array_equal(getattr(whole, name), getattr(pieces, name))
    assert "different outcomes" in str(whole)
