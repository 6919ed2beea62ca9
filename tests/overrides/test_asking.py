"""Whatever a method asks in python-chess, ours asks too when a subclass has overridden it."""

from __future__ import annotations

import chess
import pytest

import kiwipete
from kiwipete.overrides.honour import METHODS
from kiwipete.variant import AntichessBoard

ASKED = {question for method in METHODS.values() for question in method.asks}
QUESTIONS = sorted(question for question in ASKED if hasattr(chess.Board, question))

FENS = (
    chess.STARTING_FEN,
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 30",
    "4k3/8/8/8/7b/8/8/R3K2R w KQ - 99 80",
    "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
)

# What python-chess asks although the answer changes nothing.
ASKED_IN_VAIN = {
    "_attacked_for_king": {"find_move", "parse_uci", "variation_san"},
    "attacks_mask": {"is_into_check"},
    "clear": {"variation_san"},
    "clear_board": {"variation_san"},
    "clear_stack": {"variation_san"},
    "generate_castling_moves": {"find_move", "parse_uci"},
    "generate_pseudo_legal_moves": {"is_into_check"},
}
# Questions that only these methods of ours ask.
ASKED_BY_FEW = {
    "is_castling": {"is_kingside_castling", "is_queenside_castling", "lan", "parse_san", "san"},
    "is_en_passant": {"is_capture", "lan", "san"},
    "is_zeroing": {"can_claim_fifty_moves", "is_irreversible"},
    "king": {"checkers_mask", "is_check", "is_into_check", "is_legal", "legal_moves"},
    "pin_mask": {"is_pinned", "pin"},
}


def calls(library, board):
    """Calls of all methods that may ask something, by the name of the method."""
    plain = chess.Board(board.fen())
    moves = sorted(plain.pseudo_legal_moves, key=str)
    move = library.Move.from_uci(moves[0].uci())
    legal = sorted(plain.legal_moves, key=str)
    arguments = {
        "__init__": [(), (None,), (plain.fen(),)],
        "attackers": [(True, 4)],
        "attacks": [(4,)],
        "find_move": [(one.from_square, one.to_square) for one in legal[:1]],
        "is_attacked_by": [(True, 4)],
        "is_pinned": [(True, 4)],
        "outcome": [()],
        "parse_san": [(plain.san(one),) for one in legal],
        "parse_uci": [(one.uci(),) for one in legal[:1]],
        "pieces": [(1, True)],
        "pin": [(True, 4)],
        "remove_piece_at": [(4,)],
        "set_board_fen": [("8/8/8/8/8/8/8/8",)],
        "set_castling_fen": [("-",)],
        "set_fen": [(plain.fen(),)],
        "set_piece_at": [(4, None)],
        "variation_san": [([library.Move.from_uci(one.uci())],) for one in legal[:1]],
    }
    for name in METHODS:
        if not hasattr(chess.Board, name):
            continue
        for given in arguments.get(name, [()]):
            yield name, given, {}
    for name in ("is_legal", "is_pseudo_legal", "is_into_check", "gives_check", "san", "lan"):
        yield name, (move,), {}
    for name in ("outcome", "is_game_over", "result"):
        yield name, (), {"claim_draw": True}


def asked(library, question):
    """The methods that ask a question when a subclass overrides it."""
    callers = set()
    heard = []

    def record(self, *arguments, **named):
        heard.append(question)
        return getattr(library.Board, question)(self, *arguments, **named)

    recorder = type("Recorder", (library.Board,), {question: record})
    for fen in FENS:
        for name, arguments, named in calls(library, recorder(fen)):
            board = recorder(fen)
            heard.clear()
            try:
                value = getattr(board, name)
                answer = value(*arguments, **named) if callable(value) else value
                if name.startswith("generate") or name.endswith("_moves"):
                    list(answer)
            except (TypeError, ValueError, AssertionError):
                continue
            if heard:
                callers.add(name)
    return callers - {question}


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_python_chess_asks_is_asked(question):
    theirs = asked(chess, question) - ASKED_IN_VAIN.get(question, set())
    if question in ASKED_BY_FEW:
        theirs &= ASKED_BY_FEW[question]
    assert theirs - asked(kiwipete, question) == set()


class FewMoves(kiwipete.Board):
    """Only the moves of knights are legal."""

    def generate_legal_moves(self, from_mask=kiwipete.BB_ALL, to_mask=kiwipete.BB_ALL):
        return super().generate_legal_moves(from_mask & self.knights, to_mask)

    def is_legal(self, move):
        return super().is_legal(move) and bool(self.knights & kiwipete.BB_SQUARES[move.from_square])


def test_views_made_by_hand_ask_the_board():
    view = kiwipete.LegalMoveGenerator(FewMoves())
    assert [move.uci() for move in view] == ["g1h3", "g1f3", "b1c3", "b1a3"]
    assert (view.count(), bool(view)) == (4, True)
    assert kiwipete.Move.from_uci("g1f3") in view
    assert kiwipete.Move.from_uci("e2e4") not in view
    assert "Nf3" in repr(view)
    antichess = AntichessBoard("8/8/8/3kK3/8/8/8/Q7 w - - 0 1")
    assert [move.uci() for move in kiwipete.LegalMoveGenerator(antichess)] == ["e5d5"]
    pseudo = kiwipete.PseudoLegalMoveGenerator(antichess)
    assert [*pseudo] == [*antichess.pseudo_legal_moves]
