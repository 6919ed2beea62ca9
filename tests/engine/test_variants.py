"""Variants: the engine gets the rules of the board before its position, or no position at all."""

from __future__ import annotations

import chess.variant
import pytest

import kiwipete.variant
from tests.support.engine.conversation import attempt, both, converse

VARIANTS = {"kiwipete": kiwipete.variant, "chess": chess.variant}
NAMES = ("Atomic", "Suicide", "Giveaway", "Antichess", "Horde", "ThreeCheck", "Crazyhouse")
KNOWN = "var chess var atomic var suicide var giveaway var antichess var 3check var crazyhouse"
VARIANT = f"option name UCI_Variant type combo default chess {KNOWN}"
CHESS960 = "option name UCI_Chess960 type check default false"


def board(module, name, **more):
    if name is None:
        return module.Board(**more)
    return getattr(VARIANTS[module.__name__], f"{name}Board")(**more)


def playing(*boards):
    """Play and analyse each of some boards: names, or names and arguments."""

    async def play(module, protocol, _):
        limit = module.engine.Limit(depth=1)
        results = []
        for name, more in boards:
            asked = board(module, name, **more)
            results.append(await attempt(module, protocol.play(asked, limit)))
            results.append(await attempt(module, protocol.analyse(asked, limit)))
        return results

    return play


def uci(boards, *options):
    """Hold a conversation under both modules, and leave out what only greets the engine."""
    script = {
        "uci": [*options, "uciok"],
        "isready": ["readyok"],
        "go": ["bestmove (none)"],
    }
    answers, commands = zip(
        *(
            converse(module, "UciProtocol", script, playing(*boards))
            for module in (kiwipete, chess)
        ),
        strict=True,
    )
    assert answers[0] == answers[1]
    ours, theirs = (
        [line for line in lines if line not in ("uci", "ucinewgame", "isready")]
        for lines in commands
    )
    assert ours == theirs
    return answers[0], ours


@pytest.mark.parametrize("option", [VARIANT, "option name UCI_Variant type string default chess"])
def test_uci_engines_get_the_variant(option):
    boards = [(name, {}) for name in (*NAMES, None, "Atomic")]
    _, commands = uci(boards, option)
    assert commands[:3] == [
        "setoption name UCI_Variant value atomic",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "go depth 1",
    ]
    back = commands.index("setoption name UCI_Variant value chess")
    assert commands[back + 1] == "position startpos"


def test_an_engine_without_the_option_gets_no_position():
    results, commands = uci([("Atomic", {}), (None, {}), ("Horde", {})], CHESS960)
    assert results[:2] == results[4:] == ["EngineError"] * 2
    assert commands == ["position startpos", "go depth 1"] * 2


def test_an_engine_without_the_variant_gets_no_position():
    results, commands = uci([("Horde", {}), ("RacingKings", {})], VARIANT)
    assert results == ["EngineError"] * 4
    assert commands == []


def test_an_engine_that_plays_only_a_variant():
    atomic = "option name UCI_Variant type combo default atomic var atomic"
    results, commands = uci([(None, {}), ("Atomic", {})], atomic)
    assert results[:2] == ["EngineError"] * 2
    assert commands[0].startswith("position fen ")


def test_chess960_and_a_variant_together():
    _, commands = uci([("Crazyhouse", {"chess960": True}), ("Atomic", {})], VARIANT, CHESS960)
    assert commands[:2] == [
        "setoption name UCI_Variant value crazyhouse",
        "setoption name UCI_Chess960 value true",
    ]
    assert "setoption name UCI_Chess960 value false" in commands
    # python-chess sends the variant before it finds out that the other option is missing.
    script = {"uci": [VARIANT, "uciok"]}
    play = playing(("Crazyhouse", {"chess960": True}))
    assert converse(kiwipete, "UciProtocol", script, play) == (["EngineError"] * 2, ["uci"])


@pytest.mark.parametrize("protocol", ["UciProtocol", "XBoardProtocol"])
def test_rules_without_a_name(protocol):
    class Unnamed(kiwipete.Board):
        uci_variant = None
        xboard_variant = None

    async def play(module, engine, _):
        limit = module.engine.Limit(depth=1)
        with pytest.raises(module.engine.EngineError, match="has no name for the rules of Unnamed"):
            await engine.play(Unnamed(), limit)
        return "refused"

    script = {"uci": ["uciok"], "protover": ["feature ping=1 setboard=1 done=1"]}
    result, commands = converse(kiwipete, protocol, script, play)
    assert result == "refused"
    assert len(commands) < 3


def test_the_message_says_what_is_missing():
    async def play(module, engine, _):
        with pytest.raises(
            module.engine.EngineError, match=r"engine has no option UCI_Variant \(for atomic\)"
        ):
            await engine.play(board(module, "Atomic"), module.engine.Limit(depth=1))

    converse(kiwipete, "UciProtocol", {"uci": ["uciok"]}, play)


def test_a_variant_that_is_refused_does_not_stop_an_analysis():
    async def play(module, engine, transport):
        with await engine.analysis(module.Board()):
            refused = await attempt(module, engine.play(board(module, "Atomic"), None))
            sent = list(transport.commands)
            transport.say("bestmove e2e4")
        return [refused, sent]

    script = {"uci": ["uciok"], "isready": ["readyok"]}
    (refused, sent), _ = converse(kiwipete, "UciProtocol", script, play)
    assert refused == "EngineError"
    assert "'stop'" not in sent


def test_pondering_on_one_variant_is_not_pondering_on_another():
    async def play(module, engine, transport):
        limit = module.engine.Limit(depth=1)
        await engine.play(board(module, "Suicide"), limit, ponder=True)
        giveaway = board(module, "Giveaway")
        for move in ("e2e3", "e7e6"):
            giveaway.push_uci(move)
        transport.script["go depth 1"] = ["bestmove (none)"]
        await engine.play(giveaway, limit)

    script = {
        "uci": [VARIANT, "option name Ponder type check default false", "uciok"],
        "isready": ["readyok"],
        "go depth 1": ["bestmove e2e3 ponder e7e6"],
        "go ponder depth 1": [],
        "stop": ["bestmove b1c3"],
    }
    _, commands = converse(kiwipete, "UciProtocol", script, play)
    assert "go ponder depth 1" in commands
    assert "ponderhit" not in commands
    assert "setoption name UCI_Variant value giveaway" in commands


def test_xboard_engines_get_the_variant():
    features = 'ping=1 setboard=1 variants="normal,atomic,suicide,giveaway,3check,crazyhouse,'
    script = {"protover": [f'feature {features}horde,fischerandom" done=1'], "go": ["resign"]}

    async def play(module, engine, _):
        limit = module.engine.Limit(depth=1)
        boards = [board(module, name) for name in NAMES]
        boards += [board(module, name, chess960=True) for name in (None, "Crazyhouse")]
        return [await attempt(module, engine.play(each, limit)) for each in boards]

    _, commands = both("XBoardProtocol", script, play)
    named = [line.partition(" ")[2] for line in commands if line.startswith("variant ")]
    assert named == [
        *("atomic", "suicide", "giveaway", "giveaway", "horde", "3check", "crazyhouse"),
        *("fischerandom", "crazyhouse"),
    ]
