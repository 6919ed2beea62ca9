"""`kiwipete analyse GAME.pgn`: a table, JSON and a report of whole games."""

from __future__ import annotations

import json
import re
import signal
import time

import pytest

from tests.support.processes import start

FOOLS = '[White "Ada"]\n[Black "Bob"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
SCHOLARS = (
    '[White "Cid"]\n[Black "Dan"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'
)
ROW = re.compile(r" *\d+\.(\.\.)? \S+ +([+-](\d+\.\d\d|M\d+)|1-0|0-1|1/2) +\d+ %( .*)?")


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(FOOLS + SCHOLARS)
    return str(path)


def test_a_row_for_each_move_and_the_accuracy(kiwipete, games):
    code, out, err = kiwipete("analyse", games, "--game", "1", "--nodes", "2000")
    assert (code, err) == (0, "")
    title, whose, *rows, white, black, blank = out.split("\n")[:-1]
    assert (title, whose, blank) == ("Ada - Bob, 0-1", "scores and chances are White's", "")
    assert all(map(ROW.fullmatch, rows)), rows
    assert [row.split()[1] for row in rows] == ["f3", "e5", "g4??", "Qh4#"]
    assert re.search(r"blunder +better: 2\. ", rows[2])
    assert "0-1" in rows[3]
    assert re.fullmatch(r"White +accuracy \d+\.\d %, 1 blunder, .*", white)
    assert re.fullmatch(r"Black +accuracy 100\.0 %, 0 blunders, 0 mistakes, .*", black)


def test_all_games_of_a_file(kiwipete, games):
    code, out, _ = kiwipete("analyse", games, "--depth", "2")
    assert code == 0
    assert "Ada - Bob, 0-1\n" in out
    assert "Cid - Dan, 1-0\n" in out


def test_json_is_always_the_same_under_a_node_limit(kiwipete, games):
    words = ("analyse", games, "--nodes", "1000", "--multipv", "2", "--json")
    code, out, err = kiwipete(*words)
    assert (code, err) == (0, "")
    fools, scholars = map(json.loads, out.splitlines())
    assert fools["headers"]["White"] == "Ada"
    assert [move["san"] for move in fools["moves"]] == ["f3", "e5", "g4", "Qh4#"]
    assert fools["moves"][2]["judgement"] == "blunder"
    assert fools["moves"][2]["mate"] == -1
    assert fools["accuracy"]["white"] < fools["accuracy"]["black"]
    assert len(scholars["moves"][0]["lines"]) == 2
    assert not scholars["interrupted"]
    assert kiwipete(*words).out == out


def test_a_report(kiwipete, games, tmp_path):
    path = tmp_path / "report.html"
    path.write_text("an older one")
    code, _, err = kiwipete("analyse", games, "--nodes", "500", "--html", str(path))
    assert (code, err) == (0, "")
    html = path.read_text()
    assert html.startswith("<!DOCTYPE html>")
    assert "Cid" in html
    assert sorted(tmp_path.iterdir()) == [tmp_path / "games.pgn", path]


def test_a_damaged_game_is_named_and_analysed_as_far_as_it_goes(kiwipete, tmp_path):
    path = tmp_path / "bad.pgn"
    path.write_text('1. e4 e5 2. Ke3 Nc6 *\n\n[Event "?"]\n\n1. d4 *\n')
    code, out, err = kiwipete("analyse", str(path), "--nodes", "100")
    assert code == 2
    assert "bad.pgn, game 1: " in err
    assert "Ke3" in err
    assert " e5 " in out
    assert " d4 " in out


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing to analyse in"),
        ('[Variant "Atomic"]\n\n1. e4 *', "plays standard chess, not atomic"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n[SetUp "1"]\n\n*', "impossible position"),
    ],
)
def test_nothing_to_analyse(kiwipete, tmp_path, text, why):
    path = tmp_path / "odd.pgn"
    path.write_text(text)
    code, out, err = kiwipete("analyse", str(path))
    assert (code, out) == (2, "")
    assert why in err


def test_wrong_words(kiwipete, games, tmp_path):
    def complaint(*words):
        code, out, err = kiwipete("analyse", *words)
        assert (code, out) == (2, "")
        assert err.startswith("kiwipete: ")
        assert err.count("\n") == 1
        return err

    assert "there is no game 3 in" in complaint(games, "--game", "3")
    assert "needs a file of games" in complaint("--html", "x.html")
    assert "needs a file of games" in complaint("startpos", "--game", "1")
    assert "one kind at a time" in complaint(games, "startpos")
    assert "--moves" in complaint(games, "--moves", "e4")
    assert "cannot read" in complaint("nowhere.pgn")
    for place in ("/dev/null", str(tmp_path), str(tmp_path / "no" / "x.html"), ""):
        error = complaint(games, "--html", place)
        assert "cannot write" in error or "is empty" in error


def test_ctrl_c_keeps_what_is_known(games, tmp_path):
    path = tmp_path / "report.html"
    process = start("analyse", games, "--game", "2", "--seconds", "3", "--html", str(path))
    time.sleep(5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    assert re.search(r"kiwipete: interrupted after \d positions?", err)
    assert "positions analysed" in path.read_text()
