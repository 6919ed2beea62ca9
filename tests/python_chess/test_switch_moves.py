"""Moves under the switch: what python-chess plays and holds although no rule allows it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import kiwipete
from tests.support.processes import error_of, printed

ON = "import kiwipete; kiwipete.use_as_chess()\n"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", range(3))
def test_any_move_is_played_as_python_chess_plays_it(seed):
    command = [sys.executable, "-m", "tests.support.loose_pushes", str(seed)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (process.stdout, process.stderr) == ("", "")


def test_without_the_switch_illegal_moves_are_refused():
    code = "import kiwipete; kiwipete.Board().push(kiwipete.Move.from_uci('e2e5'))"
    assert error_of(code).startswith("kiwipete.errors.IllegalMoveError: illegal move e2e5 in ")


def test_an_illegal_move_can_be_taken_back_copied_and_stored():
    code = (
        "import chess, copy, pickle\n"
        "board = chess.Board()\n"
        "for uci in ['e1e8', 'a7h1q', 'e8g8']: board.push(chess.Move.from_uci(uci))\n"
        "others = [board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(board))]\n"
        "assert all(other == board for other in others)\n"
        "for other in others:\n"
        "    assert [other.pop().uci() for _ in range(3)] == ['e8g8', 'a7h1q', 'e1e8']\n"
        "    assert other == chess.Board()\n"
        "print(board.fen())"
    )
    assert printed(ON + code) == "rnbq1bnK/1ppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNq b - - 0 2"


def test_a_move_of_nothing_is_an_assertion_and_changes_nothing():
    code = (
        "import chess\n"
        "board = chess.Board()\n"
        "try: board.push(chess.Move.from_uci('e4e5'))\n"
        "except AssertionError as error: print(error)\n"
        "assert board == chess.Board() and not board.move_stack"
    )
    assert printed(ON + code).startswith("illegal move e4e5 in ")


def test_pseudo_legal_moves_in_the_king_capture_style():
    code = (
        "import chess\n"
        "def nodes(board, depth):\n"
        "    if depth == 0: return 1\n"
        "    total = 0\n"
        "    for move in board.pseudo_legal_moves:\n"
        "        board.push(move)\n"
        "        if not board.was_into_check(): total += nodes(board, depth - 1)\n"
        "        board.pop()\n"
        "    return total\n"
        f"print(nodes(chess.Board('{KIWIPETE}'), 2))"
    )
    assert printed(ON + code) == "2039"


def test_a_subclass_that_overrides_push_and_calls_it():
    code = (
        "import chess\n"
        "class Loud(chess.Board):\n"
        "    def push(self, move): super().push(move); print(move)\n"
        "board = Loud()\n"
        "board.push(chess.Move.from_uci('e2e5'))\n"
        "print(board.piece_at(chess.E5), board.copy().pop())"
    )
    assert printed(ON + code).split() == ["e2e5", "P", "e2e5"]


def test_a_class_with_rules_of_its_own_plays_them():
    code = (
        "import chess\n"
        "class Wild(chess.Board):\n"
        "    def is_legal(self, move): return True\n"
        "board = Wild()\n"
        "for uci in ['e8e3', 'd1b8n', 'Q@e4']: board.push(chess.Move.from_uci(uci))\n"
        "print(board.board_fen(), board.move_stack)"
    )
    assert "/4Q3/4K3/" in printed(ON + code)


# Squares and parts of moves that only the switch takes.

ODD_PARTS = [
    (0, 64), (8, 0, "q"), (-1, 3), (12, 28, 0), (-52, -36), ("e2", "e4"), (None, None),
    (12, 28, -1), (12, 28, 9), (0, 0, 0), (0, 5, None, 9), (70, 80), (0, -64),
]  # fmt: skip


def of_both(code: str) -> tuple[str, str]:
    """Return what code prints under the switch and on python-chess."""
    return printed(ON + code), printed(code)


def test_squares_count_from_the_end():
    code = (
        "import chess\n"
        f"board = chess.Board('{KIWIPETE}')\n"
        "for square in range(-64, 0):\n"
        "    print(board.piece_at(square), board.piece_type_at(square), board.color_at(square))\n"
        "    print(board.attacks_mask(square), board.pin_mask(True, square))\n"
        "    print(board.attackers_mask(True, square), board.is_attacked_by(False, square))\n"
        "    print(square in chess.SquareSet(255), int(chess.SquareSet([square])))\n"
        "    other = board.copy()\n"
        "    other.set_piece_at(square, chess.Piece(4, False))\n"
        "    print(other.fen(), other.remove_piece_at(square), other.fen())\n"
        "for square in (-65, 64):\n"
        "    try: board.piece_at(square)\n"
        "    except IndexError: print('no such square')\n"
    )
    ours, theirs = of_both(code)
    assert ours == theirs
    plain = "import kiwipete; kiwipete.Board().piece_at(-1)"
    assert error_of(plain).endswith("InvalidSquareError: a square is 0 to 63, not -1")


def test_a_move_holds_what_it_is_given():
    code = (
        "import chess, copy, pickle\n"
        f"for parts in {ODD_PARTS!r}:\n"
        "    move = chess.Move(*parts)\n"
        "    print(parts, move.from_square, move.to_square, move.promotion, move.drop)\n"
        "    print(bool(move))\n"
        "    print(hash(move) == hash(parts + (None,) * (4 - len(parts))))\n"
        "    for twin in [chess.Move(*parts), copy.copy(move), pickle.loads(pickle.dumps(move))]:\n"
        "        print(move == twin, move != twin)\n"
        "    print(move == chess.Move(12, 28), chess.Move(12, 28) == move)\n"
        "    try: print(move.uci(), str(move), move.xboard())\n"
        "    except (IndexError, TypeError): print('no text')\n"
        "    move = chess.Move(12, 28)\n"
        "    move.from_square = move.promotion = parts[0]\n"
        "    print(move.from_square, move.promotion)\n"
    )
    ours, theirs = of_both(code)
    assert ours.splitlines() == theirs.splitlines()


def test_an_odd_move_is_not_legal_and_changes_nothing():
    code = (
        "import chess\n"
        f"for parts in {ODD_PARTS!r}:\n"
        "    move, board = chess.Move(*parts), chess.Board()\n"
        "    print(move in board.legal_moves, board.is_legal(move), end=' ')\n"
        "    print(board.is_pseudo_legal(move), repr(move))\n"
        "    try: board.push(move)\n"
        "    except AssertionError as error: assert board == chess.Board(), str(error)\n"
    )
    lines = printed(ON + code).splitlines()
    assert len(lines) == len(ODD_PARTS)
    assert all(line.startswith("False False False ") for line in lines)


@pytest.mark.parametrize("parts", ODD_PARTS, ids=str)
def test_without_the_switch_odd_parts_are_refused(parts):
    with pytest.raises((TypeError, ValueError)):
        kiwipete.Move(*parts)
