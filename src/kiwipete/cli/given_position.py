"""Find the position that a command is about."""

from __future__ import annotations

from kiwipete.board import Board, board_of
from kiwipete.cli.ends import UsageError, complain
from kiwipete.cli.wording import grouped
from kiwipete.positions import NAMED_POSITIONS


def read_position(words: list[str], moves: str = "", *, chess960: bool = False) -> Board:
    """Return the board for a name or a FEN, after some moves.

    >>> read_position(["startpos"], "e2e4").fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    >>> read_position(["startpos"], "e4 e5").peek()
    Move.from_uci('e7e5')
    """
    board = board_of(_find_fen(words), chess960=chess960)
    if moves:
        from kiwipete.explain import read_legal_move

        for move in moves.split():
            board.push(read_legal_move(board, move))
    return board


def note_oddities(*boards: Board) -> None:
    """Say that no game can reach a position, if it is to be counted all the same."""
    odd = [board for board in boards if board.is_countable() and not board.is_valid()]
    if len(odd) == 1:
        complain(f"note: no game can reach this position: {'; '.join(odd[0].status().reasons())}")
    elif odd:
        complain(f"note: {grouped(len(odd))} positions are counted, but no game can reach them")


def _find_fen(words: list[str]) -> str:
    if not words:
        return NAMED_POSITIONS["startpos"]
    if len(words) > 1:
        raise UsageError(_too_many(words))
    word = words[0]
    if word in NAMED_POSITIONS:
        return NAMED_POSITIONS[word]
    if "/" not in word and len(word.split()) < 2:
        names = ", ".join(NAMED_POSITIONS)
        raise UsageError(f"unknown position {word!r}: give a FEN in quotes or one of {names}")
    return word


def _too_many(words: list[str]) -> str:
    if "/" in words[0]:
        return f'a FEN has spaces, so put it in quotes: "{" ".join(words)}"'
    return f"one position at a time, not {len(words)}: {', '.join(words)}"
