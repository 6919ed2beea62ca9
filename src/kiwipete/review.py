"""The review of a game: winning chances, accuracy, and which moves were mistakes.

The page, the reports and the command line all judge moves by these functions.

>>> from kiwipete.engine import Engine, Limit
>>> board = Board()
>>> for san in ("f3", "e5", "g4", "Qh4#"):
...     _ = board.push_san(san)
>>> review = Review.of_board(board)
>>> with Engine(hash_mb=1) as engine:
...     for _ in review.run(engine, Limit(nodes=2000)):
...         pass
>>> [(move.san, move.judgement) for move in review.moves()][2:]
[('g4', 'blunder'), ('Qh4#', None)]
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from kiwipete.board import Board, Move
from kiwipete.engine.score import Cp, Mate, PovScore, Score
from kiwipete.engine.search_types import Limit
from kiwipete.errors import EngineError

if TYPE_CHECKING:
    from kiwipete import pgn
    from kiwipete.engine.search_types import InfoDict

Judgement = Literal["inaccuracy", "mistake", "blunder"]

# The least loss of winning chances, in percent, that makes a move one of these; worst first.
THRESHOLDS: dict[Judgement, float] = {"blunder": 15.0, "mistake": 10.0, "inaccuracy": 5.0}
# Their signs in PGN, and as text.
NAGS: dict[Judgement, int] = {"blunder": 4, "mistake": 2, "inaccuracy": 6}
SIGNS: dict[Judgement, str] = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}

# Winning chances are a logistic curve of the score, as Lichess fitted it to games of its players.
_SLOPE = 0.00368208
# A move's accuracy is an exponential curve of the loss, again as Lichess publishes it: 100 at no
# loss, 0 at a loss of 80 percent.
_HEIGHT, _DECAY, _FLOOR = 103.1668, 0.04354, 3.1669

# Moves in a balanced fight weigh more than those in a decided game: the weight of a move is the
# standard deviation of the chances in a window of the game around it.
_LEAST_WEIGHT, _MOST_WEIGHT = 0.5, 12.0
_SHORTEST_WINDOW, _LONGEST_WINDOW = 2, 8
_LEAST_ACCURACY = 1.0  # for the harmonic mean, which one zero would make 0


# One move.


def win_percent(score: Score) -> float:
    """Return the winning chances, from 0 to 100, of the side whose score this is.

    A draw counts as half a win.

    >>> win_percent(Cp(0)), round(win_percent(Cp(100)), 1), win_percent(Mate(-3))
    (50.0, 59.1, 0.0)
    """
    centipawns = score.score()
    if centipawns is None:
        return 100.0 if score > Cp(0) else 0.0
    return 100 / (1 + math.exp(-_SLOPE * max(-10_000, min(centipawns, 10_000))))


def move_accuracy(before: float, after: float) -> float:
    """Return how good a move was, from 0 to 100, by the mover's chances before and after it.

    >>> move_accuracy(60, 62), round(move_accuracy(60, 50))
    (100.0, 64)
    """
    if after >= before:
        return 100.0
    return max(0.0, min(100.0, _HEIGHT * math.exp(-_DECAY * (before - after)) - _FLOOR))


def judge(before: float, after: float) -> Judgement | None:
    """Return what a move was, by the mover's chances before and after it; None for a good one.

    >>> judge(60, 58), judge(60, 49), judge(60, 20)
    (None, 'mistake', 'blunder')
    """
    return next((name for name, loss in THRESHOLDS.items() if before - after >= loss), None)


def score_text(score: PovScore) -> str:
    """Write a score from White's side: in pawns, or as mate in N.

    >>> score_text(PovScore(Cp(34), False)), score_text(PovScore(Mate(3), True))
    ('-0.34', '+M3')
    """
    white = score.white()
    mate, value = white.mate(), white.score()
    if mate is not None:
        return f"{'+' if mate > 0 else '-'}M{abs(mate)}"
    return f"{(value or 0) / 100:+.2f}"


# A whole game.


class Line(NamedTuple):
    """A line that the engine found."""

    score: PovScore
    moves: tuple[Move, ...]
    depth: int


class PositionReview(NamedTuple):
    """What the engine thinks of a position; without lines if the game is over there."""

    score: PovScore
    lines: tuple[Line, ...] = ()

    @property
    def best(self) -> Move | None:
        """The best move."""
        return self.lines[0].moves[0] if self.lines and self.lines[0].moves else None

    @property
    def win(self) -> float:
        """White's winning chances, from 0 to 100."""
        return win_percent(self.score.white())

    @property
    def text(self) -> str:
        """White's score in words, or the result where the game is over."""
        if self.lines:
            return score_text(self.score)
        return {0.0: "0-1", 100.0: "1-0"}.get(self.win, "1/2")


@dataclass(frozen=True)
class MoveReview:
    """What a move of the game was worth; `before` and `after` are the mover's chances."""

    index: int  # 0 is the game's first move
    turn: bool
    move: Move
    san: str
    best: Move | None
    before: float
    after: float
    accuracy: float
    judgement: Judgement | None


class Analyser(Protocol):
    """An engine: our own `Engine`, or a `SimpleEngine`."""

    def analyse(
        self, board: Board, limit: Limit, *, multipv: int | None = None, game: object = None
    ) -> InfoDict | list[InfoDict]:
        """Search a position."""


class Review:
    """The review of a game's moves, which grows position by position.

    `positions[i]` is what is known of the position before move `i`; the last one is the end of
    the game. Fill it with `run`, or with `add` from a search of your own.

    >>> review = Review(Board(), [Move.from_uci("e2e4")])
    >>> len(review.positions), review.move(0)
    (2, None)
    """

    def __init__(self, start: Board, moves: Sequence[Move]) -> None:
        """Take the position before the first move; raises IllegalMoveError for a wrong move."""
        self.start = start.copy()
        self.played = tuple(moves)
        self.positions: list[PositionReview | None] = [None] * (len(self.played) + 1)
        self._sans: list[str] = []
        board = start.copy()
        for move in self.played:
            self._sans.append(board.san_and_push(move))

    @classmethod
    def of_board(cls, board: Board) -> Review:
        """Return a review of the moves that were played on a board."""
        return cls(board.root(), [*board.move_stack])

    @classmethod
    def of_game(cls, game: pgn.GameNode) -> Review:
        """Return a review of a game's main line."""
        return cls(game.board(), [*game.mainline_moves()])

    @property
    def done(self) -> int:
        """The number of positions that are reviewed."""
        return sum(position is not None for position in self.positions)

    def boards(self) -> Iterator[Board]:
        """Yield the board before each move and at the end; it is one board, which moves on."""
        board = self.start.copy()
        yield board
        for move in self.played:
            board.push(move)
            yield board

    def run(self, engine: Analyser, limit: Limit, *, multipv: int = 1) -> Iterator[int]:
        """Search one position after another, and yield the index of each once it is reviewed.

        Positions that are already reviewed are left out.
        """
        for index, board in enumerate(self.boards()):
            if self.positions[index] is not None:
                continue
            infos: list[InfoDict] = []
            if board.outcome() is None:
                infos = self._search(engine, board, limit, multipv)
                if not infos or "score" not in infos[0]:  # a few nodes are not enough
                    infos = self._search(engine, board, Limit(depth=1), multipv)
            self.add(index, board, infos)
            yield index

    def _search(self, engine: Analyser, board: Board, limit: Limit, multipv: int) -> list[InfoDict]:
        found = engine.analyse(board, limit, multipv=multipv, game=self)
        return found if isinstance(found, list) else [found]

    def add(self, index: int, board: Board, infos: Sequence[InfoDict]) -> PositionReview:
        """Add what an engine found out about a position: its lines, best first.

        Where the game is over, the lines are not used. Raises EngineError if there is no score.
        """
        outcome = board.outcome()
        if outcome is not None:
            lost = outcome.winner is not None and outcome.winner != board.turn
            score = Mate(0) if lost else -Mate(0) if outcome.winner is not None else Cp(0)
            position = PositionReview(PovScore(score, board.turn))
        else:
            if not infos or "score" not in infos[0]:
                raise EngineError(f"the engine gave no score for {board.fen()}")
            lines = tuple(
                Line(info["score"], tuple(info.get("pv", ())), info.get("depth", 0))
                for info in infos
                if "score" in info
            )
            position = PositionReview(lines[0].score, lines)
        self.positions[index] = position
        return position

    def move(self, index: int) -> MoveReview | None:
        """Return what a move was worth; None as long as a position next to it is missing.

        The engine's own choice loses nothing, even if it sees more after it. Other moves are
        worth what the engine sees after them.
        """
        before, after = self.positions[index], self.positions[index + 1]
        if before is None or after is None:
            return None
        turn, move = before.score.turn, self.played[index]
        chances = win_percent(before.score.pov(turn))
        left = chances if move == before.best else win_percent(after.score.pov(turn))
        return MoveReview(
            index,
            turn,
            move,
            self._sans[index],
            before.best,
            chances,
            left,
            move_accuracy(chances, left),
            judge(chances, left),
        )

    def moves(self) -> list[MoveReview]:
        """Return all moves that are judged so far."""
        found = (self.move(index) for index in range(len(self.played)))
        return [move for move in found if move is not None]

    def accuracy(self, color: bool) -> float | None:
        """Return a player's accuracy, from 0 to 100; None without a judged move of theirs.

        It is the mean of two means: one weighted by how sharp the game was, and the harmonic
        one, in which a single blunder counts more than many good moves.
        """
        moves = [move for move in self.moves() if move.turn == color]
        if not moves:
            return None
        weights = [self._weight(move.index) for move in moves]
        weighted = sum(w * move.accuracy for w, move in zip(weights, moves, strict=True))
        inverse = sum(1 / max(move.accuracy, _LEAST_ACCURACY) for move in moves)
        return (weighted / sum(weights) + len(moves) / inverse) / 2

    def count(self, color: bool, judgement: Judgement) -> int:
        """Return how many moves of a player are inaccuracies, mistakes or blunders."""
        return sum(move.turn == color and move.judgement == judgement for move in self.moves())

    def _weight(self, index: int) -> float:
        length = max(_SHORTEST_WINDOW, min(len(self.played) // 10, _LONGEST_WINDOW))
        start = max(0, min(index + 1 - length // 2, len(self.positions) - length))
        wins = [known.win for known in self.positions[start : start + length] if known is not None]
        mean = sum(wins) / len(wins)
        deviation = math.sqrt(sum((win - mean) ** 2 for win in wins) / len(wins))
        return max(_LEAST_WEIGHT, min(deviation, _MOST_WEIGHT))

    def annotate(self, game: pgn.Game) -> None:
        """Write the evaluations into a game's main line, and the better line after each mistake.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))
        >>> review = Review.of_game(game)
        >>> with kiwipete.engine.Engine(hash_mb=1) as engine:
        ...     done = [*review.run(engine, kiwipete.engine.Limit(nodes=2000))]
        >>> review.annotate(game)
        >>> game.next().next().next().comment.split("] ")[-1]
        'Blunder. ...'
        """
        nodes: list[Any] = [*game.mainline()]
        for index, node in enumerate(nodes):
            after, judged = self.positions[index + 1], self.move(index)
            if after is not None:
                node.set_eval(after.score, after.lines[0].depth if after.lines else None)
            if judged is None or judged.judgement is None:
                continue
            node.nags = (node.nags - {*NAGS.values()}) | {NAGS[judged.judgement]}
            before = self.positions[index]
            if before is None or before.best is None:
                continue
            parent = node.parent
            text = f"{judged.judgement.capitalize()}. {parent.board().san(before.best)} was best."
            if text not in node.comment:
                node.comment = f"{node.comment} {text}".strip()
            if not parent.has_variation(before.best):
                parent.add_line(before.lines[0].moves)
