"""The tags ECO and Opening."""

from __future__ import annotations

import io

from kiwipete import pgn


def read(text: str) -> pgn.Game:
    game = pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


def test_the_tags_are_set():
    game = read("1. e4 e5 (1... c5) 2. f4 d5 3. Nc3 *")
    opening = game.set_opening()
    assert opening == game.opening()
    assert '[ECO "C31"]\n[Opening "King\'s Gambit Declined: Falkbeer Countergambit"]' in str(game)


def test_tags_are_replaced():
    game = read('[ECO "A00"]\n[Opening "?"]\n\n1. d4 d5 2. c4 *')
    game.set_opening()
    assert (game.headers["ECO"], game.headers["Opening"]) == ("D06", "Queen's Gambit")


def test_without_an_opening_the_tags_stay():
    game = read('[ECO "A00"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *')
    assert game.set_opening() is None
    assert game.headers["ECO"] == "A00"
    assert "Opening" not in game.headers


def test_reading_and_writing_add_no_tags():
    game = read("1. e4 e5 *")
    assert "ECO" not in game.headers
    assert "ECO" not in str(game)
    assert "ECO" not in pgn.Game.from_board(game.end().board()).headers


def test_chess960_and_variants_have_no_opening():
    assert read('[Variant "Chess960"]\n\n1. e4 *').opening() is None
    assert read('[Variant "Atomic"]\n\n1. e4 *').opening() is None
