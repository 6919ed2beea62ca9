"""The games of a file or of a text: found quickly, read when they are opened, saved atomically."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kiwipete.pgn import Game, GameBuilder, Headers, read_game, read_headers
from kiwipete.web.server.fields import Refused

# The tags that a search looks at.
_SEARCHED = ("White", "Black", "Event", "Site", "Date", "Round", "Result", "ECO", "Opening")


class _QuietBuilder(GameBuilder[Game]):
    """Collects errors without logging them: the page shows them."""

    def handle_error(self, error: Exception) -> None:
        """Store an error."""
        self.game.errors.append(error)

    def handle_warning(self, warning: Exception) -> None:
        """Store a warning."""
        self.game.warnings.append(warning)


class GameList:
    r"""Games in a text, by their number; a game that has been changed replaces its text.

    >>> games = GameList('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *')
    >>> len(games), games.open(1).headers["White"]
    (2, 'B')
    """

    def __init__(self, text: str = "", path: Path | None = None) -> None:
        self.path = path
        self._text = text
        self._starts = array("q", _starts(text))
        self._changed: dict[int, Game] = {}  # also those without a text
        self._count = len(self._starts)
        self._haystacks: list[str] | None = None
        self._known = _signature(path)

    @classmethod
    def read(cls, path: Path) -> GameList:
        """Read a file; raises OSError."""
        return cls(decoded(path.read_bytes()), path)

    @property
    def is_outdated(self) -> bool:
        """Whether another program has changed the file since it was read or saved."""
        found = _signature(self.path)
        return found is not None and found != self._known

    def __len__(self) -> int:
        return self._count

    @property
    def name(self) -> str | None:
        """The name of the file, for people."""
        return None if self.path is None else self.path.name

    def open(self, index: int) -> Game:
        """Return a game."""
        if not 0 <= index < self._count:
            raise Refused(f"there is no game {index + 1}, only {self._count}", 404)
        if index in self._changed:
            return self._changed[index]
        game = read_game(io.StringIO(self._slice(index)), Visitor=_QuietBuilder)
        assert isinstance(game, Game)
        return game

    def change(self, index: int, game: Game) -> None:
        """Note that a game has been changed."""
        self._changed[index] = game
        if self._haystacks is not None:
            self._haystacks[index] = _haystack(game.headers)

    def add(self, game: Game) -> int:
        """Add a game after the others, and return its number."""
        self._count += 1
        if self._haystacks is not None:
            self._haystacks.append("")
        self.change(self._count - 1, game)
        return self._count - 1

    def extend(self, games: GameList) -> None:
        """Add other games after these."""
        for index in range(len(games)):
            self.add(games.open(index))

    def search(self, words: str) -> list[int]:
        """Return the games whose tags contain all words, in any case."""
        if self._haystacks is None:
            self._haystacks = [_haystack(headers) for headers in self._all_headers()]
        wanted = words.lower().split()
        return [
            index
            for index, haystack in enumerate(self._haystacks)
            if all(word in haystack for word in wanted)
        ]

    def row(self, index: int) -> dict[str, Any]:
        """Return what a list of games shows."""
        game = self.open(index)
        tag = game.headers.get
        return {
            "index": index,
            "white": tag("White", "?"),
            "black": tag("Black", "?"),
            "result": tag("Result", "*"),
            "date": tag("Date", "????.??.??"),
            "event": tag("Event", "?"),
            "plies": sum(1 for _ in game.mainline()),
        }

    def pgn(self) -> str:
        """Return all games; the text of those that haven't been changed is as it was."""
        return "\n\n".join(self._written(index) for index in range(self._count)) + "\n"

    def save(self) -> None:
        """Write all games to the file, which is replaced in one step; raises OSError."""
        assert self.path is not None
        path = self.path.resolve()  # behind a link
        number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(number, "w", encoding="utf-8", newline="") as file:
                file.write(self.pgn())
                file.flush()
                os.fsync(number)
            with contextlib.suppress(OSError):
                Path(name).chmod(path.stat().st_mode & 0o777)
            Path(name).replace(path)
            self._known = _signature(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _written(self, index: int) -> str:
        changed = self._changed.get(index)
        return (self._slice(index) if changed is None else str(changed)).strip()

    def _slice(self, index: int) -> str:
        end = self._starts[index + 1] if index + 1 < len(self._starts) else len(self._text)
        return self._text[self._starts[index] : end]

    def _all_headers(self) -> Iterator[Headers]:
        texts = _headers(self._text)
        for index in range(self._count):
            found = next(texts, None)
            changed = self._changed.get(index)
            yield changed.headers if changed is not None else found or Headers({})


def decoded(content: bytes) -> str:
    """Return the text of a file in UTF-8 or, as in old files, in Latin-1; lines end in LF."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _signature(path: Path | None) -> tuple[int, int] | None:
    """Return what tells one version of a file from another; None if there is no file."""
    try:
        found = None if path is None else path.stat()
    except OSError:
        return None
    return None if found is None else (found.st_mtime_ns, found.st_size)


def _starts(text: str) -> Iterator[int]:
    """Yield where games begin."""
    file = io.StringIO(text)
    start = file.tell()
    while read_headers(file) is not None:
        yield start
        start = file.tell()


def _headers(text: str) -> Iterator[Headers]:
    file = io.StringIO(text)
    while (headers := read_headers(file)) is not None:
        yield headers


def _haystack(headers: Headers) -> str:
    return "\n".join(headers.get(name, "") for name in _SEARCHED).lower()
