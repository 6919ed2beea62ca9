"""How games end on boards with rules of their own."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from kiwipete._core.move import Move
from kiwipete.board import Board
from kiwipete.outcome import Outcome, Termination
from kiwipete.overrides import asks
from kiwipete.squares import COLORS

_FIFTY_MOVES = 100  # half-moves
_SEVENTYFIVE_MOVES = 150


def _has_moves(board: Board) -> bool:
    return any(True for _ in board.generate_legal_moves())


@asks("is_check", "generate_legal_moves")
def is_checkmate(board: Board) -> bool:
    """Return True if the side to move is in check and has no legal move."""
    return board.is_check() and not _has_moves(board)


@asks("is_check", "is_variant_end", "generate_legal_moves")
def is_stalemate(board: Board) -> bool:
    """Return True if the side to move has no legal move but is not in check."""
    return not board.is_check() and not board.is_variant_end() and not _has_moves(board)


@asks("has_insufficient_material")
def is_insufficient_material(board: Board) -> bool:
    """Return True if neither side could ever win."""
    return all(board.has_insufficient_material(color) for color in COLORS)


@asks("generate_legal_moves")
def is_fifty_moves(board: Board) -> bool:
    """Return True if fifty moves a side have passed without a capture or pawn move."""
    return board.halfmove_clock >= _FIFTY_MOVES and _has_moves(board)


@asks("generate_legal_moves")
def is_seventyfive_moves(board: Board) -> bool:
    """Return True if seventy-five moves a side have passed without a capture or pawn move."""
    return board.halfmove_clock >= _SEVENTYFIVE_MOVES and _has_moves(board)


# Repetition.


@asks("has_legal_en_passant")
def _transposition_key(board: Board) -> Hashable:
    """Return what is the same for positions that are."""
    return board.zobrist_key, board.ep_square if board.has_legal_en_passant() else None


@asks("_transposition_key", "is_irreversible")
def is_repetition(board: Board, count: int = 3) -> bool:
    """Return True if the position has occurred this often, including now."""
    if board._own_rules.isdisjoint({"_transposition_key", "is_irreversible"}):
        return Board.is_repetition(board, count)
    key = board._transposition_key()
    missing = count - 1
    undone: list[Move] = []
    try:
        while missing > 0 and len(board.move_stack) >= missing:
            move = board.pop()
            undone.append(move)
            if board.is_irreversible(move):
                break
            missing -= board._transposition_key() == key
    finally:
        for move in reversed(undone):
            board.push(move)
    return missing <= 0


@asks("is_repetition")
def is_fivefold_repetition(board: Board) -> bool:
    """Return True if the position has occurred five times."""
    return board.is_repetition(5)


# Claims.


@asks("is_fifty_moves", "is_zeroing", "generate_legal_moves", "push", "pop")
def can_claim_fifty_moves(board: Board) -> bool:
    """Return True if the side to move may claim a draw by fifty moves, now or with a move."""
    if board.is_fifty_moves():
        return True
    if board.halfmove_clock < _FIFTY_MOVES - 1:
        return False
    quiet = (move for move in board.generate_legal_moves() if not board.is_zeroing(move))
    return any(_after(board, move, board.is_fifty_moves) for move in quiet)


@asks("is_repetition", "generate_legal_moves", "push", "pop", "_transposition_key")
def can_claim_threefold_repetition(board: Board) -> bool:
    """Return True if the position occurs for the third time, or would after a legal move."""
    if board.is_repetition(3):
        return True
    return any(_after(board, move, board.is_repetition) for move in board.generate_legal_moves())


def _after(board: Board, move: Move, question: Callable[[], bool]) -> bool:
    """Ask a question after a move."""
    board.push(move)
    try:
        return question()
    finally:
        board.pop()


# The outcome, by the first reason that there is.

_ENDS: dict[Termination, Callable[[Board], bool]] = {
    Termination.VARIANT_LOSS: lambda board: board.is_variant_loss(),
    Termination.VARIANT_WIN: lambda board: board.is_variant_win(),
    Termination.VARIANT_DRAW: lambda board: board.is_variant_draw(),
    Termination.CHECKMATE: lambda board: board.is_checkmate(),
    Termination.INSUFFICIENT_MATERIAL: lambda board: board.is_insufficient_material(),
    Termination.STALEMATE: lambda board: not _has_moves(board),
    Termination.SEVENTYFIVE_MOVES: lambda board: board.is_seventyfive_moves(),
    Termination.FIVEFOLD_REPETITION: lambda board: board.is_fivefold_repetition(),
}
_CLAIMS: dict[Termination, Callable[[Board], bool]] = {
    Termination.FIFTY_MOVES: lambda board: board.can_claim_fifty_moves(),
    Termination.THREEFOLD_REPETITION: lambda board: board.can_claim_threefold_repetition(),
}


@asks(
    "can_claim_fifty_moves",
    "can_claim_threefold_repetition",
    "generate_legal_moves",
    "is_checkmate",
    "is_fivefold_repetition",
    "is_insufficient_material",
    "is_seventyfive_moves",
    "is_variant_draw",
    "is_variant_loss",
    "is_variant_win",
)
def outcome(
    board: Board, *, claim_draw: bool = False, dead_positions: bool = False
) -> Outcome | None:
    """Return how the game ended, or None while it goes on.

    Boards with their own rules have no dead positions: asking for them raises NotImplementedError.
    """
    for termination, has_come in {**_ENDS, **(_CLAIMS if claim_draw else {})}.items():
        if has_come(board):
            return Outcome(termination, _winner(board, termination))
    if dead_positions and board.is_dead_position():
        return Outcome(Termination.DEAD_POSITION, None)
    return None


def _winner(board: Board, termination: Termination) -> bool | None:
    if termination is Termination.VARIANT_WIN:
        return board.turn
    lost = termination in (Termination.VARIANT_LOSS, Termination.CHECKMATE)
    return not board.turn if lost else None


@asks("outcome")
def is_game_over(board: Board, *, claim_draw: bool = False, dead_positions: bool = False) -> bool:
    """Return True if the game has ended."""
    return _ended(board, claim_draw, dead_positions) is not None


def _ended(board: Board, claim_draw: bool, dead_positions: bool) -> Outcome | None:
    """Return the outcome; an override need not know the second keyword if nobody gives it."""
    if dead_positions:
        return board.outcome(claim_draw=claim_draw, dead_positions=True)
    return board.outcome(claim_draw=claim_draw)


@asks("outcome")
def result(board: Board, *, claim_draw: bool = False, dead_positions: bool = False) -> str:
    """Return the result as players write it."""
    ended = _ended(board, claim_draw, dead_positions)
    return "*" if ended is None else ended.result()
