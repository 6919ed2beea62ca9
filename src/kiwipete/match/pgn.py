"""Games as PGN, and a PGN file that is brought in step with the ledger."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from kiwipete.board import Board
from kiwipete.match.record import MATE, Game, MoveInfo
from kiwipete.match.terms import Control
from kiwipete.pgn import Game as PgnGame
from kiwipete.pgn import GameNode, StringExporter

EVENT = "kiwipete match"
_BOOK = "book"
_COLUMNS = 80  # required by the standard

_FIRST_TAG = f'[Event "{EVENT}"]'.encode()
_ANY_EVENT = re.compile(rb'\[Event "')
_TAG = re.compile(rb'^\[(\w+) "([^"\n]*)"\]$', re.MULTILINE)
_END = b"\n\n"


def game_pgn(
    game: Game, names: Sequence[str], control: Control, *, date: str, chess960: bool = False
) -> str:
    """Return a game as PGN, with the name of its opening if it has one."""
    found = PgnGame()
    found.setup(Board(game.opening.fen, chess960=chess960))
    found.headers.update({**identity(game, names), "Date": date, "Termination": game.reason})
    found.headers["TimeControl"] = "-" if control.base is None else str(control).removesuffix("+0")
    last = _add_moves(found, game)
    found.set_opening()
    if game.detail:
        last.comment = f"{last.comment} {game.detail}".strip().replace("}", ")")
    return f"{found.accept(StringExporter(columns=_COLUMNS))}\n\n"


def identity(game: Game, names: Sequence[str]) -> dict[str, str]:
    """Return the tags that identify a game of a match.

    >>> from kiwipete.match.record import Opening
    >>> opening = Opening("8/8/8/8/8/5k2/6q1/7K w - - 0 1")
    >>> identity(Game(3, 1, 0, opening, (), (), False, "checkmate"), ["new", "old"])["Round"]
    '2.2'
    """
    return {
        "Event": EVENT,
        "Round": f"{game.number // 2 + 1}.{game.number % 2 + 1}",
        "White": _tag(names[game.white]),
        "Black": _tag(names[game.black]),
        "Result": game.result,
        "PlyCount": str(len(game.moves)),
    }


def _add_moves(found: PgnGame, game: Game) -> GameNode:
    """Add the moves and return the last of them."""
    node: GameNode = found
    board = found.board()
    book = len(game.opening.moves)
    for ply, text in enumerate(game.moves):
        comment = _BOOK if ply < book else _comment(game.infos[ply - book])
        node = node.add_main_variation(board.push_uci(text), comment=comment)
    return node


def _comment(info: MoveInfo) -> str:
    """Write the score and the depth in the usual format, and the time."""
    if info.score is None:
        return f"{info.seconds:.3f}s"
    if abs(info.score) > MATE - 1000:
        score = f"{'+' if info.score > 0 else '-'}M{MATE - abs(info.score)}"
    else:
        score = f"{info.score / 100:+.2f}"
    depth = "" if info.depth is None else f"/{info.depth}"
    return f"{score}{depth} {info.seconds:.3f}s"


def _tag(text: str) -> str:
    # The standard has escapes, but most readers do not support them.
    return text.replace("\\", "/").replace('"', "'")


def complete(
    path: Path, games: Iterable[Game], names: Sequence[str], write: Callable[[Game], str]
) -> None:
    """Cut an incomplete game off the end of a file, and add the missing games.

    A full disk or a power cut may leave half of a game that the ledger has, or nothing. Games
    are identified by their tags; everything else in the file stays as it is.
    """
    content = path.read_bytes() if path.exists() else b""
    whole, end = _whole_games(content)
    missing = []
    for game in games:
        tags = {name.encode(): value.encode() for name, value in identity(game, names).items()}
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
