"""The bench: fixed positions at a fixed depth. Its node count is the search's signature."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from kiwipete.board import Board
from kiwipete.own_engine import SHIPPED
from kiwipete.own_engine.networks import NetworkSource
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits

DEPTH = 13

# Openings, middle games, endgames and draws; some are well-known perft positions.
POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 0 6",
    "r2q1rk1/pb1nbppp/1p2pn2/2pp4/2PP4/1PN1PN2/PBQ1BPPP/R4RK1 w - - 4 11",
    "2rq1rk1/pp1bppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/2KR3R w - - 9 12",
    "r1b2rk1/2q1bppp/p2ppn2/1p4P1/3QPP2/2N5/PPP1B2P/2KR3R b - - 0 16",
    "8/5pk1/4p1p1/3pP2p/1r1P1P1P/4K1P1/R7/8 w - - 6 45",
    "8/8/1p1k4/p1p2p2/P1P1pP2/1P2P1K1/8/8 b - - 0 50",
    "3r2k1/5ppp/2p5/1p1nN3/1P1P4/P4P2/6PP/2R3K1 b - - 2 30",
    "4rrk1/pp1q2pp/2p1b3/3pNp2/3P1P2/2PQ3R/PP4PP/4R1K1 w - - 3 22",
    "6k1/6p1/7p/3K4/8/5Q2/8/1q6 b - - 0 70",
    "8/8/8/4k3/8/3KP3/8/8 w - - 0 1",
)


class Measured(NamedTuple):
    """The cost of searching one position."""

    fen: str
    nodes: int
    seconds: float


class Bench:
    """An iterable that searches the positions one after the other and yields the figures.

    Single-threaded, with the hash cleared before each position.

    >>> nodes = [sum(run.nodes for run in Bench(depth=3)) for _ in range(2)]
    >>> nodes[0] == nodes[1]
    True
    """

    def __init__(
        self, depth: int = DEPTH, hash_mb: int = 16, network: NetworkSource = SHIPPED
    ) -> None:
        self._limits = SearchLimits(depth=depth)
        self._engine = SearchEngine(hash_mb=hash_mb, network=network)
        self.stopped = False

    def stop(self) -> None:
        """Stop the bench; any thread may call it."""
        self.stopped = True
        self._engine.stop()

    def __iter__(self) -> Iterator[Measured]:
        for fen in POSITIONS:
            self._engine.clear()
            start = time.perf_counter()
            self._engine.begin(Board(fen), self._limits)
            if self.stopped:  # checked after `begin`, which resets the stop flag
                return
            self._engine.run()
            if self.stopped:
                return
            yield Measured(fen, self._engine.nodes, time.perf_counter() - start)
