"""Damaged games say where, keep what can be read, and leave the next game alone."""

import io
import logging
import pickle

import chess.pgn
import pytest

import kiwipete
from kiwipete import pgn
from tests.support.pgn.recording import all_games


def sans(game):
    return [node.san() for node in game.mainline()]


@pytest.mark.parametrize(
    ("text", "kind", "what", "line", "column"),
    [
        ("1. e4 e5\n2. Ke3 d5 *", kiwipete.IllegalMoveError, "illegal san: 'Ke3'", 2, 4),
        ("1. e4 {ü} e5 Nd4", kiwipete.IllegalMoveError, "illegal san: 'Nd4'", 1, 14),
        ("1. Nc3 e5 2. Nf3 e4 3. Nd4 e3 4. Nb5", kiwipete.AmbiguousMoveError, "ambiguous", 1, 34),
        ("1. e4 N@e5", kiwipete.InvalidMoveError, "invalid san: 'N@e5'", 1, 7),
        ("1. e4 (1. d4 1-0) e5", kiwipete.InvalidMoveError, "invalid san: '1-0'", 1, 14),
        ("1. e4\n e5 { and so", pgn.PgnError, "a comment that does not end", 2, 5),
        ('[White "x]\n\n1. e4', pgn.PgnError, "a tag that is not like", 1, 1),
        ('1. e4 e5\n[Event "y"]\n\n1. d4', pgn.PgnError, "the tags of the next game", 2, 1),
    ],
)
def test_errors_say_what_and_where(text, kind, what, line, column, caplog):
    game = pgn.read_game(io.StringIO(text))
    error = game.errors[0]
    assert type(error) is kind
    assert what in str(error)
    assert f"(line {line}, column {column})" in str(error)
    assert (error.line, error.column) == (line, column)
    assert str(error) in caplog.text
    assert caplog.records[0].name == "kiwipete.pgn"


@pytest.mark.parametrize(
    ("text", "what", "line", "column"),
    [
        ("1. e4 (1. d4 (1. c4", "2 variation(s) without )", 1, 1),
        ("1. e4 ü ) e5\n) )", "3 ) without (", 1, 9),
        ("(((1. e4", "3 variation(s) before the first move", 1, 1),
    ],
)
def test_brackets_that_stand_alone_are_no_errors(text, what, line, column, caplog):
    game = pgn.read_game(io.StringIO(text))
    assert game.errors == chess.pgn.read_game(io.StringIO(text)).errors == []
    (warning,) = game.warnings
    assert type(warning) is pgn.PgnError
    assert str(warning) == f"{what} (line {line}, column {column})"
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert str(warning) in caplog.text


def test_visitors_may_hear_of_stray_brackets():
    class Strict(pgn.GameBuilder):
        def handle_warning(self, warning):
            raise warning

    with pytest.raises(pgn.PgnError, match="without"):
        pgn.read_game(io.StringIO("1. e4 )"), Visitor=Strict)


def test_many_errors_in_a_line_have_their_columns():
    for letter in "uü♞":
        text = "1. e4 " + f"{letter} (1. Ke7) " * 5
        errors = pgn.read_game(io.StringIO(text)).errors
        assert [error.column for error in errors] == [13 + 11 * i for i in range(5)]


def test_the_log_is_not_flooded(caplog):
    game = pgn.read_game(io.StringIO("1. e4 " + "(1. Ke7) " * 1000))
    assert len(game.errors) == 1000
    assert len(caplog.records) == 101
    assert "more errors" in caplog.text


def test_lines_are_counted_through_the_file():
    file = io.StringIO('1. e4 *\n\n\n1. d4 *\n\n[White "x"]\n\n1. c4\n  1... c4 *\n')
    games = [pgn.read_game(file) for _ in range(3)]
    assert games[2].errors[0].line == 9
    assert games[2].errors[0].column == 8


def test_lines_are_counted_through_a_file_on_disk(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 *\n\n1. d4 *\n\n1. c4\n1... c4 *\n", encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        games = [pgn.read_game(file) for _ in range(3)]
    assert games[2].errors[0].line == 6


def test_after_a_seek_lines_are_counted_from_there():
    file = io.StringIO("1. e4 *\n\n1. d4\n1... c4 *\n")
    file.seek(9)
    assert pgn.read_game(file).errors[0].line == 2


def test_whoever_silences_python_chess_silences_the_log(caplog):
    other = logging.getLogger("chess.pgn")
    other.setLevel(logging.CRITICAL)
    try:
        pgn.read_game(io.StringIO("1. e5"))
    finally:
        other.setLevel(logging.NOTSET)
    assert caplog.text == ""


def test_errors_can_be_stored():
    for text in ("1. e5 *", "1. e4 { *", "1. N@e4"):
        (error, *_) = pgn.read_game(io.StringIO(text)).errors
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.line) == (type(error), str(error), error.line)


def test_what_stands_behind_a_spoilt_variation_is_read():
    # python-chess goes on with the board of the variation.
    game = pgn.read_game(io.StringIO("1. e4 (1. d4 Ke7 d5) e5 (1... c5 *) 2. Nf3 1-0"))
    assert sans(game) == ["e4", "e5", "Nf3"]
    assert game.headers["Result"] == "1-0"
    assert len(game.errors) == 2


def test_nothing_is_read_behind_an_illegal_move():
    game = pgn.read_game(io.StringIO("1. e4 Ke7 2. d4 (2. c4) ) d5 *"))
    assert sans(game) == ["e4"]


def test_a_stray_bracket_behind_an_illegal_move_does_no_harm():
    # python-chess raises IndexError.
    game = pgn.read_game(io.StringIO("1. e4 Nf3 ) e5 *\n\n1. d4 *"))
    assert sans(game) == ["e4"]


def test_a_position_that_cannot_be_set_up():
    first, second = all_games(pgn, '[FEN "rubbish"]\n\n1. e4 *\n\n[White "x"]\n\n1. d4 *')
    assert isinstance(first.errors[0], kiwipete.InvalidFenError)
    assert first.errors[0].line == 1
    assert first.is_end()
    assert sans(second) == ["d4"]


def test_a_variant_that_is_not_known_is_played_as_chess():
    game = pgn.read_game(io.StringIO('[Variant "Ludo"]\n\n1. e4 *'))
    assert str(game.errors[0]) == "unsupported variant: Ludo"
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4"]


TAGS = '[Event "two"]\n[White "y"]\n\n'


@pytest.mark.parametrize(
    "first",
    [
        '[Event "one"]\n\n1. e4 e5 *\n',
        '[Event "one"]\n1. e4 e5 *\n',
        '[Event "one"]\n\n1. e4 e5\n\n',
        '[Event "one"]\n\n1. e4 Ke7 ((\n',
        '[Event "one"]\n\n\n\n',
        '[Event "one\n\n1. e4 *\n\n',
        '[Event "one"]\n\n1. e4 (1. d4\n*\n',
    ],
)
@pytest.mark.parametrize("second", ["1. d4 {a comment} d5 *", "\n1. d4 d5", "1. d4\n\n1... d5 1-0"])
def test_the_next_game_is_never_swallowed(first, second):
    text = f"{first}{TAGS}{second}\n"
    games = all_games(pgn, text)
    assert len(games) == 2
    assert games[1].headers["White"] == "y"
    assert sans(games[1]) == ["d4", "d5"]
    assert games[1].errors == []
    file = io.StringIO(text)
    assert pgn.read_headers(file) is not None
    assert pgn.read_headers(file) == {"Event": "two", "White": "y"}
    assert pgn.read_headers(file) is None


def test_games_without_tags_end_with_a_blank_line():
    assert len(all_games(pgn, "1. e4 e5\n\n1. d4 d5\n\n1. c4")) == 3


def test_a_comment_may_have_blank_lines_and_brackets():
    (game,) = all_games(pgn, '1. e4 {one\n\n[Annotator "x"]\n\ntwo} e5 *')
    assert game.next().comment == 'one\n\n[Annotator "x"]\n\ntwo'


def test_visitors_that_do_not_ask_hear_only_of_what_python_chess_reports():
    class Plain(pgn.BaseVisitor):
        def result(self):
            return "read"

    assert pgn.read_game(io.StringIO("[x]\n\n1. e4 ) (1. d4 {"), Visitor=Plain) == "read"
    with pytest.raises(kiwipete.IllegalMoveError):
        pgn.read_game(io.StringIO("1. e5"), Visitor=Plain)
