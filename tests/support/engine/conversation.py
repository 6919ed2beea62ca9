"""Conversations without a process: a script answers a protocol of python-chess's or Kiwipete's."""

from __future__ import annotations

import asyncio

from tests.support.engine.sessions import MODULES

# What XBoard engines say of themselves: as little as possible, and much.
BASIC = "feature ping=1 setboard=1 done=1"
FULL = (
    'feature ping=1 setboard=1 usermove=1 exclude=1 name=1 nps=1 memory=1 smp=1 egt="a,b" '
    'myname="Full 1.0" variants="normal,fischerandom,atomic" done=1'
)


class ScriptedTransport(asyncio.SubprocessTransport, asyncio.WriteTransport):
    """A transport that answers as a script says: by the whole command, or by its first word."""

    def __init__(self, protocol, script):
        super().__init__()
        self.protocol = protocol
        self.script = script
        self.commands = []
        protocol.connection_made(self)

    def get_pipe_transport(self, fd):
        return self

    def is_closing(self):
        return False

    def get_pid(self):
        return 0

    def get_returncode(self):
        return None

    def write(self, data):
        for line in data.decode().splitlines():
            word, _, number = line.partition(" ")
            self.commands.append("ping" if word == "ping" else line)
            answers = self.script.get(line, self.script.get(word, []))
            if word == "ping" and "ping" not in self.script:
                answers = [f"pong {number}"]
            for answer in answers:
                self.say(answer)

    def say(self, line):
        data = line if isinstance(line, bytes) else f"{line}\n".encode()
        asyncio.get_running_loop().call_soon(self.protocol.pipe_data_received, 1, data)


async def attempt(module, awaitable, seconds=5):
    """Return a result, or the name of an error that engines are known to raise."""
    try:
        return await asyncio.wait_for(awaitable, seconds)
    except (module.engine.EngineError, asyncio.TimeoutError) as error:
        return type(error).__name__


def converse(module, name, script, play):
    """Return what a conversation gives, and the commands that were sent in it."""

    async def main():
        protocol = getattr(module.engine, name)()
        transport = ScriptedTransport(protocol, script)
        start = await attempt(module, protocol.initialize())
        result = start if start is not None else await play(module, protocol, transport)
        return plain(result), transport.commands

    return asyncio.run(main())


def both(name, script, play):
    """Hold a conversation under both modules, and compare."""
    ours, theirs = (converse(module, name, script, play) for module in MODULES.values())
    assert ours == theirs
    return ours


def playing(boards, limits=({"time": 1},), **arguments):
    """Play on boards, made by functions, with limits in turn."""

    async def play(module, protocol, _):
        results = []
        for number, board in enumerate(boards):
            limit = module.engine.Limit(**limits[number % len(limits)])
            given = {name: make(module) for name, make in arguments.items()}
            play = protocol.play(board(module), limit, **{"game": 1, **given})
            results.append(await attempt(module, play))
        return results

    return play


def plain(thing):
    """Return something in words that are the same in both modules."""
    if isinstance(thing, (list, tuple)):
        return [plain(part) for part in thing]
    if hasattr(thing, "items"):
        return {str(key): plain(value) for key, value in thing.items()}
    if hasattr(thing, "resigned"):
        best = [str(thing.move), str(thing.ponder)]
        return [*best, plain(thing.info), thing.draw_offered, thing.resigned]
    if hasattr(thing, "ponder"):
        return [str(thing.move), str(thing.ponder)]
    return thing if thing is None or isinstance(thing, str) else repr(thing)
