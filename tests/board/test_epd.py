"""EPD: python-chess reads and writes the same operations, and trips over the same text."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import product

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kiwipete
from kiwipete import epd

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
ERRORS = "InvalidMove IllegalMove AmbiguousMove Value Type Attribute Assertion"


def plain(value):
    """Return a value in terms that both libraries share."""
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return [(key, plain(item)) for key, item in value.items()]
    return (type(value).__name__, str(value))


def answer(function, *arguments, **operations):
    """Return what a call comes to; ours may raise subclasses of what python-chess raises."""
    try:
        return plain(function(*arguments, **operations))
    except Exception as error:
        names = (kind.__name__.removesuffix("Error") for kind in type(error).__mro__)
        return next(name for name in names if name in ERRORS.split())


def reading(library, text):
    """Set a board with a history to an EPD; return the result and the board's state."""
    board = library.Board("4k3/8/8/8/8/8/8/4K2R w K - 7 9")
    board.push(board.parse_san("Rh3"))
    return [answer(board.set_epd, text), board.fen(), plain(list(board.move_stack))]


def assert_read_alike(text):
    assert reading(kiwipete, text) == reading(chess, text)


# Bars part the cases.
OPERATIONS = r"""
noop; | noop | noop;; | noop ; | noop; ; | ; noop | ;; noop;; ; | ; ; | ;;; | noop;resign;
a 1; b 2; c; | a 1;b 2;c | a 1; a 2; | a; a 1; | a 1 b 2;
- | -; | - ; | - - a 1; | - 1; | a 1; - b 2; | a 1; -; b | -- | --; | -- 1; | -a 1;
1; | 1 | 1 ; | 1 2; | 0 1 | 0 1; a 2; | _a 1; | _a; | é 1; | ª 1; | ٣ 1; | "a"; | "a" 1; | a"b" 1;
a 1 2; | a -1; | a +1; | a 1.5; | a 1e5; | a 1E5 ; | a .5; | a 5.; | a 1_000; | a 1__0; | a 1_;
a 0x10; | a 1e400; | a -; | a +; | a .; | a ...; | a -inf; | a inf; | a nan; | a 1e; | a ²;
a ٣; | a 1٣; | a 99999999999999999999999; | a 1"x"; | a - 1; | a 1-1;
a "x"; | a "x" | a "x" ; | a "x;y"; | a "x" "y"; | a "x"y; | a "x"y 1; | a x"y"; | a "x | a "x;
a ""; | a " | a "" b; | a "" "" b; | a "  "; | a 'x'; | a "1"; | a "x"; ;; "y" | a"x"; | a ";  ;;;
a "x\"y"; | a "x\\y"; | a "x\ny"; | a "x\ty\rz"; | a "x\qy"; | a "\"; | a "x\ | a "x\" | a \n; | \
bm Nf3; | bm Nf3 e4; | bm Nf3 Nf3 | bm  e4   d4  ; | bm; | bm ; | bm | bm "Nf3"; | bm 1; | bm e4 5;
bm Nf6; | bm xx; | bm e2e4; | bm e2-e4; | bm b1c3; | bm O-O; | bm e4 O-O; | bm 0-0; | bm e4 0-0;
bm --; | bm e4 --; | bm Z0; | bm @@@@; | bm 0000; | bm e4 0000; | bm e4!; | bm e4+; | bm e4,d4;
am e4 d4; | am; | am "e4"; | pm e4; | pm; | pm e4 d4; | x e4; | x e4 ; | x  e4; | x Nf3 e4; | x Nf6;
pv; | pv e4; | pv e4 e5; | pv e4 e5 e5; | pv e4 e4; | pv e2e4 e7e5; | pv 1. e4 e5; | pv "e4 e5";
pv e4 -- d4; | pv Z0 e5; | pv -- e5; | pv e4; bm e4; pm d4 | pv e4 --; bm e4 | pv e4 x; bm e4
hmvc 5; | hmvc 5; fmvn 9; | fmvn 9; hmvc 5 | fmvn 9; | fmvn 0; | hmvc 0; | hmvc 5; hmvc 6;
hmvc -3; | fmvn -3; | hmvc x; | hmvc; | fmvn; | hmvc 1.5; | fmvn 2.5; | hmvc 1e2; | fmvn 1.0;
hmvc "5"; | hmvc "x"; | hmvc e4; | fmvn " 5 "; | hmvc ""; | fmvn ""; | hmvc "3 4"; | fmvn "3 4";
hmvc +3; | hmvc 4000000000; | bm e4; hmvc 5 | hmvc 5; bm e9 | fmvn 7; id "x"; bm xx;
acd 12; ce -30; pv e4 c5 Nf3; id "test.001"; | c0 "x"; c1 "y"; | eco C11; | dm 3; | tcsi 1;
"""
BLANKS = (
    "a\t1; | a\r1 | a 1;\tb 2; | a 1\x0b; | x e4\x0b; | bm e4\x0bd4; | bm \xa0e4 | a\x0b1;"
    "| a\xa01 | a \x0b1; | \x0ba 1; | a 1;\x0bb 2 | a\x001; | \u2028a"
)
MOVES = """
bm a8=Q | bm a8 | bm axb8=N | bm a7a8q | bm O-O O-O-O | bm e1h1 | bm Rf1 Rh2 | bm Ra2 Ra6
pm Rad1 | pv O-O Rb2 a8=R+ | pv axb8=Q+ Kd7 -- | x Nb5 | am Nc3-b5 | bm Ne4 | bm Ne4 Nge4 Nce4
"""


def cases(table):
    return [case.strip(" ") for case in table.strip("\n").replace("\n", "|").split("|")]


LINES = ["a\n1;\nb 2;", 'a "x\ny"; b;', 'a "x\\\ny"; b;']


@pytest.mark.parametrize("operations", [*cases(OPERATIONS), *cases(BLANKS), *LINES])
def test_reading_operations(operations):
    assert_read_alike(f"{START} {operations}")


@pytest.mark.parametrize("operations", cases(MOVES))
def test_reading_moves(operations):
    assert_read_alike(f"1r2k3/P7/8/8/8/2N3N1/8/R3K2R w KQ - {operations};")


def test_chess960():
    """python-chess reads moves by the rules of standard chess, and loses this one."""
    text = "4k2r/5p2/8/8/8/8/8/3K3R w Hh - bm O-O;"
    assert answer(chess.Board.from_epd, text, chess960=True) == "IllegalMove"
    board, operations = kiwipete.Board.from_epd(text, chess960=True)
    assert operations == {"bm": translated(moves("d1h1"))}
    assert board.epd(shredder=True, **operations) == text


EMPTY = "8/8/8/8/8/8/8/8 w - -"
POSITIONS = [
    *("", " ", ";", f" \t{START}  a 1;\n", START.replace(" ", "\t") + "\ta 1;", f"{START}a 1;"),
    *(" ".join(START.split()[:fields]) + end for fields in range(1, 5) for end in ("", ";", " ;")),
    *(f"{START} {clocks}" for clocks in ("0", "0 1", "3;", "3 4;", "3 4 a 1;", "- -")),
    *(f"{START[:-2]} a 1; b 2;", f"{START[:-7]} a 1; b 2;", f"{START[:-1]}e9 a 1;"),
    *("x w - - a 1;", "x w - - a z;", "x w - - bm e4;", START.replace("w", "x") + " a 1;"),
    *(f"{EMPTY} bm e4;", f"{EMPTY} bm Z0;", f"{EMPTY} a;"),
]


@pytest.mark.parametrize("text", POSITIONS)
def test_reading_positions(text):
    assert_read_alike(text)


PIECES_OF_TEXT = [
    *(" ", "  ", ";", "; ", "-", " - ", "\t", "\n", "\x0b", '"', "\\", '\\"', "\\n", "\\\\"),
    *("0", "12", ".", "e", "E", "+", "_", "-3", "1.5", "1e3", "inf", '"x"', "é", ","),
    *("e4", " e5", "Nf3", "O-O", "0-0", "Z0", "0000", "--", "x"),
    *("a", "id ", "bm", "am ", "pv ", "pm ", "hmvc ", "fmvn "),
]


@given(st.lists(st.sampled_from(PIECES_OF_TEXT), max_size=10), st.booleans())
def test_reading_anything(pieces, spaced):
    assert_read_alike(f"{START} {(' ' if spaced else '').join(pieces)}")


@given(st.text(max_size=20))
def test_reading_any_text(text):
    assert_read_alike(f"{START} {text}")
    assert_read_alike(f'{START} id "{text}"; a 1;')


def test_boards_are_made_for_moves_only():
    assert epd.read(f'{START} hmvc 7; id "x"; bm; pv;', make_board=None)[0] == f"{START} 7 1"
    assert epd.read(START, make_board=None) == (START, {})


# Writing. Operations are made with python-chess's moves and translated.


def moves(text):
    return [chess.Move.from_uci(uci) for uci in text.split()]


def translated(value):
    if isinstance(value, chess.Move):
        return kiwipete.Move.from_uci(value.uci())
    if isinstance(value, (list, tuple, set)):
        return type(value)(map(translated, value))
    return value


def assert_written_alike(position, operations):
    theirs = answer(chess.Board(position).epd, **operations)
    board = kiwipete.Board(position)
    before = board.fen()
    ours = answer(board.epd, **{key: translated(value) for key, value in operations.items()})
    assert ours == theirs
    assert (board.fen(), board.move_stack) == (before, [])
    return theirs


VALUES = [
    *(None, 0, 1, -31, 10**400, True, 1.5, 1.0, 1e20, 1e-20, -0.0, 0.1 + 0.2),
    *(math.nan, math.inf, -math.inf, Fraction(1, 2), 3j, object),
    *("", "x", 'a"b', "a\\b", "a\nb\rc\td", "a;b", "\\n", "'", "\x00\x07é\u2028"),
    *moves("g1f3 0000"),
]
MOVES_TO_CHOOSE = [
    *([], (), {}, moves("e2e4"), moves("g1f3 0000 e2e4 b1c3"), tuple(moves("e2e4 d2d4 e2e4"))),
    set(moves("e2e4 d2d4 g1f3")),
]
MOVES_IN_A_ROW = [
    *([], moves("e2e4 e7e5 g1f3"), tuple(moves("e2e4 0000 d2d4")), moves("0000 e7e5")),
    moves("e2e4 d7d5 e4d5 g8f6 f1b5 c7c6 d5c6 a7a6 c6b7 a6b5 b7a8q"),
]


def name_of(value: object) -> str:
    """Return a name that is the same in every process, though a set has no order."""
    return repr(sorted(value, key=repr) if isinstance(value, set) else value)


@pytest.mark.parametrize(
    ("opcode", "value"),
    [
        *product(["am", "bm", "pm", "pv", "id", "hmvc"], VALUES),
        *product(["am", "bm"], MOVES_TO_CHOOSE),
        *product(["pv"], MOVES_IN_A_ROW),
        *product(["id"], [b'a"b', range(2), [], (), moves("e2e4")]),
    ],
    ids=name_of,
)
def test_writing_values(opcode, value):
    assert_written_alike(START, {opcode: value})


@pytest.mark.parametrize("opcode", ["am", "bm", "pv"])
def test_moves_come_from_anything_that_can_be_walked(opcode):
    board, oracle = kiwipete.Board(), chess.Board()
    assert board.epd(**{opcode: iter(translated(moves("g1f3")))}) == f"{START} {opcode} Nf3;"
    for wrong in ([1], ["e4"], [None], {"e4": 1}, b"e4"):
        assert answer(oracle.epd, **{opcode: wrong}) == "Attribute"
        assert answer(board.epd, **{opcode: wrong}) in ("Attribute", "Type")
    assert board.epd(bm=board.legal_moves) == oracle.epd(bm=oracle.legal_moves)


@pytest.mark.parametrize("opcode", ["am", "bm", "pv", "x"])
def test_writing_illegal_moves(opcode):
    board = kiwipete.Board()
    line = translated(moves("e2e4 e2e4" if opcode == "pv" else "e3e5"))
    with pytest.raises((ValueError, AssertionError)):
        board.epd(**{opcode: line[0] if opcode == "x" else line})
    assert board == kiwipete.Board()


OPCODES = ["", "-", "--", "-a", "1a", "_a", "٣", " a", "a b", "a\tb", "a\nb", "a\r"]
OPCODES += ["a;b", 'a"b', "é", "ª", "a1", "A", "a\xa0b", "a\x0bb", "a\x00", "a-"]


@pytest.mark.parametrize("opcode", OPCODES)
def test_opcodes(opcode):
    assert_written_alike(START, {"a": None, opcode: 1})
    assert_written_alike(START, {opcode: math.nan})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda board: board.set_epd(f"{START} 3 4;"), "an opcode must begin with a letter: '3'"),
        (lambda board: board.set_epd(f"{START} ce 3o;"), "'ce' needs a finite number, not '3o'"),
        (lambda board: board.epd(**{"1a": None}), "an opcode must begin with a letter: '1a'"),
        (lambda board: board.epd(**{"a b": None}), "an opcode must not contain blanks: 'a b'"),
        (lambda board: board.epd(ce=math.nan), "'ce' needs a finite number, not nan"),
    ],
)
def test_messages(call, message):
    with pytest.raises((ValueError, AssertionError), match=f"^EPD: .*{message}$"):
        call(kiwipete.Board())


# Both ways, at random


def random_position(rng):
    board = chess.Board()
    for _ in range(rng.choice([0, 5, 30, 90])):
        choices = list(board.legal_moves)
        if not choices:
            break
        board.push(rng.choice(choices))
    return board.fen()


def random_line(rng, board):
    board, line = board.copy(stack=False), []
    for _ in range(rng.randrange(6)):
        choices = list(board.legal_moves)
        if rng.random() < 0.1:
            choices = [chess.Move.null()]
        if choices:
            line.append(rng.choice(choices))
            board.push(line[-1])
    return line


def random_operations(rng, board):
    """Draw operations with values of each kind."""
    choices = list(board.legal_moves) or [chess.Move.null()]
    makers = {
        "bm": lambda: rng.sample(choices, rng.randint(0, min(4, len(choices)))),
        "am": lambda: rng.choices(choices, k=rng.randint(0, 4)),
        "pm": lambda: rng.choice(choices),
        "pv": lambda: random_line(rng, board),
        "id": lambda: "".join(rng.choices("ab\\\"\n\r\t; '", k=rng.randrange(9))),
        "ce": lambda: rng.randint(-999, 999),
        "eval": lambda: rng.uniform(-10, 10),
        "hmvc": lambda: rng.randint(0, 150),
        "fmvn": lambda: rng.randint(1, 300),
        "noop": lambda: None,
    }
    return {opcode: makers[opcode]() for opcode in rng.sample(list(makers), rng.randrange(6))}


@pytest.mark.parametrize("seed", range(200))
def test_random_operations_both_ways(seed):
    rng = random.Random(seed)
    fen = random_position(rng)
    for _ in range(5):
        operations = random_operations(rng, chess.Board(fen))
        _, text = assert_written_alike(fen, operations)
        assert_read_alike(text)
        # Losing a character makes most texts wrong in a way of their own.
        place = rng.randrange(len(text))
        if text[:place].count(" ") >= 4:
            assert_read_alike(text[:place] + text[place + 1 :])
