"""Arguments for any call of the public API: drawn by the parameters' names, and at times odd."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from meddlers import NUMBERS, Choices, Meddle, Meddler, meddling

import kiwipete
from kiwipete import positions

FENS = [
    kiwipete.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 99 70",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQKQQQk w - - 0 1",
    "kKkKkKkK/PPPPPPPP/8/3pP3/8/8/pppppppp/QqQqQqQq w KQkq d6 0 1",
    "8/8/8/8/8/8/8/8 b KQkq e3 149 9999",
    "8/8/8/8/8/8/8 w - - 0 1",
    "9/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1",
    "4k3/8/8/8/8/8/8/4K3 w HAhaHAha a1 0 0",
    "",
]
OPERATIONS = ["", "bm Nf3;", "hmvc 7; fmvn 9;", 'id "x";', "pv e4 e5;", 'c0 "', "x 1e999;"]
UCI = ["e2e4", "g1f3", "e1g1", "e1c1", "e1h1", "e8g8", "e5f6", "e5d6", "a7a8q", "b7b8n", "g2h1r"]
UCI += ["a1a8", "d4d3", "h7h8", "e4d3", "0000"]
SAN = [
    "e4",
    "Nf3",
    "O-O",
    "O-O-O",
    "exf6",
    "a8=Q",
    "bxc8=N+",
    "--",
    "Qh5#",
    "Kxe2",
    "Q1b3c4",
    "P@e4",
]
CASTLING = ["KQkq", "-", "HAha", "Cq", "KK", "x", ""]
TEXTS = ["", "e4", "legal", "fen", "xfen", "\ud800", "♔", "x" * 5000, "\0", *SAN, *UCI, *FENS]
MASKS = [2**64 - 1, 0, 0xFF, 0x8100000000000081, 0x1010101010101010, 0xAA55AA55AA55AA55]


class Values:
    """Draws values from choices, `things` among them; `meddle` draws those that change boards."""

    def __init__(self, choices: Choices, things: list[Any], meddle: Meddle) -> None:
        self.choices = choices
        self.things = things
        self.meddle = meddle

    def square(self) -> int:
        """Draw a square."""
        return self.choices.number(64)

    def color(self) -> bool:
        """Draw a colour, or yes and no."""
        return self.choices.number(2) == 1

    def number(self) -> int:
        """Draw a number of any size."""
        return self.choices.of(NUMBERS)

    def few(self) -> object:
        """Draw a small number, or one that must be refused: for what would take long."""
        return self.choices.of([1, 2, 0, -1, 2**64, None, "2", 1.5])

    def mask(self) -> int:
        """Draw a set of squares in 64 bits."""
        return self.choices.of(MASKS) ^ (self.choices.number(256) << self.choices.number(57))

    def squares(self) -> object:
        """Draw a set of squares in one of the forms that a SquareSet is made of."""
        mask = self.mask()
        return self.choices.of([mask, kiwipete.SquareSet(mask), [self.square(), self.square()]])

    def board(self) -> object:
        """Draw a board."""
        return self.choices.of(
            [each for each in self.things if isinstance(each, kiwipete.BaseBoard)]
        )

    def other(self) -> object:
        """Draw something to compare or combine with."""
        return self.choices.of([self.squares, self.board])()

    def piece_type(self) -> int:
        """Draw a type of piece."""
        return 1 + self.choices.number(6)

    def promotion(self) -> int | None:
        """Draw a type of piece to promote to, possible or not."""
        return self.choices.of([None, None, 5, 4, 3, 2, 1, 6])

    def piece(self) -> kiwipete.Piece:
        """Draw a piece."""
        return kiwipete.Piece(self.piece_type(), self.color())

    def pieces(self) -> dict[int, kiwipete.Piece]:
        """Draw a placement of pieces."""
        return {self.square(): self.piece() for _ in range(self.choices.number(5))}

    def move(self) -> kiwipete.Move:
        """Draw a legal move of some board as a rule, else one that may be legal nowhere."""
        boards = [thing for thing in self.things if isinstance(thing, kiwipete.Board)]
        kind = self.choices.number(8)
        if boards and kind < 5:
            try:
                moves = list(self.choices.of(boards).legal_moves)
            except Exception:  # a subclass may play any trick
                moves = []
            if moves and isinstance(moves[0], kiwipete.Move):
                return self.choices.of(moves)
        if kind == 5:
            start, promotion = self.square(), self.choices.of([None, None, 2, 3, 4, 5])
            return kiwipete.Move(start, start ^ (1 + self.choices.number(63)), promotion)
        return kiwipete.Move.from_uci(self.choices.of(UCI))

    def moves(self) -> list[kiwipete.Move]:
        """Draw a few moves."""
        return [self.move() for _ in range(self.choices.number(4))]

    def fen(self) -> str:
        """Draw a position as text."""
        return self.choices.of(FENS)

    def board_fen(self) -> str:
        """Draw a placement of pieces as text."""
        return self.fen().split(" ")[0]

    def epd(self) -> str:
        """Draw a position with operations as text."""
        return " ".join([*self.fen().split()[:4], self.choices.of(OPERATIONS)])

    def text(self) -> str:
        """Draw text of any kind."""
        return self.choices.of(TEXTS)

    def san(self) -> str:
        """Draw a move as text."""
        return self.choices.of([*SAN, *UCI])

    def castling(self) -> str:
        """Draw castling rights as text."""
        return self.choices.of(CASTLING)

    def transformation(self) -> object:
        """Draw a function from a set of squares to another."""
        ways = [
            kiwipete.flip_vertical,
            kiwipete.flip_diagonal,
            kiwipete.shift_up,
            lambda _: -1,
            str,
        ]
        return self.choices.of([*ways, self.anything])

    def anything(self, *_: object) -> object:
        """Draw something unexpected."""
        kind = self.choices.number(8)
        if kind < 2:
            return Meddler(self.meddle)
        if kind == 2:
            return meddling(self.meddle, self.choices.of(TEXTS))
        if kind == 3:
            return meddling(self.meddle, self.choices.number(66))
        if kind == 4:
            return self.choices.of(
                [None, True, 0.5, float("nan"), b"e4", [], {}, object, ..., {0: 0}]
            )
        if kind == 5 and self.things:
            return self.choices.of(self.things)
        return self.choices.of([self.number, self.text, self.mask, self.moves, self.squares])()


# How to draw an argument, by the name of its parameter or of the attribute that is set.
DRAWERS: dict[str, Callable[[Values], object]] = {
    name: drawer
    for drawer, names in {
        Values.square: "square from_square to_square a b ep_square file_index rank_index shift",
        Values.color: "color turn chess960 orientation shredder claim_draw invert_color borders"
        " dead_positions"
        " ignore_turn ignore_castling ignore_counters check stack",
        Values.number: "count halfmove_clock fullmove_number scharnagl value index key threshold",
        Values.few: "depth threads hash_mb nodes",
        Values.mask: "mask from_mask to_mask bb castling_rights promoted occupied"
        " pawns knights bishops rooks queens kings white black",
        Values.squares: "squares",
        Values.other: "other others",
        Values.board: "board",
        Values.piece_type: "piece_type",
        Values.promotion: "promotion drop",
        Values.piece: "piece",
        Values.pieces: "pieces",
        Values.move: "move",
        Values.moves: "variation move_stack",
        Values.fen: "fen",
        Values.board_fen: "board_fen",
        Values.epd: "epd",
        Values.san: "san uci xboard text symbol name",
        Values.castling: "castling_fen",
        Values.text: "en_passant empty_square method",
        Values.transformation: "f",
    }.items()
    for name in names.split()
}
NEVER_ODD = {"depth", "threads", "hash_mb", "nodes", "shift"}  # a chance number would take for ever


def draw(values: Values, name: str) -> object:
    """Draw a value by a name: a likely one as a rule."""
    if name not in NEVER_ODD and (name not in DRAWERS or values.choices.number(8) == 7):
        return values.anything()
    return DRAWERS[name](values)


@cache
def stubs() -> dict[tuple[str, str], inspect.Signature]:
    """Return the signatures in the stubs of the compiled modules by class and name.

    The compiled modules themselves do not have them.
    """
    texts = [path for path in files("kiwipete._core").iterdir() if path.name.endswith(".pyi")]
    found = {}
    for node in [node for path in texts for node in ast.parse(path.read_text("utf-8")).body]:
        owner = node.name if isinstance(node, ast.ClassDef) else ""
        for function in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(function, ast.FunctionDef):
                names: dict[str, Any] = dict(vars(positions))  # which defaults are taken from
                future = "from __future__ import annotations"
                exec(f"{future}\ndef function({ast.unparse(function.args)}): pass", names)
                found[owner, function.name] = inspect.signature(names["function"])
    return found


@cache
def parameters(owner: Any, name: str) -> tuple[inspect.Parameter, ...] | None:
    """Return the parameters of a function or method without self, or None if unknown."""
    homes = [each for each in getattr(owner, "__mro__", ()) if name in vars(each)]
    key = (homes[0].__name__ if homes else ""), name
    try:
        signature = stubs().get(key) or inspect.signature(getattr(owner, name))
    except (TypeError, ValueError):
        return None
    found = signature.parameters.values()
    return tuple(parameter for parameter in found if parameter.name not in ("self", "cls"))


def draw_arguments(values: Values, owner: object, name: str) -> tuple[list[Any], dict[str, Any]]:
    """Draw the arguments of a call; now and then too few or too many."""
    known = parameters(owner, name)
    if known is None:
        return [values.anything() for _ in range(values.choices.number(3))], {}
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    by_name = False  # what follows a parameter that was left out must be named
    for parameter in known:
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional += [] if by_name else [draw(values, parameter.name)]
        elif parameter.kind is parameter.VAR_KEYWORD:
            keywords |= {"bm": values.moves(), "id": values.anything()} if values.color() else {}
        elif parameter.default is not parameter.empty and values.color():
            by_name = True
        elif by_name or parameter.kind is parameter.KEYWORD_ONLY:
            keywords[parameter.name] = draw(values, parameter.name)
        else:
            positional.append(draw(values, parameter.name))
    if values.choices.number(32) == 31:
        positional = positional[:-1] if values.color() else [*positional, None]
    return positional, keywords
