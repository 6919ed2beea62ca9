"""Positions in arrays: from and to text and boards, questions about each, and mirror images."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kiwipete._core import position_arrays as core
from kiwipete._core.records import record_board
from kiwipete.arrays.layout import FAULTS, POSITION, as_bytes, checked, target
from kiwipete.arrays.parallel import in_stretches
from kiwipete.board import Board
from kiwipete.position_record import BLACK_TO_MOVE, RECORD_BYTES, RESULT_BITS
from kiwipete.status import Status

_OTHER_SIDE = 56 << 6 | 56  # what changes in the squares of a move if ranks are flipped
_WITHOUT_EFFECT = Status.BAD_CASTLING_RIGHTS | Status.INVALID_EP_SQUARE


def from_fens(
    fens: Iterable[str | bytes],
    *,
    strict: bool = True,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
) -> NDArray[Any]:
    """Return the positions of FENs; ValueError with the number of a FEN that has none, and why.

    Castling is that of Chess960 where the rights need it. Rights and en passant squares that have
    no effect are dropped. With `strict=False`, a FEN without a position becomes zeros, which
    `faults` finds. The ply is that of the move number, the result a draw, score and move are 0.

    >>> from_fens(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"])
    Traceback (most recent call last):
        ...
    ValueError: FEN 1: the board is empty; white has no king; black has no king: '8/8/...'
    """
    texts = tuple(fens.tolist() if isinstance(fens, np.ndarray) else fens)
    out = target(out, (len(texts),), POSITION)
    records = as_bytes(out)

    def work(begin: int, end: int) -> None:
        part = records[begin * RECORD_BYTES : end * RECORD_BYTES]
        done = begin + core.read_fens(texts, begin, part, strict)
        if done < end:
            raise ValueError(f"FEN {done}: {_fen_fault(texts[done])}")

    in_stretches(work, len(texts), threads)
    return out


def _fen_fault(fen: str | bytes) -> str:
    """Return why a FEN has no position."""
    text = fen.decode("ascii", "replace") if isinstance(fen, bytes) else fen
    try:
        board = Board(text)
    except ValueError as error:
        return str(error)
    return f"{_board_fault(board)}: {text!r}"


def _board_fault(board: Board) -> str:
    reasons = (board.status() & ~_WITHOUT_EFFECT).reasons()
    return "; ".join(reasons) or "a capture en passant without a pawn to capture"


def to_fens(positions: NDArray[Any], *, threads: int | None = None) -> list[str]:
    """Return the FENs of positions, as `Board.fen()` writes them.

    >>> to_fens(from_fens(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]))
    ['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1']
    """
    records = as_bytes(positions := checked(positions))
    fens = [""] * len(positions)

    def work(begin: int, end: int) -> None:
        part = records[begin * RECORD_BYTES : end * RECORD_BYTES]
        _require(positions, begin + core.write_fens(part, fens, begin), end)

    in_stretches(work, len(positions), threads)
    return fens


def from_boards(boards: Iterable[Board], *, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """Return the positions of boards; their history is lost. ValueError as in `from_fens`.

    >>> from_boards([kiwipete.Board()])["ply"]
    array([0], dtype=uint16)
    """
    boards = tuple(boards)
    for number, board in enumerate(boards):
        if getattr(board, "uci_variant", "chess") != "chess":
            raise ValueError(f"board {number} is one of {type(board).__name__}, not of chess")
    out = target(out, (len(boards),), POSITION)
    done = core.read_boards(boards, as_bytes(out))
    if done < len(boards):
        raise ValueError(f"board {done}: {_board_fault(boards[done])}: {boards[done].fen()!r}")
    return out


def to_boards(positions: NDArray[Any]) -> list[Board]:
    """Return a Board for each position.

    >>> to_boards(from_boards([kiwipete.Board()])) == [kiwipete.Board()]
    True
    """
    positions = checked(positions)
    boards = []
    for number, record in enumerate(positions):
        try:
            found = record_board(record.tobytes())
        except ValueError:
            _require(positions, number, len(positions))
        boards.append(Board(found.fen(), chess960=found.chess960))
    return boards


def _require(positions: NDArray[Any], done: int, wanted: int) -> None:
    """Raise ValueError if a record stopped the work."""
    if done < wanted:
        record = positions[done : done + 1].copy()
        record["move"] = 0  # no function looks at the move
        raise ValueError(f"position {done}: {FAULTS[faults(record)[0]] or 'castling rights'}")


def faults(
    positions: NDArray[Any], *, out: NDArray[np.uint8] | None = None, threads: int | None = None
) -> NDArray[np.uint8]:
    """Return 0 for each sound record, or what is wrong with it as an index of FAULTS.

    A move is checked too, unless it is 0.

    >>> [FAULTS[fault] for fault in faults(np.zeros(1, POSITION))]
    ['impossible position']
    """
    positions = checked(positions)
    out = target(out, positions.shape, np.uint8)
    records, found = as_bytes(positions), as_bytes(out)

    def work(begin: int, end: int) -> None:
        part = records[begin * RECORD_BYTES : end * RECORD_BYTES]
        core.find_faults(part, found[begin:end])

    in_stretches(work, len(positions), threads)
    return out


def _ask(
    question: int,
    positions: NDArray[Any],
    shape: tuple[int, ...],
    dtype: DTypeLike,
    out: NDArray[Any] | None,
    threads: int | None,
) -> NDArray[Any]:
    """Return the core's answer for each position."""
    positions = checked(positions)
    out = target(out, (len(positions), *shape), dtype)
    records, answers = as_bytes(positions), as_bytes(out)
    size = out.dtype.itemsize * int(np.prod(shape, dtype=int))

    def work(begin: int, end: int) -> None:
        part = records[begin * RECORD_BYTES : end * RECORD_BYTES]
        done = core.ask(question, part, answers[begin * size : end * size])
        _require(positions, begin + done, end)

    in_stretches(work, len(positions), threads)
    return out


def keys(
    positions: NDArray[Any], *, out: NDArray[np.uint64] | None = None, threads: int | None = None
) -> NDArray[np.uint64]:
    """Return the Zobrist keys, those of `Board.zobrist_key`.

    >>> int(keys(from_boards([kiwipete.Board()]))[0]) == kiwipete.Board().zobrist_key
    True
    """
    return _ask(core.KEY, positions, (), np.uint64, out, threads)


def turns(positions: NDArray[Any]) -> NDArray[np.bool_]:
    """Return the sides to move: True for White, as in `Board.turn`.

    >>> turns(from_fens([kiwipete.STARTING_FEN]))
    array([ True])
    """
    return np.asarray(checked(positions)["flags"] & BLACK_TO_MOVE == 0)


def results(positions: NDArray[Any]) -> NDArray[np.uint8]:
    """Return the results that positions have as labels: 0 lost, 1 drawn, 2 won by the side to move.

    >>> results(from_fens([kiwipete.STARTING_FEN]))
    array([1], dtype=uint8)
    """
    return np.asarray(checked(positions)["flags"] & RESULT_BITS)


def material(
    positions: NDArray[Any], *, out: NDArray[np.uint8] | None = None, threads: int | None = None
) -> NDArray[np.uint8]:
    """Return the numbers of pieces: of White and of Black, from pawns to kings.

    >>> material(from_fens(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]))[0]
    array([[1, 0, 0, 0, 0, 1],
           [0, 0, 0, 0, 0, 1]], dtype=uint8)
    """
    return _ask(core.MATERIAL, positions, (2, 6), np.uint8, out, threads)


def castling_rights(
    positions: NDArray[Any], *, out: NDArray[np.uint64] | None = None, threads: int | None = None
) -> NDArray[np.uint64]:
    """Return the rooks that may castle as bitboards, as in `Board.clean_castling_rights()`.

    >>> castling_rights(from_fens(["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]))
    array([1], dtype=uint64)
    """
    return _ask(core.CASTLING, positions, (), np.uint64, out, threads)


def checks(
    positions: NDArray[Any], *, out: NDArray[np.uint8] | None = None, threads: int | None = None
) -> NDArray[np.uint8]:
    """Return how many pieces give check: 0, 1 or 2.

    >>> checks(from_fens(["4k3/8/8/8/8/8/8/4RK2 b - - 0 1"]))
    array([1], dtype=uint8)
    """
    return _ask(core.CHECKERS, positions, (), np.uint8, out, threads)


def move_counts(
    positions: NDArray[Any], *, out: NDArray[np.uint16] | None = None, threads: int | None = None
) -> NDArray[np.uint16]:
    """Return the numbers of legal moves. Where there are none, `checks` tells mate from stalemate.

    >>> move_counts(from_fens([kiwipete.STARTING_FEN]))
    array([20], dtype=uint16)
    """
    return _ask(core.MOVE_COUNT, positions, (), np.uint16, out, threads)


def legal_moves(
    positions: NDArray[Any], *, threads: int | None = None
) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """Return all legal moves in one array, and where those of each position begin.

    The moves of position n are `moves[offsets[n]:offsets[n + 1]]`, in the order of
    `Board.legal_moves`, 16 bits each as in `kiwipete.games`.

    >>> moves, offsets = legal_moves(from_fens(["7k/8/8/8/8/8/8/K7 w - - 0 1"] * 2))
    >>> offsets, moves[:3]
    (array([0, 3, 6]), array([9, 8, 1], dtype=uint16))
    """
    positions = checked(positions)
    records = as_bytes(positions)
    counts = np.empty(len(positions), np.uint16)

    def work(begin: int, end: int) -> list[NDArray[np.uint16]]:
        found = []
        while begin < end:
            room = np.empty(48 * (end - begin) + core.MOST_MOVES, np.uint16)
            part = records[begin * RECORD_BYTES : end * RECORD_BYTES]
            done, used = core.list_legal(part, room, counts[begin:end])
            found.append(room[:used])
            begin += done
            if begin < end and len(room) - used >= core.MOST_MOVES:
                _require(positions, begin, end)
        return found

    parts = in_stretches(work, len(positions), threads)
    offsets = np.zeros(len(positions) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    moves = np.empty(int(offsets[-1]), np.uint16)
    np.concatenate([np.empty(0, np.uint16), *(each for part in parts for each in part)], out=moves)
    return moves, offsets


def mirrored(positions: NDArray[Any]) -> NDArray[Any]:
    """Return the positions with colours exchanged and ranks flipped, as `Board.mirror()` does.

    The same game, played with the other colours. Scores, results and clocks stay, because they
    are those of the side to move; moves are mirrored.

    >>> to_fens(mirrored(from_fens(["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"])))
    ['r3k3/8/8/8/8/8/8/4K3 b q - 0 1']
    """
    mirror = checked(positions).copy()
    mirror["flags"] ^= BLACK_TO_MOVE
    mirror["move"] ^= np.where(mirror["move"] != 0, _OTHER_SIDE, 0).astype(np.uint16)
    return mirror


def flipped(
    positions: NDArray[Any], *, out: NDArray[Any] | None = None, threads: int | None = None
) -> NDArray[Any]:
    """Return the positions with files flipped, the a-file for the h-file; moves are flipped too.

    This is the same game only if nobody may castle, because castling kingside and queenside end
    on files that do not mirror each other. So a position with castling rights is a ValueError;
    `castling_rights` finds them.

    >>> to_fens(flipped(from_fens(["4k3/8/8/8/8/8/8/R3K3 w - - 0 1"])))
    ['3k4/8/8/8/8/8/8/3K3R w - - 0 1']
    """
    return _ask(core.FLIPPED_FILES, positions, (), POSITION, out, threads)
