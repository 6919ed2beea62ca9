from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
from types import ModuleType

import pytest

from kiwipete import BUILD, __version__
from kiwipete.cli import exits, options
from kiwipete.cli.commands import COMMANDS, load

TEXTS = [load(name).in_short for name in COMMANDS]
TEXTS += [load(name).examples for name in ("perft", "show", "bench")]
EXAMPLES = [
    line.partition("   ")[0]
    for text in TEXTS
    for line in re.findall(r"^  (kiwipete .*)$", text, re.MULTILINE)
    if " -- " not in line and " match " not in line  # an engine that is not everywhere
    if " train " not in line  # needs data
    if not line.startswith("kiwipete board ")  # serves until Ctrl-C: see test_board.py
    if not line.startswith("kiwipete run ")  # becomes the program: see test_run.py
    # They take minutes, or need files: see test_selfplay.py, test_data.py, test_explore.py.
    if not line.startswith(("kiwipete selfplay ", "kiwipete data ", "kiwipete games "))
    if not line.startswith("kiwipete explore ")
]


def test_alone_it_prints_the_help(kiwipete, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)  # nor is there a GUI, which would want an engine
    alone, asked = kiwipete(), kiwipete("--help")
    assert alone == asked
    assert alone.code == 0
    assert alone.out.startswith("usage: kiwipete ")
    assert "examples:" in alone.out


def test_the_introduction_has_every_command_and_every_exit_code(kiwipete):
    out = kiwipete("--help").out
    for name in COMMANDS:
        command = load(name)
        assert re.search(rf"^    {name} +{re.escape(command.summary)}$", out, re.MULTILINE)
        assert re.search(rf"^  kiwipete {name}\b", command.examples, re.MULTILINE)
        assert command.in_short.startswith(f"  kiwipete {name} ")
        assert command.in_short in out
    codes = options.END.partition("Exit codes: ")[2].replace("\n", " ")
    known = {number for name, number in vars(exits).items() if name.isupper() and name[0] != "_"}
    assert {int(code) for code in re.findall(r"\b\d+\b", codes)} == known
    for word in ("count", "move", "engine", "check", "cluster"):
        assert word in codes


@pytest.mark.parametrize(
    ("command", "options"),
    [
        (
            "perft",
            "DEPTH POSITION --divide --stats --check --moves --threads --hash --method "
            "--resume --cluster --split --chess960 --json",
        ),
        ("show", "POSITION --moves --chess960"),
        (
            "analyse",
            "POSITION --moves --chess960 --multipv --seconds --depth --nodes --threads --hash "
            "--game --html --json",
        ),
        (
            "play",
            "--side --level --seconds --fen --moves --chess960 --unicode --save --seed",
        ),
        ("bench", "--search --threads --json"),
    ],
)
def test_every_option_is_explained(kiwipete, command, options):
    code, out, err = kiwipete(command, "--help")
    assert (code, err) == (0, "")
    for option in options.split():
        # Its own line, with a text beside or below it.
        assert re.search(rf"^  {option}( [A-Z]+)?\s+\w", out, re.MULTILINE), option
    assert "\nexamples:\n  kiwipete " in out


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_work(kiwipete, monkeypatch, example):
    typed = io.BytesIO(b"isready\nquit\n")  # for the commands that read
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(typed))
    program, *words = shlex.split(example)
    assert program == "kiwipete"
    ended = kiwipete(*words)
    impossible = "K7" in example
    assert ended.code == (2 if impossible else 0)
    assert ended.out != ""


def test_what_the_examples_say_is_printed(kiwipete):
    position3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
    promised = {
        ("perft", "6"): "Nodes   119,060,324",
        ("perft", "5", position3, "--divide"): "a5a4: 52943\na5a6: 59028",
        ("perft", "5", "--moves", "e2e4 e7e5", "--json"): '"nodes": 22273312',
        ("perft", "7", "--hash", "256"): "3,195,901,860",
        ("show", "kiwipete"): "Legal moves    48",
        ("bench",): "Signature   761234712",
    }
    for words, printed in promised.items():
        assert printed in kiwipete(*words).out
    assert "a5a4: 52943\n      a5a6: 59028" in load("perft").examples


def test_version_names_the_build(kiwipete):
    assert kiwipete("--version") == (0, f"kiwipete {__version__} ({BUILD} build)\n", "")


# Print the modules that the help loads beyond the rules.
LOADED = """
import json, sys
import kiwipete
before = set(sys.modules)
from kiwipete.cli import main
sys.stdout.write = lambda text: len(text)
assert main(["--help"]) == 0
del sys.stdout.write
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def test_the_help_loads_nothing_heavy():
    output = subprocess.check_output([sys.executable, "-I", "-c", LOADED], text=True)
    loaded = set(json.loads(output))
    assert "kiwipete.cli.commands.match" in loaded
    rooms = {name.split(".")[1] for name in loaded if name.startswith("kiwipete.")}
    assert rooms <= {"cli", "own_engine"}
    heavy = {"asyncio", "dataclasses", "inspect", "json", "pathlib", "random", "rich", "subprocess"}
    assert {name.split(".")[0] for name in loaded} & heavy == set()


def test_a_new_command_is_a_module_and_a_name(kiwipete, monkeypatch):
    module = ModuleType("kiwipete.cli.commands.greet")
    module.DESCRIPTION = "Greet somebody.\n\nThat is all."
    module.EXAMPLES = "examples:\n  kiwipete greet World"
    module.add_arguments = lambda parser: parser.add_argument("name")
    module.run = lambda arguments: print(f"Hello {arguments.name}") or 7
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(options, "COMMANDS", (*COMMANDS, "greet"))
    assert kiwipete("greet", "World") == (7, "Hello World\n", "")
    assert re.search(r"^    greet +greet somebody$", kiwipete("--help").out, re.MULTILINE)
    assert kiwipete("greet", "--help").out.startswith("usage: kiwipete greet [-h] name\n\nGreet")
    assert "greet: error" not in kiwipete("greet").err
