"""The network gives the integers of its definition, along any line, on every build."""

from __future__ import annotations

import json
import random

import pytest

from kiwipete import Board, ImpossiblePositionError, Move
from kiwipete._core import _find
from kiwipete._core.cpu import runnable_builds
from kiwipete._core.network import NetworkLine, NetworkWeights
from kiwipete.own_engine.network_file import Network
from tests.kernel.test_builds import run_python
from tests.support.networks import random_network, value_by_definition
from tests.support.random_play import STARTS, Start

# Every width with an instance of its own, and others.
SHAPES = [(32, 1), (64, 8), (96, 3), (128, 2), (256, 1), (512, 4), (1024, 1)]


class Walk:
    """A walk up and down the lines below a position, on a board and a NetworkLine at once."""

    def __init__(self, weights: NetworkWeights, start: Start, dice: random.Random) -> None:
        self.board = start.board()
        self.line = NetworkLine(weights, self.board)
        self._dice = dice

    def step(self) -> None:
        """Take back a move, or make one: sometimes a null move, and often a rare one."""
        moves = [*self.board.legal_moves]
        length = len(self.board.move_stack)
        if length and (not moves or length > 120 or self._dice.random() < 0.35):
            self.board.pop()
            self.line.pop()
            return
        if not moves:
            return
        rare = [move for move in moves if self._is_rare(move)]
        move = self._dice.choice(rare if rare and self._dice.random() < 0.5 else moves)
        if not self.board.is_check() and self._dice.random() < 0.1:
            move = Move.null()
        self.board.push(move)
        self.line.push(move)

    def _is_rare(self, move: Move) -> bool:
        board = self.board
        king_moves = move.from_square == board.king(board.turn)
        return king_moves or move.is_promotion or move.is_en_passant


@pytest.mark.parametrize(("hidden", "buckets"), SHAPES)
def test_accumulators_along_random_lines(hidden, buckets):
    """However many moves lie between two values, updates give what a new start gives."""
    dice = random.Random(hidden)
    weights = NetworkWeights(random_network(hidden, buckets))
    for start in STARTS:
        walk = Walk(weights, start, dice)
        for _ in range(80):
            for _ in range(dice.choice([0, 1, 1, 1, 2, 5])):
                walk.step()
            value = walk.line.evaluate()
            assert walk.line.is_exact(), walk.board.fen()
            assert value == weights.evaluate(walk.board), walk.board.fen()


@pytest.mark.parametrize(("hidden", "buckets"), SHAPES)
def test_values_by_definition(hidden, buckets):
    dice = random.Random(hidden)
    network = random_network(hidden, buckets)
    weights = NetworkWeights(network)
    for start in dice.sample(STARTS, 12):
        walk = Walk(weights, start, dice)
        for _ in range(6):
            walk.step()
        value = value_by_definition(network, walk.board)
        assert (walk.line.evaluate(), weights.evaluate(walk.board)) == (value, value)


def test_extreme_integers_do_not_overflow():
    """Weights as large as a file may have, all of one sign, and a full board."""
    hidden = 64
    payload = b"".join(
        (number.to_bytes(2, "little", signed=True) * count)
        for number, count in [(992, 768 * hidden), (992, hidden), (-128, 2 * hidden)]
    )
    network = Network(hidden, 1, 10_000, payload + (-(1 << 31)).to_bytes(4, "little", signed=True))
    weights = NetworkWeights(network)
    line = NetworkLine(weights, Board())
    assert line.is_exact()
    assert line.evaluate() == value_by_definition(network, Board())


# Reads [[FEN, chess960], …] and writes the values along random lines below them.
VALUES = """
import json, random, sys
import kiwipete
from kiwipete._core.network import NetworkWeights
from tests.support.networks import random_network
from tests.support.random_play import Start
from tests.kernel.test_network import SHAPES, Walk
starts = [Start(*start) for start in json.load(sys.stdin)]
values = []
for hidden, buckets in SHAPES:
    weights = NetworkWeights(random_network(hidden, buckets))
    for start in starts:
        walk = Walk(weights, start, random.Random(start.fen))
        for _ in range(60):
            walk.step()
            values.append(walk.line.evaluate())
            assert values[-1] == weights.evaluate(walk.board)
json.dump({"build": kiwipete.BUILD, "values": values}, sys.stdout)
"""


def test_all_builds_give_the_same_values():
    starts = json.dumps([[start.fen, start.chess960] for start in STARTS])
    answers = []
    builds = [name for name in ("native", *runnable_builds()) if _find(name)]
    for build in builds:
        process = run_python(VALUES, build=build, text=starts)
        assert process.returncode == 0, process.stderr
        answer = json.loads(process.stdout)
        assert answer["build"] == build
        answers.append(answer["values"])
    assert len(answers[0]) > 10_000
    assert all(answer == answers[0] for answer in answers)


def test_a_line_checks_its_moves():
    weights = NetworkWeights(random_network(32))
    line = NetworkLine(weights, Board())
    with pytest.raises(IndexError):
        line.pop()
    with pytest.raises(ValueError, match="illegal move: e2e5"):
        line.push(Move.from_uci("e2e5"))
    check = NetworkLine(weights, Board("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1"))
    with pytest.raises(ValueError, match="leaves the king in check"):
        check.push(Move.null())
    for _ in range(129):
        line.push(Move.null())
    with pytest.raises(ValueError, match="at most 129 moves"):
        line.push(Move.null())
    assert line.is_exact()


@pytest.mark.parametrize("fen", ["8/8/8/8/8/8/8/K7 w - - 0 1", "kk6/8/8/8/8/8/8/K7 w - - 0 1"])
def test_a_network_needs_two_kings(fen):
    weights = NetworkWeights(random_network(32))
    with pytest.raises(ImpossiblePositionError):
        weights.evaluate(Board(fen))
    with pytest.raises(ImpossiblePositionError):
        NetworkLine(weights, Board(fen))


@pytest.mark.parametrize(("hidden", "buckets"), [(0, 1), (33, 1), (1056, 1), (32, 0), (32, 9)])
def test_impossible_shapes_are_refused(hidden, buckets):
    with pytest.raises(ValueError, match="no network has"):
        NetworkWeights(Network(hidden, buckets, 400, bytes(100)))


def test_a_payload_of_the_wrong_size_is_refused():
    with pytest.raises(ValueError, match="100 bytes are no network"):
        NetworkWeights(Network(32, 1, 400, bytes(100)))
