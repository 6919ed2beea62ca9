from __future__ import annotations

import io
import signal
import subprocess
import sys

import pytest

import kiwipete as kw
from tests.support.processes import wait_for

GAMES = [
    """[White "Ada"]
[WhiteElo "2100"]
[Date "2024.05.01"]

1. e4 { good } e5 ( 1... c5 ) 2. Qh5 1-0""",
    """[White "Bob"]
[WhiteElo "900"]
[Date "2025.01.31"]
[FEN "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"]

1. O-O *""",
    """[White "Cy"]
[Date "2024.11.30"]

1. e4 e5 2. Qh5 1-0""",
    """[White "Ada"]
[WhiteElo "?"]

1. e4 Ke7 0-1""",
]
TEXT = "\n\n".join(GAMES) + "\n\n"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(TEXT)
    return str(path)


def whites(path) -> list[str]:
    return kw.read_games(path).headers["White"].tolist()


def test_split_by_number(kiwipete, path, tmp_path):
    code, out, err = kiwipete("games", "split", path, "--games", "3", "--out", f"{tmp_path}/x-{{}}")
    assert (code, err) == (0, "")
    assert out == f"4 games in 2 files: {tmp_path}/x-0001 to {tmp_path}/x-0002\n"
    assert (tmp_path / "x-0001").read_text() + (tmp_path / "x-0002").read_text() == TEXT
    assert whites(tmp_path / "x-0001") == ["Ada", "Bob", "Cy"]


def test_split_by_size(kiwipete, tmp_path, monkeypatch):
    large = tmp_path / "large.pgn"
    large.write_text(
        "".join(f'[White "{n}"]\n\n1. e4 {{ {"x" * 1000} }} *\n\n' for n in range(2500))
    )
    monkeypatch.chdir(tmp_path)
    code, out, _ = kiwipete("games", "split", str(large), "--mb", "1")
    assert code == 0
    assert out == "2,500 games in 3 files: large-0001.pgn to large-0003.pgn\n"
    parts = sorted(tmp_path.glob("large-*"))
    assert [part.stat().st_size <= 1_000_000 for part in parts] == [True] * 3
    assert "".join(part.read_text() for part in parts) == large.read_text()


def test_split_by_a_tag(kiwipete, path, tmp_path):
    code, out, _ = kiwipete("games", "split", path, "--by", "Date:4", "--out", f"{tmp_path}/y{{}}")
    assert code == 0
    assert out.startswith("4 games in 3 files")
    assert whites(tmp_path / "y2024") == ["Ada", "Cy"]
    assert whites(tmp_path / "y2025") == ["Bob"]
    assert whites(tmp_path / "ynone") == ["Ada"]


def test_split_of_conditions_and_of_nothing(kiwipete, path, tmp_path):
    words = ("--games", "9", "--out", f"{tmp_path}/z{{}}", "--where")
    assert kiwipete("games", "split", path, *words, "White=Bob").out.startswith(
        "1 game in 1 file: "
    )
    assert kiwipete("games", "split", path, *words, "White=Zed").out == "0 games in 0 files\n"


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ([], ["Ada", "Bob", "Ada"]),
        (["--by", "White"], ["Ada", "Bob", "Cy", "Ada"]),
    ],
)
def test_duplicates_are_left_out(kiwipete, path, tmp_path, by, expected):
    out = tmp_path / "once.pgn"
    code, said, err = kiwipete("games", "dedupe", path, path, *by, "--out", str(out))
    assert (code, err) == (0, "")
    left = 8 - len(expected)
    assert said == f"{len(expected)} games written to {out}, {left} duplicates left out\n"
    assert whites(out) == expected
    assert out.read_text().startswith(GAMES[0])


@pytest.mark.parametrize(
    ("by", "order"),
    [
        (["WhiteElo"], [1, 0, 2, 3]),
        (["WhiteElo", "--reverse"], [0, 1, 2, 3]),
        (["Date"], [0, 2, 1, 3]),
        (["White,Date"], [0, 3, 1, 2]),
        (["White,Date", "--reverse"], [2, 1, 0, 3]),
    ],
)
def test_games_are_sorted(kiwipete, path, tmp_path, by, order):
    out = tmp_path / "sorted.pgn"
    assert kiwipete("games", "sort", path, "--by", *by, "--out", str(out)).code == 0
    assert out.read_text() == "\n\n".join(GAMES[number] for number in order) + "\n\n"


def test_a_table_is_written_and_read(kiwipete, path, tmp_path):
    table, back = tmp_path / "games.parquet", tmp_path / "back.pgn"
    code, out, err = kiwipete("games", "to-parquet", path, "--out", str(table))
    assert (code, out, err) == (0, f"4 games written to {table}\n", "")
    assert whites(table) == ["Ada", "Bob", "Cy", "Ada"]
    code, out, _ = kiwipete("games", "check", str(table))
    assert code == 1
    assert out.startswith(f"{table}:4:7: illegal san: 'Ke7' in ")
    assert kiwipete("games", "filter", str(table), "--out", str(back)).code == 0
    before, after = kw.read_games(path, text=True), kw.read_games(back, text=True)
    assert after.moves.tolist() == before.moves.tolist()
    assert "( 1... c5 )" in after[0].text
    code, _, err = kiwipete("games", "to-parquet", path, "--out", str(table), "--tags", "")
    assert code == 2
    assert "a game has a FEN" in err
    assert whites(table) == ["Ada", "Bob", "Cy", "Ada"]


def test_the_target_may_be_the_source(kiwipete, path):
    assert kiwipete("games", "sort", path, "--by", "White", "--out", path).code == 0
    assert whites(path) == ["Ada", "Ada", "Bob", "Cy"]


@pytest.mark.parametrize(
    "words",
    [
        ["filter", "--out", "new"],
        ["split", "--games", "1", "--out", "new{}"],
        ["dedupe", "--out", "new"],
        ["sort", "--by", "White", "--out", "new"],
        ["to-parquet", "--out", "new"],
    ],
)
def test_an_interrupted_run_leaves_nothing(kiwipete, path, tmp_path, monkeypatch, words):
    def interrupted(*arguments: object, **options: object):
        yield kw.read_games(path, text=True)
        raise KeyboardInterrupt

    monkeypatch.setattr("kiwipete.games.iter_games", interrupted)
    out = str(tmp_path / words[-1])
    assert kiwipete("games", words[0], path, *words[1:-1], out).code == 130
    assert [file.name for file in tmp_path.iterdir()] == ["games.pgn"]


def test_a_run_that_is_terminated_leaves_nothing(tmp_path):
    command = [sys.executable, "-m", "kiwipete", "games", "filter", "-", "--out", "new.pgn"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=tmp_path, stderr=subprocess.PIPE)
    wait_for(lambda: list(tmp_path.iterdir()))
    process.send_signal(signal.SIGTERM)
    process.communicate()
    assert process.returncode == 130
    assert list(tmp_path.iterdir()) == []


def test_a_target_that_cannot_be_written(kiwipete, path, tmp_path):
    out = str(tmp_path / "no" / "folder.pgn")
    code, said, err = kiwipete("games", "dedupe", path, "--out", out)
    assert (code, said) == (2, "")
    assert "folder.pgn: No such file" in " ".join(err.split())
    code, _, err = kiwipete("games", "split", path, "--games", "1", "--out", f"{out}/{{}}")
    assert code == 5
    assert "cannot write" in err
    for out in ("/dev/null", str(tmp_path), ""):
        assert kiwipete("games", "filter", path, "--out", out).code == 2
    (tmp_path / "dir-1").mkdir()
    words = ("split", path, "--by", "Round", "--out", f"{tmp_path}/{{}}")
    (tmp_path / "none").mkdir()
    assert "none is not a regular file" in kiwipete("games", *words).err


def test_standard_output(path):
    command = [sys.executable, "-m", "kiwipete", "games", "sort", path, "--by", "White"]
    process = subprocess.run(command, capture_output=True, check=True)
    assert process.stderr == b""
    assert whites(io.BytesIO(process.stdout)) == ["Ada", "Ada", "Bob", "Cy"]


def test_progress_is_in_bytes(kiwipete, path, tmp_path, monkeypatch):
    monkeypatch.setattr("kiwipete.cli.commands.games_input.is_terminal", lambda stream: True)
    large = tmp_path / "large.pgn"
    large.write_text(TEXT * 30_000)
    megabytes = round(large.stat().st_size / 1e6)
    err = kiwipete("games", "check", str(large)).err
    steps = err.split("\r")
    assert f"{large}: {megabytes} of {megabytes} MB (100%), 120,000 games " in steps
    assert len(steps) > 3
    assert steps[-1] == "\x1b[K"
    table = tmp_path / "games.parquet"
    kw.read_games(path).to_parquet(table)
    assert f"\r{table}: 0 of 0 MB (" in kiwipete("games", "check", str(table)).err
