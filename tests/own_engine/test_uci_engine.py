"""Every line gets its answer, and no line can hurt."""

from __future__ import annotations

import io
import random

import pytest

from kiwipete import Board
from kiwipete.own_engine.bench import Bench
from kiwipete.own_engine.options import OPTIONS
from kiwipete.own_engine.uci_engine import converse

FOOLS_MATE = "position startpos moves f2f3 e7e5 g2g4 d8h4"


def test_uci_lists_every_option(gui):
    said = gui.tell("uci")
    assert said[0].startswith("id name Kiwipete ")
    assert said[-1] == "uciok"
    assert len([line for line in said if line.startswith("option name ")]) == len(OPTIONS)


def test_words_are_separated_by_any_space(gui):
    gui.tell("\tsetoption\tname  Multi\tvalue\t3")
    assert "no option 'Multi'" in gui.said[-1]
    gui.tell("setoption name Move \t Overhead  value   20", "setoption\tname\tMultiPV\tvalue\t2")
    gui.tell("position\tstartpos\tmoves\te2e4  e7e5\r")
    assert "/4p3/4P3/" in gui.tell("d")[-1]
    gui.tell("position fen\t4k3/8/8/8/8/8/8/4K2R  w K\t- 0 1 \tmoves")
    assert "4K2R w K - 0 1" in gui.tell("d")[-1]
    said = gui.tell_all("go\tdepth\t2")
    assert any(" multipv 2 " in line for line in said)
    assert not any("string" in line for line in said)


def test_castling_is_written_as_the_option_says(gui):
    fen = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    gui.tell(f"position {fen}", "go depth 1 searchmoves e1g1")
    assert gui.best_move() == "e1g1"
    gui.tell(
        "setoption name UCI_Chess960 value true", f"position {fen}", "go depth 1 searchmoves e1h1"
    )
    assert gui.best_move() == "e1h1"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("position fen 8/8/8/8 w - - 0 1", "position: FEN: 4 ranks instead of 8"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position: no legal game"),
        ("position startpos moves e2e5", "position: "),
        ("position", "position: 'startpos' or 'fen' is expected"),
        ("position here", "position: 'startpos' or 'fen' is expected"),
        ("setoption name Hash value many", "setoption: Hash is a number"),
        ("setoption name Hash value 0", "setoption: Hash is 1 to"),
        ("setoption name Nonsense value 1", "setoption: no option 'Nonsense'"),
        ("setoption name UCI_Elo value 9999", "setoption: UCI_Elo is "),
        ("setoption name Ponder value perhaps", "setoption: Ponder is true or false"),
        ("setoption name Without value magic", "setoption: no technique 'magic'"),
        ("setoption", "setoption: no option ''"),
        ("setoption name SyzygyPath value nowhere", "setoption: no folder of tables: 'nowhere'"),
        ("frobnicate now", "unknown command: frobnicate now"),
        ("go perft x", "go perft takes a number"),
    ],
)
def test_what_is_wrong_is_said_and_the_position_stays(gui, line, answer):
    gui.tell("position startpos moves d2d4")
    said = gui.tell(line)
    assert said[0].startswith(f"info string {answer}"), said
    gui.tell("stop")
    assert "/3P4/" in gui.tell("d")[0]


def test_a_pass_in_check_is_told_and_the_position_stays(gui):
    gui.tell("position startpos moves d2d4")
    said = gui.tell("position startpos moves e2e4 f7f6 d1h5 0000")
    assert said[0].startswith("info string position: no legal game"), said
    assert "/3P4/" in gui.tell("d")[0]


def test_many_unknown_words_take_no_time(gui):
    """Half a million of them: scanning the rest of the line after each would take minutes."""
    assert gui.tell("x " * 500_000 + "isready") == ["readyok"]


def test_perft_is_a_divide(gui):
    gui.tell("position startpos", "go perft 3")
    said = gui.wait_for("Nodes searched").splitlines()
    assert "a2a3: 380" in said
    assert said[-1] == "Nodes searched: 8902"


@pytest.mark.parametrize(("line", "name"), [("go perft 14", "perft"), ("bench 99999", "bench")])
def test_what_takes_long_leaves_time_to_listen(gui, line, name):
    assert gui.tell(line) == []
    assert gui.tell("isready") == ["readyok"]
    assert gui.tell("go depth 3", "go perft 2", "bench 2", "ucinewgame", "isready") == ["readyok"]
    gui.tell("stop")
    gui.wait_for(f"{name}: stopped", seconds=5)
    gui.tell("go depth 2")
    gui.best_move()
    gui.finish()
    gui.tell(line)
    gui.engine.close()
    assert f"{name}: stopped" in gui.said[-1]


def test_what_fails_is_told_and_the_next_can_begin(gui, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as context:
        context.setattr("kiwipete.perft.Count.run", fail)
        gui.tell("go perft 3")
        assert gui.wait_for("info string go: can't start")
        context.setattr("kiwipete.own_engine.search_engine.SearchEngine.run", fail)
        for searchmoves in ("", " searchmoves h2h4"):
            said = gui.tell_all("go depth 2" + searchmoves)
            assert "info string go: can't start" in said[0]
            move = gui.best_move()
            assert move in (searchmoves.split() or map(str, Board().legal_moves))
        assert gui.tell_all(FOOLS_MATE, "go depth 2")[-1] == "bestmove (none)"
    gui.tell("position startpos", "go depth 2")
    gui.best_move()


def test_a_bench_is_stopped_between_two_positions():
    bench = Bench(depth=60)
    bench.stop()
    assert list(bench) == []


def test_flip_eval_and_bench(gui):
    gui.tell("position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    assert "for White" in gui.tell("eval")[0]
    gui.tell("flip")
    assert "q3k3" in gui.tell("d")[0]
    for depth in ("2", "-5", "0"):
        gui.tell(f"bench {depth}")
        assert gui.wait_for(" nps").split()[1] == "nodes"


WORDS = [
    "uci",
    "isready",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "go",
    "depth",
    "2",
    "nodes",
    "500",
    "stop",
    "ponder",
    "ponderhit",
    "infinite",
    "setoption",
    "name",
    "value",
    "Hash",
    "MultiPV",
    "wtime",
    "-1",
    "searchmoves",
    "8/8/8/8/8/8/8/8",
    "w",
    "-",
    "ucinewgame",
    "d",
    "eval",
    "flip",
    "movetime",
    "1",
    "mate",
    "perft",
    "bench",
    "debug",
    "on",
    "0000",
    "movestogo",
    "\x00",
    "♔",
]


@pytest.mark.parametrize("seed", range(8))
def test_any_words_in_any_order(gui, seed):
    dice = random.Random(seed)
    for _ in range(150):
        gui.tell(" ".join(dice.choices(WORDS, k=dice.randrange(1, 9))))
        assert "readyok" in gui.tell("isready")
    assert gui.tell_all("stop", "position startpos", "isready")[-1] == "readyok"


def test_the_end_of_input_lets_the_move_out(capsys):
    converse(io.BytesIO(b"position startpos\ngo depth 5\n"))
    assert "bestmove" in capsys.readouterr().out
    for endless in (b"go infinite\n", b"go ponder depth 2\n", b"go\n"):
        converse(io.BytesIO(endless))
        assert "bestmove" in capsys.readouterr().out
    converse(io.BytesIO(b"go perft 4\n"))
    assert "197281" in capsys.readouterr().out
    converse(io.BytesIO(b"go perft 14\nquit\n"))
    assert "stopped" in capsys.readouterr().out
    converse(io.BytesIO(b"\xff\xfe\n" + b"x" * (1 << 20) + b"y\nisready"))
    said = capsys.readouterr().out
    assert "was dropped" in said
    assert "readyok" in said
