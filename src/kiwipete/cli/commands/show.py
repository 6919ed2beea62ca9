"""`kiwipete show`: a position, drawn and described."""

from __future__ import annotations

import sys
import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING

from kiwipete.bitboards import scan_forward
from kiwipete.cli import options
from kiwipete.cli.exits import OK, USAGE, UsageError, complain
from kiwipete.cli.inputs import read_position
from kiwipete.cli.ui import columns, has_colours, has_unicode, is_terminal
from kiwipete.cli.ui.board_view import DIM, PLAIN, draw
from kiwipete.openings import opening_of
from kiwipete.own_engine import SHIPPED

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from kiwipete.board import Board
    from kiwipete.cli.options import CommandParser
    from kiwipete.own_engine.networks import NetworkSource

DESCRIPTION = """\
Draw a position and describe it.

Shows the opening, the side to move, castling rights, en passant, counters, key,
checkers, pinned pieces and the legal moves. The opening is the last position on
the way that has a name. For an impossible position it shows the board and
everything that is wrong with it (exit code 2)."""

EXAMPLES = """\
examples:
  kiwipete show
      the start position and its 20 legal moves

  kiwipete show kiwipete --moves "e1g1 h3g2"
      the position two plies later: White has castled, a black pawn is on g2

  kiwipete show startpos --moves "e4 c5 Nf3 d6 Bb5"
      B51 Sicilian Defence: Moscow Variation, and the position

  kiwipete show kiwipete --eval
      also the board with what each piece is worth to the engine's network

  kiwipete show "8/8/8/8/8/8/8/K7 w - - 0 1"
      kiwipete: impossible position: black has no king"""

IN_SHORT = """\
  kiwipete show kiwipete              the board, its state and its 48 legal moves
"""

_PIECES = ("", "pawn", "knight", "bishop", "rook", "queen", "king")
_GAP = " " * 3
_PICTURE = 26  # columns of a coloured board
_LABEL = 15  # columns of the widest label and blanks


def add_arguments(parser: CommandParser) -> None:
    """Add the position, and whether to evaluate it."""
    options.add_position(parser)
    parser.add_argument(
        "--eval",
        action="store_true",
        help="also show our engine's evaluation, and what each piece is worth to its network",
    )
    options.add_network(parser)


def run(arguments: Namespace) -> int:
    """Draw the position and describe it; return 2 if no game can reach it."""
    if arguments.network != SHIPPED and not arguments.eval:
        raise UsageError("--network is for --eval")
    board = read_position(arguments.position, arguments.moves, chess960=arguments.chess960)
    _print_board(board)
    if not board.is_valid():
        sys.stdout.flush()
        complain(f"impossible position: {'; '.join(board.status().reasons())}")
        return USAGE
    _print_moves(board)
    if arguments.eval:
        _print_evaluation(board, arguments.network)
    return OK


def _print_board(board: Board) -> None:
    """Print the board with the facts beside it, or below it without colours or room."""
    colours = has_colours(sys.stdout)
    picture = draw(board, colours=colours, pieces=colours and has_unicode(sys.stdout))
    facts = _facts(board)
    room = columns(sys.stdout) - _LABEL
    print(board.fen(en_passant="fen"), end="\n\n")
    if colours and max(len(value) for _, value in facts) <= room - _PICTURE - len(_GAP):
        for row, fact in zip_longest(picture, _lines(facts, room, colours), fillvalue=""):
            print(f"{row}{_GAP}{fact}".rstrip())
    else:
        print("\n".join([*picture, "", *_lines(facts, room, colours)]))


def _lines(facts: list[tuple[str, str]], room: int, colours: bool) -> Iterator[str]:
    """Yield the facts, wrapped to the room."""
    dim, plain = (DIM, PLAIN) if colours else ("", "")
    for label, value in facts:
        first, *rest = textwrap.wrap(value, max(room, 1))
        yield f"{dim}{label:{_LABEL}}{plain}{first}"
        yield from (" " * _LABEL + more for more in rest)


def _facts(board: Board) -> list[tuple[str, str]]:
    facts = [
        ("Side to move", "white" if board.turn else "black"),
        ("Castling", _castling(board)),
        ("En passant", _en_passant(board)),
        ("Half-moves", f"{board.halfmove_clock} since a capture or pawn move"),
        ("Move number", f"{board.fullmove_number}"),
        ("Key", f"{board.zobrist_key:016x}"),
    ]
    opening = opening_of(board)
    if opening is not None:
        facts.insert(0, ("Opening", f"{opening}"))
    if board.is_valid():
        facts.append(("Checkers", _pieces_on(board, board.checkers_mask())))
        facts.append(("Pinned", _pieces_on(board, _pinned(board))))
        facts.append(("Legal moves", f"{len(board.legal_moves)}{_end_of_game(board)}"))
    return facts


def _pinned(board: Board) -> int:
    mine = board.occupied_co[board.turn]
    return sum(1 << square for square in scan_forward(mine) if board.is_pinned(board.turn, square))


def _castling(board: Board) -> str:
    rights = board.fen().split()[2]
    if rights == "-":
        return "none"
    if board.chess960:
        return f"{rights} (Chess960, rooks on {', '.join(_squares(board.castling_rights))})"
    return rights


def _en_passant(board: Board) -> str:
    if board.ep_square is None:
        return "none"
    name = _name(board.ep_square)
    return name if board.fen().split()[3] == name else f"{name}, but no legal capture"


def _end_of_game(board: Board) -> str:
    if board.is_checkmate():
        return ", checkmate"
    if board.is_stalemate():
        return ", stalemate"
    if board.is_insufficient_material():
        return ", drawn: too little material to mate"
    reason = board.explain_dead_position()
    return f", drawn: dead position. {reason}" if reason else ""


def _pieces_on(board: Board, mask: int) -> str:
    """Name the pieces on a set of squares."""
    squares = [square for square in range(64) if mask >> square & 1]
    return (
        ", ".join(
            f"{_PIECES[board.piece_type_at(square) or 0]} {_name(square)}" for square in squares
        )
        or "none"
    )


def _squares(mask: int) -> list[str]:
    return [_name(square) for square in range(64) if mask >> square & 1]


def _name(square: int) -> str:
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def _print_evaluation(board: Board, network: NetworkSource) -> None:
    from kiwipete.engine import Engine

    with Engine(hash_mb=1, network=network) as engine:
        print(f"\n{engine.evaluate(board)}")


def _print_moves(board: Board) -> None:
    moves = sorted(move.uci() for move in board.legal_moves)
    if not moves:
        return
    width = columns(sys.stdout) if is_terminal(sys.stdout) else 80
    print()
    print(textwrap.fill(" ".join(f"{move:5}" for move in moves), width))
