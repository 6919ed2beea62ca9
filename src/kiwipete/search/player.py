"""A player: a thinker with its options and its book, as GUIs and programs set them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kiwipete._core.line import Line
from kiwipete.board import Board, Move
from kiwipete.search.settings import SETTINGS, read_techniques
from kiwipete.search.standard import own_moves
from kiwipete.search.strength import Strength, strength_of
from kiwipete.search.thinker import Thinker
from kiwipete.search.time_plan import Budget

if TYPE_CHECKING:
    from random import Random

    from kiwipete.polyglot import MemoryMappedReader


class Player:
    """Thinks as its options say; the same seed makes the same choices.

    >>> player = Player()
    >>> player.begin(Board(), Budget(depth=3))
    1
    >>> len(player.thinker.run())
    1
    """

    def __init__(self, seed: int | None = None) -> None:
        self.thinker = Thinker()
        self._values: dict[str, Any] = {name: each.default for name, each in SETTINGS.items()}
        self._without: list[str] = []
        self._book: MemoryMappedReader | None = None
        self._seed = seed
        self._random: Random | None = None

    def __getitem__(self, name: str) -> Any:
        """Return what an option is set to; its name is in small letters."""
        return self._values[name]

    def set(self, name: str, value: Any) -> str | None:
        """Set an option, by its name in small letters, and return what there is to tell of it.

        ValueError, OSError and MemoryError say why it cannot be.
        """
        told = None
        if name == "hash":
            self.thinker.resize(value)
        elif name == "clear hash":
            self.thinker.forget()
        elif name == "threads":
            self.thinker.use_threads(value)
        elif name == "without":
            self._without = read_techniques(value)
        elif name == "bookfile":
            self._open_book(value)
        elif name == "syzygypath":
            told = f"files of endgame tables: {self.thinker.use_tables(value)}"
        self._values[name] = value
        return told

    def book_move(self, board: Board) -> Move | None:
        """Return a move of the book, heavy ones more often; None without a book or a move.

        OSError if the file was damaged since it was opened.
        """
        if self._book is None or not self["ownbook"] or self["uci_analysemode"]:
            return None
        try:
            return self._book.weighted_choice(board, random=self._dice()).move
        except IndexError:
            return None

    @property
    def strength(self) -> Strength | None:
        """How well it is to play; None for as well as it can."""
        if not self["uci_limitstrength"] or self["uci_analysemode"]:
            return None
        return strength_of(self["uci_elo"])

    def begin(
        self,
        board: Board,
        budget: Budget,
        *,
        plays: bool = False,
        lines: int = 1,
        root_moves: Iterable[Move] | None = None,
        ponder: bool = False,
        report: Callable[[Line], None] | None = None,
    ) -> int:
        """Set up a search for the thinker to run and return its number.

        Its strength is limited only if it `plays`.
        """
        strength = self.strength if plays else None
        if strength is not None:
            legal = [*board.legal_moves] if root_moves is None else own_moves(board, root_moves)
            root_moves = strength.moves(board, legal, self._dice()) if legal else []
            budget = budget._replace(nodes=min(budget.nodes or strength.nodes, strength.nodes))
        return self.thinker.begin(
            board,
            budget,
            lines=lines,
            root_moves=root_moves,
            ponder=ponder,
            without=self._without,
            report=report,
        )

    def renewed(self, changes: Mapping[str, Any]) -> Player:
        """Return a player with the same options but for some changes, which has learned nothing.

        >>> player = Player()
        >>> player.set("hash", 2)
        >>> player.renewed({"threads": 2})["hash"]
        2
        """
        player = Player(self._seed)
        for name, value in {**self._values, **changes}.items():
            if SETTINGS[name].kind != "button" and value != SETTINGS[name].default:
                player.set(name, value)
        return player

    def close(self) -> None:
        """Close the book."""
        self._open_book("")

    def _open_book(self, path: str) -> None:
        """Have this book instead of the one before; none if there is no path or no such book."""
        if self._book is not None:
            self._book.close()
            self._book = None
        if path:
            from kiwipete.polyglot import open_reader

            self._book = open_reader(path)

    def _dice(self) -> Random:
        if self._random is None:
            from random import Random  # which takes a moment to load

            self._random = Random(self._seed)
        return self._random
