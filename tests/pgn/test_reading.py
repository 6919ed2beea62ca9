"""Games read by both libraries: equal trees, and visitors called in equal order."""

import io
import logging

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kiwipete
from kiwipete import pgn
from tests.support.pgn.recording import MODULES, all_games, contents, recorder
from tests.support.pgn.texts import BITS, random_game


@pytest.fixture(autouse=True)
def _silence():
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def starts():
    """Boards to begin games with: the usual one, Chess960, and an odd one."""
    shuffled = kiwipete.Board(chess960=True)
    shuffled.set_chess960_pos(342)
    odd = kiwipete.Board("4k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ b - - 3 77")
    crowd = kiwipete.Board("kkkk4/8/8/8/8/8/8/KK6 w - - 0 1")
    return [None, shuffled, odd, crowd]


@pytest.mark.parametrize("seed", range(24))
def test_trees_are_equal(seed):
    game = random_game(seed, start=starts()[seed % 4])
    text = str(game)
    theirs, ours = (all_games(module, text) for module in MODULES)
    assert [contents(game) for game in ours] == [contents(game) for game in theirs]
    assert contents(ours[0])[1] == contents(game)[1]
    assert ours[0].errors == theirs[0].errors == []


@pytest.mark.parametrize(
    "skips", [(), ("begin_game",), ("end_headers",), ("begin_variation",), ("begin_parse_san",)]
)
@pytest.mark.parametrize("seed", range(6))
def test_visitors_are_called_in_the_same_order(seed, skips):
    text = f"{random_game(seed)}\n\n{random_game(seed + 100)}\n"
    theirs, ours = (
        all_games(module, text, recorder(module, frozenset(skips))) for module in MODULES
    )
    assert ours == theirs
    assert len(ours) == 2


# Without tags, and without variations that an illegal move could spoil, damage is read alike.
ALIKE = [bit for bit in BITS if "[" not in bit and bit not in "()"]


@given(st.lists(st.sampled_from(ALIKE), max_size=15), st.sampled_from([" ", ""]))
def test_damage_is_read_as_by_python_chess(bits, glue):
    text = glue.join(bits)
    theirs, ours = (all_games(module, text, recorder(module)) for module in MODULES)
    assert ours == theirs


class Called(pgn.GameBuilder):
    """A builder that is called, because it overrides something."""

    def visit_nag(self, nag):
        super().visit_nag(nag)


@given(st.lists(st.sampled_from(BITS), max_size=20), st.sampled_from([" ", ""]))
def test_trees_are_the_same_with_and_without_calls(bits, glue):
    text = glue.join(bits)
    quick, called = all_games(pgn, text), all_games(pgn, text, Called)
    assert [contents(game) for game in quick] == [contents(game) for game in called]
    assert [list(map(str, game.errors)) for game in quick] == [
        list(map(str, game.errors)) for game in called
    ]


@given(st.lists(st.sampled_from(BITS), max_size=20), st.sampled_from([" ", ""]))
def test_all_ways_through_a_file_stop_at_the_same_places(bits, glue):
    text = glue.join(bits)
    files = [io.StringIO(text) for _ in range(3)]
    while True:
        game, headers = pgn.read_game(files[0]), pgn.read_headers(files[1])
        assert pgn.skip_game(files[2]) == (game is not None) == (headers is not None)
        assert files[0].tell() == files[1].tell() == files[2].tell()
        if game is None:
            break
        assert {**game.headers, **headers} | {"Result": ""} == {**game.headers} | {"Result": ""}


@pytest.mark.parametrize(
    ("text", "sans"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"),
        ("1. e2e4 e7-e5 2. Ng1f3 Nb8-c6", "e4 e5 Nf3 Nc6"),
        ("1. e4 e6 2. e5 d5 3. exd6 e.p. Bxd6", "e4 e6 e5 d5 exd6 Bxd6"),
        ("1. e4 e6 2. e5 d5 3. exd6e.p.! Bxd6", "e4 e6 e5 d5 exd6 Bxd6"),
        ("1. e4 Z0 2. -- e5", "e4 -- -- e5"),
        ("1.e4!? e5?! 2.Nf3+", "e4 e5 Nf3"),
        ("1. e4 ; rest {\n% escaped e5\ne5 1-0 2. Nf3 *", "e4 e5 Nf3"),
        ("\ufeff1. e4 e5", "e4 e5"),
    ],
)
def test_odd_but_sane(text, sans):
    game = pgn.read_game(io.StringIO(text))
    assert [node.san() for node in game.mainline()] == sans.split()
    assert game.errors == []
    assert contents(game) == contents(chess.pgn.read_game(io.StringIO(text)))


def test_a_result_in_the_middle_is_the_result():
    game = pgn.read_game(io.StringIO("1. e4 e5 1-0 2. Nf3 *"))
    assert game.headers["Result"] == "1-0"


def test_moves_are_those_that_boards_give_out():
    game = pgn.read_game(io.StringIO("1. e4 *"))
    assert any(game.next().move is move for move in kiwipete.Board().legal_moves)


def test_huge_glyph_numbers():
    game = pgn.read_game(io.StringIO(f"1. e4 $400 ${'9' * 30} ${'7' * 3000} *"))
    assert {400, int("9" * 30), int("7" * 3000)} == game.next().nags
    assert str(game).endswith(f"${'7' * 3000} *")


def test_glyphs_that_python_cannot_read():
    game = pgn.read_game(io.StringIO(f"1. e4 ${'7' * 9000} e5 *"))
    assert game.next().nags == set()
    assert "a glyph of 9000 digits" in str(game.errors[0])
    assert game.end().san() == "e5"


def test_a_game_class_of_ones_own():
    class Mine(pgn.Game):
        pass

    game = pgn.read_game(io.StringIO("1. e4 e5 *"), Visitor=Mine.builder)
    assert type(game) is Mine
    assert type(game.next()) is pgn.ChildNode


def test_a_game_class_that_adds_nodes_itself():
    class Busy(pgn.Game):
        def add_variation(self, move, **options):
            self.added = move
            return super().add_variation(move, **options)

    game = pgn.read_game(io.StringIO("1. e4 e5 *"), Visitor=Busy.builder)
    assert game.added == kiwipete.Move.from_uci("e2e4")


def test_tags_go_through_a_class_of_ones_own():
    class Loud(pgn.Headers):
        def __setitem__(self, name, value):
            super().__setitem__(name, value.upper())

    headers = pgn.read_game(io.StringIO('[White "carlsen"]\n\n*'), Visitor=Loud.builder)
    assert headers == {"White": "CARLSEN"}


def test_last_board():
    board = pgn.read_game(io.StringIO("1. e4 e5 (1... c5) 2. Nf3 *"), Visitor=pgn.BoardBuilder)
    assert [move.uci() for move in board.move_stack] == ["e2e4", "e7e5", "g1f3"]
