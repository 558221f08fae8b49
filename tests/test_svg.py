"""Pictures are XML, draw every position there is, and refuse what the board does not have."""

import random
import re
import runpy
from pathlib import Path
from xml.etree import ElementTree as ET

import gabata
import pytest
from gabata import svg
from hypothesis import given, settings
from hypothesis import strategies as st

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [gabata.Game(id) for id in gabata.games()]
GAMES += [
    gabata.Game("andada", holes=24),
    gabata.Game("andada", direction="clockwise", singles="running"),
    gabata.Game("abalalae", race="none", winnings="out"),
    gabata.Game("gabata-adwa", after_capture="again"),
    gabata.Game("oware", holes=1, counters=12),
    gabata.Game("kalah", holes=12, counters=10),
]


@st.composite
def positions(draw):
    """Any position that some moves lead to, ends included."""
    pos = draw(st.sampled_from(GAMES)).start()
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=120)):
        if pos.is_over:
            break
        pos = pos.play(pos.legal_moves[choice % len(pos.legal_moves)])
    return pos


def parse(picture):
    """The picture's elements; fails if it is no XML, or refers to anything outside itself."""
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    names = {node.get("id") for node in root.iter()}
    assert set(re.findall(r"url\(#([^)]*)\)", picture)) <= names
    assert {node.get("href") for node in root.iter(f"{SVG}use")} <= {f"#{name}" for name in names}
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    return root


def texts(root):
    return [node.text for node in root.iter(f"{SVG}text")]


@given(positions(), st.sampled_from(["south", "north"]), st.booleans(), st.sampled_from(["wood", "plain"]))
@settings(max_examples=150, deadline=None)
def test_every_position_draws(pos, orientation, counts, theme):
    root = parse(svg.board(pos, orientation=orientation, counts=counts, theme=theme))
    width, height = (float(value) for value in root.get("viewBox").split()[2:])
    for circle in root.iter(f"{SVG}circle"):
        x, y, r = (float(circle.get(name)) for name in ("cx", "cy", "r"))
        assert r <= x <= width - r
        assert r <= y <= height - r
    written = texts(root)
    if counts:
        assert all(str(count) in written for count in pos.board.ravel() if count)
    assert all(str(held) in written for held in pos.held)
    if pos.to_move in (0, 1):
        assert all(str(move) in written for move in pos.legal_moves if pos.hole(move) is not None)


def test_a_notebook_draws_a_position():
    pos = gabata.Game("oware").start()
    assert pos._repr_svg_() == svg.board(pos)
    assert svg.board(pos)._repr_svg_() == svg.board(pos)


def test_seeds_are_drawn_one_by_one_up_to_a_dozen():
    pos = gabata.Game("oware", holes=2, counters=12).start()
    assert len(list(parse(svg.board(pos)).iter(f"{SVG}use"))) == 48
    more = pos.play(0).play(0)
    assert more.board.max() > 12
    drawn = sum(min(int(count), 12) for count in more.board.ravel()) + int(more.held.sum())
    assert len(list(parse(svg.board(more)).iter(f"{SVG}use"))) == drawn


def test_the_same_position_makes_the_same_picture():
    pos = gabata.Game("abalalae").start().settle(3)
    assert svg.board(pos) == svg.board(gabata.Game("abalalae").start().settle(3))


def test_orientation_puts_a_player_at_the_bottom():
    pos = gabata.Game("kalah").start()
    for orientation, lower in (("south", "South · to move"), ("north", "North")):
        heights = {
            node.text: float(node.get("y"))
            for node in parse(svg.board(pos, orientation=orientation)).iter(f"{SVG}text")
        }
        names = {name: height for name, height in heights.items() if name in ("South · to move", "North")}
        assert max(names, key=names.get) == lower


def test_labels_fills_and_arrows():
    pos = gabata.Game("oware").start()
    picture = svg.board(
        pos,
        labels={(0, 0): "<best> & \x00"},
        fill={(1, 1): "gold"},
        arrows=[((1, 0), (0, 3)), svg.Arrow((0, 0), (0, 0), "red", "7")],
        size=300,
    )
    root = parse(picture)
    assert root.get("width") == "300"
    assert {"<best> & \N{REPLACEMENT CHARACTER}", "7"} <= set(texts(root))
    assert any(node.get("fill") == "gold" for node in root.iter())
    assert "2" not in texts(parse(svg.board(pos, labels=None)))


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ({"orientation": "east"}, "orientation 'east'"),
        ({"theme": "gold"}, "unknown theme 'gold'; there are wood, plain"),
        ({"labels": "numbers"}, "unknown labels 'numbers'"),
        ({"size": 0}, "size is 0"),
        ({"size": float("nan")}, "size is nan"),
        ({"size": 10**400}, "size is a whole number of 1329 bits"),
        ({"fill": {(2, 0): "red"}}, r"no hole \(2, 0\) for fill; the board has 2 rows and 6 columns"),
        ({"labels": {(0, 6): "x"}}, r"no hole \(0, 6\)"),
        ({"arrows": [((0, 0), (-1, 0))]}, r"no hole \(-1, 0\)"),
        ({"fill": {(0,): "red"}}, r"a hole of fill is \(0,\)"),
        ({"arrows": [((0, 0), (1, 0, 0))]}, r"a hole of arrows\[0\] is \(1, 0, 0\)"),
    ],
)
def test_refusals(argument, words):
    with pytest.raises(ValueError, match=words):
        svg.board(gabata.Game("oware").start(), **argument)


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ({"size": "300"}, "size is '300'"),
        ({"last": "x"}, "last is 'x'"),
        ({"labels": {(0, 0): 3}}, r"labels\[\(0, 0\)\] is 3"),
        ({"labels": {(0.5, 0): "x"}}, r"hole \(0.5, 0\) of labels is 0.5"),
        ({"fill": {(0.5, 0): "red"}}, r"hole \(0.5, 0\) of fill is 0.5"),
        ({"fill": {3: "red"}}, "a hole of fill is 3"),
        ({"arrows": [3]}, r"arrows\[0\] is 3"),
        ({"arrows": [((0.5, 0), (0, 0))]}, r"hole \(0.5, 0\) of arrows\[0\] is 0.5"),
    ],
)
def test_other_kinds_are_refused(argument, words):
    with pytest.raises(TypeError, match=words):
        svg.board(gabata.Game("oware").start(), **argument)


@pytest.mark.parametrize("draw", [svg.board, svg.turn, svg.animate, svg.player, svg.score_sheet])
def test_each_picture_says_what_it_is_made_of(draw):
    with pytest.raises(TypeError, match=r'is gabata\.Game\("oware"\); it is a gabata\.'):
        draw(gabata.Game("oware"))


def test_a_score_sheet_shows_some_move():
    match = gabata.Match("oware")
    for few in (0, -3):
        with pytest.raises(ValueError, match=f"max_moves is {few}"):
            svg.score_sheet(match, max_moves=few)


def test_a_picture_has_the_height_that_it_says():
    root = parse(svg.board(gabata.Game("oware").start()))
    assert "height" not in root.get("style")  # CairoSVG draws nothing at height:auto
    assert float(root.get("height")) > 100


def test_wide_boards_stay_small_files():
    pos = gabata.Game("andada", holes=24).start().play(3).play(24)
    assert len(svg.board(pos)) < 40_000


def first(game, wanted):
    """The first turn of random matches that is wanted."""
    rng = random.Random(1)
    for _ in range(10_000):
        pos = game.start()
        while not pos.is_over:
            turn = pos.explain(rng.choice(pos.legal_moves))
            if wanted(turn):
                return turn
            pos = turn.after
    raise LookupError("no such turn")


@given(positions(), st.integers(0, 2**16), st.sampled_from([1, 3, 100]))
@settings(max_examples=150, deadline=None)
def test_every_move_draws_and_moves(pos, choice, max_laps):
    if pos.is_over:
        return
    turn = pos.explain(pos.legal_moves[choice % len(pos.legal_moves)])
    parse(svg.turn(turn, max_laps=max_laps))
    check_film(svg.animate(turn, max_laps=max_laps), turn.before, turn.after)
    marked = parse(svg.board(turn.after, last=turn))
    assert len(list(marked.iter())) >= len(list(parse(svg.board(turn.after)).iter()))


def state_at(root, part):
    """Counts below the cups and in the stores, and places of the counters, when a part of the film has passed."""
    written, places = [], []

    def value(animation):
        times = [float(time) for time in animation.get("keyTimes").split(";")]
        assert times[0] == 0
        assert times == sorted(times)
        assert times[-1] <= 1
        values = animation.get("values").split(";")
        assert len(values) == len(times)
        return values[max(k for k, time in enumerate(times) if time <= part)]

    for group in root.iter(f"{SVG}g"):
        node, animation = group.find(f"{SVG}text"), group.find(f"{SVG}animate")
        if node is not None and node.get("text-anchor") != "end":
            opacity = value(animation) if animation is not None else group.get("opacity", "1")
            if opacity == "1":
                written.append(node.text)
        if group.find(f"{SVG}use") is not None:
            motion = group.find(f"{SVG}animateTransform")
            places.append(value(motion) if motion is not None else group.get("transform"))
    return sorted(word for word in written if word.isdigit()), places


def check_film(picture, before, after):
    """A film begins with one position and ends with another, and shows as many counters as there are."""
    root = parse(picture)
    assert not list(root.iter(f"{SVG}script"))
    for part, pos in ((0.0, before), (1.0, after)):
        written, places = state_at(root, part)
        counts = [str(count) for count in pos.board.ravel() if count]
        assert written == sorted([*counts, *map(str, pos.held)])
        assert len(places) == int(pos.board.sum() + pos.held.sum() + pos.hands.sum())


def test_a_match_in_motion_ends_where_it_ended():
    match = gabata.Match("abalalae")
    for _ in range(60):
        match.play(match.position.legal_moves[-1])
    check_film(svg.animate(match, max_laps=10_000), match.start, match.position)


def test_the_arrows_of_a_turn_are_its_laps():
    turn = first(gabata.Game("andada"), lambda turn: 2 <= len(turn.laps) <= 9 and len(turn.captures))
    written = texts(parse(svg.turn(turn)))
    numbers = {word for label in written for word in label.split(", ")}
    assert {str(k + 1) for k in range(len(turn.laps))} <= numbers
    assert all(f"\N{MINUS SIGN}{count}" in written for count in turn.captures["count"])


def test_a_turn_shows_the_board_before_the_next_round_is_laid():
    turn = first(gabata.Game("abalalae", race="none"), lambda turn: turn.after.round > turn.before.round)
    root = parse(svg.turn(turn))
    swept = turn.captures["count"][turn.captures["lap"] < 0]
    below_cups = [int(node.text) for node in root.iter(f"{SVG}text") if node.get("font-size") == "14.5"]
    assert sorted(below_cups) == sorted(swept.tolist())  # what the end of the round takes still lies there
    assert "the round ends" in " ".join(texts(root))


def test_what_is_left_out_is_said():
    board = [[5, 1, 2, 0, 1, 0, 1, 0, 1, 6, 1, 2], [0, 1, 2, 1, 4, 0, 2, 3, 0, 1, 2, 3]]
    endless = gabata.Game("andada").position(board=board, to_move=1).explain(11)
    assert endless.after.endless
    assert "it never stops" in svg.turn(endless)
    kept = len(endless.laps) + endless.cut
    assert f"{kept - 50:,} more laps are not shown" in svg.animate(endless, max_laps=50)
    assert len(svg.animate(endless, max_laps=100)) < 200_000
    match = gabata.Match("oware")
    for _ in range(5):
        match.play(match.position.legal_moves[0])
    assert "3 more moves are not shown" in svg.animate(match, max_laps=2)


def test_a_player_is_a_picture_with_a_slider():
    turn = gabata.Game("kalah").start().explain(2)
    page = svg.player(turn, speed=2)
    assert page._repr_html_() == page
    picture = page[page.index("<svg") : page.index("</svg>") + 6]
    check_film(picture, turn.before, turn.after)
    assert page.count("<script>") == 1
    assert 'type="range"' in page
    seconds = {float(s) for s in re.findall('dur="([0-9.]+)s"', page)}
    slow = {float(s) for s in re.findall('dur="([0-9.]+)s"', svg.player(turn))}
    assert len(seconds) == len(slow) == 1
    assert min(slow) == pytest.approx(2 * min(seconds), abs=0.02)


def test_a_score_sheet_lists_moves_and_boards():
    match = gabata.Match("abalalae")
    while match.position.to_move == gabata.CHANCE:
        match.play(match.position.legal_moves[0])
    drops = len(match)
    match.play(match.position.legal_moves[0])
    sheet = match._repr_html_()
    assert f"a race, {drops} drops by chance" in sheet
    assert sheet.count("<svg") == 3
    ET.fromstring(sheet)
    long = gabata.Match("oware")
    for _ in range(12):
        long.play(long.position.legal_moves[0])
    assert "8 more lines are not shown" in svg.score_sheet(long, max_moves=4)
    assert svg.score_sheet(long, max_moves=4).count("<svg") == 5


def test_a_notebook_draws_turns():
    turn = gabata.Game("oware").start().explain(2)
    assert turn._repr_svg_() == svg.turn(turn)


def test_pictures_are_saved(tmp_path):
    turn = gabata.Game("oware").start().explain(2)
    svg.turn(turn).save(tmp_path / "turn.svg")
    ET.parse(tmp_path / "turn.svg")
    svg.player(turn).save(tmp_path / "turn.html")
    assert (tmp_path / "turn.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    for name in ("turn.html", "turn.gif", "turn"):
        with pytest.raises(ValueError, match=r"an SVG picture, which is saved as \.svg"):
            svg.turn(turn).save(tmp_path / f"new-{name}")
    with pytest.raises(ValueError, match=r"a page, which is saved as \.html"):
        svg.player(turn).save(tmp_path / "new.svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["turn.html", "turn.svg"]


def test_what_cannot_be_animated_is_refused():
    start = gabata.Game("oware").start()
    turn = start.explain(2)
    with pytest.raises(ValueError, match="turn 1 does not begin where turn 0 ended"):
        svg.animate([turn, turn])
    with pytest.raises(ValueError, match="no moves to show"):
        svg.animate(gabata.Match("oware"))
    with pytest.raises(ValueError, match="speed is 0"):
        svg.animate(turn, speed=0)
    with pytest.raises(ValueError, match="max_laps is 0"):
        svg.turn(turn, max_laps=0)
    with pytest.raises(ValueError, match="leads to another position"):
        svg.board(start, last=turn)


def test_the_pictures_of_the_readme_are_those_that_the_script_makes():
    folder = Path(__file__).parent.parent / "notebooks" / "pictures"
    made = runpy.run_path(str(folder / "make.py"))["boards"]()
    for name, picture in made.items():
        assert (folder / name).read_text(encoding="utf-8") == picture + "\n", f"run {folder / 'make.py'}"
    for path in folder.glob("*.svg"):
        ET.parse(path)
        assert path.stat().st_size < 40_000
