"""Comparing generators, following a difference down, and making its position small."""

from __future__ import annotations

from kiwipete import STARTING_FEN, Board
from kiwipete.lab import Rules, compare, descend, hunt, labelled_position, shrink
from tests.support.wrong_rules import Engine, knights_stay, without_castling

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

# Comparing.


def test_no_difference():
    assert compare(Engine(), KIWIPETE, depth=2) is None


def test_moves_too_many_and_too_few():
    engine = Engine(lambda board, moves: [*moves[2:], "a1h8", moves[5]])
    difference = compare(engine, STARTING_FEN)
    assert difference is not None
    legal = [move.uci() for move in Board().legal_moves]
    assert difference.missing == tuple(sorted(legal[:2]))
    assert difference.extra == tuple(sorted(["a1h8", legal[5]]))  # one of them twice
    assert difference.in_moves
    assert difference.order[-1] == "a1h8"


def test_counts():
    difference = compare(Engine(without_castling), "4k2r/8/8/8/8/8/8/4K3 w k - 0 1", depth=2)
    assert difference is not None
    assert not difference.in_moves
    assert difference.counts["e1e2"] == (14, 15)


def test_two_generators_that_are_not_kiwipete():
    assert compare(Engine(knights_stay), KIWIPETE, rules=Engine(knights_stay)) is None
    assert compare(Engine(), KIWIPETE, rules=Engine(knights_stay)) is not None


# Descending and shrinking.


def test_a_difference_is_followed_to_its_position():
    engine = Engine(without_castling)
    difference = compare(engine, "4k2r/8/8/8/8/8/8/4K3 w k - 0 1", depth=4)
    assert difference is not None
    found = descend(engine, difference)
    assert found.kind == "moves"
    assert found.start_fen == difference.fen
    assert len(found.path) % 2 == 1
    board = Rules().board(found.start_fen, found.path)
    assert board.fen(en_passant="fen") == found.difference.fen
    assert found.difference.missing == ("e8g8",)
    assert found.reasons[0].rule.value == "castling"


def test_shrinking_asks_about_legal_positions_only_and_never_twice():
    engine = Engine(without_castling)
    difference = compare(engine, KIWIPETE)
    assert difference is not None
    found = descend(engine, difference)
    engine.questions.clear()
    smallest = shrink(engine, found).difference
    assert smallest.fen == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert smallest.missing == ("e1g1",)
    assert len(set(engine.questions)) == len(engine.questions) < 60
    assert all(Board(fen).is_valid() for fen, _, _ in engine.questions)


def test_shrinking_takes_counters_and_squares_away():
    engine = Engine(knights_stay)
    difference = compare(engine, "4k3/8/8/1N1pP3/8/8/8/4K3 w - d6 0 40")
    assert difference is not None
    fen = shrink(engine, descend(engine, difference)).difference.fen
    assert fen == "4k3/8/8/1N6/8/8/8/4K3 w - - 0 1"


def test_shrinking_ends_when_time_is_up():
    engine = Engine(without_castling)
    difference = compare(engine, KIWIPETE)
    assert difference is not None
    found = descend(engine, difference)
    engine.questions.clear()
    assert shrink(engine, found, seconds=0) == found
    assert engine.questions == []


def test_pieces_that_need_each_other_go_together():
    # Without either rook alone, the other gives check to the side that is not to move.
    engine = Engine(lambda board, moves: [move for move in moves if move != "a1a2"])
    difference = compare(engine, "3r3k/8/8/8/8/8/8/K2R4 w - - 0 1")
    assert difference is not None
    fen = shrink(engine, descend(engine, difference)).difference.fen
    assert fen == "7k/8/8/8/8/8/8/K7 w - - 0 1"


def test_what_no_game_reaches_is_made_small_all_the_same():
    fen = "B6b/1P4P1/8/8/2K5/5k2/8/b6B b - - 0 1"
    engine = Engine(lambda board, moves: moves[1:])
    finding = hunt(engine, [labelled_position(fen)], depth=1).findings[0]
    assert finding.pieces < 8
    assert not Board(finding.fen).status() & ~Board(fen).status()
