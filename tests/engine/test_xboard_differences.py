"""XBoard engines: what python-chess does otherwise, or cannot do."""

from __future__ import annotations

import asyncio

import pytest

import kiwipete
from kiwipete.engine.xboard_text import read_option, read_thought
from tests.support.engine.conversation import BASIC, FULL, attempt, converse, playing


def ours(script, play, features=BASIC):
    return converse(kiwipete, "XBoardProtocol", {"protover": [features], **script}, play)


@pytest.mark.parametrize(
    ("text", "name", "default", "var"),
    [
        ("Hash Size -spin 5 0 9", "Hash Size", 5, None),
        ("Style -combo Very Calm /// *Very Wild", "Style", "Very Wild", ["Very Calm", "Very Wild"]),
        ("Book -string a b", "Book", "a b", None),
        ("A -check", "A", False, None),
        ("A -spin x", "A", None, None),
        ("A-B -slider 5 0 9", "A-B", 5, None),
    ],
)
def test_options_with_spaces(text, name, default, var):
    option = read_option(text)
    assert (option.name, option.default, option.var) == (name, default, var)


@pytest.mark.parametrize("text", ["", "A", "-spin 5", "A -zebra 5"])
def test_options_that_are_none(text):
    with pytest.raises(kiwipete.engine.EngineError):
        read_option(text)
    features = f'feature option="{text}" ping=1 setboard=1 done=1'
    assert ours({}, playing([]), features)[0] == []


def test_options_of_one_search():
    async def play(module, protocol, _):
        limit = module.engine.Limit(time=1)
        for options in ({"memory": 64}, {"memory": 64}, {"cores": 2}, {}):
            await protocol.play(module.Board(), limit, options=options)

    _, commands = ours({"go": ["resign"]}, play, FULL)
    told = [line for line in commands if line[:6] in ("memory", "cores ")]
    assert told == ["memory 64", "memory 16", "cores 2", "cores 1"]


def test_a_play_that_is_given_up():
    async def play(module, protocol, transport):
        board, limit = module.Board(), module.engine.Limit(time=1)
        late = await attempt(module, protocol.play(board, limit, game=1), 0.05)
        transport.script["go"] = ["move d2d4"]
        return [late, await protocol.play(board, limit, game=1)]

    result, commands = ours({"go": [], "?": ["move e2e4"]}, play)
    assert result[0] == "TimeoutError"
    assert result[1][0] == "d2d4"
    assert commands.count("?") == commands.count("undo") == 1


@pytest.mark.parametrize("failure", ["move e2e5", "Error (x): y"])
def test_after_a_failure_a_new_game_begins(failure):
    async def play(module, protocol, transport):
        board, limit = module.Board(), module.engine.Limit(time=1)
        failed = await attempt(module, protocol.play(board, limit, game=1))
        transport.say("move a2a3")  # too late
        transport.script["go"] = ["move e2e4"]
        return [failed, await protocol.play(board, limit, game=1)]

    result, commands = ours({"go": [failure]}, play)
    assert result[0] == "EngineError"
    assert result[1][0] == "e2e4"
    assert commands.count("new") == 2


def test_a_complaint_between_two_searches_is_only_noted():
    async def play(module, protocol, transport):
        board, limit = module.Board(), module.engine.Limit(time=1)
        await protocol.play(board, limit, game=1)
        transport.say("Error (unknown command): easy")
        await asyncio.sleep(0)
        return await protocol.play(board, limit, game=1)

    _, commands = ours({"go": ["move e2e4"]}, play)
    assert commands.count("new") == 1


def test_an_analysis_that_the_engine_does_not_know():
    async def play(module, protocol, _):
        return await attempt(module, protocol.analyse(module.Board(), module.engine.Limit(depth=1)))

    assert ours({"analyze": ["Error (unknown command): analyze"]}, play)[0] == "EngineError"


def test_an_engine_that_does_not_know_how_to_stop():
    async def play(module, protocol, _):
        return await protocol.analyse(module.Board(), module.engine.Limit(depth=1))

    result, _ = ours({"analyze": ["1 2 3 4 e4"], ".": ["Error (unknown command): ."]}, play)
    assert result["pv"] == ["Move.from_uci('e2e4')"]


def test_an_analysis_ends_with_the_mate_it_was_for():
    async def play(module, protocol, _):
        limit = module.engine.Limit(mate=2)
        return await protocol.analyse(module.Board(), limit)

    lines = ["1 100003 3 4", "2 -100002 3 4", "3 100002 3 4"]
    assert ours({"analyze": lines}, play)[0]["depth"] == "3"


def test_excluded_moves_come_back():
    async def play(module, protocol, _):
        roots = [module.Move.from_uci("e2e4")]
        await protocol.analyse(module.Board(), module.engine.Limit(depth=1), root_moves=roots)
        await protocol.analyse(module.Board(), module.engine.Limit(depth=1))

    _, commands = ours({"analyze": ["1 2 3 4"]}, play, FULL)
    assert commands.count("include all") == 1


def test_what_comes_after_the_move_is_about_another_position():
    async def play(module, protocol, _):
        return await protocol.play(module.Board(), module.engine.Limit(time=1))

    assert ours({"go": ["move e2e4", "9 1 1 1 e5"]}, play)[0][2] == {}


def test_a_variant_that_the_engine_does_not_play():
    class Atomic(kiwipete.Board):
        xboard_variant = "atomic"

    async def play(module, protocol, _):
        return await attempt(module, protocol.play(Atomic(), module.engine.Limit(time=1)))

    assert ours({"go": ["resign"]}, play)[0] == "EngineError"
    result, commands = ours({"go": ["resign"]}, play, FULL)
    assert result[-1] is True
    assert "variant atomic" in commands


@pytest.mark.parametrize(
    ("text", "moves"),
    [("-- e5", "0000 e7e5"), ("1. ... e5 2. Nf3", ""), ("1. e4 1. ... e5", "e2e4 e7e5")],
)
def test_moves_of_a_thought(text, moves):
    thought = read_thought(f"1 2 3 4 {text}", kiwipete.Board())
    assert " ".join(move.uci() for move in thought["pv"]) == moves
