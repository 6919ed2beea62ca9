"""`kiwipete run`: a program behaves as under `python`, but chess is Kiwipete."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

import kiwipete as own
from kiwipete.cli.commands import load

HELP = load("run")

# A program that tells all it knows about how it was started.
ABOUT_ITSELF = """\
import os, sys
print(__name__, __file__, __spec__ and __spec__.name, sys.argv, sys.path, sys.flags.optimize)
print(sorted(set(vars()) - {"os", "sys"}), sys.stdin.read(), os.getcwd())
print(sys.modules["__main__"].__name__)
sys.exit(7)
"""

CHILDREN = """\
import multiprocessing, subprocess, sys
import chess, chess.svg

def who(_=None):
    return f"{chess.Board.__module__} {chess.svg.__name__}"

if __name__ == "__main__":
    with multiprocessing.get_context(sys.argv[1]).Pool(1) as pool:
        print(pool.map(who, [0]), pool.map(chess.Board, [chess.STARTING_FEN]))
"""


def start(*words: object, **settings: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **settings)


def run(*words: object, **settings: object) -> subprocess.CompletedProcess[str]:
    return start("-m", "kiwipete", "run", *words, **settings)


def ends_alike(*words: object, **settings: object) -> subprocess.CompletedProcess[str]:
    """Run a program both ways; return the end under `kiwipete run`, the same as under python."""
    ours, theirs = run(*words, **settings), start(*words, **settings)
    assert (ours.returncode, ours.stdout, ours.stderr) == (
        theirs.returncode,
        theirs.stdout,
        theirs.stderr,
    )
    return ours


@pytest.fixture
def program(tmp_path):
    """Write a program into a folder of its own."""

    def write(text, name="program.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write


def test_chess_is_kiwipete(program):
    path = program("import chess, chess.svg\nprint(chess.Board.__module__, chess.svg.__name__)")
    assert run(path).stdout == "kiwipete.board kiwipete.svg\n"
    assert start(path).stdout == "chess chess.svg\n"


@pytest.mark.parametrize("options", [(), ("-O",), ("-X", "utf8"), ("-Wignore",)])
def test_a_program_is_started_as_python_starts_it(program, options):
    path = program(ABOUT_ITSELF)
    words = [*options, path.name, "--help", "-c", "--with-python-chess"]
    assert ends_alike(*words, input="typed", cwd=path.parent).returncode == 7


def test_a_program_elsewhere(program, tmp_path):
    program("name = 'neighbour'", "folder/neighbour.py")
    path = program("import neighbour, sys; print(neighbour.name, sys.path)", "folder/program.py")
    assert ends_alike(path.relative_to(tmp_path), cwd=tmp_path).returncode == 0


def test_modules_packages_folders_code_and_stdin(program, tmp_path):
    program(ABOUT_ITSELF, "package/__main__.py")
    for words in (["-m", "package", "-m", "x"], ["package", "x"], ["-mpackage"]):
        assert ends_alike(*words, cwd=tmp_path, input="").returncode == 7
    assert ends_alike("-c", "import sys; print(sys.argv, sys.path)", "x").returncode == 0
    assert ends_alike("-", "x", input="import sys; print(sys.argv)").stdout == "['-', 'x']\n"


@pytest.mark.parametrize(
    "text",
    ["import chess\nchess.Board('x')", "def f(: pass", "raise SystemExit('words')", "exit(300)"],
)
def test_ends_and_tracebacks(program, text):
    path = program(text)
    ours, theirs = run(path), start(path)
    assert ours.returncode == theirs.returncode
    assert ours.stderr.splitlines()[:2] == theirs.stderr.splitlines()[:2]
    assert "sitecustomize" not in ours.stderr
    assert "runpy" not in ours.stderr


def test_no_such_program():
    assert ends_alike("nowhere.py").returncode == 2
    assert ends_alike("-m", "nowhere_to_be_found").returncode == 1


def test_ctrl_c(program):
    path = program("import time\nprint('ready', flush=True)\ntime.sleep(60)")
    command = [sys.executable, "-m", "kiwipete", "run", str(path)]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        assert process.stderr.read().endswith("KeyboardInterrupt\n")
    assert process.returncode == -signal.SIGINT


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_of_multiprocessing(program, method):
    ended = run(program(CHILDREN), method)
    board = f"[Board({own.STARTING_FEN!r})]"
    assert (ended.stdout, ended.stderr) == (f"['kiwipete.board kiwipete.svg'] {board}\n", "")


def test_processes_of_the_same_python_and_their_children(program):
    inner = "import chess; print(chess.Board.__module__)"
    middle = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {middle!r}])"
    assert run(program(outer)).stdout == "kiwipete.board\n"


def test_a_python_with_another_prefix_is_left_alone(program):
    ended = run("-c", "import chess; print(chess.Board.__module__)")
    assert ended.stdout == "kiwipete.board\n"
    outer = (
        "import os, subprocess, sys\n"
        "os.environ['KIWIPETE_AS_CHESS'] = '/elsewhere'\n"
        "subprocess.run([sys.executable, '-c', 'import chess; print(chess.Board.__module__)'])"
    )
    assert run(program(outer)).stdout == "chess\n"


def test_the_same_python_by_another_path(program, tmp_path):
    (tmp_path / "link").symlink_to(sys.prefix)
    python = tmp_path / "link" / os.path.relpath(sys.executable, sys.prefix)
    inner = "import chess; print(chess.Board.__module__)"
    outer = f"import subprocess; subprocess.run([{str(python)!r}, '-c', {inner!r}])"
    assert run(program(outer)).stdout == "kiwipete.board\n"


def test_a_child_that_does_not_import_chess_does_not_load_kiwipete():
    assert run("-c", "import sys; print('kiwipete' in sys.modules)").stdout == "False\n"


def test_a_sitecustomize_of_ones_own_is_heard_too(program, tmp_path):
    program("import builtins; builtins.mark = 'made'", "startup/sitecustomize.py")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "startup")}
    code = "import chess, sys; print(mark, chess.Board.__module__, sys.modules['sitecustomize'])"
    ended = run("-c", code, env=environment)
    assert ended.stdout.startswith("made kiwipete.board <module 'sitecustomize' from ")
    assert str(tmp_path) in ended.stdout


def test_kiwipete_by_both_names(program):
    path = program("import kiwipete as chess\nimport chess.svg\nprint(chess.Board.__module__)")
    ended = run(path)
    assert (ended.stdout, ended.stderr) == ("kiwipete.board\n", "")


def test_submodules_of_python_chess():
    code = "import chess.gaviota; print(chess.gaviota.__name__, chess.Board.__module__)"
    ended = run("-c", code)
    assert ended.returncode == 1
    assert "ModuleNotFoundError: Kiwipete has no chess.gaviota. " in ended.stderr
    assert run("--with-python-chess", "-c", code).stdout == "chess.gaviota kiwipete.board\n"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}])"
    ended = run("--with-python-chess", "-c", child)
    assert ended.stdout == "chess.gaviota kiwipete.board\n"
    twice = f"import kiwipete; kiwipete.use_as_chess()\n{code}"
    assert run("--with-python-chess", "-c", twice).stdout == "chess.gaviota kiwipete.board\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no program to run"),
        (["--with-python-chess"], "no program to run"),
        (["-u"], "no program to run"),
        (["-W", "program.py"], "no program to run"),
        (["-I", "program.py"], "python -I would not see the switch"),
        (["-uE", "program.py"], "python -E would not see the switch"),
        (["-X", "dev", "-S", "program.py"], "python -S would not see the switch"),
    ],
)
def test_bad_usage(kiwipete, words, message):
    code, out, err = kiwipete("run", *words)
    assert (code, out) == (2, "")
    assert err == f"kiwipete: {message} (see kiwipete run --help)\n"


def test_the_help_teaches(kiwipete):
    code, out, err = kiwipete("run", "--help")
    assert (code, err) == (0, "")
    assert "--with-python-chess" in out
    assert HELP.examples in out


def test_the_example_with_code_prints_what_it_says():
    assert '"import chess; print(chess.Board().legal_moves.count())"' in HELP.examples
    assert run("-c", "import chess; print(chess.Board().legal_moves.count())").stdout == "20\n"


# The installed command goes by kiwipete_launcher.

LAUNCH = "import sys, kiwipete_launcher; sys.exit(kiwipete_launcher.main())"
LOADED = """
import os, sys
before = {*sys.modules, '__future__'}
import kiwipete_launcher
os.execve = lambda *call: sys.exit(f"{call[1][1:]} {sorted(set(sys.modules) - before)}")
kiwipete_launcher.main()
"""


def launch(*words: str, **settings: object) -> subprocess.CompletedProcess[str]:
    return start("-c", LAUNCH, *words, **settings)


def test_the_launcher_loads_nothing_for_a_program():
    ended = start("-I", "-c", LOADED, "run", "--with-python-chess", "-O", "bot.py", "-x")
    assert ended.stderr == "['-O', 'bot.py', '-x'] ['kiwipete_launcher']\n"


@pytest.mark.parametrize("options", [[], ["--with-python-chess"], ["--with-python-chess"] * 2])
def test_the_launcher_and_the_command_run_alike(program, options):
    path = program(
        "import os, sys, chess\n"
        "print(chess.Board.__module__, sys.argv, os.environ.get('KIWIPETE_WITH_PYTHON_CHESS'))\n"
    )
    words = [*options, str(path), "--with-python-chess"]
    ours, theirs = launch("run", *words), run(*words)
    assert (ours.returncode, ours.stdout, ours.stderr) == (0, theirs.stdout, "")
    assert ours.stdout.startswith("kiwipete.")
    assert ours.stdout.endswith("None\n" if not options else "1\n")


@pytest.mark.parametrize("words", [["run"], ["run", "-I", "x.py"], ["run", "--help"], ["pferd"]])
def test_the_launcher_leaves_the_rest_to_the_command_line(words):
    ours, theirs = launch(*words), start("-m", "kiwipete", *words)
    assert (ours.returncode, ours.stdout, ours.stderr) == (
        theirs.returncode,
        theirs.stdout,
        theirs.stderr,
    )
