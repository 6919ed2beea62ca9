"""Follow a wrong count down the tree to the position where it goes wrong.

If the moves there are right and only counts are wrong, `blame_leaf_counting` and `simplest_probe`
decide between unmaking moves and counting the last ply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kiwipete.bitboards import scan_forward
from kiwipete.board import Board, Move
from kiwipete.explain import Rule
from kiwipete.lab.engines.divider import UNKNOWN, Divider, EngineError, Rules
from kiwipete.lab.hunting.compare import Count, Difference, OutOfTime, compare
from kiwipete.lab.hunting.positions import write_fen
from kiwipete.lab.hunting.reasons import RAREST_FIRST, Reason, rarest_move, reasons, with_note

# At most this many moves with wrong counts are followed; if unmaking is wrong, most counts are.
_MAX_FOLLOWED = 12
# At most this many ignored differences are bypassed.
_MAX_DETOURS = 60

NO_TIME = "There was no time to follow it further."

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


class Divergence(NamedTuple):
    """Where an engine deviates from the rules, and the path to that position.

    `difference` is as simple as possible. At depth 1 and without moves, the engine is wrong
    about the position itself; otherwise only after making or unmaking moves.
    """

    start_fen: str
    path: tuple[str, ...]  # from there to the position of the difference
    difference: Difference
    reasons: tuple[Reason, ...]  # most informative first
    followed: bool = True  # to its end, so that the cause is known

    @property
    def kind(self) -> str:
        """Either "moves" (those of a position are wrong) or "make" (making or unmaking them is)."""
        difference = self.difference
        return "make" if difference.moves or difference.depth > 1 else "moves"

    @property
    def cause(self) -> str:
        """The faulty part: "moves", "making", "unmaking", "leaves" or "unknown"."""
        if not self.followed:
            return "unknown" if self.difference.depth > 1 else self.kind
        if self.reasons[0].sign == "leaves":
            return "leaves"
        if self.difference.depth > 1:
            return "unmaking"
        return "making" if self.difference.moves else "moves"

    def about(self, reason: Reason) -> Divergence:
        """Return a copy with the given reason first."""
        return self._replace(reasons=(reason, *(r for r in self.reasons if r is not reason)))


def descend(engine: Divider, difference: Difference) -> Divergence:
    """Follow a difference, ply by ply, to the position where the engine deviates from the rules.

    >>> class NoEnPassant(Rules):
    ...     def divide(self, fen, moves, depth):
    ...         board = self.board(fen, moves)
    ...         legal = [move for move in board.legal_moves if not board.is_en_passant(move)]
    ...         below = [[*moves, move.uci()] for move in legal]
    ...         return {
    ...             line[-1]: sum(self.divide(fen, line, depth - 1).values()) if depth > 1 else 1
    ...             for line in below
    ...         }
    >>> from kiwipete.lab import compare
    >>> engine = NoEnPassant()
    >>> found = descend(engine, compare(engine, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", depth=2))
    >>> found.kind, found.path, found.difference.fen, found.difference.missing
    ('moves', ('d7d5',), '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', ('e5d6',))
    """
    found = Descent(engine, difference).run()
    assert found is not None  # since nothing is ignored
    return found


class Descent:
    """The descent from a difference; `so_far` returns a result whenever it is cut off.

    Differences about rules to `ignore` are bypassed in search of one about another rule.
    """

    def __init__(
        self, engine: Divider, difference: Difference, *, ignore: Collection[str] = ()
    ) -> None:
        self.engine = engine
        self._start = difference.fen
        self._path = difference.moves
        self._difference = difference
        self._ignore = ignore
        self._detours = 0

    def run(self) -> Divergence | None:
        """Return where the descent ends, or None if all that is wrong there is ignored."""
        fen, moves, depth = self._difference[:3]
        try:
            if moves:
                self._difference = _ask(self.engine, fen, moves, depth) or self._difference
            return self._explore(self._path, self._difference)
        except OutOfTime:
            return self.so_far(NO_TIME)

    def so_far(self, note: str) -> Divergence | None:
        """Return the result so far, with a note on why the descent was cut off."""
        difference = self._difference
        found = reasons(
            Rules(self.engine.chess960).board(difference.fen, difference.moves), difference
        )
        if found[0].sign == "count":
            if self._ignore:
                return None  # it may well be an ignored rule
            move = found[0].move
            engine, rules = difference.counts[move]
            below = "" if move == UNKNOWN else f" below {move}"
            sentence = (
                f"At depth {difference.depth} the engine counts {engine}{below} instead of {rules}."
            )
            found = [found[0]._replace(sentence=sentence)]
        found = self._wanted(found)
        if not found:
            return None
        found[0] = with_note(found[0], note)
        return Divergence(self._start, self._path, difference, tuple(found), followed=False)

    def _explore(self, path: tuple[str, ...], difference: Difference) -> Divergence | None:
        self._path, self._difference = path, difference
        if difference.in_moves:
            found = self._explain_here()
            if found is not None:
                return found
        seen = difference.in_moves
        for move in _moves_to_follow(difference):
            below = _one_ply_down(self.engine, difference, move)
            if below is None:
                continue
            found = self._explore(path if move == UNKNOWN else (*path, move), below)
            if found is not None or not self._ignore:
                return found
            seen = True
            self._detours += 1
            if self._detours > _MAX_DETOURS:
                return None
        if seen:
            return None
        self._path, self._difference = path, difference
        return self._explain_here()  # each move by itself is counted correctly

    def _explain_here(self) -> Divergence | None:
        """Return what is wrong at the current position, except for ignored rules."""
        difference, found = _with_the_shortest_line(self.engine, self._difference)
        wanted = self._wanted(found)
        return Divergence(self._start, self._path, difference, tuple(wanted)) if wanted else None

    def _wanted(self, found: Sequence[Reason]) -> list[Reason]:
        return [reason for reason in found if reason.rule.value not in self._ignore]


def _moves_to_follow(difference: Difference) -> list[str]:
    """Return the moves with wrong counts to look below."""
    if difference.depth == 1 or not difference.counts:
        return []
    first, *others = difference.counts  # in the engine's order: the first error may spoil the rest
    others.sort(key=lambda move: difference.counts[move].rules)
    return [first, *others[:_MAX_FOLLOWED]]


def _one_ply_down(engine: Divider, difference: Difference, move: str) -> Difference | None:
    """Compare the position after a move or, if the move is unknown, a depth less."""
    line = difference.moves if move == UNKNOWN else (*difference.moves, move)
    return _ask(engine, difference.fen, line, difference.depth - 1)


def _ask(engine: Divider, fen: str, moves: tuple[str, ...], depth: int) -> Difference | None:
    """Compare a position given as a FEN, which is simpler, and only then by the moves to it."""
    board = Rules(engine.chess960).board(fen, moves)
    return compare(engine, write_fen(board), (), depth) or compare(engine, fen, moves, depth)


def _with_the_shortest_line(
    engine: Divider, difference: Difference
) -> tuple[Difference, tuple[Reason, ...]]:
    """Find the shortest line after which the engine is wrong in the same way, best an empty one."""
    rules = Rules(engine.chess960)
    fen, moves, depth = difference.fen, difference.moves, difference.depth
    here = tuple(reasons(rules.board(fen, moves), difference))
    for first in range(len(moves), -1, -1):
        start = write_fen(rules.board(fen, moves[:first])) if first else fen
        least = 1 if difference.in_moves else depth
        found = compare_again(engine, start, moves[first:], least, here[0])
        if found is not None:
            return found
    if compare(engine, fen, moves, depth) is None:
        note = "Asked again, the engine is right: its answer depends on the questions before it."
        return difference, (with_note(here[0], note), *here[1:])
    return difference, here  # right at depth 1: its list depends on the depth


def compare_again(
    engine: Divider, fen: str, moves: Sequence[str], depth: int, reason: Reason
) -> tuple[Difference, tuple[Reason, ...]] | None:
    """Compare another position; return its difference if the reason is the same."""
    difference = compare(engine, fen, moves, depth)
    if difference is None:
        return None
    if reason.sign == "count" and _is_simpler(engine, difference):
        return None
    found = reasons(Rules(engine.chess960).board(fen, moves), difference)
    same = [other for other in found if other.key == reason.key]
    rest = [other for other in found if other.key != reason.key]
    return (difference, (*same, *rest)) if same else None


def _is_simpler(engine: Divider, difference: Difference) -> bool:
    """Return whether the difference is in the moves, or still there one ply down."""
    if difference.in_moves:
        return True
    return _one_ply_down(engine, difference, next(iter(difference.counts))) is not None


# Right moves but wrong counts.


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
