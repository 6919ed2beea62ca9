"""Long counts: any executor, any end, and the exact count in the end."""

from __future__ import annotations

import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context

import pytest

from kiwipete import Board, ImpossiblePositionError
from kiwipete.lab import long_counts
from kiwipete.lab.long_counts import LongCount, PartCounter, count, positions_below
from kiwipete.lab.long_counts.count_store import CountStore, CountStoreError
from kiwipete.positions import NAMED_POSITIONS
from tests.support.perft_data import KNOWN

START_5 = 4_865_609
START_6 = 119_060_324

# Count with a store on two threads, and tell the parts at first and as they come.
PROGRAM = """
import sys
from concurrent.futures import ThreadPoolExecutor
from kiwipete import Board
from kiwipete.lab.long_counts.count_store import CountStore
from kiwipete.lab.long_counts import LongCount
from threading import Semaphore

ahead = Semaphore(64)  # parts that may be counted before the reader has heard of others

class Pool(ThreadPoolExecutor):
    def submit(self, function, *arguments):
        def run():
            ahead.acquire()
            return function(*arguments)
        return super().submit(run)

with CountStore(sys.argv[1]) as store, Pool(2) as pool:
    whole = LongCount(Board(), 6, plies=3, store=store)
    print(whole.parts_before, flush=True)
    heard = whole.parts_before
    def tell(whole):
        global heard
        print(whole.parts_done, flush=True)
        sys.stdin.readline()  # go on when told to, or when nobody is there to tell
        ahead.release(max(1, whole.parts_done - heard))
        heard = whole.parts_done

    whole.run(pool, on_progress=tell)
print(whole.nodes)
"""


class Impatient(Exception):
    pass


def after(parts: int, error: type[BaseException] = Impatient):
    """Return an `on_progress` that ends a count when so many parts are finished."""

    def watch(whole: LongCount) -> None:
        if whole.parts_done >= parts:
            raise error

    return watch


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.db"


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_known_counts_on_threads(known):
    depth, nodes = known.deepest(100_000)
    with ThreadPoolExecutor(3) as pool:
        assert count(known.board(), depth, executor=pool, plies=min(depth, 2)) == nodes


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_parts_share_what_they_know(known):
    depth, nodes = known.deepest(3_000_000)
    with ThreadPoolExecutor(3) as pool:
        assert count(known.board(), depth, executor=pool, plies=2, hash_mb=1) == nodes


def test_a_process_keeps_what_it_knows():
    sent = pickle.dumps(PartCounter(3, hash_mb=1))
    first, second = pickle.loads(sent), pickle.loads(sent)
    assert first._table is second._table
    assert first._table is not PartCounter(3, hash_mb=1)._table
    assert first(Board().epd()) == second(Board().epd()) == 8902


def test_known_counts_on_processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert count(Board(), 5, executor=pool, plies=2) == START_5
        fen = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"
        board = Board(fen, chess960=True)
        assert count(board, 4, executor=pool, hash_mb=1) == board.perft(4)


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor])
@pytest.mark.parametrize("plies", [None, 0, 1, 2])
@pytest.mark.parametrize("hash_mb", [0, 2])
def test_every_way_counts_the_same(executor, plies, hash_mb):
    board = Board(NAMED_POSITIONS["kiwipete"])
    if executor is None:
        assert count(board, 3, plies=plies, hash_mb=hash_mb) == 97_862
    else:
        with executor(2) as pool:
            assert count(board, 3, executor=pool, plies=plies, hash_mb=hash_mb) == 97_862


def test_more_parts_than_are_handed_out_at_once(monkeypatch):
    monkeypatch.setattr(long_counts, "_AHEAD", 7)
    most = 0

    class Counted(ThreadPoolExecutor):
        under_way = 0

        def submit(self, fn, /, *args):
            nonlocal most
            self.under_way += 1
            most = max(most, self.under_way)
            return super().submit(self.work, fn, *args)

        def work(self, fn, *args):
            result = fn(*args)
            self.under_way -= 1
            return result

    with Counted(1) as pool:
        assert count(Board(), 4, executor=pool, plies=2) == 197_281
    assert most <= 8


def test_depth_zero_and_the_end_of_the_game():
    assert count(Board(), 0) == 1
    assert count(Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), 5) == 0


def test_sums_beyond_64_bits(path):
    most = 2**64 - 1
    with CountStore(path) as store:
        LongCount(Board(), 60, plies=1, store=store)
        store.record((epd, most) for epd in positions_below(Board(), 1))
    assert count(Board(), 60, store=path) == 20 * most


def test_divide():
    board = Board(NAMED_POSITIONS["kiwipete"])
    for plies in (1, 2):
        whole = LongCount(board, 3, plies=plies)
        assert set(whole.divide().values()) == {0}
        whole.run()
        assert whole.divide() == board.divide(3)


def test_divide_of_a_count_that_was_not_cut():
    with pytest.raises(ValueError, match="not split"):
        LongCount(Board(), 3, plies=0).divide()


def test_progress():
    told = []
    with ThreadPoolExecutor(2) as pool:
        whole = LongCount(Board(), 4, plies=2)
        whole.run(pool, on_progress=lambda whole: told.append((whole.parts_done, whole.nodes)))
    assert told == sorted(told)
    assert told[-1] == (400, 197_281)
    assert whole.parts_done == whole.parts_total


def test_a_later_change_of_the_board_does_not_matter():
    board = Board()
    whole = LongCount(board, 4)
    board.push_uci("e2e4")
    whole.run()
    assert whole.nodes == 197_281
    assert sum(whole.divide().values()) == 197_281


# Going on.


def test_goes_on_where_it_ended(path):
    with pytest.raises(Impatient):
        count(Board(), 5, store=path, plies=1, on_progress=after(12))
    with CountStore(path) as store:
        whole = LongCount(Board(), 5, store=store)
        assert (whole.plies, whole.parts_before, whole.parts_total) == (1, 12, 20)
        assert 0 < whole.nodes == whole.nodes_before < START_5
        whole.run()
    assert whole.nodes == START_5
    assert whole.divide() == Board().divide(5)


def test_a_finished_count_is_there_at_once(path):
    assert count(Board(), 5, store=path) == START_5

    class Nobody(Executor):
        def submit(self, fn, /, *args, **kwargs):
            raise AssertionError("there is nothing left to count")

    assert count(Board(), 5, store=path, executor=Nobody()) == START_5


def test_counters_of_moves_do_not_matter(path):
    board = Board()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        board.push_uci(move)
    assert count(Board(), 4, store=path) == count(board, 4, store=path) == 197_281


def test_another_cut_is_refused(path):
    count(Board(), 4, store=path, plies=1)
    with pytest.raises(CountStoreError, match="was split at ply 1, not 2"):
        count(Board(), 4, store=path, plies=2)
    assert count(Board(), 4, store=path, plies=1) == 197_281


def test_a_strange_part_is_refused(path):
    count(Board(), 3, store=path)
    strange = "8/8/8/8/8/k7/8/K7 w - -"
    with CountStore(path) as store:
        store.record([(strange, 3)])
    with pytest.raises(CountStoreError, match=f"is damaged: {strange} is not a part of this count"):
        count(Board(), 3, store=path)


def test_impossible_positions_make_no_store(path):
    with pytest.raises(ImpossiblePositionError):
        count(Board("8/8/8/8/8/8/8/K7 w - - 0 1"), 3, store=path)
    assert not path.exists()


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_exception_stops_threads_at_once(error):
    with ThreadPoolExecutor(2) as pool:
        whole = LongCount(Board(), 12, plies=1)
        start = time.monotonic()
        with pytest.raises(error):
            whole.run(pool, on_progress=after(0, error))
    # A part would take hours.
    assert time.monotonic() - start < 30
    assert whole.parts_done == 0


def test_what_is_finished_is_kept_when_a_part_fails(path):
    class Faulty(Executor):
        """Counts all but one, and says so of all at once."""

        calls = 0

        def submit(self, fn, /, *args, **kwargs):
            future: Future[int] = Future()
            self.calls += 1
            if self.calls == 11:
                future.set_exception(OSError("the worker is gone"))
            else:
                future.set_result(fn(*args))
            return future

    with pytest.raises(OSError, match="the worker is gone"):
        count(Board(), 4, store=path, executor=Faulty())
    with CountStore(path) as store:
        assert len(store.parts()) == 19
    assert count(Board(), 4, store=path) == 197_281


def test_a_stopped_counter():
    counter = PartCounter(12)
    pickled = pickle.dumps(counter)
    failures = []

    def work() -> None:
        try:
            counter(Board().epd())
        except CancelledError as error:
            failures.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.2)
    counter.stop()
    thread.join(30)
    assert not thread.is_alive()
    assert len(failures) == 1
    with pytest.raises(CancelledError):
        counter(Board().epd())
    # Elsewhere nobody has stopped it.
    copy = pickle.loads(pickled)
    copy.depth = 3
    assert copy(Board().epd()) == 8_902


def test_kill_9_again_and_again_loses_nothing(path):
    moments = random.Random(4)
    told = 0
    for _ in range(5):
        with start(path) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            before = int(process.stdout.readline())
            assert before >= told  # nothing that was said to be finished is lost
            while told < before + moments.randrange(50, 500):
                told = int(process.stdout.readline())
                print(file=process.stdin, flush=True)
            process.send_signal(signal.SIGKILL)
    with start(path) as process:
        *parts, nodes = map(int, process.communicate()[0].split())
    assert told <= parts[0] < 5362
    assert parts[-1] == 5362
    assert nodes == START_6


def start(path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
