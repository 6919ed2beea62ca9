"""`go` and what may come while it searches: every search gives one move, at the right time."""

from __future__ import annotations

import time

import pytest

from kiwipete import Board
from kiwipete._core.line import Line
from kiwipete.own_engine.search_engine import SearchEngine
from tests.support.gui import answers

FOOLS_MATE = "position startpos moves f2f3 e7e5 g2g4 d8h4"


@pytest.mark.parametrize(
    "go",
    [
        "go depth 6",
        "go nodes 3000",
        "go movetime 50",
        "go wtime 1000 btime 1000 winc 10 binc 10",
        "go wtime 1000 btime 1000 movestogo 1",
        "go wtime -50 btime -50",
        "go mate 1",
        "go depth 3 searchmoves a7a6 h7h6",
        "go depth -1 nodes 500",
        "go movetime 0",
        "go depth 99999999999999999999 nodes 100",
    ],
)
def test_go_gives_a_legal_move(gui, go):
    board = Board()
    for move in ("f2f3", "e7e5", "g2g4"):
        board.push_uci(move)
    gui.tell("position startpos moves f2f3 e7e5 g2g4", go)
    move = gui.best_move()
    assert board.parse_uci(move)
    if "searchmoves" in go:
        assert move in ("a7a6", "h7h6")
    if "mate" in go:
        assert move == "d8h4"


def test_an_infinite_search_waits_for_stop(gui):
    gui.tell(FOOLS_MATE.replace(" d8h4", ""), "go infinite depth 2")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in gui.said)
    assert gui.tell("isready") == ["readyok"]
    gui.tell("stop")
    assert gui.best_move() == "d8h4"


def test_pondering_waits_for_the_hit(gui):
    gui.tell("position startpos moves e2e4", "go ponder movetime 30")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in gui.said)
    gui.tell("ponderhit")
    gui.best_move()


def test_a_stop_at_once_is_not_lost(gui):
    for _ in range(50):
        gui.tell("go infinite", "stop")
        gui.best_move()
        gui.tell("go ponder movetime 1", "ponderhit")
        gui.best_move()


STOPPED = ("go infinite", "stop", "position startpos moves e2e4")


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        ((*STOPPED, "go depth 1"), "move move"),
        (("go infinite", "stop", "isready", "go depth 1"), "move ready move"),
        (("go infinite", "stop", "setoption name Hash value 1", "go depth 1"), "move move"),
        (("go infinite", "stop", "ucinewgame", "isready", "go depth 1"), "move ready move"),
        (("go infinite", "go depth 1", "stop"), "move move"),
        (("go depth 1", "go depth 1", "isready", "go depth 1"), "any"),
        (("go infinite", "stop", "go infinite", "isready", "stop", "isready"), "any"),
        (("go infinite", "go infinite", "stop", "stop"), "move move"),
        (("go ponder movetime 1", "ponderhit", "go depth 1"), "move move"),
        (("go ponder movetime 1", "go ponder movetime 1", "ponderhit"), "move move"),
        (("go ponder infinite", "ponderhit", "stop", "go depth 1"), "move move"),
        (("go perft 14", "go infinite", "stop", "go depth 1"), "move move"),
        (("bench", "stop", "go depth 1", "bench 1", "go nodes 1"), "move move"),
    ],
)
def test_every_go_has_its_move(gui, lines, order):
    """In one write, as often as it takes to see threads in many orders."""
    asked = sum(line.startswith("go") and "perft" not in line for line in lines)
    questions = lines.count("isready")
    names = {"bestmove": "move", "readyok": "ready"}
    for _ in range(40):
        heard = [line.split()[0] for line in gui.tell_all(*lines)]
        said = [names[word] for word in heard if word in names]
        assert (said.count("move"), said.count("ready")) == (asked, questions)
        assert order in ("any", " ".join(said))


def test_a_move_is_for_the_position_before_its_go(gui):
    for _ in range(40):
        said = gui.tell_all(*STOPPED, "go depth 1", "position startpos", "go depth 1")
        moves = [line.split()[1] for line in said if line.startswith("bestmove")]
        assert [move[1] in "12" for move in moves] == [True, False, True]


def test_a_stray_ponderhit_changes_nothing(gui):
    start = time.monotonic()
    gui.tell("ponderhit", "go movetime 300")
    while not any(line.startswith("bestmove") for line in gui.said):
        gui.engine.handle("ponderhit")
        time.sleep(0.02)
        assert time.monotonic() - start < 10
    gui.tell("go infinite", "ponderhit")
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in gui.said[-1:])
    gui.said.clear()
    gui.tell("stop", "ponderhit")
    gui.best_move()


def test_a_finished_game_has_no_move(gui):
    gui.tell(FOOLS_MATE, "go depth 3")
    assert gui.best_move() == "(none)"


@pytest.mark.parametrize("moves", ["e2e5", "0000", "nonsense", "e7e5 a1a1 \x00"])
def test_moves_that_cannot_be_searched_are_told_and_left_out(gui, moves):
    gui.tell("position startpos")
    said = gui.tell(f"go depth 2 searchmoves {moves}")
    assert len([line for line in said if line.startswith("info string go searchmoves")]) == len(
        moves.split()
    )
    assert gui.best_move() in map(str, Board().legal_moves)
    gui.tell(f"go depth 2 searchmoves {moves} a2a3")
    assert gui.best_move() == "a2a3"


def test_what_comes_during_a_search_waits_for_its_end(gui):
    gui.tell("go infinite")
    assert not answers(gui.tell("setoption name Hash value 8", "position startpos moves e2e4"))
    assert not answers(gui.tell("setoption name SyzygyPath value .", "ucinewgame", "go depth 3"))
    assert "/PPPPPPPP/" in answers(gui.tell("d"))[0]
    assert answers(gui.tell("isready")) == ["readyok"]
    gui.tell("stop")
    gui.finish()
    first, tables, second = answers(gui.said)[-3:]
    assert Board().parse_uci(first.split()[1])
    assert "no tables in the folder '.'" in tables
    assert second.split()[1][1] in "5678"


@pytest.mark.parametrize(
    ("go", "meanwhile"),
    [
        ("go depth 3", ()),
        ("go infinite", ("stop",)),
        ("go ponder movetime 10", ("ponderhit",)),
        ("go ponder infinite", ("ponderhit", "stop")),
    ],
)
def test_threads_that_cannot_start_leave_one_that_searches(gui, monkeypatch, go, meanwhile):
    """Whatever the GUI sends before the second search is set up reaches that search."""
    run = SearchEngine.run

    def run_on_one_thread(engine: SearchEngine) -> list[Line]:
        threads = engine._searcher.threads
        if threads == 1:
            return run(engine)
        for line in meanwhile:
            gui.engine.handle(line)
        raise RuntimeError(f"cannot start {threads} threads: no room")

    monkeypatch.setattr(SearchEngine, "run", run_on_one_thread)
    said = gui.tell_all("setoption name Threads value 3", go)
    assert said[0] == "info string cannot start 3 threads: no room; searching on one thread"
    assert Board().parse_uci(said[-1].split()[1])
    monkeypatch.undo()
    searched = gui.tell_all("go depth 3")
    assert not any("string" in line for line in searched)
    assert gui.engine._engine._searcher.threads == 3


def test_multipv_and_wide_lines(gui):
    gui.tell("setoption name MultiPV value 3", "go depth 5")
    gui.finish()
    numbers = {line.split(" multipv ")[1].split()[0] for line in gui.said if " multipv " in line}
    assert numbers == {"1", "2", "3"}


def test_a_slow_search_tells_which_move_it_looks_at(gui, monkeypatch):
    quick = "position startpos", "go depth 4"
    gui.tell(*quick)
    gui.finish()
    assert not any(" currmove " in line for line in gui.said)
    monkeypatch.setattr("kiwipete.own_engine.search_engine.SLOW", 0.0)
    gui.tell(*quick)
    gui.finish()
    told = [line.split() for line in gui.said if " currmove " in line]
    first = [words for words in told if words[2] == "1"]
    assert [words[6] for words in first] == [str(number) for number in range(1, 21)]
    assert {words[4] for words in first} == {move.uci() for move in Board().legal_moves}


def test_limited_strength_answers_sooner_but_not_when_it_analyses(gui):
    gui.tell("setoption name UCI_LimitStrength value true", "go movetime 60000")
    gui.best_move()
    gui.tell("go ponder wtime 60000 btime 60000", "ponderhit")
    gui.best_move()
    gui.tell("go infinite")
    gui.wait_for("info depth 12 ")
    gui.tell("stop")
    gui.best_move()
    gui.tell("setoption name UCI_AnalyseMode value true", "go depth 12")
    gui.wait_for("info depth 12 ")
