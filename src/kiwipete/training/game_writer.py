"""Append games to a file, and continue the file of a run that was killed."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path
from typing import IO, NamedTuple

from kiwipete.file_header import HEADER_BYTES, CannotWriteError, TrainingFileError
from kiwipete.file_locks import lock
from kiwipete.training.game_file import HEADER, Game, GameFile, game_bytes


class Conditions(NamedTuple):
    """How the games of a file are played; all of a file's games are played alike."""

    nodes: int  # after which no further iteration begins
    network: int = 0  # checksum of the network; 0 for the piece-square values
    chess960: float = 0.0  # share of the games that begin with a random Chess960 position


class GameWriter:
    """A file of games to append to; a new one is made if there is none.

    Of a file whose last game was cut short, that game is dropped. Files that are damaged
    elsewhere, that another process writes to, or whose games were played under other
    conditions raise TrainingFileError and stay as they are.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp(), "some.kwg")
    >>> with GameWriter(path, Conditions(500), seed=1) as writer:
    ...     writer.append(Game(518, 0, 1, 7, b""))
    >>> with GameWriter(path, Conditions(500)) as writer:
    ...     writer.games, writer.seed
    (1, 1)
    """

    def __init__(
        self, path: str | os.PathLike[str], conditions: Conditions, seed: int | None = None
    ) -> None:
        self.path = Path(path)
        self.games = 0
        self._file: IO[bytes] = self.path.open("ab+", buffering=0)
        try:
            self._lock()
            self.seed = self._continue(conditions, seed)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> GameWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def append(self, game: Game) -> None:
        """Write a game; CannotWriteError, and the file as it was, if it cannot be written."""
        self._write(game_bytes(game))
        self.games += 1

    def _lock(self) -> None:
        try:
            lock(self._file)
        except OSError as error:
            raise TrainingFileError(f"{self.path} is in use by another process") from error

    def _continue(self, conditions: Conditions, seed: int | None) -> int:
        """Prepare the file for the next game and return its seed."""
        if self._is_new():
            seed = secrets.randbits(64) if seed is None else seed
            self._file.truncate(0)
            nodes, network, chess960 = conditions
            self._write(HEADER.bytes(nodes, network, seed, chess960))
            return seed
        file = GameFile(self.path)
        self._check(file, conditions, seed)
        for _ in file:
            pass
        file.check_torn()
        self.games = file.games
        self._file.truncate(file.intact_bytes)
        return file.seed

    def _is_new(self) -> bool:
        """Return whether the file is empty, or was cut short within the header."""
        self._file.seek(0)
        start = self._file.read(HEADER_BYTES)
        magic = HEADER.magic
        return len(start) < HEADER_BYTES and start[:8] == magic[: len(start)]

    def _check(self, file: GameFile, conditions: Conditions, seed: int | None) -> None:
        if file.soft_nodes != conditions.nodes:
            raise TrainingFileError(
                f"{self.path} has games with {file.soft_nodes} nodes a move, not {conditions.nodes}"
            )
        if file.network != conditions.network:
            raise TrainingFileError(
                f"{self.path} has games played with {_name(file.network)},"
                f" not with {_name(conditions.network)}"
            )
        if file.chess960 != conditions.chess960:
            raise TrainingFileError(
                f"{self.path} has games with a Chess960 share of {file.chess960:g},"
                f" not {conditions.chess960:g}"
            )
        if seed is not None and file.seed != seed:
            raise TrainingFileError(f"{self.path} has games with another seed")

    def _write(self, data: bytes) -> None:
        size = self._file.seek(0, os.SEEK_END)
        try:
            written = self._file.write(data)
            reason = "no space for a whole game"
        except OSError as error:
            written, reason = None, str(error.strerror)
        if written != len(data):
            self._file.truncate(size)
            raise CannotWriteError(f"cannot write {self.path}: {reason}")


def seed_of_file(seed: int, number: int) -> int:
    """Return the seed of one of a run's files, so that runs with neighbouring seeds differ.

    >>> seed_of_file(1, 2) == seed_of_file(2, 1)
    False
    """
    digest = hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def _name(network: int) -> str:
    return f"network {network:08x}" if network else "the piece-square values"
