"""UCI over standard input and output: `kiwipete uci`."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

from kiwipete.own_engine.uci_engine import OutputError, UciEngine

# A longer line isn't UCI: the longest game takes a tenth of it.
_LONGEST_LINE = 1 << 20

# After an interrupt the worker may write for this many seconds.
_FAREWELL = 1.0


def converse(source: BinaryIO | None = None) -> None:
    """Talk to a GUI on standard input and output until it quits or closes its end.

    When the input ends, a search that ends by itself still writes its move. Raises the error,
    usually an OSError, if the output can't be written.
    """
    lock = threading.Lock()
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="replace")  # quoted input may not fit its encoding
    source = _standard_input() if source is None else source

    def write(text: str) -> None:
        with lock:
            out.write(text + "\n")

    def flush() -> None:
        with lock:
            out.flush()

    engine = UciEngine(write, flush)
    reader = threading.Thread(target=_read, args=(engine, source), daemon=True)
    try:
        # This thread only waits, so that signals reach it: a read might never return.
        reader.start()
        engine.join()
    except OutputError as error:
        raise error.__cause__ or error from None
    except BaseException:
        engine.end()
        with suppress(OutputError):
            engine.join(_FAREWELL)
        raise


def _standard_input() -> BinaryIO:
    """Return a separate stream over standard input; an empty one if that is closed.

    At exit the interpreter waits for a thread that reads sys.stdin, but not for this stream.
    """
    if sys.stdin is None:
        return io.BytesIO()
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except io.UnsupportedOperation:  # a caller has replaced it by a stream without a file
        return sys.stdin.buffer


def _read(engine: UciEngine, source: BinaryIO) -> None:
    """Handle the lines of the GUI until it quits or the input ends."""
    quits = False
    try:
        for line in _lines(source):
            if line is None:
                engine.say(f"a line of more than {_LONGEST_LINE} bytes was dropped")
            elif not engine.handle(line):
                quits = True
                break
    except (OSError, OutputError):
        quits = True  # the GUI is gone
    engine.end(finish=not quits)


def _lines(source: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream; None for a line that is too long."""
    while piece := source.readline(_LONGEST_LINE):
        if len(piece) < _LONGEST_LINE or piece.endswith(b"\n"):
            yield piece.decode("utf-8", "replace")
            continue
        while piece and not piece.endswith(b"\n"):
            piece = source.readline(_LONGEST_LINE)
        yield None
