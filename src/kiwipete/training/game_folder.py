"""A folder of self-play games: files `1.kwg` and so on, each with a seed of its own."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

from kiwipete.file_header import HEADER_BYTES
from kiwipete.training.game_file import GameFile
from kiwipete.training.game_writer import Conditions, GameWriter, seed_of_file


class GameFolder:
    """Opens the files of a folder to append to, and counts the games in all of them.

    Files of an earlier run are continued. Raises TrainingFileError for files that can't be.

    >>> import tempfile
    >>> with GameFolder(tempfile.mkdtemp(), Conditions(500), files=2, seed=1) as folder:
    ...     [file.path.name for file in folder.files], folder.games
    (['1.kwg', '2.kwg'], 0)
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        conditions: Conditions,
        *,
        files: int,
        seed: int | None = None,
    ) -> None:
        """Open the first `files` files; `add` opens the following ones."""
        self.path = Path(path)
        self.path.mkdir(parents=True, exist_ok=True)
        self.files: list[GameWriter] = []
        self._conditions = conditions
        self._seed = seed
        self._stack = ExitStack()
        self._others: dict[Path, int] = {}  # the games of files that aren't open
        try:
            for _ in range(files):
                self.add()
            own = {writer.path for writer in self.files}
            for other in sorted(self.path.glob("*.kwg")):
                if other not in own and other.stat().st_size >= HEADER_BYTES:
                    file = GameFile(other)
                    self._others[other] = sum(1 for _ in file)
                    file.check_torn()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> GameFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files."""
        self._stack.close()

    def add(self) -> GameWriter:
        """Open the next file, or make it."""
        number = len(self.files) + 1
        path = self.path / f"{number}.kwg"
        seed = None if self._seed is None else seed_of_file(self._seed, number)
        writer = self._stack.enter_context(GameWriter(path, self._conditions, seed))
        self.files.append(writer)
        self._others.pop(path, None)
        return writer

    @property
    def games(self) -> int:
        """The games in the folder, those of earlier runs among them."""
        return sum(self._others.values()) + sum(writer.games for writer in self.files)
