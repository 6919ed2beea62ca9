"""Boards changed by hand stay in step with python-chess's, and their keys with their state."""

from __future__ import annotations

import random

import pytest

import kiwipete
from tests.support.agreement.pair import Pair, first
from tests.support.agreement.positions import base_differences, differences, edited, edited_base


def fresh_twin(board: kiwipete.Board) -> kiwipete.Board | None:
    """Return a board set up anew like this one, if FEN can tell all that matters of it."""
    twin = kiwipete.Board(board.fen(shredder=True, en_passant="fen"), chess960=board.chess960)
    alike = (
        twin.board_fen() == board.board_fen()
        and twin.turn == board.turn
        and twin.castling_rights == board.castling_rights
        and twin.ep_square == board.ep_square
    )
    return twin if alike else None


def compare_edits(name: str, changes: int, questions_every: int) -> int:
    """Change a board many times; return how often its key could be checked."""
    rng = random.Random(name)
    checked = 0
    for pair in edited(rng, kiwipete, changes):
        board = pair.board
        if board.is_valid():
            board.validate()
        twin = fresh_twin(board)
        if twin is not None:
            checked += 1
            assert board.zobrist_key == twin.zobrist_key, pair.story
        if rng.randrange(questions_every) == 0:
            first(differences(rng, pair, hands=1))
    return checked


@pytest.mark.parametrize("part", range(4))
def test_changes(part):
    checked = sum(compare_edits(f"edits-{part}-{number}", 60, 10) for number in range(8))
    assert checked > 100


@pytest.mark.deep
@pytest.mark.parametrize("part", range(4))
def test_changes_deep(part):
    for number in range(6):
        compare_edits(f"deep-edits-{part}-{number}", 100, 5)


def test_changes_of_pieces_alone():
    for number in range(30):
        rng = random.Random(f"base-{number}")
        for pair in edited_base(rng, kiwipete, 20):
            first(base_differences(rng, pair, hands=1))


def test_a_change_that_cannot_be_made_changes_nothing():
    pair = Pair(kiwipete, "board = chess.Board()")
    for line in (
        "board.set_fen('8/8/8/8/8/8/8/8 w - e9 0 1')",
        "board.set_fen('8/8/8/8/8/8/8/8 x - - 0 1')",
        "board.set_board_fen('9/8/8/8/8/8/8/8')",
        "board.set_castling_fen('KQx')",
        "board.set_chess960_pos(960)",
        "board.push_san('Ke5')",
        "board.push_uci('e2e5')",
        "board.pop()",
    ):
        pair.run(line)
