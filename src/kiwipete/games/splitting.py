"""Games split into several files: by their number, by size, or by a tag."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kiwipete.games.collection import Games
from kiwipete.games.writing import game_texts
from kiwipete.new_file import NewFile

MOST_FILES = 10_000
_LONGEST_NAME = 100
_NOT_IN_NAMES = re.compile(r"[^\w.+-]+")

# Gives the part of a file's name for each of some games; `texts` are their sizes in bytes.
Rule = Callable[[Games, "list[int]"], "list[str]"]


def by_number(most: int) -> Rule:
    """Put this many games into each file."""
    count = 0

    def names(games: Games, sizes: list[int]) -> list[str]:
        nonlocal count
        before, count = count, count + len(sizes)
        return [f"{number // most + 1:04}" for number in range(before, before + len(games))]

    return names


def by_size(most: int) -> Rule:
    """Put games of at most this many bytes into each file, or a single larger one."""
    number, used = 1, 0

    def names(_: Games, sizes: list[int]) -> list[str]:
        nonlocal number, used
        found = []
        for size in sizes:
            if used and used + size > most:
                number, used = number + 1, 0
            used += size
            found.append(f"{number:04}")
        return found

    return names


def by_tag(name: str, length: int | None = None) -> Rule:
    """Put games with the same value of a tag, or the same beginning of it, into one file.

    Characters that are unusual in names of files become _; games without the tag are in "none".
    """

    def names(games: Games, _: list[int]) -> list[str]:
        return [_name(value[:length] if value else "") for value in games.headers[name].tolist()]

    return names


def _name(value: str) -> str:
    """Return a part of a file's name.

    >>> _name("B90"), _name("????"), _name("../a b"), _name("")
    ('B90', 'none', '.._a_b', 'none')
    """
    name = _NOT_IN_NAMES.sub("_", value).strip("_")[:_LONGEST_NAME]
    return name or "none"


class Splitter:
    """Writes games to files whose names have {} replaced; they appear when all are complete."""

    def __init__(self, pattern: str, rule: Rule) -> None:
        if pattern.count("{}") != 1:
            raise ValueError(f"a pattern of files has one {{}}: {pattern!r}")
        self._pattern = pattern
        self._rule = rule
        self._files: dict[str, NewFile] = {}
        self.games = 0

    def add(self, games: Games) -> None:
        """Write some games, which were read with their text."""
        texts = list(game_texts(games))
        names = self._rule(games, [len(text) for text in texts])
        batches: defaultdict[str, list[bytes]] = defaultdict(list)
        for name, text in zip(names, texts, strict=True):
            batches[name].append(text)
        for name, batch in batches.items():
            with self._file(name).unfinished.open("ab") as file:
                file.writelines(batch)
        self.games += len(texts)

    def _file(self, name: str) -> NewFile:
        if name not in self._files:
            if len(self._files) == MOST_FILES:
                raise ValueError(f"more than {MOST_FILES:,} files: split by less")
            self._files[name] = NewFile(self._pattern.replace("{}", name))
            self._files[name].discard()  # of a process that was killed
        return self._files[name]

    @property
    def paths(self) -> list[str]:
        """The names of the files, in order."""
        return sorted(str(file.path) for file in self._files.values())

    def keep(self) -> None:
        """Give all files their names."""
        for file in self._files.values():
            file.keep()

    def discard(self) -> None:
        """Remove what has not been kept."""
        for file in self._files.values():
            file.discard()


@contextmanager
def splitter(pattern: str, rule: Rule) -> Iterator[Splitter]:
    r"""Split games into files; if the block fails, there are none.

    >>> import os, tempfile
    >>> games = kiwipete.games.read_games(io.BytesIO(b"1. e4 *\n\n1. d4 *\n\n1. c4 *"), text=True)
    >>> with splitter(os.path.join(tempfile.mkdtemp(), "part-{}.pgn"), by_number(2)) as files:
    ...     files.add(games)
    >>> [os.path.basename(path) for path in files.paths]
    ['part-0001.pgn', 'part-0002.pgn']
    """
    files = Splitter(pattern, rule)
    try:
        yield files
        files.keep()
    finally:
        files.discard()
