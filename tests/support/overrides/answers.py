"""What a board says about itself, in words that do not depend on the library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

QUESTIONS = (
    "board_fen",
    "can_claim_draw",
    "can_claim_fifty_moves",
    "can_claim_threefold_repetition",
    "castling_xfen",
    "checkers_mask",
    "clean_castling_rights",
    "epd",
    "fen",
    "has_legal_en_passant",
    "is_check",
    "is_checkmate",
    "is_fifty_moves",
    "is_fivefold_repetition",
    "is_game_over",
    "is_insufficient_material",
    "is_seventyfive_moves",
    "is_stalemate",
    "is_valid",
    "is_variant_draw",
    "is_variant_end",
    "is_variant_loss",
    "is_variant_win",
    "result",
    "shredder_fen",
    "was_into_check",
)


def texts(moves: Iterable[Any]) -> list[str]:
    return sorted(move.uci() for move in moves)


def ended(board: Any, *, claim_draw: bool) -> tuple[str, bool | None] | None:
    outcome = board.outcome(claim_draw=claim_draw)
    return outcome and (outcome.termination.name, outcome.winner)


def answers(board: Any) -> Iterator[tuple[object, ...]]:
    """All that a board says about itself and its moves."""
    yield from ((name, getattr(board, name)()) for name in QUESTIONS)
    yield "status", int(board.status())
    yield "material", *(board.has_insufficient_material(color) for color in (True, False))
    yield "outcome", ended(board, claim_draw=False), ended(board, claim_draw=True)
    yield "moves", texts(board.legal_moves), board.legal_moves.count(), bool(board.legal_moves)
    yield "pseudo-legal", texts(board.pseudo_legal_moves)
    yield "captures", texts(board.generate_legal_captures())
    for move in sorted(board.legal_moves, key=str):
        yield from about_move(board, move)
    for move in sorted(board.pseudo_legal_moves, key=str):
        yield move.uci(), board.is_legal(move), board.is_into_check(move)


def about_move(board: Any, move: Any) -> Iterator[tuple[object, ...]]:
    san = board.san(move)
    yield move.uci(), san, board.lan(move), board.uci(move), board.xboard(move)
    yield board.parse_san(san).uci(), board.parse_uci(move.uci()).uci()
    yield move in board.legal_moves, board.is_legal(move), board.is_pseudo_legal(move)
    yield board.gives_check(move), board.is_capture(move), board.is_zeroing(move)
    yield ("is_irreversible", board.is_irreversible(move))
