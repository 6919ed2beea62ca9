"""Options that name files: opening books and endgame tables."""

from __future__ import annotations

import os

import pytest

from kiwipete import Board, Move
from kiwipete.polyglot import make_entry, write_book
from tests.support.syzygy.invented_tables import wdl_table


def test_endgame_tables(gui, tmp_path):
    (tmp_path / "KRvK.rtbw").write_bytes(wdl_table("KRvK", single=True, values=(-2,)))
    option = "setoption name SyzygyPath value"
    assert gui.tell(f"{option} {tmp_path}") == ["info string files of endgame tables: 1"]
    gui.tell("position fen 8/8/8/4k3/8/8/8/K6R w - - 0 1", "go depth 3")
    gui.finish()
    (last,) = [line for line in gui.said if line.startswith("info depth 3 ")]
    assert " score cp 20000 nodes " in last
    assert int(last.split(" tbhits ")[1].split()[0]) >= 16
    assert gui.tell(f"{option} <empty>") == ["info string files of endgame tables: 0"]


@pytest.fixture
def book(tmp_path):
    """Return the path of a book with a move that no search would play."""
    path = tmp_path / "my book.bin"
    write_book(path, [make_entry(Board(), Move.from_uci("h2h4"))])
    return path


def test_a_book_answers_at_once(gui, book):
    gui.tell(f"setoption name BookFile value {book}", "setoption name OwnBook value true")
    assert gui.tell_all("go depth 30") == ["bestmove h2h4"]
    assert gui.tell_all("go wtime 1000 btime 1000") == ["bestmove h2h4"]
    gui.said.clear()
    for line in (
        "go depth 2 searchmoves e2e4",
        "go infinite",
        "go ponder depth 2",
        "go",
        "go mate 1",
    ):
        gui.tell(line, "stop")
        assert gui.best_move() != "h2h4"
    gui.tell("position startpos moves e2e4", "go depth 2")
    assert gui.best_move() != "h2h4"
    gui.tell("setoption name UCI_AnalyseMode value true", "position startpos", "go depth 2")
    assert gui.best_move() != "h2h4"


def test_without_a_good_book_the_search_plays(gui, book):
    gui.tell("setoption name OwnBook value true")
    said = gui.tell(f"setoption name BookFile value {book}x")
    assert said[0].startswith("info string setoption: ")
    assert "my book.binx" in said[0]
    gui.tell("go depth 2")
    gui.best_move()
    gui.tell(f"setoption name BookFile value {book}")
    book.write_bytes(b"")
    said = gui.tell("go depth 2")
    assert said[0].startswith("info string BookFile: ")
    assert gui.best_move() != "h2h4"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs here")
def test_a_fifo_is_no_book(gui, tmp_path):
    fifo = tmp_path / "book.bin"
    os.mkfifo(fifo)
    for path in (fifo, "/dev/zero"):
        said = gui.tell(f"setoption name BookFile value {path}", "isready")
        assert said[0].startswith("info string setoption: ")
        assert "not a regular file" in said[0]
        assert said[1:] == ["readyok"]
