"""Openings: from a file (EPD and FEN lines, lines of moves, PGN), or random and balanced ones."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import count

from kiwipete.board import Board, Move, board_of
from kiwipete.explain import read_legal_move
from kiwipete.match.record import Opening
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits
from kiwipete.pgn import read_game

_MOVE_NUMBER = re.compile(r"\d+\.+")

PLIES = 8  # of a generated opening
# The nodes that the search spends on an opening; a mate is never balanced.
_NODES = 5000
_MATE = 10_000
_WORTH = {1: 1, 2: 3, 3: 3, 4: 5, 5: 9}  # by piece type

Balanced = Callable[[Board], bool]


# Read from a file


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


# Generated: random moves, kept if neither side is ahead


def static_balance(board: Board) -> bool:
    """Return True if neither side is ahead in material or about to win some.

    >>> static_balance(Board())
    True
    >>> static_balance(Board("4k3/8/8/3q4/4P3/8/8/Q3K3 w - - 0 1"))
    False
    """
    if (
        board.is_check()
        or not board.legal_moves
        or _material(board, True) != _material(board, False)
    ):
        return False
    if _wins_material(board):
        return False
    board.push(Move.null())
    threatened = _wins_material(board) or _mates(board)
    board.pop()
    return not threatened and not _mates(board)


def balanced_by(score: Callable[[Board], int], limit: int = 30) -> Balanced:
    """Return a function that also requires a search score within `limit` centipawns.

    >>> balanced_by(lambda board: 31)(Board())
    False
    """
    return lambda board: static_balance(board) and abs(score(board)) <= limit


@cache
def _engine() -> SearchEngine:
    # Another network must not change the openings of a seed.
    return SearchEngine(hash_mb=1, network=None)


def own_score(board: Board) -> int:
    """Return the score of Kiwipete's own search, in centipawns for the side to move.

    >>> abs(own_score(Board())) < 100 < own_score(Board("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"))
    True
    """
    engine = _engine()
    engine.clear()  # make the result independent of earlier searches
    (best,) = engine.search(board, SearchLimits(nodes=_NODES))
    return best.centipawns if best.centipawns is not None else _MATE


own_balance = balanced_by(own_score)


def random_opening(
    seed: int, number: int, balanced: Balanced = own_balance, *, chess960: bool = False
) -> Opening:
    """Return an opening of the book with this seed, always the same for the same number.

    >>> random_opening(0, 7) == random_opening(0, 7) != random_opening(0, 8)
    True
    """
    chance = random.Random(f"kiwipete {seed} {number} {chess960}")
    while True:
        start = Board(chess960=chess960)
        if chess960:
            start.set_chess960_pos(chance.randrange(960))
        board = start.copy()
        # One ply more or less varies the side to move.
        if _play(board, PLIES + chance.randrange(2), chance) and balanced(board.copy(stack=False)):
            fen = start.fen(shredder=chess960)
            return Opening(fen, tuple(_texts(start, list(board.move_stack))))


def _play(board: Board, plies: int, chance: random.Random) -> bool:
    """Play random moves; return False if the game ends early."""
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return False
        board.push(chance.choice(moves))
    return True


def _texts(start: Board, moves: list[Move]) -> list[str]:
    board, texts = start.copy(), []
    for move in moves:
        texts.append(board.uci(move))
        board.push(move)
    return texts


def _material(board: Board, colour: bool) -> int:
    return sum(n * board.pieces_mask(kind, colour).bit_count() for kind, n in _WORTH.items())


def _wins_material(board: Board) -> bool:
    return any(board.see_at_least(move, 1) for move in board.generate_legal_captures())


def _mates(board: Board) -> bool:
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            mate = board.is_checkmate()
            board.pop()
            if mate:
                return True
    return False
