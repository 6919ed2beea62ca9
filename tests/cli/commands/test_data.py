from __future__ import annotations

import json
import os
import shutil
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from kiwipete.own_engine.network_file import write_network
from kiwipete.training.record_file import count_records, open_records
from kiwipete.training.self_play import SelfPlay
from tests.support.networks import random_network
from tests.support.processes import with_full_disk


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("games")
    with SelfPlay(folder, nodes=10, seed=1) as run:
        list(run.play(40))
    return str(folder / "1.kwg")


def test_statistics_are_plots(kiwipete, games):
    code, out, err = kiwipete("data", games)
    assert (code, err) == (0, "")
    assert kiwipete("data", "stats", games).out == out
    for text in ("Results of the side to move", "Scores in centipawns", "Plies", "Pieces", "King"):
        assert text in out
    assert "████" in out
    assert " -25 to 25 " in out


def test_statistics_for_programs(kiwipete, games):
    code, out, err = kiwipete("data", games, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    records = found["records"]
    assert records == found["sampled"] > 500
    assert sum(found["results"].values()) == records
    for name in ("scores", "plies", "pieces"):
        assert sum(each["records"] for each in found[name]) == records
        assert all(one["high"] == two["low"] for one, two in pairwise(found[name]))
    assert sum(map(sum, found["own_kings"])) == records
    assert 0.4 < found["black_to_move"] < 0.6


def test_findings_for_programs(kiwipete, games, tmp_path):
    ended = kiwipete("data", "doctor", games, "--json")
    assert (ended.code, ended.err) == (0, "")
    assert json.loads(ended.out)["findings"] == []
    path = str(tmp_path / "some.kwr")
    assert kiwipete("data", "convert", games, "--out", path).code == 0
    ended = kiwipete("data", "doctor", path, "--json")
    report = json.loads(ended.out)
    assert (ended.code, report["records"]) == (1, count_records(path))
    assert [finding["name"] for finding in report["findings"]] == ["unshuffled"]


def test_positions_are_shown(kiwipete, games):
    out = kiwipete("data", "show", games, "--number", "2").out
    assert out.count("  a b c d e f g h") == 2
    assert out.count(" to move, score ") == 2
    assert out == kiwipete("data", "show", games, "--number", "2", "--seed", "0").out
    assert out != kiwipete("data", "show", games, "--number", "2", "--seed", "1").out


def test_from_games_to_sound_records(kiwipete, games, tmp_path):
    everything, train, valid = (str(tmp_path / f"{name}.kwr") for name in ("all", "train", "valid"))
    ended = kiwipete("data", "convert", games, "--out", everything)
    count = count_records(everything)
    assert ended == (0, f"{count:,} records in {everything}\n", "")
    words = ("--share", "0.1", "--out", train, "--second", valid)
    assert kiwipete("data", "split", everything, *words).code == 0
    assert count_records(train) + count_records(valid) == count
    ended = kiwipete("data", "doctor", train)
    assert ended.code == 1
    assert ended.out.startswith("unshuffled: ")
    assert kiwipete("data", "shuffle", train, "--out", train).code == 0
    ended = kiwipete("data", "doctor", train)
    assert (ended.code, ended.err) == (0, "")
    assert "nothing wrong found" in ended.out
    assert kiwipete("data", "doctor", games).code == 0  # games are in order by nature


def test_records_are_not_filtered_again(kiwipete, games, tmp_path):
    records = str(tmp_path / "all.kwr")
    assert kiwipete("data", "convert", games, "--out", records).code == 0
    ended = kiwipete("data", "unique", records, "--keep", "mates", "--out", records)
    assert ended.code == 2
    assert "--keep is for games" in ended.err
    parts = ("--out", str(tmp_path / "a.kwr"), "--second", str(tmp_path / "b.kwr"))
    ended = kiwipete("data", "split", records, "--share", "0.00001", *parts)
    assert ended.code == 2
    assert "a share of 1e-05 leaves one file without records" in ended.err
    assert [path.name for path in tmp_path.glob("*.kwr")] == ["all.kwr"]


def test_merged_file_without_its_duplicates(kiwipete, games, tmp_path):
    out = str(tmp_path / "some.kwr")
    assert kiwipete("data", "merge", games, games, "--out", out).code == 0
    merged = count_records(out)
    assert kiwipete("data", "unique", out, "--out", out).code == 0
    assert count_records(out) <= merged / 2


def test_filters_can_be_left_out(kiwipete, games, tmp_path):
    usual, more = str(tmp_path / "usual.kwr"), str(tmp_path / "more.kwr")
    assert kiwipete("data", "convert", games, "--out", usual).code == 0
    assert kiwipete("data", "convert", games, "--out", more, "--keep", "checks,mates").code == 0
    assert count_records(usual) < count_records(more)


def test_relabelling_takes_a_network(kiwipete, games, tmp_path):
    write_network(tmp_path / "some.kwn", random_network(32))
    names = [str(tmp_path / f"{number}.kwr") for number in (1, 2)]
    words = ("data", "relabel", games, "--nodes", "1", "--out")
    assert kiwipete(*words, names[0]).code == 0
    assert kiwipete(*words, names[1], "--network", str(tmp_path / "some.kwn")).code == 0
    one, two = map(open_records, names)
    assert len(one) == len(two)
    assert (one["score"] != two["score"]).any()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "no file for stats"),
        (("doctor",), "no file for doctor"),
        (("missing.kwr",), "cannot read missing.kwr: No such file"),
        (("reshuffle", "x.kwr"), "reshuffle is neither a file nor an action: stats, show, "),
        (("shuffle", "x.kwr"), "shuffle needs --out FILE"),
        (("stats", "x.kwr", "--out", "y"), "stats writes no file"),
        (("show", "x.kwr", "--json"), "--json is for stats and doctor, not for show"),
        (("split", "x.kwr", "--out", "y"), "split needs --second FILE"),
        (("split", "x.kwr", "--out", "y", "--second", "./y"), "--second are the same file: y"),
        (("merge", "x.kwr", "--out", "y", "--second", "z"), "--second is for split"),
        (("convert", "x.kwg", "--out", "y", "--nodes", "7"), "--nodes is for relabel, not for"),
        (("x.kwr", "--seed", "7"), "--seed is for show and shuffle, not for stats"),
        (("split", "x", "--share", "1"), "between 0 and 1, not '1'"),
        (("x.kwr", "--keep", "pawns"), "--keep takes checks, captures, mates, not 'pawns'"),
        (("show", "x.kwr", "--number", "0"), "the number of positions must be"),
    ],
)
def test_bad_usage(kiwipete, words, message):
    ended = kiwipete("data", *words)
    assert ended.code == 2
    assert message in ended.err


def test_other_files_are_refused(kiwipete, tmp_path):
    path = tmp_path / "some.kwr"
    path.write_bytes(b"no records")
    ended = kiwipete("data", str(path))
    assert ended.code == 2
    assert "is not a file of training records" in ended.err


def test_file_that_cannot_be_written(kiwipete, games, tmp_path):
    out = str(tmp_path / "missing" / "some.kwr")
    ended = kiwipete("data", "convert", games, "--out", out)
    assert ended.code == 2
    assert f"cannot write {out}: " in ended.err


@pytest.mark.parametrize("same", [True, False])
def test_games_are_not_replaced_by_records(kiwipete, games, tmp_path, same):
    """As with a pattern after --out: its first file is the result, the others are read."""
    other = games if same else str(shutil.copy(games, tmp_path / "2.kwg"))
    before = Path(other).read_bytes()
    ended = kiwipete("data", "convert", "--out", other, games)
    assert (ended.code, Path(other).read_bytes()) == (2, before)
    assert "is not a file of training records, and would be lost" in ended.err


@pytest.mark.parametrize("damage", [slice(2000, 2001), slice(-1, None)])
def test_games_after_damage_are_missed(kiwipete, games, tmp_path, damage):
    content = bytearray(Path(games).read_bytes())
    content[damage] = bytes(5000)
    path = tmp_path / "some.kwg"
    path.write_bytes(content)
    ended = kiwipete("data", "doctor", str(path))
    assert ended.code == 2
    assert "are damaged, which is more than an interrupted game" in ended.err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits for files")
def test_a_full_disk_is_named(games, tmp_path):
    out = tmp_path / "some.kwr"
    ended = with_full_disk(2000, "data", "convert", games, "--out", str(out))
    assert (ended.returncode, ended.stderr) == (
        5,
        f"kiwipete: cannot write {out}: File too large\n",
    )
    assert not [*tmp_path.iterdir()]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits for files")
def test_split_on_a_full_disk_leaves_its_input(kiwipete, games, tmp_path):
    both, first = tmp_path / "all.kwr", tmp_path / "first.kwr"
    assert kiwipete("data", "convert", games, "--out", str(both)).code == 0
    before = both.read_bytes()
    words = ("split", str(both), "--out", str(first), "--second", str(both))
    ended = with_full_disk(len(before) // 2, "data", *words)
    assert (ended.returncode, ended.stderr) == (
        5,
        f"kiwipete: cannot write {first}: File too large\n",
    )
    assert both.read_bytes() == before
    assert [*tmp_path.iterdir()] == [both]


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_a_pipe_is_neither_read_nor_replaced(kiwipete, games, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    ended = kiwipete("data", str(pipe))
    assert (ended.code, ended.err) == (2, f"kiwipete: {pipe} is not a file\n")
    ended = kiwipete("data", "convert", games, "--out", str(pipe))
    assert ended.code == 2
    assert pipe.is_fifo()


def test_every_action_is_explained(kiwipete):
    from kiwipete.cli.commands.data import _ACTIONS

    out = kiwipete("data", "--help").out
    for action in _ACTIONS:
        assert f"\n  {action} " in out
