"""Comments over several lines: they hold anything, and end before the next game at the latest."""

import io
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kiwipete
from kiwipete import pgn
from tests.support.pgn.recording import MODULES, all_games, contents

LINES = [
    *("", "", " ", "words", '[Event "x"]', '[White "y"]', "[Site", "1. e4 e5 *", "1-0", "(", ")"),
    *("{", "% escaped", "; rest", '[Event "{"]', "$1", "ü"),
]
COMMENTS = st.lists(st.sampled_from(LINES), max_size=8).map("\n".join)
WAYS = (pgn.read_game, pgn.read_headers, pgn.skip_game)


class Pipe:
    """A handle that cannot go back, and counts its lines."""

    def __init__(self, text):
        self.lines = io.StringIO(text)
        self.taken = 0

    def readline(self):
        self.taken += 1
        return self.lines.readline()


class Counted(io.StringIO):
    """A file that counts its lines; not read in larger pieces, because it is no plain StringIO."""

    taken = 0

    def readline(self):
        self.taken += 1
        return super().readline()


def count_games(handle, way):
    games = 0
    while way(handle) not in (None, False):
        games += 1
    return games


def sans(game):
    return [node.san() for node in game.mainline()]


@given(st.tuples(COMMENTS, COMMENTS, COMMENTS, COMMENTS))
def test_comments_come_back_whatever_they_hold(comments):
    game = pgn.Game({"Event": "z", "Result": "*"})
    first = game.add_variation(kiwipete.Move.from_uci("e2e4"), comment=comments[1])
    side = game.add_variation(kiwipete.Move.from_uci("d2d4"), starting_comment=comments[2])
    first.add_variation(kiwipete.Move.from_uci("e7e5"))
    side.comment = comments[3]
    game.comment = comments[0]
    text = f"{game}\n\n{game}\n"
    theirs, ours = (all_games(module, text) for module in MODULES)
    assert [contents(game) for game in ours] == [contents(game) for game in theirs]
    assert len(ours) == 2
    assert ours[0].comment == comments[0].strip()
    assert ours[0].next().comment == comments[1].strip()
    for handle in (io.StringIO, Counted, Pipe):
        assert [count_games(handle(text), way) for way in WAYS] == [2, 2, 2]


OPEN = '[Event "a"]\n\n1. e4 {never closed\n\n'


@pytest.mark.parametrize("handle", [io.StringIO, Counted, Pipe])
@pytest.mark.parametrize("rest", ["1. d4 d5 *", "\n1. d4 d5", "1. d4\n\n1... d5 {and so on"])
def test_a_comment_that_does_not_end_is_given_up_at_the_next_game(handle, rest):
    text = OPEN + OPEN.replace('"a"', '"b"') + f'[Event "c"]\n\n{rest}\n'
    file = handle(text)
    games = list(iter(lambda: pgn.read_game(file), None))
    assert [game.headers["Event"] for game in games][:3] == ["a", "b", "c"]
    assert [game.next().comment for game in games[:2]] == ["never closed"] * 2
    assert "does not end before the next game (line 3, column 7)" in str(games[0].errors[0])
    assert "does not end before the next game (line 7, column 7)" in str(games[1].errors[0])
    file = handle(text)
    events = [headers.get("Event") for headers in iter(lambda: pgn.read_headers(file), None)]
    assert events[:3] == ["a", "b", "c"]
    assert count_games(handle(text), pgn.skip_game) == len(games) == len(events)


@pytest.mark.parametrize("handle", [Counted, Pipe])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("end", ["", "} *"])
def test_comments_that_do_not_end_take_linear_time(handle, way, end):
    text = OPEN * 2000
    file = handle(text + end)
    assert count_games(file, way) == (1 if end else 2000)
    assert file.taken < 6 * text.count("\n")


@pytest.mark.parametrize("handle", [io.StringIO, Counted])
def test_what_was_written_since_may_end_a_comment(handle):
    file = handle(OPEN * 2)
    assert pgn.read_game(file).next().comment == "never closed"
    place = file.tell()
    file.seek(0, os.SEEK_END)
    file.write('[Event "x"]\nand now it is} e5 *')
    file.seek(place)
    assert sans(pgn.read_game(file)) == ["e4", "e5"]


def test_games_are_found_again_by_their_places(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text((OPEN * 3).replace("closed", "geschloßen"), encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        places = [file.tell()]
        while pgn.read_headers(file) is not None:
            places.append(file.tell())
        assert len(places) == 4
        for place in reversed(places[:3]):
            file.seek(place)
            assert sans(pgn.read_game(file)) == ["e4"]


def test_a_pipe_of_the_system():
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as file:
        file.write(OPEN * 3)
    with os.fdopen(reading, encoding="utf-8") as file:
        games = list(iter(lambda: pgn.read_game(file), None))
    assert [sans(game) for game in games] == [["e4"]] * 3


def test_a_missing_brace_is_reported():
    text = OPEN + '[Event "b"]\n\n1. d4 {queen} d5 *'
    for module in MODULES:
        (game,) = all_games(module, text)
        assert game.next().comment.endswith("{queen")
    assert "is its } missing? (line 3, column 7)" in str(game.errors[0])


def test_many_comments_on_one_move():
    text = "1. e4 " + "{x} " * 3 + "{} e5 (1... c5) ({y} {} {z} 1... d5 {v})"
    theirs, ours = (all_games(module, text) for module in MODULES)
    assert [contents(game) for game in ours] == [contents(game) for game in theirs]
