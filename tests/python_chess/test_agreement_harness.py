"""The harness of agreement asks for everything public, and finds whatever is wrong."""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Iterator
from types import ModuleType

import chess
import pytest

from tests.support.agreement.changes import CHANGES
from tests.support.agreement.pair import STATE, Difference, Pair, first
from tests.support.agreement.positions import edited, found, game, impossible, sweeps
from tests.support.agreement.questions import BASE, BOARD, MOVES, PIECES, SQUARE_SETS
from tests.support.random_play import STARTS

# Public names that are not compared, because they concern variants.
NOT_ASKED = {
    *("aliases", "captures_compulsory", "connected_kings", "one_king", "uci_variant"),
    *("xboard_variant", "tbw_magic", "tbw_suffix", "tbz_magic", "tbz_suffix"),
    *("pawnless_tbw_magic", "pawnless_tbw_suffix", "pawnless_tbz_magic", "pawnless_tbz_suffix"),
}


def attributes(sources: list[str]) -> set[tuple[str, str]]:
    """Return what is looked up in the sources, as pairs: where, and the name."""
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    return {
        (ast.unparse(node.value), node.attr) for node in nodes if isinstance(node, ast.Attribute)
    }


def changes() -> list[str]:
    rng = random.Random("changes")
    board = chess.Board()
    return [change(rng, board) for change in CHANGES for _ in range(100)]


@pytest.mark.parametrize(
    ("thing", "sources", "where"),
    [
        (chess.Board(), STATE + BASE + BOARD + changes(), {"board", "type(board)", "chess.Board"}),
        (chess.BaseBoard(), STATE + BASE + changes(), {"board", "type(board)"}),
        (
            chess.SquareSet(),
            SQUARE_SETS,
            {"squares", "changed", "chess.SquareSet(mask)", "chess.SquareSet"},
        ),
        (chess.Move.null(), MOVES, {"move", "chess.Move"}),
        (chess.Piece(1, True), PIECES, {"piece", "chess.Piece"}),
    ],
    ids=lambda value: type(value).__name__ if hasattr(value, "__module__") else "",
)
def test_everything_public_is_asked(thing, sources, where):
    public = {name for name in dir(thing) if not name.startswith("_")} - NOT_ASKED
    if isinstance(thing, chess.SquareSet):
        public -= {"mask"}  # a field that is not documented: int(squares) is
    asked = {name for place, name in attributes(sources) if place in where}
    assert public - asked == set()


# Boards that are wrong in one way each.


class NoPins(chess.Board):
    def is_legal(self, move):
        return self.is_pseudo_legal(move)


class EarlyDraw(chess.Board):
    def is_fifty_moves(self):
        return self.halfmove_clock >= 8 and any(self.legal_moves)


class ForgetsPromoted(chess.Board):
    def set_piece_at(self, square, piece, promoted=False):
        super().set_piece_at(square, piece)


class KeepsTheStack(chess.Board):
    def clear_stack(self):
        pass


class NumberForTruth(chess.Board):
    def is_check(self):
        return int(super().is_check())


class OtherError(chess.Board):
    def parse_san(self, san):
        try:
            return super().parse_san(san)
        except chess.IllegalMoveError as error:
            raise chess.InvalidMoveError(san) from error


class MirrorsTwice(chess.Board):
    def mirror(self):
        return super().mirror().mirror()


class NoQueenside(chess.Board):
    def generate_castling_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
        moves = super().generate_castling_moves(from_mask, to_mask)
        return (move for move in moves if move.to_square > move.from_square)


class Twice(chess.Board):
    def is_repetition(self, count=3):
        return super().is_repetition(count - 1)


class EditsOnAsking(chess.Board):
    def is_variant_draw(self):
        self.halfmove_clock += 1
        return False


WRONG = {  # and what the program that shows it speaks of
    NoPins: "is_legal",
    EarlyDraw: "is_fifty_moves",
    ForgetsPromoted: "set_piece_at",
    KeepsTheStack: "move_stack",
    NumberForTruth: "is_check",
    OtherError: "parse_san",
    MirrorsTwice: "mirror",
    NoQueenside: "castling_moves",
    Twice: "is_repetition",
    EditsOnAsking: "halfmove_clock",
}


def module_with(board: type[chess.Board]) -> ModuleType:
    """Return python-chess with another board."""
    module = ModuleType(f"python_chess_with_{board.__name__}")
    child = type("Board", (board,), {"__module__": module.__name__})
    vars(module).update(vars(chess), Board=child, __name__=module.__name__)
    sys.modules[module.__name__] = module  # where pickle looks
    return module


def search(module: ModuleType, rounds: int = 5) -> Iterator[Difference]:
    """Compare a little of everything."""
    rng = random.Random("search")
    for number in range(rounds):
        start = STARTS[7 * number % len(STARTS)]
        yield from found(rng, game(rng, module, start, 40), hands=1)
        yield from found(rng, impossible(rng, module, 2), hands=1)
        yield from found(rng, edited(rng, module, 20), hands=1)


@pytest.mark.parametrize(("wrong", "word"), WRONG.items())
def test_what_is_wrong_is_found(wrong, word):
    assert any(word in str(difference) for difference in search(module_with(wrong)))


def test_nothing_is_found_where_nothing_is_wrong():
    assert list(search(chess, rounds=2)) == []
    assert list(sweeps(Pair(chess, "board = chess.Board()"))) == []


def test_a_difference_is_told_as_a_short_program():
    pair = Pair(module_with(EarlyDraw), "board = chess.Board('4k3/8/8/8/8/8/8/4K2R w K - 6 80')")
    for text in ("h1h2", "e8e7"):
        pair.run(f"board.push(chess.Move.from_uci({text!r}))")
    with pytest.raises(Difference) as caught:
        first(pair.ask(["board.is_fifty_moves()"]))
    assert str(caught.value).splitlines() == [
        "board = chess.Board('8/4k3/8/8/8/8/7R/4K3 w - - 8 81', chess960=False)",
        "board.is_fifty_moves()",
        "# expected ('bool', False)",
        "# got      ('bool', True)",
    ]


def test_a_story_keeps_the_lines_that_matter():
    pair = Pair(module_with(KeepsTheStack), "board = chess.Board()")
    for line in ("board.push_san('e4')", "board.pop()", "board.push_san('d4')"):
        pair.run(line)
    with pytest.raises(Difference) as caught:
        pair.run("board.clear_stack()")
    assert caught.value.question == "board.move_stack"
    assert caught.value.shrunk().story == (
        "board = chess.Board()",
        "board.push_san('d4')",
        "board.clear_stack()",
    )
