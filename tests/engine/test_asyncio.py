"""Engines under asyncio."""

from __future__ import annotations

import asyncio
import threading

import chess
import chess.engine
import pytest

import kiwipete.engine
from kiwipete import Board
from kiwipete.engine import (
    EngineTerminatedError,
    Limit,
    MockTransport,
    SimpleEngine,
    UciProtocol,
    popen_uci,
    run_in_background,
)
from tests.support.engine.sessions import OPTIONS, command
from tests.support.processes import ends

SCRIPT = {
    "options": OPTIONS,
    "go infinite": ["info depth 1", "info depth 2"],
    "go": ["info depth 1 score cp 3", "bestmove e2e4"],
    "stop": ["bestmove d2d4"],
}


def run(tmp_path, play, script=SCRIPT):
    """Run a coroutine with an engine, and return its result and the commands."""
    log = tmp_path / "log"

    async def main():
        transport, protocol = await popen_uci(command(script, log))
        try:
            return await asyncio.wait_for(play(transport, protocol), 30)
        finally:
            protocol.kill()
            transport.close()
            await protocol.returncode
            assert ends(transport.get_pid())

    return asyncio.run(main()), log.read_text().splitlines()


def test_a_game(tmp_path):
    async def play(_, protocol):
        assert isinstance(protocol, UciProtocol)
        assert protocol.id["name"] == "Scripted 1.0"
        await protocol.configure({"hash": 32})
        await protocol.ping()
        result = await protocol.play(Board(), Limit(time=0.1))
        info = await protocol.analyse(Board(), Limit(time=0.1))
        await protocol.quit()
        return result.move.uci(), info["depth"], await protocol.returncode

    result, commands = run(tmp_path, play)
    assert result == ("e2e4", 1, 0)
    assert commands[1] == "setoption name Hash value 32"


def test_an_analysis_ends_with_its_block(tmp_path):
    async def play(_, protocol):
        with await protocol.analysis(Board()) as analysis:
            async for info in analysis:
                if info["depth"] == 2:
                    break
        return (await analysis.wait()).move.uci(), analysis.info

    result, commands = run(tmp_path, play)
    assert result == ("d2d4", {"depth": 2})
    assert commands[-1] == "stop"


def test_a_task_that_is_cancelled_stops_the_search(tmp_path):
    async def play(_, protocol):
        task = asyncio.create_task(protocol.play(Board(), Limit(depth=7)))
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return (await protocol.play(Board(), Limit(depth=1))).move.uci()

    result, commands = run(tmp_path, play, {**SCRIPT, "go depth 7": []})
    assert result == "e2e4"
    assert commands.count("stop") == 1


def test_many_ask_at_once(tmp_path):
    async def play(_, protocol):
        results = await asyncio.gather(
            *(protocol.play(Board(), Limit(depth=depth)) for depth in range(1, 6))
        )
        return {result.move.uci() for result in results}

    result, commands = run(tmp_path, play, {"go": ["bestmove e2e4"]})
    assert result == {"e2e4"}
    assert sum(line.startswith("go") for line in commands) == 5


def test_closing_the_transport_ends_the_wait(tmp_path):
    async def play(transport, protocol):
        analysis = await protocol.analysis(Board())
        transport.close()
        with pytest.raises(EngineTerminatedError):
            await analysis.wait()

    run(tmp_path, play)


def test_names_of_python_chess():
    plumbing = {"override"}  # of type checkers
    theirs = {
        name
        for name, thing in vars(chess.engine).items()
        if getattr(thing, "__module__", "") == "chess.engine" or name.isupper()
    }
    theirs -= {"F", "T", "ProtocolT"}
    named = {name for name in theirs if not name.startswith("_")}
    lacking = {name for name in named if not hasattr(kiwipete.engine, name)}
    assert lacking == plumbing
    assert kiwipete.engine.EventLoopPolicy
    with pytest.raises(AttributeError, match="no attribute 'Nope'"):
        kiwipete.engine.Nope  # noqa: B018


def test_a_simple_engine_on_a_loop_of_ones_own(tmp_path):
    async def start(future):
        transport, protocol = await popen_uci(command(SCRIPT, tmp_path / "log"))
        future.set_result((transport, protocol))
        await protocol.returncode

    transport, protocol = run_in_background(start, name="mine")
    with SimpleEngine(transport, protocol, timeout=20) as engine:
        assert engine.play(Board(), Limit(depth=1)).move.uci() == "e2e4"
    assert ends(transport.get_pid())


def test_running_in_the_background():
    async def fail(_):
        raise ZeroDivisionError

    async def forget(_):
        await asyncio.sleep(0)

    went_on = threading.Event()

    async def go_on(future):
        future.set_result(5)
        await asyncio.sleep(0.01)
        went_on.set()

    with pytest.raises(ZeroDivisionError):
        run_in_background(fail)
    with pytest.raises(RuntimeError, match="without a result"):
        run_in_background(forget)
    assert run_in_background(go_on) == 5
    assert went_on.wait(20)


def test_a_mock_says_what_was_not_expected():
    async def main():
        protocol = UciProtocol()
        mock = MockTransport(protocol)
        mock.expect("isready")
        with pytest.raises(AssertionError, match="expected 'isready', but sent: 'debug on'"):
            protocol.debug()
        with pytest.raises(AssertionError, match="nothing was expected, but sent: 'debug off'"):
            protocol.debug(False)
        mock.expect("stop")
        with pytest.raises(AssertionError, match="not sent: \\['stop'\\]"):
            mock.assert_done()

    asyncio.run(main())


def test_boards_of_python_chess_are_understood(tmp_path):
    async def play(_, protocol):
        return (await protocol.play(chess.Board(), Limit(depth=1))).move

    assert run(tmp_path, play)[0] == chess.Move.from_uci("e2e4")
