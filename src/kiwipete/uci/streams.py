"""The conversation over standard input and output."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

from kiwipete.uci.conversation import Conversation, OutputError

# A line longer than this is no UCI: the longest game takes a tenth of it.
_LONGEST_LINE = 1 << 20

# How many seconds the worker may take for its last words when we are interrupted.
_FAREWELL = 1.0


def converse(source: BinaryIO | None = None) -> None:
    """Talk with a GUI on standard input and output until it quits or closes its end.

    When input ends, a search that ends by itself still gives its move. What is wrong with
    the output is raised, usually an OSError.
    """
    lock = threading.Lock()
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="replace")  # what we quote may not fit its encoding
    source = _standard_input() if source is None else source

    def write(text: str) -> None:
        with lock:
            out.write(text + "\n")

    def flush() -> None:
        with lock:
            out.flush()

    conversation = Conversation(write, flush)
    reader = threading.Thread(target=_read, args=(conversation, source), daemon=True)
    try:
        # This thread only waits, for a signal, too: it is not caught in a read that never ends.
        reader.start()
        conversation.join()
    except OutputError as error:
        raise error.__cause__ or error from None
    except BaseException:
        conversation.end()
        with suppress(OutputError):
            conversation.join(_FAREWELL)
        raise


def _standard_input() -> BinaryIO:
    """Return a stream of our own over standard input; it has ended if that is closed.

    The interpreter waits for nobody who reads it when it ends, as it does with sys.stdin.
    """
    return io.BytesIO() if sys.stdin is None else open(sys.stdin.fileno(), "rb", closefd=False)


def _read(conversation: Conversation, source: BinaryIO) -> None:
    """Take what the GUI says until it ends the conversation."""
    quits = False
    try:
        for line in _lines(source):
            if line is None:
                conversation.say(f"a line of more than {_LONGEST_LINE} bytes was dropped")
            elif not conversation.handle(line):
                quits = True
                break
    except (OSError, OutputError):
        quits = True  # nobody is left to talk with
    conversation.end(finish=not quits)


def _lines(source: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream, None for one that is too long."""
    while piece := source.readline(_LONGEST_LINE):
        if len(piece) < _LONGEST_LINE or piece.endswith(b"\n"):
            yield piece.decode("utf-8", "replace")
            continue
        while piece and not piece.endswith(b"\n"):
            piece = source.readline(_LONGEST_LINE)
        yield None
