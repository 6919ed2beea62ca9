"""`kiwipete explore`: building, asking, books, and what goes wrong."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from kiwipete import Board
from kiwipete.polyglot import open_reader

TEXT = b"""[White "Ada"]
[WhiteElo "2100"]
[BlackElo "2000"]
[Date "2025.01.31"]
[Result "1-0"]

1. e4 c5 2. Nf3 d6 1-0

[White "Bob"]
[WhiteElo "1900"]
[BlackElo "2000"]
[Result "1/2-1/2"]

1. Nf3 c5 2. e4 Nc6 1/2-1/2

[White "Ada"]
[Result "0-1"]

1. e4 c5 2. Nf3 d6 3. d4 0-1

1. d4 *
"""


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes(TEXT)
    return str(path)


@pytest.fixture
def index(kiwipete, games, tmp_path):
    path = str(tmp_path / "my.kwx")
    assert kiwipete("explore", "build", path, games).code == 0
    return path


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_table(kiwipete, index):
    code, out, err = kiwipete("explore", index, "e4", "c5", "Nf3")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "B27 Sicilian Defence"
    assert lines[1] == ("3 games, Black to move: █ White won 33%, ▒ drawn 33%, ░ Black won 33%")
    assert lines[4].split() == [
        "d6",
        "2",
        "66.7%",
        "█" * 15 + "░" * 15,
        "50%",
        "2000",
        "2100",
        "2025",
    ]
    assert lines[5].split() == ["Nc6", "1", "33.3%", "▒" * 30, "50%", "2000", "1900"]


def test_positions_in_every_form(kiwipete, index):
    wanted = kiwipete("explore", index, "e4", "c5", "Nf3").out
    assert kiwipete("explore", index, "1. e4 c5 2. Nf3").out == wanted
    assert kiwipete("explore", index, "1.e2e4 c7c5 2.Nf3").out == wanted
    assert kiwipete("explore", index, "e4", "--moves", "c5 Nf3").out == wanted
    fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    assert kiwipete("explore", index, fen).out == wanted
    assert kiwipete("explore", index).out == kiwipete("explore", index, "startpos").out
    assert "4 games, White to move" in kiwipete("explore", index).out
    out = kiwipete("explore", index, "kiwipete").out
    assert out == "none of 4 games played a move in this position\n"


def test_for_programs(kiwipete, index):
    found = json.loads(kiwipete("explore", index, "e4 c5 Nf3", "--json").out)
    assert found["opening"]["eco"] == "B27"
    assert (found["games"], found["white"], found["draws"], found["black"]) == (3, 1, 1, 1)
    assert found["moves"][0] == {
        "san": "d6", "uci": "d7d6", "games": 2, "white": 1, "draws": 0, "black": 1,
        "rating": 2000.0, "performance": 2100.0, "year": 2025,
    }  # fmt: skip
    assert json.loads(kiwipete("explore", index, "h4", "--json").out)["moves"] == []


def test_building(kiwipete, games, tmp_path):
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(TEXT))
    target = str(tmp_path / "a.kwx")
    code, out, err = kiwipete("explore", "build", target, games, str(packed), "--threads", "1")
    assert (code, err) == (0, "")
    assert out.startswith(f"{target}: 8 games, 7 positions, 0.0 MB")
    out = kiwipete("explore", "build", target, games, "--min-games", "2", "--plies", "3").out
    assert ": 4 games, 3 positions" in out
    out = kiwipete("explore", "build", target, games, "--where", "White=Ada").out
    assert ": 2 games, 5 positions" in out
    assert names_in(tmp_path) == ["a.kwx", "games.pgn", "games.pgn.gz"]


def test_merging(kiwipete, index, tmp_path):
    both = str(tmp_path / "both.kwx")
    code, out, _ = kiwipete("explore", "merge", both, index, index)
    assert code == 0
    assert ": 8 games, 7 positions" in out
    assert "8 games, White to move" in kiwipete("explore", both).out


def test_books(kiwipete, index, tmp_path):
    book = tmp_path / "my.bin"
    code, out, _ = kiwipete("explore", index, "--book", str(book), "--plies", "1")
    assert (code, out) == (0, f"3 moves written to {book}\n")
    with open_reader(book) as reader:
        found = [(entry.move.uci(), entry.weight) for entry in reader.find_all(Board())]
    assert found == [("e2e4", 2), ("g1f3", 1), ("d2d4", 1)]
    assert kiwipete("explore", index, "d4", "--book", str(tmp_path / "no.bin")).code == 2
    assert not (tmp_path / "no.bin").exists()


def test_checking(kiwipete, index, games):
    code, out, err = kiwipete("explore", "check", index)
    assert (code, out, err) == (0, f"{index}: 4 games, 7 positions, no damage\n", "")
    with Path(index).open("r+b") as file:
        file.seek(100)
        file.write(b"x")
    code, out, err = kiwipete("explore", "check", index)
    assert (code, out) == (1, "")
    assert "is damaged: block 0 of its tallies is damaged" in err
    assert kiwipete("explore", "check", games).code == 1
    assert kiwipete("explore", index).code == 2
    assert kiwipete("explore", "build", index, games).code == 0
    assert kiwipete("explore", "check", index).code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no index"),
        (["nothing.kwx"], "cannot read nothing.kwx"),
        (["GAMES"], "games.pgn is not an explorer's index"),
        (["INDEX", "e5"], "illegal"),
        (["INDEX", "8/8", "w"], "in quotes"),
        (["INDEX", "--plies", "3"], "--plies is for build and --book"),
        (["INDEX", "--min-games", "3"], "--min-games is for build, merge and --book"),
        (["INDEX", "--where", "White=Ada"], "--where is for build"),
        (["build"], "build takes an index to make and files of games"),
        (["build", "new.kwx"], "build takes an index to make and files of games"),
        (["build", "GAMES", "GAMES"], "exists and is not an explorer's index"),
        (["build", "new.kwx", "nothing.pgn"], "cannot read nothing.pgn"),
        (["build", "no/folder.kwx", "GAMES"], "cannot write no/folder.kwx"),
        (["build", "new.kwx", "GAMES", "--json"], "build takes no position"),
        (["build", "new.kwx", "GAMES", "--where", "x"], "a condition is"),
        (["merge", "new.kwx"], "merge takes an index to make and indexes"),
        (["merge", "new.kwx", "GAMES"], "is not an explorer's index"),
        (["check"], "no index for check"),
        (["check", "nothing.kwx"], "cannot read nothing.kwx"),
    ],
)
def test_mistakes(kiwipete, index, games, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    given = [{"INDEX": index, "GAMES": games}.get(word, word) for word in words]
    code, out, err = kiwipete("explore", *given)
    assert (code, out) == (2, "")
    assert message in err
    assert names_in(tmp_path) == ["games.pgn", "my.kwx"]


def test_indexes_without_rare_positions_are_not_merged(kiwipete, games, tmp_path):
    target = str(tmp_path / "a.kwx")
    kiwipete("explore", "build", target, games, "--min-games", "2")
    code, _, err = kiwipete("explore", "merge", str(tmp_path / "b.kwx"), target)
    assert code == 2
    assert "lacks the positions that fewer than 2 games reached" in err


def test_progress(kiwipete, games, tmp_path, monkeypatch):
    for module in ("explore", "games_input"):
        monkeypatch.setattr(f"kiwipete.cli.commands.{module}.is_terminal", lambda stream: True)
    code, _, err = kiwipete("explore", "build", str(tmp_path / "a.kwx"), games)
    assert code == 0
    assert f"\r{games}: 0 of 0 MB (100%), 4 games " in err
    assert "\rmerging: 100% of 10 rows " in err
    assert err.endswith("\r\x1b[K")
