"""Kiwipete's own engine in this process, by the methods of SimpleEngine."""

from __future__ import annotations

import inspect
import os
import signal
import threading
import time

import pytest

from kiwipete import Board, Move
from kiwipete.engine import (
    INFO_NONE,
    Cp,
    Engine,
    EngineError,
    EngineTerminatedError,
    Limit,
    Mate,
    OwnAnalysis,
    PovWdl,
    SimpleAnalysisResult,
    SimpleEngine,
    Wdl,
)
from kiwipete.own_engine.levels import MIN_ELO
from kiwipete.polyglot import make_entry, write_book
from tests.support.syzygy.invented_tables import wdl_table

MATE_IN_ONE = Board("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")


@pytest.fixture
def engine():
    with Engine(hash_mb=4) as engine:
        yield engine


@pytest.mark.parametrize(
    "name", ["play", "analyse", "analysis", "configure", "ping", "quit", "close"]
)
def test_methods_take_what_the_client_takes(name):
    own, client = (
        list(inspect.signature(getattr(kind, name)).parameters.values())
        for kind in (Engine, SimpleEngine)
    )
    assert [(each.name, each.kind) for each in own] == [(each.name, each.kind) for each in client]


def test_analyses_have_what_the_client_has():
    public = {name for name in dir(SimpleAnalysisResult) if not name.startswith("_")}
    assert public - {"inner", "simple_engine"} <= set(dir(OwnAnalysis))


def test_it_plays(engine):
    result = engine.play(MATE_IN_ONE, Limit(time=0.05))
    assert result.move == Move.from_uci("e1e8")
    assert engine.play(Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Limit(depth=2)).move is None


def test_a_game_with_clocks_and_pondering(engine):
    board = Board()
    for _ in range(6):
        limit = Limit(white_clock=0.5, black_clock=0.5, white_inc=0.01, black_inc=0.01)
        board.push(engine.play(board, limit, ponder=True, game="one").move)
    assert board.is_valid()


def test_it_analyses(engine):
    info = engine.analyse(MATE_IN_ONE, Limit(depth=4))
    assert info["score"].white() == Mate(1)
    assert info["pv"] == [Move.from_uci("e1e8")]
    infos = engine.analyse(Board(), Limit(nodes=3000), multipv=3)
    assert [each["multipv"] for each in infos] == [1, 2, 3]
    black = Board("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")
    assert engine.analyse(black, Limit(depth=4))["score"].white() > Cp(500)
    only = engine.analyse(Board(), Limit(depth=3), root_moves=[Move.from_uci("a2a3")])
    assert only["pv"][0] == Move.from_uci("a2a3")


def test_it_tells_the_chances(engine):
    black = Board("4k3/8/8/8/8/8/4P3/Q3K3 b - - 0 1")
    assert engine.analyse(black, Limit(depth=4))["wdl"].white().wins > 950
    assert engine.analyse(MATE_IN_ONE, Limit(depth=4))["wdl"] == PovWdl(Wdl(1000, 0, 0), True)


def test_an_analysis_can_be_left_at_any_time(engine):
    before = threading.active_count()
    with engine.analysis(Board()) as analysis:
        for info in analysis:
            if info["depth"] >= 3:
                break
        assert analysis.info["depth"] >= 3
    assert threading.active_count() == before
    with pytest.raises(ZeroDivisionError), engine.analysis(Board()) as analysis:
        raise ZeroDivisionError
    assert threading.active_count() == before


def test_a_new_question_ends_the_last_one(engine):
    first = engine.analysis(Board())
    assert engine.play(MATE_IN_ONE, Limit(depth=3)).move == Move.from_uci("e1e8")
    assert first.wait().move in Board().legal_moves
    assert not first.would_block()


def test_reading_to_the_end(engine):
    analysis = engine.analysis(Board(), Limit(depth=5))
    infos = list(analysis)
    assert infos[-1]["depth"] == 5
    assert analysis.next() is None
    assert analysis.wait().move == infos[-1]["pv"][0]
    assert engine.analysis(Board(), Limit(depth=3), info=INFO_NONE).next() is None


def test_other_threads_go_on(engine):
    """The search does not hold the lock of the interpreter."""
    counted = 0
    with engine.analysis(Board(), info=INFO_NONE):
        end = time.perf_counter() + 0.2
        while time.perf_counter() < end:
            counted += 1
    assert counted > 1000


def test_ctrl_c_is_heard_while_it_thinks(engine):
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        engine.play(Board(), Limit(depth=100))
    assert time.perf_counter() - start < 10
    assert engine.play(MATE_IN_ONE, Limit(depth=3)).move == Move.from_uci("e1e8")


def test_options(engine):
    assert {"Hash", "Threads"} <= set(engine.options)
    engine.configure({"hash": 8, "Threads": 2})
    engine.play(Board(), Limit(depth=4), options={"Clear Hash": None})
    for wrong in (
        {"Hash": 0},
        {"Hash": "x"},
        {"Nonsense": 1},
        {"MultiPV": 2},
        {"SyzygyPath": "nowhere"},
    ):
        with pytest.raises(EngineError):
            engine.configure(wrong)


def test_it_plays_from_a_book(engine, tmp_path):
    path = tmp_path / "book.bin"
    write_book(path, [make_entry(Board(), Move.from_uci("h2h4"))])
    engine.configure({"BookFile": str(path), "OwnBook": True})
    assert engine.play(Board(), Limit(depth=2)).move.uci() == "h2h4"
    assert engine.analyse(Board(), Limit(depth=2))["pv"][0].uci() != "h2h4"
    path.write_bytes(b"")
    with pytest.raises(EngineError, match="cut short"):
        engine.play(Board(), Limit(depth=2))
    with pytest.raises(EngineError, match=r"BookFile: .*missing"):
        engine.configure({"BookFile": str(tmp_path / "missing.bin")})
    engine.play(Board(), Limit(depth=2))


def test_limited_strength(engine):
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": MIN_ELO})
    weak = [engine.play(MATE_IN_ONE, Limit(), ponder=True).move.uci() for _ in range(40)]
    assert 0 < weak.count("e1e8") < 40
    assert engine.analyse(MATE_IN_ONE, Limit(depth=4))["pv"][0].uci() == "e1e8"
    with pytest.raises(EngineError):
        engine.configure({"UCI_Elo": MIN_ELO - 1})


def test_a_seed_makes_the_same_game():
    games = []
    for _ in range(2):
        with Engine(seed=7) as engine:
            engine.configure({"UCI_LimitStrength": True, "UCI_Elo": MIN_ELO})
            games.append([engine.play(Board(), Limit()).move for _ in range(10)])
    assert games[0] == games[1]
    assert len(set(games[0])) > 1


def test_endgame_tables(engine, tmp_path):
    (tmp_path / "KRvK.rtbw").write_bytes(wdl_table("KRvK", single=True, values=(2,)))
    board = Board("8/8/8/4k3/8/8/8/K6R w - - 0 1")
    assert engine.analyse(board, Limit(depth=3))["tbhits"] == 0
    engine.configure({"SyzygyPath": str(tmp_path)})
    info = engine.analyse(board, Limit(depth=3), game="another")
    assert info["score"].white() == Cp(-20_000)
    assert info["tbhits"] >= board.legal_moves.count()


def test_a_slow_analysis_tells_which_move_it_looks_at(engine, monkeypatch):
    monkeypatch.setattr("kiwipete.own_engine.search_engine.SLOW", 0.0)
    with engine.analysis(MATE_IN_ONE, Limit(depth=2), multipv=2) as analysis:
        told = [info for info in analysis if "currmove" in info]
    assert {info["currmove"] for info in told} == set(MATE_IN_ONE.legal_moves)
    assert told[0].keys() == {"depth", "currmove", "currmovenumber"}
    assert analysis.info["currmovenumber"] == MATE_IN_ONE.legal_moves.count()
    assert "currmove" not in analysis.multipv[1]


def test_a_closed_engine_says_so():
    engine = Engine()
    engine.analysis(Board())
    engine.close()
    engine.close()
    with pytest.raises(EngineTerminatedError):
        engine.play(Board(), Limit(depth=1))
