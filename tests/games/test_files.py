"""Several files at once: lists and patterns of paths."""

from __future__ import annotations

import gzip
import io
import os

import pytest

import kiwipete


@pytest.fixture
def folder(tmp_path):
    for name in ("b", "a", "c"):
        (tmp_path / f"{name}.pgn").write_text(f'[White "{name}"]\n\n1. e4 Ke7 *\n')
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "d.pgn.gz").write_bytes(gzip.compress(b'[White "d"]\n\n1. d4 *\n'))
    kiwipete.read_games(tmp_path / "a.pgn").to_parquet(tmp_path / "e.parquet")
    return tmp_path


def names(games):
    return games.headers["White"].tolist()


@pytest.mark.parametrize("threads", [1, 2])
def test_patterns_give_paths_in_order(folder, threads):
    read = kiwipete.read_games
    assert names(read(f"{folder}/*.pgn", threads=threads)) == ["a", "b", "c"]
    assert names(read(folder / "[ab].*", threads=threads)) == ["a", "b"]
    assert names(read(f"{folder}/**/*.pgn*")) == ["a", "b", "c", "d"]
    assert names(read([f"{folder}/[bc].pgn", folder / "e.parquet", f"{folder}/a.pgn"])) == [
        "b", "c", "a", "a",
    ]  # fmt: skip
    batches = kiwipete.iter_games(f"{folder}/?.p*", threads=threads)
    assert [names(games) for games in batches] == [["a"], ["b"], ["c"], ["a"]]


def test_lines_and_errors_belong_to_their_files(folder):
    games = kiwipete.read_games([folder / "a.pgn", io.BytesIO(b"1. e5 *"), f"{folder}/c.pgn"])
    assert games.lines.tolist() == [1, 1, 1]
    assert [(error.game, error.path) for error in games.errors] == [
        (0, os.fspath(folder / "a.pgn")),
        (1, None),
        (2, os.fspath(folder / "c.pgn")),
    ]


def test_a_file_whose_name_looks_like_a_pattern(folder):
    (folder / "[a].pgn").write_text('[White "odd"]\n\n*\n')
    assert names(kiwipete.read_games(folder / "[a].pgn")) == ["odd"]


def test_nothing_to_read(folder):
    with pytest.raises(FileNotFoundError, match=r"no file is like .*\*.zst"):
        kiwipete.read_games(f"{folder}/*.zst")
    with pytest.raises(TypeError, match="paths or files, not from int"):
        kiwipete.read_games([folder / "a.pgn", 3])
    assert len(kiwipete.read_games([])) == 0
