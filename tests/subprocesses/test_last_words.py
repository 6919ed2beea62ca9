"""The line that tells why a program ended, as the runtimes of many languages write it."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from kiwipete import STARTING_FEN
from kiwipete.lab import EngineCrashed, open_engine
from kiwipete.subprocesses.output import last_words

JAVA = """\
Exception in thread "main" java.lang.IllegalStateException: no king
\tat Board.make(Board.java:31)
\tat Main.main(Main.java:7)
Caused by: java.lang.RuntimeException: in between
\t... 2 more
Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 64 out of bounds for length 64
\tat Board.piece(Board.java:12)
\t... 2 more
"""
JAVA_PRINTED = """\
java.lang.NullPointerException
\tat Board.make(Board.java:31)
\tat Main.main(Main.java:7)
"""
NODE = """\
/home/me/engine.js:3
    board.squares[64].piece = null
                      ^

TypeError: Cannot set properties of undefined (setting 'piece')
    at make (/home/me/engine.js:3:23)
    at Object.<anonymous> (/home/me/engine.js:9:1)
    at node:internal/main/run_main_module:23:47

Node.js v18.19.0
"""
NODE_CODE = """\
RangeError [ERR_OUT_OF_RANGE]: The value is out of range
    at perft (/home/me/engine.js:3:23)
"""
RUST = """\
thread 'main' panicked at src/main.rs:4:5:
index out of bounds: the len is 64 but the index is 64
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
RUST_BEFORE_1_73 = """\
thread 'main' panicked at 'attempt to subtract with overflow', src/main.rs:4:5
stack backtrace:
   0: rust_begin_unwind
"""
PYTHON = """\
Traceback (most recent call last):
  File "engine.py", line 9, in <module>
    main()
  File "engine.py", line 3, in make
    raise IllegalMove("e2e5")
engine.IllegalMove: e2e5
"""
PYTHON_CHAINED = """\
Traceback (most recent call last):
  File "engine.py", line 9, in <module>
KeyError: 'e9'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "engine.py", line 11, in <module>
ValueError: no such square
"""
GO = """\
panic: runtime error: index out of range [64] with length 64

goroutine 1 [running]:
main.make(...)
\t/home/me/engine.go:12 +0x1d
exit status 2
"""
GO_STACK = """\
runtime: goroutine stack exceeds 1000000000-byte limit
fatal error: stack overflow

runtime stack:
runtime.throw({0x4a3f2e, 0xe})
"""
ASSERT = "engine: board.c:31: make: Assertion `king >= 0' failed."
ASSERT_MAC = "Assertion failed: (king >= 0), function make, file board.c, line 31."
CPP = """\
terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check: __n (which is 64) >= this->size() (which is 64)
"""
SANITIZER = """\
=================================================================
==4242==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000114
READ of size 4 at 0x602000000114 thread T0
    #0 0x4011f6 in make board.c:31
SUMMARY: AddressSanitizer: heap-buffer-overflow board.c:31 in make
==4242==ABORTING
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            JAVA,
            (
                'Exception in thread "main" java.lang.IllegalStateException: no king',
                "Caused by: java.lang.ArrayIndexOutOfBoundsException: "
                "Index 64 out of bounds for length 64",
            ),
        ),
        (JAVA_PRINTED, ("java.lang.NullPointerException",)),
        (NODE, ("TypeError: Cannot set properties of undefined (setting 'piece')",)),
        (NODE_CODE, ("RangeError [ERR_OUT_OF_RANGE]: The value is out of range",)),
        (
            RUST,
            (
                "thread 'main' panicked at src/main.rs:4:5: "
                "index out of bounds: the len is 64 but the index is 64",
            ),
        ),
        (
            RUST_BEFORE_1_73,
            ("thread 'main' panicked at 'attempt to subtract with overflow', src/main.rs:4:5",),
        ),
        (PYTHON, ("engine.IllegalMove: e2e5",)),
        (PYTHON_CHAINED, ("KeyError: 'e9'", "ValueError: no such square")),
        (GO, ("panic: runtime error: index out of range [64] with length 64",)),
        (GO_STACK, ("fatal error: stack overflow",)),
        (ASSERT, (ASSERT,)),
        (ASSERT_MAC, (ASSERT_MAC,)),
        (
            CPP,
            (
                "terminate called after throwing an instance of 'std::out_of_range' what(): "
                "vector::_M_range_check: __n (which is 64) >= this->size() (which is 64)",
            ),
        ),
        (
            SANITIZER,
            (
                "==4242==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000114",
                "SUMMARY: AddressSanitizer: heap-buffer-overflow board.c:31 in make",
            ),
        ),
        (
            "board.c:31:9: runtime error: index 64 out of bounds for type 'int [64]'",
            ("board.c:31:9: runtime error: index 64 out of bounds for type 'int [64]'",),
        ),
        ("free(): invalid pointer\n", ("free(): invalid pointer",)),
    ],
)
def test_the_exception_itself(text, told):
    lines = ["a2a3: 20", *text.splitlines(), "a2a4: 20"]
    assert last_words(lines) == told


def test_without_an_exception_the_last_lines_are_told():
    lines = [f"info string line {number}" for number in range(30)]
    assert last_words([*lines, "", "\x1b[31mError of mine"]) == (*lines[-9:], "[31mError of mine")
    assert last_words([]) == ()


# Programs that end badly, by the compiler or interpreter they need.
PROGRAMS = {
    sys.executable: ("py", 'print("a2a3: 1")\nraise LookupError("h9")\n', "LookupError: h9"),
    "node": ("js", "setTimeout(() => { null.king }, 10)\n", "TypeError: Cannot read "),
    "cc": (
        "c",
        "#include <assert.h>\nint main(int count, char **words) { assert(count > 100); }\n",
        "Assertion `count > 100' failed.",
    ),
    "c++": (
        "cpp",
        '#include <stdexcept>\nint main() { throw std::out_of_range("h9"); }\n',
        "'std::out_of_range' what(): h9",
    ),
    "rustc": ("rs", 'fn main() { panic!("no king") }\n', "main.rs:1:13: no king"),
    "java": (
        "java",
        'class A { public static void main(String[] w) { throw new Error("no king"); } }\n',
        'Exception in thread "main" java.lang.Error: no king',
    ),
}
COMPILERS = ("cc", "c++", "rustc")


@pytest.mark.parametrize("tool", [tool for tool in PROGRAMS if shutil.which(tool)])
def test_real_programs(tmp_path, tool):
    suffix, text, told = PROGRAMS[tool]
    source, program = tmp_path / f"main.{suffix}", tmp_path / "program"
    source.write_text(text)
    command = [tool, str(source)]
    if tool in COMPILERS:
        subprocess.run([*command, "-o", str(program)], check=True)
        command = [str(program)]
    with open_engine(command, script=True) as engine, pytest.raises(EngineCrashed) as failure:
        engine.divide(STARTING_FEN, [], 1)
    assert len(failure.value.output) == 1
    assert told in failure.value.output[0]
