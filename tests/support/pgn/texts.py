"""Texts of games: sane ones made at random, and bits to make damaged ones of."""

from __future__ import annotations

import random

import kiwipete
from kiwipete import pgn


def random_game(seed: int, *, plies: int = 60, start: kiwipete.Board | None = None) -> pgn.Game:
    """Return a game of random moves with comments, glyphs and variations in variations."""
    rng = random.Random(seed)
    game = pgn.Game({"Event": f"Game {seed}", "Result": rng.choice(["1-0", "0-1", "1/2-1/2", "*"])})
    if start is not None:
        game.setup(start)
    if rng.random() < 0.3:
        game.comment = "before all"
    _grow(game, game.board(), rng, plies)
    return game


def _grow(node: pgn.GameNode, board: kiwipete.Board, rng: random.Random, plies: int) -> None:
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        rng.shuffle(moves)
        following = node.add_variation(moves[0])
        if rng.random() < 0.2:
            following.comment = rng.choice(["good", "[%clk 0:01:02]", "two\nlines", "ümläut ♞"])
        if rng.random() < 0.1:
            following.nags = {rng.randrange(140), rng.randrange(7)}
        for move in moves[1 : 1 + rng.choice([0, 0, 0, 0, 0, 0, 1, 2])]:
            side = node.add_variation(move, starting_comment=rng.choice(["", "", "or"]))
            aside = board.copy()
            aside.push(move)
            _grow(side, aside, rng, rng.randrange(plies // 4 + 1))
        board.push(moves[0])
        node = following


BITS = [
    *("1.", "e4", "e5", "d4", "d5", "Nf3", "Nc6", "Nf6", "c5", "Bb5", "a6", "O-O", "0-0", "exd5"),
    *("--", "Z0", "e2e4", "e7-e5", "Ng1f3", "Qh5", "Ke2", "Zz", "P@e4", "e8=Q", "bxc6e.p."),
    *("{", "}", "(", ")", "{x}", "$1", "$255", "!", "??", "!?", ";", "%", "*", "1-0", "1/2-1/2"),
    *("ü", ".", "...", "+", "#", "12", "\n", "\n", "\n\n", "\r\n", "\t", "{ two\nlines }"),
    *('[White "x"]\n', '[Event "y"]\n', "[broken\n"),
    *('[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n',),
]
