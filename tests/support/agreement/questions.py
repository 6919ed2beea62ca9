"""The questions: expressions that leave the board as it is.

`board` and `base` (its pieces alone) are made by the story of the position; all
other names are arguments, drawn in `arguments`. Questions that name
none of them need to be asked only once.
"""

from __future__ import annotations

import ast

from tests.support.agreement.arguments import ARGUMENTS
from tests.support.agreement.pair import STATE

BASE = [
    # Pieces.
    *("board.board_fen()", "board.board_fen(promoted=maybe)", "board.piece_at(square)"),
    *("board.piece_type_at(square)", "board.color_at(square)", "board.king(color)"),
    *("board.pieces(piece_type, color)", "board.pieces_mask(piece_type, color)"),
    *("board.piece_map()", "board.piece_map(mask=mask)", "list(board.piece_map())"),
    # Attacks and pins.
    *("board.attacks(square)", "board.attacks_mask(square)"),
    *("board.attackers(color, square)", "board.attackers_mask(color, square)"),
    *("board.attackers(color, square, squares)", "board.attackers_mask(color, square, mask)"),
    *("board.attackers(color, square, operand)", "board.attackers(color, square, occupied=None)"),
    *("board.is_attacked_by(color, square)", "board.is_attacked_by(color, square, mask)"),
    *(
        "board.pin(color, square)",
        "board.pin_mask(color, square)",
        "board.is_pinned(color, square)",
    ),
    # Pictures.
    *("str(board)", "repr(board)", "board.unicode()", "board.unicode(invert_color=yes)"),
    "board.unicode(borders=yes, empty_square='.', orientation=color)",
    "board.unicode(invert_color=yes, borders=True, empty_square='', orientation=color)",
    # Other boards.
    *("board.copy()", "board.mirror()", "board.transform(flip)", "copy.copy(board)"),
    *("copy.deepcopy(board)", "pickle.loads(pickle.dumps(board))", "board.chess960_pos()"),
    *("board == board.copy()", "board != board.copy()", "board == board.mirror()", "board == 5"),
    *("board == board.transform(flip)", "board.mirror().mirror() == board", "hash(board)"),
    *("type(board).empty()", "type(board).from_chess960_pos(number)", "type(board)().board_fen()"),
    "type(board).from_chess960_pos(number).chess960_pos()",
    "changed = board.copy(); changed.set_piece_at(square, piece); changed == board",
]

BOARD = [
    # Text.
    *("board.fen()", "board.fen(shredder=yes, en_passant=en_passant, promoted=maybe)"),
    *("board.shredder_fen()", "board.shredder_fen(en_passant=en_passant, promoted=maybe)"),
    *("board.epd()", "board.epd(shredder=yes, en_passant=en_passant, promoted=maybe)"),
    "board.epd(hmvc=board.halfmove_clock, fmvn=board.fullmove_number)",
    "board.epd(id='a \"quoted\"; name', ce=-5, weight=1.5, noop=None, c0='', c1='x\\ny')",
    *("board.epd(bm=legal, id='x')", "board.epd(bm=[legal], am=legal)", "board.epd(pv=line)"),
    *("chess.Board.from_epd(epd)", "chess.Board.from_epd(epd, chess960=yes)"),
    *("board.castling_shredder_fen()", "board.castling_xfen()"),
    *("chess.Board(board.fen())", "chess.Board(board.shredder_fen(), chess960=True)"),
    "chess.Board(board.fen(en_passant=en_passant), chess960=yes)",
    # Moves.
    *("board.legal_moves", "board.pseudo_legal_moves"),
    *("board.legal_moves.count()", "board.pseudo_legal_moves.count()"),
    *("bool(board.legal_moves)", "bool(board.pseudo_legal_moves)"),
    *("move in board.legal_moves", "move in board.pseudo_legal_moves"),
    *("board.generate_legal_moves()", "board.generate_legal_moves(mask, other_mask)"),
    *("board.generate_pseudo_legal_moves()", "board.generate_pseudo_legal_moves(mask, other_mask)"),
    *("board.generate_legal_captures()", "board.generate_legal_captures(mask, other_mask)"),
    "board.generate_pseudo_legal_captures()",
    "board.generate_pseudo_legal_captures(mask, other_mask)",
    *("board.generate_legal_ep()", "board.generate_legal_ep(mask, other_mask)"),
    *("board.generate_pseudo_legal_ep()", "board.generate_pseudo_legal_ep(mask, other_mask)"),
    *("board.generate_castling_moves()", "board.generate_castling_moves(mask, other_mask)"),
    "board.generate_legal_moves(from_mask=mask)",
    "board.generate_pseudo_legal_moves(to_mask=mask)",
    *("board.is_pseudo_legal(move)", "board.is_legal(move)", "board.is_into_check(playable)"),
    *("board.gives_check(playable)", "board.is_capture(move)", "board.is_en_passant(move)"),
    *("board.is_castling(move)", "board.is_kingside_castling(move)"),
    *("board.is_queenside_castling(move)", "board.is_zeroing(move)", "board.is_irreversible(move)"),
    "board.find_move(square, other, promotion)",
    "board.find_move(move.from_square, move.to_square)",
    "board.find_move(move.from_square, move.to_square, move.promotion)",
    # Moves as text.
    *("board.san(playable)", "board.lan(playable)", "board.variation_san(moves)"),
    *("board.uci(playable)", "board.uci(playable, chess960=maybe)"),
    "board.uci(chess.Move(square, other), chess960=maybe)",
    *("board.xboard(playable)", "board.xboard(playable, maybe)"),
    *("board.parse_san(text)", "board.parse_uci(text)", "board.parse_xboard(text)"),
    *("board.parse_uci(move.uci())", "board.parse_uci(board.uci(playable, chess960=yes))"),
    *("board.parse_xboard(board.xboard(move))", "board.parse_san(board.san(playable))"),
    *("board.parse_san(board.lan(playable))", "board.parse_san(move.uci())"),
    # Rules.
    *("board.checkers()", "board.checkers_mask()", "board.is_check()", "board.was_into_check()"),
    *("board.is_checkmate()", "board.is_stalemate()", "board.is_insufficient_material()"),
    *("board.has_insufficient_material(color)", "board.is_variant_end()"),
    *("board.is_variant_win()", "board.is_variant_loss()", "board.is_variant_draw()"),
    *("board.is_seventyfive_moves()", "board.is_fifty_moves()", "board.can_claim_fifty_moves()"),
    *("board.is_repetition()", "board.is_repetition(count)", "board.is_fivefold_repetition()"),
    *("board.can_claim_draw()", "board.can_claim_threefold_repetition()"),
    *("board.outcome()", "board.outcome(claim_draw=True)", "board.is_game_over()"),
    *("board.is_game_over(claim_draw=True)", "board.result()", "board.result(claim_draw=True)"),
    *("board.has_legal_en_passant()", "board.has_pseudo_legal_en_passant()"),
    *("board.clean_castling_rights()", "board.has_castling_rights(color)"),
    *("board.has_kingside_castling_rights(color)", "board.has_queenside_castling_rights(color)"),
    *("board.has_chess960_castling_rights()", "board.status()", "board.is_valid()"),
    *("board.status() & chess.Status.OPPOSITE_CHECK", "board.status() == chess.STATUS_VALID"),
    *("repr(board.status())", "repr(board.outcome(claim_draw=True))"),
    # History and other boards.
    *("board.ply()", "board.peek()", "board.root()", "board.copy(stack=yes)"),
    *("board.copy(stack=few)", "board.copy(stack=few).root()", "board.root() == board"),
    *("board == board.copy(stack=False)", "board == chess.Board(board.fen())"),
    "board.chess960_pos(ignore_turn=yes, ignore_castling=color, ignore_counters=bool(maybe))",
    *("chess.Board.empty(chess960=yes)", "chess.Board.from_chess960_pos(number).fen()"),
    "changed = board.copy(); changed.turn = not changed.turn; changed == board",
    "changed = board.copy(); changed.halfmove_clock += 1; changed == board",
    "changed = board.copy(); changed.ep_square = square; changed == board",
    "changed = board.copy(stack=False); changed.castling_rights ^= mask; changed == board",
    "changed = board.copy(); push(changed, playable); changed",
    "changed = board.copy(); moves = changed.legal_moves; push(changed, playable); moves",
    "changed = board.copy(stack=False); changed.chess960 = yes; changed.fen(), changed.legal_moves",
    # Classes.
    *("isinstance(board, chess.BaseBoard)", "type(Child().copy()).__name__"),
    *("type(Child(board.fen()).mirror()).__name__", "type(Child.from_epd(epd)[0]).__name__"),
    *("type(Child.empty()).__name__", "type(Child().root()).__name__", "Child() == chess.Board()"),
    *("Child(board.fen()) == board", "board.starting_fen", "chess.BaseBoard(board_fen)"),
]

SQUARE_SETS = [
    *("int(squares)", "squares.__index__()", "list(squares)", "list(reversed(squares))"),
    *("len(squares)", "bool(squares)", "str(squares)", "repr(squares)", "hash(squares)"),
    *("square in squares", "squares == operand", "squares != operand", "squares == 'a1'"),
    *("squares | operand", "squares & operand", "squares ^ operand", "squares - operand"),
    *("operand | squares", "operand & squares", "operand ^ squares", "operand - squares"),
    *("~squares", "squares << few", "squares >> few", "squares.mirror()", "squares.tolist()"),
    *("squares.copy()", "copy.copy(squares)", "chess.SquareSet(operand)", "chess.SquareSet()"),
    *("squares.union(operand)", "squares.intersection(operand)", "squares.difference(operand)"),
    *("squares.symmetric_difference(operand)", "squares.isdisjoint(operand)"),
    *("squares.issubset(operand)", "squares.issuperset(operand)", "squares.issuperset(mask)"),
    "changed = squares & 0x42_0000_2400_0081; list(changed.carry_rippler())",
    *("chess.SquareSet.between(square, other)", "chess.SquareSet.ray(square, other)"),
    *("chess.SquareSet.from_square(square)", "squares <= operand", "squares < operand"),
    *(
        f"changed = chess.SquareSet(mask); {change}; changed"
        for change in (
            *("changed |= operand", "changed &= operand", "changed ^= operand"),
            *("changed -= operand", "changed <<= few", "changed >>= few", "changed.add(square)"),
            *("changed.discard(square)", "changed.remove(square)", "changed.clear()"),
            *("changed.update(operand, other_mask)", "changed.intersection_update(operand)"),
            *("changed.difference_update(operand)", "changed.pop(); changed"),
            "changed.symmetric_difference_update(operand)",
        )
    ),
    "chess.SquareSet(mask).pop()",
]

MOVES = [
    *("move", "move.uci()", "move.xboard()", "str(move)", "repr(move)", "bool(move)"),
    *("move.from_square", "move.to_square", "move.promotion", "move.drop", "chess.Move.null()"),
    *("chess.Move.from_uci(move.uci())", "chess.Move.from_uci(text)", "move == text"),
    *("chess.Move(square, other, promotion)", "move == chess.Move(square, other, promotion)"),
    *("move == chess.Move.from_uci(move.uci())", "move != chess.Move.null()"),
    "len({move, chess.Move(move.from_square, move.to_square, move.promotion)})",
    *("pickle.loads(pickle.dumps(move))", "copy.copy(move)", "copy.deepcopy(move)", "move < move"),
    *(
        f"changed = chess.Move.from_uci('e7e8q'); {change}; changed"
        for change in (
            *("changed.from_square = square", "changed.to_square = square"),
            *("changed.promotion = promotion", "changed.drop = promotion"),
            "changed.drop = piece_type; changed.promotion = promotion; changed.drop = None",
        )
    ),
    "dataclasses.replace(move, promotion=promotion, to_square=square)",
    *("dataclasses.asdict(move)", "dataclasses.astuple(piece)"),
]

PIECES = [
    *("piece", "piece.piece_type", "piece.color", "piece.symbol()", "piece.unicode_symbol()"),
    *("piece.unicode_symbol(invert_color=yes)", "str(piece)", "repr(piece)", "hash(piece)"),
    *("chess.Piece.from_symbol(piece.symbol())", "chess.Piece.from_symbol(text)"),
    *("piece == chess.Piece(piece_type, color)", "piece != chess.Piece(piece_type, color)"),
    *("chess.Piece(piece_type, color)", "piece == piece.symbol()", "piece < piece"),
    *("pickle.loads(pickle.dumps(piece))", "copy.copy(piece)", "copy.deepcopy(piece)"),
    "len({piece, chess.Piece(piece.piece_type, piece.color)})",
    "changed = chess.Piece.from_symbol('q'); changed.color = color; changed, hash(changed)",
    "changed = chess.Piece(piece_type, color); changed.piece_type = 2; changed, hash(changed)",
    "dataclasses.replace(piece, color=color)",
]

# Both modules refuse these; the kinds of errors may differ, see INTENDED.
MISTAKES = [
    *("board.piece_at(64)", "board.piece_type_at(64)", "board.color_at(64)", "board.attacks(64)"),
    *("board.attackers(True, 64)", "board.is_attacked_by(True, 64)", "board.pin(True, 64)"),
    *("board.is_pinned(True, 64)", "board.remove_piece_at(64)", "board.pieces(7, True)"),
    *("board.set_piece_at(64, chess.Piece(1, True))", "board.pieces_mask(0, True)"),
    *("board.set_piece_map({64: chess.Piece(1, True)})", "board.set_chess960_pos(960)"),
    *(
        "chess.Board.from_chess960_pos(-1)",
        "chess.Piece.from_symbol('')",
        "chess.Move(64, 0).uci()",
    ),
    *("chess.Piece.from_symbol('x')", "chess.Piece.from_symbol('KK')", "board.find_move(64, 0)"),
    *("board.find_move(12, 28, 9)", "chess.Move.from_uci('')", "chess.Move.from_uci('e2e2')"),
    *("board.epd(**{'a b': 1})", "board.epd(**{'-': 1})", "board.epd(x=float('nan'))"),
    *("board.push('e2e4')", "board.push(None)", "board.is_legal('e2e4')", "board.san(None)"),
    *(
        "board.parse_san(None)",
        "board.parse_san(5)",
        "board.parse_uci(None)",
        "board.set_fen(None)",
    ),
    *("board.set_board_fen(None)", "chess.Board(5)", "board.pop()", "board.peek()"),
    *("board.ep_square = 64; board.fen()", "board.castling_rights = None; board.fen()"),
    *("list(board.generate_legal_moves(None))", "board.apply_transform(None)", "board.fen(True)"),
]

# Costly: every move that can be written, and all that can be said of all pseudo-legal ones.
EVERY_MOVE = (
    "every_move = [chess.Move(a, b, c) for a in range(64) for b in range(64)"
    " for c in (None, 2, 3, 4, 5)]"
)
SWEEPS = [
    "[move for move in every_move if board.is_pseudo_legal(move)]",
    "[move for move in every_move if board.is_legal(move)]",
    *(
        f"[(move.uci(), {question}) for move in board.pseudo_legal_moves]"
        for question in (
            *("board.san(move)", "board.lan(move)", "board.uci(move, chess960=True)"),
            *(
                "board.gives_check(move)",
                "board.is_into_check(move)",
                "board.is_legal(move)",
            ),
            *("board.is_capture(move)", "board.is_castling(move)", "board.is_irreversible(move)"),
        )
    ),
    "repr(board.legal_moves).partition('(')[2]",
    "repr(board.pseudo_legal_moves).partition('(')[2]",
    "[board.parse_san(board.san(move)).uci() for move in board.legal_moves]",
    "[board.attacks_mask(square) for square in chess.SQUARES]",
    "[board.pin_mask(color, square) for color in chess.COLORS for square in chess.SQUARES]",
    "[board.attackers_mask(color, square) for color in chess.COLORS for square in chess.SQUARES]",
]


def needs_arguments(question: str) -> bool:
    """Return True if a question names an argument."""
    used = {node.id for node in ast.walk(ast.parse(question)) if isinstance(node, ast.Name)}
    return not used.isdisjoint(ARGUMENTS)


ALONE = [question for question in STATE + BASE + BOARD if not needs_arguments(question)]
WITH_ARGUMENTS = [question for question in BASE + BOARD if needs_arguments(question)]
VALUES = SQUARE_SETS + MOVES + PIECES
