"""Read positions, sort them into drawers, and report on each.

    python position_filter.py < positions.txt

A line is a FEN or an EPD with operations. Impossible positions are welcome.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import chess

CENTRE = chess.SquareSet(chess.BB_CENTER)
DARK = chess.SquareSet(chess.BB_DARK_SQUARES)


def names(squares: chess.SquareSet) -> str:
    """Return the names of squares, or a dash."""
    return " ".join(map(chess.square_name, squares)) or "-"


def passed_pawns(board: chess.Board, color: bool) -> chess.SquareSet:
    """Return the pawns that no enemy pawn can stop or take on their way."""
    passed = chess.SquareSet()
    enemy = board.pieces(chess.PAWN, not color)
    for square in board.pieces(chess.PAWN, color):
        file, rank = chess.square_file(square), chess.square_rank(square)
        files = chess.SquareSet(chess.BB_FILES[file])
        for beside in (file - 1, file + 1):
            if 0 <= beside < 8:
                files |= chess.SquareSet(chess.BB_FILES[beside])
        ahead = range(rank + 1, 8) if color == chess.WHITE else range(rank)
        way = chess.SquareSet.from_square(square)
        for step in ahead:
            way |= chess.BB_RANKS[step]
        if files.intersection(way).isdisjoint(enemy):
            passed.add(square)
    return passed


def pinned(board: chess.Board, color: bool) -> chess.SquareSet:
    """Return the pieces that may not leave a line."""
    own = chess.SquareSet(board.occupied_co[color])
    return chess.SquareSet(square for square in own if board.is_pinned(color, square))


def hanging(board: chess.Board, color: bool) -> dict[int, chess.Piece]:
    """Return the pieces that are attacked and not defended."""
    return {
        square: piece
        for square, piece in sorted(board.piece_map().items())
        if piece.color == color
        and board.is_attacked_by(not color, square)
        and not board.attackers(color, square)
    }


def mates_in_one(board: chess.Board) -> list[str]:
    """Return the moves that mate."""
    found = []
    for move in board.legal_moves:
        board.push(move)
        mate = board.is_checkmate()
        board.pop()
        if mate:
            found.append(board.san(move))
    return sorted(found)


DRAWERS: dict[str, Callable[[chess.Board], object]] = {
    "impossible": lambda board: not board.is_valid(),
    "check": lambda board: board.is_check(),
    "double check": lambda board: len(board.checkers()) > 1,
    "mated": lambda board: board.is_checkmate(),
    "stalemate": lambda board: board.is_stalemate(),
    "no material": lambda board: board.is_insufficient_material(),
    "one side cannot win": lambda board: (
        board.has_insufficient_material(chess.WHITE) != board.has_insufficient_material(chess.BLACK)
    ),
    "may castle": lambda board: any(map(board.is_castling, board.legal_moves)),
    "may take in passing": lambda board: board.has_legal_en_passant(),
    "promotes": lambda board: any(move.promotion for move in board.legal_moves),
    "pinned pieces": lambda board: pinned(board, board.turn),
    "mate in one": mates_in_one,
    "opposite bishops": lambda board: (
        len(board.pieces(chess.BISHOP, True)) == len(board.pieces(chess.BISHOP, False)) == 1
        and len(chess.SquareSet(board.bishops) & DARK) == 1
    ),
    "fifty moves": lambda board: board.is_fifty_moves(),
}


def describe_side(board: chess.Board, color: bool) -> None:
    """Print what one side has."""
    king = board.king(color)
    at = "nowhere" if king is None else chess.square_name(king)
    rights = [
        side
        for side, has in (
            ("short", board.has_kingside_castling_rights(color)),
            ("long", board.has_queenside_castling_rights(color)),
        )
        if has
    ]
    lines = {chess.square_name(square): board.pin(color, square) for square in pinned(board, color)}
    pins = (f"{piece} on {names(line)}" for piece, line in lines.items())
    print(f"  {chess.COLOR_NAMES[color]}: king {at}, castling {'/'.join(rights) or 'no'}")
    print(f"    passed pawns: {names(passed_pawns(board, color))}")
    print(f"    in the centre: {names(CENTRE & board.occupied_co[color])}")
    print(f"    pinned: {', '.join(pins) or '-'}")
    for square, piece in hanging(board, color).items():
        print(f"    hanging: {piece!r} {piece.unicode_symbol()} on {chess.square_name(square)}")


def describe_king(board: chess.Board) -> None:
    """Print the squares around the king of the side to move."""
    king = board.king(board.turn)
    if king is None:
        return
    ring = board.attacks(king) - board.occupied_co[board.turn]
    attacked = chess.SquareSet(s for s in ring if board.is_attacked_by(not board.turn, s))
    print(f"  flight squares of the king: {names(ring ^ attacked)}, denied: {names(attacked)}")
    for checker in board.checkers():
        between = chess.SquareSet.between(king, checker)
        distance = chess.square_distance(king, checker)
        print(f"  check from {chess.square_name(checker)}, {distance} away, over {names(between)}")
        print(between | chess.SquareSet.from_square(checker))


def describe_moves(board: chess.Board) -> None:
    """Print the moves, the busiest target and where the captures go."""
    moves = sorted(board.legal_moves, key=lambda move: (move.to_square, move.uci()))
    captures = [move for move in moves if board.is_capture(move)]
    print(f"  {len(moves)} legal of {board.pseudo_legal_moves.count()} moves: ", end="")
    print(" ".join(sorted(board.san(move) for move in moves)))
    targets = chess.SquareSet(move.to_square for move in captures)
    print(f"  captures on {names(targets)}: {targets!r} {int(targets):#x}")
    if moves:
        first, last = moves[0], moves[-1]
        print(f"  {first!r} {last!r} {first == last} {chess.Move.from_uci(str(first)) == first}")
        print(f"  mirrored: {chess.SQUARE_NAMES[chess.square_mirror(first.to_square)]}")


def report(line: str) -> list[str]:
    """Print what is to be said about a position; return its drawers."""
    board = chess.Board.empty()
    try:
        if line.count(" ") == 5 and ";" not in line:
            board.set_fen(line)
            operations = {}
        else:
            operations = board.set_epd(line)
    except ValueError:
        print(f"cannot read {line}")
        return ["unreadable"]
    print(board.fen())
    drawers = [drawer for drawer, fits in DRAWERS.items() if fits(board)]
    print(f"  {', '.join(drawers) or 'nothing special'}; {board.status()!r}")
    for name, value in sorted(operations.items()):
        print(f"  {name}: {value!r}")
    for color in chess.COLORS:
        describe_side(board, color)
    describe_king(board)
    describe_moves(board)
    mirror = board.mirror()
    print(f"  the other way round: {mirror.epd()}, {mirror.mirror() == board}")
    return drawers


if __name__ == "__main__":
    drawers: dict[str, list[int]] = {}
    for number, line in enumerate(sys.stdin, 1):
        for drawer in report(line.strip()):
            drawers.setdefault(drawer, []).append(number)
    for drawer, numbers in sorted(drawers.items()):
        print(f"{drawer}: {', '.join(map(str, numbers))}")
