"""`kiwipete play`: a game against our own engine in the terminal."""

from __future__ import annotations

import io
import os
import select
import sys
from typing import TYPE_CHECKING, TextIO

from kiwipete.board import Board
from kiwipete.cli import options
from kiwipete.cli.exits import (
    CANNOT_WRITE,
    INTERRUPTED,
    OK,
    UsageError,
    complain,
    ended_like_ctrl_c,
)
from kiwipete.cli.inputs import check_writable, read_position
from kiwipete.cli.ui import has_colours, has_unicode, print_line
from kiwipete.cli.ui.board_view import draw
from kiwipete.errors import AmbiguousMoveError, IllegalMoveError
from kiwipete.own_engine import MAX_LEVEL

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from random import Random

    from kiwipete.board import Move
    from kiwipete.cli.commands.play_game import Opponent, PlayedGame, Record
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
  level         1    2    3     4     5     6      7      8       9      10
  Elo         220  410  840  1140  1360  1500   1690   1800    2030    2260
  positions    23   30   55   100   200   400  1,000  3,000  10,000  50,000
  seen, %      28   33   45    56    67    78     87     94      98     100
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

_QUIT = ("quit", "exit", "q")
_LONGEST = 40  # characters of the player's line that a message repeats
_CLEAR_ERRORS = (IllegalMoveError, AmbiguousMoveError)  # their messages explain the mistake
_TICK = 0.1  # seconds

_HELP = """\
Type a move: e4, Nf3, O-O, e8=Q; or e2e4, g1f3, e1g1, e7e8q.
moves       the legal moves
hint        what the engine would play for you
eval        what the engine thinks of the position
undo        take back your last move
board       draw the board; flip: from the other side
fen         the position as FEN
draw?       offer a draw
resign      give up
save FILE   add the game to a PGN file
quit        leave"""


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
    options.add_network(parser)
    options.add_tables(parser)
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

    from kiwipete.cli.commands.play_game import Opponent, PlayedGame, Record

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
    opponent = Opponent(
        level=level,
        seconds=arguments.seconds,
        seed=random.getrandbits(64),
        network=arguments.network,
        tables=arguments.tables,
    )
    session = Session(PlayedGame(board, side), opponent, Record(), arguments)
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


class Session:
    """Reads what the player types, lets the engine reply, and saves the game."""

    def __init__(
        self, game: PlayedGame, opponent: Opponent, record: Record, arguments: Namespace
    ) -> None:
        self._game = game
        self._opponent = opponent
        self._record = record
        self._file: str | None = arguments.save
        self._shapes: bool = arguments.unicode
        self._orientation = game.side
        self._commands: dict[str, Callable[[], None]] = {
            "help": lambda: print_line(_HELP),
            "?": lambda: print_line(_HELP),
            "moves": self._list_moves,
            "hint": self._hint,
            "eval": self._evaluate,
            "undo": self._take_back,
            "takeback": self._take_back,
            "board": self._show,
            "flip": self._flip,
            "fen": lambda: print_line(game.board.fen(en_passant="fen")),
            "draw": self._offer_draw,
            "draw?": self._offer_draw,
            "resign": self._resign,
        }

    def play(self) -> int:
        """Play until the player leaves, and save the game if there is a file for it."""
        saved = True
        try:
            code = self._talk()
        finally:  # even if stdout has been closed
            if self._file is not None and self._game.board.move_stack:
                saved = self._save(self._file)
        return code if saved else CANNOT_WRITE

    def _talk(self) -> int:
        """Play until the player leaves."""
        try:
            self._welcome()
            while self._handle(self._read()):
                pass
        except EOFError:
            if sys.stdin.isatty():
                print()  # after the prompt
            return OK
        except KeyboardInterrupt:
            print()
            complain("interrupted")
            return INTERRUPTED
        return OK

    def _welcome(self) -> None:
        side = "White" if self._game.side else "Black"
        print_line(
            f"You are {side} against {self._opponent.name}. Type a move such as e4, or help."
        )
        self._show()
        self._reply()

    def _read(self) -> str:
        """Read a line; raise EOFError at the end of the input."""
        prompt = "Your move: " if self._game.end is None else "undo, save FILE or quit: "
        if sys.stdin.isatty():
            print(prompt, end="", flush=True)
            _wait_for_line(sys.stdin)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def _handle(self, text: str) -> bool:
        """Execute a line; return False if the player leaves."""
        word, _, rest = text.partition(" ")
        if not text:
            return True
        if text.lower() in _QUIT:
            return False
        if text.lower() in self._commands:
            self._commands[text.lower()]()
        elif word.lower() == "save":
            self._save(rest.strip() or self._file or "")
        elif (move := self._move(text)) is not None:
            self._game.board.push(move)
            if self._game.end is not None:
                self._show()
            self._reply()
        return True

    def _move(self, text: str) -> Move | None:
        """Read a legal move; print why if the text is none."""
        from kiwipete.explain import explain, read_move

        board, shown = self._game.board, text[:_LONGEST]
        if self._is_over():
            return None
        try:
            move = read_move(board, text)
        except ValueError as error:
            if isinstance(error, _CLEAR_ERRORS) and len(text) <= _LONGEST:
                print_line(f"{error}.")
            else:
                print_line(f"{shown!r} is neither a move nor a command: type help.")
            return None
        found = explain(board, move)
        if found.legal:
            return move
        print_line(f"{shown} is illegal. {found.sentence}")
        return None

    def _reply(self) -> None:
        """Make the engine move if it is its turn, and announce the end of the game."""
        game = self._game
        if game.end is None and not game.is_persons_turn:
            move = self._opponent.move(game.board)
            said = game.board.variation_san([move])
            game.board.push(move)
            print_line(f"Kiwipete plays {said}")
            self._show()
        if game.end is not None:
            print_line(f"Game over by {game.end}.")

    def _is_over(self) -> bool:
        if self._game.end is not None:
            print_line(f"The game is over by {self._game.end}.")
        return self._game.end is not None

    def _show(self) -> None:
        _draw(self._game.board, orientation=self._orientation, shapes=self._shapes)

    def _flip(self) -> None:
        self._orientation = not self._orientation
        self._show()

    def _list_moves(self) -> None:
        board = self._game.board
        moves = sorted(board.san(move) for move in board.legal_moves)
        print_line(" ".join(moves) or "There is no legal move.")

    def _hint(self) -> None:
        if not self._is_over():
            best = self._opponent.advice(self._game.board)["pv"][0]
            print_line(f"I would play {self._game.board.san(best)}.")

    def _evaluate(self) -> None:
        if not self._is_over():
            from kiwipete.review import score_text

            info = self._opponent.advice(self._game.board)
            line = self._game.board.variation_san(info["pv"])
            print_line(f"{score_text(info['score'])} for White at depth {info['depth']}: {line}")

    def _take_back(self) -> None:
        if not self._game.take_back():
            print_line("There is no move of yours to take back.")
            return
        self._show()

    def _offer_draw(self) -> None:
        if self._is_over():
            return
        score = self._opponent.advice(self._game.board)["score"].pov(not self._game.side)
        if score.score(mate_score=100_000) > 0:
            print_line("Kiwipete declines: it thinks it is better.")
            return
        self._game.agree_to_draw()
        print_line(f"Game over by {self._game.end}.")

    def _resign(self) -> None:
        if not self._is_over():
            self._game.resign()
            print_line(f"Game over by {self._game.end}.")

    def _save(self, name: str) -> bool:
        """Save the game; print where, or why not."""
        if not name:
            print_line("Where to? save FILE.pgn")
            return False
        try:
            self._record.save(name, self._game, self._opponent.name)
        except UsageError as error:
            complain(str(error))
            return False
        print_line(f"Saved in {name}.")
        return True


def _wait_for_line(terminal: TextIO) -> None:
    """Wait until a line has been typed; Ctrl-C works at any time."""
    if os.name != "posix":
        return  # select works only with sockets there, and Ctrl-C ends a read
    # A signal right before a blocking read would be handled only after the next line.
    while not select.select([terminal], [], [], _TICK)[0]:
        pass


def _draw(board: Board, *, orientation: bool, shapes: bool) -> None:
    """Print the board with the last move marked."""
    colours = has_colours(sys.stdout)
    last = board.move_stack[-1] if board.move_stack else None
    picture = draw(
        board,
        colours=colours,
        pieces=has_unicode(sys.stdout) and (colours or shapes),
        marked={last.from_square, last.to_square} if last else (),
        orientation=orientation,
    )
    print("\n".join(["", *picture, ""]), flush=True)
