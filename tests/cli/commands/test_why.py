from __future__ import annotations

import json
import re
import shlex

import pytest

from kiwipete import Board
from kiwipete.cli.commands import why
from kiwipete.explain import Rule
from tests.support.pseudo_terminal import ESCAPE

PINNED = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1"
ROOKS_INSIDE = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1"  # Chess960 by itself
SENTENCE = "The knight on d2 is pinned against the king on e1 by the bishop on b4."
PICTURE = """\
8 . . . . k . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . . . . . .
4 .[b]. . . . . .
3 . . . . .[.]. .
2 . . .[N]. . . .
1 . . . .[K]. . .
  a b c d e f g h

d2f3 is illegal (pinned).
The knight on d2 is pinned against the king on e1 by the bishop on b4.
"""


def test_a_picture_with_the_sentence_under_it(kiwipete):
    assert kiwipete("why", PINNED, "d2f3") == (1, PICTURE, "")


def test_a_move_in_a_dead_position(kiwipete):
    code, out, err = kiwipete("why", "8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1", "Kd3")
    assert (code, err) == (0, "")
    assert out.endswith("Neither side can ever give check.\n")
    assert "The game is drawn: this is a dead position. No pawn can ever move" in out
    code, out, err = kiwipete("why", "8/8/8/8/8/8/8/K7 w - - 0 1", "a1a2")
    assert "dead" not in out


def test_neighbours_share_a_bracket(kiwipete):
    code, out, err = kiwipete("why", "startpos", "e1g1")
    assert (code, err) == (1, "")
    assert "1 R N B Q[K|B|N]R\n  a b" in out
    code, out, err = kiwipete("why", "startpos", "h1h8")
    assert (code, err) == (1, "")
    assert "2 P P P P P P P[P]\n1 R N B Q K B N[R]\n" in out


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        (["e2e4"], "e2e4 is legal (double-step).\nThe pawn on e2 goes to e4.\n"),
        (["startpos", "0000"], "0000 is illegal (null-move).\n"),
        (["kiwipete", "e1g1"], "e1g1 is legal (castling).\n"),
        (["kiwipete", "e1h1"], "e1g1 is legal (castling).\n"),
        (["kiwipete", "e1g1", "--chess960"], "e1h1 is legal (castling).\n"),
        (["--chess960", "kiwipete", "e1h1"], "e1h1 is legal (castling).\n"),
        ([ROOKS_INSIDE, "e1g1"], "e1g1 is legal (castling).\n"),
        (["--moves", "e2e4 e7e5", "e4e5"], "e4e5 is illegal (pawn-blocked).\n"),
        (["--moves", "f2f3 e7e5 g2g4", "Qh4"], "d8h4 is legal (plain-move).\n"),
        (["kiwipete", "--moves", "a2a3", "O-O-O"], "e8c8 is legal (castling).\n"),
        (["startpos", "O-O"], "e1g1 is illegal (castling-path-not-empty).\n"),
        (["startpos", "0-0-0"], "e1c1 is illegal (castling-path-not-empty).\n"),
        (["--moves", "e4", "O-O"], "e8g8 is illegal (castling-path-not-empty).\n"),
        (["startpos", "Nd2"], "b1d2 is illegal (own-piece-on-target).\n"),
        (["startpos", "e5"], "e2e5 is illegal (no-such-move).\n"),
        (["startpos", "exd3"], "e2d3 is illegal (pawn-captures-nothing).\n"),
        (["startpos", "Qd8"], "d1d8 is illegal (path-blocked).\n"),
        ([PINNED, "Nf3"], "d2f3 is illegal (pinned).\n"),
        ([PINNED.replace("4K3", "4K2N"), "Nf3"], "d2f3 is illegal (pinned).\n"),
        (["4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8"], "a7a8 is illegal (promotion-piece-missing).\n"),
        ([ROOKS_INSIDE, "O-O-O"], "e1b1 is legal (castling).\n"),
        ([ROOKS_INSIDE, "--moves", "Kd1 Kd8", "O-O"], "d1g1 is illegal (castling-no-right).\n"),
        (["8/8/8/8/8/8/8/K7 w - - 0 1", "a1a2"], "a1a2 is legal (plain-move).\n"),
        (["8/8/8/8/8/8/8/8 w - - 0 1", "a1a2"], "a1a2 is illegal (empty-square).\n"),
    ],
)
def test_verdicts(kiwipete, words, verdict):
    code, out, err = kiwipete("why", *words)
    assert (code, err) == (1 if "illegal" in verdict else 0, "")
    assert f"\n\n{verdict}" in out


def test_json(kiwipete):
    code, out, err = kiwipete("why", PINNED, "d2f3", "--json")
    assert (code, err) == (1, "")
    assert json.loads(out) == {
        "fen": PINNED,
        "move": "d2f3",
        "legal": False,
        "rule": "pinned",
        "effects": [],
        "squares": ["d2", "e1", "b4"],
        "sentence": SENTENCE,
    }


def test_json_of_a_legal_move(kiwipete):
    code, out, _ = kiwipete("why", "--json", "--moves", "f2f3 e7e5 g2g4", "d8h4")
    found = json.loads(out)
    assert code == 0
    assert found["legal"] is True
    assert Rule(found["rule"]) is Rule.PLAIN_MOVE
    assert found["effects"] == ["check", "checkmate"]
    assert found["squares"] == ["d8", "h4", "e1"]
    assert Board(found["fen"]).turn is False


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "a move is missing"),
        (["kiwipete"], "a move is missing"),
        ([PINNED], "a move is missing"),
        (["startpos", "e2e9"], "'e2e9'"),
        (["startpos", "e2"], "illegal move 'e2': White has no such piece"),
        (["startpos", "e2e2"], "'e2e2'"),
        (["startpos", "a7a8x"], "'a7a8x'"),
        (["startpos", "Nf6"], "illegal move 'Nf6': to see why, try b1f6 or g1f6"),
        (["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nf6"], "'Nf6': White has no such piece"),
        (
            ["4k3/8/8/8/8/8/8/5K1R w - - 0 1", "O-O"],
            "illegal move 'O-O': White has no king and rook at home to do that",
        ),
        (["--moves", "d4 Nf6 Nf3 e6", "Nd2"], "ambiguous san: 'Nd2'"),
        (["kiwi", "e2e4"], "unknown position 'kiwi'"),
        (["startpos", "kiwipete", "e2e4"], "one position at a time"),
        ([*PINNED.split(), "d2f3"], f'put it in quotes: "{PINNED}"'),
        ([PINNED.replace("8", "9", 1), "d2f3"], "FEN: "),
        (["--moves", "e2e5", "e2e4"], "illegal move"),
        (["startpos", "e2e4", "--divide"], "unknown option --divide (see kiwipete why --help)"),
    ],
)
def test_bad_input(kiwipete, words, message):
    code, out, err = kiwipete("why", *words)
    assert (code, out) == (2, "")
    assert err.startswith("kiwipete: ")
    assert message in err
    assert err.count("\n") == 1


def test_the_manual(kiwipete):
    code, out, err = kiwipete("why", "--help")
    assert (code, err) == (0, "")
    assert out.startswith("usage: kiwipete why [-h] ")
    for option in ("POSITION MOVE", "--moves", "--chess960", "--json"):
        assert re.search(rf"^  {option}( [A-Z]+)?\s+\w", out, re.MULTILINE), option


def test_the_examples_of_the_manual_say_what_is_printed(kiwipete):
    examples = re.split(r"^  (kiwipete .*)\n", why.EXAMPLES, flags=re.MULTILINE)[1:]
    assert len(examples) == 8
    for command, promised in zip(examples[::2], examples[1::2], strict=True):
        code, out, err = kiwipete(*shlex.split(command)[1:])
        assert (code, err) == (0 if "is legal" in promised else 1, "")
        for part in " ".join(promised.split()).split("..."):
            assert part.strip('," }') in " ".join(out.split())


def test_a_terminal_marks_squares_with_a_colour(terminal):
    screen = terminal("why", PINNED, "d2f3")
    assert screen.wait() == 1
    # The knight on d2 and the bishop on b4 stand on dark squares, f3 and the black king's on light.
    assert f"{ESCAPE}[1;38;5;231;48;5;94m ♞ " in screen.text
    assert f"{ESCAPE}[1;38;5;16;48;5;94m ♝ " in screen.text
    assert f"{ESCAPE}[1;38;5;16;48;5;136m   " in screen.text
    assert f"{ESCAPE}[1;38;5;16;48;5;103m ♚ " in screen.text
    assert f"d2f3 is {ESCAPE}[1;31millegal{ESCAPE}[0m (pinned)." in screen.text
    assert SENTENCE in screen.text


def test_a_terminal_gets_a_legal_move_in_green(terminal):
    screen = terminal("why", "e2e4")
    assert screen.wait() == 0
    assert f"e2e4 is {ESCAPE}[1;32mlegal{ESCAPE}[0m (double-step)." in screen.text


def test_a_checked_king_keeps_its_own_colour(terminal):
    screen = terminal("why", "4k3/8/8/8/7q/8/8/1N2K3 w - - 0 1", "b1c3")
    assert screen.wait() == 1
    assert f"{ESCAPE}[1;38;5;231;48;5;160m ♚ " in screen.text
