"""The report of reviewed games."""

from __future__ import annotations

import io

import pytest

from kiwipete.engine import Engine, Limit
from kiwipete.pgn import read_game
from kiwipete.review import Review
from kiwipete.web.report.game_report import game_report
from tests.support.html import check_html, data_of

FOOLS = """\
[White "Ada <i>"]
[Black "Bob</script>"]
[Result "0-1"]

1. f3 e5 {[%clk 0:01] Oh} 2. g4 Qh4# 0-1"""


def report(*texts: str, whole: bool = True) -> str:
    games = []
    with Engine(hash_mb=1) as engine:
        for text in texts:
            game = read_game(io.StringIO(text))
            review = Review.of_game(game)
            for _ in review.run(engine, Limit(nodes=1000), multipv=2):
                if not whole:
                    break
            games.append((game, review))
    return game_report(games, seconds=3)


def test_a_game():
    html = report(FOOLS)
    seen = check_html(html).seen
    assert seen.count("kiwipete-board") == 1
    assert seen.count("i") == 2  # the discs beside the names; none comes from a name
    assert "Ada &lt;i&gt;" in html
    assert "g4??" in html
    (game,) = data_of(html)["games"]
    assert [move[0] for move in game["moves"]] == ["f3", "e5", "g4", "Qh4#"]
    assert game["moves"][1][4] == "Oh"
    assert game["moves"][2][3] == "blunder"
    assert game["positions"][4] == {"check": "e1", "text": "0-1", "win": 0.0}
    assert len(game["positions"][0]["lines"]) == 2


def test_several_games_and_unfinished_ones():
    html = report(FOOLS, "1. e4 *", "*")
    seen = check_html(html).seen
    assert seen.count("section") == 3
    assert 'href="#game-3"' in html
    assert "unfinished" in html


def test_an_interrupted_review():
    html = report(FOOLS, whole=False)
    check_html(html)
    assert "1 of 5 positions analysed in 3 s" in html
    assert "No move of this game is analysed" in html


@pytest.mark.parametrize(
    "fen", ["8/8/8/8/8/5k2/6q1/7K w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]
)
def test_games_that_are_over_before_they_begin(fen):
    check_html(report(f'[FEN "{fen}"]\n[SetUp "1"]\n\n*'))
