from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest

TEXT = b"""[Event "First"]
[White "Ada"]
[WhiteElo "2100"]
[ECO "C20"]
[Result "1-0"]

1. e4 { good } e5 ( 1... c5 ) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "Second"]
[White "Bob"]
[WhiteElo "1900"]
[Date "2025.01.31"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

"""
DAMAGED = b"1. e4 e5 2. Ke3 *\n\n1. d4 d5 *\n"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes(TEXT)
    return str(path)


@pytest.fixture
def damaged(tmp_path):
    path = tmp_path / "damaged.pgn"
    path.write_bytes(DAMAGED)
    return str(path)


def test_statistics_are_plots(kiwipete, path, tmp_path):
    code, out, err = kiwipete("games", path)
    assert (code, err) == (0, "")
    assert out.startswith("2 games, 9 moves\n")
    for text in ("Results", "Half-moves (average 4)", "Ratings of both players", "C20", "████"):
        assert text in out
    assert kiwipete("games", "stats", path).out == out
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(TEXT))
    assert kiwipete("games", str(packed)).out == out


def test_statistics_for_programs(kiwipete, path, damaged):
    found = json.loads(kiwipete("games", "stats", path, damaged, "--json").out)
    assert found["games"] == 4
    assert found["damaged"] == 1
    assert found["results"] == {"1-0": 1, "1/2-1/2": 1, "0-1": 0, "*": 2}
    assert found["ratings"] == [[1800, 1999, 1], [2000, 2199, 1]]
    assert found["openings"] == {"C20": 2, "D00": 2}


def test_statistics_of_nothing(kiwipete, tmp_path):
    path = tmp_path / "empty.pgn"
    path.write_bytes(b"")
    assert kiwipete("games", str(path)) == (0, "0 games, 0 moves\n", "")


def test_damage_is_listed(kiwipete, path, damaged):
    assert kiwipete("games", "check", path) == (0, "2 games, 9 moves, no errors\n", "")
    code, out, err = kiwipete("games", "check", path, damaged)
    assert (code, err) == (1, "")
    assert out.startswith(f"{damaged}:1:13: illegal san: 'Ke3' in ")
    assert out.endswith("\n4 games, 13 moves, 1 error\n")
    found = json.loads(kiwipete("games", "check", damaged, "--json").out)
    assert (found["games"], len(found["errors"])) == (2, 1)
    error = found["errors"][0]
    assert (error["game"], error["ply"], error["line"], error["column"]) == (0, 2, 1, 13)


@pytest.mark.parametrize(
    ("conditions", "events"),
    [
        (["WhiteElo=2000.."], ["First"]),
        (["WhiteElo=..2000"], ["Second"]),
        (["WhiteElo=1900..2100", "White=Bob"], ["Second"]),
        (["Date=2025..2026"], ["Second"]),
        ([], ["First", "Second"]),
    ],
)
def test_games_are_picked(kiwipete, path, tmp_path, conditions, events):
    out = tmp_path / "some.pgn"
    words = [word for condition in conditions for word in ("--where", condition)]
    code, said, err = kiwipete("games", "filter", path, *words, "--out", str(out))
    assert (code, err) == (0, "")
    assert said == f"{len(events)} game{'s'[: len(events) - 1]} written to {out}\n"
    text = out.read_text(encoding="utf-8")
    assert [f'[Event "{event}"]' in text for event in ("First", "Second")] == [
        event in events for event in ("First", "Second")
    ]
    if events == ["First", "Second"]:
        assert text == TEXT.decode()


def test_positions_are_printed(kiwipete, path):
    code, out, _ = kiwipete("games", "fens", path, "--ply", "1")
    assert code == 0
    assert out.splitlines() == [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
    ]
    assert len(kiwipete("games", "fens", path, "--ply", "7").out.splitlines()) == 1
    assert kiwipete("games", "fens", path).out.startswith("r1bqkb1r/pppp1Qpp/2n2n2/4p3")


def test_standard_input(kiwipete, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT)))
    assert kiwipete("games", "check", "-").out == "2 games, 9 moves, no errors\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no file for stats"),
        (["check"], "no file for check"),
        (["there-is-no-such-file.pgn"], "cannot read there-is-no-such-file.pgn"),
        (["PATH", "--where", "WhiteElo"], "a condition is NAME=VALUE"),
        (["PATH", "--where", "WhiteElo=.."], "a range needs a limit"),
        (["PATH", "--where", "a b=1"], "not the name of a tag"),
        (["PATH", "--where", "A=1", "--where", "A=2"], "two conditions for A"),
        (
            ["PATH", "--out", "x"],
            "--out is for filter, split, dedupe, sort and to-parquet, not for",
        ),
        (["check", "PATH", "--ply", "3"], "--ply is for fens"),
        (["fens", "PATH", "--json"], "--json is for stats and check, not for fens"),
        (["filter", "PATH", "--by", "White"], "--by is for split, dedupe and sort"),
        (["dedupe", "PATH", "--reverse"], "--reverse is for sort, not for dedupe"),
        (["PATH", "--memory", "3"], "--memory is for sort"),
        (["sort", "PATH", "--memory", "0"], "the memory in MB must be"),
        (["sort", "PATH"], "sort needs --by TAG"),
        (["sort", "PATH", "--by", "a b"], "not the name of a tag: 'a b'"),
        (["split", "PATH"], "split needs one of --games, --mb and --by"),
        (["split", "PATH", "--games", "1", "--mb", "1"], "split needs one of"),
        (["split", "PATH", "--by", "Date:x"], "--by is TAG or TAG:LENGTH"),
        (["split", "PATH", "--games", "1", "--out", "x.pgn"], "a pattern of files has one {}"),
        (["to-parquet", "PATH"], "to-parquet needs --out"),
        (["to-parquet", "PATH", "--out", "OUT", "--tags", "a b"], "not the name of a tag"),
    ],
)
def test_bad_usage(kiwipete, path, words, message):
    places = {"PATH": path, "OUT": f"{path}.out"}
    code, out, err = kiwipete("games", *(places.get(word, word) for word in words))
    assert (code, out) == (2, "")
    assert message in " ".join(err.split())
    assert not Path(places["OUT"]).exists()


def test_a_damaged_archive_is_bad_usage(kiwipete, tmp_path):
    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(gzip.compress(TEXT * 100)[:-20])
    code, _, err = kiwipete("games", "check", str(path))
    assert code == 2
    assert "ended before" in err
