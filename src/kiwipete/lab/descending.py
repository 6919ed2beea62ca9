"""From a wrong count down to the position where it goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kiwipete.lab.collection import write_fen
from kiwipete.lab.comparing import Difference, compare
from kiwipete.lab.engine import Divider, Rules
from kiwipete.lab.reasons import Reason, reasons, with_note
from kiwipete.lab.totals import UNKNOWN

# So many moves with wrong counts are followed; where unmaking is wrong, nearly all are.
_FOLLOWED = 12


class Divergence(NamedTuple):
    """Where an engine leaves the rules, and how a hunt came there.

    `difference` is as plain as it gets: at depth 1 and without moves, the engine is wrong
    about a position itself; otherwise only after it has made or unmade others.
    """

    start_fen: str
    path: tuple[str, ...]  # from there to the position of the difference
    difference: Difference
    reasons: tuple[Reason, ...]  # the most telling first

    @property
    def kind(self) -> str:
        """Whether the moves of a position are wrong, or making and unmaking them is."""
        difference = self.difference
        return "make" if difference.moves or difference.depth > 1 else "moves"

    def about(self, reason: Reason) -> Divergence:
        """Return the same with one of the reasons in front."""
        return self._replace(reasons=(reason, *(r for r in self.reasons if r is not reason)))


def descend(engine: Divider, difference: Difference) -> Divergence:
    """Follow a difference, ply by ply, to the position where the engine leaves the rules.

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
    start, path = difference.fen, difference.moves
    if path:
        difference = _ask(engine, difference.fen, path, difference.depth) or difference
    while not difference.in_moves:
        for move in _followed(difference):
            below = _one_ply_down(engine, difference, move)
            if below is not None:
                path = path if move == UNKNOWN else (*path, move)
                difference = below
                break
        else:
            break  # each move by itself is counted rightly
    return Divergence(start, path, *_with_the_shortest_line(engine, difference))


def _followed(difference: Difference) -> list[str]:
    """Return the moves to look below, of those with wrong counts."""
    first, *others = difference.counts  # in the engine's order: what is wrong first spoils the rest
    others.sort(key=lambda move: difference.counts[move].rules)
    return [first, *others[:_FOLLOWED]]


def _one_ply_down(engine: Divider, difference: Difference, move: str) -> Difference | None:
    """Ask about the position after a move, or if the move is unknown for a ply less."""
    line = difference.moves if move == UNKNOWN else (*difference.moves, move)
    return _ask(engine, difference.fen, line, difference.depth - 1)


def _ask(engine: Divider, fen: str, moves: tuple[str, ...], depth: int) -> Difference | None:
    """Ask for a position by its FEN, which is plainer, and only then by the moves to it."""
    board = Rules(engine.chess960).board(fen, moves)
    return compare(engine, write_fen(board), (), depth) or compare(engine, fen, moves, depth)


def _with_the_shortest_line(
    engine: Divider, difference: Difference
) -> tuple[Difference, tuple[Reason, ...]]:
    """Start as late as the engine stays wrong in the same way; best from the position itself."""
    rules = Rules(engine.chess960)
    fen, moves, depth = difference.fen, difference.moves, difference.depth
    here = tuple(reasons(rules.board(fen, moves), difference))
    for first in range(len(moves), -1, -1):
        start = write_fen(rules.board(fen, moves[:first])) if first else fen
        least = 1 if difference.in_moves else depth
        found = look_again(engine, start, moves[first:], least, here[0])
        if found is not None:
            return found
    if compare(engine, fen, moves, depth) is None:
        note = "Asked again, the engine is right: its answer depends on the questions before it."
        return difference, (with_note(here[0], note), *here[1:])
    return difference, here  # at depth 1 it is right: its list depends on how deep it counts


def as_it_is(engine: Divider, difference: Difference) -> Divergence:
    """Return what is known of a difference when the engine fails as soon as it is asked more."""
    found = reasons(Rules(engine.chess960).board(difference.fen, difference.moves), difference)
    first = with_note(found[0], "Asked about it once more, the engine failed.")
    if first.sign == "count":
        wrong = f"At depth {difference.depth} the engine counts wrongly below {first.move}"
        first = first._replace(sentence=f"{wrong}; asked about that alone, it failed.")
    return Divergence(difference.fen, difference.moves, difference, (first, *found[1:]))


def look_again(
    engine: Divider, fen: str, moves: Sequence[str], depth: int, reason: Reason
) -> tuple[Difference, tuple[Reason, ...]] | None:
    """Return the difference in another position if it is there for the same reason."""
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
    """Tell whether moves are wrong, or a count is when the engine is asked for it by itself."""
    if difference.in_moves:
        return True
    return _one_ply_down(engine, difference, next(iter(difference.counts))) is not None
