"""`kiwipete play`: a game against our own engine in the terminal."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from kiwipete.cli.ends import CANNOT_WRITE, INTERRUPTED, OK, UsageError, complain
from kiwipete.cli.files import check_writable
from kiwipete.cli.given_position import read_position
from kiwipete.cli.play_board import HELP, say, show, wait_for_line
from kiwipete.errors import AmbiguousMoveError, IllegalMoveError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from random import Random

    from kiwipete.board import Board, Move
    from kiwipete.cli.play_game import PlayedGame
    from kiwipete.cli.play_opponent import Opponent

_LEVEL = 5
_QUIT = ("quit", "exit", "q")
_LONGEST = 40  # characters of what was typed that a message repeats
_TELLING = (IllegalMoveError, AmbiguousMoveError)  # errors that say what is wrong with a move


def run(arguments: Namespace) -> int:
    """Play until the player leaves."""
    from random import Random

    from kiwipete.cli.play_game import PlayedGame
    from kiwipete.cli.play_opponent import Opponent
    from kiwipete.cli.signals import ended_like_ctrl_c

    if sys.stdin is None:
        raise UsageError("there is no stdin to read moves from")
    if arguments.level is not None and arguments.seconds is not None:
        raise UsageError("--level or --seconds, not both")
    if arguments.save is not None:
        check_writable(arguments.save)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # whatever bytes a pipe may bring
    random = Random(arguments.seed)
    board = _start(arguments, random)
    side = random.random() < 0.5 if arguments.side == "random" else arguments.side == "white"
    level = arguments.level if arguments.seconds or arguments.level else _LEVEL
    opponent = Opponent(level=level, seconds=arguments.seconds, seed=random.getrandbits(64))
    table = Table(PlayedGame(board, side), opponent, arguments)
    with ended_like_ctrl_c():
        try:
            return table.play()
        finally:
            opponent.close()


def _start(arguments: Namespace, random: Random) -> Board:
    """Return the position to begin with; of Chess960 any of its start positions."""
    if arguments.chess960 and arguments.fen is None:
        from kiwipete.board import Board

        start = Board.from_chess960_pos(random.randrange(960)).fen()
    else:
        start = "startpos" if arguments.fen is None else arguments.fen
    board = read_position([start], arguments.moves, chess960=arguments.chess960)
    if not board.is_valid():
        raise UsageError(f"impossible position: {'; '.join(board.status().reasons())}")
    return board


class Table:
    """Where the two sit: reads what the player types, answers, and keeps the game."""

    def __init__(self, game: PlayedGame, opponent: Opponent, arguments: Namespace) -> None:
        from kiwipete.cli.play_record import Record

        self._game = game
        self._opponent = opponent
        self._record = Record()
        self._file: str | None = arguments.save
        self._shapes: bool = arguments.unicode
        self._orientation = game.side
        self._commands: dict[str, Callable[[], None]] = {
            "help": lambda: say(HELP),
            "?": lambda: say(HELP),
            "moves": self._list_moves,
            "hint": self._hint,
            "eval": self._evaluate,
            "undo": self._take_back,
            "takeback": self._take_back,
            "board": self._show,
            "flip": self._flip,
            "fen": lambda: say(game.board.fen(en_passant="fen")),
            "draw": self._offer_draw,
            "draw?": self._offer_draw,
            "resign": self._resign,
        }

    def play(self) -> int:
        """Play until the player leaves, and save the game if asked to."""
        saved = True
        try:
            code = self._talk()
        finally:  # even if nobody reads any more what is printed
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
                print()  # behind the prompt
            return OK
        except KeyboardInterrupt:
            print()
            complain("interrupted")
            return INTERRUPTED
        return OK

    def _welcome(self) -> None:
        side = "White" if self._game.side else "Black"
        say(f"You are {side} against {self._opponent.name}. Type a move such as e4, or help.")
        self._show()
        self._go_on()

    def _read(self) -> str:
        """Read what the player types; EOFError if there is no more."""
        prompt = "Your move: " if self._game.end is None else "undo, save FILE or quit: "
        if sys.stdin.isatty():
            print(prompt, end="", flush=True)
            wait_for_line(sys.stdin)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def _handle(self, text: str) -> bool:
        """Do what was typed; False if the player leaves."""
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
            self._go_on()
        return True

    def _move(self, text: str) -> Move | None:
        """Read a move; say why there is none in a text."""
        from kiwipete.explain import explain, read_move

        board, shown = self._game.board, text[:_LONGEST]
        if self._is_over():
            return None
        try:
            move = read_move(board, text)
        except ValueError as error:
            if isinstance(error, _TELLING) and len(text) <= _LONGEST:
                say(f"{error}.")
            else:
                say(f"{shown!r} is neither a move nor a command: type help.")
            return None
        found = explain(board, move)
        if found.legal:
            return move
        say(f"{shown} is illegal. {found.sentence}")
        return None

    def _go_on(self) -> None:
        """Let the engine answer if it is to move, and tell when the game is over."""
        game = self._game
        if game.end is None and not game.is_persons_turn:
            move = self._opponent.move(game.board)
            said = game.board.variation_san([move])
            game.board.push(move)
            say(f"Kiwipete plays {said}")
            self._show()
        if game.end is not None:
            say(f"Game over by {game.end}.")

    def _is_over(self) -> bool:
        if self._game.end is not None:
            say(f"The game is over by {self._game.end}.")
        return self._game.end is not None

    def _show(self) -> None:
        show(self._game.board, orientation=self._orientation, shapes=self._shapes)

    def _flip(self) -> None:
        self._orientation = not self._orientation
        self._show()

    def _list_moves(self) -> None:
        board = self._game.board
        moves = sorted(board.san(move) for move in board.legal_moves)
        say(" ".join(moves) or "There is no legal move.")

    def _hint(self) -> None:
        if not self._is_over():
            best = self._opponent.advice(self._game.board)["pv"][0]
            say(f"I would play {self._game.board.san(best)}.")

    def _evaluate(self) -> None:
        from kiwipete.cli.analysis_found import score_text

        if not self._is_over():
            info = self._opponent.advice(self._game.board)
            line = self._game.board.variation_san(info["pv"])
            say(f"{score_text(info['score'])} for White at depth {info['depth']}: {line}")

    def _take_back(self) -> None:
        if not self._game.take_back():
            say("There is no move of yours to take back.")
            return
        self._show()

    def _offer_draw(self) -> None:
        if self._is_over():
            return
        score = self._opponent.advice(self._game.board)["score"].pov(not self._game.side)
        if score.score(mate_score=100_000) > 0:
            say("Kiwipete declines: it thinks it is better.")
            return
        self._game.agree_to_draw()
        say(f"Game over by {self._game.end}.")

    def _resign(self) -> None:
        if not self._is_over():
            self._game.resign()
            say(f"Game over by {self._game.end}.")

    def _save(self, name: str) -> bool:
        """Save the game, and say where, or why not."""
        if not name:
            say("Where to? save FILE.pgn")
            return False
        try:
            self._record.save(name, self._game, self._opponent.name)
        except UsageError as error:
            complain(str(error))
            return False
        say(f"Saved in {name}.")
        return True
