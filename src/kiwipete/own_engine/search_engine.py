"""SearchEngine: the compiled searcher with its options, book and level, without a protocol."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kiwipete._core.line import Line
from kiwipete._core.move import own_move
from kiwipete._core.searcher import Searcher
from kiwipete.board import Board, Move
from kiwipete.own_engine import MAX_DEPTH, MAX_LINES, SHIPPED
from kiwipete.own_engine.levels import Level, level_of
from kiwipete.own_engine.networks import NetworkSource, load_network
from kiwipete.own_engine.options import OPTIONS, check_hash, techniques_in
from kiwipete.own_engine.time_management import SearchLimits

if TYPE_CHECKING:
    from random import Random

    from kiwipete._core.network import NetworkWeights
    from kiwipete.own_engine.evaluation import Evaluation
    from kiwipete.polyglot import MemoryMappedReader
    from kiwipete.syzygy import Tablebase

# The searcher counts nodes in 64 bits.
_MOST_NODES = (1 << 64) - 1

# After this many seconds a search reports which root move it is searching.
SLOW = 3.0


class SearchEngine:
    """Searches positions, one at a time, as its options say; other threads may stop it.

    The same seed makes the same random choices.

    >>> engine = SearchEngine()
    >>> mate = Board("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")
    >>> best, *_ = engine.search(mate, SearchLimits(depth=4))
    >>> best.mate, best.moves
    (1, [Move.from_uci('e1e8')])
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mb: int = 16,
        seed: int | None = None,
        network: NetworkSource = SHIPPED,
    ) -> None:
        """Set up the engine; the shipped network is loaded before the first search, others now."""
        check_hash(hash_mb)
        self._searcher = Searcher(threads, hash_mb)
        self._values: dict[str, Any] = {name: each.default for name, each in OPTIONS.items()}
        self._values.update(threads=threads, hash=hash_mb)
        self._without = 0  # the bits of techniques that are switched off
        self._book: MemoryMappedReader | None = None
        self._seed = seed
        self._random: Random | None = None
        self._network: NetworkWeights | None = None
        self._lacks_network = True  # the shipped one, which isn't loaded yet
        if network != SHIPPED:
            self.set_option("evalfile", network)

    # Options

    def __getitem__(self, name: str) -> Any:
        """Return the value of an option; its name is in lower case."""
        return self._values[name]

    def set_option(self, name: str, value: Any) -> str | None:
        """Set an option by its name in lower case; return a message for the user, if any.

        Raises ValueError, OSError or MemoryError if the value can't be used.
        """
        message = None
        if name == "hash":
            check_hash(value)
            self._searcher.resize(value)
        elif name == "clear hash":
            self.clear()
        elif name == "threads":
            self._use_threads(value)
        elif name == "without":
            self._without = techniques_in(value)
        elif name == "bookfile":
            self._open_book(value)
        elif name == "evalfile":
            message = self._open_network(value or None)
        elif name == "syzygypath":
            message = f"files of endgame tables: {self._open_tables(value)}"
        self._values[name] = value
        return message

    def renewed(self, changes: Mapping[str, Any]) -> SearchEngine:
        """Return an engine with the same options, apart from changes, and an empty hash table.

        >>> engine = SearchEngine(hash_mb=2)
        >>> engine.renewed({"threads": 2})["hash"]
        2
        """
        engine = SearchEngine(seed=self._seed)
        for name, value in {**self._values, **changes}.items():
            if OPTIONS[name].kind != "button" and value != OPTIONS[name].default:
                engine.set_option(name, value)
        return engine

    def close(self) -> None:
        """Close the book."""
        self._open_book("")

    # Evaluation

    def prepare(self) -> None:
        """Load the shipped network now, unless another one is used; the first search does it, too.

        Raises ValueError or OSError if its file is damaged. From then on the engine uses
        piece-square values.
        """
        if self._lacks_network:
            self._lacks_network = False
            self._open_network(SHIPPED)

    def evaluate(self, board: Board) -> int:
        """Return the static evaluation in centipawns for the side to move."""
        self.prepare()
        return self._searcher.evaluate(board)

    def evaluation(self, board: Board) -> Evaluation:
        """Return the static evaluation with the values of the pieces and a picture of them."""
        from kiwipete.own_engine.evaluation import evaluation_of

        return evaluation_of(board, self.evaluate(board), self._network)

    # Moves

    def book_move(self, board: Board) -> Move | None:
        """Return a move of the book, chosen by weight; None without a book or a move.

        Raises OSError if the file was damaged after it was opened.
        """
        if self._book is None or not self["ownbook"] or self["uci_analysemode"]:
            return None
        try:
            return self._book.weighted_choice(board, random=self._dice()).move
        except IndexError:
            return None

    @property
    def level(self) -> Level | None:
        """The level to play at; None for full strength."""
        if not self["uci_limitstrength"] or self["uci_analysemode"]:
            return None
        return level_of(self["uci_elo"])

    def begin(
        self,
        board: Board,
        limits: SearchLimits,
        *,
        plays: bool = False,
        lines: int = 1,
        root_moves: Iterable[Move] | None = None,
        ponder: bool = False,
        threads: int | None = None,
        report: Callable[[Line], None] | None = None,
    ) -> int:
        """Set up a search for `run` and return its number; from now on `stop` and `ponderhit` work.

        The level counts only if the engine `plays`. `threads` replaces the option for this
        search. An exception in `report` ends the search. Raises ValueError if none of the
        `root_moves` is legal.
        """
        self.prepare()
        if root_moves is not None:
            root_moves = own_moves(board, root_moves)
        level = self.level if plays else None
        if level is not None:
            legal = [*board.legal_moves] if root_moves is None else root_moves
            root_moves = level.moves(board, legal, self._dice()) if legal else []
            limits = limits._replace(nodes=min(limits.nodes or level.nodes, level.nodes))
        self._use_threads(threads or self["threads"])
        return self._searcher.begin(
            board,
            depth=min(limits.depth or MAX_DEPTH, MAX_DEPTH),
            nodes=min(limits.nodes, _MOST_NODES),
            soft=limits.soft,
            hard=limits.hard,
            mate=min(limits.mate, MAX_DEPTH),
            lines=min(lines, MAX_LINES),
            slow=SLOW,
            root_moves=root_moves,
            ponder=ponder,
            without=self._without,
            callback=report,
        )

    def run(self) -> list[Line]:
        """Run the search that `begin` set up and return the best lines, best first.

        It runs on its own threads with the GIL released. There are no lines without a root
        move. Raises RuntimeError if the system refuses to start the threads.
        """
        return self._searcher.run()

    def search(self, board: Board, limits: SearchLimits, **how: Any) -> list[Line]:
        """Call `begin` and `run`."""
        self.begin(board, limits, **how)
        return self.run()

    def stop(self, number: int = 0) -> None:
        """Stop the search with this number, or any search for 0. Any thread may call it."""
        self._searcher.stop(number)

    def ponderhit(self) -> None:
        """Start the clock of a search that ponders: the expected move was played."""
        self._searcher.ponderhit()

    @property
    def nodes(self) -> int:
        """The nodes of the last search, or of the current one so far."""
        return self._searcher.nodes

    def clear(self) -> None:
        """Clear the hash table and the histories."""
        self._searcher.clear()

    # Resources

    def _use_threads(self, threads: int) -> None:
        if threads != self._searcher.threads:
            self._searcher.hire(threads)

    def _open_network(self, source: NetworkSource) -> str:
        """Evaluate with another network from now on; return what it is.

        Another one clears the hash table and the histories. The old one stays if this raises.
        """
        try:
            network = load_network(source)
        except OSError as error:
            raise ValueError(f"cannot read {error.filename}: {error.strerror}") from error
        if network is not self._network:
            self._searcher.use_network(network)
            self._network = network
        self._lacks_network = False
        if network is None:
            return "evaluation: piece-square values"
        return f"evaluation: a network of {network.hidden}, checksum {network.checksum:08x}"

    def _open_tables(self, folders: str) -> int:
        """Probe the Syzygy tables in these folders from now on; return the number of files.

        Without a folder no tables are probed. Clears the hash table and the histories, whose
        scores come from the old tables. Everything stays as it was if this raises.
        """
        tables, count = open_tables(folders)
        self._searcher.use_tables(tables if count else None)
        return count

    def _open_book(self, path: str) -> None:
        """Replace the book; an empty path, or one that can't be opened, leaves no book."""
        if self._book is not None:
            self._book.close()
            self._book = None
        if path:
            from kiwipete.polyglot import open_reader

            self._book = open_reader(path)

    def _dice(self) -> Random:
        if self._random is None:
            from random import Random  # slow to import

            self._random = Random(self._seed)
        return self._random


def open_tables(folders: str) -> tuple[Tablebase, int]:
    """Return the Syzygy tables in these folders, and the number of their files.

    Folders are separated as in PATH. Raises ValueError for a folder without tables.

    >>> open_tables("nowhere")
    Traceback (most recent call last):
        ...
    ValueError: no folder of tables: 'nowhere' (No such file or directory)
    """
    from kiwipete.syzygy import Tablebase

    tables, count = Tablebase(), 0
    for folder in filter(None, folders.split(os.pathsep)):
        try:
            found = tables.add_directory(folder)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ValueError(f"no folder of tables: {folder!r} ({reason})") from error
        if not found:
            raise ValueError(f"no tables in the folder {folder!r}")
        count += found
    return tables, count


def own_moves(board: Board, moves: Iterable[Any]) -> list[Move]:
    """Return the legal moves among these; ValueError if there are some but none is legal.

    >>> own_moves(Board(), (Move.from_uci(move) for move in ("e2e4", "e2e5")))
    [Move.from_uci('e2e4')]
    """
    wanted = set()
    for move in moves:
        try:
            wanted.add(own_move(move))
        except TypeError:
            raise ValueError(f"root_moves are Move objects, not {move!r}") from None
    legal = [move for move in board.legal_moves if move in wanted]
    if wanted and not legal:
        names = ", ".join(sorted(map(str, wanted)))
        raise ValueError(f"none of the root_moves is legal: {names} in {board.fen()}")
    return legal
