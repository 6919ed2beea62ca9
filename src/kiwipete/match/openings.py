"""Openings from a file: EPD and FEN lines, lines of moves, or games in PGN."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from kiwipete.board import Board, board_of
from kiwipete.explain import read_legal_move
from kiwipete.match.record import Opening
from kiwipete.pgn import read_game

_MOVE_NUMBER = re.compile(r"\d+\.+")


class OpeningError(ValueError):
    """A line that is not an opening."""


def read_openings(
    lines: Iterable[str], *, chess960: bool = False, plies: int | None = None
) -> list[Opening]:
    """Return the openings in a text, cut after `plies` plies.

    OpeningError names the first line or game that is not an opening.

    A line is a FEN or an EPD, which may be followed by the word `moves` and moves; or just moves
    from the start position, in UCI or SAN. Empty lines and those that begin with # are skipped.
    Lines that begin with [ are tags, and make the text PGN.

    >>> read_openings(["e2e4 e7e5", "1. d4 d5"])[1].moves
    ('d2d4', 'd7d5')
    >>> read_openings(['[Event "?"]', "", "1. e4 {best by test} e5 2. Nf3 *"], plies=2)[0].moves
    ('e2e4', 'e7e5')
    """
    lines = list(lines)
    if any(line.startswith("[") for line in lines):
        return list(_read_games("\n".join(lines), chess960, plies))
    openings = []
    for number, line in enumerate(lines, 1):
        text = line.strip().removeprefix("position ")
        if not text or text.startswith("#"):
            continue
        try:
            openings.append(_read(text, chess960, plies))
        except ValueError as error:
            raise OpeningError(f"line {number}: {error}") from error
    return openings


def _read_games(text: str, chess960: bool, plies: int | None) -> Iterator[Opening]:
    source = io.StringIO(text)
    for number in count(1):
        game = read_game(source)
        if game is None:
            return
        try:
            if game.errors:
                raise game.errors[0]
            start = _position(game.board().fen(shredder=True), chess960)
            yield _opening(start, [move.uci() for move in game.mainline_moves()], plies)
        except ValueError as error:
            raise OpeningError(f"game {number}: {error}") from error


def _read(text: str, chess960: bool, plies: int | None) -> Opening:
    text = text.removeprefix("fen ")
    # In an EPD the word may be part of a comment.
    before, _, after = (text, "", "") if ";" in text else text.partition(" moves ")
    if "/" in before.split()[0]:
        return _opening(_position(before, chess960), after.split(), plies)
    moves = after if before == "startpos" else text.removeprefix("startpos")
    words = (_MOVE_NUMBER.sub("", word) for word in moves.split())
    return _opening(Board(chess960=chess960), [word for word in words if word], plies)


def _position(text: str, chess960: bool) -> Board:
    """Return the board of a FEN, or of an EPD with its operations."""
    words = text.split()
    if len(words) < 6 or not words[4].isdigit():
        found = Board.empty(chess960=True)
        found.set_epd(text)
        words = found.fen(shredder=chess960, en_passant="fen").split()
    board = board_of(" ".join(words[:6]), chess960=chess960)
    if not board.is_valid():
        raise OpeningError(f"impossible position: {'; '.join(board.status().reasons())}")
    if board.chess960 and not chess960:
        raise OpeningError("a position of Chess960: add --chess960 to play it")
    return board


def _opening(board: Board, moves: Sequence[str], plies: int | None) -> Opening:
    fen, played = board.fen(shredder=board.chess960, en_passant="fen"), []
    for text in moves[:plies]:
        move = read_legal_move(board, text)
        played.append(board.uci(move))
        board.push(move)
    if board.outcome() is not None:
        raise OpeningError("the game is over there")
    return Opening(fen, tuple(played))
