"""The conversation with a GUI: every line is answered as far as it makes sense, and none can hurt.

Lines are handled one after the other on the thread that reads them. A search
runs on a thread of its own, so that `isready` and `stop` are answered at once.
"""

from __future__ import annotations

import io
import re
import sys
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

from kiwipete import __version__
from kiwipete.board import Board
from kiwipete.perft import Count
from kiwipete.search import Line, Thinker
from kiwipete.search.settings import SETTINGS, read_techniques, split_setoption
from kiwipete.uci.go import Go, read_go
from kiwipete.uci.position import read_position
from kiwipete.uci.text import best_move_text, evaluation_text, info_text

# A line longer than this is no UCI: the longest game takes a tenth of it.
_LONGEST_LINE = 1 << 20


class Conversation:
    """One engine and what a GUI has told it.

    >>> conversation = Conversation(print)
    >>> conversation.handle("isready")
    readyok
    True
    >>> conversation.handle("position fen nonsense")
    info string position: FEN has 1 field instead of 4 or 6: 'nonsense'
    True
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._thinker = Thinker()
        self._board = Board()
        self._values = {name: setting.default for name, setting in SETTINGS.items()}
        self._without: list[str] = []
        self._search: _Search | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "uci": self._uci,
            "isready": lambda _: write("readyok"),
            "ucinewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._position,
            "go": self._go,
            "stop": lambda _: self._release(),
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
        except (ValueError, IndexError, MemoryError) as error:
            self._say(f"{name}: {error}")
        return True

    def close(self, *, finish: bool = False) -> None:
        """End the search; `finish` lets one that ends by itself do so."""
        if self._search is None:
            return
        if not (finish and self._search.go.ends_by_itself):
            self._release()
        self._search.thread.join()
        self._search = None

    def _say(self, text: str) -> None:
        self._write("info string " + " ".join(text.split()))

    def _uci(self, _: str) -> None:
        self._write(f"id name Kiwipete {__version__}")
        self._write("id author the Kiwipete developers")
        for setting in SETTINGS.values():
            self._write(setting.announce())
        self._write("uciok")

    def _is_busy(self, what: str) -> bool:
        if self._search is not None and self._search.is_running:
            self._say(f"{what}: a search is running, stop it first")
            return True
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
        known = setting.read(value)
        if name.lower() == "hash":
            self._thinker.resize(int(known or 1))
        elif name.lower() == "clear hash":
            self._thinker.forget()
        elif name.lower() == "threads":
            self._thinker.use_threads(int(known or 1))
        elif name.lower() == "syzygypath":
            count = self._thinker.use_tables(str(known or ""))
            self._say(f"files of endgame tables: {count}")
        elif name.lower() == "without":
            self._without = read_techniques(str(known or ""))
        self._values[name.lower()] = known

    def _position(self, text: str) -> None:
        self._board = read_position(text, chess960=bool(self._values["uci_chess960"]))

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
        board = self._board
        root_moves = [board.parse_uci(move) for move in go.search_moves] or None
        overhead = int(self._values["move overhead"] or 0) / 1000
        self._thinker.begin(
            board,
            go.budget(board.turn, overhead),
            lines=int(self._values["multipv"] or 1),
            root_moves=root_moves,
            ponder=go.ponder,
            without=self._without,
            report=lambda line: self._write(info_text(line)),
        )
        self._search = _Search(self._thinker, go, self._write)

    def _release(self) -> None:
        if self._search is not None:
            self._search.released.set()
            self._thinker.stop()

    def _ponderhit(self) -> None:
        if self._search is not None:
            self._search.go.ponder = False
            self._thinker.ponderhit()
            if not self._search.go.infinite:
                self._search.released.set()

    def _show(self, _: str) -> None:
        self._write(f"{self._board}\n\nFen: {self._board.fen()}")

    def _flip(self, _: str) -> None:
        self._board = self._board.mirror()

    def _bench(self, text: str) -> None:
        from kiwipete.search import bench

        if self._is_busy("bench"):
            return
        runs = list(bench.measure(int(text[:4]) if text.strip() else bench.DEPTH))
        nodes, seconds = sum(run.nodes for run in runs), sum(run.seconds for run in runs)
        self._write(f"{nodes} nodes {int(nodes / seconds)} nps")

    def _perft(self, depth: int) -> None:
        counted = Count(self._board, depth).run()
        for move, nodes in counted.divide().items():
            self._write(f"{move}: {nodes}")
        self._write(f"\nNodes searched: {counted.nodes}")


class _Search:
    """A `go` on its way to `bestmove`. What was begun runs on a thread of its own."""

    def __init__(self, thinker: Thinker, go: Go, write: Callable[[str], None]) -> None:
        self._thinker = thinker
        self._write = write
        self.go = go
        self.is_running = True
        self.released = threading.Event()
        if not go.endless:
            self.released.set()
        self.thread = threading.Thread(target=self._run, name="search", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        lines: list[Line] = []
        try:
            lines = self._thinker.run()
        except Exception as error:
            self._write("info string go: " + " ".join(str(error).split()))
        self.released.wait()  # an infinite search is over when the GUI says so
        self.is_running = False  # before the GUI hears of it: the next `go` may come at once
        self._write(best_move_text(lines))


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
