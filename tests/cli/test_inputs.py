from __future__ import annotations

import pytest

from kiwipete import Status
from kiwipete.cli.exits import UsageError
from kiwipete.cli.inputs import check_replaceable, is_same_file, read_position, replace_file
from kiwipete.new_file import NewFile
from kiwipete.positions import NAMED_POSITIONS, STARTING_FEN

ROOKS_INSIDE = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"


def test_no_words_are_the_start_position():
    assert read_position([]).fen() == STARTING_FEN


@pytest.mark.parametrize("name", NAMED_POSITIONS)
def test_names(name):
    assert read_position([name]).fen() == NAMED_POSITIONS[name]


@pytest.mark.parametrize(
    ("moves", "last"),
    [
        ("e2e4 e7e5", "e7e5"),
        ("e4 e5", "e7e5"),
        ("e4 e7e5 Nf3 Nc6 Bb5 a6 O-O", "e1g1"),
        ("e4 e5 Nf3 Nc6 Bb5 a6 e1h1", "e1g1"),
    ],
)
def test_moves_by_squares_or_as_players_write_them(moves, last):
    assert read_position([], moves).peek().uci() == last


@pytest.mark.parametrize("moves", ["e4 e4", "d4 d5 Nf3 e6 Nd2", "e4 e", "Ke2"])
def test_moves_that_cannot_be_played(moves):
    with pytest.raises(ValueError, match=r"illegal|ambiguous|characters"):
        read_position([], moves)


def test_a_placement_is_enough():
    assert read_position([STARTING_FEN.split()[0]]).fen() == STARTING_FEN.replace("KQkq", "-")


def test_chess960_only_where_nothing_else_fits():
    assert not read_position(["kiwipete"]).chess960
    assert read_position(["kiwipete"], chess960=True).chess960
    assert read_position([ROOKS_INSIDE]).chess960
    assert read_position([ROOKS_INSIDE]).is_valid()


def test_chess960_does_not_excuse_what_else_is_wrong():
    without_rooks = read_position(["4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"])
    without_king = read_position([ROOKS_INSIDE.replace("k", "b", 1)])
    assert without_rooks.status() == Status.BAD_CASTLING_RIGHTS
    assert not without_rooks.chess960
    assert Status.NO_BLACK_KING in without_king.status()
    assert not without_king.chess960


def test_an_unquoted_fen_is_recognised():
    with pytest.raises(UsageError, match="quotes"):
        read_position(STARTING_FEN.split())


def test_a_file_that_cannot_be_replaced_is_refused_in_advance(tmp_path):
    path = tmp_path / "report.html"
    path.write_text("old")
    check_replaceable(str(path))
    assert [*tmp_path.iterdir()] == [path]
    NewFile(path).unfinished.mkdir()  # where the new one would be written first
    with pytest.raises(UsageError, match=r"cannot write .*report\.html\..*: Is a directory"):
        check_replaceable(str(path))
    assert path.read_text() == "old"


def test_names_of_one_file(tmp_path):
    path, link = tmp_path / "one", tmp_path / "link"
    assert is_same_file(path, tmp_path / "." / "one")  # which need not be there
    assert not is_same_file(path, tmp_path / "other")
    path.write_text("")
    link.hardlink_to(path)
    assert is_same_file(path, link)


def test_a_file_is_replaced_in_one_step(tmp_path):
    path = tmp_path / "report.html"
    path.write_text("old")
    replace_file(str(path), "new \ud800")  # half a character, which UTF-8 cannot have
    assert path.read_text() == "new ?"
    assert [*tmp_path.iterdir()] == [path]
    with pytest.raises(UsageError, match="cannot write"):
        replace_file(str(tmp_path / "no" / "report.html"), "new")
