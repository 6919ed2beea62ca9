"""Legal moves: pseudo-legal ones, each tried on a copy of the board."""

from __future__ import annotations

from position import Move, Position
from squares import EMPTY, LINES, attackers, castled, path


def legal_moves(position: Position) -> list[Move]:
    checkers = attackers(position.board, position.king(), not position.white)
    moves = [*pawn_moves(position), *piece_moves(position)]
    moves = [move for move in moves if is_safe(position, move, checkers)]
    return moves + castlings(position, checkers)


def pawn_moves(position: Position) -> list[Move]:
    board, bugs, white = position.board, position.bugs, position.white
    step = 8 if white else -8
    moves = []
    for origin, letter in enumerate(board):
        if letter != ("P" if white else "p"):
            continue
        rank = origin // 8 if white else 7 - origin // 8
        if not 0 < rank < 7:
            continue  # left there by a bug
        free = board[origin + step] == EMPTY
        if free:
            moves += promotions(position, origin, origin + step, rank)
        start = rank == 1 or (rank == 2 and "double-push-late" in bugs)
        if start and (free or "double-push" in bugs) and board[origin + 2 * step] == EMPTY:
            moves.append(Move(origin, origin + 2 * step, "double"))
        for target in (origin + step - 1, origin + step + 1):
            wraps = abs(target % 8 - origin % 8) != 1
            if not 0 <= target < 64 or (wraps and "wrapped-pawns" not in bugs):
                continue
            if board[target] != EMPTY and not position.own(board[target]):
                moves += promotions(position, origin, target, rank)
            elif target == position.passed and rank == 4 and not wraps:
                moves.append(Move(origin, target, "en passant"))
    return moves


def promotions(position: Position, origin: int, target: int, rank: int) -> list[Move]:
    """A pawn's move, in as many ways as it can be played."""
    if rank < 6:
        return [Move(origin, target)]
    letters = "Q" if "queen-only" in position.bugs else "QRBN"
    moves = [Move(origin, target, letter) for letter in letters]
    return moves + ([Move(origin, target)] if "no-promotion" in position.bugs else [])


def piece_moves(position: Position) -> list[Move]:
    board, bugs = position.board, position.bugs
    moves = []
    for origin, letter in enumerate(board):
        if letter in "Pp" or not position.own(letter):
            continue
        for line in LINES[letter.upper()][origin]:
            for target in line:
                if not position.own(board[target]):
                    moves.append(Move(origin, target))
                if board[target] != EMPTY:
                    if "twice" in bugs and letter in "Rr" and not position.own(board[target]):
                        moves.append(Move(origin, target))
                    break
        if "wrapped-knights" in bugs and letter in "Nn":
            moves += wrapped(position, origin)
    return moves


def wrapped(position: Position, origin: int) -> list[Move]:
    """A knight's jumps around the edge of the board."""
    targets = [t for t in (origin + 15, origin + 17) if t < 64 and abs(t % 8 - origin % 8) > 2]
    return [Move(origin, target) for target in targets if not position.own(position.board[target])]


def is_safe(position: Position, move: Move, checkers: list[int]) -> bool:
    """Tell whether the king is out of check after a move."""
    if position.bugs and (verdict := misjudge(position, move, checkers)) is not None:
        return verdict
    after = board_after(position, move)
    if move.kind == "en passant" and "en-passant-pin" in position.bugs and not checkers:
        after[position.beside(move.target)] = position.board[position.beside(move.target)]
    king = after.index("K" if position.white else "k")
    return not attackers(after, king, not position.white)


def board_after(position: Position, move: Move) -> list[str]:
    after = list(position.board)
    after[move.target], after[move.origin] = after[move.origin], EMPTY
    if move.kind == "en passant":
        after[position.beside(move.target)] = EMPTY
    return after


def misjudge(position: Position, move: Move, checkers: list[int]) -> bool | None:
    """Make the mistakes in the test for safety; None if there is none to make."""
    bugs, board, theirs = position.bugs, position.board, not position.white
    piece, taken = board[move.origin].upper(), board[move.target]
    if "pinned-knight" in bugs and piece == "N" and not checkers:
        return True
    if "pinned-slider" in bugs and piece in "RBQ" and not checkers:
        lifted = list(board)
        lifted[move.origin] = EMPTY
        return not attackers(lifted, position.king(), theirs)
    if "king-on-ray" in bugs and piece == "K" and taken == EMPTY:
        return not attackers(board, move.target, theirs)
    if "king-takes-guarded" in bugs and piece == "K" and taken != EMPTY:
        return True
    if "en-passant-evasion" in bugs and move.kind == "en passant" and checkers:
        return False
    if "double-check" in bugs and len(checkers) == 2 and piece != "K":
        return checkers[0] not in attackers(board_after(position, move), position.king(), theirs)
    return None


def castlings(position: Position, checkers: list[int]) -> list[Move]:
    if checkers and "castling-out-of-check" not in position.bugs:
        return []
    king = position.king()
    rooks = sorted(rook for rook in position.rights if rook in position.home())
    return [Move(king, rook, "castling") for rook in rooks if can_castle(position, king, rook)]


def can_castle(position: Position, king: int, rook: int) -> bool:
    bugs, board, theirs = position.bugs, position.board, not position.white
    king_to, rook_to = castled(king, rook)
    passed = (path(king, king_to) | path(rook, rook_to)) - {king, rook}
    if "castling-over-knight" in bugs:
        passed.discard(rook + 1 if rook < king_to else rook - 1)
    if any(board[square] != EMPTY for square in passed):
        return False
    after = list(board)
    after[king] = EMPTY
    if "castling-bare-king" not in bugs:
        after[rook] = EMPTY
    crossed = path(king, king_to) - {king, king_to}
    if "castling-through-check" in bugs:
        crossed = set()
    if "castling-safe-rook" in bugs:
        crossed |= path(rook, rook_to) - {rook, king_to}
    if any(attackers(after, square, theirs) for square in crossed):
        return False
    after[rook_to] = "R" if position.white else "r"
    return "castling-into-check" in bugs or not attackers(after, king_to, theirs)
