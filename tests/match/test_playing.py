"""Games between toy engines, also those that fail."""

from __future__ import annotations

import sys
import time

import pytest

from kiwipete import Board
from kiwipete.match import Adjudication, Control, Opening, Terms
from kiwipete.match.player import EngineSpec, Player, PlayerFailure
from kiwipete.match.playing import Fixture, play
from tests.support.match.toys import QUICK, START, play_one, to_the_end, toy

QUICK_END = to_the_end(Control(nodes=100))


def replay(game, chess960=False):
    board = Board(game.opening.fen, chess960=chess960)
    for move in game.moves:
        board.push_uci(move)
    return board


def test_a_game_is_legal_and_ends_by_the_rules():
    game = play_one(toy("seed=1"), toy("seed=2"), QUICK_END)
    board = replay(game)
    assert len(game.infos) == len(game.moves)
    ends = {
        "checkmate": board.is_checkmate,
        "stalemate": board.is_stalemate,
        "insufficient material": board.is_insufficient_material,
        "threefold repetition": lambda: board.is_repetition(3),
        "fifty moves": board.is_fifty_moves,
        "dead position": board.is_dead_position,
    }
    assert ends[game.reason]()
    assert all(info.seconds > 0 and info.depth == 1 for info in game.infos)


def test_the_same_game_twice():
    one, two = (play_one(toy("seed=1"), toy("seed=2"), QUICK) for _ in range(2))
    assert (one.moves, one.result, one.reason) == (two.moves, two.result, two.reason)


@pytest.mark.parametrize(
    ("fen", "winner"),
    [
        ("4k3/pppp4/8/8/8/8/8/QQQ1K3 w - - 0 1", True),
        ("qqq1k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", False),
    ],
)
def test_adjudication(fen, winner):
    terms = Terms(Control(nodes=1), Adjudication(win_score=900, win_moves=1))
    game = play_one(toy("blind"), toy("blind"), terms, Opening(fen))
    assert (game.winner, game.reason, len(game.moves)) == (winner, "adjudicated win", 2)


def test_checkmate():
    mate = Opening("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
    game = play_one(toy(), toy(), QUICK_END, mate)
    assert (game.winner, game.reason, game.moves) == (True, "checkmate", ("g5g7",))


def test_a_game_that_is_over_when_it_begins():
    game = play_one(toy(), toy(), QUICK, Opening("8/8/8/8/8/5k2/8/7K w - - 0 1"))
    assert (game.winner, game.reason, game.infos) == (None, "insufficient material", ())


def test_adjudication_needs_scores():
    opening = Opening("4k3/8/8/8/8/8/QQQQ4/4K3 w - - 0 1")
    terms = Terms(Control(nodes=1), Adjudication(win_score=900, win_moves=1))
    game = play_one(toy("blind"), toy("silent"), terms, opening)
    assert game.reason != "adjudicated win"


def test_chess960():
    fen = "bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w ECec - 0 1"
    terms = Terms(Control(nodes=1), chess960=True)
    game = play_one(toy("seed=3"), toy("seed=4"), terms, Opening(fen))
    assert replay(game, chess960=True).move_stack
    assert game.reason not in ("illegal move", "crash")


# Engines that fail lose that game.


@pytest.mark.parametrize(
    ("failure", "reason", "detail"),
    [
        ("crash", "crash", "it ended with exit code 3: panic: out of ideas"),
        ("illegal", "illegal move", "e1e8"),
        ("none", "no move", "bestmove (none)"),
        ("empty", "no move", "bestmove"),
    ],
)
def test_failures_lose(failure, reason, detail):
    game = play_one(toy("seed=1"), toy("seed=2", f"{failure}@3"), QUICK)
    assert (game.winner, game.reason, game.failed) == (True, reason, 1)
    assert detail in game.detail
    assert len(game.infos) == len(game.moves) == 5
    game = play_one(toy("seed=1", f"{failure}@1"), toy("seed=2"), QUICK)
    assert (game.winner, game.reason, game.failed, game.moves) == (False, reason, 0, ())


@pytest.mark.parametrize("failure", ["hang", "flood"])
def test_an_engine_that_does_not_obey_hangs(failure):
    terms = Terms(Control(movetime=0.3))
    game = play_one(toy("seed=1"), toy("seed=2", f"{failure}@2"), terms)
    assert (game.winner, game.reason, game.failed) == (True, "hang", 1)
    assert "no move after" in game.detail


def test_a_hang_without_a_clock():
    game = play_one(toy("hang@1"), toy(), Terms(Control(nodes=1), timeout=0.2))
    assert (game.winner, game.reason) == (False, "hang")


def test_an_engine_that_is_late_but_obeys_loses_on_time():
    terms = Terms(Control.clock("0.3+0.1"))
    game = play_one(toy("late@2"), toy(), terms)
    assert (game.winner, game.reason) == (False, "time")
    assert " s for 0." in game.detail


@pytest.mark.parametrize(
    ("fen", "winner", "reason"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None, "time, but no mate is possible"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", True, "time"),
        ("2B2b1k/1B4p1/1p2P1P1/1P1p4/3P4/8/8/6K1 w - - 0 1", False, "time"),
        ("8/8/pppp1p2/2pp4/8/K1k5/8/8 b - - 0 1", None, "time, but no mate is possible"),
    ],
)
def test_time_runs_out_against_a_player_that_cannot_mate(fen, winner, reason):
    terms = Terms(Control.clock("0.3+0.1"), Adjudication.never())
    game = play_one(toy("late@1"), toy("late@1"), terms, Opening(fen))
    assert (game.winner, game.reason) == (winner, reason)
    assert " s for 0." in game.detail
    assert (game.failed is None) == (winner is None)


def test_a_dead_position_is_drawn_at_once():
    wall = Opening("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1")
    game = play_one(toy(), toy(), QUICK_END, wall)
    assert (game.winner, game.reason, game.moves) == (None, "dead position", ())


def test_time_runs_out_move_by_move():
    game = play_one(toy(), toy("sleep=0.3"), Terms(Control.clock("1"), grace=0))
    assert (game.winner, game.reason, game.failed) == (True, "time", 1)
    slow = game.seconds(1)
    assert len(slow) <= 3
    assert all(0.3 <= seconds < 1 for seconds in slow)


def test_grace():
    terms = Terms(Control(movetime=0.1), Adjudication(win_moves=1, win_score=100), grace=5.0)
    game = play_one(toy("seed=1", "sleep=0.12"), toy("seed=2", "blind"), terms)
    assert game.reason not in ("time", "hang")
    assert game.overruns[0] == len(game.seconds(0))


def test_an_engine_starts_again_after_it_has_failed(tmp_path):
    once = f"once={tmp_path / 'failed'}"
    for failure, reason in (("crash", "crash"), ("hang", "hang"), ("late", "time")):
        with Player(toy(f"{failure}@1", once)) as white, Player(toy()) as black:
            terms = Terms(Control(movetime=0.5))
            assert play(Fixture(0, 0, 1, START), white, black, terms).reason == reason
            again = play(Fixture(1, 0, 1, START), white, black, terms)
            assert again.failed is None
        (tmp_path / "failed").unlink()


def test_an_engine_that_cannot_start_loses():
    missing = toy()
    game = play_one(missing, type(missing)("gone", ("/no/such/engine",)), QUICK)
    assert (game.winner, game.reason) == (True, "crash")
    assert "cannot start '/no/such/engine'" in game.detail


# What engines are told.


def test_options_are_set_and_the_clock_is_told(tmp_path):
    log = tmp_path / "log"
    wishes = (("Hash", "8"), ("Threads", "1"))
    spec = toy(f"log={log}", options=(("hash", "32"),), wishes=wishes)
    play_one(spec, toy("crash@2"), Terms(Control.clock("5+0.5")))
    lines = log.read_text().splitlines()
    assert lines[:5] == [
        "uci",
        "setoption name Hash value 32",
        "ucinewgame",
        "isready",
        "position startpos",
    ]
    assert lines[5] == "go wtime 5000 btime 5000 winc 500 binc 500"
    assert lines[6].startswith("position startpos moves ")
    assert len(lines[6].split()) == 5


def test_wishes_that_cannot_be_fulfilled_do_no_harm(tmp_path):
    log = tmp_path / "log"
    play_one(toy(f"log={log}", wishes=(("Hash", "4096"),)), toy("crash@1"))
    assert log.read_text().splitlines()[:2] == ["uci", "ucinewgame"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ((("Skill", "1"),), "it has no option 'Skill'"),
        ((("Hash", "4096"),), "option 'Hash' is at most 64, got: 4096"),
        ((("Hash", "big"),), "expected an integer"),
    ],
)
def test_options_that_cannot_be_set(options, reason):
    with Player(toy(options=options)) as player, pytest.raises(PlayerFailure, match=reason):
        player.new_game()


def test_a_network_that_cannot_be_read_is_no_other_network():
    ours = (sys.executable, "-m", "kiwipete", "uci")
    spec = EngineSpec("ours", ours, (("EvalFile", "missing.kwn"),))
    with Player(spec) as player, pytest.raises(PlayerFailure, match=r"missing\.kwn"):
        player.new_game()


def test_a_move_takes_little_of_our_own_time():
    with Player(toy("seed=1", "blind")) as white, Player(toy("seed=2", "blind")) as black:
        white.new_game()
        black.new_game()
        start = time.process_time()
        game = play(Fixture(0, 0, 1, START), white, black, QUICK_END)
        seconds = time.process_time() - start
    # Some 50 microseconds on an idle machine.
    assert seconds / len(game.infos) < 0.001
