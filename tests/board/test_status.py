"""Status: what is wrong with a position."""

from __future__ import annotations

from collections import Counter

import chess
import pytest

from kiwipete import Board, ImpossiblePositionError, Status
from tests.support.impossible import EXAMPLES, oracle_of, random_boards
from tests.support.perft_data import KNOWN

FLAGS = [flag for flag in Status if flag and not flag.name.startswith("RACE")]  # those of chess
EVERYTHING = Status(sum(FLAGS))


def oracle_status(board: Board, fen: str) -> int:
    """Return python-chess's opinion."""
    return int(oracle_of(board, fen).status())


def test_names_and_values_are_those_of_python_chess():
    assert int(Status.VALID) == int(chess.Status.VALID)
    assert {flag.name: int(flag) for flag in Status} == {
        flag.name: int(flag) for flag in chess.Status
    }


def test_valid_is_nothing():
    assert not Status.VALID
    assert Status.VALID.reasons() == []


@pytest.mark.parametrize("flag", FLAGS, ids=lambda flag: flag.name)
def test_every_flag_has_its_words(flag):
    assert len(flag.reasons()) == 1
    assert flag.reasons()[0] in EVERYTHING.reasons()
    assert len(set(EVERYTHING.reasons())) == len(FLAGS)


@pytest.mark.parametrize(("fen", "status"), EXAMPLES)
def test_examples(fen, status):
    board = Board(fen)
    assert board.status() == status
    assert int(board.status()) == int(status)
    assert board.is_valid() is (not status)


def test_examples_show_every_flag():
    shown = Status.VALID
    for _, status in EXAMPLES:
        shown |= status
    assert shown == EVERYTHING


@pytest.mark.parametrize(("fen", "status"), EXAMPLES)
def test_python_chess_agrees_on_the_examples(fen, status):
    assert oracle_status(Board(fen), fen) == int(status)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_known_positions_are_valid(known):
    assert known.board().status() == Status.VALID


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_python_chess_agrees_on_random_placements(seed, chess960):
    for fen, board in random_boards(seed, 300, chess960=chess960):
        assert int(board.status()) == oracle_status(board, fen), fen


@pytest.mark.parametrize("chess960", [False, True])
def test_checks_are_told_of_a_king_without_an_opponent(chess960):
    for fen, board in random_boards(96, 1000, chess960=chess960):
        if fen.split()[0].lower().count("k") == 1:
            assert int(board.status()) == oracle_status(board, fen), fen


@pytest.mark.parametrize("chess960", [False, True])
def test_random_placements_are_wrong_in_every_way(chess960):
    seen: Counter[Status] = Counter()
    for seed in range(10):
        for _, board in random_boards(seed, 300, chess960=chess960):
            seen.update(flag for flag in FLAGS if flag & board.status())
            seen[Status.VALID] += board.is_valid()
    assert min(seen[flag] for flag in [Status.VALID, *FLAGS]) >= 5


@pytest.mark.parametrize("chess960", [False, True])
def test_what_does_not_depend_on_the_rules_is_always_answered(chess960):
    for fen, board in random_boards(98, 300, chess960=chess960):
        oracle = chess.Board(fen, chess960=chess960)
        for color in (True, False):
            for square in range(64):
                expected = oracle.attackers_mask(color, square)
                assert board.attackers_mask(color, square) == expected, fen
            expected = oracle.has_insufficient_material(color)
            assert board.has_insufficient_material(color) == expected, fen
        assert str(board) == str(oracle)
        assert not board.is_repetition(2)


@pytest.mark.parametrize("chess960", [False, True])
def test_whatever_was_read_is_consistent(chess960):
    for fen, board in random_boards(97, 500, chess960=chess960):
        kings = fen.split()[0].count("K"), fen.split()[0].count("k")
        if kings == (1, 1):
            board.validate()
        else:
            with pytest.raises(ImpossiblePositionError, match="king"):
                board.validate()
