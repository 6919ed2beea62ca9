"""Fuzz PGN text: it is read without an exception, and the games are consistent.

python fuzz/fuzz_pgn.py --seconds 30
"""

from __future__ import annotations

import io
import logging

from harness import main

from kiwipete import pgn

SEEDS = [
    b'[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 (1... c5 2. Nf3 {open}) 2. Nf3! $14 Nc6 1-0\n\n1. d4',
    b'[FEN "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"]\n[SetUp "1"]\n\n1. O-O Kd7 { two\nlines } 2. e4 *\n',
    b'[Variant "Chess960"]\n\n1. e4 (1. d4 (1. c4 (1. b4))) e5 2. -- ; x\n% no\n*\n[White "y"]',
    b"1. Nf3 Nf6 2. Ng1 Ng8 3. e2e4 e7-e5 4. Ng1-f3 Nb8c6 $255 ?? !? 1/2-1/2\r\n\r\n*\r\n",
    "{ü} 1. e4 {♞ [%clk 0:01:02]} e6 2. e5 d5 3. exd6 e.p. *".encode(),
]
ALPHABET = b'()[]{};%$!?*"\n 0123456789.-abcdefghNBRQKOxZ='


def tree(game: pgn.Game) -> list[tuple[object, ...]]:
    """Return all that the nodes of a game hold."""
    found: list[tuple[object, ...]] = []
    waiting: list[pgn.GameNode] = [game]
    while waiting:
        node = waiting.pop()
        found.append((node.move, node.comment, node.starting_comment, node.nags))
        waiting.extend(reversed(node.variations))
    return found


def check_errors(game: pgn.Game, text: str) -> None:
    """Check that errors point into the text."""
    for error in game.errors:
        assert 1 <= error.line <= text.count("\n") + 1  # type: ignore[attr-defined]
        assert 1 <= error.column <= len(text) + 1  # type: ignore[attr-defined]


def check_text(game: pgn.Game) -> None:
    """Check that what was read is written and read again to the same moves."""
    if game.headers["Result"] not in ("1-0", "0-1", "1/2-1/2", "*"):
        return  # it is written behind the moves, and may be read as anything
    try:
        text = str(game)
    except ValueError:
        assert "FEN" in game.headers or "Variant" in game.headers
        return
    again = pgn.read_game(io.StringIO(text))
    assert [row[0] for row in tree(again)] == [row[0] for row in tree(game)]


class Called(pgn.GameBuilder[pgn.Game]):
    """A builder that is called, because it overrides something."""

    def visit_nag(self, nag: int) -> None:
        """Add a glyph."""
        super().visit_nag(nag)


def target(data: bytes) -> None:
    """Read all games of a text in all ways."""
    text = data.decode("utf-8", "surrogateescape")
    files = [io.StringIO(text) for _ in range(4)]
    while True:
        game = pgn.read_game(files[0])
        called = pgn.read_game(files[1], Visitor=Called)
        found = [pgn.read_headers(files[2]) is not None, pgn.skip_game(files[3])]
        assert found == [game is not None] * 2
        assert len({file.tell() for file in files}) == 1
        if game is None:
            return
        assert tree(game) == tree(called)
        check_errors(game, text)
        check_text(game)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    main(target, SEEDS, ALPHABET)
