"""The names of openings: the table itself, and how positions and games find their names."""

from __future__ import annotations

import io
import re
from importlib.resources import files

import chess
import chess.pgn
import chess.variant
import pytest

import kiwipete
from kiwipete import Board, IllegalMoveError, Move, Opening, opening_of, pgn
from kiwipete.openings import all_openings, opening_at
from kiwipete.variant import AtomicBoard
from tests.support.processes import run_python

OPENINGS = all_openings()
BY_MOVES = {opening.moves: opening for opening in OPENINGS}

# A name is an opening, which may have a variation with parts, all in plain words.
WORD = r"(?:[A-Z][A-Za-z']*(?:-[A-Z][a-z]+)*|150|Bc4|Bd3|de|der)"
WORDS = rf"{WORD}(?: {WORD})*"
NAME = re.compile(rf"{WORDS}(?:: {WORDS}(?:, {WORDS})*)?")

# The only lines with a lower code than the line before them has: Gruenfelds begin like King's
# Indians, and the code of 3...a6 in the Ruy Lopez is that of its main line.
LOWER_CODES = {("E60", "D70"), ("E61", "D80"), ("C70", "C68")}


def named_line(opening: Opening) -> list[Opening]:
    """The openings on the way to an opening, and itself."""
    prefixes = (opening.moves[:ply] for ply in range(1, opening.ply + 1))
    return [BY_MOVES[moves] for moves in prefixes if moves in BY_MOVES]


def played(text: str, board: Board | None = None) -> Board:
    board = board or Board()
    for san in text.split():
        board.push_san(san)
    return board


# The table.


def test_the_file_is_complete_and_in_order():
    lines = (files(kiwipete) / "openings.tsv").read_text(encoding="ascii").splitlines()
    assert [(one.eco, one.name, " ".join(one.moves)) for one in OPENINGS] == [
        tuple(line.split("\t")) for line in lines
    ], "two lines lead to the same position"
    codes = [opening.eco for opening in OPENINGS]
    assert codes == sorted(codes)
    assert set(codes) == {f"{letter}{number:02}" for letter in "ABCDE" for number in range(100)}


@pytest.mark.parametrize("letter", "ABCDE")
def test_every_line_can_be_played_and_leads_to_its_name(letter):
    for opening in OPENINGS:
        if opening.eco[0] == letter:
            board = Board()
            for san in opening.moves:
                assert board.san(board.parse_san(san)) == san, opening
                board.push_san(san)
            assert board.opening() is opening


def test_python_chess_plays_every_line():
    positions = set()
    for opening in OPENINGS:
        board = chess.Board()
        for san in opening.moves:
            board.push_san(san)
        positions.add(board.epd())
    assert len(positions) == len(OPENINGS)


def test_names_have_one_style():
    odd = {opening.name for opening in OPENINGS if not NAME.fullmatch(opening.name)}
    assert odd == set()
    for opening in OPENINGS:
        assert "Defense" not in opening.name
        assert "Center" not in opening.name


def test_a_code_is_not_lower_than_that_of_the_line_before():
    lower = set()
    for opening in OPENINGS:
        *before, _ = named_line(opening)
        if before and before[-1].eco > opening.eco:
            lower.add((before[-1].eco, opening.eco))
    assert lower == LOWER_CODES


def test_a_line_does_not_return_to_an_opening_that_it_left():
    for opening in OPENINGS:
        families = [each.name.partition(":")[0] for each in named_line(opening)]
        changes = [name for name, last in zip(families, [None, *families], strict=False)
                   if name != last]  # fmt: skip
        assert len(changes) == len(set(changes)), opening


def test_a_part_of_a_variation_begins_with_the_variation():
    for opening in OPENINGS:
        whole, comma, _ = opening.name.rpartition(", ")
        if comma:
            assert whole in {each.name for each in named_line(opening)[:-1]}, opening


# Positions.


def test_other_move_orders_have_the_same_name():
    najdorf = played("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6").opening()
    assert str(najdorf) == "B90 Sicilian Defence: Najdorf Variation"
    assert najdorf.ply == 10
    assert played("Nf3 c5 e4 d6 Nc3 Nf6 d4 cxd4 Nxd4 a6").opening() is najdorf


def test_a_position_from_a_fen_has_its_name():
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq {} 0 1"
    for square in ("-", "e3"):
        assert Board(fen.format(square)).opening().name == "King's Pawn Game"
    assert Board(fen.format("-").replace("KQkq", "Kkq")).opening() is None
    assert Board(fen.format("-").replace(" b ", " w ")).opening() is None


def test_most_positions_have_no_name():
    assert Board().opening() is None
    assert played("e4 e5 h4 h5").opening() is None
    assert Board.empty().opening() is None


def test_keys_have_names():
    board = played("d4 f5")
    assert opening_at(board.zobrist_key) is board.opening() is not None
    assert opening_at(0) is opening_at(-1) is None


def test_chess960_and_variants_have_no_names():
    assert played("e4", Board(chess960=True)).opening() is None
    assert played("e4", AtomicBoard()).opening() is None
    assert opening_of(played("e4", Board(chess960=True))) is None
    assert opening_of(played("e4", AtomicBoard())) is None


def test_subclasses_that_are_chess_have_names():
    class Annotated(Board):
        pass

    assert played("e4", Annotated()).opening().eco == "B00"
    assert opening_of(played("e4 h6 a3", Annotated())).name == "Carr Defence"


def test_a_name_does_not_change_the_board():
    board = played("e4 e5 Nf3 a5")
    before = board.copy()
    assert board.opening() is None
    assert opening_of(board).name == "King's Knight Opening"
    assert board == before
    assert board.move_stack == before.move_stack


# Games.


def test_the_last_position_with_a_name_counts():
    assert opening_of(Board()) is None
    assert opening_of([]) is None
    board = played("d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7 Bf4 O-O e3 c5")
    assert str(opening_of(board)) == "D37 Queen's Gambit Declined: Harrwitz Attack"
    assert opening_of(board.move_stack) is opening_of(board)
    assert opening_of(move for move in board.move_stack) is opening_of(board)
    assert opening_of(pgn.Game.from_board(board)) is opening_of(board)


def test_a_game_may_start_anywhere():
    start = played("e4 e6 d4").fen()
    assert opening_of(Board(start)).name == "French Defence: Normal Variation"
    board = played("d5 e5 h5", Board(start))
    assert opening_of(board).name == "French Defence: Advance Variation"
    assert opening_of(Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")) is None


def test_a_board_may_have_illegal_moves_on_its_stack():
    board = played("e4 e5")
    board.push_unchecked(Move.from_uci("e1e3"))
    assert opening_of(board).eco == "C20"


def test_illegal_moves_raise():
    with pytest.raises(IllegalMoveError):
        opening_of([Move.from_uci("e2e5")])


@pytest.mark.parametrize("nonsense", [None, 1.5, object()])
def test_anything_else_raises_type_error(nonsense):
    with pytest.raises(TypeError):
        opening_at(nonsense)
    with pytest.raises(TypeError):
        opening_of(nonsense)


def test_text_raises_type_error():
    with pytest.raises(TypeError):
        opening_of("e4 e5")


def test_boards_and_games_of_python_chess_have_names():
    board = chess.Board()
    for san in ("c4", "e5", "a3"):
        board.push_san(san)
    assert opening_of(board).eco == "A20"
    assert opening_at(board) is None
    board.pop()
    assert opening_at(board).eco == "A20"
    game = chess.pgn.read_game(io.StringIO("1. c4 e5 2. a3 *"))
    assert opening_of(game).eco == "A20"
    zh = chess.variant.CrazyhouseBoard()
    zh.push_san("c4")
    assert opening_of(zh) is opening_at(zh) is None


# Loading.


def test_importing_kiwipete_does_not_read_the_table():
    process = run_python(
        "import sys\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(args[0] if event == 'open' else ''))\n"
        "import kiwipete\n"
        "def read(): return [name for name in opened if str(name).endswith('openings.tsv')]\n"
        "board = kiwipete.Board()\n"
        "board.push_san('e4')\n"
        "assert not read()\n"
        "assert board.opening().eco == 'B00' and len(read()) == 1\n"
        "assert kiwipete.opening_of(board) and len(read()) == 1\n"
    )
    assert process.returncode == 0, process.stderr
