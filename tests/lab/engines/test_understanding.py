"""Programs that do not understand how they are asked: told at once, and with what to do."""

from __future__ import annotations

import sys
import time

import pytest

from kiwipete import STARTING_FEN
from kiwipete.lab import (
    EngineCrashed,
    EngineError,
    EngineFailure,
    EngineNonsense,
    EngineTimeout,
    hunt,
    known_counts,
    open_engine,
    run_suite,
)

PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
SCRIPT = '(try --script for a program that runs as PROGRAM DEPTH FEN "MOVES")'
COMMAND = '(try --perft-command, as in --perft-command "perft {depth}", or --script)'

# An engine that says `GREETING` to `uci` and `ANSWER` to `go`.
ENGINE = """\
import sys, threading, time
def say(*lines):
    print(*lines, sep="\\n", flush=True)
for line in sys.stdin:
    line = line.strip()
    if line == "uci":
        GREETING
    elif line == "isready":
        say("readyok")
    elif line.startswith("position"):
        position = line
    elif line.startswith("go"):
        ANSWER
"""


@pytest.fixture
def program(tmp_path):
    """Write a program, and return how to start it."""

    def make(text):
        path = tmp_path / "program.py"
        path.write_text(text)
        return [sys.executable, "-S", "-E", str(path)]

    return make


def uci(program, *, greeting='say("uciok")', answer="pass", timeout=20.0, **more):
    text = ENGINE.replace("GREETING", greeting).replace("ANSWER", answer)
    return open_engine(program(text), timeout=timeout, **more)


def complaint(engine):
    """Return what a hunt says of an engine that cannot be asked, and after how many seconds."""
    start = time.monotonic()
    with engine, pytest.raises(EngineError) as failure:
        hunt(engine)
    assert not isinstance(failure.value, EngineFailure)
    return str(failure.value), time.monotonic() - start


@pytest.mark.parametrize(
    ("greeting", "instead"),
    [
        ("say('Unknown command: uci')", "to uci it says 'Unknown command: uci'"),
        ("say('Error (unknown command): uci')", "to uci it says 'Error (unknown command): uci'"),
        ("say('Illegal move: uci')", "to uci it says 'Illegal move: uci'"),
        ("print('uci: not found', file=sys.stderr)", "to uci it says 'uci: not found'"),
        ("say(line)", "to uci it says 'uci'"),
        ("sys.exit(3)", "it ended with exit code 3"),
        (
            "sys.exit('usage: program DEPTH FEN')",
            "to uci it says 'usage: program DEPTH FEN', then it ended with exit code 1",
        ),
        ("raise ValueError('no')", "to uci it says 'ValueError: no', then it ended with exit code"),
    ],
)
def test_no_uciok(program, greeting, instead):
    said, seconds = complaint(uci(program, greeting=greeting))
    assert said.startswith(f"it does not speak UCI: {instead}")
    assert said.endswith(SCRIPT)
    assert seconds < 10  # and not the twenty that it may take


def test_no_uciok_and_not_a_word(program):
    said, _ = complaint(uci(program, greeting="pass", timeout=1.0))
    assert said == f"it does not speak UCI: no uciok within 1 s {SCRIPT}"


def test_files_that_an_engine_does_not_find_are_no_refusal(program):
    greeting = "say('Opening book not found', 'id name Unknown Command', 'uciok')"
    with uci(program, greeting=greeting, answer='say("e2e4: 1", "Nodes: 1")') as engine:
        assert engine.divide(PAWN, [], 1) == {"e2e4": 1}
        assert engine.name == "Unknown Command"


INFINITE = """\
say("info depth 1 seldepth 1 score cp 13 nodes 20 pv e2e4")
        time.sleep(600)
"""


@pytest.mark.parametrize(
    ("answer", "instead"),
    [
        ('say("bestmove e2e4")', "it searches for a move instead of counting"),
        ('say("info depth 1 score cp 3 pv e2e4")', "it searches for a move instead of counting"),
        (INFINITE, "it searches for a move instead of counting"),
        ("say('Unknown command: ' + line)", "it says 'Unknown command: go perft 1'"),
        ("pass", "it says nothing"),
        ('say("info string thinking")', "it says 'info string thinking'"),
        ("print('What is perft?', file=sys.stderr)", "it says 'What is perft?'"),
    ],
)
def test_no_go_perft(program, answer, instead):
    said, seconds = complaint(uci(program, answer=answer))
    assert said == f"it does not understand 'go perft 1': {instead} {COMMAND}"
    assert seconds < 10


def test_no_such_perft_command(program):
    engine = uci(program, answer="pass", timeout=1.0, perft_command="divide {depth}")
    said, _ = complaint(engine)
    assert said.startswith("it does not understand 'divide 1': it says nothing")


ONLY_THERE = 'say("Unknown command") if "PPPP" not in position else say("e2e4: 1", "Nodes: 1")'


def test_an_engine_that_understands_the_start_position_fails_in_another_way(program):
    with uci(program, answer=ONLY_THERE) as engine:
        with pytest.raises(EngineNonsense, match="it says 'Unknown command'") as failure:
            engine.divide(PAWN, [], 1)
        assert type(failure.value) is EngineNonsense
        assert failure.value.question == (PAWN, (), 1)
        assert engine.divide(STARTING_FEN, [], 1) == {"e2e4": 1}
    with uci(program, answer=ONLY_THERE.replace("Unknown command", "hm")) as engine:
        assert engine.divide(STARTING_FEN, [], 1) == {"e2e4": 1}
        engine.timeout = 1.0
        with pytest.raises(EngineTimeout):
            engine.divide(PAWN, [], 1)


def test_an_engine_that_has_spoken_uci_may_crash_in_the_greeting(program, tmp_path):
    greeting = f"open({str(tmp_path / 'once')!r}, 'x'); say('uciok')"
    with uci(program, greeting=greeting, answer="sys.exit(1)") as engine:
        for _ in range(2):
            with pytest.raises(EngineCrashed):
                engine.divide(PAWN, [], 1)


def test_a_script_that_writes_no_counts(program):
    engine = open_engine(program("print('Welcome!')"), script=True)
    said, _ = complaint(engine)
    assert said == (
        "it does not understand a call as PROGRAM DEPTH FEN: it writes no moves and no total "
        "(if it speaks UCI, leave out --script)"
    )


def test_a_script_that_understands_the_start_position(program):
    text = "import sys\nprint('a2a3 1' if 'PPPP' in sys.argv[2] else '')"
    with (
        open_engine(program(text), script=True) as engine,
        pytest.raises(EngineNonsense, match="no moves and no total"),
    ):
        engine.divide(PAWN, [], 1)


@pytest.mark.parametrize("answer", ['say("bestmove e2e4")', "pass"])
def test_a_suite_ends_with_the_reason(program, answer):
    suite = known_counts().limited(depth=1, chess960=False)
    results = run_suite(suite, lambda: uci(program, answer=answer), threads=2)
    with pytest.raises(EngineError, match="it does not understand 'go perft 1'"):
        list(results)
