"""The review of a game: a table that grows move by move, and JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kiwipete.cli.ui import has_colours, print_line, several
from kiwipete.cli.ui.board_view import DIM, PLAIN
from kiwipete.review import SIGNS, THRESHOLDS

if TYPE_CHECKING:
    from kiwipete.board import Board
    from kiwipete.pgn import Game
    from kiwipete.review import Judgement, Line, MoveReview, Review

_COLOURS: dict[Judgement, str] = {
    "inaccuracy": "\033[33m",
    "mistake": "\033[35m",
    "blunder": "\033[1;31m",
}
_PLURALS: dict[Judgement, str] = {
    "inaccuracy": "inaccuracies",
    "mistake": "mistakes",
    "blunder": "blunders",
}
_LONGEST_LINE = 6  # plies of the better line


def game_title(game: Game) -> str:
    """Return the players and the result.

    >>> from kiwipete import pgn
    >>> game_title(pgn.Game({"White": "Ada", "Black": "Bob", "Result": "1-0"}))
    'Ada - Bob, 1-0'
    """
    white, black = (game.headers.get(color, "?") for color in ("White", "Black"))
    return f"{white} - {black}, {game.headers.get('Result', '*')}"


class ReviewTable:
    """Prints a row for each move as soon as it is judged, and the players' accuracy at the end."""

    def __init__(self, game: Game, review: Review) -> None:
        self._review = review
        self._board: Board = review.start.copy()
        self._shown = 0
        print_line(f"{game_title(game)}\nscores and chances are White's")

    def update(self) -> None:
        """Print the moves that have been judged since the last call."""
        while self._shown < len(self._review.played):
            judged = self._review.move(self._shown)
            if judged is None:
                return
            print_line(self._row(judged), indent=" " * 40)
            self._board.push(judged.move)
            self._shown += 1

    def close(self) -> None:
        """Print both players' accuracy."""
        for color, name in ((True, "White"), (False, "Black")):
            accuracy = self._review.accuracy(color)
            if accuracy is not None:
                counts = ", ".join(_counted(self._review, color, each) for each in THRESHOLDS)
                print_line(f"{name}       accuracy {accuracy:.1f} %, {counts}")
        print_line("")

    def _row(self, judged: MoveReview) -> str:
        after = self._review.positions[judged.index + 1]
        assert after is not None
        dots = "." if judged.turn else "..."
        number = f"{self._board.fullmove_number}{dots}"
        sign = SIGNS[judged.judgement] if judged.judgement else ""
        row = f"{number:>6} {judged.san + sign:10} {after.text:>7} {after.win:4.0f} %"
        if judged.judgement is None:
            return row
        colour, plain = "", ""
        if has_colours(sys.stdout):
            colour, plain = _COLOURS[judged.judgement], PLAIN
        return f"{row}   {colour}{judged.judgement:10}{plain} {self._better(judged)}"

    def _better(self, judged: MoveReview) -> str:
        before = self._review.positions[judged.index]
        if before is None or not before.lines:
            return ""
        moves = before.lines[0].moves[:_LONGEST_LINE]
        dim, plain = (DIM, PLAIN) if has_colours(sys.stdout) else ("", "")
        return f"{dim}better:{plain} {self._board.variation_san(moves)}"


def _counted(review: Review, color: bool, judgement: Judgement) -> str:
    number = review.count(color, judgement)
    return several(number, judgement) if number == 1 else f"{number} {_PLURALS[judgement]}"


def as_fields(name: str, game: Game, review: Review) -> dict[str, object]:
    """Return a review for JSON; scores and chances are White's."""
    board = review.start.copy()
    moves: list[dict[str, object]] = []
    for judged in review.moves():
        moves.append(_move_fields(board, review, judged))
        board.push(judged.move)
    accuracy = {"white": review.accuracy(True), "black": review.accuracy(False)}
    return {
        "name": name,
        "headers": dict(game.headers),
        "fen": review.start.fen(en_passant="fen"),
        "chess960": review.start.chess960,
        "moves": moves,
        "accuracy": {side: known and round(known, 2) for side, known in accuracy.items()},
        "interrupted": review.done < len(review.positions),
    }


def _move_fields(board: Board, review: Review, judged: MoveReview) -> dict[str, object]:
    before, after = review.positions[judged.index], review.positions[judged.index + 1]
    assert before is not None
    assert after is not None
    white = after.score.white()
    return {
        "uci": board.uci(judged.move),
        "san": judged.san,
        "centipawns": white.score(),
        "mate": white.mate(),
        "win": round(after.win, 2),
        "accuracy": round(judged.accuracy, 2),
        "judgement": judged.judgement,
        "best": judged.best and board.uci(judged.best),
        "lines": [_line_fields(board, line) for line in before.lines],
    }


def _line_fields(board: Board, line: Line) -> dict[str, object]:
    white = line.score.white()
    return {
        "depth": line.depth,
        "centipawns": white.score(),
        "mate": white.mate(),
        "moves": [board.uci(move) for move in line.moves],
        "san": board.variation_san(line.moves),
    }
