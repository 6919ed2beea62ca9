"""`kiwipete.use_as_chess()`: each test in a Python of its own, for here chess is python-chess."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import chess
import pytest

import kiwipete
from tests.support.processes import error_of, printed, run_python

ON = "import kiwipete; kiwipete.use_as_chess()\n"
SUBMODULES = ["engine", "polyglot", "svg"]


def test_chess_is_kiwipete():
    code = "import chess; print(chess.Board is kiwipete.Board, chess.__name__, chess)"
    module = f"<module 'chess' (kiwipete {kiwipete.__version__})>"
    assert printed(ON + code) == f"True chess {module}"


@pytest.mark.parametrize(
    "statement",
    [
        "import chess.{0}; module = chess.{0}",
        "from chess import {0} as module",
        "import chess.{0} as module",
        "import kiwipete.{0}, chess.{0}; module = chess.{0}",
        "import importlib; module = importlib.import_module('chess.{0}')",
        "import chess; from chess import {0} as module",
    ],
)
def test_a_submodule_is_the_same_under_both_names(statement):
    code = "import sys\n"
    for name in SUBMODULES:
        code += f"{statement.format(name)}\nimport kiwipete.{name}\n"
        code += f"assert module is kiwipete.{name} is sys.modules['chess.{name}']\n"
        code += "print(module.__name__, module.__spec__.name)\n"
    expected = [f"kiwipete.{name} kiwipete.{name}" for name in SUBMODULES]
    assert printed(ON + code).splitlines() == expected


def test_modules_within_submodules():
    code = "import chess.engine.score, kiwipete.engine.score as own\n"
    assert printed(ON + code + "print(chess.engine.score is own)") == "True"


def test_every_name_is_there_even_those_made_on_first_use():
    code = (
        "import chess\nfrom chess import *\n"
        "missing = {name for name in dir(kiwipete) if not hasattr(chess, name)}\n"
        "print(missing, chess.BB_DIAG_ATTACKS is kiwipete.BB_DIAG_ATTACKS, Board is chess.Board,"
        " 'BB_SQUARES' in dir(chess))"
    )
    assert printed(ON + code) == "set() True True True"


def test_what_programs_ask_of_the_module():
    code = "import chess; print(chess.__version__, bool(chess.__author__), chess.__email__ == '')"
    assert printed(ON + code) == f"{chess.__version__} True True"
    code = "import chess; print(chess.__file__ == kiwipete.__file__, bool(chess.__doc__))"
    assert printed(ON + code) == "True True"


def test_a_name_that_is_not_there():
    message = "AttributeError: module 'chess', which is Kiwipete's, has no attribute 'Bord'"
    assert error_of(ON + "import chess; chess.Bord").startswith(message)
    message = "ImportError: cannot import name 'Bord' from 'chess'"
    assert error_of(ON + "from chess import Bord").startswith(message)


def test_reloading():
    code = (
        "import importlib, sys, chess, chess.svg\n"
        "assert importlib.reload(chess) is chess is sys.modules['chess']\n"
        "assert importlib.reload(chess.svg) is sys.modules['kiwipete.svg'] is chess.svg\n"
        "print(chess.Board is kiwipete.Board)"
    )
    assert printed(ON + code) == "True"


def test_the_log_of_a_submodule_listens_to_its_second_name():
    code = (
        "import logging, sys, chess.engine\n"
        "logging.getLogger('chess.engine').setLevel(logging.CRITICAL)\n"
        "handler = logging.StreamHandler(sys.stdout)\n"
        "logging.getLogger('chess.engine').addHandler(handler)\n"
        "logging.getLogger('kiwipete.engine').error('hushed')\n"
        "logging.getLogger('kiwipete.engine').critical('heard')\n"
    )
    assert printed(ON + code) == "heard"


def test_a_second_call_changes_nothing():
    code = "import chess\nkiwipete.use_as_chess()\nimport chess as again\nprint(again is chess)"
    assert printed(ON + code) == "True"


def test_pickles_are_kiwipetes_own():
    code = "import chess, pickle, sys; sys.stdout.write(pickle.dumps(chess.Board(), 0).hex())"
    board = pickle.loads(bytes.fromhex(printed(ON + code)))
    assert type(board) is kiwipete.Board
    assert board == kiwipete.Board()


def test_python_chess_must_not_be_loaded_before():
    message = error_of("import chess\n" + ON)
    assert message.startswith(f"RuntimeError: chess is already imported, from {chess.__file__}: ")
    assert "call use_as_chess() before" in message


def test_a_submodule_that_kiwipete_lacks():
    for statement in ("import chess.gaviota", "import chess; from chess import gaviota"):
        message = error_of(ON + statement)
        assert message.startswith("ModuleNotFoundError: Kiwipete has no chess.gaviota. ")
        assert "--with-python-chess" in message
        assert "use_as_chess(with_python_chess=True)" in message
    caught = "try: import chess.gaviota\nexcept ImportError as error: print(error.name)"
    assert printed(ON + caught) == "kiwipete.gaviota"
    message = "ModuleNotFoundError: No module named 'chess.nothing'"
    assert error_of(ON + "import chess.nothing") == message


def test_a_submodule_of_python_chess_on_our_boards():
    code = "import kiwipete; kiwipete.use_as_chess(with_python_chess=True)\n"
    code += "import chess\nfrom chess import gaviota\nimport chess.gaviota\n"
    code += "print(gaviota.__name__, gaviota.chess is chess, chess.Board is kiwipete.Board)"
    assert printed(code) == "chess.gaviota True True"
    missing = "import kiwipete; kiwipete.use_as_chess(with_python_chess=True)\nimport chess.nothing"
    assert error_of(missing) == "ModuleNotFoundError: No module named 'chess.nothing'"


def test_where_python_chess_is_not_installed():
    hidden = (
        "import sys\n"
        "import kiwipete\n"
        "sys.path = [folder for folder in sys.path if 'site-packages' not in folder]\n"
        "kiwipete.use_as_chess(with_python_chess=True)\n"
        "import chess.svg, chess.gaviota"
    )
    message = (
        "ModuleNotFoundError: Kiwipete has no chess.gaviota, and python-chess is not installed"
    )
    assert error_of(hidden) == message
    anything = hidden.replace("chess.gaviota", "chess.nothing")
    assert error_of(anything) == message.replace("gaviota", "nothing")


# The trap, without the switch.

TRAP = "import kiwipete as chess\nimport chess.svg\nprint(chess.Board.__module__)\n"
WARNING = "RuntimeWarning: chess is Kiwipete here, but this imports python-chess."


@pytest.mark.parametrize(
    "program",
    [
        TRAP,
        "import kiwipete as chess\nfrom chess import svg\n",
        "def main():\n    import kiwipete as chess\n    import chess.svg\nmain()\n",
        "import os, chess as theirs\nimport kiwipete as chess\nimport chess.svg\n",
    ],
)
def test_the_trap_is_noticed_once_and_where_it_stands(tmp_path, program):
    path = tmp_path / "program.py"
    path.write_text(program)
    process = subprocess.run([sys.executable, path], capture_output=True, text=True)
    assert process.returncode == 0
    assert process.stderr.count("RuntimeWarning") == 1
    line = 1 + next(i for i, text in enumerate(program.splitlines()) if "svg" in text)
    assert process.stderr.startswith(f"{path}:{line}: {WARNING}")


def test_the_trap_does_what_it_did():
    process = run_python(TRAP)
    assert process.stdout == "chess\n"


def test_the_trap_where_python_chess_is_not_installed():
    hidden = "import sys, kiwipete as chess\nsys.path = []\nimport chess.svg"
    message = "ModuleNotFoundError: No module named 'chess': chess is Kiwipete here, "
    assert error_of(hidden).startswith(message)
    plain = hidden.replace("kiwipete as chess", "kiwipete")
    assert error_of(plain) == "ModuleNotFoundError: No module named 'chess'"


@pytest.mark.parametrize(
    "program",
    [
        "import chess, kiwipete\nimport chess.svg\n",
        "import kiwipete\nimport chess\nimport chess.svg\n",
        "import kiwipete as chess\nfrom kiwipete import svg\n",
        "import kiwipete as chess\nchess.use_as_chess()\nimport chess.svg\n",
        "import kiwipete as chess\nimport json.tool\n",
    ],
)
def test_nobody_else_is_warned(program):
    assert printed(program, "-W", "error") == ""


def test_modules_whose_names_begin_like_it_are_left_alone(tmp_path):
    (tmp_path / "chess_tools.py").write_text("print('mine')")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", ON + "import chess_tools"]
    assert subprocess.check_output(command, env=environment, text=True) == "mine\n"
