"""The engines of a workspace: our own in this process, and UCI programs of the command line.

An engine that fails is closed, and started again when it is needed again.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from kiwipete.engine import Engine, EngineError, SimpleEngine
from kiwipete.own_engine import SHIPPED
from kiwipete.untrusted_text import in_short

if TYPE_CHECKING:
    from kiwipete.own_engine.networks import NetworkSource

AnyEngine = Engine | SimpleEngine

_NAME_WIDTH = 80
_TIMEOUT = 10.0  # seconds


class EngineSeat:
    """An engine that is started when it is needed; `error` says why it isn't there any more."""

    def __init__(self, number: int, name: str, start: Callable[[], AnyEngine]) -> None:
        self.id = number
        self.name = name
        self.error: str | None = None
        self._start = start
        self._lock = threading.Lock()
        self._engine: AnyEngine | None = None
        self._closed = False

    @property
    def is_foreign(self) -> bool:
        """Whether it is somebody else's program."""
        return self.id > 0

    def engine(self) -> AnyEngine:
        """Return the engine, started if it isn't running; raises EngineError."""
        with self._lock:
            if self._closed:
                raise EngineError("the engine has been closed")
            if self._engine is None:
                self._engine = self._start()
                if isinstance(self._engine, SimpleEngine):
                    self.name = in_short(self._engine.id.get("name", self.name), _NAME_WIDTH)
            self.error = None
            return self._engine

    def fail(self, error: BaseException) -> None:
        """Close the engine because of an error."""
        self.error = in_short(str(error) or "it doesn't answer", 200)
        with self._lock:
            engine, self._engine = self._engine, None
        _close(engine)

    def close(self) -> None:
        """Close the engine for good."""
        with self._lock:
            self._closed = True
            engine, self._engine = self._engine, None
        _close(engine)

    def record(self) -> dict[str, object]:
        """Return the engine for a page."""
        return {"id": self.id, "name": self.name, "alive": self.error is None}


def own_seat(
    *,
    threads: int = 1,
    hash_mb: int = 64,
    network: NetworkSource = SHIPPED,
    tables: str | None = None,
) -> EngineSeat:
    """Return a seat for our own engine."""

    def start() -> Engine:
        engine = Engine(threads=threads, hash_mb=hash_mb, network=network)
        if tables:
            engine.configure({"SyzygyPath": tables})
        return engine

    return EngineSeat(0, "Kiwipete", start)


def foreign_seat(number: int, command: list[str]) -> EngineSeat:
    """Return a seat for a UCI engine."""

    def start() -> SimpleEngine:
        try:
            return SimpleEngine.popen_uci(command, timeout=_TIMEOUT)
        except (TimeoutError, asyncio.TimeoutError) as error:
            raise EngineError(f"{command[0]} doesn't answer as a UCI engine") from error
        except OSError as error:
            raise EngineError(f"cannot start {command[0]}: {error.strerror}") from error
        except EngineError as error:
            raise EngineError(f"{command[0]} isn't a UCI engine: {error}") from error

    return EngineSeat(number, in_short(command[0], _NAME_WIDTH), start)


def _close(engine: AnyEngine | None) -> None:
    if engine is not None:
        with contextlib.suppress(EngineError, TimeoutError, OSError):
            engine.close()
