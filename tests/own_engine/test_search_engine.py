"""The search: mates, draws, limits, lines that can be played, and the same result every time."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time

import pytest

from kiwipete import Board, Move
from kiwipete._core.line import Bound, Line
from kiwipete.errors import ImpossiblePositionError
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits
from tests.support.random_play import CHESS960_STARTS, STANDARD_STARTS


@pytest.fixture(scope="module")
def engine() -> SearchEngine:
    return SearchEngine(hash_mb=8)


def best(engine: SearchEngine, board: Board, **limits: int) -> Line:
    engine.clear()
    return engine.search(board, SearchLimits(**limits))[0]


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ],
)
def test_mates_have_their_length(engine, fen, moves):
    assert best(engine, Board(fen), depth=14).mate == moves


def test_the_side_that_is_mated_knows_it(engine):
    assert best(engine, Board("6k1/8/5KQ1/8/8/8/8/8 b - - 0 1"), depth=6).mate == -1


def test_no_line_without_a_move(engine):
    assert engine.search(Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), SearchLimits(depth=3)) == []
    assert (
        engine.search(
            Board("6k1/4Q3/6K1/8/8/8/8/8 w - - 0 1"), SearchLimits(depth=3), root_moves=[]
        )
        == []
    )


def test_an_impossible_position_is_refused(engine):
    with pytest.raises(ImpossiblePositionError, match="can be counted"):
        engine.search(Board("8/8/8/8/8/8/8/K7 w - - 0 1"), SearchLimits(depth=3))


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",  # nobody can win
        "8/8/4k3/8/8/3K4/8/R7 w - - 99 120",  # the fifty moves end with the next
        "5bk1/8/8/8/8/8/8/2B3K1 w - - 0 1",
    ],
)
def test_draws_are_worth_nothing(engine, fen):
    assert best(engine, Board(fen), depth=5).centipawns == 0


def test_mate_on_the_hundredth_ply_counts(engine):
    assert best(engine, Board("7k/8/6K1/8/8/8/8/R7 w - - 99 120"), depth=4).mate == 1


def test_a_move_to_the_third_stand_is_a_draw(engine):
    """Every move of games that shuffle to and fro, asked of the search and of the board."""
    dice = random.Random(7)
    asked = 0
    for _ in range(30):
        board = Board("6k1/5ppp/8/8/8/8/5PPP/RN4K1 w - - 0 1")
        for _ in range(24):
            back = [Move(move.to_square, move.from_square) for move in board.move_stack[-2:-1]]
            if back and board.is_legal(back[0]) and dice.random() < 0.7:
                board.push(back[0])
            elif moves := [move for move in board.legal_moves if not board.is_zeroing(move)]:
                board.push(dice.choice(moves))
            for move in list(board.legal_moves):
                board.push(move)
                repeated = board.is_repetition(3) and not board.is_game_over()
                board.pop()
                if repeated:
                    asked += 1
                    engine.clear()
                    (line,) = engine.search(board, SearchLimits(depth=1), root_moves=[move])
                    assert line.centipawns == 0, (board.fen(), move)
    assert asked > 20


def test_a_lost_side_repeats(engine):
    """Perpetual check: a queen behind, but the king cannot escape."""
    board = Board("6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1")
    assert best(engine, board, depth=10).centipawns == 0


@pytest.mark.parametrize("starts", [STANDARD_STARTS, CHESS960_STARTS], ids=["standard", "chess960"])
def test_every_line_can_be_played(engine, starts):
    for start in starts:
        lines: list[Line] = []
        board = start.board()
        if not board.is_countable() or not any(board.legal_moves):
            continue
        engine.clear()
        lines += engine.search(board, SearchLimits(depth=7), lines=3, report=lines.append)
        for line in lines:
            replay = board.copy()
            for move in line.moves:
                assert move in replay.legal_moves, (board.fen(), line)
                replay.push(move)


def test_lines_are_different_and_sorted(engine):
    lines = engine.search(Board(), SearchLimits(depth=8), lines=5)
    assert [line.number for line in lines] == [1, 2, 3, 4, 5]
    assert len({line.moves[0] for line in lines}) == 5
    values = [line.centipawns for line in lines]
    assert values == sorted(values, reverse=True)


def test_only_the_moves_asked_for(engine):
    asked = [Move.from_uci("a2a3"), Move.from_uci("h2h3")]
    (line,) = engine.search(Board(), SearchLimits(depth=6), root_moves=asked)
    assert line.moves[0] in asked
    (line,) = engine.search(Board(), SearchLimits(depth=6), root_moves=(move for move in asked))
    assert line.moves[0] in asked
    for wrong in (["e2e4"], [Move.from_uci("e2e5"), Move.from_uci("e7e5")], [None]):
        with pytest.raises(ValueError, match=r"root_moves.*(e2e4|e2e5, e7e5|None)"):
            engine.search(Board(), SearchLimits(depth=6), root_moves=wrong)


def test_a_table_fits_into_the_memory_of_the_machine(engine, monkeypatch):
    monkeypatch.setattr("kiwipete.own_engine.options.memory_mb", lambda: 800)
    with pytest.raises(MemoryError, match="701 MB: this machine has 800 MB"):
        engine.set_option("hash", 701)
    with pytest.raises(MemoryError):
        SearchEngine(hash_mb=1 << 20)
    with pytest.raises(ValueError, match="at least 1 MB, not 0"):
        engine.set_option("hash", 0)
    monkeypatch.setattr("kiwipete.own_engine.options.memory_mb", lambda: None)
    engine.set_option("hash", 8)


def test_what_was_forgotten_does_not_count():
    """A cleared table gives the same search as a new one."""

    def search(engine: SearchEngine) -> int:
        engine.search(Board(), SearchLimits(depth=9))
        return engine.nodes

    engine = SearchEngine(hash_mb=1)
    first = search(engine)
    assert search(engine) != first
    engine.clear()
    assert search(engine) == first


def test_one_thread_and_a_node_limit_are_deterministic():
    def search() -> tuple[int, list[Line]]:
        engine = SearchEngine(hash_mb=4)
        lines = engine.search(Board(), SearchLimits(nodes=30_000))
        return engine.nodes, [line._replace(seconds=0) for line in lines]

    assert search() == search()


@pytest.mark.parametrize("nodes", [1, 2, 100, 5000])
def test_a_node_limit_is_kept(engine, nodes):
    (line,) = engine.search(Board(), SearchLimits(nodes=nodes))
    assert engine.nodes <= nodes + 1
    assert line.moves[0] in Board().legal_moves


def test_stop_ends_a_search_at_once(engine):
    ended = []
    search = threading.Thread(target=lambda: ended.append(engine.search(Board(), SearchLimits())))
    search.start()
    time.sleep(0.2)
    engine.stop()
    search.join(timeout=10)
    assert ended
    assert ended[0][0].depth > 3


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("lines", [1, 3])
def test_a_search_that_is_stopped_at_once_has_compared_the_moves(threads, lines):
    engine = SearchEngine(threads=threads, hash_mb=1)
    for fen, move in (
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8"),
    ):
        engine.begin(Board(fen), SearchLimits(), lines=lines)
        engine.stop()
        best = engine.run()[0]
        assert (best.depth, best.moves[0].uci()) == (1, move)
        assert engine.nodes < 4096


def test_a_stop_does_not_wait_for_an_explosion_of_captures(engine):
    """Tens of millions of nodes are not enough to complete the first iteration here."""
    board = Board("qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1")
    engine.clear()
    engine.begin(board, SearchLimits())
    engine.stop()
    assert engine.run()[0].moves[0] in board.legal_moves
    assert engine.nodes <= 4096


def test_time_does_not_run_while_pondering(engine):
    ended = []
    limits = SearchLimits(hard=0.05)
    search = threading.Thread(
        target=lambda: ended.append(engine.search(Board(), limits, ponder=True))
    )
    search.start()
    search.join(timeout=0.4)
    assert not ended
    engine.ponderhit()
    search.join(timeout=10)
    assert ended


def test_an_error_in_the_report_ends_the_search(engine):
    def fail(line: Line) -> None:
        raise ZeroDivisionError(line.depth)

    with pytest.raises(ZeroDivisionError):
        engine.search(Board(), SearchLimits(), report=fail)
    assert engine.search(Board(), SearchLimits(depth=2))


def test_reports_come_with_growing_depth(engine):
    lines: list[Line] = []
    engine.clear()
    engine.search(Board(), SearchLimits(depth=8), report=lines.append)
    exact = [line.depth for line in lines if line.bound == Bound.EXACT]
    assert exact == list(range(1, 9))


def test_several_threads_find_the_mate():
    engine = SearchEngine(threads=3, hash_mb=8)
    board = Board("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1")
    assert engine.search(board, SearchLimits(depth=14))[0].mate == 3
    engine.set_option("threads", 1)
    assert engine.search(board, SearchLimits(depth=14))[0].mate == 3


def test_a_search_for_a_mate_believes_no_evaluation(engine):
    """A problem of Morphy's: a quiet sacrifice, and black is to run out of moves."""
    engine.clear()
    (line,) = engine.search(Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), SearchLimits(mate=2))
    assert line.mate == 2


def test_the_caller_needs_no_large_stack():
    """A search to the largest depth, called from the smallest stack that Python has."""
    found: list[Line] = []
    before = threading.stack_size(64 * 1024)
    try:
        search = threading.Thread(target=lambda: found.extend(deep_search()))
        search.start()
    finally:
        threading.stack_size(before)
    search.join(timeout=60)
    assert found[0].depth == 127


def deep_search() -> list[Line]:
    """Search a blocked position, where only the kings can move.

    On one thread this always takes 1.5 million nodes; on two it may take hundreds of millions.
    """
    board = Board("8/8/k1p1p1p1/p1PpPpPp/P2P1P1P/8/K7/8 w - - 20 90")
    return SearchEngine(hash_mb=1).search(board, SearchLimits(depth=127))


@pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are Unix's")
def test_a_team_without_room_says_so_and_leaves_no_thread():
    program = """
import os, resource
from kiwipete import Board
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits
engine = SearchEngine(threads=64, hash_mb=1)
used = int(open("/proc/self/statm").read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
limits = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (used + (60 << 20), limits[1]))
reports = []
try:
    engine.search(Board(), SearchLimits(), report=reports.append)
except RuntimeError as error:
    print(error)
print(len(os.listdir("/proc/self/task")), len(reports))
resource.setrlimit(resource.RLIMIT_AS, limits)
print(engine.search(Board(), SearchLimits(depth=3))[0].depth)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    said, threads, depth = done.stdout.splitlines()
    assert said.startswith("cannot start 64 threads: ")
    assert (threads, depth) == ("1 0", "3")
