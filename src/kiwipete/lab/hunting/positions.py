"""Where to hunt: the built-in collection, positions of the user, and random games.

>>> positions = collection()
>>> positions[0]
LabelledPosition(label='the king alone', fen='4k3/8/8/8/8/8/8/4K3 w - - 0 1', moves=())
>>> any("en passant" in position.label for position in positions)
True
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib.resources import files
from typing import NamedTuple

from kiwipete.bitboards import flip_horizontal
from kiwipete.board import Board, Move
from kiwipete.errors import IllegalMoveError
from kiwipete.explain import read_legal_move
from kiwipete.lab.suites.entry import WrongLine
from kiwipete.lab.suites.position_files import countable_board, read_positions

# The half-move clock at which a draw can be claimed.
DRAWN = 100

LABEL = "random play"

_PLIES = 60
# The probability that a position is used: a lively one, and a quiet one.
_LIVELY, _QUIET = 0.4, 0.05


class LabelledPosition(NamedTuple):
    """A position to hunt in: a FEN, moves from there, and a label that says what is special."""

    label: str
    fen: str
    moves: tuple[str, ...] = ()


def collection(*, chess960: bool = False) -> list[LabelledPosition]:
    """Return the built-in positions and their mirror images, those with few pieces first.

    With `chess960` there are more of them.

    >>> len(collection(chess960=True)) > len(collection()) > 200
    True
    """
    names = ["collection.epd", *(["collection960.epd"] if chess960 else [])]
    found: dict[str, LabelledPosition] = {}
    for name in names:
        text = files("kiwipete.lab.hunting").joinpath(name).read_text("utf-8")
        for label, fen in _labelled(text.splitlines()):
            for image in _images(Board(fen, chess960=chess960)):
                fen = write_fen(image)
                found.setdefault(fen, LabelledPosition(label, fen))
    return sorted(found.values(), key=lambda position: count_pieces(position.fen))


def write_fen(board: Board) -> str:
    """Return a FEN for an engine, in Chess960 with castling rights by rook files.

    A half-move clock at which some engines stop listing moves is reset.

    >>> write_fen(kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", chess960=True))
    '4k3/8/8/8/8/8/8/R3K3 w A - 0 1'
    """
    if board.halfmove_clock >= DRAWN:
        board = board.copy(stack=False)
        board.halfmove_clock = 0
    return board.fen(shredder=board.chess960, en_passant="fen")


def _labelled(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    label = ""
    for line in lines:
        if line.startswith("#"):
            label = line.lstrip("# ")
        elif line.strip():
            yield label, line.strip()


def _images(board: Board) -> Iterator[Board]:
    yield board
    yield board.mirror()
    if not board.castling_rights:
        turned = board.transform(flip_horizontal)
        yield turned
        yield turned.mirror()


def count_pieces(fen: str) -> int:
    """Return the number of pieces in a FEN, kings included."""
    return sum(letter.isalpha() for letter in fen.split()[0])


def labelled_position(
    fen: str, label: str = "", *, moves: Sequence[str] = (), chess960: bool = False
) -> LabelledPosition:
    """Return a position to hunt in, reached by moves from a FEN.

    Moves are in UCI or standard algebraic notation. Raises ValueError for a position or move
    that cannot be used.

    >>> labelled_position("4k3/8/8/8/8/8/8/4K2R w K -", "a rook", moves=["e1g1"])
    LabelledPosition(label='a rook', fen='4k3/8/8/8/8/8/8/4K2R w K - 0 1', moves=('e1g1',))
    """
    board = countable_board(fen, chess960=chess960)
    if board.chess960 and not chess960:
        raise ValueError(f"castling rights that only Chess960 knows: {fen}")
    start = write_fen(board)
    played = tuple(_play(board, move) for move in moves)
    return LabelledPosition(label or "a position of yours", start, played)


def _play(board: Board, text: str) -> str:
    """Play a move, and return it as UCI text."""
    move = read_legal_move(board, text)
    if not move:
        raise IllegalMoveError(f"illegal move {text}: a null move is none")
    board.push(move)
    return move.uci()


class PositionList(NamedTuple):
    """The positions of a file to hunt in, and the lines that could not be used."""

    positions: list[LabelledPosition]
    wrong_lines: list[WrongLine]
    left_out: int  # Chess960 positions, if the engine does not play Chess960


def read_position_list(lines: Iterable[str], *, chess960: bool = False) -> PositionList:
    """Read the lines of a file of positions, in any format that suites have.

    Labels are the names that a suite would have: an `id`, or a comment right above. Counts
    and other operations are ignored. A line that cannot be used is returned with its number
    and the reason.

    >>> lines = ["# a rook", "4k3/8/8/8/8/8/8/4K2R w K - ;D1 15", "a typing error"]
    >>> listed = read_position_list(lines)
    >>> listed.positions
    [LabelledPosition(label='a rook', fen='4k3/8/8/8/8/8/8/4K2R w K - 0 1', moves=())]
    >>> listed.wrong_lines[0].line
    3
    """
    listed = PositionList([], [], 0)
    left_out = 0
    for found in read_positions(lines, chess960=chess960):
        if isinstance(found, WrongLine):
            listed.wrong_lines.append(found)
        elif found.board.chess960 and not chess960:
            left_out += 1
        else:
            listed.positions.append(LabelledPosition(found.name, write_fen(found.board)))
    return listed._replace(wrong_lines=sorted(listed.wrong_lines), left_out=left_out)


def random_positions(
    starts: Sequence[str], *, chess960: bool = False, seed: int = 0, avoid: Collection[str] = ()
) -> Iterator[LabelledPosition]:
    """Yield positions from random games without end, each as a start FEN and the moves played.

    Rare moves are favoured. The same starts and seed give the same games. Nothing is yielded
    if no start has a legal move. Moves of rules to `avoid`, such as "castling", are not played
    unless there are no others. No game comes near the fifty-move rule.

    >>> position = next(random_positions([kiwipete.STARTING_FEN]))
    >>> position.fen == kiwipete.STARTING_FEN, len(position.moves) > 0
    (True, True)
    """
    chance = random.Random(seed)
    boards = [Board(fen, chess960=chess960) for fen in starts]
    starts = [_fresh(board) for board in boards if _goes_on(board)]
    # Positions with more pieces lead to more varied games.
    sizes = [count_pieces(fen) ** 2 for fen in starts]
    while starts:
        start = chance.choices(starts, sizes)[0]
        board = Board(start, chess960=chess960)
        for _ in range(_PLIES):
            if not _goes_on(board):
                break
            moves = _playable(board, avoid)
            move = chance.choices(moves, [_weight(board, move) for move in moves])[0]
            special = board.is_castling(move) or board.is_en_passant(move) or move.promotion
            board.push(move)
            lively = special or board.is_check() or board.has_legal_en_passant()
            if chance.random() < (_LIVELY if lively else _QUIET):
                played = tuple(move.uci() for move in board.move_stack)
                yield LabelledPosition(LABEL, start, played)


def _fresh(board: Board) -> str:
    """Return a FEN from which a game does not reach the fifty-move rule."""
    if board.halfmove_clock + _PLIES >= DRAWN:
        board.halfmove_clock = 0
    return write_fen(board)


def _playable(board: Board, avoid: Collection[str]) -> list[Move]:
    moves = list(board.legal_moves)
    if not avoid:
        return moves
    wanted = [move for move in moves if board.explain(move).rule.value not in avoid]
    return wanted or moves


def _goes_on(board: Board) -> bool:
    return bool(board.legal_moves) and not board.is_insufficient_material()


def _weight(board: Board, move: Move) -> int:
    """Return the weight of a move in random play; 4 for a plain one."""
    if board.is_en_passant(move):
        return 200
    if board.is_castling(move):
        return 60
    rights = board.castling_rights
    weight = 20 if move.promotion else 3 if board.is_capture(move) else 4
    board.push(move)
    if board.castling_rights != rights:
        weight = 1  # castling should stay possible for a while
    weight += (0, 8, 80)[bin(board.checkers_mask()).count("1")]
    if board.has_legal_en_passant():
        weight += 80
    board.pop()
    return weight
