"""A tablebase: adding and closing tables, what is not in them, and files that are no tables."""

from __future__ import annotations

import copy
import os
import pickle
import threading
from pathlib import Path

import chess
import chess.syzygy
import pytest

import kiwipete
from kiwipete import Board
from kiwipete.syzygy import MissingTableError, Tablebase, open_tablebase
from tests.support.syzygy.invented_tables import boards, dtz_table, wdl_table, write_both

ROOK = "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
NAMES = ("KQvK", "KRvK", "KRvKN")


@pytest.fixture
def directory(tmp_path):
    """Return a directory with tables and other things."""
    for name in NAMES:
        write_both(tmp_path, name)
    table = (tmp_path / "KRvK.rtbw").read_bytes()
    for other in ("KvKR.rtbw", "KRvK.rtbm", "KRvK", "readme.rtbw", "KRvK.rtbw.part"):
        (tmp_path / other).write_bytes(table)
    (tmp_path / "KNvK.rtbw").mkdir()
    return tmp_path


def libraries():
    return (Tablebase, Board), (chess.syzygy.Tablebase, chess.Board)


def test_directories_and_files_are_counted_as_python_chess_does(directory):
    for make, _ in libraries():
        tables = make()
        assert tables.add_directory(str(directory)) == 6
        assert tables.add_directory(str(directory)) == 6
        assert tables.add_directory(str(directory), load_wdl=False) == 3
        assert tables.add_directory(str(directory), load_dtz=False) == 3
        assert tables.add_file(str(directory / "KRvK.rtbw")) == 1
        assert tables.add_file(str(directory / "KRvK.rtbw"), load_wdl=False) == 0
        assert tables.add_file(str(directory / "KvKR.rtbw")) == 0
        assert tables.add_file(str(directory / "KNvK.rtbw")) == 0
        assert tables.add_file(str(directory / "KBvK.rtbw")) == 0
        with pytest.raises(FileNotFoundError):
            tables.add_directory(str(directory / "elsewhere"))
        tables.close()


def test_a_directory_may_be_a_path(directory):
    with open_tablebase(directory) as tables:
        assert tables.add_directory(Path(directory)) == 6
        assert tables.probe_wdl_table(Board(ROOK)) in range(-2, 3)


def test_files_are_found_after_the_working_directory_has_changed(directory, monkeypatch):
    monkeypatch.chdir(directory)
    with open_tablebase(".") as tables:
        monkeypatch.chdir("/")
        assert tables.probe_wdl_table(Board(ROOK)) in range(-2, 3)


def test_only_one_kind_is_loaded(directory):
    with open_tablebase(directory, load_wdl=False) as tables:
        assert tables.probe_dtz_table(Board(ROOK), 2)
        with pytest.raises(MissingTableError, match=r"there is no table KRvK\.rtbw"):
            tables.probe_wdl(Board(ROOK))
    with open_tablebase(directory, load_dtz=False) as tables:
        assert tables.probe_wdl_table(Board(ROOK)) in range(-2, 3)
        with pytest.raises(MissingTableError, match=r"there is no table KRvK\.rtbz"):
            tables.probe_dtz_table(Board(ROOK), 2)


def test_closed_tables_are_forgotten_and_can_be_added_again(directory):
    for make, board_of in libraries():
        tables = make()
        tables.add_directory(str(directory))
        value = tables.probe_wdl_table(board_of(ROOK))
        tables.close()
        tables.close()
        with pytest.raises(KeyError):
            tables.probe_wdl(board_of(ROOK))
        tables.add_directory(str(directory))
        assert tables.probe_wdl_table(board_of(ROOK)) == value
        tables.close()


def test_the_table_that_was_added_last_counts(tmp_path):
    answers = []
    for seed in range(6):
        folder = tmp_path / str(seed)
        folder.mkdir()
        (folder / "KRvK.rtbw").write_bytes(wdl_table("KRvK", seed))
    with Tablebase() as ours, chess.syzygy.Tablebase() as theirs:
        for seed in range(6):
            ours.add_directory(tmp_path / str(seed))
            theirs.add_directory(str(tmp_path / str(seed)))
            answers.append(ours.probe_wdl_table(Board(ROOK)))
            assert answers[-1] == theirs.probe_wdl_table(chess.Board(ROOK))
    assert len(set(answers)) > 1


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        chess.STARTING_FEN,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "4k3/8/8/8/8/8/8/QRBNK3 w - - 0 1",
        "8/8/8/8/8/8/8/4K2R w - - 0 1",
        "kk6/8/8/8/8/8/8/4K2R w - - 0 1",
    ],
)
def test_positions_that_no_table_has_raise_key_errors(fen, directory):
    for make, board_of in libraries():
        with make() as tables:
            tables.add_directory(str(directory))
            for probe in (tables.probe_wdl, tables.probe_dtz):
                with pytest.raises(KeyError):
                    probe(board_of(fen))
            assert tables.get_wdl(board_of(fen)) is None
            assert tables.get_dtz(board_of(fen), "nothing") == "nothing"


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling rights"),
        ("rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "at most 7 pieces"),
        ("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", "no game can reach"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "no game can reach"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "no game can reach"),
        ("4k3/8/8/8/8/8/8/1Q2K1BN w - - 0 1", r"there is no table KQBNvK\.rtbw"),
    ],
)
def test_the_reason_is_told(fen, words, directory):
    with open_tablebase(directory) as tables, pytest.raises(KeyError, match=words):
        tables.probe_wdl(Board(fen))


@pytest.mark.parametrize("make", [Tablebase, chess.syzygy.Tablebase])
def test_kings_alone_need_no_table(make):
    board = (Board if make is Tablebase else chess.Board)("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    tables = make()
    assert (tables.probe_wdl(board), tables.probe_dtz(board)) == (0, 0)


def test_probes_leave_the_board_alone(directory):
    board = Board(ROOK)
    board.push_uci("h1h2")
    fen, stack = board.fen(), board.move_stack
    with open_tablebase(directory) as tables:
        tables.get_wdl(board)
        tables.get_dtz(board)
    assert (board.fen(), board.move_stack) == (fen, stack)


@pytest.mark.parametrize("board", [None, "8/8/8/8/8/8/8/8", kiwipete.BaseBoard(), chess.Board()])
def test_what_is_no_board_is_refused(board, directory):
    with open_tablebase(directory) as tables, pytest.raises(TypeError, match="Board is needed"):
        tables.probe_wdl(board)


class Atomic(Board):
    """A board of another game."""

    uci_variant = "atomic"


class Plain(Board):
    """A board of the same game."""


def test_boards_of_other_games(directory):
    class Mine(Tablebase):
        pass

    with pytest.raises(ValueError, match="only tables of standard chess are read, not Atomic"):
        Mine(VariantBoard=Atomic)
    with open_tablebase(directory, VariantBoard=Plain) as tables:
        assert tables.probe_wdl_table(Plain(ROOK)) == tables.probe_wdl_table(Board(ROOK))
        with pytest.raises(KeyError, match="not of atomic"):
            tables.probe_wdl(Atomic(ROOK))


def test_an_override_of_probe_wdl_is_honoured():
    class Optimist(Tablebase):
        def probe_wdl(self, board):
            return 2

    assert Optimist().get_wdl(Board()) == 2


@pytest.mark.parametrize("max_fds", [0, 1, 128, None])
def test_no_descriptor_is_kept(max_fds, directory):
    before = set(Path("/dev/fd").iterdir())
    with open_tablebase(directory, max_fds=max_fds) as tables:
        for name in NAMES:
            for board, _ in boards(name, 3):
                tables.probe_wdl_table(board)
                tables.probe_dtz_table(board, 2)
        assert set(Path("/dev/fd").iterdir()) == before


def test_threads_that_open_a_table_at_once(directory):
    positions = [board for name in NAMES for board, _ in boards(name, 20)]
    with open_tablebase(directory) as tables:
        expected = [tables.probe_wdl_table(board) for board in positions]
    for _ in range(20):
        answers = []
        with open_tablebase(directory) as tables:
            start = threading.Barrier(4)

            def ask(tables=tables, answers=answers, start=start):
                start.wait()
                answers.append([tables.probe_wdl_table(board) for board in positions])

            threads = [threading.Thread(target=ask) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert answers == [expected] * 4


def test_tables_are_not_copied_or_stored():
    for attempt in (copy.copy, pickle.dumps):
        with pytest.raises(TypeError):
            attempt(Tablebase())


@pytest.mark.parametrize(
    "name", ["KvK", "KR", "KRvQ", "KXvK", "KRRRRRRvK", "", "KRRRvKRRR", "KRvKéK"]
)
def test_names_that_the_reader_refuses(name):
    with pytest.raises(ValueError, match=r".+"):
        Tablebase().add_table(name, b"nowhere", False)


def test_a_file_that_has_gone(directory):
    with open_tablebase(directory) as tables:
        (directory / "KRvK.rtbw").unlink()
        with pytest.raises(FileNotFoundError, match=r"KRvK\.rtbw"):
            tables.probe_wdl(Board(ROOK))
        (directory / "KRvK.rtbw").write_bytes(wdl_table("KRvK"))
        assert tables.probe_wdl_table(Board(ROOK)) in range(-2, 3)


def test_a_pipe_does_not_hang(directory):
    with open_tablebase(directory) as tables:
        (directory / "KRvK.rtbw").unlink()
        os.mkfifo(directory / "KRvK.rtbw")
        with pytest.raises(OSError, match=r"KRvK\.rtbw"):
            tables.probe_wdl(Board(ROOK))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "Invalid argument"),
        (b"x", "it has the wrong size"),
        (wdl_table("KRvK")[:-1], "it has the wrong size"),
        (b"y" * 80, "its first bytes are wrong"),
        (dtz_table("KRvK", 0), "its first bytes are wrong"),
        (wdl_table("KQvK"), "its pieces do not match its name"),
        (wdl_table("KPvK"), "its pieces do not match its name"),
        (wdl_table("KRvKR"), "its pieces do not match its name"),
        (wdl_table("KRvK")[:16], "its parts do not fit the file"),
        (wdl_table("KRvK", single=True) + b"x" * 64, "its parts do not fit the file"),
        (wdl_table("KRvK")[:-64], "its parts do not fit the file"),
    ],
)
def test_files_that_are_no_tables(content, words, directory):
    path = directory / "KRvK.rtbw"
    path.write_bytes(content)
    with open_tablebase(directory) as tables:
        for _ in range(2):
            with pytest.raises(OSError, match=words) as caught:
                tables.probe_wdl(Board(ROOK))
            assert str(path) in str(caught.value)
        with pytest.raises(OSError, match=words):
            tables.get_wdl(Board(ROOK))
