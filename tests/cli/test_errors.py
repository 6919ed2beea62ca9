"""Bad input: one line on stderr, exit code 2."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from kiwipete import Board
from kiwipete.cli.commands import perft
from tests.support.damage import spoil_key

FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
NAMES = "startpos, kiwipete, position3, position4, position5, position6"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["perft"], "the following arguments are required: DEPTH"),
        (["perft", "-1"], "the depth must be a whole number from 0 to 60, not '-1'"),
        (["perft", "six"], "the depth must be a whole number from 0 to 60, not 'six'"),
        (["perft", "1.5"], "not '1.5'"),
        (["perft", "1_0"], "not '1_0'"),
        (["perft", "٣"], "not '٣'"),
        (["perft", "61"], "not '61'"),
        (["perft", "9" * 5000], "the depth must be a whole number"),
        (
            ["perft", "kiwipete", "4"],
            "the depth must be a whole number from 0 to 60, not 'kiwipete'",
        ),
        (["perft", "0", "--divide"], "--divide needs a depth of 1 or more"),
        (
            ["perft", "3", "kiwi"],
            f"unknown position 'kiwi': give a FEN in quotes or one of {NAMES}",
        ),
        (["show", ""], f"one of {NAMES}"),
        (["show", "a\nb"], "FEN: "),
        (["show", FEN.replace("pppppppp", "ppppppppp")], "rank 7 has 9 squares"),
        (["perft", "3", FEN.replace("w", "x")], "the side to move is not 'w' or 'b'"),
        (["perft", "3", f"{FEN} 1"], "7 fields instead of 1 to 6"),
        (["perft", "3", "8/8/8/8"], "4 ranks instead of 8"),
        (["perft", "3", *FEN.split()], f'put it in quotes: "{FEN}"'),
        (["perft", "--divide", "3", "--threads", "1", *FEN.split()], f'put it in quotes: "{FEN}"'),
        (["show", *FEN.split()], f'put it in quotes: "{FEN}"'),
        (["perft", "3", "kiwipete", "position3"], "one position at a time"),
        (["perft", "3", "8/8/8/8/8/8/8/K7 w - - 0 1"], "impossible position: black has no king"),
        (["perft", "3", "--moves", "e2e5"], "illegal move e2e5 in rnbqkbnr/pppppppp/"),
        (["perft", "3", "--moves", "e2e4 e7e"], "3 characters instead of 4 or 5: 'e7e'"),
        (["perft", "3", "--moves", "d4 d5 Nf3 e6 Nd2"], "ambiguous san: 'Nd2' in rnbqkbnr/"),
        (["perft", "3", "--moves", "Nf6"], "illegal san: 'Nf6' in rnbqkbnr/"),
        (["show", "--moves", "e2e4\nz9z8"], "names no square with 'z9'"),
        (
            ["perft", "3", "--threads", "0"],
            "the number of threads must be a whole number from 1 to 1024",
        ),
        (["bench", "--threads", "many"], "not 'many'"),
        (["perft", "3", "--threads"], "expected one argument"),
        (["perft", "3", "--hash", "-5"], "the size of the hash table"),
        (
            ["perft", "3", "--method", "slow"],
            "the method must be one of fast, fast1, legal, pseudo",
        ),
        (["perft", "3", "--div"], "unknown option --div (see kiwipete perft --help)"),
        (["--fast"], "unknown option --fast (see kiwipete --help)"),
        (["bench", "startpos"], "bench has no use for 'startpos'"),
        (["pferd"], "'pferd'"),
        (["--"], "kiwipete --help"),
    ],
)
def test_bad_input(kiwipete, words, message):
    code, out, err = kiwipete(*words)
    assert (code, out) == (2, "")
    assert err.startswith("kiwipete: ")
    assert message in err
    assert err.count("\n") == 1
    assert err.endswith("\n")


def test_bad_input_of_a_process(kiwipete_process):
    ended = kiwipete_process("perft", "six")
    assert ended == (2, "", "kiwipete: the depth must be a whole number from 0 to 60, not 'six'\n")


def test_no_memory_for_the_hash_table(kiwipete, monkeypatch):
    def no_memory(board, depth, *, hash_mb, **more):
        raise MemoryError(f"no memory for a hash table of {hash_mb} MB")

    monkeypatch.setattr("kiwipete.perft.PerftJob", no_memory)
    ended = kiwipete("perft", "3", "--hash", "1048576")
    assert ended == (2, "", "kiwipete: no memory for a hash table of 1048576 MB\n")


def test_no_more_threads(kiwipete, monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refuse)
    ended = kiwipete("perft", "5", "--threads", "1000")
    assert ended == (
        2,
        "",
        "kiwipete: can't start new thread: try fewer --threads than 1000\n",
    )


def board_with_a_wrong_key() -> Board:
    """A board damaged where it makes nothing crash."""
    board = Board()
    spoil_key(board)
    assert board.zobrist_key != Board().zobrist_key
    return board


def test_a_failed_check(kiwipete, monkeypatch):
    monkeypatch.setattr(perft, "read_position", lambda *_, **__: board_with_a_wrong_key())
    assert kiwipete("perft", "2").code == 0
    code, out, err = kiwipete("perft", "2", "--check")
    assert (code, out) == (3, "")
    assert err.startswith("kiwipete: check failed: the position is inconsistent: the Zobrist key")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [["perft", "3", "--divide"], ["show"], ["bench"]])
def test_a_reader_that_has_gone(words):
    near, far = os.pipe()
    os.close(near)
    process = [sys.executable, "-m", "kiwipete", *words]
    done = subprocess.run(process, stdout=far, stderr=subprocess.PIPE, text=True, check=False)
    os.close(far)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert done.returncode == 141
