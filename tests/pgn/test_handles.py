"""Files of all kinds: where they stand after a game, and what they are made of."""

import codecs
import gc
import io
import os

import pytest

from kiwipete import pgn
from tests.support.pgn.recording import contents
from tests.support.pgn.texts import random_game

TEXT = "".join(f"{random_game(seed)}\n\n" for seed in range(8))

# Without blank lines between the games, so that reading a game goes one line too far.
CROWDED = "".join(f'[White "{name} ü"]\n\n1. e4 {{ü}} *\n' for name in "abcde")


def by_places(file):
    """Scan the tags of a file with their places, then read the games by them, last one first."""
    places = []
    while True:
        place = file.tell()
        headers = pgn.read_headers(file)
        if headers is None:
            break
        places.append((place, headers))
    games = []
    for place, headers in reversed(places):
        file.seek(place)
        game = pgn.read_game(file)
        assert headers.items() <= game.headers.items()
        games.insert(0, game)
    return games


@pytest.mark.parametrize("text", [TEXT, CROWDED], ids=["usual", "crowded"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_games_are_found_again_by_their_places(tmp_path, text, newline, encoding):
    path = tmp_path / "games.pgn"
    if encoding == "cp1252":
        text = text.replace("♞", "N")
    path.write_bytes(text.replace("\n", newline).encode(encoding))
    wanted = [contents(game) for game in by_places(io.StringIO(text))]
    with path.open(encoding=encoding) as file:
        assert [contents(game) for game in by_places(file)] == wanted
    with path.open(encoding=encoding) as file:
        read = list(iter(lambda: pgn.read_game(file), None))
    assert [contents(game) for game in read] == wanted
    assert len(wanted) == (8 if text is not CROWDED else 5)


@pytest.mark.parametrize("newline", ["", None, "\n", "\r\n"])
def test_string_files_of_all_kinds(newline):
    text = CROWDED.replace("\n", newline or "\n")
    assert len(by_places(io.StringIO(text, newline=newline))) == 5


def test_old_line_breaks_in_a_string():
    games = by_places(io.StringIO(CROWDED.replace("\n", "\r"), newline=""))
    assert [game.headers["White"][0] for game in games] == list("abcde")


def test_a_byte_order_mark():
    data = codecs.BOM_UTF8 + b'[White "x"]\n\n1. e4 *'
    file = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    assert pgn.read_headers(file) == {"White": "x"}


def test_bytes_that_cannot_be_decoded_are_kept():
    data = b'[White "M\xfcller"]\n\n1. e4 { sch\xf6n } *'
    file = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="surrogateescape")
    game = pgn.read_game(file)
    assert game.headers["White"].encode("utf-8", "surrogateescape") == b"M\xfcller"
    assert game.next().comment.encode("utf-8", "surrogateescape") == b"sch\xf6n"
    assert "sch\udcf6n" in str(game)
    again = pgn.read_game(io.StringIO(str(game)))
    assert contents(again) == contents(game)


def test_a_pipe():
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as file:
        file.write(CROWDED)
    with os.fdopen(reading, encoding="utf-8") as file:
        names = [headers["White"][0] for headers in iter(lambda: pgn.read_headers(file), None)]
    assert names == list("abcde")


def test_a_pipe_is_not_waited_for():
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as file, os.fdopen(writing, "w") as other:
        other.write('[White "x"]\n\n1. e4 e5\n\n')
        other.flush()
        assert pgn.read_game(file).end().san() == "e5"


def test_anything_with_readline():
    class Lines:
        def __init__(self, text):
            self.lines = text.splitlines(keepends=True)

        def readline(self):
            return self.lines.pop(0) if self.lines else ""

    lines = Lines(CROWDED)
    games = list(iter(lambda: pgn.read_game(lines), None))
    assert [game.headers["White"][0] for game in games] == list("abcde")


def test_handles_that_cannot_be_referred_to():
    class Lines:
        __slots__ = ("lines",)
        __hash__ = None

        def __init__(self, text):
            self.lines = text.splitlines(keepends=True)

        def readline(self):
            return self.lines.pop(0) if self.lines else ""

    lines = Lines(CROWDED)
    names = [game.headers["White"][0] for game in iter(lambda: pgn.read_game(lines), None)]
    assert names == list("abcde")


def test_binary_files_are_refused():
    for call in (pgn.read_game, pgn.read_headers, pgn.skip_game):
        with pytest.raises(TypeError, match="text mode"):
            call(io.BytesIO(b"1. e4 *"))


def test_a_visitor_finds_the_file_behind_the_line_it_hears_of():
    file = io.StringIO('[White "x"]\n\n1. e4\n1... e5 *')

    class Watcher(pgn.GameBuilder):
        def visit_move(self, board, move):
            super().visit_move(board, move)
            self.variation_stack[-1].comment = str(file.tell())

    game = pgn.read_game(file, Visitor=Watcher)
    assert [node.comment for node in game.mainline()] == ["19", "28"]


def test_a_visitor_that_raises_leaves_the_file_usable():
    file = io.StringIO("1. e4 Ke7 *\n\n1. d4 *")

    class Strict(pgn.GameBuilder):
        def handle_error(self, error):
            raise error

    with pytest.raises(ValueError, match="Ke7"):
        pgn.read_game(file, Visitor=Strict)
    assert file.tell() == 12


def test_very_long_lines():
    text = f"{{ {'x' * 3_000_000} }} 1. e4 " + "{ y } " * 100_000 + "e5 *"
    game = pgn.read_game(io.StringIO(text))
    assert len(game.comment) == 3_000_000
    assert game.end().san() == "e5"


def test_files_are_not_kept_alive():
    file = io.StringIO(CROWDED)
    pgn.read_game(file)
    gc.collect()
    holders = [holder for holder in gc.get_referrers(file) if holder is not globals()]
    assert not any("pgn" in type(holder).__module__ for holder in holders)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_giving_lines_back_reads_little_more_than_the_file(encoding):
    class Counted(io.TextIOWrapper):
        read_so_far = 0

        def readline(self):
            line = super().readline()
            self.read_so_far += len(line)
            return line

    text = CROWDED * 40
    file = Counted(io.BytesIO(text.encode(encoding)), encoding=encoding)
    while pgn.skip_game(file):
        pass
    assert file.read_so_far < 4 * len(text)
