"""The GUI's side of a conversation with the engine, without a process."""

from __future__ import annotations

import time

from kiwipete.own_engine.uci_engine import UciEngine


class Gui:
    """The engine's side of UCI, and what it wrote."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.engine = UciEngine(self.said.append)

    def tell(self, *lines: str) -> list[str]:
        """Say lines; return what is answered at once."""
        before = len(self.said)
        for line in lines:
            assert self.engine.handle(line)
            self.engine.wait()
        return self.said[before:]

    def tell_all(self, *lines: str) -> list[str]:
        """Say lines as one write does; return what is answered until all of it is done."""
        before = len(self.said)
        for line in lines:
            assert self.engine.handle(line)
        self.finish()
        return self.said[before:]

    def finish(self) -> None:
        """Wait until everything is done, the search too."""
        self.engine.wait(finished=True)

    def wait_for(self, text: str, seconds: float = 20) -> str:
        """Wait for an answer that has this text in it; what was said before is forgotten."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = [line for line in self.said if text in line]
            if found:
                self.said.clear()
                return found[0]
            time.sleep(0.005)
        raise AssertionError(f"no {text} after {seconds} seconds: {self.said}")

    def best_move(self) -> str:
        """Wait for the next answer to `go`."""
        return self.wait_for("bestmove").split()[1]


def answers(said: list[str]) -> list[str]:
    """Return what was said without the search's own lines."""
    return [line for line in said if not line.startswith("info depth")]
