"""SVG images: well-formed, with everything where python-chess puts it, in shapes of our own."""

from __future__ import annotations

import itertools
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import chess
import chess.svg
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kiwipete import Piece, svg, svg_canvas
from kiwipete.svg import Arrow
from tests.support.agreement.answers import outcome

SVG = "{http://www.w3.org/2000/svg}"
FRAMES = [
    dict(zip(("coordinates", "borders"), pair, strict=True))
    for pair in itertools.product((True, False), repeat=2)
]
BOARD = chess.Board("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
COMMANDS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "a": 7, "Z": 0}

# Text that XML can hold and gives back unchanged.
XML_TEXT = st.text(
    st.characters(min_codepoint=32, exclude_categories=["Cs", "Cn", "Cc"]), max_size=20
)


def parse(image: str) -> ET.Element:
    root = ET.fromstring(image)
    assert root.tag == f"{SVG}svg"
    return root


def rects(image: str) -> dict[str, tuple[float, ...]]:
    """Map the classes of rectangles to where they are."""
    return {
        rect.get("class"): tuple(float(rect.get(key)) for key in ("x", "y", "width", "height"))
        for rect in parse(image).iter(f"{SVG}rect")
        if (rect.get("class") or "").startswith(("square", "check"))
    }


def copies(image: str) -> set[tuple[str, float, float]]:
    """Return the shapes that are put on the board, and where."""
    found = set()
    for use in parse(image).iter(f"{SVG}use"):
        x, y = NUMBER.findall(use.get("transform") or f"{use.get('x')} {use.get('y')}")
        assert use.get("href") == use.get("{http://www.w3.org/1999/xlink}href")
        found.add((use.get("href"), float(x), float(y)))
    return found


def of_class(image: str, name: str) -> list[ET.Element]:
    return [element for element in parse(image).iter() if element.get("class") == name]


def path_numbers(path: str) -> list[tuple[str, list[float]]]:
    """Read a path, and check that each command has the numbers it needs."""
    commands = re.findall(r"([A-Za-z])([^A-Za-z]*)", path)
    assert "".join(letter + rest for letter, rest in commands) == path
    numbers = [(letter, [float(n) for n in NUMBER.findall(rest)]) for letter, rest in commands]
    assert [len(found) for _, found in numbers] == [COMMANDS[letter] for letter, _ in numbers]
    return numbers


def path_points(path: str) -> list[tuple[float, float]]:
    """List the points of a path, control points included."""
    x = y = 0.0
    points = []
    for letter, numbers in path_numbers(path):
        if letter == "H":
            numbers = [numbers[0], y]
        elif letter == "V":
            numbers = [x, numbers[0]]
        elif letter == "A":
            numbers = numbers[-2:]
        elif letter == "a":
            numbers = [x + numbers[-2], y + numbers[-1]]
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            points.append((x, y))
    return points


@pytest.mark.parametrize("orientation", [True, False])
@pytest.mark.parametrize("frame", FRAMES, ids=str)
def test_squares_and_pieces_are_where_python_chess_puts_them(frame, orientation):
    options = {"orientation": orientation, "check": chess.E8, "squares": [0, 28], **frame}
    options["lastmove"] = chess.Move.from_uci("h5f7")
    ours, theirs = svg.board(BOARD, **options), chess.svg.board(BOARD, **options)
    assert rects(ours) == rects(theirs)
    assert copies(ours) == copies(theirs)
    assert parse(ours).get("viewBox") == parse(theirs).get("viewBox")


def test_random_boards():
    rng = random.Random(1851)
    for _ in range(20):
        board = chess.Board()
        while not board.is_game_over() and rng.random() < 0.98:
            board.push(rng.choice(list(board.legal_moves)))
        options = {"lastmove": board.peek() if board.move_stack else None}
        options["check"] = board.king(board.turn) if board.is_check() else None
        ours, theirs = svg.board(board, **options), chess.svg.board(board, **options)
        assert rects(ours) == rects(theirs)
        assert copies(ours) == copies(theirs)
        assert parse(ours).findtext(f"{SVG}desc/{SVG}pre") == str(board)


def rings(image: str) -> list[tuple[str | None, ...]]:
    """Return the frames around the board."""
    keys = ("x", "y", "width", "height", "stroke-width")
    hollow = [rect for rect in parse(image).iter(f"{SVG}rect") if rect.get("fill") == "none"]
    return [tuple(rect.get(key) for key in keys) for rect in hollow]


@pytest.mark.parametrize("frame", FRAMES, ids=str)
def test_frames_are_where_python_chess_puts_them(frame):
    assert rings(svg.board(**frame)) == rings(chess.svg.board(**frame))


def test_every_shape_that_is_used_is_defined_once():
    image = svg.board(BOARD, check=chess.E8, squares=[3])
    ids = [element.get("id") for element in parse(image).iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    used = {href[1:] for href, _, _ in copies(image)} | {"check_gradient"}
    assert set(ids) == used


@pytest.mark.parametrize("flipped", [True, False])
@pytest.mark.parametrize("orientation", [True, False])
def test_flipping(flipped, orientation):
    options = {"flipped": flipped, "orientation": orientation}
    assert rects(svg.board(BOARD, **options)) == rects(chess.svg.board(BOARD, **options))


def test_an_empty_board():
    image = svg.board()
    assert len(rects(image)) == 64
    assert copies(image) == set()
    assert parse(image).find(f"{SVG}desc") is None
    assert parse(image).get("width") is None


@pytest.mark.parametrize("size", [None, 0, 45, 400])
def test_sizes(size):
    pairs = [(svg.board(size=size), chess.svg.board(size=size))]
    pairs += [(svg.piece(Piece(1, True), size), chess.svg.piece(chess.Piece(1, True), size))]
    for ours, theirs in pairs:
        for name in ("width", "height", "viewBox"):
            assert parse(ours).get(name) == parse(theirs).get(name)


@pytest.mark.parametrize("uci", ["e2e4", "a1h8", "e7e8q", "0000"])
def test_last_moves(uci):
    move = chess.Move.from_uci(uci)
    marked = {name for name in rects(svg.board(lastmove=move)) if "lastmove" in name}
    assert marked == {name for name in rects(chess.svg.board(lastmove=move)) if "lastmove" in name}
    assert len(marked) == (0 if uci == "0000" else 2)


def test_colors_of_squares():
    colors = {"square light": "#010203", "square dark lastmove": "#04050680"}
    image = svg.board(colors=colors, lastmove=chess.Move.from_uci("a1b1"), fill={63: "red"})
    found = {rect.get("class"): rect for rect in parse(image).iter(f"{SVG}rect")}
    assert found["square light h1"].get("fill") == "#010203"
    assert found["square dark h8"].get("fill") == svg.DEFAULT_COLORS["square dark"]
    marked = found["square dark lastmove a1"]
    assert (marked.get("fill"), marked.get("opacity")) == ("#040506", "0.502")
    expected = svg.DEFAULT_COLORS["square light lastmove"]
    assert found["square light lastmove b1"].get("fill") == expected
    assert found["fill"].get("fill") == "red"
    assert (found["fill"].get("x"), found["fill"].get("y")) == ("330", "15")


def test_the_default_colors_have_the_names_of_python_chess():
    assert set(svg.DEFAULT_COLORS) == set(chess.svg.DEFAULT_COLORS)
    assert all(re.fullmatch("#[0-9a-f]{6}([0-9a-f]{2})?", c) for c in svg.DEFAULT_COLORS.values())


def test_colors_of_the_frame():
    names = ("outer border", "margin", "inner border", "coord")
    colors = dict(zip(names, ("#aaaaaa", "#bbbbbb", "#cccccc", "#dddddd"), strict=True))
    root = parse(svg.board(borders=True, colors=colors))
    rings = [e.get("stroke") for e in root.iter(f"{SVG}rect") if e.get("fill") == "none"]
    assert rings == ["#aaaaaa", "#bbbbbb", "#cccccc"]
    (coordinates,) = [e for e in root.iter(f"{SVG}g") if e.get("stroke") == "#dddddd"]
    assert len(coordinates) == 32


@pytest.mark.parametrize("orientation", [True, False])
def test_coordinates_stand_next_to_their_files_and_ranks(orientation):
    image = svg.board(orientation=orientation)
    names = {path: name for name, path in svg_canvas.GLYPHS.items()}
    places = rects(image)
    corners = {name.split()[-1]: place[:2] for name, place in places.items()}
    seen = []
    for path in parse(image).iter(f"{SVG}path"):
        name = names[path.get("d")]
        x, y, scale = (float(n) for n in NUMBER.findall(path.get("transform")))
        middle = (x + 3 * scale, y + 4.5 * scale)
        along, square = (0, f"{name}1") if name.isalpha() else (1, f"a{name}")
        assert middle[along] == pytest.approx(corners[square][along] + 22.5)
        assert middle[1 - along] in (7.5, 382.5)
        seen.append((name, middle[1 - along]))
    assert sorted(seen) == [(name, edge) for name in "12345678abcdefgh" for edge in (7.5, 382.5)]


def test_no_coordinates():
    assert list(parse(svg.board(coordinates=False)).iter(f"{SVG}path")) == []


@pytest.mark.parametrize("orientation", [True, False])
def test_arrows_point_at_their_squares(orientation):
    middles = {}
    for name, (x, y, width, height) in rects(svg.board(orientation=orientation)).items():
        middles[chess.parse_square(name.split()[-1])] = (x + width / 2, y + height / 2)
    shapes = set()
    for tail, head in itertools.permutations(range(64), 2):
        shaft, tip = of_class(svg.board(orientation=orientation, arrows=[(tail, head)]), "arrow")
        assert (shaft.tag, tip.tag) == (f"{SVG}line", f"{SVG}polygon")
        points = [complex(float(shaft.get(f"x{n}")), float(shaft.get(f"y{n}"))) for n in (1, 2)]
        points += [complex(*map(float, pair.split(","))) for pair in tip.get("points").split()]
        start, end = complex(*middles[tail]), complex(*middles[head])
        along = [((p - start) / (end - start)).real * abs(end - start) for p in points]
        aside = [((p - start) / (end - start)).imag * abs(end - start) for p in points]
        width = float(shaft.get("stroke-width")) / 2
        assert aside == pytest.approx([0, 0, 0, aside[3], -aside[3]], abs=0.01)
        assert 0 < width < aside[3] < 22.5
        assert 0 < along[0] < along[1] < along[2] < abs(end - start)
        assert along[3:] == pytest.approx([along[1], along[1]], abs=0.01)
        assert abs(points[2] - end) < 5
        assert abs(points[0] - start) < 15
        shapes.add((width, round(aside[3], 1), round(along[2] - along[1], 1)))
    assert len(shapes) == 1


def test_arrows_and_circles():
    arrows = [(0, 9), [0, 9], Arrow(0, 9), Arrow(5, 5, color="red"), (3, 3)]
    image = svg.board(arrows=arrows)
    assert len(of_class(image, "arrow")) == 6
    assert len(of_class(image, "circle")) == 2
    theirs = of_class(chess.svg.board(arrows=[(5, 5), (3, 3)]), "circle")
    for key in ("cx", "cy"):
        expected = [float(circle.get(key)) for circle in theirs]
        assert [float(circle.get(key)) for circle in of_class(image, "circle")] == expected
    shaft, tip, *others = (ET.tostring(part) for part in of_class(image, "arrow"))
    assert others == [shaft, tip, shaft, tip]


@pytest.mark.parametrize(
    ("color", "expected", "opacity"),
    [
        ("red", "#112233", "0.267"),
        ("blue", svg.DEFAULT_COLORS["arrow blue"][:7], "0.69"),
        ("purple", "purple", None),
        ("#abcdef", "#abcdef", None),
        ("#abcdef80", "#abcdef", "0.502"),
        ("#abc", "#abc", None),
    ],
)
def test_colors_of_arrows(color, expected, opacity):
    arrows = [Arrow(0, 9, color=color), Arrow(0, 0, color=color)]
    image = svg.board(arrows=arrows, colors={"arrow red": "#11223344"})
    (shaft, tip), (circle,) = of_class(image, "arrow"), of_class(image, "circle")
    assert (shaft.get("stroke"), shaft.get("opacity")) == (expected, opacity)
    assert (tip.get("fill"), tip.get("opacity")) == (expected, opacity)
    assert (circle.get("stroke"), circle.get("opacity")) == (expected, opacity)


@pytest.mark.parametrize(
    "bad", [{"arrows": [5]}, {"arrows": [(1, 2, 3)]}, {"arrows": None}], ids=str
)
def test_bad_arguments(bad):
    expected = outcome(lambda: chess.svg.board(**bad))
    assert outcome(lambda: svg.board(**bad)) == expected
    assert expected[0] == "raises"


def test_arguments_are_named():
    for board in (svg.board, chess.svg.board):
        assert outcome(board, BOARD, True) == ("raises", TypeError)
    for arrow in (Arrow, chess.svg.Arrow):
        assert outcome(arrow, 0, 1, "red") == ("raises", TypeError)


@pytest.mark.parametrize("color", ["green", "red", "yellow", "blue", "purple", "#123456"])
def test_arrows_as_pgn(color):
    for tail, head in itertools.product(range(64), repeat=2):
        ours = Arrow(tail, head, color=color)
        theirs = chess.svg.Arrow(tail, head, color=color)
        assert (ours.pgn(), str(ours), repr(ours)) == (theirs.pgn(), str(theirs), repr(theirs))
        again, oracle = Arrow.from_pgn(ours.pgn()), chess.svg.Arrow.from_pgn(ours.pgn())
        assert vars(again) == vars(oracle)


PGN_ARROWS = ["Ga1", "Ya2h2", "a1", "a1b2", "Ra1a1", "G", "", "Xa1", "Ba1b", "ga1", "a9"]
PGN_ARROWS += ["Ga1b2c3", "GGa1", " Ga1", "Ga1 ", "G a1", "Ga1B2"]


@pytest.mark.parametrize("text", PGN_ARROWS)
def test_reading_arrows(text):
    kind, expected = outcome(chess.svg.Arrow.from_pgn, text)
    if kind == "raises":
        assert outcome(Arrow.from_pgn, text) == (kind, expected)
    else:
        assert vars(Arrow.from_pgn(text)) == vars(expected)


@given(st.text("GRYBabh128 x", max_size=6))
def test_reading_anything_as_an_arrow(text):
    kind, expected = outcome(chess.svg.Arrow.from_pgn, text)
    ours_kind, ours = outcome(Arrow.from_pgn, text)
    assert ours_kind == kind
    assert ours == expected if kind == "raises" else vars(ours) == vars(expected)


@given(XML_TEXT)
@example("]]>")
def test_style_is_included_as_it_is(style):
    root = parse(svg.board(style=style))
    assert (root.findtext(f"{SVG}style") or "") == style


@given(XML_TEXT.filter(lambda text: not text.startswith("#")))
def test_colors_cannot_break_the_image(color):
    image = svg.board(fill={0: color}, arrows=[Arrow(0, 9, color=color)], colors={"margin": color})
    assert of_class(image, "fill")[0].get("fill") == color


@given(st.text(max_size=8))
def test_images_are_always_well_formed(text):
    arguments = (
        {"style": text},
        {"fill": {0: text}},
        {"arrows": [Arrow(0, 9, color=text)]},
        {"colors": {"coord": text}},
    )
    for argument in arguments:
        try:
            image = svg.board(**argument)
        except ValueError:
            continue
        parse(image)


def test_images_show_themselves():
    for image in (svg.board(), svg.piece(Piece(1, True))):
        assert type(image) is svg.SvgWrapper
        assert isinstance(image, str)
        assert image._repr_svg_() is image


@pytest.mark.parametrize("color", [True, False])
@pytest.mark.parametrize("piece_type", range(1, 7))
def test_pieces(piece_type, color):
    ours = parse(svg.piece(Piece(piece_type, color)))
    theirs = parse(chess.svg.piece(chess.Piece(piece_type, color)))
    for name in ("id", "class"):
        assert [group.get(name) for group in ours] == [group.get(name) for group in theirs]
    outline = path_points(ours[0][0].get("d"))
    for x, y in itertools.chain.from_iterable(path_points(path.get("d")) for path in ours[0]):
        assert 1 <= x <= 44
        assert 1 <= y <= 44
    assert max(y for _, y in outline) == 39.5
    assert min(y for _, y in outline) < 14


def test_all_pieces_but_the_knight_are_symmetric():
    for piece_type in range(1, 7):
        points = path_points(parse(svg.piece(Piece(piece_type, True)))[0][0].get("d"))
        turned = {(round(45 - x, 2), y) for x, y in points}
        assert ({(round(x, 2), y) for x, y in points} == turned) == (piece_type != chess.KNIGHT)


def test_both_colors_have_the_same_shape_in_other_paint():
    for piece_type in range(1, 7):
        white, black = (parse(svg.piece(Piece(piece_type, color)))[0] for color in (True, False))
        assert [path.get("d") for path in white] == [path.get("d") for path in black]
        assert white.get("fill") != black.get("fill")
    paths = {parse(svg.piece(Piece(piece_type, True)))[0][0].get("d") for piece_type in range(1, 7)}
    assert len(paths) == 6


def test_glyphs():
    assert sorted(svg_canvas.GLYPHS) == sorted("abcdefgh12345678")
    for path in svg_canvas.GLYPHS.values():
        assert all(-1 <= x <= 7 and -1 <= y <= 11 for x, y in path_points(path))
    assert len(set(svg_canvas.GLYPHS.values())) == 16


def test_no_piece_of_that_kind():
    assert outcome(svg.piece, chess.Piece(7, True))[0] == "raises"


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ({"squares": [99]}, "each of squares is a square from 0 to 63, not 99"),
        ({"squares": [-1]}, "not -1"),
        ({"squares": -1}, "squares is a set of 64 bits, not -1"),
        ({"squares": 1 << 64}, "squares is a set of 64 bits"),
        ({"size": -5}, "size is a number of pixels, not -5"),
        ({"size": float("nan")}, "not nan"),
        ({"size": float("inf")}, "not inf"),
        ({"check": 64}, "check is a square from 0 to 63, not 64"),
        ({"fill": {64: "red"}}, "a key of fill is a square from 0 to 63, not 64"),
        ({"fill": {0: "#1234567z"}}, "fill: '#1234567z' is not a hexadecimal colour"),
        ({"arrows": [(0, 64)]}, "the head of an arrow is a square from 0 to 63, not 64"),
        ({"arrows": [(-1, 0)]}, "the tail of an arrow is a square from 0 to 63, not -1"),
        ({"arrows": [(1, 2, 3)]}, "an arrow is an Arrow or two squares"),
        ({"orientation": "black"}, "orientation is WHITE or BLACK, not 'black'"),
        ({"colors": {"coord": "#xyz"}}, "colors: '#xyz' is not a hexadecimal colour"),
        ({"fill": {0: "re\0d"}}, "fill: XML cannot represent the character '\\x00' of 're\\x00d'"),
        ({"arrows": [Arrow(0, 1, color="\x1b")]}, "the color of an arrow: XML cannot represent"),
        ({"colors": {"coord": "\ud800"}}, "colors: XML cannot represent"),
        ({"style": ".check {}\x0c"}, "style: XML cannot represent the character '\\x0c'"),
        ({"style": "\uffff"}, "style: XML cannot represent"),
    ],
)
def test_what_cannot_be_drawn(argument, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        svg.board(**argument)


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ({"squares": ["e4"]}, "not 'e4'"),
        ({"size": "5"}, "not '5'"),
        ({"fill": {"a1": "red"}}, "not 'a1'"),
        ({"fill": {0: 5}}, "fill: a colour is text such as '#1f7a3ab0' or 'red', not 5"),
        ({"arrows": [5]}, "an arrow is an Arrow or two squares, not 5"),
        ({"arrows": [Arrow(0, 1, color=5)]}, "the color of an arrow: a colour is text"),
        ({"lastmove": "e2e4"}, "lastmove is a move, not 'e2e4'"),
        ({"lastmove": Arrow}, "lastmove is a move"),
        ({"style": 5}, "style is CSS as text, not 5"),
        ({"colors": {"coord": None}}, "colors: a colour is text"),
    ],
)
def test_arguments_of_the_wrong_type(argument, message):
    with pytest.raises(TypeError, match=re.escape(message)):
        svg.board(**argument)


def test_arrows_and_pieces_that_cannot_be_drawn():
    with pytest.raises(ValueError, match="the head of an arrow is a square from 0 to 63, not 99"):
        Arrow(0, 99)
    arrow = Arrow(0, 1)
    arrow.head = 99
    with pytest.raises(ValueError, match="the head of an arrow"):
        svg.board(arrows=[arrow])
    with pytest.raises(ValueError, match="size is a number of pixels, not -1"):
        svg.piece(Piece(1, True), -1)


def test_svg_is_loaded_when_asked_for():
    code = (
        "import sys, kiwipete\n"
        "before = set(sys.modules)\n"
        "assert not any(name.startswith('kiwipete.svg') for name in before)\n"
        "kiwipete.Piece(1, True)._repr_svg_()\n"
        "added = set(sys.modules) - before\n"
        "assert added <= {'kiwipete.svg', 'kiwipete.svg_canvas', 'math'}\n"
        "assert 'kiwipete.svg' in added\n"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert process.returncode == 0, process.stderr


def test_the_drawings_have_the_names_of_python_chess():
    for name in ("PIECES", "COORDS"):
        ours, theirs = getattr(svg, name), getattr(chess.svg, name)
        assert ours.keys() == theirs.keys()
        assert [type(each) for each in ours.values()] == [str] * len(theirs)
    for letter, group in svg.PIECES.items():
        assert ET.fromstring(group).get("id") == ET.fromstring(chess.svg.PIECES[letter]).get("id")
    for drawing in (svg.XX, svg.CHECK_GRADIENT, *svg.COORDS.values()):
        ET.fromstring(drawing)
    assert svg.MARGIN > 0
