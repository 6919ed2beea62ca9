"""`kiwipete why`: why a move is legal or not, under a picture of the board."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

from kiwipete.cli.ends import OK, UsageError
from kiwipete.cli.given_position import read_position
from kiwipete.cli.picture import PLAIN, draw
from kiwipete.cli.terminal import columns, has_colours, has_unicode, is_terminal
from kiwipete.positions import NAMED_POSITIONS
from kiwipete.squares import square_name

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete import Move
    from kiwipete.board import Board
    from kiwipete.explain import Explanation

ILLEGAL = 1

_GREEN, _RED = "\033[1;32m", "\033[1;31m"


def run(arguments: Namespace) -> int:
    """Explain the move; 1 if it is illegal."""
    from kiwipete.explain import explain, read_move

    words, text = _split(arguments.position)
    board = read_position(words, arguments.moves, chess960=arguments.chess960)
    move = read_move(board, text)
    found = explain(board, move)
    if arguments.json:
        _print_json(board, move, found)
    else:
        _print_text(board, move, found)
    return OK if found.legal else ILLEGAL


def _split(words: list[str]) -> tuple[list[str], str]:
    """Split the words of a command into those of the position and the move."""
    if not words or words[-1] in NAMED_POSITIONS or "/" in words[-1]:
        raise UsageError("a move is missing (see kiwipete why --help)")
    return words[:-1], words[-1]


def _print_text(board: Board, move: Move, found: Explanation) -> None:
    colours = has_colours(sys.stdout)
    marked = {*found.squares, move.from_square, move.to_square} if move else set()
    picture = draw(
        board, colours=colours, pieces=colours and has_unicode(sys.stdout), marked=marked
    )
    verdict = "legal" if found.legal else "illegal"
    if colours:
        verdict = f"{_GREEN if found.legal else _RED}{verdict}{PLAIN}"
    sentence = found.sentence
    if is_terminal(sys.stdout):
        sentence = textwrap.fill(sentence, columns(sys.stdout))
    print("\n".join(picture), end="\n\n")
    print(f"{move.uci()} is {verdict} ({found.rule.value}).")
    print(sentence)


def _print_json(board: Board, move: Move, found: Explanation) -> None:
    import json

    report = {
        "fen": board.fen(en_passant="fen"),
        "move": move.uci(),
        "legal": found.legal,
        "rule": found.rule.value,
        "effects": [effect.value for effect in found.effects],
        "squares": [square_name(square) for square in found.squares],
        "sentence": found.sentence,
    }
    print(json.dumps(report))
