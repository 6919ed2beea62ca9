"""Analysis in a thread."""

from __future__ import annotations

import threading
import time

from kiwipete import Board, Move
from kiwipete.engine import Cp, Limit, PovScore
from kiwipete.errors import EngineError
from kiwipete.web.background_analysis import BackgroundAnalysis


class Recorder:
    def __init__(self):
        self.reports = []

    def __call__(self, *report):
        self.reports.append(report)


class ScriptedAnalysis:
    """Sends one line after another until it is stopped."""

    def __init__(self, lines):
        self.multipv = lines
        self.stopped = threading.Event()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def __iter__(self):
        yield {"string": "hello"}
        while not self.stopped.wait(0.01):
            yield self.multipv[0]

    def stop(self):
        self.stopped.set()


class ScriptedEngine:
    def __init__(self, *lines):
        score = PovScore(Cp(10), True)
        self.lines = [{"score": score, "pv": [Move.from_uci(move)]} for move in lines]
        self.boards = []

    def analysis(self, board, limit, *, multipv, game):
        self.boards.append(board)
        return ScriptedAnalysis(self.lines)


def wait_for(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_stale_line_with_the_same_move_is_left_out():
    report = Recorder()
    analysis = BackgroundAnalysis(report, ScriptedEngine("b1c3", "b1c3", "e2e4"))
    analysis.start(Board(), multipv=3)
    wait_for(lambda: report.reports)
    analysis.close()
    _, lines, running, error = report.reports[0]
    assert [line["pv"][0].uci() for line in lines] == ["b1c3", "e2e4"]
    assert running
    assert error is None
    assert report.reports[-1][2] is False


def test_it_follows_only_while_it_runs():
    engine = ScriptedEngine("e2e4")
    analysis = BackgroundAnalysis(Recorder(), engine)
    analysis.follow(Board())
    assert engine.boards == []
    analysis.start(Board())
    wait_for(lambda: engine.boards)
    board = Board("8/8/8/8/8/8/8/K1k5 w - - 0 1")
    analysis.follow(board)
    wait_for(lambda: len(engine.boards) == 2)
    assert engine.boards[1] == board
    assert engine.boards[1] is not board
    analysis.stop()
    assert not analysis.running
    analysis.follow(Board())
    assert len(engine.boards) == 2


def test_stopping_at_any_moment():
    report = Recorder()
    analysis = BackgroundAnalysis(report, ScriptedEngine("e2e4"))
    for _ in range(50):
        analysis.start(Board())
        analysis.stop()
        assert not analysis.running
    analysis.close()


def test_a_report_may_stop_it():
    def stop(*_):
        analysis.stop()

    analysis = BackgroundAnalysis(stop, ScriptedEngine("e2e4"))
    analysis.start(Board())
    wait_for(lambda: not analysis.running)


def test_errors_are_reported():
    class Broken:
        def analysis(self, *_, **__):
            raise EngineError("it has died")

    report = Recorder()
    analysis = BackgroundAnalysis(report, Broken())
    analysis.start(Board())
    wait_for(lambda: report.reports)
    assert report.reports[0][1:] == ([], False, "it has died")


def test_its_own_engine_starts_again_after_close():
    report = Recorder()
    analysis = BackgroundAnalysis(report)
    for _ in range(2):
        report.reports.clear()
        analysis.start(Board(), Limit(depth=3))
        wait_for(lambda: report.reports and not report.reports[-1][2])
        assert report.reports[-1][1]
        analysis.close()
