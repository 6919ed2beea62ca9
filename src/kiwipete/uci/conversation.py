"""The conversation with a GUI: every line is answered as far as it makes sense, and none can hurt.

Lines are handled one after the other on the thread that reads them. What takes
long runs on a thread of its own, so that `isready` and `stop` are answered at once.
"""

from __future__ import annotations

import io
import re
import sys
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

from kiwipete import __version__
from kiwipete.board import Board, Move
from kiwipete.engine_limits import MAX_DEPTH
from kiwipete.perft import Count
from kiwipete.search import Budget, Player
from kiwipete.search.settings import SETTINGS, split_setoption
from kiwipete.uci.evaluation import evaluation_text
from kiwipete.uci.go import Go, read_go
from kiwipete.uci.position import read_position
from kiwipete.uci.task import Task
from kiwipete.uci.text import best_move_text, info_text

# A line longer than this is no UCI: the longest game takes a tenth of it.
_LONGEST_LINE = 1 << 20


class Conversation:
    """One engine and what a GUI has told it.

    >>> conversation = Conversation(print)
    >>> conversation.handle("isready")
    readyok
    True
    >>> conversation.handle("position somewhere")
    info string position: 'startpos' or 'fen' is expected, not 'somewhere'
    True
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._player = Player()
        self._thinker = self._player.thinker
        self._board = Board()
        self._task: Task | None = None
        self._infinite = False
        self._commands: dict[str, Callable[[str], None]] = {
            "uci": self._uci,
            "isready": lambda _: write("readyok"),
            "ucinewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._position,
            "go": self._go,
            "stop": lambda _: self._stop(),
            "ponderhit": lambda _: self._ponderhit(),
            "debug": lambda _: None,
            "register": lambda _: None,
            "d": self._show,
            "eval": lambda _: write(evaluation_text(self._board, self._thinker)),
            "flip": self._flip,
            "bench": self._bench,
        }
        self._known = {*self._commands, "quit"}

    def handle(self, line: str) -> bool:
        """Answer one line; False if it ends the conversation."""
        # The protocol asks to skip unknown words before a command; there may be many.
        found = (word for word in re.finditer(r"\S+", line) if word[0] in self._known)
        command = next(found, None)
        if command is None:
            if line.strip():
                self._say(f"unknown command: {line.strip()[:80]}")
            return True
        name = command[0]
        if name == "quit":
            return False
        try:
            self._commands[name](line[command.end() :].lstrip())
        except (ValueError, IndexError, MemoryError, OSError, RuntimeError) as error:
            self._say(f"{name}: {error}")
        return True

    def close(self, *, finish: bool = False) -> None:
        """End what runs; `finish` lets what ends by itself do so."""
        if self._task is None:
            return
        if not finish or self._task.endless:
            self._stop()
        self._task.join()
        self._task = None

    def _say(self, text: str) -> None:
        self._write("info string " + " ".join(text.split()))

    def _uci(self, _: str) -> None:
        self._write(f"id name Kiwipete {__version__}")
        self._write("id author the Kiwipete developers")
        for setting in SETTINGS.values():
            self._write(setting.announce())
        self._write("uciok")

    def _is_busy(self, what: str) -> bool:
        if self._task is None:
            return False
        if self._task.is_running:
            self._say(f"{what}: a {self._task.name} is running, stop it first")
            return True
        self._task.join()  # its answer is on the way, and comes before the next
        return False

    def _new_game(self, _: str) -> None:
        if not self._is_busy("ucinewgame"):
            self._thinker.forget()

    def _set_option(self, text: str) -> None:
        name, value = split_setoption(text)
        setting = SETTINGS.get(name.lower())
        if setting is None:
            self._say(f"setoption: no option {name[:40]!r}")
            return
        if self._is_busy("setoption"):
            return
        told = self._player.set(name.lower(), setting.read(value))
        if told:
            self._say(told)

    def _position(self, text: str) -> None:
        self._board = read_position(text, chess960=self._player["uci_chess960"])

    def _go(self, text: str) -> None:
        if self._is_busy("go"):
            return
        go = read_go(text)
        go.keep_legal_moves(self._board)
        for complaint in go.complaints:
            self._say(complaint)
        if "perft" in go.numbers:
            self._perft(go.numbers["perft"])
            return
        budget = go.budget(self._board.turn, self._player["move overhead"] / 1000)
        if (move := self._book_move(go, budget)) is not None:
            self._write(f"bestmove {move}")
        else:
            self._search(go, budget)

    def _book_move(self, go: Go, budget: Budget) -> Move | None:
        """Return the book's move, if this is a move to play and not to think about."""
        if go.waits or go.search_moves or budget.mate or budget.is_endless:
            return None
        try:
            return self._player.book_move(self._board)
        except OSError as error:
            self._say(f"BookFile: {error}")
            return None

    def _search(self, go: Go, budget: Budget) -> None:
        board = self._board
        material = sum(board.material) if self._player["uci_showwdl"] else None
        self._player.begin(
            board,
            budget,
            plays=not go.infinite,
            lines=self._player["multipv"],
            root_moves=[board.parse_uci(move) for move in go.search_moves] or None,
            ponder=go.ponder,
            report=lambda line: self._write(info_text(line, material)),
        )
        self._infinite = go.infinite
        self._task = Task(
            "search",
            work=self._best_move,
            stop=self._thinker.stop,
            write=self._write,
            waits=go.waits,
            endless=budget.is_endless,
        )

    def _best_move(self) -> str:
        """Search, and return the answer to `go`."""
        try:
            return best_move_text(self._thinker.run())
        except Exception as error:  # a GUI waits for its move whatever happens
            self._say(f"go: {error}")
            return best_move_text([])

    def _stop(self) -> None:
        if self._task is not None:
            self._task.stop()

    def _ponderhit(self) -> None:
        if self._task is not None:
            self._thinker.ponderhit()
            if not self._infinite:
                self._task.release()

    def _show(self, _: str) -> None:
        self._write(f"{self._board}\n\nFen: {self._board.fen()}")

    def _flip(self, _: str) -> None:
        self._board = self._board.mirror()

    def _bench(self, text: str) -> None:
        from kiwipete.search.bench import DEPTH, Bench

        if self._is_busy("bench"):
            return
        depth = int(text[:20]) if text.strip() else DEPTH
        bench = Bench(max(1, min(depth, MAX_DEPTH)))

        def measure() -> str:
            runs = list(bench)
            nodes, seconds = sum(run.nodes for run in runs), sum(run.seconds for run in runs)
            if bench.stopped:
                return "info string bench: stopped"
            return f"{nodes} nodes {int(nodes / seconds)} nps"

        self._task = Task("bench", work=measure, stop=bench.stop, write=self._write)

    def _perft(self, depth: int) -> None:
        count = Count(self._board, depth)

        def divide() -> str:
            moves = count.run().divide()
            if count.stopped:
                return "info string go perft: stopped"
            lines = [f"{move}: {nodes}" for move, nodes in moves.items()]
            return "\n".join([*lines, f"\nNodes searched: {count.nodes}"])

        self._task = Task("perft", work=divide, stop=count.stop, write=self._write)


def converse(source: BinaryIO | None = None) -> None:
    """Talk with a GUI on standard input and output until it quits or closes its end.

    When input ends, a search that ends by itself still gives its move.
    """
    lock = threading.Lock()
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="replace")  # what we quote may not fit its encoding

    def write(line: str) -> None:
        with lock:
            out.write(line + "\n")
            out.flush()

    conversation = Conversation(write)
    for line in _lines(source or sys.stdin.buffer):
        if line is None:
            write(f"info string a line of more than {_LONGEST_LINE} bytes was dropped")
        elif not conversation.handle(line):
            conversation.close()
            return
    conversation.close(finish=True)


def _lines(source: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream, None for one that is too long."""
    while piece := source.readline(_LONGEST_LINE):
        if len(piece) < _LONGEST_LINE or piece.endswith(b"\n"):
            yield piece.decode("utf-8", "replace")
            continue
        while piece and not piece.endswith(b"\n"):
            piece = source.readline(_LONGEST_LINE)
        yield None
