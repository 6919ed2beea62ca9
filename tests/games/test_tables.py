"""Games as Arrow tables and Parquet files, and back."""

from __future__ import annotations

import datetime
import io
import os
import random

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kiwipete
from kiwipete.games.tables import new_parquet_file
from tests.support.processes import run_python
from tests.support.written_games import written_game

# As the data set Lichess/standard-chess-games describes itself.
LICHESS = pa.schema(
    [
        ("Event", pa.string()),
        ("Site", pa.string()),
        ("White", pa.string()),
        ("Black", pa.string()),
        ("Result", pa.string()),
        ("WhiteTitle", pa.string()),
        ("BlackTitle", pa.string()),
        ("WhiteElo", pa.int16()),
        ("BlackElo", pa.int16()),
        ("WhiteRatingDiff", pa.int16()),
        ("BlackRatingDiff", pa.int16()),
        ("UTCDate", pa.date32()),
        ("UTCTime", pa.time32("s")),
        ("ECO", pa.string()),
        ("Opening", pa.string()),
        ("Termination", pa.string()),
        ("TimeControl", pa.string()),
        ("movetext", pa.string()),
    ]
)

TEXT = """[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[White "Zoë"]
[Black "Bob"]
[Result "1-0"]
[UTCDate "2024.05.01"]
[UTCTime "03:04:05"]
[WhiteElo "2100"]
[BlackElo "?"]
[WhiteRatingDiff "+5"]
[BlackRatingDiff "-6"]
[WhiteTitle "GM"]
[ECO "C20"]
[Opening "King's Pawn Game"]
[TimeControl "180+2"]
[Termination "Normal"]

1. e4 { [%eval 0.3] [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 2. Qh5
( 2. Nf3 ) 2... Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "Over the board"]
[Date "2025.01.31"]
[Round "3"]
[WhiteElo "99999"]
[UTCTime "25:00:00"]
[FEN "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"]
[SetUp "1"]

1. O-O Kd7 *
"""


def read(content: str = TEXT, **options):
    return kiwipete.read_games(io.BytesIO(content.encode()), **options)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "games.parquet"
    read(clocks=True, evals=True).to_parquet(path)
    return path


def test_the_columns_are_those_of_lichess():
    assert read(TEXT.partition('[Event "Over')[0]).to_arrow(tags=()).schema == LICHESS
    table = read().to_arrow()
    assert table.schema.names == [*LICHESS.names, "Date", "Round", "Variant", "FEN"]


def test_values_have_the_types_of_their_columns():
    first, second = read(clocks=True, evals=True).to_arrow().to_pylist()
    assert first["White"] == "Zoë"
    assert first["UTCDate"] == datetime.date(2024, 5, 1)
    assert first["UTCTime"] == datetime.time(3, 4, 5)
    assert (first["WhiteElo"], first["BlackElo"]) == (2100, None)
    assert (first["WhiteRatingDiff"], first["BlackRatingDiff"]) == (5, -6)
    assert first["FEN"] is None
    assert first["movetext"] == (
        "1. e4 { [%eval 0.30] [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } "
        "2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"
    )
    assert second["White"] is None
    assert second["Result"] is None
    assert (second["WhiteElo"], second["UTCTime"]) == (None, None)
    assert second["UTCDate"] == datetime.date(2025, 1, 31)
    assert second["movetext"] == "1. O-O Kd7 *"


def test_dates_that_are_not_dates_are_null():
    texts = ["2024.02.31", "????.??.??", "2024.5.1", "2024"]
    games = read("".join(f'[UTCDate "{text}"]\n\n1. e4 *\n\n' for text in texts))
    assert games.to_arrow()["UTCDate"].to_pylist() == [None] * 4


def test_all_of_the_text_if_it_was_kept():
    first = read(text=True).to_arrow()["movetext"][0].as_py()
    assert first == " ".join(TEXT.split("\n\n")[1].split("\n"))
    kept = '[White "x"]\n\n1. e4 ; to the end\ne5 *'
    assert read(kept, text=True).to_arrow()["movetext"][0].as_py() == kept.partition("\n\n")[2]


def test_tags_that_were_not_kept_are_null():
    table = read(headers=["White"]).to_arrow()
    assert table["White"].to_pylist() == ["Zoë", None]
    assert table["Event"].null_count == 2
    assert table["UTCDate"].null_count == 2


def test_some_of_the_games():
    games = read()[np.array([1, 0, 1])]
    assert games.to_arrow()["Event"].to_pylist() == [
        "Over the board",
        "Rated Blitz game",
        "Over the board",
    ]
    assert games.to_arrow()["movetext"].to_pylist()[::2] == ["1. O-O Kd7 *"] * 2


def test_a_start_position_is_not_lost_in_silence():
    with pytest.raises(ValueError, match="a game has a FEN"):
        read().to_arrow(tags=[])
    with pytest.raises(ValueError, match="a game has a Variant"):
        read('[Variant "Chess960"]\n\n1. e4 *').to_arrow(tags=["FEN"])


@pytest.mark.parametrize("tags", [["a b"], [3], ["movetext"]])
def test_wrong_names_of_columns(tags):
    with pytest.raises(ValueError, match="not the name of a tag"):
        read().to_arrow(tags=tags)
    with pytest.raises(TypeError, match="tags is a collection"):
        read().to_arrow(tags="Date")


def test_the_way_there_and_back(path):
    before, after = (
        read(clocks=True, evals=True),
        kiwipete.read_games(path, clocks=True, evals=True),
    )
    assert after.moves.tolist() == before.moves.tolist()
    assert after.offsets.tolist() == before.offsets.tolist()
    assert np.array_equal(after.clocks, before.clocks, equal_nan=True)
    assert after.evals.tolist() == before.evals.tolist()
    assert np.array_equal(after.results, before.results, equal_nan=True)
    assert after.lines.tolist() == [1, 2]
    for name in ("White", "Result", "WhiteRatingDiff", "BlackRatingDiff", "UTCTime", "FEN", "Date"):
        expected = before.headers[name].tolist()
        if name == "UTCTime":
            expected[1] = None
        assert after.headers[name].tolist() == expected
    assert after.headers.integers("WhiteRatingDiff").tolist() == [5, -1]
    assert after.headers["UTCDate"].tolist() == ["2024.05.01", "2025.01.31"]
    assert after[1].board(0).fen() == before[1].board(0).fen()
    assert after.errors == []


def test_random_games_there_and_back(tmp_path):
    rng = random.Random(5)
    before = read("".join(written_game(rng, number) for number in range(80)), text=True)
    before.to_parquet(tmp_path / "games.parquet")
    for options in ({}, {"text": True}, {"chunk_bytes": 5000}):
        options["threads"] = 2
        batches = list(kiwipete.iter_games(tmp_path / "games.parquet", **options))
        moves = np.concatenate([games.moves for games in batches])
        assert moves.tolist() == before.moves.tolist()
        assert sum(len(games.errors) for games in batches) == 0
        lines = np.concatenate([games.lines for games in batches]).tolist()
        assert lines == list(range(1, len(before) + 1))
    assert len(batches) > 3


def test_the_text_of_a_game_from_a_table(tmp_path):
    path = tmp_path / "games.parquet"
    read(text=True).to_parquet(path)
    games = kiwipete.read_games(path, text=True)
    assert games[0].tree().headers["White"] == "Zoë"
    assert len(games[0].tree().next().next().variations) == 2
    out = io.BytesIO()
    games.write(out)
    assert read(out.getvalue().decode()).moves.tolist() == games.moves.tolist()
    assert kiwipete.read_games(path)[0].text is None


def test_conditions_and_headers(path):
    games = kiwipete.read_games(path, where={"WhiteElo": (2000, None)}, headers=["Black"])
    assert (len(games), games.skipped) == (1, 1)
    assert list(games.headers) == ["Black"]
    assert len(kiwipete.read_games(path, where={"UTCDate": ("2025.01.01", None)})) == 1
    assert len(kiwipete.read_games(path, where={"WhiteRatingDiff": (1, None)})) == 1
    assert kiwipete.read_games(path, where={"White": "nobody"}).skipped == 2


def write_table(path, **columns):
    pq.write_table(pa.table(columns), path)
    return path


def test_other_types_of_columns(tmp_path):
    path = write_table(
        tmp_path / "a.parquet",
        movetext=pa.array(["1. e4 *"] * 2, pa.large_string()),
        White=pa.array(["a", None]).dictionary_encode(),
        UTCDate=pa.array([datetime.datetime(2024, 5, 1, 10)] * 2, pa.timestamp("us")),
        UTCTime=pa.array([datetime.time(1, 2, 3, 4)] * 2, pa.time64("us")),
        WhiteElo=pa.array([2100.0, float("nan")]),
        Share=pa.array([0.5, 0.25]),
        WhiteRatingDiff=pa.array([-3.0, 0.0]),
        Rated=pa.array([True, False]),
        Note=pa.array([b"\xe9", b"y"]),
        Words=pa.array([["no", "tag"], []]),
    )
    games = kiwipete.read_games(path)
    assert [dict(game.headers) for game in games] == [
        {
            "White": "a",
            "UTCDate": "2024.05.01",
            "UTCTime": "01:02:03",
            "WhiteElo": "2100",
            "Share": "0.5",
            "WhiteRatingDiff": "-3",
            "Rated": "true",
            "Note": "é",
        },
        {
            "UTCDate": "2024.05.01",
            "UTCTime": "01:02:03",
            "Share": "0.25",
            "WhiteRatingDiff": "+0",
            "Rated": "false",
            "Note": "y",
        },
    ]


def test_a_row_is_one_game_whatever_it_contains(tmp_path):
    rows = [
        "1. e4 e5 1-0",
        None,
        "",
        "1. d4 *\n\n1. e4 *",
        '[White "x"]\n\n1. c4 c5\n\n2. Nf3 *',
        "1. e4 { open",
        "1. e4 e5 2. Ke3 *",
        "xyzzy } {",
        "1. Nf3 *",
    ]
    path = write_table(tmp_path / "a.parquet", movetext=rows, Black=["a\nb"] * len(rows))
    games = kiwipete.read_games(path, text=True)
    assert len(games) == len(rows)
    assert np.diff(games.offsets).tolist() == [2, 0, 0, 1, 3, 1, 2, 0, 1]
    assert [(error.game, error.line) for error in games.errors] == [
        (3, 4),
        (5, 6),
        (6, 7),
        (7, 8),
        (7, 8),
    ]
    assert "more text after the end of the game (line 4, column 10)" in str(games.errors[0])
    assert games.errors[2].column == 13
    assert all(error.path == os.fspath(path) for error in games.errors)
    assert games.headers["Black"].tolist() == ["a b"] * len(rows)
    assert games[4].headers["White"] == "x"


def test_damaged_and_other_tables(tmp_path):
    with pytest.raises(ValueError, match="needs a column movetext"):
        kiwipete.read_games(write_table(tmp_path / "a.parquet", moves=["1. e4 *"]))
    (tmp_path / "b.parquet").write_bytes(b"PAR1" + bytes(100))
    with pytest.raises(ValueError, match="cannot be read"):
        kiwipete.read_games(tmp_path / "b.parquet")
    assert len(kiwipete.read_games(write_table(tmp_path / "c", movetext=pa.array([], "str")))) == 0
    empty = read("").to_arrow()
    assert (len(empty), empty.schema.names[0]) == (0, "Event")


@pytest.mark.parametrize("seed", range(6))
def test_nothing_in_a_table_crashes(path, tmp_path, seed):
    rng = random.Random(seed)
    data = path.read_bytes()
    for _ in range(20):
        damaged = bytearray(data)
        for _ in range(rng.randrange(1, 6)):
            damaged[rng.randrange(4, len(data))] = rng.randrange(256)
        (tmp_path / "damaged.parquet").write_bytes(damaged)
        try:
            games = kiwipete.read_games(tmp_path / "damaged.parquet", text=True)
            assert len(list(games.errors)) >= 0
        except (ValueError, OSError):
            pass


def test_a_table_from_a_file_object_and_from_a_pipe(path):
    with path.open("rb") as file:
        assert len(kiwipete.read_games(file)) == 2
    assert len(kiwipete.read_games(io.BytesIO(path.read_bytes()))) == 2
    end, begin = os.pipe()
    os.write(begin, path.read_bytes()[:100])
    os.close(begin)
    with os.fdopen(end, "rb") as pipe, pytest.raises(ValueError, match="a pipe will not do"):
        kiwipete.read_games(pipe)


def test_a_file_that_fails_leaves_nothing(tmp_path):
    target = tmp_path / "new.parquet"
    target.write_bytes(b"old")
    with pytest.raises(ValueError, match="has a FEN"), new_parquet_file(target, []) as writer:
        writer.add(read())
    assert [file.name for file in tmp_path.iterdir()] == ["new.parquet"]
    assert target.read_bytes() == b"old"


def test_pyarrow_is_named_where_it_is_missing():
    process = run_python(
        "import sys, io, kiwipete; sys.modules['pyarrow'] = None\n"
        "kiwipete.read_games(io.BytesIO(b'1. e4 *')).to_arrow()"
    )
    assert 'pip install "kiwipete[parquet]"' in process.stderr
