"""A position for a page: legal moves, check, the end of the game, and a description in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiwipete.bitboards import BB_RANKS, scan_forward
from kiwipete.game_end import GameEnd, rule_end
from kiwipete.openings import opening_of
from kiwipete.squares import (
    BISHOP,
    COLORS,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    piece_name,
    square,
    square_name,
    square_rank,
)

if TYPE_CHECKING:
    from kiwipete.board import Board, Move

SIDES = {True: "white", False: "black"}
_SPOKEN = (KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN)
_KING_TARGETS = {True: 6, False: 2}  # files: kingside, queenside


def end_record(end: GameEnd) -> dict[str, str]:
    """Return the end of a game for a page."""
    who = {True: "White wins", False: "Black wins", None: "Draw"}[end.winner]
    return {"result": end.result, "reason": end.reason, "text": f"{who} by {end.reason}."}


def describe(board: Board, node: int, score: dict[str, Any] | None) -> dict[str, Any]:
    """Return the event `position`."""
    king = board.king(board.turn)
    last = board.peek() if board.move_stack else None
    end = rule_end(board, claimed=False)
    opening = opening_of(board)
    return {
        "node": node,
        "fen": written_fen(board),
        "turn": SIDES[board.turn],
        "legal": legal_moves(board),
        "check": square_name(king) if king is not None and board.is_check() else None,
        "lastMove": last_move(board) if last else None,
        "outcome": None if end is None else end_record(end),
        "opening": None if opening is None else {"eco": opening.eco, "name": opening.name},
        "text": in_words(board, end, score),
        "pieces": pieces_in_words(board),
        "chess960": board.chess960,
    }


def written_fen(board: Board) -> str:
    """Return the FEN; in Chess960 with the files of the rooks."""
    return board.fen(shredder=board.chess960)


def legal_moves(board: Board) -> list[dict[str, str]]:
    """Return the legal moves; `to2` is a second square that means castling."""
    moves = list(board.legal_moves)
    taken = {(move.from_square, move.to_square) for move in moves}
    found = []
    for move in moves:
        record = {"uci": board.uci(move), "san": board.san(move)}
        if board.is_castling(move) and (other := _other_square(board, move, taken)) is not None:
            record["to2"] = square_name(other)
        found.append(record)
    return found


def last_move(board: Board) -> str:
    """Return the squares of the last move, castling as the position before it writes it."""
    move = board.pop()
    text = board.uci(move)
    board.push(move)
    return text


def _other_square(board: Board, move: Move, taken: set[tuple[int, int]]) -> int | None:
    """Return the rook's square if the move names the king's, and the other way round."""
    rank, kingside = square_rank(move.from_square), board.is_kingside_castling(move)
    if board.chess960:
        other = square(_KING_TARGETS[kingside], rank)
    else:
        rooks = list(scan_forward(board.clean_castling_rights() & BB_RANKS[rank]))
        other = max(rooks) if kingside else min(rooks)
    return None if (move.from_square, other) in taken else other


def in_words(board: Board, end: GameEnd | None, score: dict[str, Any] | None) -> str:
    """Return a short description for people who don't see the board."""
    parts = []
    if board.move_stack:
        move = board.pop()
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        parts.append(f"After {number} {board.san(move)}.")
        board.push(move)
    if end is not None:
        parts.append(end_record(end)["text"])
    else:
        side = SIDES[board.turn].capitalize()
        parts.append(f"{side} to move{' and in check' if board.is_check() else ''}.")
    if score is not None:
        parts.append(score_in_words(score))
    return " ".join(parts)


def score_in_words(score: dict[str, Any]) -> str:
    """Return a score for people.

    >>> score_in_words({"cp": -120}), score_in_words({"mate": 3})
    ('Evaluation: Black is better by 1.20 pawns.', 'Evaluation: White mates in 3.')
    """
    value = score.get("mate", score.get("cp", 0))
    side = "White" if value > 0 else "Black"
    if "mate" in score and not value:
        return f"Evaluation: {score['winner'].capitalize()} has won."
    if "mate" in score:
        return f"Evaluation: {side} mates in {abs(value)}."
    if not value:
        return "Evaluation: equal."
    return f"Evaluation: {side} is better by {abs(value) / 100:.2f} pawns."


def pieces_in_words(board: Board) -> str:
    """Return where the pieces are, for people who don't see the board.

    >>> from kiwipete import Board
    >>> pieces_in_words(Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"))
    'White: king e1, rooks a1 h1. Black: king e8.'
    """
    sides = []
    for color in COLORS:
        groups = []
        for kind in _SPOKEN:
            squares = [square_name(each) for each in board.pieces(kind, color)]
            if squares:
                name = piece_name(kind) + ("s" if len(squares) > 1 else "")
                groups.append(f"{name} {' '.join(squares)}")
        sides.append(f"{SIDES[color].capitalize()}: {', '.join(groups) or 'nothing'}.")
    return " ".join(sides)
