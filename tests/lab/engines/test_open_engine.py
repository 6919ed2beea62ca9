"""Engines of all sorts, written here in a few lines each."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from kiwipete import STARTING_FEN
from kiwipete.lab import (
    EngineCrashed,
    EngineError,
    EngineFailure,
    EngineNonsense,
    EngineTimeout,
    Rules,
    open_engine,
)
from tests.support.buggy import BUGGY
from tests.support.processes import wait_for

MATE = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
PROMOTION = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"

# An engine that says `ANSWER` when it is asked `ASKED` and a number.
ENGINE = """\
import sys, time
def say(*lines):
    print(*lines, sep="\\n", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        say("Welcome!", "id name " + 'Test engine 1.0', "uciok")
    elif words[0] == "isready":
        READY
    elif words[0] == "quit":
        break
    elif line.startswith("ASKED "):
        ANSWER
"""
NAME = "Test engine 1.0"
READYOK = 'say("readyok")'


@pytest.fixture
def engine(tmp_path):
    """Make an engine that answers so, and open it."""

    def make(answer, *, asked="go perft", ready=READYOK, name=NAME, timeout=20.0, **more):
        text = ENGINE.replace("ANSWER", answer).replace("ASKED", asked).replace("READY", ready)
        text = text.replace(repr(NAME), repr(name))
        path = tmp_path / "engine.py"
        path.write_text(text)
        return open_engine([sys.executable, "-S", "-E", str(path)], timeout=timeout, **more)

    return make


@pytest.mark.parametrize(
    "answer",
    [
        'say("e2e4: 20", "d2d4: 20", "", "Nodes searched: 40", "")',
        'say("e2e4 20", "d2d4 20", "40")',
        'say("info string perft", "e2e4 - 20", "noise", "d2d4 - 20", "Total: 40", "Time: 3 ms")',
        'say("Nodes: 40", "e2e4: 20", "d2d4: 20")',
        'say("e2e4: 20", "d2d4: 20")',  # no total: over when nothing more comes
        # Ready before it has counted, as an engine is that counts in a thread.
        'say("readyok"); time.sleep(0.5); say("e2e4: 20", "d2d4: 20", "Nodes: 40")',
    ],
)
def test_answers(engine, answer):
    ready = "pass" if "sleep" in answer else READYOK
    with engine(answer, ready=ready) as asked:
        for _ in range(2):
            counts = asked.divide(STARTING_FEN, [], 2)
            assert counts == {"e2e4": 20, "d2d4": 20}
        assert asked.name == NAME


def test_an_engine_that_is_never_ready(engine):
    with engine('say("e2e4: 20", "Nodes: 20")', ready="pass") as asked:
        assert asked.divide(STARTING_FEN, [], 2) == {"e2e4": 20}


def test_an_engine_without_totals_has_nothing_to_say_about_a_mate(engine):
    with engine('say("a2a3: 1") if words[-1] == "1" else None', timeout=5.0) as asked:
        assert asked.divide(STARTING_FEN, [], 1) == {"a2a3": 1}
        assert asked.divide(MATE, [], 2) == {}


# Says the counts before `readyok` if they are few, as a quick thread may, and else long after.
THREAD = """\
few = words[-1] == "1"
        say("e2e4: 20", "readyok") if few else say("readyok")
"""


def test_an_engine_that_counts_in_a_thread_and_writes_no_totals(engine):
    counts = 'few or time.sleep(0.9) or say("e2e4: 20")'
    with engine(f"{THREAD}        {counts}", ready="pass", timeout=3.0) as asked:
        for depth in (1, 2, 1):
            assert asked.divide(STARTING_FEN, [], depth) == {"e2e4": 20}


def test_a_thread_that_says_nothing_has_not_answered(engine):
    with engine(THREAD, ready="pass", timeout=2.0) as asked:
        assert asked.divide(STARTING_FEN, [], 1) == {"e2e4": 20}
        with pytest.raises(EngineTimeout):
            asked.divide(STARTING_FEN, [], 2)
        assert asked.divide(MATE, [], 2) == {}


def test_an_engine_that_counts_in_order_is_not_waited_for(engine, monkeypatch):
    with engine('say("e2e4: 20") if words[-1] < "7" else None', timeout=5.0) as asked:
        assert asked.divide(STARTING_FEN, [], 1) == {"e2e4": 20}
        # Who waits for silence now is out of time.
        monkeypatch.setattr("kiwipete.lab.engines.uci_engine._SHORT_SILENCE", 600)
        for _ in range(3):
            assert asked.divide(STARTING_FEN, [], 2) == {"e2e4": 20}
            assert asked.divide(STARTING_FEN, [], 7) == {}


def test_a_trial_that_fails_is_nobodys_business(engine):
    answer = 'say("e2e4: 20") if words[-1] == "1" else sys.exit(1)'
    with engine(answer, timeout=5.0) as asked:
        for _ in range(2):
            assert asked.divide(STARTING_FEN, [], 1) == {"e2e4": 20}


def test_a_mate_as_the_first_question(engine, tmp_path):
    for asked in (engine("pass", timeout=2.0), open_engine(script(tmp_path, "pass"), script=True)):
        with asked:
            assert asked.divide(MATE, [], 1) == {}
            with pytest.raises(EngineError, match="it does not understand"):
                asked.divide(STARTING_FEN, [], 1)


# Says one line more, but only when it is told to.
LATE = """\
say("e2e4: 20", "Nodes: 20")
        if words[-1] == "1":
            import pathlib
            while not pathlib.Path("FOLDER/now").exists():
                time.sleep(0.01)
            say("d2d4: 7")
            pathlib.Path("FOLDER/said").touch()
"""


def test_what_comes_too_late_is_no_part_of_the_next_answer(engine, tmp_path):
    with engine(LATE.replace("FOLDER", str(tmp_path)), ready="pass") as asked:
        assert asked.divide(STARTING_FEN, [], 1) == {"e2e4": 20}
        (tmp_path / "now").touch()
        wait_for((tmp_path / "said").exists)
        assert asked.divide(STARTING_FEN, [], 2) == {"e2e4": 20}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\x1b[31mRed\a \u265e <&>", "[31mRed \u265e <&>"),
        ("x" * 100_000, "x" * 59 + "\u2026"),
        ("\x1b\x07", Path(sys.executable).name),
    ],
)
def test_names_do_a_terminal_no_harm(engine, name, shown):
    with engine('say("e2e4: 20", "Nodes: 20")', name=name) as asked:
        asked.divide(STARTING_FEN, [], 2)
        assert asked.name == shown


@pytest.mark.parametrize("script", [False, True])
def test_commands_that_are_none(script):
    for text in ("stockfish", b"stockfish"):
        with pytest.raises(TypeError, match="the command is a list of words"):
            open_engine(text, script=script)
    with pytest.raises(ValueError, match="the command is empty"):
        open_engine([], script=script)
    for perft_command in ("", "go perft", "perft {deep}"):
        with pytest.raises(ValueError, match=r"the perft command has no \{depth\}"):
            open_engine(["stockfish"], script=script, perft_command=perft_command)
    for timeout in (0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="the timeout is a number of seconds"):
            open_engine(["stockfish"], script=script, timeout=timeout)


def test_a_path_is_a_word_too():
    engine = open_engine([Path("bin", "engine"), "--uci"])
    assert engine.command == (str(Path("bin", "engine")), "--uci")
    assert engine.name == "engine"


@pytest.mark.parametrize(
    ("command", "asked"),
    [("perft {depth}", "perft"), ("divide {depth} slowly", "divide")],
)
def test_other_commands(engine, command, asked):
    answer = 'say(f"e2e4: {words[1]}", f"Nodes: {words[1]}")'
    with engine(answer, asked=asked, perft_command=command) as opened:
        assert opened.divide(STARTING_FEN, [], 3) == {"e2e4": 3}


# Ends while a child of it holds its output.
FORK = """\
import os, subprocess
        subprocess.Popen(["sleep", "600"])
        os._exit(3)
"""


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        ("sys.exit(3)", EngineCrashed, "it ended with exit code 3"),
        ('say("e2e4: 20"); sys.exit(1)', EngineCrashed, "it ended with exit code 1"),
        ("import os; os.abort()", EngineCrashed, "it was killed by SIGABRT"),
        ("time.sleep(600)", EngineTimeout, "no answer within 1 s"),
        ("while True: say('noise')", EngineTimeout, "no answer within 1 s"),
        ('say("e2e4: 20", "Nodes: 21")', EngineNonsense, "add up to 20, but it says 21"),
        (FORK, EngineCrashed, "it ended with exit code 3"),
    ],
)
def test_failures(engine, answer, error, message):
    timeouts = {EngineTimeout: 1.0, EngineNonsense: 5.0, EngineCrashed: 20.0}
    with engine(answer, timeout=timeouts[error]) as asked:
        for _ in range(2):  # it is started again
            with pytest.raises(error, match=message) as failure:
                asked.divide(STARTING_FEN, ["e2e4"], 2)
            assert failure.value.question == (STARTING_FEN, ("e2e4",), 2)


def test_the_last_words(engine):
    with engine('say("e2e4: 20"); print("help!", file=sys.stderr); sys.exit(1)') as asked:
        with pytest.raises(EngineCrashed) as failure:
            asked.divide(STARTING_FEN, [], 1)
        assert sorted(failure.value.output) == ["e2e4: 20", "help!"]


def test_after_a_failure_the_engine_is_started_again(engine):
    with engine('sys.exit(1) if words[-1] == "2" else say("e2e4: 1", "Nodes: 1")') as asked:
        for _ in range(2):
            assert asked.divide(STARTING_FEN, [], 1) == {"e2e4": 1}
            with pytest.raises(EngineCrashed):
                asked.divide(STARTING_FEN, [], 2)


@pytest.mark.parametrize("script", [False, True])
def test_a_program_that_is_not_there(script):
    with (
        open_engine(["/no/such/engine"], script=script) as engine,
        pytest.raises(EngineError, match="cannot start '/no/such/engine': No such file") as failure,
    ):
        engine.divide(STARTING_FEN, [], 1)
    assert not isinstance(failure.value, EngineFailure)


def test_no_process_is_left_behind(engine):
    answer = 'import os; say(f"e2e4: {os.getpid()}", f"Nodes: {os.getpid()}")'
    with engine(answer) as asked:
        pid = asked.divide(STARTING_FEN, [], 1)["e2e4"]
        os.kill(pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize("script", [False, True])
@pytest.mark.parametrize(
    ("fen", "moves", "depth"),
    [
        (STARTING_FEN, [], 2),
        (STARTING_FEN, ["e2e4", "e7e5", "g1f3"], 2),
        (PROMOTION, ["a7a8n"], 1),
        (MATE, [], 1),
    ],
)
def test_both_dialects_agree_with_the_rules(script, fen, moves, depth):
    with open_engine(BUGGY, script=script) as engine:
        assert engine.divide(fen, moves, depth) == Rules().divide(fen, moves, depth)


def test_chess960():
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"
    with open_engine(BUGGY, chess960=True) as engine:
        counts = engine.divide(fen, ["e1h1"], 1)
    assert counts == Rules(chess960=True).divide(fen, ["e1h1"], 1)
    assert "e8a8" in counts


def script(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "script.py"
    path.write_text(f"import sys, time\n{text}")
    return [sys.executable, "-S", "-E", str(path)]


def test_the_arguments_of_a_script(tmp_path):
    seen = tmp_path / "seen"
    command = script(
        tmp_path, f"print(sys.argv[1:], file=open({str(seen)!r}, 'w'))\nprint('a2a3 1')"
    )
    with open_engine(command, script=True) as engine:
        assert engine.divide(STARTING_FEN, [], 4) == {"a2a3": 1}
        assert seen.read_text() == f"{['4', STARTING_FEN]}\n"
        assert engine.divide(STARTING_FEN, ["e2e4", "e7e5"], 1) == {"a2a3": 1}
        assert seen.read_text() == f"{['1', STARTING_FEN, 'e2e4 e7e5']}\n"


def test_a_script_without_totals_has_nothing_to_say_about_a_mate(tmp_path):
    command = script(tmp_path, "print('a2a3 1') if sys.argv[1] == '1' else None")
    with open_engine(command, script=True) as engine:
        assert engine.divide(STARTING_FEN, [], 1) == {"a2a3": 1}
        assert engine.divide(MATE, [], 2) == {}


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("sys.exit(2)", EngineCrashed, "it ended with exit code 2"),
        ("print('e2e4 20'); sys.exit(1)", EngineCrashed, "it ended with exit code 1"),
        ("time.sleep(600)", EngineTimeout, "no answer within 1 s"),
        ("import os; os.close(1); time.sleep(600)", EngineTimeout, "no answer within 1 s"),
        ("print('e2e4 20\\n\\n21')", EngineNonsense, "add up to 20, but it says 21"),
    ],
)
def test_failures_of_a_script(tmp_path, text, error, message):
    timeout = 1.0 if error is EngineTimeout else 20.0
    with open_engine(script(tmp_path, text), script=True, timeout=timeout) as engine:
        with pytest.raises(error, match=message) as failure:
            engine.divide(STARTING_FEN, ["e2e4"], 3)
        assert failure.value.question == (STARTING_FEN, ("e2e4",), 3)
