"""Pictures are XML, draw every position there is, and refuse what the board does not have."""

import re
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
    if pos.to_move in (0, 1) and "who begins" not in picture_words(root):
        assert all(str(move) in written for move in pos.legal_moves)


def picture_words(root):
    return " ".join(texts(root))


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
        ({"size": 0}, "0 pixels"),
        ({"size": float("nan")}, "nan pixels"),
        ({"fill": {(2, 0): "red"}}, r"no hole \(2, 0\); the board has 2 rows and 6 columns"),
        ({"labels": {(0, 6): "x"}}, r"no hole \(0, 6\)"),
        ({"arrows": [((0, 0), (-1, 0))]}, r"no hole \(-1, 0\)"),
    ],
)
def test_refusals(argument, words):
    with pytest.raises(ValueError, match=words):
        svg.board(gabata.Game("oware").start(), **argument)


def test_wide_boards_stay_small_files():
    pos = gabata.Game("andada", holes=24).start().play(3).play(24)
    assert len(svg.board(pos)) < 40_000
