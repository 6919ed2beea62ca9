"""Detect FEN fields that the engine ignores.

An engine that does not read the en passant square misses captures in a hundred positions, yet
its generator may be correct: the bug is in how it sets up positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kiwipete.board import Board
from kiwipete.engine.uci_grammar import STARTPOS
from kiwipete.lab.engines.divider import UNKNOWN, Divider, EngineError, Rules, ask
from kiwipete.lab.engines.uci_engine import UciEngine
from kiwipete.lab.hunting.compare import compare_counts
from kiwipete.lab.hunting.positions import LabelledPosition, write_fen
from kiwipete.lab.hunting.report import Finding, reproduce
from kiwipete.positions import STARTING_FEN

_LABEL = "a look at how the engine reads positions"


class Field(NamedTuple):
    """A FEN field that an engine may ignore.

    `as_read` returns the FEN that such an engine sees. `control` is a question about the same
    rule that does not depend on the field: an engine that is wrong there, too, does not know
    the rule, and nothing can be said about the field.
    """

    rule: str
    fen: str  # a position in which the field matters
    as_read: Callable[[str], str]
    sentence: str
    control: tuple[str, Sequence[str]] | None = None

    @property
    def ends_the_hunt(self) -> bool:
        """Whether the engine cannot be asked about any position."""
        return self.control is None

    def matters_in(self, fen: str) -> bool:
        """Return whether the field makes a difference in a position."""
        return self.as_read(fen) != fen

    @property
    def position(self) -> LabelledPosition:
        """The position that was asked about."""
        return LabelledPosition(_LABEL, self.fen)


def _set(number: int, text: str) -> Callable[[str], str]:
    """Return a function that replaces a field of a FEN."""

    def replace(fen: str) -> str:
        fields = fen.split()
        return " ".join([*fields[:number], text, *fields[number + 1 :]])

    return replace


def _other_side(fen: str) -> str:
    return _set(1, "b" if fen.split()[1] == "w" else "w")(fen)


def _all_rights(fen: str) -> str:
    """Return a FEN with all castling rights that its kings and rooks allow."""
    board = Board(_set(2, "KQkq")(fen))
    board.castling_rights = board.clean_castling_rights()
    return write_fen(board)


_PAWN = "4k3/8/8/8/8/8/4P3/4K3 {} - - 0 1"
_ROOKS = "4k3/8/8/8/8/8/8/R3K2R w {} - 0 1"
_TO_CASTLING = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5")
_ROOK_AND_BACK = ("h1h2", "e8e7", "h2h1", "e7e8")
_CASTLING = "The engine does not read the castling rights of the FEN, its third field: "

FIELDS = (
    Field(
        "ignored-position",
        _PAWN.format("w"),
        lambda _: STARTING_FEN,
        "Whatever position it is given, the engine answers for the start position. It has to read "
        "the FEN: a UCI engine after 'position fen', a script from its second argument.",
    ),
    *(
        Field(
            "ignored-side",
            _PAWN.format(side),
            _other_side,
            f"The engine does not read the side to move, the second field of the FEN: here it is "
            f"{side}, but the engine lists the moves of the other side.",
        )
        for side in "bw"
    ),
    Field(
        "ignored-en-passant",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        _set(3, "-"),
        "The engine does not read the en passant square of the FEN, its fourth field: it takes en "
        "passant after the moves that lead here, but not if it is given the position.",
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", ("d7d5",)),
    ),
    Field(
        "ignored-castling",
        _ROOKS.format("KQ"),
        _set(2, "-"),
        _CASTLING + "it castles in games from the start position, but in none that it is given.",
        (STARTPOS, _TO_CASTLING),
    ),
    Field(
        "ignored-castling",
        _ROOKS.format("-"),
        _all_rights,
        _CASTLING + "a king and a rook at home may always castle, although not after "
        "the rook has moved.",
        (_ROOKS.format("KQ"), _ROOK_AND_BACK),
    ),
)


def ignored_fields(engine: Divider) -> list[Field]:
    """Return the FEN fields that an engine ignores, as far as it answers.

    >>> class Blind(Rules):
    ...     def divide(self, fen, moves, depth):
    ...         return super().divide(fen.replace("d6", "-"), moves, depth)
    >>> [field.rule for field in ignored_fields(Blind())]
    ['ignored-en-passant']
    """
    found: list[Field] = []
    try:
        for field in FIELDS:
            fen = write_fen(Board(field.fen, chess960=engine.chess960))
            if _ignores(engine, field._replace(fen=fen)):
                found.append(field._replace(fen=fen))
                if field.ends_the_hunt:
                    break  # no later answer would mean anything
    except EngineError:
        pass  # the hunt reports failures
    return found


def _ignores(engine: Divider, field: Field) -> bool:
    rules = Rules(engine.chess960)
    counts = ask(engine, field.fen, (), 1)
    seen = rules.divide(field.as_read(field.fen), (), 1)
    if UNKNOWN in counts:
        looks_ignored = sum(counts.values()) == sum(seen.values())
    else:
        looks_ignored = counts == seen != rules.divide(field.fen, (), 1)
    return looks_ignored and (field.control is None or _is_right(engine, *field.control))


def _is_right(engine: Divider, fen: str, moves: Sequence[str]) -> bool:
    rules = Rules(engine.chess960)
    if fen != STARTPOS:
        return ask(engine, fen, moves, 1) == rules.divide(fen, moves, 1)
    right = sum(rules.divide(STARTING_FEN, moves, 1).values())
    return isinstance(engine, UciEngine) and engine.total(fen, moves, 1) == right


def ignored_field_finding(engine: Divider, field: Field, *, left_out: int | None) -> Finding:
    """Return a finding for an ignored field; the hunt skips `left_out` positions, if it goes on."""
    rules = Rules(engine.chess960)
    counts, right = rules.divide(field.as_read(field.fen), (), 1), rules.divide(field.fen, (), 1)
    difference = compare_counts(counts, right, field.fen, (), 1)
    assert difference is not None
    notes = [field.sentence]
    if not field.ends_the_hunt:
        notes.append(
            "Until it does, hunt with --all, which skips the positions where that matters."
            if left_out is None
            else f"The hunt goes on without the positions where that matters ({left_out})."
        )
    return Finding(
        kind="setup",
        rule=field.rule,
        explanation=" ".join(notes),
        start_fen=field.fen,
        line=(),
        fen=field.fen,
        extra=difference.extra,
        missing=difference.missing,
        reproduce=reproduce(engine, field.fen, (), 1),
        depth=1,
        label=_LABEL,
        chess960=engine.chess960,
        cause="setup",
    )


class FieldTolerantEngine:
    """An engine with ignored fields; where one matters, the right answer stands in for its own."""

    def __init__(self, wrapped: Divider, fields: Sequence[Field]) -> None:
        self.wrapped = wrapped
        self.fields = tuple(fields)

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self.wrapped.name

    @property
    def chess960(self) -> bool:
        """Whether the engine plays Chess960."""
        return self.wrapped.chess960

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
        """Ask the engine, or answer in its place where an ignored field matters."""
        if any(field.matters_in(fen) for field in self.fields):
            return Rules(self.chess960).divide(fen, moves, depth)
        return ask(self.wrapped, fen, moves, depth)
