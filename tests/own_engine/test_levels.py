"""Limited strength: fewer positions, overlooked moves, and always the same with a seed."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from kiwipete import Board, Move
from kiwipete.own_engine import MAX_LEVEL
from kiwipete.own_engine.levels import LEVELS, MAX_ELO, MIN_ELO, Level, level_of
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits


def test_higher_levels_look_further_and_see_more():
    assert len(LEVELS) == MAX_LEVEL
    for weaker, stronger in pairwise(LEVELS):
        assert weaker.elo < stronger.elo
        assert weaker.nodes < stronger.nodes
        assert weaker.seen <= stronger.seen


def test_a_rating_lies_between_two_levels():
    assert [level_of(level.elo) for level in LEVELS] == list(LEVELS)
    for weaker, stronger in pairwise(level_of(elo) for elo in range(MIN_ELO, MAX_ELO + 1)):
        assert weaker.nodes <= stronger.nodes
        assert weaker.seen <= stronger.seen
    assert level_of(MAX_ELO + 500) == LEVELS[-1]


def test_moves_are_overlooked_as_often_as_told():
    board, dice = Board(), Random(1)
    level = Level(1000, 100, 30)
    seen = [level.moves(board, board.legal_moves, dice) for _ in range(300)]
    assert all(moves and set(moves) <= set(board.legal_moves) for moves in seen)
    assert 0.27 < sum(map(len, seen)) / 300 / 20 < 0.33
    assert {move for moves in seen for move in moves} == set(board.legal_moves)
    assert len(Level(1000, 100, 100).moves(board, board.legal_moves, dice)) == 20


def test_nobody_overlooks_to_take_back():
    board = Board("4k3/8/3p4/4p3/3P4/8/8/4K3 w - - 0 1")
    board.push_uci("d4e5")
    blind = Level(0, 10, 0)
    assert blind.moves(board, board.legal_moves, Random(1)) == [Move.from_uci("d6e5")]
    assert len(blind.moves(Board(), Board().legal_moves, Random(1))) == 1


def limited(elo: int, seed: int = 1) -> SearchEngine:
    engine = SearchEngine(seed=seed)
    engine.set_option("uci_limitstrength", True)
    engine.set_option("uci_elo", elo)
    return engine


def searched(engine: SearchEngine, limits: SearchLimits, **how) -> tuple[list[str], int]:
    engine.begin(Board(), limits, **how)
    return [str(line.moves[0]) for line in engine.run()], engine.nodes


def test_the_same_seed_plays_the_same_moves():
    first, second = limited(MIN_ELO), limited(MIN_ELO)
    games = [
        [searched(engine, SearchLimits(), plays=True) for _ in range(20)]
        for engine in (first, second)
    ]
    assert games[0] == games[1]
    assert len({str(move) for move, _ in games[0]}) > 5


def test_limits_that_are_given_hold_too():
    moves, nodes = searched(limited(MAX_ELO), SearchLimits(nodes=50), plays=True)
    assert moves
    assert nodes <= 60
    only = [Move.from_uci("a2a3"), Move.from_uci("h2h3"), Move.from_uci("h2h5")]
    assert searched(limited(MIN_ELO), SearchLimits(), plays=True, root_moves=only)[0][0] in (
        "a2a3",
        "h2h3",
    )


def test_an_analysis_is_not_limited():
    assert searched(limited(MIN_ELO), SearchLimits(nodes=5000))[1] > 4000
    engine = limited(MIN_ELO)
    engine.set_option("uci_analysemode", True)
    assert searched(engine, SearchLimits(nodes=5000), plays=True)[1] > 4000


def test_no_move_to_choose_from_is_no_move():
    assert searched(limited(MIN_ELO), SearchLimits(), plays=True, root_moves=[])[0] == []


def test_a_finished_game_has_no_move():
    engine = limited(MIN_ELO)
    engine.begin(Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), SearchLimits(), plays=True)
    assert engine.run() == []


def beginner_move(board: Board, dice: Random) -> Move:
    """Return a move of somebody who mates in one, takes what hangs, and knows no more."""
    moves = sorted(board.legal_moves, key=str)
    dice.shuffle(moves)
    for move in moves:
        if board.gives_check(move):
            board.push(move)
            mated = board.is_checkmate()
            board.pop()
            if mated:
                return move
    return max(moves, key=lambda move: board.see(move) if board.is_capture(move) else 0)


def test_a_beginner_can_win():
    dice, wins = Random(3), 0
    for number in range(100):
        engine, board = limited(MIN_ELO, seed=number), Board()
        beginner = number % 2 == 0
        while not board.is_game_over(claim_draw=True):
            if board.turn == beginner:
                board.push(beginner_move(board, dice))
            else:
                engine.begin(board, SearchLimits(), plays=True)
                board.push(engine.run()[0].moves[0])
        wins += board.outcome(claim_draw=True).winner == beginner
    assert 8 <= wins <= 60  # about one in six
