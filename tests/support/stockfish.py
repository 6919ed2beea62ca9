"""Stockfish as an oracle: the perft of a position, move by move, over UCI."""

from __future__ import annotations

import shutil
import subprocess


class Stockfish:
    """A Stockfish process that counts perfts."""

    def __init__(self) -> None:
        path = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
        if path is None:
            raise FileNotFoundError(
                "these tests need Stockfish as an oracle: install it so that `stockfish` is on PATH"
            )
        self._process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def _send(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("\n".join(lines) + "\n")
        self._process.stdin.flush()

    def _lines_until(self, start: str) -> list[str]:
        """Read lines up to one that starts so, which comes last."""
        assert self._process.stdout is not None
        lines = []
        for line in self._process.stdout:
            lines.append(line.strip())
            if line.startswith(start):
                return lines
        raise EOFError("Stockfish ended without an answer")

    def divide(self, fen: str, depth: int, *, chess960: bool = False) -> dict[str, int]:
        """Count the leaves below each legal move, by its UCI text."""
        self._send(
            f"setoption name UCI_Chess960 value {'true' if chess960 else 'false'}",
            f"position fen {fen}",
            f"go perft {depth}",
        )
        lines = self._lines_until("Nodes searched")
        pairs = [line.split(": ") for line in lines if line.count(": ") == 1]
        counts = {move: int(count) for move, count in pairs if move != "Nodes searched"}
        assert sum(counts.values()) == int(lines[-1].split(": ")[1])
        return counts

    def quit(self) -> None:
        """End the process."""
        self._send("quit")
        self._process.wait()
