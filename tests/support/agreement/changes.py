"""Changes to a board: single lines that a person could write, drawn at random.

Each function draws one line; the board of python-chess helps to choose moves
that can be pushed and text that can be read.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import chess

from tests.support.agreement.arguments import (
    BOARD_FENS,
    CASTLING_FENS,
    any_epd,
    any_mask,
    any_move,
    any_square,
    any_text,
    impossible_fen,
    move_source,
    without_rookless,
)
from tests.support.random_play import STARTS

Change = Callable[[random.Random, chess.Board], str]

TRANSFORMS = [
    *("chess.flip_vertical", "chess.flip_horizontal", "chess.flip_diagonal"),
    *(
        "chess.flip_anti_diagonal",
        "lambda b: b",
        "lambda b: chess.flip_vertical(chess.flip_diagonal(b))",
    ),
]
BAD_FENS = [
    *("", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/8 x - - 0 1", "startpos"),
    *("8/8/8/8/8/8/8/8 w KQkq", "8/8/8/8/8/8/8/8 w - e9 0 1", "8/8/8/8/8/8/8/8 w - - -1 1"),
    *("8/8/8/8/8/8/8/8 w - - 5", "8/8/8/8/8/8/8/8 w - - 5 0", "8/8/8/8/8/8/8/8 w - - 5 -4"),
    *("8/8/8/8/8/8/8/8 w - - a 1", "8/8/8/8/8/8/8/8 w - - 0 1 x", "  8/8/8/8/8/8/8/8   b  "),
    *("rk5r/8/8/8/8/8/8/RK5R w KQkq - 3 4", "8/8/8/8/8/8/8/8 w - - 12 99999", "9/8 w - - 0 1"),
    *("RNBQKBNR/8/8/8/8/8/8/rnbqkbnr w Kk e3 7 8", "k7/8/8/8/8/8/8/K7 w Qx - 0 1"),
]


def any_piece(rng: random.Random, *, promoted: bool = False) -> str:
    """Write a piece; a promoted one is no king, see INTENDED."""
    return f"chess.Piece({rng.randint(1, 5 if promoted else 6)}, {rng.random() < 0.5})"


def any_piece_map(rng: random.Random, most: int = 64) -> str:
    """Write a map of a few or of many pieces."""
    squares = rng.sample(range(64), rng.choice([0, 1, 2, 5, 16, 32, 64]))[:most]
    return "{" + ", ".join(f"{square}: {any_piece(rng)}" for square in squares) + "}"


def any_fen(rng: random.Random) -> str:
    """Return a FEN: of a game, impossible, or not one at all."""
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(STARTS).fen
    return impossible_fen(rng) if kind < 0.8 else rng.choice(BAD_FENS)


def put(rng: random.Random, board: chess.Board) -> str:
    promoted = rng.choice(["", ", False", ", True", ", promoted=True"])
    piece = any_piece(rng, promoted="True" in promoted) if rng.random() < 0.8 else "None"
    return f"board.set_piece_at({any_square(rng, board)}, {piece}{promoted})"


def remove(rng: random.Random, board: chess.Board) -> str:
    return f"board.remove_piece_at({any_square(rng, board)})"


def set_map(rng: random.Random, board: chess.Board) -> str:
    return f"board.set_piece_map({any_piece_map(rng)})"


def write_sets(rng: random.Random, board: chess.Board) -> str:
    """Write all sets of pieces as another board has them, in any order."""
    placed = chess.Board(rng.choice([rng.choice(STARTS).fen, impossible_fen(rng)]))
    names = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "occupied"]
    lines = [f"board.{name} = {getattr(placed, name):#x}" for name in names]
    lines += [f"board.occupied_co[{c}] = {placed.occupied_co[c]:#x}" for c in (True, False)]
    promoted = placed.occupied & ~placed.kings & any_mask(rng, board)
    lines.append(f"board.promoted = {promoted:#x}")
    rng.shuffle(lines)
    return "; ".join(lines)


def set_board_fen(rng: random.Random, board: chess.Board) -> str:
    return f"board.set_board_fen({rng.choice(BOARD_FENS)!r})"


def empty_or_reset(rng: random.Random, board: chess.Board) -> str:
    return rng.choice(["board.clear_board()", "board.reset_board()"])


def set_chess960_pos(rng: random.Random, board: chess.Board) -> str:
    return f"board.set_chess960_pos({rng.choice([rng.randrange(960), -1, 0, 518, 959, 960])})"


def turn_around(rng: random.Random, board: chess.Board) -> str:
    transform = rng.choice(TRANSFORMS)
    return rng.choice(
        [
            *("board.apply_mirror()", f"board.apply_transform({transform})"),
            *("board = board.mirror()", f"board = board.transform({transform})"),
        ]
    )


def make_copy(rng: random.Random, board: chess.Board) -> str:
    copies = ["board.copy()", "copy.copy(board)", "copy.deepcopy(board)"]
    return f"board = {rng.choice([*copies, 'pickle.loads(pickle.dumps(board))'])}"


def set_turn(rng: random.Random, board: chess.Board) -> str:
    return rng.choice(["board.turn = True", "board.turn = False", "board.turn = not board.turn"])


def set_castling_rights(rng: random.Random, board: chess.Board) -> str:
    corners = chess.BB_CORNERS & rng.getrandbits(64)
    home = board.rooks & chess.BB_BACKRANKS
    rights = rng.choice([corners, home, any_mask(rng, board)])
    return f"board.castling_rights = {rights:#x}"


def set_ep_square(rng: random.Random, board: chess.Board) -> str:
    near = rng.randrange(40, 48) if board.turn else rng.randrange(16, 24)
    return f"board.ep_square = {rng.choice([None, near, near, rng.randrange(64)])}"


def set_counters(rng: random.Random, board: chess.Board) -> str:
    clock = rng.choice([0, 1, 49, 98, 99, 100, 149, 150, rng.randrange(1000)])
    number = rng.choice([0, 1, 2, rng.randrange(1, 10_000)])
    return rng.choice([f"board.halfmove_clock = {clock}", f"board.fullmove_number = {number}"])


def set_chess960(rng: random.Random, board: chess.Board) -> str:
    return f"board.chess960 = {rng.random() < 0.5}"


def set_text(rng: random.Random, board: chess.Board) -> str:
    letters = without_rookless(board.board_fen(), rng.choice(CASTLING_FENS))
    return rng.choice(
        [
            f"board.set_fen({any_fen(rng)!r})",
            f"board.set_fen({any_fen(rng)!r})",
            f"board.set_epd({any_epd(rng, board)!r})",
            f"board.set_castling_fen({letters!r})",
        ]
    )


def start_again(rng: random.Random, board: chess.Board) -> str:
    return rng.choice(
        [
            *("board.clear()", "board.reset()", "board.clear_stack()", "board = board.root()"),
            *("board = chess.Board()", "board = chess.Board(None)"),
            f"board = chess.Board.empty(chess960={rng.random() < 0.5})",
            f"board = chess.Board.from_chess960_pos({rng.randrange(960)})",
            f"board = chess.Board.from_epd({any_epd(rng, board)!r})[0]",
            f"board = chess.Board({any_fen(rng)!r}, chess960={rng.random() < 0.5})",
        ]
    )


def copy_stack(rng: random.Random, board: chess.Board) -> str:
    return f"board = board.copy(stack={rng.choice([True, False, 0, 1, 2, 5, 100])})"


def push_move(rng: random.Random, board: chess.Board) -> str:
    """Push a legal, a pseudo-legal or a null move, whichever there is."""
    kind = rng.random()
    moves = []
    if kind < 0.6:
        moves = sorted(board.generate_legal_moves(), key=str)
    elif kind < 0.9:
        moves = sorted(board.generate_pseudo_legal_moves(), key=str)
    move = rng.choice(moves or [chess.Move.null()])
    doubtful = moves and kind >= 0.6
    return f"push(board, {move_source(move)})" if doubtful else f"board.push({move_source(move)})"


def push_text(rng: random.Random, board: chess.Board) -> str:
    """Push what a text says, if it can be read."""
    move = any_move(rng, board)
    method = rng.choice(["push_san", "push_uci", "push_xboard"])
    if rng.random() < 0.3 and board.is_legal(move):
        return f"board.san_and_push({move_source(move)})"
    return f"board.{method}({any_text(rng, board, move)!r})"


def pop(rng: random.Random, board: chess.Board) -> str:
    return "board.pop()"


PIECE_CHANGES: list[Change] = [
    *(put, put, put, put, remove, remove, set_map, set_board_fen, empty_or_reset),
    *(write_sets, write_sets),
    *(set_chess960_pos, turn_around, make_copy),
]
FIELD_CHANGES: list[Change] = [
    *(set_turn, set_castling_rights, set_castling_rights, set_ep_square, set_ep_square),
    *(set_counters, set_chess960, set_text),
]
MOVE_CHANGES: list[Change] = [*[push_move] * 12, *[push_text] * 4, *[pop] * 5, copy_stack]
CHANGES: list[Change] = [*PIECE_CHANGES, *FIELD_CHANGES, *MOVE_CHANGES, start_again]
