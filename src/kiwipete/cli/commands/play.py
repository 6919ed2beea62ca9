"""`kiwipete play`: a game against our own engine in the terminal."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from kiwipete.board import Board
from kiwipete.cli import options
from kiwipete.cli.exits import UsageError, ended_like_ctrl_c
from kiwipete.cli.inputs import check_writable, read_position
from kiwipete.own_engine import MAX_LEVEL

if TYPE_CHECKING:
    from argparse import Namespace
    from random import Random

    from kiwipete.cli.options import CommandParser

DESCRIPTION = """\
Play a game against our own engine in the terminal.

Type moves in standard notation (e4, Nf3, O-O, e8=Q) or by squares (e2e4). An
illegal move is explained. Commands: help, moves, hint, eval, undo, board, flip,
fen, draw?, resign, save FILE, quit. Threefold repetition and the fifty-move rule
end the game automatically. The engine accepts a draw unless it thinks it is
better.

A level limits how many positions the engine searches per move, and how many of
the moves it sees at all; docs/engine.md describes how its Elo was measured:
  level         1    2    3    4     5     6     7      8      9      10
  Elo         150  360  690  900  1150  1310  1490   1630   1770    1980
  positions    25   40   65  110   200   400   800  2,000  6,000  30,000
  seen, %      25   38   51   62    72    81    88     94     98     100
Hints and evaluations search 100,000 positions at any level."""

EXAMPLES = """\
examples:
  kiwipete play
      You are White against Kiwipete, level 5. Type a move such as e4, or help.

  kiwipete play --side black --seconds 2 --save games.pgn
      against the engine's full strength; the game is saved

  kiwipete play --fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" --level 10
      try to win an endgame

  kiwipete play --chess960 --side random
      one of the 960 start positions

  echo "e4" | kiwipete play --level 1 --seed 7
      moves may come from a pipe; the same seed gives the same game"""

IN_SHORT = """\
  kiwipete play --level 3             a game against our engine
"""

_LEVEL = 5


def add_arguments(parser: CommandParser) -> None:
    """Add the sides, the start and the strength of the engine."""
    add = parser.add_argument
    add(
        "--side",
        metavar="SIDE",
        type=options.one_of("the side", "white", "black", "random"),
        default="white",
        help="the side you play: white (default), black or random",
    )
    add(
        "--level",
        metavar="N",
        type=options.number("the level", 1, MAX_LEVEL),
        help=f"how strong the engine is, 1 to {MAX_LEVEL} (default: {_LEVEL})",
    )
    add(
        "--seconds",
        metavar="SECONDS",
        type=options.seconds,
        help="full strength with this much time per move, instead of a level",
    )
    add(
        "--fen",
        metavar="FEN",
        help="start here; a name works too, as for show",
    )
    options.add_moves(parser)
    add("--unicode", action="store_true", help="draw the pieces as ♘ instead of N")
    add("--save", metavar="FILE", help="append the game to this PGN file when you leave")
    add(
        "--seed",
        metavar="N",
        type=options.number("the seed", 0, options.MOST_NODES),
        help="make everything random reproducible: sides, start positions, missed moves of a level",
    )


def run(arguments: Namespace) -> int:
    """Play until the player leaves."""
    from random import Random

    from kiwipete.cli.commands.play_game import Opponent, PlayedGame
    from kiwipete.cli.commands.play_session import Session

    if sys.stdin is None:
        raise UsageError("there is no stdin to read moves from")
    if arguments.level is not None and arguments.seconds is not None:
        raise UsageError("--level or --seconds, not both")
    if arguments.save is not None:
        check_writable(arguments.save)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a pipe may contain any bytes
    random = Random(arguments.seed)
    board = _start(arguments, random)
    side = random.random() < 0.5 if arguments.side == "random" else arguments.side == "white"
    level = arguments.level if arguments.seconds or arguments.level else _LEVEL
    opponent = Opponent(level=level, seconds=arguments.seconds, seed=random.getrandbits(64))
    session = Session(PlayedGame(board, side), opponent, arguments)
    with ended_like_ctrl_c():
        try:
            return session.play()
        finally:
            opponent.close()


def _start(arguments: Namespace, random: Random) -> Board:
    """Return the start position, a random one for Chess960."""
    if arguments.chess960 and arguments.fen is None:
        start = Board.from_chess960_pos(random.randrange(960)).fen()
    else:
        start = "startpos" if arguments.fen is None else arguments.fen
    board = read_position([start], arguments.moves, chess960=arguments.chess960)
    if not board.is_valid():
        raise UsageError(f"impossible position: {'; '.join(board.status().reasons())}")
    return board
