"""Ask python-chess and Kiwipete the same questions and compare what they answer.

A question is a Python expression and a change a Python statement. Both run
unchanged under either module, so whatever differs can be printed as a short
program that shows it. `questions` and `changes` have the tables; this module runs them.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

import chess

from tests.support.agreement.answers import ASSERTION, answer, names_for, same

# Where Kiwipete means to answer otherwise, and why. `test_agreement` shows that each still holds.
INTENDED = {
    "illegal push": "push refuses an illegal move, push_unchecked takes it: see `push`",
    "assertions": "where python-chess trips over an assertion, Kiwipete raises any exception",
    "own errors": "Kiwipete's exceptions may be subclasses of those that python-chess raises",
    "mistakes": "a square outside the board is a ValueError, the wrong type a TypeError"
    " (python-chess: IndexError and AttributeError)",
    "castling": "parse_uci refuses castling with a promotion: none is asked",
    "nonsense": "san, lan, gives_check and epd refuse what is not even pseudo-legal: not asked",
    "masks": "pieces that their sets disagree about are settled: changes write sets that agree",
    "move stack": "board.move_stack can only be read and cleared: no change edits it",
    "cleaning": "castling rights are always cleaned, python-chess trusts what it has while there"
    " are moves on the stack: see `trusts_too_much`",
    "rookless": "the letter Q without a rook names the corner: it stands for a rook in all text",
    "twice": "a right that is named twice in a text is refused: none is",
    "epd moves": "operations of a Chess960 board are read as Chess960: they do not castle",
    "replays": "claims do not replay the game, which forgets what hands have changed between moves:"
    " the answer is not compared where that has harmed the board of python-chess",
    "promoted kings": "a promoted king is no king, python-chess's generators think it is: none is",
}


class Source(str):
    """The text of an argument that each module has to make for itself, such as a move."""

    __slots__ = ()


Arguments = Mapping[str, object]  # plain values, and sources


def written(value: object) -> str:
    """Write an argument as a program would."""
    return str(value) if isinstance(value, Source) else repr(value)


def give(arguments: Arguments, names: dict[str, Any]) -> None:
    """Put arguments among the names."""
    for name, value in arguments.items():
        if isinstance(value, Source):
            answer(f"{name} = {value}", names)
        else:
            names[name] = value


def keeps_the_rules(line: str, names: dict[str, Any]) -> bool:
    """Return True if a line pushes no illegal move, unless by `push`."""
    pushes = re.fullmatch(r"board\.push\((.*)\)", line.partition("; ")[0])
    if not pushes:
        return True
    return answer(f"not {pushes[1]} or {pushes[1]} in board.legal_moves", names) == ("bool", True)


def trusts_too_much(board: object) -> bool:
    """Return True if python-chess believes castling rights because there are moves on the stack."""
    if not isinstance(board, chess.Board) or not board.move_stack:
        return False
    return board.castling_rights != board.copy(stack=False).clean_castling_rights()


CLEAN = "board.castling_rights = board.copy(stack=False).clean_castling_rights()"


@dataclass(eq=False)
class Difference(Exception):
    """A question that the two modules answer differently, and what leads to it."""

    story: tuple[str, ...]
    arguments: Arguments
    question: str
    expected: object
    got: object
    modules: tuple[ModuleType, ModuleType] = field(repr=False)
    change: str = ""

    @property
    def topic(self) -> str:
        """The question, after whatever change it was asked, without arguments."""
        change = re.split(r"(?<=\w)[(]| = \w+$", self.change)[0]
        return change if self.change == self.question else f"{change} {self.question}".strip()

    def __str__(self) -> str:
        used = {node.id for node in ast.walk(ast.parse(self.question)) if hasattr(node, "id")}
        lines = [
            *self.story,
            *(
                f"{name} = {written(value)}"
                for name, value in self.arguments.items()
                if name in used
            ),
            self.question,
            f"# expected {self.expected}",
            f"# got      {self.got}",
        ]
        return "\n".join(lines)

    def again(self, story: tuple[str, ...]) -> Difference | None:
        """Tell another story before the question; return what differs then, if it still does.

        A story in which a line differs or trips an assertion proves nothing, nor does one that
        ends where Kiwipete means to differ.
        """
        both = [names_for(module) for module in self.modules]
        for line in story:
            lawful = keeps_the_rules(line, both[0])
            answers = [answer(line, names) for names in both]
            if not lawful or not same(*answers) or answers[0] == ASSERTION:
                return None
        if trusts_too_much(both[0].get("board")) or not keeps_the_rules(self.question, both[0]):
            return None
        for names in both:
            give(self.arguments, names)
        before = looks(both[0].get("board"))
        expected, got = (answer(self.question, names) for names in both)
        if same(expected, got) or looks(both[0].get("board")) != before:
            return None
        return replace(self, story=story, expected=expected, got=got)

    def in_one_line(self) -> Difference | None:
        """Begin with the last position instead of the story, if that shows the difference too."""
        names = names_for(chess)
        for line in self.story:
            answer(line, names)
        board = names.get("board")
        if not isinstance(board, chess.Board):
            return None
        fen = board.fen(en_passant="fen", shredder=board.chess960)
        return self.again((f"board = chess.Board({fen!r}, chess960={board.chess960})",))

    def shrunk(self) -> Difference:
        """Leave out all lines of the story that the difference does not need."""
        shortest = self.in_one_line() or self
        for index in reversed(range(1, len(shortest.story))):
            story = (*shortest.story[:index], *shortest.story[index + 1 :])
            shortest = shortest.again(story) or shortest
        return shortest


def looks(board: object) -> str:
    """Write down all that can be seen of a position."""
    if isinstance(board, chess.Board):
        return board.fen(en_passant="fen", shredder=True, promoted=True)
    return board.board_fen(promoted=True) if isinstance(board, chess.BaseBoard) else ""


def traces(board: chess.BaseBoard) -> list[object]:
    """Return enough to see that a question has touched a board of python-chess.

    It plays moves to and fro to answer, so a move from an empty square leaves
    traces, and a replay forgets what was set by hand between the moves: each
    state that is put back is a new object.
    """
    return [
        (len(value), *map(id, value[-1:])) if type(value) is list else value
        for value in vars(board).values()
    ]


STATE = [
    *("board.turn", "board.castling_rights", "board.ep_square", "board.chess960"),
    *("board.halfmove_clock", "board.fullmove_number", "board.move_stack", "board.promoted"),
    *("board.pawns", "board.knights", "board.bishops", "board.rooks", "board.queens"),
    *("board.kings", "board.occupied", "board.occupied_co[True]", "board.occupied_co"),
    "board.fen(en_passant='fen', shredder=True, promoted=True)",
]
BASE_STATE = ["board.occupied_co[True]", "board.board_fen(promoted=True)", "str(board)"]


class Pair:
    """One position on a board of each module, and how it was reached."""

    def __init__(self, module: ModuleType, first_line: str) -> None:
        self.modules = (chess, module)
        self.names = [names_for(each) for each in self.modules]
        self.story: list[str] = []
        self.run(first_line)

    @property
    def oracle(self) -> chess.Board:
        """The board of python-chess."""
        return self.names[0]["board"]

    @property
    def board(self) -> Any:
        """The board of the module in question."""
        return self.names[1]["board"]

    def _difference(self, arguments: Arguments, question: str) -> Difference | None:
        expected, got = (answer(question, names) for names in self.names)
        if same(expected, got):
            return None
        return Difference(tuple(self.story), arguments, question, expected, got, self.modules)

    def _restore(self, board: chess.Board) -> None:
        """Put the board of python-chess back, on both sides if it is compared with itself."""
        for module, names in zip(self.modules, self.names, strict=True):
            if module is chess:
                names["board"] = board.copy()

    def run(self, line: str) -> None:
        """Change both boards; raise what differs in their answers or in their state."""
        difference = self._difference({}, line)
        if difference:
            raise replace(difference, change=line)
        if trusts_too_much(self.oracle):
            for names in self.names:
                answer(CLEAN, names)
            self.story.append(f"{line}; {CLEAN}")
        else:
            self.story.append(line)
        self.compare_state(line)

    def compare_state(self, change: str = "") -> None:
        """Raise what differs in what the boards are made of."""
        for difference in self.ask(STATE if isinstance(self.oracle, chess.Board) else BASE_STATE):
            raise replace(difference, change=change)

    def ask(self, questions: list[str], arguments: Arguments | None = None) -> Iterator[Difference]:
        """Ask both boards all questions; yield what differs."""
        arguments = arguments or {}
        for names in self.names:
            give(arguments, names)
        before, untouched = self.oracle.copy(), traces(self.oracle)
        for question in questions:
            difference = self._difference(arguments, question)
            harmed = False
            if traces(self.oracle) != untouched:
                harmed = looks(self.oracle) != looks(before)
                self._restore(before)
                untouched = traces(self.oracle)
            if difference and not harmed:
                yield difference


def first(differences: Iterator[Difference]) -> None:
    """Raise the first difference, as a short program, if there is any."""
    for difference in itertools.islice(differences, 1):
        raise difference.shrunk()
