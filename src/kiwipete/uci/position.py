"""Reading `position`."""

from __future__ import annotations

from kiwipete.board import Board, board_of


def read_position(text: str, *, chess960: bool = False) -> Board:
    """Set up what comes after the word `position`; ValueError says what is wrong.

    >>> read_position("startpos moves e2e4").fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """
    words = text.split()
    moves = []
    if "moves" in words:
        cut = words.index("moves")
        words, moves = words[:cut], words[cut + 1 :]
    if words == ["startpos"]:
        board = Board(chess960=chess960)
    elif words[:1] == ["fen"]:
        board = board_of(" ".join(words[1:]), chess960=chess960)
    else:
        raise ValueError(f"'startpos' or 'fen' is expected, not {' '.join(words)[:40]!r}")
    _check(board)
    for move in moves:
        board.push_uci(move)
    _check(board)  # again, for a side may have passed in check
    return board


def _check(board: Board) -> None:
    if not board.is_countable():
        raise ValueError(f"no legal game comes from {board.fen()}")
