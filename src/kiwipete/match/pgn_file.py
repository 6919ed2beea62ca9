"""The PGN file of a match that goes on: brought up to the games that the ledger has."""

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
    """Cut half a game off the end of a file, and add the games that are missing.

    A full disk or a power cut may leave half a game, or none, of one that the ledger has. Games
    are known by the tags of their `identity`; what else is in the file stays as it is.
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
    """Return the tags of matches' complete games by rounds, and where half a game begins."""
    whole: dict[bytes, list[dict[bytes, bytes]]] = {}
    end = len(content)
    for start, stop in _games(content):
        text = content[start:stop]
        if not text.startswith(_FIRST_TAG[: len(text)]):
            continue  # another program's
        tags: dict[bytes, bytes] = dict(_TAG.findall(text))
        if text.endswith(_END) and text.split()[-1] == tags.get(b"Result"):
            whole.setdefault(tags.get(b"Round", b""), []).append(tags)
        elif stop == len(content):
            end = start
    return whole, end


def _games(content: bytes) -> Iterator[tuple[int, int]]:
    """Yield where games begin and end; of the last there may be but half of its first tag."""
    starts = [found.start() for found in _ANY_EVENT.finditer(content)]
    rest = content.rfind(_END) + len(_END) if _END in content else 0
    if rest < len(content) and _FIRST_TAG.startswith(content[rest:]) and rest not in starts[-1:]:
        starts.append(rest)
    yield from pairwise([*starts, len(content)])
