"""UciEngine: the engine's side of UCI. Every line gets a reply or an `info string`.

Commands are executed one after the other, in the order of their arrival, on a thread of
their own, the worker. The thread that calls `handle` only reads. So:

- `stop`, `ponderhit` and `quit` act at once. They apply to every command before them:
  `stop` ends all searches that were asked for, and each is answered with its `bestmove`.
- Everything else waits until the commands before it are done. In particular a command
  after `stop` waits for the `bestmove`, and a `go` during a search begins after that
  search. No `go` is refused or forgotten: there are as many `bestmove` as `go`, in order.
- Questions (`isready`, `uci`, `d`, `eval`) don't wait for a search, a perft or a bench
  that is running and wasn't stopped: they are answered at once, and `d` and `eval` show
  the position being searched. A question after `stop` is answered after the `bestmove`.

Stockfish reads nothing more after a second `go` until the first search has ended; if that
is `go infinite`, not even `stop` gets through. Here `stop` always reaches the search.
"""

from __future__ import annotations

import io
import math
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from kiwipete._core.line import Line
from kiwipete._version import __version__
from kiwipete.board import Board, Move
from kiwipete.own_engine import MAX_DEPTH
from kiwipete.own_engine.command_queue import CommandQueue, Operation, UciCommand
from kiwipete.own_engine.options import OPTIONS, split_setoption
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import Lateness, SearchLimits
from kiwipete.own_engine.uci_text import Go, best_move_text, info_text, read_go, read_position
from kiwipete.perft import Count

_QUESTIONS = ("isready", "uci", "d", "eval")

# In the first moments of a search its lines are collected and written together: each write
# wakes the GUI, which then competes for a processor on a machine that may be busy.
_HURRY = 0.01

# A thread that joins the worker wakes up this often, because Windows interrupts no wait.
_TICK = 0.5

# A longer line isn't UCI: the longest game takes a tenth of it.
_LONGEST_LINE = 1 << 20

# After an interrupt the worker may write for this many seconds.
_FAREWELL = 1.0


class OutputError(Exception):
    """The output can't be written; the cause says why."""


class UciEngine:
    """A search engine, the position, and the commands of a GUI.

    >>> engine = UciEngine(print)
    >>> engine.handle("isready")
    True
    >>> engine.handle("position somewhere")
    True
    >>> engine.close()
    readyok
    info string position: 'startpos' or 'fen' is expected, not 'somewhere'
    """

    def __init__(
        self, write: Callable[[str], None], flush: Callable[[], None] = lambda: None
    ) -> None:
        """Start the worker; `write` is called with each line, and `flush` to send them.

        Both are called from two threads.
        """
        self._output = write
        self._flush_output = flush
        self._failure: OutputError | None = None
        self._engine = SearchEngine()
        self._board = Board()
        self._lateness = Lateness()
        self._answered_at = 0.0  # when the last `bestmove` was written
        self._commands: dict[str, Callable[[UciCommand], None]] = {
            "uci": self._uci,
            "isready": self._is_ready,
            "ucinewgame": lambda _: self._engine.clear(),
            "setoption": self._set_option,
            "position": self._position,
            "go": self._go,
            "debug": lambda _: None,
            "register": lambda _: None,
            "d": lambda _: self._write(f"{self._board}\n\nFen: {self._board.fen()}"),
            "eval": self._eval,
            "flip": self._flip,
            "bench": self._bench,
        }
        self._known = {*self._commands, "stop", "ponderhit", "quit"}
        self._queue = CommandQueue(_QUESTIONS)
        self._worker = threading.Thread(target=self._work, name="worker", daemon=True)
        self._worker.start()

    # Called by the reader

    def handle(self, line: str) -> bool:
        """Accept a line; return False for `quit`, after which `close` is to be called."""
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
            self._queue.stop()
        elif name == "ponderhit":
            self._queue.ponder_hit()
        elif not self._queue.add(name, text):
            self._execute(UciCommand(0, name, text, 0.0))
        return True

    def say(self, text: str) -> None:
        """Write an `info string` for the user of the GUI."""
        self._write("info string " + " ".join(text.split()))

    def wait(self, *, finished: bool = False) -> None:
        """Wait until all is done but a running operation; with `finished` wait for that, too."""
        self._queue.wait(finished=finished)

    def end(self, *, finish: bool = False) -> None:
        """Make the worker end soon: every search is stopped, and queued commands are executed.

        With `finish` only those searches are stopped that wouldn't end by themselves.
        """
        if not finish:
            self._queue.stop()
        self._queue.close()

    def join(self, seconds: float = math.inf) -> None:
        """Wait until the worker has ended; raises OutputError if the output can't be written."""
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
        """Write to the GUI; if that fails, both threads have nothing left to do."""
        with self._writing():
            self._output(text)
            if flush:
                self._flush_output()

    def _flush(self) -> None:
        """Send what was written but not yet flushed."""
        with self._writing():
            self._flush_output()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            self._queue.abandon()
            self._failure = OutputError()
            raise self._failure from error

    # Run on the worker

    def _work(self) -> None:
        try:
            while (command := self._queue.next()) is not None:
                self._execute(command)
        except OutputError:
            pass  # `join` raises it

    def _execute(self, command: UciCommand) -> None:
        try:
            self._commands[command.name](command)
        except OutputError:
            raise
        except Exception as error:  # whatever it is, the next command may succeed
            self.say(f"{command.name}: {error}")

    def _run(self, operation: Operation) -> None:
        """Run an operation and write its answer; questions are answered meanwhile."""
        self._write(self._queue.run(operation, self._execute))

    def _uci(self, _: UciCommand) -> None:
        lines = [f"id name Kiwipete {__version__}", "id author the Kiwipete developers"]
        lines += (option.uci_line() for option in OPTIONS.values())
        for line in [*lines, "uciok"]:
            self._write(line)

    def _is_ready(self, _: UciCommand) -> None:
        self._prepare()
        self._write("readyok")

    def _prepare(self) -> None:
        """Load the shipped network, which would take some of the first search's time."""
        try:
            self._engine.prepare()
        except (ValueError, OSError) as error:
            self.say(f"EvalFile: {error}; evaluating with piece-square values")

    def _set_option(self, command: UciCommand) -> None:
        name, value = split_setoption(command.text)
        option = OPTIONS.get(name.lower())
        if option is None:
            self.say(f"setoption: no option {name[:40]!r}")
            return
        message = self._engine.set_option(name.lower(), option.read(value))
        if message:
            self.say(message)

    def _position(self, command: UciCommand) -> None:
        self._board = read_position(command.text, chess960=self._engine["uci_chess960"])

    def _go(self, command: UciCommand) -> None:
        go = read_go(command.text)
        self._prepare()
        go.keep_legal_moves(self._board)
        for complaint in go.complaints:
            self.say(complaint)
        if "perft" in go.numbers:
            self._perft(go.numbers["perft"])
            return
        # The clock has been running since the GUI sent `go`, perhaps before the last answer.
        asked_at = max(command.read_at, self._answered_at)
        try:
            self._answer(go, asked_at)
        except OutputError:
            raise
        except Exception as error:  # the GUI waits for a move whatever happens
            self.say(f"go: {error}")
            self._write(best_move_text(self._moves_to_search(go)[:1]))
        self._answered_at = time.monotonic()

    def _answer(self, go: Go, asked_at: float) -> None:
        """Write the move to play: the book's, or the search's."""
        board = self._board
        clock = go.clock(board.turn)
        if clock is not None:
            self._lateness.see_clock(board.ply(), clock)
        overhead = self._engine["move overhead"] / 1000
        limits = go.limits(board.turn, overhead, self._lateness)
        if (move := self._book_move(go, limits)) is not None:
            self._write(best_move_text([move]))
            return
        if clock is not None and not go.waits:
            self._lateness.note_move(board.ply(), clock, limits)
        self._search(go, limits, asked_at)

    def _book_move(self, go: Go, limits: SearchLimits) -> Move | None:
        """Return the book's move, unless the GUI wants an analysis."""
        if go.waits or go.search_moves or limits.mate or limits.is_endless:
            return None
        try:
            return self._engine.book_move(self._board)
        except OSError as error:
            self.say(f"BookFile: {error}")
            return None

    def _moves_to_search(self, go: Go) -> list[Move]:
        moves = [self._board.parse_uci(move) for move in go.search_moves]
        return moves or list(self._board.legal_moves)

    def _search(self, go: Go, limits: SearchLimits, asked_at: float) -> None:
        material = sum(self._board.material) if self._engine["uci_showwdl"] else None

        def report(line: Line) -> None:
            self._write(info_text(line, material), flush=line.seconds >= _HURRY)

        def begin(threads: int | None = None) -> None:
            self._engine.begin(
                self._board,
                limits if go.ponder else limits.after(time.monotonic() - asked_at),
                plays=not go.infinite,
                lines=self._engine["multipv"],
                root_moves=self._moves_to_search(go) if go.search_moves else None,
                ponder=go.ponder,
                threads=threads,
                report=report,
            )

        def run() -> list[Line]:
            try:
                return self._engine.run()
            except RuntimeError as error:  # the system refuses threads
                if self._engine["threads"] == 1:
                    raise
                self.say(f"{error}; searching on one thread")
            begin(threads=1)
            operation.repeat_signals()
            return self._engine.run()

        def think() -> str:
            lines = run()
            if go.waits:
                self._flush()  # the move may have to wait for a long time
            return best_move_text(lines[0].moves if lines else [])

        begin()
        operation = Operation(
            think,
            stop=self._engine.stop,
            hit=self._engine.ponderhit,
            pondering=go.ponder,
            infinite=go.infinite,
            endless=limits.is_endless,
        )
        self._run(operation)

    def _eval(self, _: UciCommand) -> None:
        self._prepare()
        self._write(self._engine.evaluation(self._board).text)

    def _flip(self, _: UciCommand) -> None:
        self._board = self._board.mirror()

    def _bench(self, command: UciCommand) -> None:
        from kiwipete.own_engine.bench import DEPTH, Bench

        depth = int(command.text[:20]) if command.text else DEPTH
        bench = Bench(max(1, min(depth, MAX_DEPTH)), network=self._engine["evalfile"])

        def measure() -> str:
            runs = list(bench)
            nodes, seconds = sum(run.nodes for run in runs), sum(run.seconds for run in runs)
            if bench.stopped:
                return "info string bench: stopped"
            return f"{nodes} nodes {int(nodes / seconds)} nps"

        self._run(Operation(measure, stop=bench.stop))

    def _perft(self, depth: int) -> None:
        count = Count(self._board, depth)

        def divide() -> str:
            moves = count.run().divide()
            if count.stopped:
                return "info string go perft: stopped"
            lines = [f"{move}: {nodes}" for move, nodes in moves.items()]
            return "\n".join([*lines, f"\nNodes searched: {count.nodes}"])

        self._run(Operation(divide, stop=count.stop))


# Over standard input and output: `kiwipete uci`


def converse(source: BinaryIO | None = None) -> None:
    """Talk to a GUI on standard input and output until it quits or closes its end.

    When the input ends, a search that ends by itself still writes its move. Raises the error,
    usually an OSError, if the output can't be written.
    """
    lock = threading.Lock()
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="replace")  # quoted input may not fit its encoding
    source = _standard_input() if source is None else source

    def write(text: str) -> None:
        with lock:
            out.write(text + "\n")

    def flush() -> None:
        with lock:
            out.flush()

    engine = UciEngine(write, flush)
    reader = threading.Thread(target=_read, args=(engine, source), daemon=True)
    try:
        # This thread only waits, so that signals reach it: a read might never return.
        reader.start()
        engine.join()
    except OutputError as error:
        raise error.__cause__ or error from None
    except BaseException:
        engine.end()
        with suppress(OutputError):
            engine.join(_FAREWELL)
        raise


def _standard_input() -> BinaryIO:
    """Return a separate stream over standard input; an empty one if that is closed.

    At exit the interpreter waits for a thread that reads sys.stdin, but not for this stream.
    """
    if sys.stdin is None:
        return io.BytesIO()
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except io.UnsupportedOperation:  # a caller has replaced it by a stream without a file
        return sys.stdin.buffer


def _read(engine: UciEngine, source: BinaryIO) -> None:
    """Handle the lines of the GUI until it quits or the input ends."""
    quits = False
    try:
        for line in _lines(source):
            if line is None:
                engine.say(f"a line of more than {_LONGEST_LINE} bytes was dropped")
            elif not engine.handle(line):
                quits = True
                break
    except (OSError, OutputError):
        quits = True  # the GUI is gone
    engine.end(finish=not quits)


def _lines(source: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream; None for a line that is too long."""
    while piece := source.readline(_LONGEST_LINE):
        if len(piece) < _LONGEST_LINE or piece.endswith(b"\n"):
            yield piece.decode("utf-8", "replace")
            continue
        while piece and not piece.endswith(b"\n"):
            piece = source.readline(_LONGEST_LINE)
        yield None
