"""Explain a difference: the rule that it breaks, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kiwipete.bitboards import scan_forward
from kiwipete.board import Board, Move
from kiwipete.errors import InvalidMoveError
from kiwipete.explain import Explanation, Rule
from kiwipete.explain.faults import victim
from kiwipete.explain.words import at, pieces, squares_of
from kiwipete.lab.engines.divider import UNKNOWN
from kiwipete.lab.hunting.compare import Count, Difference, fits
from kiwipete.perft import count
from kiwipete.squares import KING, PAWN, Square, parse_square

# Kinds of legal moves, first those that are rare and that generators often get wrong.
RAREST_FIRST = (
    Rule.EN_PASSANT,
    Rule.CASTLING,
    Rule.PROMOTION,
    Rule.DOUBLE_STEP,
    Rule.CAPTURE,
    Rule.PLAIN_MOVE,
)

# Moves of a piece that is not there: another move is likely to explain more.
_VAGUE = (Rule.EMPTY_SQUARE, Rule.WRONG_SIDE)
# Special moves, by their names in perft statistics.
_SPECIAL = {
    "en_passant": Rule.EN_PASSANT,
    "castles": Rule.CASTLING,
    "promotions": Rule.PROMOTION,
    "captures": Rule.CAPTURE,
}

# In larger trees only the first plies are searched for the rarest move.
_MOST_NODES = 1_000_000

# Illegal moves that generators allow, rarest first; others are too many to guess among.
_ALLOWED = (
    Rule.EN_PASSANT_EXPOSES_KING,
    Rule.EN_PASSANT_EXPIRED,
    Rule.CASTLING_THROUGH_CHECK,
    Rule.CASTLING_INTO_CHECK,
    Rule.CASTLING_OUT_OF_CHECK,
    Rule.CASTLING_PATH_NOT_EMPTY,
    Rule.DOUBLE_CHECK,
    Rule.PINNED,
    Rule.PROMOTION_PIECE_MISSING,
    Rule.PAWN_BLOCKED,
    Rule.PAWN_DOUBLE_STEP_TOO_LATE,
    Rule.KING_INTO_CHECK,
    Rule.DOES_NOT_ANSWER_CHECK,
    Rule.CASTLING_NO_RIGHT,
    Rule.PAWN_CAPTURES_NOTHING,
)


class Reason(NamedTuple):
    """Why a move should or should not be listed, or that it is counted wrongly."""

    # "extra", "missing", "twice", "written", "depth", "unlisted", "count" or "leaves"
    sign: str
    rule: Rule
    move: str
    sentence: str
    squares: tuple[Square, ...] = ()

    @property
    def key(self) -> tuple[str, Rule | None]:
        """What stays the same while the position shrinks and the bug does not change."""
        return self.sign, None if self.sign in ("count", "depth", "unlisted") else self.rule


def with_note(reason: Reason, note: str) -> Reason:
    """Return a reason with one more sentence."""
    return reason._replace(sentence=f"{reason.sentence} {note}")


def reasons(board: Board, difference: Difference) -> list[Reason]:
    """Explain each extra or missing move, most informative first; or else a wrong count."""
    if not difference.in_moves:
        return [_counted_wrongly(board, difference)]
    if UNKNOWN in difference.counts:
        return [_from_totals(board, difference)]
    if _is_at_another_depth(difference):
        return [_at_another_depth(difference)]
    found = [_too_many(board, move, difference) for move in difference.extra]
    written = {board.parse_uci(r.move).uci() for r in found if r.sign == "written"}
    missing = [move for move in difference.missing if move not in written]
    found += [_too_few(board, move, difference) for move in missing]
    tally = [reason.key for reason in found]

    def weight(reason: Reason) -> tuple[bool, bool, int, int]:
        # Illegal moves first, vague ones last among them; then rare moves; then frequent keys.
        rarity = RAREST_FIRST.index(reason.rule) if reason.rule.legal else -1
        if not difference.order:
            rarity = 0  # if nothing is listed, rare moves are not the reason
        vague = reason.rule in _VAGUE
        return reason.sign != "extra", vague, rarity, -tally.count(reason.key)

    return sorted(found, key=weight)


def _is_at_another_depth(difference: Difference) -> bool:
    """Return whether several legal moves are listed at depth 1, none with a count of one."""
    counts, order = difference.counts, difference.order
    return difference.depth == 1 and len(order) > 1 and counts.keys() == set(order)


def _at_another_depth(difference: Difference) -> Reason:
    move, count = next(iter(difference.counts.items()))
    sentence = (
        f"At depth 1 every move has one leaf, but the engine counts {count.engine} below {move} "
        "and one below no move: it seems to count at another depth."
    )
    return Reason("depth", Rule.PLAIN_MOVE, move, sentence)


def _from_totals(board: Board, difference: Difference) -> Reason:
    """Explain a wrong total of an engine that lists no moves, as far as possible."""
    count = difference.counts[UNKNOWN]
    number, way = abs(count.engine - count.rules), "many" if difference.extra else "few"
    notes = [
        f"The engine counts {count.engine} moves instead of {count.rules}: {number} too {way}. "
        "It prints only totals, so the moves are not known."
    ]
    rule = guess_rule(board, count, RAREST_FIRST)
    depth = next((depth for depth in (0, 2, 3) if board.perft(depth) == count.engine), None)
    if depth is not None:
        notes.append(f"That is the count at depth {depth}: perhaps it counts at another depth.")
    elif rule is not None:
        notes.append(f"A guess by their number: {rule.title}.")
    return Reason("unlisted", rule or Rule.PLAIN_MOVE, UNKNOWN, " ".join(notes))


def _too_many(board: Board, move: str, difference: Difference) -> Reason:
    found = _explain(board, move)
    if found.rule == Rule.PAWN_CAPTURES_NOTHING and _was_en_passant(board, move):
        sentence = (
            f"The pawn on {move[:2]} could have gone to {move[2:]} en passant when it was passed; "
            "a move later it is too late."
        )
        found = Explanation(Rule.EN_PASSANT_EXPIRED, found.squares, sentence)
    if found.legal and move in difference.counts:
        sentence = (
            f"The engine counts {difference.counts[move].engine} below {move} at depth 1, where a "
            f"move has one leaf; perhaps it lists it more than once. {found.sentence}"
        )
        return Reason("twice", found.rule, move, sentence, found.squares)
    if found.legal:
        usual = board.parse_uci(move).uci()
        variant = "in Chess960" if board.chess960 else "outside Chess960"
        sentence = f"The engine writes {move} for a move that is {usual} {variant}."
        return Reason("written", found.rule, move, sentence, found.squares)
    return Reason("extra", found.rule, move, found.sentence, found.squares)


def _explain(board: Board, text: str) -> Explanation:
    """Explain any text that an engine may print as a move."""
    try:
        return board.explain(text)
    except InvalidMoveError:  # a move to its own square, or an impossible promotion
        origin, target = parse_square(text[:2]), parse_square(text[2:4])
    if origin == target:
        return board.explain(Move(origin, target))
    sentence = f"A pawn becomes a queen, rook, bishop or knight: there is no {text}."
    return Explanation(Rule.PROMOTION_TO_WRONG_PIECE, (origin,), sentence)


def _was_en_passant(board: Board, text: str) -> bool:
    """Return whether a move was an en passant capture at some time in the board's history."""
    before = board.copy()
    while before.move_stack:
        before.pop()
        if before.ep_square == parse_square(text[2:4]):
            return True
    return False


def _too_few(board: Board, text: str, difference: Difference) -> Reason:
    found = board.explain(text)
    move = board.parse_uci(text)
    notes = [f"{text} is legal. {found.sentence}", *_defence(board, move, found)]
    if text in difference.counts:
        notes.insert(0, f"The engine lists {text}, but with no leaf below it.")
    if not difference.order:
        notes.append("The engine lists no moves at all: perft does not stop where a game is drawn.")
    squares = dict.fromkeys([*found.squares, *_danger(board, move)])
    return Reason("missing", found.rule, text, " ".join(notes), tuple(squares))


def _danger(board: Board, move: Move) -> list[Square]:
    """Return the squares of the checkers or the pinner, and of the king."""
    king = board.king(board.turn)
    attackers = squares_of(board, board.checkers_mask()) or _pinners(board, move)
    return [*attackers, king] if attackers and king is not None else []


def _pinners(board: Board, move: Move) -> list[Square]:
    """Return the square of the piece that pins the moving piece, if there is one."""
    origin = move.from_square
    if board.piece_type_at(origin) == KING or not board.is_pinned(board.turn, origin):
        return []
    line = board.pin_mask(board.turn, origin)
    return squares_of(board, line & board.attackers_mask(not board.turn, origin))


def _defence(board: Board, move: Move, found: Explanation) -> list[str]:
    """Explain why a legal move is legal in spite of a check, a pin and so on."""
    notes = []
    passed = victim(board, move)
    if passed is not None:
        notes.append(f"The pawn on {at(passed)} has just advanced two squares.")
    if found.rule == Rule.PROMOTION:
        notes.append("A pawn may become a queen, rook, bishop or knight.")
    if found.rule == Rule.CASTLING:
        notes.append("It has the right, the way is free, and the king passes no attacked square.")
    checkers = squares_of(board, board.checkers_mask())
    if checkers:
        taken = move.to_square if passed is None else passed
        way = "taking it" if taken == checkers[0] else "standing between"
        if board.piece_type_at(move.from_square) == KING:
            way = "moving the king" if taken not in checkers else "taking it"
        notes.append(f"That answers the check from {pieces(board, checkers)} by {way}.")
    elif pinners := _pinners(board, move):
        by = pieces(board, pinners)
        notes.append(f"It is pinned by {by}, but stays on the line to its king.")
    return notes


def _counted_wrongly(board: Board, difference: Difference) -> Reason:
    move, count = next(iter(difference.counts.items()))
    rule = rarest_move(board, difference.depth)
    below, alone = f" below {move}", f"when asked about {move} alone"
    if move == UNKNOWN:
        below, alone = "", "when asked about each move alone"
    notes = [
        f"At depth {difference.depth} the engine counts {count.engine}{below} instead of "
        f"{count.rules}, but it is right {alone}: a move is not taken back correctly, or a stored "
        "count is used for another position.",
        f"The rarest kind of move here is {rule.title}.",
    ]
    before = difference.order.index(move) - 1
    if before >= 0 and move != UNKNOWN:
        notes.append(f"In the engine's list {move} comes after {difference.order[before]}.")
    return Reason("count", rule, move, " ".join(notes))


def rarest_move(board: Board, depth: int) -> Rule:
    """Return the rarest kind of move in a tree, the first suspect if unmaking goes wrong.

    >>> rarest_move(kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), 2).value
    'castling'
    """
    kinds = (
        {Rule.DOUBLE_STEP} if any(_is_double_step(board, m) for m in board.legal_moves) else set()
    )
    for plies in range(1, depth + 1):
        if not fits(board, plies, _MOST_NODES):
            break
        found = count(board, plies, stats=True).kinds_of_moves()
        kinds |= {rule for name, rule in _SPECIAL.items() if found[name]}
    return next((rule for rule in RAREST_FIRST if rule in kinds), Rule.PLAIN_MOVE)


def _is_double_step(board: Board, move: Move) -> bool:
    steps = abs(move.to_square - move.from_square)
    return board.piece_type_at(move.from_square) == PAWN and steps == 16


def guess_rule(board: Board, count: Count, forgotten: Sequence[Rule]) -> Rule | None:
    """Guess from totals alone which kind of move is extra or missing; None if none fits.

    `forgotten` are the kinds of legal moves, first those that generators are likely to miss.

    >>> pinned = kiwipete.Board("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1")
    >>> guess_rule(pinned, Count(engine=10, rules=4), []).value
    'pinned'
    """
    number = count.engine - count.rules
    moves = _conceivable_moves(board) if number > 0 else iter(board.legal_moves)
    found = Counter(board.explain(move).rule for move in moves)
    order = _ALLOWED if number > 0 else forgotten
    fitting = [rule for rule in order if found[rule] >= abs(number)]
    return min(fitting, key=lambda rule: found[rule] != abs(number), default=None)


def _conceivable_moves(board: Board) -> Iterator[Move]:
    """Yield all moves, legal or not, that an engine may generate for the side to move."""
    own = board.occupied_co[board.turn]
    for origin in scan_forward(own):
        castles = board.chess960 and origin == board.king(board.turn)
        targets = (target for target in range(64) if target != origin)
        yield from (Move(origin, t) for t in targets if castles or not own >> t & 1)
