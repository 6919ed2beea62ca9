"""Games that python-chess has, or once had, trouble with, by the numbers of its issues."""

import io

from kiwipete import pgn
from tests.support.pgn.recording import all_games


def sans(game):
    return [node.san() for node in game.mainline()]


def headers_of(text):
    file = io.StringIO(text)
    found = []
    while (headers := pgn.read_headers(file)) is not None:
        found.append(headers)
    return found


def test_353_brackets_in_a_tag_are_no_variations():
    (game,) = all_games(pgn, '[Opening "St. George (Baker) defense"]\n\n1. e4 a6 *')
    assert game.headers["Opening"] == "St. George (Baker) defense"
    assert sans(game) == ["e4", "a6"]
    assert game.errors == []


def test_353_nor_are_those_of_a_tag_among_the_moves():
    first, second = all_games(pgn, '1. e4 a6 *\n[Opening "St. George (Baker) defense"]\n\n1. d4 *')
    assert sans(first) == ["e4", "a6"]
    assert first.errors == second.errors == []
    assert second.headers["Opening"] == "St. George (Baker) defense"


def test_games_can_be_read_one_after_another_by_their_places():
    text = "".join(f'[White "{name}"]\n\n1. e4 *\n\n' for name in "abc")
    file = io.StringIO(text)
    places = {}
    while True:
        place = file.tell()
        headers = pgn.read_headers(file)
        if headers is None:
            break
        places[headers["White"]] = place
    for name in "cab":
        file.seek(places[name])
        assert pgn.read_game(file).headers["White"] == name


def test_579_from_position_is_no_variant():
    text = '[Variant "From Position"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *'
    (game,) = all_games(pgn, text)
    assert game.errors == []
    assert sans(game) == ["e4"]


def test_773_no_blank_lines_anywhere():
    tags = '[Event "Whatever"]\n[Site "?"]\n[White "{}"]\n[Result "*"]\n'
    text = "".join(
        tags.format(name) + moves + "\n"
        for name, moves in (
            ("Foo", "1. d4 { [%eval +0.16] } 1... d5 *"),
            ("Bar", "1. d4 { [%eval +0.16] } 1... c5 { (Benoni) } *"),
        )
    )
    games = all_games(pgn, text)
    assert [game.headers["White"] for game in games] == ["Foo", "Bar"]
    assert [sans(game) for game in games] == [["d4", "d5"], ["d4", "c5"]]
    assert all(not node.nags for game in games for node in game.mainline())
    assert [game.errors for game in games] == [[], []]
    assert [headers["White"] for headers in headers_of(text)] == ["Foo", "Bar"]


def test_794_two_blank_lines_before_the_moves():
    text = '[Site "x"]\n[White "Carlsen"]\n\n\n1. c4 {[%clk 0:15:20]}  e5 {[%clk 0:15:20]} 2. Nc3\n'
    (game,) = all_games(pgn, text)
    assert sans(game) == ["c4", "e5", "Nc3"]
    assert game.headers["White"] == "Carlsen"


def test_1087_blank_lines_around_a_comment_and_a_result():
    text = """
[Event "World Cup"]
[White "Li"]
[Result "0-1"]


{ Both players were late to the board for game two and were
defaulted }


0-1


[Event "World Cup"]
[White "Naiditsch"]
[Result "1/2-1/2"]


1. e4 e5 2. Nf3 Nc6 1/2-1/2
"""
    games = all_games(pgn, text)
    assert [game.headers["White"] for game in games] == ["Li", "Naiditsch"]
    assert games[0].comment.startswith("Both players")
    assert sans(games[1]) == ["e4", "e5", "Nf3", "Nc6"]
    assert [headers["White"] for headers in headers_of(text)] == ["Li", "Naiditsch"]


def test_1087_no_blank_line_between_empty_games():
    text = '[Event "a"]\n[Result "*"]\n\n*\n[Event "b"]\n[Result "*"]\n\n*\n'
    assert [headers["Event"] for headers in headers_of(text)] == ["a", "b"]
    assert [game.headers["Event"] for game in all_games(pgn, text)] == ["a", "b"]
