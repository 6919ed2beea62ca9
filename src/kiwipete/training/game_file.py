"""Self-play games in files (.kwg): each is a start, then a move and a score for every ply.

The header tells how the games were made. Games follow, each with its own checksum, so
a file that lost its end with the machine loses only the last game. All is little-endian:

    uint32  CRC-32 of the rest of the game
    uint16  plies
    uint16  number of the Chess960 start; 518 is standard chess
    uint8   random plies at the beginning, whose scores are 0
    uint8   result for White: 0 lost, 1 drawn, 2 won
    uint8   ending, an index of ENDINGS
    uint8   0
    then for every ply: uint16 move (as in int(move)), int16 score for the side to move,
    which is 32,000 less the plies to mate, or its negative, for a mate
"""

from __future__ import annotations

import mmap
import os
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kiwipete.file_header import HEADER_BYTES, HeaderFormat, TrainingFileError

# soft nodes a move, CRC-32 of the network or 0 for piece-square values, seed, share of Chess960
HEADER = HeaderFormat(b"KIWIGAME", 1, "<IIQd", "a file of self-play games")
GAME = struct.Struct("<IHHBBBB")
MAX_PLIES = 512
_LONGEST_GAME = GAME.size + 4 * MAX_PLIES

ENDINGS = (
    "checkmate",
    "stalemate",
    "fifty moves",
    "repetition",
    "insufficient material",
    "adjudicated win",
    "adjudicated draw",
    "length",
)


class Game(NamedTuple):
    """A game as stored; `plies` are the bytes of its moves and scores."""

    start: int
    random_plies: int
    result: int
    ending: int
    plies: bytes

    def moves_and_scores(self) -> Iterator[tuple[int, int]]:
        """Return the move, as in int(move), and the score of each ply."""
        return struct.iter_unpack("<Hh", self.plies)


def is_game_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a file has games rather than records, by its first bytes."""
    if Path(path).exists() and not Path(path).is_file():
        raise TrainingFileError(f"{path} is not a file")  # reading a pipe might never end
    with Path(path).open("rb") as file:
        return file.read(8) == HEADER.magic


class GameFile:
    """Games to read, as a sequence to walk through.

    `games` and `intact_bytes` are known at the end of a walk: what comes after
    intact_bytes was cut short or damaged, or has been written since.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.seed: int
        with self.path.open("rb") as file:
            self.soft_nodes, self.network, self.seed, self.chess960 = HEADER.read_file(file, path)
        self.games = 0
        self.intact_bytes = HEADER_BYTES
        self._size = HEADER_BYTES  # at the walk

    def __iter__(self) -> Iterator[Game]:
        """Read game by game, up to the first that is cut short or damaged."""
        self.games = 0
        self.intact_bytes = HEADER_BYTES
        if self.path.stat().st_size <= HEADER_BYTES:
            return
        with (
            self.path.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            self._size = len(data)
            while (game := _game_at(data, self.intact_bytes)) is not None:
                self.games += 1
                self.intact_bytes += GAME.size + len(game.plies)
                yield game

    def check_torn(self) -> None:
        """After a walk, raise TrainingFileError if more is missing than a game cut short."""
        left = self._size - self.intact_bytes
        if left >= _LONGEST_GAME:
            raise TrainingFileError(
                f"{self.path}: {left} bytes after game {self.games} are damaged, which is more"
                f" than an interrupted game; its first {self.intact_bytes} bytes are sound"
            )

    def check(self) -> None:
        """Walk through the file; TrainingFileError if anything in it is damaged."""
        for _ in self:
            pass
        left = self.path.stat().st_size - self.intact_bytes
        if left:
            raise TrainingFileError(
                f"{self.path}: {left} bytes after game {self.games} are cut short or damaged"
            )


def _game_at(data: mmap.mmap, start: int) -> Game | None:
    if start + GAME.size > len(data):
        return None
    checksum, plies, number, random_plies, result, ending, _ = GAME.unpack_from(data, start)
    end = start + GAME.size + 4 * plies
    if plies > MAX_PLIES or end > len(data) or zlib.crc32(data[start + 4 : end]) != checksum:
        return None
    if number >= 960 or random_plies > plies or result > 2 or ending >= len(ENDINGS):
        return None
    return Game(number, random_plies, result, ending, data[start + GAME.size : end])


def game_bytes(game: Game) -> bytes:
    """Return a game as the file has it."""
    plies = len(game.plies) // 4
    head = GAME.pack(0, plies, game.start, game.random_plies, game.result, game.ending, 0)[4:]
    return struct.pack("<I", zlib.crc32(head + game.plies)) + head + game.plies
