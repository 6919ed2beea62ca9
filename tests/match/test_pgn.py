from __future__ import annotations

import io

import chess.pgn

from kiwipete.match import Control, Game
from kiwipete.match.pgn import game_pgn
from kiwipete.match.record import MATE, MoveInfo, Opening
from kiwipete.positions import STARTING_FEN

NAMES = ('Wise "A"', "Blind\\B")


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return game


def test_python_chess_reads_it():
    moves = ("f2f3", "e7e5", "g2g4", "d8h4")
    infos = (MoveInfo(0.5, -30, 9, 1000), MoveInfo(0.25, MATE - 1, 12))
    opening = Opening(STARTING_FEN, moves[:2])
    record = Game(3, 1, 0, opening, moves, infos, False, "checkmate")
    text = game_pgn(record, NAMES, Control.clock("1+0.01"), date="2024.01.31")
    game = read(text)
    assert dict(game.headers) == {
        "Event": "kiwipete match",
        "Site": "?",
        "Date": "2024.01.31",
        "Round": "2.2",
        "White": "Blind/B",
        "Black": "Wise 'A'",
        "Result": "0-1",
        "TimeControl": "1+0.01",
        "PlyCount": "4",
        "Termination": "checkmate",
        "ECO": "A00",
        "Opening": "Barnes Opening: Fool's Mate",
    }
    assert tuple(move.uci() for move in game.mainline_moves()) == moves
    comments = [node.comment for node in game.mainline()]
    assert max(map(len, text.splitlines())) <= 80
    assert comments == ["book", "book", "-0.30/9 0.500s", "+M1/12 0.250s"]


def test_positions_and_failures():
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 7 30"
    record = Game(0, 0, 1, Opening(fen), ("e8d8",), (MoveInfo(1.0),), True, "crash", "it {died}")
    text = game_pgn(record, NAMES, Control(nodes=5), date="2024.01.31")
    game = read(text)
    assert game.board().fen() == fen
    assert game.headers["Termination"] == "crash"
    assert game.headers["TimeControl"] == "-"
    assert "ECO" not in game.headers
    assert "30... Kd8 { 1.000s it {died) } 1-0" in text


def test_chess960():
    fen = "bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w ECec - 0 1"
    record = Game(0, 0, 1, Opening(fen), (), (), None, "adjudicated draw")
    game = read(game_pgn(record, NAMES, Control(nodes=5), date="?", chess960=True))
    assert game.headers["Variant"] == "Chess960"
    assert "ECO" not in game.headers
    assert game.board().chess960
