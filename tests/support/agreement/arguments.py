"""Arguments for questions: likely ones and unlikely ones, the same for both modules."""

from __future__ import annotations

import random
import re

import chess

from tests.support.agreement.pair import Arguments, Source, trusts_too_much
from tests.support.positions import scattered

JUNK = [
    *(
        "O-O",
        "O-O-O",
        "0-0",
        "0-0-0",
        "O-O+",
        "O-O#",
        "o-o",
        "--",
        "Z0",
        "0000",
        "@@@@",
        "null",
        "pass",
        "e4",
    ),
    *("e2e4", "exd5", "exd6", "e8=Q", "e8Q", "e8=K", "e8=P", "exd8=N", "Nf3", "Ngf3", "N1f3"),
    *("Ng1f3", "Kxe1", "Qh4+", "Qh4#", "Qh4!?", "R1a3", "Raa3", "i9", "K", "e", "Nbd", "e9"),
    *("Ke1g1", "Ke1-g1", "e2-e4", "e2xe4", "Pe4", "Bb5+?!", "e4e.p.", "e4+", "a8=Qx"),
    *("xe4", "=Q", "a1a1", "e1g1", "e1c1", "e1h1", "e1a1", "e8g8", "e8h8", "e2e4q"),
]
FLIPS = ["vertical", "horizontal", "diagonal", "anti_diagonal"]
BOARD_FENS = [
    chess.STARTING_BOARD_FEN,
    "8/8/8/8/8/8/8/8",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1",
    "K7/8/8/3pP3/8/8/8/R2K3Q~",
    "kKkKkKkK/PPPPPPPP/8/8/8/8/pppppppp/QqQqQqQq",
    # Not boards.
    *("", "8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "44/8/8/8/8/8/8/8", "~7/8/8/8/8/8/8/8"),
    *("8/8/8/8/8/8/8/8/8", "x7/8/8/8/8/8/8/8", "ppppppppp/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 w"),
]
CASTLING_FENS = [
    *("-", "KQkq", "K", "q", "Kq", "HAha", "AH", "C", "dG", "KQkqK", "KQkx", "KQ-", ""),
]
OPERATIONS = [
    *("", "hmvc 12; fmvn 30;", 'id "x; y";', "noop;", "acd 12; ce -5;", "eco B90", "foo 1.5e3;"),
    *("bm Nf3;", "am e4 d4;", "bm Qh9;", "pv e4 e5 Nf3;", 'c0 "a\\"b";', "x nan;", "draw_offer"),
    *("hmvc x;", "fmvn 0;", "hmvc -3;", "id unquoted text;", "; ;", "pv;", "c9 ;"),
]


def any_mask(rng: random.Random, board: chess.BaseBoard) -> int:
    """Draw a set of squares: all or none, thin or thick, pieces, a rank or a file."""
    return rng.choice(
        [
            chess.BB_ALL,
            rng.getrandbits(64),
            rng.getrandbits(64) & rng.getrandbits(64) & rng.getrandbits(64),
            rng.getrandbits(64) | rng.getrandbits(64) | rng.getrandbits(64),
            board.occupied_co[rng.random() < 0.5],
            rng.choice(chess.BB_RANKS) | rng.choice(chess.BB_FILES),
            chess.BB_SQUARES[rng.randrange(64)],
            0,
        ]
    )


def any_square(rng: random.Random, board: chess.BaseBoard) -> int:
    """Draw a square, kings and other pieces more often than empty ones."""
    mask = rng.choice([board.kings, board.occupied, chess.BB_ALL]) or chess.BB_ALL
    return rng.choice(list(chess.scan_forward(mask)))


def castling_attempt(rng: random.Random, board: chess.Board) -> chess.Move:
    """Draw a king's move along its rank, by two squares or on to a rook."""
    king = any_square(rng, board)
    rank = 8 * chess.square_rank(king)
    return chess.Move(king, rank + rng.choice([0, 2, 6, 7, rng.randrange(8)]))


def pawn_attempt(rng: random.Random, board: chess.Board) -> chess.Move:
    """Draw something like a pawn's move, with or without a promotion."""
    from_square = rng.choice(list(chess.scan_forward(board.pawns)) or [rng.randrange(64)])
    steps = [step for step in (8, 16, 7, 9, -8, -16, -7, -9) if 0 <= from_square + step < 64]
    target = board.ep_square if board.ep_square is not None and rng.random() < 0.4 else None
    to_square = from_square + rng.choice(steps) if target is None else target
    return chess.Move(from_square, to_square, rng.choice([None, None, 2, 3, 4, 5]))


def odd_move(rng: random.Random, board: chess.Board) -> chess.Move:
    """Draw a drop, or a promotion to a pawn or a king."""
    if rng.random() < 0.5:
        square = any_square(rng, board)
        return chess.Move(square, square, drop=rng.randint(1, 6))
    move = pawn_attempt(rng, board)
    move.promotion = rng.choice([chess.PAWN, chess.KING])
    return move


def any_move(rng: random.Random, board: chess.Board) -> chess.Move:
    """Draw a move of any kind: legal, pseudo-legal, nearly so, or not at all."""
    kind = rng.random()
    if kind < 0.35:
        moves = sorted(board.generate_legal_moves(), key=str)
    elif kind < 0.6:
        moves = sorted(board.generate_pseudo_legal_moves(), key=str)
    else:
        moves = []
    if moves:
        return rng.choice(moves)
    if kind < 0.7:
        return castling_attempt(rng, board)
    if kind < 0.8:
        return pawn_attempt(rng, board)
    if kind < 0.85:
        return chess.Move.null()
    if kind < 0.9:
        return odd_move(rng, board)
    move = chess.Move(any_square(rng, board), any_square(rng, board))
    if chess.square_rank(move.from_square) != chess.square_rank(move.to_square):
        move.promotion = rng.choice([None] * 4 + [2, 3, 4, 5])  # see INTENDED: castling
    return move


def without_rookless(placement: str, letters: str) -> str:
    """Leave out each letter Q of a side without a rook at home: see INTENDED."""
    board = chess.BaseBoard(placement)
    for letter, color, home in (("Q", True, chess.BB_RANK_1), ("q", False, chess.BB_RANK_8)):
        if not board.pieces_mask(chess.ROOK, color) & home:
            letters = letters.replace(letter, "")
    return letters


def impossible_fen(rng: random.Random) -> str:
    """Scatter pieces on a board, with castling letters that both modules read alike."""
    placement, turn, letters, rest = scattered(rng).split(" ", 3)
    return f"{placement} {turn} {without_rookless(placement, letters) or '-'} {rest}"


def move_source(move: chess.Move) -> Source:
    """Write a move as either module can make it."""
    promotion = f", {move.promotion}" if move.promotion else ""
    drop = f", drop={move.drop}" if move.drop else ""
    return Source(f"chess.Move({move.from_square}, {move.to_square}{promotion}{drop})")


def can_be_played(board: chess.Board, move: chess.Move) -> bool:
    """Return True if a move is pseudo-legal, and what it leaves is the same to both modules."""
    if not board.is_pseudo_legal(move):
        return False
    after = board.copy(stack=False)
    after.push(move)
    return not trusts_too_much(after)


# See INTENDED: castling.
NOT_TO_BE_READ = re.compile(r"^[a-h]([18])[a-h]\1[nbrqkp]$")


def any_text(rng: random.Random, board: chess.Board, move: chess.Move) -> str:
    """Write a move in some notation, right or damaged, or write something else."""
    if rng.random() < 0.2:
        return rng.choice(JUNK)
    board = board.copy(stack=False)  # the attempt to write an odd move leaves traces
    write = rng.choice([board.san] * 4 + [board.lan] * 2 + [board.uci, board.xboard])
    try:
        text = write(move)
    except (AssertionError, IndexError):
        text = move.uci()
    if rng.random() < 0.5:
        text = damaged(rng, text)
    return "O-O" if NOT_TO_BE_READ.search(text) else text


def damaged(rng: random.Random, text: str) -> str:
    """Leave something out of a text, or put something in."""
    place = rng.randrange(len(text) + 1)
    if rng.random() < 0.5:
        return text[:place] + text[place + 1 :]
    return (
        text[:place]
        + rng.choice([*"abcdefgh12345678NBRQKPx=+#-!?~ nbrqkO0", "e.p."])
        + text[place:]
    )


def any_line(rng: random.Random, board: chess.Board, *, wrong: bool = False) -> Source:
    """Draw some legal moves in a row, and perhaps one that may be wrong."""
    board = board.copy(stack=False)
    moves = []
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        legal = sorted(board.generate_legal_moves(), key=str)
        if not legal:
            break
        moves.append(rng.choice(legal))
        board.push(moves[-1])
    if wrong:
        moves.append(any_move(rng, board))
    return Source(f"[{', '.join(map(move_source, moves))}]")


def any_operand(rng: random.Random, mask: int) -> object:
    """Give a set of squares in one of the forms that a SquareSet takes."""
    return rng.choice([mask, list(chess.scan_forward(mask)), Source(f"chess.SquareSet({mask})")])


def any_epd(rng: random.Random, board: chess.Board) -> str:
    """Write an EPD with operations, good and bad."""
    return f"{board.epd(en_passant='fen')} {rng.choice(OPERATIONS)}"


def hand(rng: random.Random, board: chess.Board) -> Arguments:
    """Draw one of each argument for a position."""
    move = any_move(rng, board)
    return {
        "square": any_square(rng, board),
        "other": any_square(rng, board),
        "color": rng.random() < 0.5,
        "piece_type": rng.randint(1, 6),
        "mask": any_mask(rng, board),
        "other_mask": any_mask(rng, board),
        "yes": rng.random() < 0.5,
        "maybe": rng.choice([None, True, False]),
        "en_passant": rng.choice(["legal", "fen", "xfen"]),
        "count": rng.randint(1, 6),
        "few": rng.randint(0, 8),
        "number": rng.randrange(960),
        "flip": Source(f"chess.flip_{rng.choice(FLIPS)}"),
        "promotion": rng.choice([None, None, 1, 2, 3, 4, 5, 6]),
        "move": move_source(move),
        "playable": move_source(move if can_be_played(board, move) else chess.Move.null()),
        "legal": move_source(move if board.is_legal(move) else chess.Move.null()),
        "line": any_line(rng, board),
        "moves": any_line(rng, board, wrong=rng.random() < 0.2),
        "text": any_text(rng, board, move),
        "epd": any_epd(rng, board),
        "board_fen": rng.choice(BOARD_FENS),
        "piece": Source(f"chess.Piece({rng.randint(1, 6)}, {rng.random() < 0.5})"),
        "squares": Source(f"chess.SquareSet({any_mask(rng, board)})"),
        "operand": any_operand(rng, any_mask(rng, board)),
    }


ARGUMENTS = frozenset(hand(random.Random(0), chess.Board()))  # their names
