"""PerftJob and its runner: parts, threads, stopping, kinds of moves, bad arguments."""

from __future__ import annotations

import pytest

from kiwipete import Board, ImpossiblePositionError, perft
from kiwipete._core.perft_job import PerftJob, PerftTable
from kiwipete.positions import NAMED_POSITIONS
from tests.support.perft_data import KNOWN, read_table

# Each side has one legal move, for ever: the kings shuffle, all else is locked.
LOCKED = "4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1"


def finished(job: PerftJob) -> PerftJob:
    while job.step():
        pass
    return job


@pytest.mark.parametrize(
    "row",
    read_table("kinds_of_moves.txt"),
    ids=lambda row: f"{row['position']}-{row['depth']}",
)
def test_kinds_of_moves(row):
    expected = {name: int(count) for name, count in row.items() if name != "position"}
    depth = expected.pop("depth")
    job = finished(PerftJob(Board(NAMED_POSITIONS[row["position"]]), depth, stats=True))
    assert job.kinds_of_moves() == expected
    assert job.nodes == expected["nodes"]


@pytest.mark.parametrize(
    ("fen", "chess960", "checks", "discovered"),
    [
        # The castling rook gives check itself.
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", False, 3, 0),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", False, 3, 0),
        ("4k2r/8/8/8/8/8/8/5K2 b k - 0 1", False, 3, 0),
        ("r3k3/8/8/8/8/8/8/3K4 b q - 0 1", False, 3, 0),
        # The king steps off the line of its queen, or of its rook, which may castle as well.
        ("3k4/8/8/8/8/8/3K4/3Q4 w - - 0 1", False, 6, 6),
        ("8/8/8/8/8/8/8/RK5k w A - 0 1", True, 4, 3),
    ],
)
def test_checks_by_castling_are_not_discovered(fen, chess960, checks, discovered):
    kinds = finished(PerftJob(Board(fen, chess960=chess960), 1, stats=True)).kinds_of_moves()
    assert (kinds["checks"], kinds["discovered_checks"]) == (checks, discovered)


def test_kinds_of_moves_are_not_counted_unless_asked_for():
    job = finished(PerftJob(Board(), 3))
    assert set(job.kinds_of_moves().values()) == {0}


def test_kinds_of_moves_from_many_threads():
    job = perft.Count(Board(NAMED_POSITIONS["kiwipete"]), 3, stats=True, method="legal")
    job.run(threads=4)
    assert (
        job.kinds_of_moves()
        == finished(PerftJob(Board(NAMED_POSITIONS["kiwipete"]), 3, stats=True)).kinds_of_moves()
    )


def test_parts_are_counted_one_by_one():
    job = PerftJob(Board(), 5)
    assert job.parts_total >= 200
    assert job.parts_done == job.nodes == 0
    seen = []
    while job.step():
        seen.append(job.nodes)
    assert len(seen) == job.parts_done == job.parts_total
    assert seen == sorted(seen)
    assert seen[-1] == 4865609
    assert not job.stopped


def test_a_stopped_job_keeps_what_it_counted():
    job = PerftJob(Board(), 5)
    assert job.step()
    nodes = job.nodes
    job.stop()
    assert job.stopped
    assert not job.step()
    assert job.nodes == sum(job.divide().values()) == nodes
    assert job.parts_done == 1


def test_a_job_outlives_changes_of_its_board():
    board = Board()
    job = PerftJob(board, 4)
    board.push_uci("e2e4")
    assert finished(job).nodes == 197281


def test_a_job_counts_once():
    job = finished(PerftJob(Board(), 3))
    assert not job.step()
    assert job.nodes == 8902


def test_finished_moves_are_those_whose_counts_are_complete():
    board = Board()
    expected = board.divide(5)
    job = PerftJob(board, 5)
    assert job.finished_moves() == []
    seen = 0
    while job.step():
        moves = job.finished_moves()
        assert len(moves) >= seen
        assert all(job.divide()[move] == expected[move] for move in moves)
        seen = len(moves)
    assert job.finished_moves() == list(expected)
    assert job.divide() == expected


def test_depth_zero_has_no_parts():
    job = PerftJob(Board(), 0)
    assert job.parts_total == 0
    assert not job.step()
    assert job.nodes == 1
    assert job.divide() == {}


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("known", KNOWN[:4], ids=lambda known: known.name)
def test_run_works_a_job_to_its_end(known, threads):
    depth, count = known.deepest(500_000)
    assert perft.Count(known.board(), depth).run(threads=threads).nodes == count


def test_run_tells_its_progress_and_can_be_stopped():
    told = []

    def watch(job):
        told.append(job.parts_done)
        if len(told) == 3:
            job.stop()

    job = perft.Count(Board(), 12)
    assert job.run(threads=2, progress=watch) is job
    assert len(told) >= 3
    assert told == sorted(told)
    assert job.stopped
    assert job.nodes == sum(job.divide().values())


@pytest.mark.parametrize("exception", [KeyboardInterrupt, RuntimeError])
def test_an_exception_while_waiting_stops_the_job(exception):
    def interrupt(job):
        raise exception

    job = perft.Count(Board(), 12)
    with pytest.raises(exception):
        job.run(threads=2, progress=interrupt)
    assert job.stopped
    assert job.parts_done < job.parts_total
    assert job.nodes == sum(job.divide().values())


def test_processors():
    assert perft.processors() >= 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"depth": -1}, "the depth of a perft is 0 to 60, not -1"),
        ({"depth": 61}, "the depth of a perft is 0 to 60, not 61"),
        ({"depth": 3, "threads": 0}, "the number of threads is 1 to 1024, not 0"),
        ({"depth": 3, "threads": -2}, "the number of threads is 1 to 1024, not -2"),
        ({"depth": 3, "threads": 1025}, "the number of threads is 1 to 1024, not 1025"),
        ({"depth": 3, "method": "slow"}, "one of fast, fast1, legal, pseudo, not 'slow'"),
        ({"depth": 3, "method": None}, "one of fast, fast1, legal, pseudo, not None"),
        ({"depth": 3, "hash_mb": -1}, "hash table in MB is 0 to 1048576, not -1"),
        ({"depth": 3, "hash_mb": 2**70}, "hash table in MB is 0 to 1048576, not"),
    ],
)
def test_bad_values(arguments, message):
    with pytest.raises(ValueError, match=message):
        Board().perft(**arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {"depth": "six"},
        {"depth": None},
        {"depth": 3, "threads": "2"},
        {"depth": 3, "hash_mb": "16"},
        {"depth": 3, "method": []},
        {"depth": 3, "speed": 2},
    ],
)
def test_bad_types(arguments):
    with pytest.raises(TypeError):
        Board().perft(**arguments)


@pytest.mark.parametrize("arguments", [{"depth": 2.5}, {"depth": 3, "hash_mb": 1.5}])
def test_fractions_are_refused(arguments):
    with pytest.raises(TypeError):
        Board().perft(**arguments)


def test_a_depth_beyond_all_numbers_is_refused():
    with pytest.raises((ValueError, OverflowError)):
        Board().perft(2**70)


def test_jobs_share_a_table():
    table = PerftTable(1)
    for known in [*KNOWN, *KNOWN]:
        depth, count = known.deepest(2_000_000)
        assert finished(PerftJob(known.board(), depth, table=table)).nodes == count


@pytest.mark.parametrize("depth", [3, 4])
def test_a_table_outlives_those_who_know_it(depth):
    job = PerftJob(Board(), depth, table=PerftTable(1))
    assert finished(job).nodes == {3: 8902, 4: 197_281}[depth]


@pytest.mark.parametrize("megabytes", [-1, 2**20 + 1])
def test_sizes_of_tables(megabytes):
    with pytest.raises(ValueError, match="the size of the hash table in MB is 0 to 1048576, not"):
        PerftTable(megabytes)


@pytest.mark.parametrize("depth", [0, -1])
def test_divide_needs_a_ply(depth):
    with pytest.raises(ValueError, match=f"a depth of 1 or more, not {depth}"):
        Board().divide(depth)


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"method": "legal"},
        {"method": "pseudo"},
        {"check": True},
        {"hash_mb": 1},
        {"threads": 3},
    ],
)
def test_the_greatest_depth(how):
    board = Board(LOCKED)
    assert board.perft(PerftJob.MAX_DEPTH, **how) == 1
    assert board.perft(PerftJob.MAX_DEPTH - 1, **how) == 1


def test_a_job_needs_a_board():
    with pytest.raises(TypeError):
        PerftJob(None, 3)


def test_impossible_positions_are_refused():
    with pytest.raises(ImpossiblePositionError, match="black has no king"):
        PerftJob(Board("8/8/8/8/8/8/8/K7 w - - 0 1"), 0)
