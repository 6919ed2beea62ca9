"""Dependencies point one way: down. See docs/architecture.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kiwipete
from tests.support.dependencies import (
    KERNEL,
    SEARCH,
    SYZYGY,
    TRAINING,
    core_faults,
    cython_imports,
    kernel_faults,
    python_faults,
    search_faults,
    syzygy_faults,
    training_faults,
)

ROOT = Path(__file__).parents[2]
CORE = ROOT / "src" / "kiwipete" / "_core"
# The Python modules are looked at where they are installed.
PACKAGE = Path(kiwipete.__file__).parent


def test_the_kernel_points_down():
    assert kernel_faults(CORE / "kernel") == []


def test_the_files_about_endgame_tables_point_down():
    assert syzygy_faults(CORE / "syzygy") == []


def test_the_search_points_down():
    assert search_faults(CORE / "search") == []


def test_the_trainer_points_down():
    assert training_faults(CORE / "training") == []


def test_the_core_knows_the_kernel_errors_and_status():
    assert core_faults(CORE) == []


def test_the_modules_point_down():
    assert python_faults(PACKAGE) == []


def test_every_file_was_looked_at():
    assert {path.stem for path in (CORE / "kernel").glob("*.pxd")} == set(KERNEL)
    assert {path.stem for path in (CORE / "syzygy").glob("*.pxd")} == set(SYZYGY)
    assert {path.stem for path in (CORE / "search").glob("*.pxd")} == set(SEARCH)
    assert {path.stem for path in (CORE / "training").glob("*.pxd")} == set(TRAINING)
    assert len(list(cython_imports(CORE / "game_board.pyx"))) > 15
    assert {path.name for path in PACKAGE.glob("*.py")} >= {"board.py", "errors.py", "perft.py"}


def test_the_reference_shares_nothing_with_what_it_checks():
    known = {
        module.rpartition(".")[2] for module, _ in cython_imports(CORE / "kernel/reference.pxd")
    }
    assert known.isdisjoint({"attacks", "bitboards", "magics", "movegen", "scores", "table"})


def test_a_reversed_arrow_in_the_search_is_found(tmp_path):
    (tmp_path / "score.pxd").write_text("from kiwipete._core.kernel.move cimport Move\n")
    assert search_faults(tmp_path) == []
    (tmp_path / "score.pxd").write_text("from kiwipete._core.search.alpha_beta cimport search\n")
    assert search_faults(tmp_path) == ["score must not know kiwipete._core.search.alpha_beta"]
    (tmp_path / "score.pxd").write_text("")
    (tmp_path / "clever.pxd").write_text("")
    assert search_faults(tmp_path) == ["clever has no place in the order of the search"]


# The tests of the tests: each arrow turned round is found.


def test_a_reversed_arrow_in_the_kernel_is_found(tmp_path):
    (tmp_path / "squares.pxd").write_text("from libc.stdint cimport uint64_t\n")
    movegen = tmp_path / "movegen.pxd"
    movegen.write_text("from kiwipete._core.kernel.squares cimport (\n    bit, u64,\n)\n")
    assert kernel_faults(tmp_path) == []
    movegen.write_text("from kiwipete._core.kernel.position cimport Position\n")
    assert kernel_faults(tmp_path) == ["movegen must not know kiwipete._core.kernel.position"]
    movegen.write_text("cimport kiwipete._core.kernel.movegen\n")
    assert kernel_faults(tmp_path) == ["movegen must not know kiwipete._core.kernel.movegen"]
    movegen.write_text("from .position cimport Position\n")
    assert kernel_faults(tmp_path) == ["movegen must not know .position"]
    movegen.write_text("from kiwipete.errors import InvalidFenError\n")
    assert kernel_faults(tmp_path) == ["movegen imports kiwipete.errors as Python"]
    movegen.write_text("from cpython.ref cimport Py_INCREF\n")
    assert kernel_faults(tmp_path) == ["movegen must not know cpython.ref"]


def test_a_reversed_arrow_among_endgame_tables_is_found(tmp_path):
    pairs = tmp_path / "pairs.pxd"
    pairs.write_text("from kiwipete._core.kernel.squares cimport u8\n")
    assert syzygy_faults(tmp_path) == []
    pairs.write_text("from kiwipete._core.syzygy.table cimport Table\n")
    assert syzygy_faults(tmp_path) == ["pairs must not know kiwipete._core.syzygy.table"]
    pairs.write_text("from kiwipete._core.position_board cimport state_of\n")
    assert syzygy_faults(tmp_path) == ["pairs must not know kiwipete._core.position_board"]


def test_a_new_file_of_the_kernel_needs_a_place(tmp_path):
    (tmp_path / "search.pxd").write_text("")
    assert kernel_faults(tmp_path) == ["search has no place in the order of the kernel"]


def test_a_reversed_arrow_in_the_core_is_found(tmp_path):
    core = tmp_path / "game_board.pyx"
    core.write_text(
        "from cpython.ref cimport Py_INCREF\n"
        "from kiwipete._core.kernel.types cimport State\n"
        "from kiwipete.errors import InvalidFenError\n"
    )
    assert core_faults(tmp_path) == []
    core.write_text("from kiwipete._core.kernel.fen cimport read_fen\n")
    assert core_faults(tmp_path) == ["game_board.pyx must not know kiwipete._core.kernel.fen"]
    core.write_text("def perft():\n    from kiwipete import board\n")
    assert core_faults(tmp_path) == ["game_board.pyx must not know kiwipete"]
    core.write_text("from kiwipete._core.syzygy.probe cimport Probe\n")
    assert core_faults(tmp_path) == ["game_board.pyx must not know kiwipete._core.syzygy.probe"]
    core.write_text("from kiwipete._core.perft_job cimport PerftJob\n")
    assert core_faults(tmp_path) == ["game_board.pyx must not know kiwipete._core.perft_job"]
    core.write_text("")
    lines = tmp_path / "pgn_lines.pxi"
    lines.write_text("import threading\n")
    assert core_faults(tmp_path) == ["pgn_lines.pxi must not know threading"]
    lines.write_text("")
    piece = tmp_path / "piece.pxd"
    piece.write_text("from kiwipete._core.kernel.position cimport put_piece\n")
    assert core_faults(tmp_path) == ["piece.pxd must not know kiwipete._core.kernel.position"]
    piece.write_text("")
    (tmp_path / "clever.pyx").write_text("")
    assert core_faults(tmp_path) == ["clever has no place in the order of the compiled modules"]


GOOD_MODULES = {
    "errors.py": "from __future__ import annotations\n",
    "perft.py": "import os\nfrom kiwipete._core.perft_job import PerftJob\n",
    "board.py": "from kiwipete import perft\nfrom kiwipete.errors import InvalidFenError\n",
    "__init__.py": "from kiwipete.board import Board\n",
    "_core/__init__.py": "from kiwipete._core.cpu import runnable_builds\n",
    "cli/__init__.py": "from kiwipete import __version__\nfrom kiwipete.cli import show\n",
    "cli/show.py": "from kiwipete.board import Board\n",
    "__main__.py": "from kiwipete.cli import main\n",
}


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("errors.py", "import kiwipete.status\n", "errors.py must not know status"),
        ("errors.py", "from kiwipete import board\n", "errors.py must not know board"),
        ("perft.py", "from kiwipete.board import Board\n", "perft.py must not know board"),
        ("perft.py", "def f():\n    import kiwipete\n", "perft.py must not know __init__"),
        ("board.py", "from kiwipete.cli import main\n", "board.py must not know cli"),
        ("board.py", "from kiwipete.cli.show import draw\n", "board.py must not know cli.show"),
        ("board.py", "from kiwipete import Board\n", "board.py must not know __init__"),
        ("__init__.py", "from kiwipete import cli\n", "__init__.py must not know cli"),
        ("_core/__init__.py", "import kiwipete.board\n", "_core/__init__.py must not know board"),
        ("cli/show.py", "import kiwipete.__main__\n", "cli/show.py must not know __main__"),
        ("cli/show.py", "import kiwipete._core.move\n", "cli/show.py must not know _core.move"),
        ("board.py", "from kiwipete import game\n", "board.py must not know __init__"),
        ("board.py", "import kiwipete.game\n", "board.py must not know game"),
        ("game.py", "", "game has no layer"),
    ],
)
def test_a_reversed_arrow_between_modules_is_found(tmp_path, name, text, fault):
    for good, content in GOOD_MODULES.items():
        path = tmp_path / good
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    assert python_faults(tmp_path) == []
    (tmp_path / name).write_text(text)
    assert python_faults(tmp_path) == [fault]


def test_relative_imports_are_refused(tmp_path):
    (tmp_path / "board.py").write_text("from .cli import main\n")
    with pytest.raises(ValueError, match="relative imports"):
        python_faults(tmp_path)


def test_the_kernel_has_what_its_benchmark_imports():
    text = (ROOT / "bench" / "kernel_loops.pyx").read_text(encoding="utf-8")
    imports = re.findall(r"^from kiwipete\._core\.kernel\.(\w+) cimport (.+)$", text, re.MULTILINE)
    assert len(imports) > 10
    for module, names in imports:
        kernel_file = (CORE / "kernel" / f"{module}.pxd").read_text(encoding="utf-8")
        for name in names.split(", "):
            assert re.search(rf"\b{name}\b", kernel_file), f"{module} has no {name}"
