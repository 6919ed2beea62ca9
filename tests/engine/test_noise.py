"""Whatever bytes an engine writes and whenever it dies: nobody hangs, and no exception is lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kiwipete
from kiwipete.engine import EngineError, EngineTerminatedError, Limit
from tests.support.engine.conversation import ScriptedTransport
from tests.support.engine.sessions import OPTIONS, session

UCI_WORDS = """info depth seldepth multipv score cp mate lowerbound wdl pv refutation currline
string nodes time currmove bestmove ponder e2e4 e7e5 0000 P@e4 a7a8q (none) readyok uciok id name
author option type spin check combo button default min max var 5 -5 1.5 nan 99999999999999999999"""
XBOARD_WORDS = """move usermove e2e4 e4 Nf3 O-O -- @@@@ resign offer draw 1-0 0-1 1/2-1/2 {x} Hint:
e7e5 feature ping=0 done=0 variants= option="a pong 1 2 9 156 -100003 1084 48000 1. 2... Error (x):
Illegal telluser tellics # stat01: 99999999999999999999"""
ODD = ["", "\0", "\r", "\t", "\x85", "\u2028", "\ud7ff", "9" * 5000, "x" * 5000]


def noise(words):
    """Return a strategy for lines of an engine that has lost its mind."""
    word = st.sampled_from([*words.split(), *ODD]) | st.text(max_size=5)
    line = st.lists(word, max_size=12).map(lambda line: f"{' '.join(line)}\n".encode())
    return st.lists(line | st.binary(max_size=20), max_size=8)


def endure(name, script, lines):
    """Play and analyse with an engine that makes noise, and ask whether it is still there."""

    async def main():
        protocol = getattr(kiwipete.engine, name)()
        protocol.patience = 5
        script["go"] = [*lines, b"\n", *script["go"]]
        script["analyze"] = [*lines, b"\n", *script["analyze"]]
        transport = ScriptedTransport(protocol, script)
        await protocol.initialize()
        for ask in (protocol.play, protocol.analyse):
            with contextlib.suppress(EngineError):
                await asyncio.wait_for(ask(kiwipete.Board(), Limit(depth=3)), 5)
        transport.script["go"] = ["bestmove d2d4", "move d2d4"]
        await asyncio.wait_for(protocol.ping(), 5)
        return await asyncio.wait_for(protocol.play(kiwipete.Board(), Limit(depth=1)), 5)

    records = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = records.append
    logger = logging.getLogger("kiwipete.engine")
    logger.addHandler(handler)
    try:
        asyncio.run(main())
    finally:
        logger.removeHandler(handler)
    assert records == []  # a line that could not be read is an error in the log


@given(noise(UCI_WORDS))
def test_noise_of_a_uci_engine(lines):
    script = {
        "uci": [*OPTIONS, *lines, b"\nuciok\n"],
        "isready": ["readyok"],
        "go": ["bestmove e2e4"],
        "analyze": [],
        "stop": ["bestmove e2e4"],
    }
    endure("UciProtocol", script, lines)


@given(noise(XBOARD_WORDS))
def test_noise_of_an_xboard_engine(lines):
    script = {
        "protover": ["feature ping=1 setboard=1 done=1"],
        "go": ["move e2e4"],
        "analyze": ["9 1 2 3 e4"],
        "?": ["move e2e4"],
    }
    endure("XBoardProtocol", script, lines)


@given(noise(XBOARD_WORDS))
def test_a_noisy_greeting(lines):
    async def main():
        protocol = kiwipete.engine.XBoardProtocol()
        last = b"\nfeature ping=1 setboard=1 done=1\n"
        ScriptedTransport(protocol, {"protover": [*lines, last]})
        with contextlib.suppress(EngineError):  # it may say that it does not know the command
            await asyncio.wait_for(protocol.initialize(), 5)

    asyncio.run(main())


def test_a_mistake_of_ours_is_told(monkeypatch):
    """A line that breaks the reader ends the search, with the line."""

    def broken(*_):
        raise ZeroDivisionError

    async def main():
        protocol = kiwipete.engine.UciProtocol()
        ScriptedTransport(protocol, {"uci": ["uciok"], "isready": ["readyok"], "go": ["info pv x"]})
        await protocol.initialize()
        monkeypatch.setattr("kiwipete.engine.uci.read_info", broken)
        with pytest.raises(EngineError, match=r"'info pv x': ZeroDivisionError"):
            await asyncio.wait_for(protocol.play(kiwipete.Board(), Limit(depth=3)), 5)
        await asyncio.wait_for(protocol.ping(), 5)

    asyncio.run(main())


DIES = pytest.raises(EngineTerminatedError, match="ended with exit code 1: scripted death")


def converse(engine):
    """Ask an engine everything."""
    board, limit = kiwipete.Board(), Limit(time=0.05)
    engine.ping()
    engine.configure({})
    engine.play(board, limit, ponder=True)
    engine.analyse(board, limit)
    with engine.analysis(board) as analysis:
        analysis.next()
        analysis.stop()
        analysis.wait()
    engine.send_game_result(board)
    engine.quit()


SCRIPTS = {
    "uci": {
        "options": OPTIONS,
        "go": ["info depth 1 score cp 1 pv e2e4", "bestmove e2e4 ponder e7e5"],
        "go ponder movetime 50": [],
        "go infinite": ["info depth 1"],
        "stop": ["bestmove e2e4"],
    },
    "xboard": {"go": ["move e2e4", "Hint: e7e5"], "analyze": ["1 2 3 4 e4"]},
}


@pytest.mark.parametrize("protocol", SCRIPTS)
def test_a_whole_conversation(tmp_path, protocol):
    log = tmp_path / "log"
    with session(kiwipete, SCRIPTS[protocol], log, protocol) as engine:
        converse(engine)
        assert engine.returncode == 0
    assert len(log.read_text().splitlines()) >= (14 if protocol == "uci" else 25)


@pytest.mark.parametrize("step", range(1, 14))
def test_death_at_every_step_of_uci(tmp_path, step):
    script = {**SCRIPTS["uci"], "dies_at": step}
    with DIES, session(kiwipete, script, tmp_path / "log") as engine:
        converse(engine)


@pytest.mark.parametrize("step", range(1, 25))
def test_death_at_every_step_of_xboard(tmp_path, step):
    script = {**SCRIPTS["xboard"], "dies_at": step}
    with DIES, session(kiwipete, script, tmp_path / "log", "xboard") as engine:
        converse(engine)


@pytest.mark.parametrize("chunks", [1, 100])
def test_a_line_without_an_end(tmp_path, chunks):
    """Six megabytes on one line take neither the memory nor the answer behind them."""
    script = {"go": [f"SPILL {chunks}", "", "bestmove e2e4"]}
    with session(kiwipete, script, tmp_path / "log") as engine:
        result = engine.play(kiwipete.Board(), Limit(time=1), info=kiwipete.engine.INFO_ALL)
    assert result.move.uci() == "e2e4"
    assert 65536 <= len(result.info["string"]) <= 1 << 20


def test_random_bytes(tmp_path):
    dice = random.Random(1)
    lines = ["".join(chr(dice.randrange(256)) for _ in range(100)) for _ in range(99)]
    with session(kiwipete, {"go": [*lines, "", "bestmove e2e4"]}, tmp_path / "log") as engine:
        assert engine.play(kiwipete.Board(), Limit(depth=1)).move.uci() == "e2e4"
