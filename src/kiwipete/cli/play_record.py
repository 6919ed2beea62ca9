"""A game in the terminal as PGN."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from kiwipete.cli.ends import UsageError

if TYPE_CHECKING:
    from kiwipete.cli.play_game import PlayedGame


class Record:
    """Adds a game to files. Saved again, it takes the place of what was saved before."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}  # where the game begins in a file

    def save(self, name: str, game: PlayedGame, opponent: str) -> None:
        """Write the game; a UsageError says why it cannot be written."""
        text = f"{_pgn(game, opponent)}\n\n".encode()
        try:
            with Path(name).open("ab") as file:
                if name in self._places:
                    file.truncate(self._places[name])
                else:
                    self._places[name] = file.tell()
                file.write(text)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise UsageError(f"cannot write {name}: {reason}") from error


def _pgn(game: PlayedGame, opponent: str) -> str:
    from kiwipete.pgn import Game

    record = Game.from_board(game.board)
    record.headers["Event"] = "kiwipete play"
    record.headers["Date"] = time.strftime("%Y.%m.%d")
    record.headers["White" if game.side else "Black"] = "You"
    record.headers["Black" if game.side else "White"] = opponent
    record.headers["Result"] = game.end.result if game.end else "*"
    if game.end is not None:
        record.headers["Termination"] = game.end.reason
    return str(record)
