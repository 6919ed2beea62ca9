"""Games as PGN, with the players' information on their moves."""

from __future__ import annotations

from collections.abc import Sequence

from kiwipete.board import Board
from kiwipete.match.record import MATE, Game, MoveInfo
from kiwipete.match.terms import Control
from kiwipete.pgn import Game as PgnGame
from kiwipete.pgn import GameNode, StringExporter

EVENT = "kiwipete match"
_BOOK = "book"
_COLUMNS = 80  # required by the standard


def game_pgn(
    game: Game, names: Sequence[str], control: Control, *, date: str, chess960: bool = False
) -> str:
    """Return a game as PGN."""
    found = PgnGame()
    found.setup(Board(game.opening.fen, chess960=chess960))
    found.headers.update({**identity(game, names), "Date": date, "Termination": game.reason})
    found.headers["TimeControl"] = "-" if control.base is None else str(control).removesuffix("+0")
    last = _add_moves(found, game)
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
