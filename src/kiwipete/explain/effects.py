"""What a legal move does."""

from __future__ import annotations

from kiwipete._core.move import Move
from kiwipete.bitboards import BB_SQUARES, popcount
from kiwipete.explain import castling
from kiwipete.explain.explanation import Effect, Explanation, Rule
from kiwipete.explain.faults import victim
from kiwipete.explain.words import Board, at, piece, pieces, side, squares_of
from kiwipete.squares import KING, PAWN, Bitboard, Square, piece_name, square_distance


class _Story:
    """A sentence being built, with the squares that it names and the effects it describes."""

    def __init__(self, board: Board, move: Move) -> None:
        self.rule = Rule.PLAIN_MOVE
        self.squares = [move.from_square]
        self.effects: list[Effect] = []
        self.sentence = f"The {piece(board, move.from_square)}"

    def add(self, words: str, *squares: Square, effects: tuple[Effect, ...] = ()) -> None:
        """Append words, the squares that they name, and the effects they describe."""
        self.sentence += words
        self.squares += squares
        self.effects += effects

    def end(self) -> Explanation:
        """Return the finished explanation."""
        squares = tuple(dict.fromkeys(self.squares))
        return Explanation(self.rule, squares, f"{self.sentence}.", tuple(self.effects))


def tell(board: Board, move: Move) -> Explanation:
    """Describe what a legal move does."""
    story = _Story(board, move)
    wanted = None
    if board.piece_type_at(move.from_square) == KING:
        wanted = castling.meant(board, move.from_square, move.to_square)
    if wanted is not None:
        _tell_castling(story, board, wanted)
        moved = BB_SQUARES[wanted.king_to] | BB_SQUARES[wanted.rook_to]
    else:
        _tell_move(story, board, move)
        moved = BB_SQUARES[move.to_square]
    after = board.copy(stack=False)
    after.push(move)
    _tell_check(story, board, after, moved)
    return story.end()


def _tell_castling(story: _Story, board: Board, wanted: castling.Castling) -> None:
    _, king_to, rook, rook_to = wanted
    kingside = wanted.side == "kingside"
    story.rule = Rule.CASTLING
    story.add(
        f" castles {wanted.side} with the {piece(board, rook)}: "
        f"king to {at(king_to)}, rook to {at(rook_to)}",
        *(rook, king_to, rook_to),
        effects=(Effect.KINGSIDE_CASTLING if kingside else Effect.QUEENSIDE_CASTLING,),
    )


def _tell_move(story: _Story, board: Board, move: Move) -> None:
    origin, target = move.from_square, move.to_square
    passed = victim(board, move)
    if board.piece_type_at(target) is not None:
        story.rule = Rule.CAPTURE
        story.add(f" takes the {piece(board, target)}", target, effects=(Effect.CAPTURE,))
    elif passed is not None:
        story.rule = Rule.EN_PASSANT
        if board.piece_type_at(passed) is not None:  # it may be missing on a set-up board
            story.add(f" takes the {piece(board, passed)} en passant and", passed)
        story.add(f" goes to {at(target)}", target, effects=(Effect.CAPTURE, Effect.EN_PASSANT))
    else:
        if board.piece_type_at(origin) == PAWN and square_distance(origin, target) == 2:
            story.rule = Rule.DOUBLE_STEP
        story.add(f" goes to {at(target)}", target)
    if move.promotion is not None:
        story.rule = Rule.PROMOTION
        story.add(f" and becomes a {piece_name(move.promotion)}", effects=(Effect.PROMOTION,))


def _tell_check(story: _Story, before: Board, after: Board, moved: Bitboard) -> None:
    """Describe check, mate or stalemate; `moved` has the new squares of the moved pieces."""
    king = after.king(after.turn)
    checkers = after.checkers_mask()
    if king is None or not checkers:
        if after.is_stalemate():
            story.add(f", leaving {side(after.turn)} in stalemate", effects=(Effect.STALEMATE,))
        return
    check, effects = "check", [Effect.CHECK]
    if popcount(checkers) > 1:
        check = "double check"
        effects.append(Effect.DOUBLE_CHECK)
    elif checkers & ~moved & ~before.attackers_mask(before.turn, king, before.occupied):
        check = "discovered check"
        effects.append(Effect.DISCOVERED_CHECK)
    if after.is_checkmate():
        check = "checkmate" if check == "check" else f"{check} and mate"
        effects.append(Effect.CHECKMATE)
    story.add(f", giving {check} to the {piece(after, king)}", king, effects=tuple(effects))
    if checkers != moved:
        squares = squares_of(before, checkers)
        story.add(f" from {pieces(after, squares)}", *squares)
