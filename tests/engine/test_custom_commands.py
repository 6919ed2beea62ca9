"""Commands of a program's own: the same as under python-chess."""

from __future__ import annotations

import asyncio

import pytest

import kiwipete
from kiwipete.engine import BaseCommand, EngineTerminatedError
from tests.support.engine.conversation import attempt, both, converse
from tests.support.engine.sessions import board_after, session

SCRIPT = {
    "uci": ["uciok"],
    "isready": ["readyok"],
    "eval": ["one", "readyok", "two", "done", "after"],
    "go": ["bestmove e2e4"],
}


def evaluation(module, board=None):
    """Return a command that gathers the lines up to `done`."""

    class Evaluation(module.engine.BaseCommand):
        def __init__(self, engine):
            super().__init__(engine)
            self.lines = []
            assert self.state is module.engine.CommandState.NEW

        def start(self):
            if board is not None:
                self._engine._position(board)
            self._engine.send_line("eval")

        def line_received(self, line):
            self.lines.append(line)
            if line == "done":
                if not self.result.cancelled():
                    self.result.set_result(self.lines)
                self.set_finished()

        def cancel(self):
            self._engine.send_line("enough")

    return Evaluation


def test_a_command():
    async def play(module, protocol, _):
        board = board_after(module, "e2e4")
        first = await protocol.communicate(evaluation(module, board))
        await protocol.ping()
        limit = module.engine.Limit(depth=1)
        return [first, await protocol.play(module.Board(), limit)]

    result, commands = both("UciProtocol", SCRIPT, play)
    assert result[0] == ["one", "readyok", "two", "done"]
    assert commands[1:3] == ["position startpos moves e2e4", "eval"]


def test_a_command_that_is_given_up():
    async def play(module, protocol, _):
        running = asyncio.ensure_future(protocol.communicate(evaluation(module)))
        await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return [await attempt(module, protocol.ping())]

    script = {**SCRIPT, "eval": ["one"], "enough": ["done"]}
    _, commands = both("UciProtocol", script, play)
    assert commands == ["uci", "eval", "enough", "isready"]


def test_a_new_search_ends_a_command():
    async def play(module, protocol, _):
        running = asyncio.ensure_future(protocol.communicate(evaluation(module)))
        await asyncio.sleep(0.01)
        best = await protocol.play(module.Board(), module.engine.Limit(depth=1))
        return [best, await attempt(module, running)]

    script = {**SCRIPT, "eval": ["one"], "enough": ["done"]}
    result, commands = converse(kiwipete, "UciProtocol", script, play)
    assert result == [["e2e4", "None", {}, False, False], ["one", "done"]]
    assert commands.count("enough") == 1


@pytest.mark.parametrize("where", ["start", "line_received"])
def test_mistakes_in_a_command(where):
    async def play(module, protocol, _):
        def fail(*_):
            raise ZeroDivisionError

        broken = type("Broken", (evaluation(module),), {where: fail})
        with pytest.raises(ZeroDivisionError):
            await asyncio.wait_for(protocol.communicate(broken), 5)
        return await protocol.communicate(evaluation(module))

    # python-chess waits for ever.
    result, _ = converse(kiwipete, "UciProtocol", {**SCRIPT, "eval": ["one", "done"]}, play)
    assert result[-1] == "done"


def test_commands_without_a_result_and_without_a_greeting():
    async def play(module, protocol, _):
        called = []

        class Nothing(module.engine.BaseCommand):
            def start(self):
                self.add_finished_callback(lambda: called.append(self.state.name))
                self.set_finished()

        nothing = await attempt(module, protocol.communicate(Nothing))
        fresh = await attempt(module, type(protocol)().communicate(Nothing))
        return [nothing, called, fresh]

    result, _ = both("UciProtocol", SCRIPT, play)
    assert result == ["EngineError", ["DONE"], "EngineError"]


def test_a_command_whose_engine_dies(tmp_path):
    told = []

    class Doomed(BaseCommand[None]):
        def start(self):
            self._engine.send_line("die")

        def engine_terminated(self, exc):
            told.append(exc)

    with session(kiwipete, {"die": ["EXIT 3"]}, tmp_path / "log") as engine:
        with pytest.raises(EngineTerminatedError, match="exit code 3"):
            engine.communicate(Doomed)
        assert len(told) == 1


def test_a_protocol_of_ones_own():
    async def play(module, protocol, transport):
        class Echo(module.engine.Protocol):
            async def initialize(self):
                class Greet(module.engine.BaseCommand):
                    def check_initialized(self):
                        assert not self._engine.initialized

                    def start(self):
                        self._engine.send_line("eval")

                    def line_received(self, line):
                        if not self.result.done():
                            self._engine.initialized = True
                            self.result.set_result(line)
                            self.set_finished()

                self.greeting = await self.communicate(Greet)

            async def nothing(self, *_, **__): ...

            ping = configure = play = analysis = quit = nothing
            send_game_result = send_opponent_information = nothing

        echo = Echo()
        type(transport)(echo, SCRIPT)
        await echo.initialize()
        return [echo.greeting, protocol.config.get("nothing")]

    assert both("UciProtocol", SCRIPT, play)[0] == ["one", None]
