"""`kiwipete why`: explain why a move is legal or illegal, below a drawing of the board."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

from kiwipete.cli.exits import ILLEGAL, OK, UsageError
from kiwipete.cli.inputs import read_position
from kiwipete.cli.options import add_json, add_moves, add_words
from kiwipete.cli.ui import columns, has_colours, has_unicode, is_terminal
from kiwipete.cli.ui.board_view import PLAIN, draw
from kiwipete.positions import NAMED_POSITIONS
from kiwipete.squares import square_name

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete import Move
    from kiwipete.board import Board
    from kiwipete.cli.options import CommandParser
    from kiwipete.explain import Explanation

DESCRIPTION = """\
Explain why a move is legal or illegal.

Draws the board, marks the squares that matter, names the rule and explains it
in one sentence. For a legal move the sentence says what the move does. The exit
code is 1 if the move is illegal."""

EXAMPLES = """\
examples:
  kiwipete why "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1" d2f3
      d2f3 is illegal (pinned).
      The knight on d2 is pinned against the king on e1 by the bishop on b4.

  kiwipete why startpos O-O
      e1g1 is illegal (castling-path-not-empty).
      The king on e1 cannot castle kingside: the bishop on f1 and the knight on g1
      are in the way.

  kiwipete why --moves "f2f3 e7e5 g2g4" Qh4
      d8h4 is legal (plain-move).
      The queen on d8 goes to h4, giving checkmate to the king on e1.

  kiwipete why kiwipete a1h1 --json
      {"fen": "r3k2r/...", "move": "a1h1", "legal": false, "rule": "path-blocked", ...}"""

IN_SHORT = """\
  kiwipete why kiwipete e1g1          why a move is legal or illegal
"""

_GREEN, _RED = "\033[1;32m", "\033[1;31m"


def add_arguments(parser: CommandParser) -> None:
    """Add the position and the move."""
    parser.usage = "kiwipete why [-h] [--moves MOVES] [--chess960] [--json] [POSITION] MOVE"
    # One list, so that options may stand before, between and after the two.
    add_words(
        parser,
        "position",
        "POSITION MOVE",
        "a FEN in quotes or a name, as for show, and the move: e1g1, a7a8q, "
        "or in standard notation: O-O, a8=Q",
    )
    add_moves(parser)
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Explain the move; return 1 if it is illegal."""
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
    if found.legal:
        after = board.copy(stack=False)
        after.push(move)
        goes_on = after.is_countable() and not after.is_game_over()
        reason = after.explain_dead_position() if goes_on else None
        if reason:
            dead = f"The game is drawn: this is a dead position. {reason}"
            print(textwrap.fill(dead, columns(sys.stdout)) if is_terminal(sys.stdout) else dead)


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
