"""Boards in threads: several may use one board at once, and each call is then all or nothing."""

from __future__ import annotations

import contextlib
import pickle
import random
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from kiwipete import (
    STARTING_FEN,
    Board,
    IllegalMoveError,
    ImpossiblePositionError,
    Move,
)
from kiwipete._core.perft_job import PerftJob
from kiwipete.positions import NAMED_POSITIONS
from tests.support.perft_data import KNOWN
from tests.support.random_play import STARTS, games, play

THREADS = 4
KIWIPETE = NAMED_POSITIONS["kiwipete"]


@pytest.fixture(autouse=True)
def threads_take_turns_often() -> Iterator[None]:
    """Let no thread go on for long, so that calls meet."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(*tasks: Callable[[], None]) -> None:
    """Run tasks at once, each in a thread; raise what the first of them raised."""
    failures: list[BaseException] = []
    start = threading.Barrier(len(tasks))

    def run(task: Callable[[], None]) -> None:
        start.wait()
        try:
            task()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def while_it_changes(board: Board, fens: list[str], *tasks: Callable[[], None]) -> None:
    """Run tasks while another thread sets a board up again and again."""
    unfinished = [None] * len(tasks)

    def flip() -> None:
        while unfinished:
            for fen in fens:
                board.set_fen(fen)

    def run(task: Callable[[], None]) -> None:
        try:
            task()
        finally:
            unfinished.pop()

    together(flip, *(lambda task=task: run(task) for task in tasks))


# Each reads a board by one call, all of it or all that the call is about.
READERS = {
    "fen": lambda board: board.fen(),
    "fingerprint": lambda board: board.fingerprint(),
    "zobrist_key": lambda board: board.zobrist_key,
    "legal moves": lambda board: list(board.legal_moves),
    "count": lambda board: len(board.legal_moves),
    "pseudo-legal moves": lambda board: list(board.pseudo_legal_moves),
    "captures": lambda board: list(board.generate_legal_captures()),
    "material": lambda board: board.material,
    "piece_map": lambda board: len(board.copy().piece_map()),
    "status": lambda board: board.status(),
    "outcome": lambda board: board.outcome(),
    "board_fen": lambda board: board.board_fen(),
    "copy": lambda board: board.copy().fingerprint(),
    "pickle": lambda board: pickle.loads(pickle.dumps(board)).fingerprint(),
    "perft": lambda board: board.perft(2),
    "validate": lambda board: board.validate(),
    "mirror": lambda board: board.copy().mirror().fen(),
}


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_sees_one_position_or_the_other(reader):
    read = READERS[reader]
    fens = [STARTING_FEN, KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1"]
    possible = [read(Board(fen)) for fen in fens]
    board = Board()

    def look() -> None:
        for _ in range(500):
            assert read(board) in possible

    while_it_changes(board, fens, look, look)


def test_every_push_counts():
    board = Board()
    times = 2000

    def push() -> None:
        for _ in range(times):
            board.push(Move.null())

    together(*[push] * THREADS)
    assert board.move_stack == [Move.null()] * (THREADS * times)
    assert board.ply() == board.halfmove_clock == THREADS * times
    board.validate()

    popped = [0] * THREADS

    def pop(number: int) -> None:
        try:
            while True:
                assert board.pop() == Move.null()
                popped[number] += 1
        except IndexError:
            pass

    together(*(lambda number=number: pop(number) for number in range(THREADS)))
    assert sum(popped) == THREADS * times
    assert board.fingerprint() == Board().fingerprint()


def test_a_move_is_played_once():
    # The first thread plays it; for the others it is no longer legal.
    for _ in range(200):
        board = Board()
        played = []

        def play_it(board: Board = board, played: list[Move] = played) -> None:
            with contextlib.suppress(IllegalMoveError):
                played.append(board.push_uci("e2e4"))

        together(*[play_it] * THREADS)
        assert len(played) == len(board.move_stack) == 1


def anything(board: Board, seed: int, times: int) -> Callable[[], None]:
    """Return a task that does to a board whatever can be done."""
    rng = random.Random(seed)
    other = Board(KIWIPETE)
    calls = [
        lambda: board.push(rng.choice(list(board.legal_moves) or [Move.null()])),
        lambda: board.push_unchecked(rng.choice(list(board.pseudo_legal_moves) or [Move.null()])),
        lambda: board.push(Move.null()),
        lambda: board.pop(),
        lambda: board.pop(),
        lambda: board.peek(),
        lambda: board.set_fen(rng.choice([STARTING_FEN, KIWIPETE])),
        lambda: board.put(rng.randrange(64), rng.choice([None, 1, 2, 3, 4, 5, 6]), True),
        lambda: board.clear_stack(),
        lambda: setattr(board, "turn", rng.random() < 0.5),
        lambda: setattr(board, "castling_rights", rng.getrandbits(64)),
        lambda: setattr(board, "ep_square", rng.randrange(64)),
        lambda: setattr(board, "chess960", rng.random() < 0.5),
        lambda: board.copy().legal_moves.count(),
        lambda: board.root().fen(),
        lambda: board.move_stack,
        lambda: board.is_repetition(3),
        lambda: board.outcome(claim_draw=True),
        lambda: pickle.dumps(board),
        lambda: [board.san(move) for move in board.legal_moves],
        lambda: board.variation_san(list(other.legal_moves)[:1]),
        lambda: board == other,
        lambda: repr(board.legal_moves),
        lambda: board.perft(1),
    ]

    def run() -> None:
        for _ in range(times):
            with contextlib.suppress(IllegalMoveError, ImpossiblePositionError, IndexError):
                rng.choice(calls)()

    return run


@pytest.mark.parametrize("seed", range(5))
def test_nothing_that_threads_do_to_one_board_harms_it(seed):
    board = Board()
    together(*(anything(board, 10 * seed + number, 1500) for number in range(THREADS)))
    while True:
        try:
            board.validate()
        except ImpossiblePositionError:
            assert not board.is_valid()
        if not board.move_stack:
            break
        board.pop()


def test_a_generator_belongs_to_a_board_not_to_a_thread():
    board = Board()
    moves = board.legal_moves
    counts = []

    def look() -> None:
        for _ in range(2000):
            counts.append(len(moves))
            counts.append(len(list(moves)))

    while_it_changes(board, [STARTING_FEN, KIWIPETE], look)
    assert set(counts) <= {20, 48}


def test_boards_of_their_own_do_not_disturb_each_other():
    expected = [[board.fingerprint() for board in play(rng, start, 40)] for rng, start in some()]
    found: list[list[int]] = [[] for _ in expected]

    def replay(number: int) -> None:
        for index, (rng, start) in enumerate(some()):
            if index % THREADS == number:
                found[index] = [board.fingerprint() for board in play(rng, start, 40)]

    together(*(lambda number=number: replay(number) for number in range(THREADS)))
    assert found == expected


def some() -> list:
    return list(games(STARTS, 12, seed=31))


def test_counting_goes_on_while_the_board_changes():
    board = Board()
    counts = []

    def count() -> None:
        for _ in range(50):
            counts.append(board.perft(3))

    while_it_changes(board, [STARTING_FEN, KIWIPETE], count, count)
    assert set(counts) <= {8902, 97862}
    assert len(counts) == 100


def test_counting_lets_other_threads_run():
    # The position of a job is its own, and a step of it holds nobody up.
    known = next(known for known in KNOWN if known.name.startswith("start"))
    depth, count = known.deepest(5_000_000)
    job = PerftJob(known.board(), depth)
    ticks = 0

    def step() -> None:
        while job.step():
            pass

    def tick() -> None:
        nonlocal ticks
        while job.parts_done < job.parts_total:
            ticks += 1

    together(step, step, tick)
    assert job.nodes == count
    assert ticks > 0


@pytest.mark.parametrize("known", KNOWN[:3], ids=lambda known: known.name)
def test_one_job_for_all_threads(known):
    depth, count = known.deepest(1_000_000)
    board = known.board()
    results = []
    together(*[lambda: results.append(board.perft(depth, threads=2))] * THREADS)
    assert results == [count] * THREADS
