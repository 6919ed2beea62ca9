"""The codecs of kiwipete.arrays once more: slow loops over python-chess's Board, by docs/codecs.md.

They share no code and no table with the compiled codecs.
"""

from __future__ import annotations

import chess
import numpy as np
import numpy.typing as npt

KINDS = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)
COMPASS = {
    (0, 1): 0,
    (1, 1): 1,
    (1, 0): 2,
    (1, -1): 3,
    (0, -1): 4,
    (-1, -1): 5,
    (-1, 0): 6,
    (-1, 1): 7,
}
KNIGHT_COMPASS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
SMALL = [chess.KNIGHT, chess.BISHOP, chess.ROOK]

Planes = npt.NDArray[np.float32]


def history_of(board: chess.Board) -> list[chess.Board]:
    """Return the position and those before it, newest first, at most eight; each knows its past."""
    boards = [board]
    earlier = board.copy()
    while earlier.move_stack and len(boards) < 8:
        earlier.pop()
        boards.append(earlier.copy())
    return boards


def repetitions(board: chess.Board) -> int:
    """Return how often a position had occurred before, at most twice."""
    if board.is_repetition(3):
        return 2
    return 1 if board.is_repetition(2) else 0


def _put_pieces(board: chess.Board, us: chess.Color, mirror: bool, out: Planes) -> None:
    """Write 12 planes: pieces of `us`, then the others, the board turned if `us` is black."""
    for square, piece in board.piece_map().items():
        seen = square if us == chess.WHITE else chess.square_mirror(square)
        file = chess.square_file(seen)
        plane = KINDS.index(piece.piece_type) + (0 if piece.color == us else 6)
        out[plane, chess.square_rank(seen), 7 - file if mirror else file] = 1


def _castling(board: chess.Board, out: Planes) -> None:
    for number, colour in enumerate((board.turn, not board.turn)):
        out[2 * number] = board.has_queenside_castling_rights(colour)
        out[2 * number + 1] = board.has_kingside_castling_rights(colour)


def alphazero_planes(board: chess.Board) -> Planes:
    out = np.zeros((119, 8, 8), np.float32)
    for step, earlier in enumerate(history_of(board)):
        _put_pieces(earlier, board.turn, False, out[14 * step :])
        out[14 * step + 12] = repetitions(earlier) >= 1
        out[14 * step + 13] = repetitions(earlier) >= 2
    out[112] = board.turn == chess.BLACK
    out[113] = board.ply()
    _castling(board, out[114:])
    out[118] = board.halfmove_clock
    return out


def lc0_planes(board: chess.Board) -> Planes:
    out = np.zeros((112, 8, 8), np.float32)
    for step, earlier in enumerate(history_of(board)):
        _put_pieces(earlier, board.turn, False, out[13 * step :])
        out[13 * step + 12] = repetitions(earlier) >= 1
    _castling(board, out[104:])
    out[108] = board.turn == chess.BLACK
    out[109] = board.halfmove_clock
    out[111] = 1
    return out


def pieces12_planes(board: chess.Board) -> Planes:
    out = np.zeros((12, 8, 8), np.float32)
    _put_pieces(board, chess.WHITE, False, out)
    return out


def network_planes(board: chess.Board) -> Planes:
    out = np.zeros((24, 8, 8), np.float32)
    for number, us in enumerate((board.turn, not board.turn)):
        king = board.king(us)
        assert king is not None
        _put_pieces(board, us, chess.square_file(king) >= 4, out[12 * number :])
    return out


def _squares(board: chess.Board, move: chess.Move, *, takes_rook: bool) -> tuple[int, int]:
    """Return where a move goes from and to, on the board as it is."""
    if not board.is_castling(move):
        return move.from_square, move.to_square
    kingside = board.is_kingside_castling(move)
    rank = chess.square_rank(move.from_square)
    king_file = chess.square_file(move.from_square)
    # The rook with the right to castle on that side.
    rights = chess.SquareSet(board.clean_castling_rights() & chess.BB_RANKS[rank])
    (rook,) = (square for square in rights if (chess.square_file(square) > king_file) == kingside)
    classical = king_file == 4 and chess.square_file(rook) == (7 if kingside else 0)
    if classical and not takes_rook:
        return move.from_square, chess.square(6 if kingside else 2, rank)
    return move.from_square, rook


def _seen(board: chess.Board, square: int) -> int:
    return square if board.turn == chess.WHITE else chess.square_mirror(square)


def _difference(source: int, target: int) -> tuple[int, int]:
    return (
        chess.square_file(target) - chess.square_file(source),
        chess.square_rank(target) - chess.square_rank(source),
    )


def alphazero_index(board: chess.Board, move: chess.Move) -> int:
    source, target = (_seen(board, each) for each in _squares(board, move, takes_rook=False))
    files, ranks = _difference(source, target)
    if move.promotion in SMALL:
        plane = 64 + 3 * (files + 1) + SMALL.index(move.promotion)
    elif (files, ranks) in KNIGHT_COMPASS:
        plane = 56 + KNIGHT_COMPASS.index((files, ranks))
    else:
        steps = max(abs(files), abs(ranks))
        plane = 7 * COMPASS[files // steps, ranks // steps] + steps - 1
    return 73 * source + plane


def _lc0_names() -> list[str]:
    names = []
    for source in chess.SQUARES:
        reached = chess.SquareSet(chess.BB_KNIGHT_ATTACKS[source])
        reached |= chess.SquareSet(
            chess.BB_RANK_ATTACKS[source][0]
            | chess.BB_FILE_ATTACKS[source][0]
            | chess.BB_DIAG_ATTACKS[source][0]
        )
        names += [
            chess.square_name(source) + chess.square_name(target) for target in sorted(reached)
        ]
    for source in range(chess.A7, chess.H7 + 1):
        for target in range(chess.A8, chess.H8 + 1):
            if chess.square_distance(source, target) == 1:
                name = chess.square_name(source) + chess.square_name(target)
                names += [name + piece for piece in "qrb"]
    return names


LC0_NAMES = _lc0_names()
LC0_INDICES = {name: number for number, name in enumerate(LC0_NAMES)}


def lc0_index(board: chess.Board, move: chess.Move) -> int:
    source, target = (_seen(board, each) for each in _squares(board, move, takes_rook=True))
    name = chess.square_name(source) + chess.square_name(target)
    if move.promotion not in (None, chess.KNIGHT):
        name += chess.piece_symbol(move.promotion)
    return LC0_INDICES[name]


def pieces12_index(board: chess.Board, move: chess.Move) -> int:
    source, target = _squares(board, move, takes_rook=False)
    if move.promotion in SMALL:
        files, _ = _difference(source, target)
        black = board.turn == chess.BLACK
        inner = 9 * chess.square_file(source) + 3 * (files + 1) + SMALL.index(move.promotion)
        return 4096 + (72 if black else 0) + inner
    return 64 * source + target


PLANES = {
    "alphazero": alphazero_planes,
    "lc0": lc0_planes,
    "pieces12": pieces12_planes,
    "network": network_planes,
}
INDICES = {"alphazero": alphazero_index, "lc0": lc0_index, "pieces12": pieces12_index}
