"""The conversation with a GUI: every line gets a reply or an `info string`.

Commands are executed one after the other, in the order of their arrival, on a thread of
their own, the worker. The thread that calls `handle` only reads. So:

- `stop`, `ponderhit` and `quit` act at once. They concern every command before them:
  `stop` ends all searches that were asked for, and each is answered with its `bestmove`.
- Everything else waits until the commands before it are done. In particular a command
  after `stop` waits for the `bestmove`, and a `go` while another search runs begins after
  that one. No `go` is refused or forgotten: there are as many `bestmove` as `go`, in order.
- Questions (`isready`, `uci`, `d`, `eval`) do not wait for a search, a perft or a bench
  that is running and was not stopped: they are answered at once, and `d` and `eval` show
  the position that is searched. A question after `stop` is answered after the `bestmove`.

Stockfish reads nothing more after a second `go`, until the first search has ended; if that
is `go infinite`, not even `stop` gets through. Here a search always hears `stop`.
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kiwipete import __version__
from kiwipete.board import Board, Move
from kiwipete.engine_limits import MAX_DEPTH
from kiwipete.perft import Count
from kiwipete.search import Budget, Player
from kiwipete.search.settings import SETTINGS, split_setoption
from kiwipete.uci.agenda import Agenda, Command
from kiwipete.uci.evaluation import evaluation_text
from kiwipete.uci.go import Go, read_go
from kiwipete.uci.lateness import Lateness
from kiwipete.uci.position import read_position
from kiwipete.uci.task import Task
from kiwipete.uci.text import best_move_text, info_text

_QUESTIONS = ("isready", "uci", "d", "eval")

# For this many seconds the lines of a search are kept, to be written together: each write
# wakes the GUI, which wants a processor on a machine that may be busy.
_HURRY = 0.01

# How often a thread that joins the worker looks up, since Windows interrupts no wait.
_TICK = 0.5


class OutputError(Exception):
    """The GUI cannot be written to; its cause says why."""


class Conversation:
    """One engine and what a GUI has told it.

    >>> conversation = Conversation(print)
    >>> conversation.handle("isready")
    True
    >>> conversation.handle("position somewhere")
    True
    >>> conversation.close()
    readyok
    info string position: 'startpos' or 'fen' is expected, not 'somewhere'
    """

    def __init__(
        self, write: Callable[[str], None], flush: Callable[[], None] = lambda: None
    ) -> None:
        """Begin; `write` is called with each line, and `flush` when the GUI is to have them.

        Both are called from two threads.
        """
        self._output = write
        self._flush_output = flush
        self._failure: OutputError | None = None
        self._player = Player()
        self._thinker = self._player.thinker
        self._board = Board()
        self._lateness = Lateness()
        self._answered_at = 0.0  # when the last `bestmove` was written
        self._commands: dict[str, Callable[[Command], None]] = {
            "uci": self._uci,
            "isready": lambda _: self._write("readyok"),
            "ucinewgame": lambda _: self._thinker.forget(),
            "setoption": self._set_option,
            "position": self._position,
            "go": self._go,
            "debug": lambda _: None,
            "register": lambda _: None,
            "d": self._show,
            "eval": lambda _: self._write(evaluation_text(self._board, self._thinker)),
            "flip": self._flip,
            "bench": self._bench,
        }
        self._known = {*self._commands, "stop", "ponderhit", "quit"}
        self._agenda = Agenda(_QUESTIONS)
        self._worker = threading.Thread(target=self._work, name="worker", daemon=True)
        self._worker.start()

    # What the reader calls

    def handle(self, line: str) -> bool:
        """Take a line; False if it ends the conversation, and `close` is to follow."""
        # The protocol asks to skip unknown words before a command; there may be many.
        found = (word for word in re.finditer(r"\S+", line) if word[0] in self._known)
        command = next(found, None)
        if command is None:
            if line.strip():
                self.say(f"unknown command: {line.strip()[:80]}")
            return True
        name, text = command[0], line[command.end() :].strip()
        if name == "quit":
            return False
        if name == "stop":
            self._agenda.stop()
        elif name == "ponderhit":
            self._agenda.ponder_hit()
        elif not self._agenda.add(name, text):
            self._execute(Command(0, name, text, 0.0))
        return True

    def say(self, text: str) -> None:
        """Write a line for the user of the GUI."""
        self._write("info string " + " ".join(text.split()))

    def settle(self, *, finished: bool = False) -> None:
        """Wait until all is done but a task that runs; with `finished` wait for that, too."""
        self._agenda.settle(finished=finished)

    def end(self, *, finish: bool = False) -> None:
        """Have the worker end soon: every search is stopped, and what waits is executed.

        With `finish` only those searches are stopped that would not end by themselves.
        """
        if not finish:
            self._agenda.stop()
        self._agenda.close()

    def join(self, seconds: float = math.inf) -> None:
        """Wait until the worker has ended; OutputError if the GUI could not be written to."""
        deadline = time.monotonic() + seconds
        while self._worker.is_alive() and time.monotonic() < deadline:
            self._worker.join(_TICK)
        if self._failure is not None:
            raise self._failure

    def close(self, *, finish: bool = False) -> None:
        """Call `end` and `join`."""
        self.end(finish=finish)
        self.join()

    def _write(self, text: str, *, flush: bool = True) -> None:
        """Write to the GUI; if that fails, nothing is left to do for either thread."""
        with self._writing():
            self._output(text)
            if flush:
                self._flush_output()

    def _flush(self) -> None:
        """Write what was kept."""
        with self._writing():
            self._flush_output()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            self._agenda.abandon()
            self._failure = OutputError()
            raise self._failure from error

    # What the worker does

    def _work(self) -> None:
        try:
            while (command := self._agenda.next()) is not None:
                self._execute(command)
        except OutputError:
            pass  # `join` raises it

    def _execute(self, command: Command) -> None:
        try:
            self._commands[command.name](command)
        except OutputError:
            raise
        except Exception as error:  # whatever it is, the next command may do
            self.say(f"{command.name}: {error}")

    def _run(self, task: Task) -> None:
        """Run a task and write its answer; questions are answered meanwhile."""
        self._write(self._agenda.run(task, self._execute))

    def _uci(self, _: Command) -> None:
        lines = [f"id name Kiwipete {__version__}", "id author the Kiwipete developers"]
        lines += (setting.announce() for setting in SETTINGS.values())
        for line in [*lines, "uciok"]:
            self._write(line)

    def _set_option(self, command: Command) -> None:
        name, value = split_setoption(command.text)
        setting = SETTINGS.get(name.lower())
        if setting is None:
            self.say(f"setoption: no option {name[:40]!r}")
            return
        told = self._player.set(name.lower(), setting.read(value))
        if told:
            self.say(told)

    def _position(self, command: Command) -> None:
        self._board = read_position(command.text, chess960=self._player["uci_chess960"])

    def _go(self, command: Command) -> None:
        go = read_go(command.text)
        go.keep_legal_moves(self._board)
        for complaint in go.complaints:
            self.say(complaint)
        if "perft" in go.numbers:
            self._perft(go.numbers["perft"])
            return
        # A clock runs since the GUI has sent `go`, which may be before the last answer.
        asked_at = max(command.read_at, self._answered_at)
        try:
            self._answer(go, asked_at)
        except OutputError:
            raise
        except Exception as error:  # a GUI waits for its move whatever happens
            self.say(f"go: {error}")
            self._write(best_move_text([]))
        self._answered_at = time.monotonic()

    def _answer(self, go: Go, asked_at: float) -> None:
        """Write the move to play: the book's, or what a search finds."""
        board = self._board
        clock = go.clock(board.turn)
        if clock is not None:
            self._lateness.see_clock(board.ply(), clock)
        overhead = self._player["move overhead"] / 1000
        budget = go.budget(board.turn, overhead, self._lateness)
        if (move := self._book_move(go, budget)) is not None:
            self._write(f"bestmove {move}")
            return
        if clock is not None and not go.waits:
            self._lateness.note_move(board.ply(), clock, budget)
        self._search(go, budget, asked_at)

    def _book_move(self, go: Go, budget: Budget) -> Move | None:
        """Return the book's move, if this is a move to play and not to think about."""
        if go.waits or go.search_moves or budget.mate or budget.is_endless:
            return None
        try:
            return self._player.book_move(self._board)
        except OSError as error:
            self.say(f"BookFile: {error}")
            return None

    def _search(self, go: Go, budget: Budget, asked_at: float) -> None:
        board = self._board
        material = sum(board.material) if self._player["uci_showwdl"] else None
        if not go.ponder:
            budget = budget.after(time.monotonic() - asked_at)
        self._player.begin(
            board,
            budget,
            plays=not go.infinite,
            lines=self._player["multipv"],
            root_moves=[board.parse_uci(move) for move in go.search_moves] or None,
            ponder=go.ponder,
            report=lambda line: self._write(
                info_text(line, material), flush=line.seconds >= _HURRY
            ),
        )

        def think() -> str:
            best = best_move_text(self._thinker.run())
            if go.waits:
                self._flush()  # there may be no move to write for a long time
            return best

        self._run(
            Task(
                think,
                stop=self._thinker.stop,
                hit=self._thinker.ponderhit,
                pondering=go.ponder,
                infinite=go.infinite,
                endless=budget.is_endless,
            )
        )

    def _show(self, _: Command) -> None:
        self._write(f"{self._board}\n\nFen: {self._board.fen()}")

    def _flip(self, _: Command) -> None:
        self._board = self._board.mirror()

    def _bench(self, command: Command) -> None:
        from kiwipete.search.bench import DEPTH, Bench

        depth = int(command.text[:20]) if command.text else DEPTH
        bench = Bench(max(1, min(depth, MAX_DEPTH)))

        def measure() -> str:
            runs = list(bench)
            nodes, seconds = sum(run.nodes for run in runs), sum(run.seconds for run in runs)
            if bench.stopped:
                return "info string bench: stopped"
            return f"{nodes} nodes {int(nodes / seconds)} nps"

        self._run(Task(measure, stop=bench.stop))

    def _perft(self, depth: int) -> None:
        count = Count(self._board, depth)

        def divide() -> str:
            moves = count.run().divide()
            if count.stopped:
                return "info string go perft: stopped"
            lines = [f"{move}: {nodes}" for move, nodes in moves.items()]
            return "\n".join([*lines, f"\nNodes searched: {count.nodes}"])

        self._run(Task(divide, stop=count.stop))
