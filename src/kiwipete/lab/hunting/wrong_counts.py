"""Right moves but wrong counts: decide between unmaking moves and counting the last ply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from kiwipete.bitboards import scan_forward
from kiwipete.board import Board, Move
from kiwipete.explain import Rule
from kiwipete.lab.engines.divider import Divider, EngineError, Rules
from kiwipete.lab.hunting.compare import Count, Difference, OutOfTime, compare
from kiwipete.lab.hunting.descent import Divergence, descend
from kiwipete.lab.hunting.positions import write_fen
from kiwipete.lab.hunting.reasons import RAREST_FIRST, Reason, rarest_move

# Small trees with at most one kind of special move.
PROBES = {
    Rule.PLAIN_MOVE: (("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 3), ("7k/8/8/8/8/8/8/KN6 w - - 0 1", 3)),
    Rule.DOUBLE_STEP: (("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 3),),
    Rule.CAPTURE: (
        ("4k3/8/8/8/8/3n4/4P3/4K3 w - - 0 1", 2),
        ("8/8/8/K7/1R3p1k/8/8/8 w - - 0 1", 2),
        ("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", 3),
    ),
    Rule.PROMOTION: (
        ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 2),
        ("8/P7/8/8/8/8/k7/4K3 w - - 0 1", 3),
    ),
    Rule.CASTLING: (
        ("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", 2),
        ("3k4/8/8/8/8/8/8/R3K2R b KQ - 0 1", 3),
    ),
}

# The wrong count must be the same from this many positions one move earlier.
_WAYS = 12


def simplest_probe(engine: Divider, divergence: Divergence) -> Divergence:
    """Return a similar divergence in a tree of simpler moves, if there is one.

    If the moves are right and only counts are wrong, the rarest kind of move in the tree is the
    suspect. If the engine also goes wrong without it, it is not the cause.
    """
    suspect = divergence.reasons[0]
    if suspect.sign != "count":
        return divergence
    for rule in reversed(RAREST_FIRST[RAREST_FIRST.index(suspect.rule) + 1 :]):
        for fen, depth in PROBES[rule]:
            found = _probe(engine, fen, depth)
            if found is not None:
                return found
    return divergence


def counts_correctly(engine: Divider, rule: Rule) -> bool:
    """Return whether an engine counts the small trees with moves of this kind correctly."""
    return all(compare(engine, fen, (), depth) is None for fen, depth in PROBES[rule])


def _probe(engine: Divider, fen: str, depth: int) -> Divergence | None:
    try:
        difference = compare(engine, fen, (), depth)
        found = None if difference is None else descend(engine, difference)
    except (EngineError, OutOfTime):
        return None
    known = found is not None and found.followed and found.reasons[0].sign == "count"
    return found if known else None


def blame_leaf_counting(engine: Divider, divergence: Divergence) -> Divergence:
    """Attribute a divergence to the counting of the last ply, if that is the cause.

    An engine that unmakes wrongly is affected by the moves counted before: the count of a
    position depends on how it was reached. A wrong leaf counter is always off by the same
    number.
    """
    difference, reason = divergence.difference, divergence.reasons[0]
    if reason.sign != "count" or difference.depth != 2:
        return divergence
    board = Rules(engine.chess960).board(difference.fen, difference.moves)
    if reason.move not in map(Move.uci, board.legal_moves):
        return divergence  # the move is not known
    board.push_uci(reason.move)
    count = difference.counts[reason.move]
    if not _is_always_so(engine, board, difference, reason.move):
        return divergence
    return divergence._replace(reasons=(_reason(board, reason.move, count),))


def _is_always_so(engine: Divider, board: Board, difference: Difference, move: str) -> bool:
    """Return whether the engine miscounts a position however it is reached."""
    if difference.order[0] == move:
        return True  # nothing was unmade before the first move of the list
    count = difference.counts[move]
    for before, last in islice(_moves_before(board), _WAYS):
        found = compare(engine, write_fen(before), (), 2)
        if found is None or found.counts.get(last) != count:
            return False
        if found.order[0] == last:
            return True
    return _is_plain_up_to(engine, difference, move)


def _is_plain_up_to(engine: Divider, difference: Difference, move: str) -> bool:
    """Return whether only plain moves precede `move`, and the engine unmakes those correctly."""
    board = Rules(engine.chess960).board(difference.fen, difference.moves)
    earlier = difference.order[: difference.order.index(move)]
    return (
        all(board.explain(text).rule in (Rule.PLAIN_MOVE, Rule.DOUBLE_STEP) for text in earlier)
        and counts_correctly(engine, Rule.PLAIN_MOVE)
        and counts_correctly(engine, Rule.DOUBLE_STEP)
    )


def _moves_before(board: Board) -> Iterator[tuple[Board, str]]:
    """Yield positions one move earlier with that move, which is never a pawn's."""
    if board.ep_square is not None:
        return  # only a double step leads here
    side = not board.turn
    for square in scan_forward(board.occupied_co[side] & ~board.pawns):
        for origin in scan_forward(board.attacks_mask(square) & ~board.occupied):
            before = board.copy(stack=False)
            before.set_piece_at(origin, before.remove_piece_at(square))
            before.turn = side
            if before.is_valid() and _leads_to(before, Move(origin, square), board):
                yield before, Move(origin, square).uci()


def _leads_to(before: Board, move: Move, board: Board) -> bool:
    if not before.is_legal(move) or before.is_castling(move):
        return False
    after = before.copy(stack=False)
    after.push(move)
    return write_fen(after).split()[:4] == write_fen(board).split()[:4]


def _reason(board: Board, move: str, count: Count) -> Reason:
    """Return a reason with the rule whose number of moves equals the error."""
    off = count.engine - count.rules
    texts = board.pseudo_legal_moves if off > 0 else board.legal_moves
    kinds = Counter(board.explain(each).rule for each in texts)
    likely = [
        rule for rule, times in kinds.items() if times == abs(off) and rule.legal == (off < 0)
    ]
    rule = likely[0] if likely else rarest_move(board, 1)
    sentence = (
        f"After {move} the engine counts {count.engine} moves instead of {count.rules}, but lists "
        "the right ones when it is given that position: its counts at the last ply differ from its "
        "own list of moves."
    )
    if likely:
        many = "too many" if off > 0 else "too few"
        these = "moves of this kind" if rule.legal else "illegal moves of this kind"
        sentence += f" It is {abs(off)} {many}, as many as there are {these}: {rule.title}."
    return Reason("leaves", rule, move, sentence)
