"""The search with all endgame tables of three and four pieces: no result is given away."""

from __future__ import annotations

import random
import shutil

import pytest

from kiwipete import Board, Move
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits
from kiwipete.syzygy import Tablebase, dtz_before_zeroing, open_tablebase, tablenames
from tests.support.syzygy.invented_tables import boards

pytestmark = pytest.mark.deep

# The first move keeps the win within the fifty moves; the others win too late.
ONLY_MOVES = [
    ("7k/2K5/1R6/8/8/n7/8/8 w - - 79 90", "b6b4"),
    ("8/8/7R/8/8/6K1/1k6/5q2 b - - 60 90", "b2c3"),
    ("8/8/B4N2/7K/8/8/2k5/8 w - - 45 90", "f6d5"),
]


@pytest.fixture(scope="module")
def tables(real_tables):
    with open_tablebase(real_tables) as tables:
        yield tables


@pytest.fixture(scope="module")
def engine(real_tables):
    engine = SearchEngine(hash_mb=4)
    assert engine.set_option("syzygypath", str(real_tables)).endswith(" 70")
    return engine


def result(tables: Tablebase, board: Board, move: Move) -> int:
    """Return the result of a move under the fifty-move rule: 1, 0 or -1."""
    clock = board.halfmove_clock
    after = board.copy()
    after.push(move)
    if after.is_checkmate():
        return 1
    if after.is_stalemate() or after.is_insufficient_material():
        return 0
    if after.halfmove_clock == 0:
        plies = dtz_before_zeroing(-tables.probe_wdl(after))
    else:
        plies = -tables.probe_dtz(after)
        plies += (plies > 0) - (plies < 0)
    return 0 if abs(plies) + clock > 99 else (plies > 0) - (plies < 0)


@pytest.mark.parametrize("name", ["KPvK", "KPvKP", "KRvKN", "KQvKR", "KQvKP", "KBNvK", "KRvKP"])
def test_no_move_gives_the_result_away(name, tables, engine):
    rng = random.Random(name)
    for board, _ in boards(name, 60, seed=3):
        board.halfmove_clock = rng.choice([0, rng.randrange(99)])
        moves = {move: result(tables, board, move) for move in board.legal_moves}
        if not moves:
            continue
        best = max(moves.values())
        engine.clear()
        (line,) = engine.search(board, SearchLimits(depth=3))
        assert moves[line.moves[0]] == best, board.fen()
        if line.mate is None:
            assert line.centipawns in {1: {20_000}, 0: {-1, 0, 1}, -1: {-20_000}}[best], board.fen()
        else:
            assert line.mate * best > 0, board.fen()


@pytest.mark.parametrize(("fen", "move"), ONLY_MOVES)
def test_the_only_move_that_wins_in_time(fen, move, engine):
    engine.clear()
    won, *late = engine.search(Board(fen), SearchLimits(depth=5), lines=3)
    assert (won.moves[0].uci(), won.centipawns) == (move, 20_000)
    assert [line.centipawns for line in late] == [1, 1]


def test_a_win_that_comes_too_late_is_hardly_more_than_a_draw(engine):
    fen, _ = ONLY_MOVES[0]
    engine.clear()
    assert engine.search(Board(fen.replace("79", "85")), SearchLimits(depth=5))[0].centipawns == 1


def test_lines_and_allowed_moves_keep_their_own_results(tables, engine):
    board = Board("8/8/8/8/8/2k5/5P2/4K3 w - - 0 1")
    results = {move: result(tables, board, move) for move in board.legal_moves}
    assert set(results.values()) == {0, 1}
    lines = engine.search(board, SearchLimits(depth=4), lines=len(results))
    assert [line.centipawns for line in lines] == sorted(
        (20_000 * results[line.moves[0]] for line in lines), reverse=True
    )
    draws = [move for move, value in results.items() if value == 0]
    (line,) = engine.search(board, SearchLimits(depth=4), root_moves=draws)
    assert line.centipawns == 0
    assert line.moves[0] in draws


def test_after_a_repetition_the_shortest_way_is_taken(tables, engine):
    board = Board("8/8/8/4k3/8/8/8/K6R w - - 0 1")
    for move in ["h1h2", "e5e6", "h2h1", "e6e5"]:
        board.push_uci(move)
    (line,) = engine.search(board, SearchLimits(depth=3))
    assert line.centipawns == 20_000
    distances = {}
    for move in board.legal_moves:
        board.push(move)
        distances[move] = -tables.probe_dtz(board)
        board.pop()
    assert distances[line.moves[0]] == min(plies for plies in distances.values() if plies > 0)


def test_a_third_stand_is_a_draw_whatever_the_tables_say(engine):
    board = Board("8/8/8/4k3/8/8/8/K6R w - - 0 1")
    back = Move.from_uci("h2h1")
    for centipawns in (20_000, 20_000, 0):
        board.push_uci("h1h2")
        board.push_uci("e5e6")
        (line,) = engine.search(board, SearchLimits(depth=3), root_moves=[back])
        assert line.centipawns == centipawns
        board.push(back)
        board.push_uci("e6e5")
    (line,) = engine.search(board, SearchLimits(depth=3))
    assert line.centipawns == 20_000


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/4k3/8/8/8/K6R w - - 0 1",
        "8/8/8/8/8/2k5/5P2/4K3 w - - 0 1",
        "8/8/B4N2/7K/8/8/2k5/8 w - - 0 1",
        "8/8/7R/8/8/6K1/1k6/5q2 b - - 0 1",
        "7k/2K5/1R6/8/8/n7/8/8 w - - 60 90",
    ],
)
def test_won_games_are_won(fen, threads, tables, real_tables):
    """Against the defence that lasts longest by the tables."""
    engine = SearchEngine(threads=threads, hash_mb=4)
    engine.set_option("syzygypath", str(real_tables))
    board = Board(fen)
    while True:
        (line,) = engine.search(board, SearchLimits(depth=4))
        assert line.mate is None or line.mate > 0
        assert line.mate or line.centipawns == 20_000
        board.push(line.moves[0])
        if board.is_checkmate():
            return
        assert not board.is_game_over(claim_draw=True), board.fen()
        board.push(max(board.legal_moves, key=lambda move: lasts(tables, board, move)))


def lasts(tables: Tablebase, board: Board, move: Move) -> int:
    """Return how long the side that wins needs after a move, or more if it is no win any more."""
    after = board.copy(stack=False)
    after.push(move)
    if after.is_game_over() or tables.probe_wdl(after) <= 0:
        return 1000
    return tables.probe_dtz(after) if after.halfmove_clock else 0


@pytest.mark.parametrize(
    "fen", ["8/8/8/8/8/2k5/5P2/4K3 w - - 0 1", "8/8/8/4k3/8/8/8/K6R w - - 0 1"]
)
def test_without_distances_results_are_kept(fen, real_tables, tmp_path):
    for table in real_tables.glob("*.rtbw"):
        shutil.copy(table, tmp_path)
    engine = SearchEngine(hash_mb=4)
    engine.set_option("syzygypath", str(tmp_path))
    (line,) = engine.search(Board(fen), SearchLimits(depth=6))
    assert line.centipawns == 20_000


def test_a_win_is_seen_before_the_tables_have_the_position(engine):
    """If rooks are exchanged, the pawn wins; that takes many moves, and the tables know it."""
    engine.clear()
    (line,) = engine.search(Board("3rk3/8/8/8/8/8/3R1P2/4K3 w - - 0 1"), SearchLimits(depth=6))
    assert line.tbhits > 0
    assert line.moves[0].uci() == "d2d8"
    assert 19_900 < (line.centipawns or 0) < 20_000


@pytest.mark.parametrize("threads", [1, 2])
def test_what_the_search_concludes_is_true(threads, tables, real_tables, tmp_path):
    """Four pieces, searched with the tables of three, and judged by the tables of four."""
    for table in real_tables.glob("K?vK.rtb?"):
        shutil.copy(table, tmp_path)
    engine = SearchEngine(threads=threads, hash_mb=2)
    assert engine.set_option("syzygypath", str(tmp_path)).endswith(" 10")
    concluded = 0
    for name in tablenames(piece_count=4):
        for board, _ in boards(name, 20, seed=4) if len(name) == 5 else ():
            engine.clear()
            for line in engine.search(board, SearchLimits(depth=7)):
                value = line.mate or line.centipawns or 0
                if line.mate is not None or abs(value) > 19_000:
                    concluded += 1
                    assert tables.probe_wdl(board) == (2 if value > 0 else -2), board.fen()
    assert concluded > 100
