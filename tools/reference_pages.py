"""The pages of the reference: what is on each, and in which order."""

from __future__ import annotations

from dataclasses import dataclass

import kiwipete
from kiwipete import explain, svg


@dataclass(frozen=True)
class Page:
    """A page: its file, its title, what the index says of it, and what its examples import."""

    name: str
    title: str
    about: str
    imports: str
    classes: tuple[type, ...] = ()
    modules: tuple[tuple[str, str], ...] = ()  # heading and name

    @property
    def is_of_one_class(self) -> bool:
        """Tell whether the page is about one class alone, in sections."""
        return len(self.classes) == 1 and not self.modules


PAGES = (
    Page(
        "board",
        "Board",
        "a position, the moves that led to it, and those that lead on",
        "from kiwipete import Board, Move",
        (kiwipete.Board,),
    ),
    Page(
        "base_board",
        "BaseBoard",
        "pieces on squares, and what they attack",
        "from kiwipete import BaseBoard, Piece",
        (kiwipete.BaseBoard,),
    ),
    Page(
        "moves_of_a_board",
        "The moves of a board",
        "what `legal_moves` and `pseudo_legal_moves` give",
        "",
        (kiwipete.LegalMoveGenerator, kiwipete.PseudoLegalMoveGenerator),
    ),
    Page("move", "Move", "a move, in 16 bits", "from kiwipete import Move", (kiwipete.Move,)),
    Page(
        "piece",
        "Piece",
        "a type of piece and a colour",
        "from kiwipete import Piece",
        (kiwipete.Piece,),
    ),
    Page(
        "square_set",
        "SquareSet",
        "a mutable set of squares",
        "from kiwipete import SquareSet",
        (kiwipete.SquareSet,),
    ),
    Page(
        "outcome",
        "Outcome and Termination",
        "how a game ended, and why",
        "from kiwipete import Outcome, Termination",
        (kiwipete.Outcome, kiwipete.Termination),
    ),
    Page(
        "status",
        "Status",
        "what is wrong with a position",
        "from kiwipete import Status",
        (kiwipete.Status,),
    ),
    Page(
        "explanation",
        "Explanation, Rule and Effect",
        "why a move is legal or not",
        "from kiwipete.explain import Effect, Explanation, Rule, explain, read_move",
        (explain.Explanation, explain.Rule, explain.Effect),
        (("Functions", "kiwipete.explain"),),
    ),
    Page(
        "errors",
        "Errors",
        "the exceptions that Kiwipete raises",
        "",
        (
            kiwipete.InvalidFenError,
            kiwipete.InvalidMoveError,
            kiwipete.IllegalMoveError,
            kiwipete.AmbiguousMoveError,
            kiwipete.ImpossiblePositionError,
            kiwipete.InconsistentPositionError,
        ),
    ),
    Page(
        "helpers",
        "Constants and helpers",
        "colours, pieces, squares and sets of squares by name, and functions of them",
        "from kiwipete import *",
        (),
        (
            ("Pieces and squares", "kiwipete.squares"),
            ("Bitboards", "kiwipete.bitboards"),
            ("Lines", "kiwipete.attack_tables"),
        ),
    ),
    Page(
        "svg",
        "kiwipete.svg",
        "boards and pieces as pictures",
        "from kiwipete.svg import Arrow, SvgWrapper, board, piece",
        (svg.Arrow, svg.SvgWrapper),
        (("Functions", "kiwipete.svg"),),
    ),
)

# What python-chess's classes of the same name do not have.
BEYOND = {
    "BaseBoard": {"fingerprint", "put"},
    "Board": {
        "divide", "explain", "fingerprint", "key_after", "material", "perft", "phase",
        "piece_square_scores", "position_fen", "push_unchecked", "put", "same_as", "see",
        "see_at_least", "is_countable", "validate", "zobrist_key",
    },
    "Move": {
        "flag", "from_int", "is_capture", "is_castling", "is_double_push", "is_en_passant",
        "is_promotion",
    },
    "Status": {"reasons"},
}  # fmt: skip

# Other titles for sections of the sources: some are one to a reader, some come before the first
# title, and none may have the name of a member, for links could not tell them apart.
SECTION_TITLES = {
    ("BaseBoard", "Attacks"): "Attacks and pins",
    ("PositionBoard", "Trust"): "Possible or not",
    ("Board", "Checks and the end of the game"): "The end of the game",
    ("Board", "Beyond python-chess"): "Explanations and counts",
    ("BaseBoard", ""): "Setting up",
    ("BaseBoard", "Pieces"): "Changes by hand",
}

# Sections in the order that a reader needs them; others follow as the sources have them.
SECTION_ORDER = (
    "Properties", "Methods", "Setting up", "Legality", "Generators", "History",
    "What a move would do", "Moves as text", "Checks", "The end of the game", "Text",
)  # fmt: skip
