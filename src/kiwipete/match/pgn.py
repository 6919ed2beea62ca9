"""Games as PGN, with what the players said of their moves."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from kiwipete.board import Board
from kiwipete.match.control import Control
from kiwipete.match.record import MATE, Game, MoveInfo
from kiwipete.positions import STARTING_FEN

_WIDTH = 100


def game_pgn(
    game: Game, names: Sequence[str], control: Control, *, date: str, chess960: bool = False
) -> str:
    """Return a game as PGN."""
    board = Board(game.opening.fen, chess960=chess960)
    tags = {
        "Event": "kiwipete match",
        "Site": "?",
        "Date": date,
        "Round": f"{game.number // 2 + 1}.{game.number % 2 + 1}",
        "White": names[game.white],
        "Black": names[game.black],
        "Result": game.result,
    }
    if chess960:
        tags["Variant"] = "Chess960"
    if game.opening.fen != STARTING_FEN or chess960:
        tags["SetUp"], tags["FEN"] = "1", game.opening.fen
    tags["TimeControl"] = "-" if control.base is None else str(control).removesuffix("+0")
    tags["PlyCount"] = str(len(game.moves))
    tags["Termination"] = game.reason
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items())
    words = [*_moves(game, board)]
    if game.detail:
        words.append(f"{{{_commented(game.detail)}}}")
    text = " ".join([*words, game.result])
    lines = textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"{head}\n{lines}\n\n"


def _moves(game: Game, board: Board) -> list[str]:
    words = []
    for ply, text in enumerate(game.moves):
        move = board.parse_uci(text)
        if board.turn:
            words.append(f"{board.fullmove_number}.")
        elif not ply:
            words.append(f"{board.fullmove_number}...")
        words.append(board.san(move))
        thought = ply - len(game.opening.moves)
        words.append(f"{{{_comment(game.infos[thought])}}}" if thought >= 0 else "{book}")
        board.push(move)
    return words


def _comment(info: MoveInfo) -> str:
    """Write a score and a depth as other programs do, and the time."""
    if info.score is None:
        return f"{info.seconds:.3f}s"
    if abs(info.score) > MATE - 1000:
        score = f"{'+' if info.score > 0 else '-'}M{MATE - abs(info.score)}"
    else:
        score = f"{info.score / 100:+.2f}"
    depth = "" if info.depth is None else f"/{info.depth}"
    return f"{score}{depth} {info.seconds:.3f}s"


def _escaped(text: str) -> str:
    # The standard has escapes, but most readers do not know them.
    return text.replace("\\", "/").replace('"', "'")


def _commented(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")
