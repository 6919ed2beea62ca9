"""EPD: the four fields of a position followed by operations such as `bm Nf3; id "test 7";`.

An operation is an opcode and perhaps an operand: quoted text, a number, or moves
in SAN. A board needs only `san`, `parse_san`, `push` and `copy`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeVar

from kiwipete._core.move import Move, own_move

__all__ = ["Operand", "Value", "read", "read_operations", "split", "write_operations"]

Operand = None | str | int | float | Move | Iterable[Move]  # can be written
Value = None | str | int | float | Move | list[Move]  # can be read

_MOVE_LISTS = ("am", "bm", "pv")
_BLANKS = " \t\r\n"
_NUMBER_STARTS = "+-.0123456789"

_OPCODE = re.compile(rf"([^;{_BLANKS}]+)([{_BLANKS}]*)")
# A text may lack its closing quote, and then end in half an escape.
_OPERAND = re.compile(r'"(?P<text>[^"\\]*(?:\\.[^"\\]*)*)\\?"?|[^;]*', re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t"}
_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t"})

_Self = TypeVar("_Self")


class _Board(Protocol):
    """The methods that EPD needs from a board."""

    def san(self, move: Move, /) -> str: ...

    def parse_san(self, san: str, /) -> Move: ...

    def push(self, move: Move, /) -> object: ...

    def copy(self: _Self, *, stack: bool) -> _Self: ...


def read(epd: str, make_board: Callable[[str], _Board]) -> tuple[str, dict[str, Value]]:
    """Read EPD: return the FEN of its position and its operations.

    `make_board` makes a board from a FEN of four fields; it is called when
    there are moves to read. The operations `hmvc` and `fmvn` give the FEN's
    half-move clock and full-move number.

    >>> fen, operations = read("8/8/8/2k5/8/2K5/8/8 w - - fmvn 40; bm Kd3;", kiwipete.Board)
    >>> fen
    '8/8/8/2k5/8/2K5/8/8 w - - 0 40'
    >>> operations
    {'fmvn': 40, 'bm': [Move.from_uci('c3d3')]}
    """
    position, text = split(epd)
    if not text:
        return position, {}
    operations = read_operations(text, lambda: make_board(position))
    return f"{position} {operations.get('hmvc', 0)} {operations.get('fmvn', 1)}", operations


def split(epd: str) -> tuple[str, str]:
    """Separate the position from the operations; up to four fields are all position.

    >>> split("8/8/8/2k5/8/2K5/8/8  w - -  fmvn 40; noop;")
    ('8/8/8/2k5/8/2K5/8/8 w - -', 'fmvn 40; noop')
    >>> split("8/8/8/2k5/8/2K5/8/8 w")
    ('8/8/8/2k5/8/2K5/8/8 w', '')
    """
    fields = epd.strip().rstrip(";").split(None, 4)
    if len(fields) < 5:
        return " ".join(epd.split()), ""
    return " ".join(fields[:4]), fields[4]


def read_operations(text: str, make_board: Callable[[], _Board]) -> dict[str, Value]:
    """Read operations, with their moves on boards that `make_board` makes.

    >>> read_operations('id "test 7"; ce -31; pv e4 e5; noop;', kiwipete.Board)
    {'id': 'test 7', 'ce': -31, 'pv': [Move.from_uci('e2e4'), Move.from_uci('e7e5')], 'noop': None}
    """
    operations: dict[str, Value] = {}
    position = 0
    while found := _OPCODE.search(text, position):
        opcode, blanks = found.groups()
        position = found.end()
        if opcode == "-":
            continue  # a placeholder for a missing field
        if blanks:
            _check_opcode(opcode)
        operand = _OPERAND.match(text, position)
        assert operand is not None  # even empty text is an operand
        position = operand.end()
        if operand["text"] is not None:
            operations[opcode] = _ESCAPE.sub(_unescaped, operand["text"])
        else:
            operations[opcode] = _read_operand(opcode, operand[0], make_board)
    return operations


def _unescaped(escape: re.Match[str]) -> str:
    return _CONTROLS.get(escape[1], escape[1])


def _read_operand(opcode: str, operand: str, make_board: Callable[[], _Board]) -> Value:
    if not operand:
        return [] if opcode in _MOVE_LISTS else None
    if operand[0] in _NUMBER_STARTS:
        return _read_number(opcode, operand)
    board = make_board()
    if opcode not in _MOVE_LISTS:
        return board.parse_san(operand)
    moves = []
    for san in operand.split():
        moves.append(board.parse_san(san))
        if opcode == "pv":
            board.push(moves[-1])
    return moves


def _read_number(opcode: str, operand: str) -> int | float:
    try:
        number = float(operand) if any(sign in operand for sign in ".eE") else int(operand)
    except ValueError:
        number = math.nan
    if isinstance(number, float) and not math.isfinite(number):
        raise ValueError(
            f"EPD: operation {opcode[:80]!r} needs a finite number, not {operand[:80]!r}"
        )
    return number


def write_operations(board: _Board, operations: Mapping[str, Operand]) -> str:
    """Write operations, with their moves in the SAN of the board's position.

    The opcodes `am` and `bm` take any number of moves and sort them; `pv` takes
    moves that follow each other.

    >>> move = kiwipete.Move.from_uci("g1f3")
    >>> write_operations(kiwipete.Board(), {"bm": move, "id": "test 7", "ce": 31, "noop": None})
    'bm Nf3; id "test 7"; ce 31; noop;'
    """
    return " ".join(_operation(board, *operation) for operation in operations.items())


def _operation(board: _Board, opcode: str, operand: Operand) -> str:
    _check_opcode(opcode)
    words = _operand_words(board, opcode, operand)
    return " ".join([opcode, *words]) + ";"


def _operand_words(board: _Board, opcode: str, operand: Operand) -> list[str]:
    if operand is None:
        return []
    if isinstance(operand, float) and not math.isfinite(operand):
        raise AssertionError(f"EPD: operation {opcode!r} needs a finite number, not {operand}")
    if isinstance(operand, (int, float)):
        return [format(operand)]
    if hasattr(operand, "from_square"):  # a move of any library
        return [board.san(own_move(operand))]
    if opcode in _MOVE_LISTS and hasattr(operand, "__iter__") and not isinstance(operand, str):
        if opcode == "pv":
            return _variation(board.copy(stack=False), operand)
        return sorted(board.san(move) for move in operand)
    return ['"' + str(operand).translate(_ESCAPES) + '"']


def _variation(board: _Board, moves: Iterable[Move]) -> list[str]:
    words = []
    for move in moves:
        words.append(board.san(move))
        board.push(move)
    return words


def _check_opcode(opcode: str) -> None:
    if not opcode[:1].isalpha():
        raise ValueError(f"EPD: an opcode must begin with a letter: {opcode[:80]!r}")
    if any(blank in opcode for blank in _BLANKS):
        raise ValueError(f"EPD: an opcode must not contain blanks: {opcode[:80]!r}")
