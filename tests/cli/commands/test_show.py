from __future__ import annotations

import re

import pytest

from kiwipete import Board
from tests.support.pseudo_terminal import ESCAPE

KIWIPETE = """\
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1

8 r . . . k . . r
7 p . p p q p b .
6 b n . . p n p .
5 . . . P N . . .
4 . p . . P . . .
3 . . N . . Q . p
2 P P P B B P P P
1 R . . . K . . R
  a b c d e f g h

Side to move   white
Castling       KQkq
En passant     none
Half-moves     0 since a capture or pawn move
Move number    1
Key            {key:016x}
Checkers       none
Pinned         none
Legal moves    48

a1b1  a1c1  a1d1  a2a3  a2a4  b2b3  c3a4  c3b1  c3b5  c3d1  d2c1  d2e3  d2f4
d2g5  d2h6  d5d6  d5e6  e1c1  e1d1  e1f1  e1g1  e2a6  e2b5  e2c4  e2d1  e2d3
e2f1  e5c4  e5c6  e5d3  e5d7  e5f7  e5g4  e5g6  f3d3  f3e3  f3f4  f3f5  f3f6
f3g3  f3g4  f3h3  f3h5  g2g3  g2g4  g2h3  h1f1  h1g1
"""

# A bishop gives check, and nothing else is there.
CHECK = "4k3/8/8/8/1b6/8/8/4K3 w - - 12 34"


def facts(out: str) -> dict[str, str]:
    """The labelled lines by label."""
    pairs = (line.split("   ", 1) for line in out.splitlines() if "   " in line)
    return {label: value.strip() for label, value in pairs}


def test_draws_and_describes(kiwipete):
    code, out, err = kiwipete("show", "kiwipete")
    board = Board(KIWIPETE.splitlines()[0])
    assert (code, out, err) == (0, KIWIPETE.format(key=board.zobrist_key), "")


def test_shows_the_start_position_by_itself(kiwipete):
    assert facts(kiwipete("show").out)["Legal moves"] == "20"


def test_names_the_opening(kiwipete):
    name = "C60 Ruy Lopez"
    assert facts(kiwipete("show", "--moves", "e4 e5 Nf3 Nc6 Bb5").out)["Opening"] == name
    assert facts(kiwipete("show", "--moves", "e4 e5 Nf3 Nc6 Bb5 h5 a4").out)["Opening"] == name
    assert "Opening" not in facts(kiwipete("show").out)
    assert "Opening" not in facts(kiwipete("show", "--chess960", "--moves", "e4").out)


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        (
            CHECK,
            {
                "Castling": "none",
                "Half-moves": "12 since a capture or pawn move",
                "Move number": "34",
                "Checkers": "bishop b4",
            },
        ),
        (
            "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w Kq - 2 4",
            {"Side to move": "white", "Castling": "Kq", "Pinned": "knight c3", "Checkers": "none"},
        ),
        (
            "4k3/8/5N2/1B6/8/8/8/4K3 b - - 0 1",
            {"Side to move": "black", "Checkers": "bishop b5, knight f6"},
        ),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", {"En passant": "e3"}),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", {"En passant": "e3, but no legal capture"}),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", {"Legal moves": "0, checkmate", "Checkers": "queen g7"}),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", {"Legal moves": "0, stalemate"}),
        (
            "8/8/8/4k3/8/8/4K3/8 w - - 0 1",
            {"Legal moves": "8, drawn: too little material to mate"},
        ),
        (
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
            {"Castling": "KQkq (Chess960, rooks on b1, g1, b8, g8)"},
        ),
    ],
)
def test_facts(kiwipete, fen, expected):
    ended = kiwipete("show", fen)
    found = facts(ended.out)
    assert ended.code == 0
    assert {label: found[label] for label in expected} == expected


def test_a_dead_position_with_its_reason(kiwipete):
    ended = kiwipete("show", "8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1")
    assert ended.code == 0
    assert " ".join(ended.out.split()).count(
        "Legal moves 8, drawn: dead position. No pawn can ever move or be captured (b4, d4, g4, "
        "b5, d5, g5). The white king can never leave ranks 1 to 3, nor the black king ranks 6 to "
        "8. Neither side can ever give check."
    )


def test_plays_moves_first(kiwipete):
    out = kiwipete("show", "--moves", "e2e4 c7c5 e1e2").out
    assert out.startswith("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2\n")


def test_an_impossible_position_is_drawn_and_every_reason_told(kiwipete):
    code, out, err = kiwipete("show", "P7/8/8/8/8/8/8/K7 b KQ - 0 1")
    assert code == 2
    assert "\n8 P . . . . . . .\n" in out
    assert "Legal moves" not in out
    assert err == (
        "kiwipete: impossible position: black has no king; "
        "a pawn stands on the first or last rank; "
        "a castling right has no king and rook at home to go with it\n"
    )


def test_a_terminal_gets_shapes_on_coloured_squares(terminal):
    screen = terminal("show", CHECK)
    assert screen.wait() == 0
    # White king in check on a red square, black king on a light one (e8 is light).
    assert f"{ESCAPE}[1;38;5;231;48;5;160m ♚ " in screen.text
    assert f"{ESCAPE}[1;38;5;16;48;5;103m ♚ " in screen.text
    assert "bishop b4" in screen.text


def test_an_impossible_position_in_a_terminal(terminal):
    screen = terminal("show", "8/8/8/8/8/8/8/K7 w - - 0 1")
    assert screen.wait() == 2
    assert "♚" in screen.text
    assert screen.text.endswith("\nkiwipete: impossible position: black has no king\n")


@pytest.mark.parametrize(
    ("fen", "columns"),
    [
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", 60),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", 40),
        ("4k3/8/q3r2q/1N1N1N2/2NNN3/q1NKN2q/2NNN3/1N1q1N2 w - - 0 1", 60),
    ],
)
def test_a_narrow_terminal_has_the_facts_below_the_board(terminal, fen, columns):
    screen = terminal("show", fen, COLUMNS=str(columns))
    screen.wait()
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.text).splitlines()
    assert lines[0] == fen  # to be copied, so it is not broken
    assert max(map(len, lines[1:])) <= columns
    assert "Side to move   white" in lines
    words = " ".join(screen.text.split())
    assert "0 since a capture or pawn move" in words


def test_a_wide_terminal_has_the_facts_beside_the_board(terminal):
    screen = terminal("show", COLUMNS="80")
    assert screen.wait() == 0
    assert re.search(r"8.*♜.*Side to move.*white\n", screen.text)


def test_a_terminal_without_unicode_gets_letters(terminal):
    screen = terminal("show", PYTHONIOENCODING="ascii")
    assert screen.wait() == 0
    assert f"{ESCAPE}[1;38;5;231;48;5;60m R " in screen.text


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colours_gets_plain_text(terminal, environment):
    screen = terminal("show", "kiwipete", **environment)
    assert screen.wait() == 0
    assert ESCAPE not in screen.text
    assert screen.text.startswith(KIWIPETE[:150])


def test_eval_shows_what_pieces_are_worth(kiwipete):
    code, out, err = kiwipete("show", "kiwipete", "--eval")
    assert (code, err) == (0, "")
    assert "\n4 |       |   p   |       |       |   P   |" in out
    assert re.search(r"Evaluation: -?\d+ centipawns for the side to move, -?\d+ for White\n$", out)
    code, out, err = kiwipete("show", "--eval", "--network", "none")
    assert (code, err) == (0, "")
    assert out.endswith("Evaluation: 12 centipawns for the side to move, 12 for White\n")
    assert kiwipete("show", "--network", "none") == (2, "", "kiwipete: --network is for --eval\n")
