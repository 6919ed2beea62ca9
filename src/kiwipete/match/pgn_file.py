"""The PGN file of a resumed match, brought in step with the ledger."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from kiwipete.match.pgn import EVENT
from kiwipete.match.record import Game

_FIRST_TAG = f'[Event "{EVENT}"]'.encode()
_ANY_EVENT = re.compile(rb'\[Event "')
_TAG = re.compile(rb'^\[(\w+) "([^"\n]*)"\]$', re.MULTILINE)
_END = b"\n\n"


def complete(
    path: Path,
    games: Iterable[Game],
    identity: Callable[[Game], Mapping[str, str]],
    write: Callable[[Game], str],
) -> None:
    """Cut an incomplete game off the end of a file, and add the missing games.

    A full disk or a power cut may leave half of a game that the ledger has, or nothing. Games
    are identified by the tags of their `identity`; everything else in the file stays as it is.
    """
    content = path.read_bytes() if path.exists() else b""
    whole, end = _whole_games(content)
    missing = []
    for game in games:
        tags = {name.encode(): value.encode() for name, value in identity(game).items()}
        if not any(tags.items() <= found.items() for found in whole.get(tags[b"Round"], ())):
            missing.append(write(game))
    if end < len(content):
        with path.open("r+b") as file:
            file.truncate(end)
    if missing:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(missing)


def _whole_games(content: bytes) -> tuple[dict[bytes, list[dict[bytes, bytes]]], int]:
    """Return the tags of complete games by round, and where an incomplete game begins."""
    whole: dict[bytes, list[dict[bytes, bytes]]] = {}
    end = len(content)
    for start, stop in _games(content):
        text = content[start:stop]
        if not text.startswith(_FIRST_TAG[: len(text)]):
            continue  # from another program
        tags: dict[bytes, bytes] = dict(_TAG.findall(text))
        if text.endswith(_END) and text.split()[-1] == tags.get(b"Result"):
            whole.setdefault(tags.get(b"Round", b""), []).append(tags)
        elif stop == len(content):
            end = start
    return whole, end


def _games(content: bytes) -> Iterator[tuple[int, int]]:
    """Yield where games begin and end; the last may be only half of its first tag."""
    starts = [found.start() for found in _ANY_EVENT.finditer(content)]
    rest = content.rfind(_END) + len(_END) if _END in content else 0
    if rest < len(content) and _FIRST_TAG.startswith(content[rest:]) and rest not in starts[-1:]:
        starts.append(rest)
    yield from pairwise([*starts, len(content)])
