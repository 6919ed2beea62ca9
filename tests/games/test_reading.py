"""Reading games in bulk: sources, conditions on tags, columns, single games, damage."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import pickle
import threading

import numpy as np
import pytest

import kiwipete
from kiwipete import Move, pgn
from kiwipete.games import GameError
from tests.support.processes import run_python

TEXT = b"""[Event "First"]
[White "Ada"]
[WhiteElo "2100"]
[Date "2024.05.01"]
[Result "1-0"]

1. e4 { [%eval 0.35] [%clk 0:05:00] } e5 ( 1... c5 ) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "Second"]
[White "Bob"]
[WhiteElo "1900"]
[Date "2025.01.31"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[Event "Third"]
[White "Cy"]
[WhiteElo "?"]

1. c4 c5 2. Nd4 *

"""


def read(data: bytes = TEXT, **options):
    return kiwipete.read_games(io.BytesIO(data), **options)


def test_the_columns_of_a_file():
    games = read(clocks=True, evals=True)
    assert len(games) == 3
    assert games.offsets.tolist() == [0, 7, 9, 11]
    assert games.moves.dtype == np.uint16
    assert games.moves[0] == 1 << 12 | kiwipete.E2 << 6 | kiwipete.E4
    assert games.results.tolist()[:2] == [1.0, 0.5]
    assert np.isnan(games.results[2])
    assert games.lines.tolist() == [1, 9, 17]
    assert games.clocks[0] == 300
    assert games.evals[0] == 35
    assert np.isnan(games.clocks[1:]).all()
    assert games.headers["White"].tolist() == ["Ada", "Bob", "Cy"]
    assert games.headers["Result"].tolist() == ["1-0", "1/2-1/2", None]
    assert games.headers.integers("WhiteElo").tolist() == [2100, 1900, -1]
    assert list(games.headers) == ["Result", "Event", "White", "WhiteElo", "Date"]
    assert games.headers["Nothing"].tolist() == [None] * 3


def test_single_games():
    games = read()
    assert games[0].board(1).peek() == Move.from_uci("e2e4")
    assert games[0].board().is_checkmate()
    assert games[-1].result == "*"
    assert len(games[1]) == 2
    assert [len(game) for game in games] == [7, 2, 2]
    assert games[1].headers["White"] == "Bob"
    assert games[0].text is None
    assert repr(games[1]) == "<Game 1: Bob - ?, 1/2-1/2, 2 moves>"
    with pytest.raises(IndexError, match="no game 3: there are 3"):
        games[3]
    with pytest.raises(IndexError, match="no ply 8: the game has 7 moves"):
        games[0].board(8)


def test_a_tree_has_what_was_read():
    game = read(clocks=True, evals=True)[0].tree()
    assert [move.uci() for move in game.mainline_moves()][:3] == ["e2e4", "e7e5", "d1h5"]
    assert game.next().clock() == 300
    assert game.next().eval().white().score() == 35
    assert game.headers["Event"] == "First"
    kept = read(text=True)[0].tree()
    assert [len(node.variations) for node in kept.mainline()][:2] == [2, 1]
    assert kept.next().comment == "[%eval 0.35] [%clk 0:05:00]"


def test_mates_survive_the_way_through_arrays():
    text = b"1. f3 {[%eval #-2]} e5 {[%eval #12]} 2. g4 Qh4# {[%eval #0]} 0-1"
    games = read(text, evals=True)
    assert games.evals.tolist() == [-999_998, 999_988, kiwipete.games.NO_EVAL, -1_000_000]
    scores = [node.eval() for node in games[0].tree().mainline()]
    assert [score and score.white().mate() for score in scores] == [-2, 12, None, 0]


def test_some_of_the_games():
    games = read(clocks=True)
    some = games[np.array([2, 0])]
    assert some.offsets.tolist() == [0, 2, 9]
    assert some.moves.tolist() == games.moves[9:11].tolist() + games.moves[:7].tolist()
    assert some.headers["White"].tolist() == ["Cy", "Ada"]
    assert [error.game for error in some.errors] == [0]
    assert some.clocks[2] == 300
    assert games[games.results == 0.5].headers["White"].tolist() == ["Bob"]
    assert len(games[1:][1:]) == 1
    assert games[1:][1].headers["White"] == "Cy"
    assert repr(games[:2]) == "<Games: 2 games, 9 moves, 0 errors>"


@pytest.mark.parametrize(
    ("where", "names"),
    [
        ({"WhiteElo": (2000, None)}, ["Ada"]),
        ({"WhiteElo": (None, 2000)}, ["Bob"]),
        ({"WhiteElo": 1900}, ["Bob"]),
        ({"White": "Cy"}, ["Cy"]),
        ({"White": {"Cy", "Ada"}}, ["Ada", "Cy"]),
        ({"Date": ("2024.06.01", None)}, ["Bob"]),
        ({"Date": ("2024", "2024.12.31")}, ["Ada"]),
        ({"WhiteElo": (0, 3000), "Result": ["1-0"]}, ["Ada"]),
        ({"Nothing": "x"}, []),
        ({}, ["Ada", "Bob", "Cy"]),
    ],
)
def test_conditions_on_tags(where, names):
    games = read(where=where)
    assert games.headers["White"].tolist() == names
    assert games.skipped == 3 - len(names)


def test_games_that_are_skipped_have_no_errors():
    assert read(where={"White": "Ada"}).errors == []


@pytest.mark.parametrize("condition", [None, True, (), (None, None), (1, 2, 3), ("a", 1), [1, 2]])
def test_an_unclear_condition_is_refused(condition):
    with pytest.raises(TypeError, match="where: White is a value"):
        read(where={"White": condition})


def test_other_wrong_arguments():
    with pytest.raises(ValueError, match="not the name of a tag: 'a b'"):
        read(where={"a b": "x"})
    with pytest.raises(TypeError, match="headers is a collection"):
        read(headers="White")
    with pytest.raises(TypeError, match="not from int"):
        kiwipete.read_games(3)
    with pytest.raises(ValueError, match="threads is at least 1"):
        read(threads=0)
    with pytest.raises(ValueError, match="chunk_bytes is at least 1"):
        kiwipete.iter_games(io.BytesIO(), chunk_bytes=0)
    with pytest.raises(FileNotFoundError):
        kiwipete.read_games("there-is-no-such-file.pgn")


def test_only_the_tags_that_are_asked_for():
    games = read(headers=["White"])
    assert games.headers["White"].tolist() == ["Ada", "Bob", "Cy"]
    assert list(games.headers) == ["White"]
    with pytest.raises(KeyError, match="Event is not among"):
        games.headers["Event"]
    assert games.results.tolist()[:2] == [1, 0.5]
    assert list(read(headers=False).headers) == []


def test_a_start_position_is_known_without_the_tags():
    text = b'[FEN "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"]\n\n1. O-O Kd7 *\n'
    assert read(text, headers=False)[0].board(1).fen() == "4k3/8/8/8/8/8/4P3/5RK1 b - - 1 1"


@pytest.mark.parametrize("threads", [1, 2, None])
def test_paths_and_compressed_files(tmp_path, threads):
    zstandard = pytest.importorskip("zstandard")
    kinds = {
        "a.pgn": TEXT,
        "a.pgn.gz": gzip.compress(TEXT),
        "a.pgn.bz2": bz2.compress(TEXT),
        "a.pgn.zst": zstandard.ZstdCompressor().compress(TEXT) * 2,
    }
    for name, data in kinds.items():
        path = tmp_path / name
        path.write_bytes(data)
        games = kiwipete.read_games(path, threads=threads)
        assert len(games) == (6 if "zst" in name else 3)
        assert len(kiwipete.read_games(str(path), threads=threads)) == len(games)
        with path.open("rb") as file:
            assert len(kiwipete.read_games(file, threads=threads)) == len(games)


def test_text_files_and_pipes(tmp_path):
    assert len(kiwipete.read_games(io.StringIO(TEXT.decode()))) == 3
    end, begin = os.pipe()
    writer = threading.Thread(target=lambda: (os.write(begin, TEXT), os.close(begin)))
    writer.start()
    with os.fdopen(end, "rb", buffering=0) as file:
        assert len(kiwipete.read_games(file)) == 3
    writer.join()


@pytest.mark.parametrize("size", [1, 2, 7, 10_000])
def test_texts_with_more_bytes_than_characters(size):
    text = '[White "Zoë ♞ 𝄞"]\n\n1. e4 *\n\n' * 30
    batches = list(kiwipete.iter_games(io.StringIO(text), chunk_bytes=size))
    names = [name for games in batches for name in games.headers["White"].tolist()]
    assert names == ["Zoë ♞ 𝄞"] * 30


def test_a_file_that_gives_a_few_bytes_at_a_time():
    class Slow(io.RawIOBase):
        place = 0

        def readable(self):
            return True

        def readinto(self, buffer):
            part = TEXT[self.place : self.place + min(3, len(buffer))]
            buffer[: len(part)] = part
            self.place += len(part)
            return len(part)

    assert len(kiwipete.read_games(Slow())) == 3


def test_a_truncated_compressed_file_raises():
    with pytest.raises(EOFError):
        kiwipete.read_games(io.BytesIO(gzip.compress(TEXT * 100)[:-20]))


def test_errors_say_what_is_wrong_and_where():
    (error,) = read().errors
    assert isinstance(error, GameError)
    assert (error.game, error.ply, error.line, error.column) == (2, 2, 21, 13)
    assert str(error).startswith("illegal san: 'Nd4' in rnbqkbnr/pp1ppppp/8/2p5/2P5/8/PP1P")
    assert str(error).endswith("(line 21, column 13)")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.game, again.ply) == (str(error), 2, 2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. e4 e5 2. Ke9 Nf3 xyzzy Nc6 *", [("Ke9", 1, 13, 2), ("xyzzy", 1, 21, 3)]),
        ("1. Sf3 d5 *", [("Sf3", 1, 4, 0)]),
        ("1. e4 e5\n2. ♘f3xyz d5 *", [("♘f3xyz", 2, 4, 2)]),
        ("1. e4 e5 2. Nf3xyz Nc6 *", [("xyz", 1, 16, 3)]),
        ("no game at all\nof chess", [("no", 1, 1, 0), ("of", 2, 1, 0)]),
        (f"1. e4 {'é' * 50} *", [("é" * 20, 1, 7, 1)]),
        ("1. e4 (1. xyz Ke9) 1... e5 {a word} $3 !? ; and more\n% words *", []),
        ("1. e4 d5 2. exd5 c5 3. dxc6 e.p. bxc6 4. d4 +- ± ⩲ = □ 4... e5 5. dxe5 ep *", []),
        ("1 e4 e5 2 Nf3 12. ... *", []),
    ],
)
def test_words_that_are_not_moves_are_errors(text, words):
    games = read(text.encode())
    assert games[0].moves == list(pgn.read_game(io.StringIO(text)).mainline_moves())
    found = [(error.what, error.line, error.column, error.ply) for error in games.errors]
    assert found == [(f"not a move: {word!r}", *place) for word, *place in words]


def test_variants_and_bad_positions_are_errors():
    text = (
        b'[Variant "Atomic"]\n\n1. e4 *\n\n[Variant "Ludo"]\n\n1. e4 *\n\n'
        b'[FEN "x"]\n\n1. e4 *\n\n[Event "a"]\n\n1. e4 *\n'
    )
    games = read(text)
    assert games.offsets.tolist() == [0, 0, 1, 1, 2]
    assert [error.game for error in games.errors] == [0, 1, 2]
    assert "a variant that is not read in bulk: Atomic" in str(games.errors[0])
    assert "an unknown variant: Ludo" in str(games.errors[1])
    assert "FEN" in str(games.errors[2])
    assert games[1].board().peek() == Move.from_uci("e2e4")


def test_latin_1_is_read_where_text_is_not_utf_8():
    games = read('[White "Spéc"]\n\n1. e4 *\n'.encode("latin-1"))
    assert games.headers["White"].tolist() == ["Spéc"]


def test_batches_of_a_stream():
    batches = list(kiwipete.iter_games(io.BytesIO(TEXT * 50), chunk_bytes=1000, threads=2))
    assert len(batches) > 5
    assert sum(map(len, batches)) == 150
    assert [error.line for batch in batches for error in batch.errors] == [
        21 + 22 * number for number in range(50)
    ]


def test_a_stream_can_be_left():
    for batch in kiwipete.iter_games(io.BytesIO(TEXT * 50), chunk_bytes=1000, threads=2):
        assert len(batch)
        break


def test_many_names_of_tags():
    tags = "".join(f'[Tag{number} "{number}"]\n' for number in range(3000)).encode()
    games = read(tags + b"\n1. e4 *\n\n" + tags + b"\n1. d4 *\n")
    assert len(games) == 2
    assert games.headers["Tag2999"].tolist() == ["2999", "2999"]
    assert len(games.headers) == 3000


def test_a_comment_that_swallows_the_rest_of_a_file():
    lost = b'[Event "a"]\n\n1. e4 { open\n\n' + b'[Event "b"]\n\n1. d4 *\n\n' * 3000
    games = kiwipete.read_games(io.BytesIO(lost), threads=2)
    assert len(games) == 3001
    assert [error.game for error in games.errors] == [0]


def test_importing_kiwipete_does_not_load_numpy():
    process = run_python("import sys, kiwipete; sys.exit('numpy' in sys.modules)")
    assert process.returncode == 0


def test_the_text_of_a_game_reads_the_same():
    games = read(text=True)
    for number, game in enumerate(games):
        again = pgn.read_game(io.StringIO(game.text))
        assert list(again.mainline_moves()) == games[number].moves
