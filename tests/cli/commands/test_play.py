from __future__ import annotations

import io
import re
import subprocess
import sys

import pytest

from kiwipete import Board, pgn
from kiwipete.cli.commands import load
from kiwipete.cli.commands.play_game import Opponent, PlayedGame, rule_end
from kiwipete.cli.exits import UsageError
from kiwipete.own_engine import MAX_LEVEL
from kiwipete.own_engine.levels import LEVELS

HELP = load("play")

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"
FOOLS_MATE = "f3 e5 g4"
ALONE = "8/8/8/8/8/4k3/8/4K2R b - - 0 1"  # the engine has a rook more


@pytest.fixture
def play(kiwipete, monkeypatch):
    """Play with these lines typed; level 1 unless told."""

    def run(typed: str, *words: str):
        lines = "\n".join(typed.split("; ")) + "\n"
        stdin = io.TextIOWrapper(io.BytesIO(lines.encode("utf-8", "surrogateescape")))
        monkeypatch.setattr(sys, "stdin", stdin)
        return kiwipete("play", "--seed", "1", *words)

    return run


def replies(out: str) -> list[str]:
    return re.findall(r"^Kiwipete plays \d+\.+ ?(\S+)$", out, re.MULTILINE)


def test_moves_in_either_notation_are_answered(play):
    code, out, err = play("e4; g1f3", "--level", "2")
    assert (code, err) == (0, "")
    assert out.startswith("You are White against Kiwipete, level 2. Type a move")
    board = Board()
    for mine, answer in zip(("e4", "Nf3"), replies(out), strict=True):
        board.push_san(mine)
        board.push_san(answer)  # it is legal


def test_the_engine_begins_if_it_is_white(play):
    code, out, _ = play("", "--side", "black")
    assert code == 0
    assert "You are Black" in out
    assert len(replies(out)) == 1
    assert "\n1 R N B K Q B N R\n" in out  # from the player's side
    assert "\n  h g f e d c b a\n" in out


def test_the_same_seed_gives_the_same_game(play):
    assert play("e4; d4; c4", "--level", "1") == play("e4; d4; c4", "--level", "1")


def test_the_last_move_is_marked(play):
    out = play("e4", "--level", "9").out
    assert out.count("[") == 2


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("O-O", "O-O is illegal. The king on e1 cannot castle kingside: the bishop on f1 and "),
        ("e2e5", "e2e5 is illegal. The pawn on e2 cannot reach e5"),
        ("Nf6", "illegal move 'Nf6': to see why, try b1f6 or g1f6."),
        ("xyzzy", "'xyzzy' is neither a move nor a command: type help."),
        ("e" * 1000, f"{'e' * 40!r} is neither a move nor a command: type help."),
        ("0000", "0000 is illegal. "),
        ("\udcff\udcfe", "is neither a move nor a command"),
        ("save", "Where to? save FILE.pgn"),
        ("undo", "There is no move of yours to take back."),
        ("help", "draw?       offer a draw\n"),
        ("MOVES", "Na3 Nc3 Nf3 Nh3 a3 a4 b3"),
        ("fen", "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"),
        ("hint", "\nI would play "),
        ("eval", " for White at depth "),
        ("resign", "Game over by resignation: Black wins, 0-1."),
        ("resign; e4", "The game is over by resignation: Black wins, 0-1."),
        ("flip", "\n  h g f e d c b a\n"),
    ],
)
def test_what_is_typed_is_answered(play, typed, answer):
    code, out, err = play(typed)
    assert (code, err) == (0, "")
    assert answer in out
    assert replies(out) == []


def test_an_ambiguous_move(play):
    _, out, _ = play("Nd2", "--moves", "d4 Nf6 Nf3 e6")
    assert "ambiguous san: 'Nd2'" in out


def test_hints_know_mates(play):
    _, out, _ = play("hint; eval", "--fen", MATE_IN_ONE)
    assert "I would play Re8#." in out
    assert "+M1 for White at depth " in out


def test_a_win(play):
    code, out, _ = play("Re8; Kf1; hint; undo; fen", "--fen", MATE_IN_ONE)
    assert code == 0
    assert "\nGame over by checkmate: White wins, 1-0.\n" in out
    assert out.count("The game is over by checkmate: White wins, 1-0.") == 2
    assert out.endswith(f"{MATE_IN_ONE}\n")  # taken back


def test_a_loss(play):
    _, out, _ = play("", "--moves", FOOLS_MATE, "--side", "white", "--level", "9")
    assert "Kiwipete plays 2...Qh4#" in out
    assert out.endswith("Game over by checkmate: Black wins, 0-1.\n")


def test_a_game_that_is_over_from_the_start(play):
    code, out, _ = play("hint", "--moves", f"{FOOLS_MATE} Qh4")
    assert code == 0
    assert out.count("\n8 r") == 1
    assert "Game over by checkmate" in out


def test_take_back_a_move_and_the_answer(play):
    _, out, _ = play("e4; undo; fen; takeback", "--level", "9")
    assert "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n" in out
    assert out.endswith("There is no move of yours to take back.\n")


def test_given_moves_are_not_taken_back(play):
    _, out, _ = play("undo", "--moves", "e4 e5")
    assert "There is no move of yours to take back." in out


def test_resignation_can_be_taken_back(play):
    _, out, _ = play("resign; undo; e4", "--level", "9")
    assert len(replies(out)) == 1


def test_a_draw_is_taken_by_who_is_not_better(play):
    _, out, _ = play("draw?", "--fen", MATE_IN_ONE)
    assert out.endswith("Game over by agreement: a draw, 1/2-1/2.\n")
    _, out, _ = play("draw?; draw", "--fen", ALONE, "--side", "black")
    assert out.count("Kiwipete declines: it thinks it is better.") == 2


def test_saving_adds_to_a_file_and_replaces_what_was_saved_of_this_game(play, tmp_path):
    file = tmp_path / "games with blanks.pgn"
    file.write_text('[Event "old"]\n\n1. e4 *\n\n', encoding="utf-8")
    code, out, err = play(f"e4; save {file}; d4; save", "--level", "9", "--save", str(file))
    assert (code, err) == (0, "")
    assert out.count(f"Saved in {file}.") == 3
    with file.open(encoding="utf-8") as handle:
        games = list(iter(lambda: pgn.read_game(handle), None))
    assert [game.headers["Event"] for game in games] == ["old", "kiwipete play"]
    headers = games[1].headers
    assert (headers["White"], headers["Black"]) == ("You", "Kiwipete, level 9")
    assert headers["Result"] == "*"
    moves = [node.san() for node in games[1].mainline()]
    assert [moves[0], moves[2], len(moves)] == ["e4", "d4", 4]


def test_the_end_is_saved(play, tmp_path):
    file = tmp_path / "game.pgn"
    assert play("Re8", "--fen", MATE_IN_ONE, "--save", str(file)).code == 0
    with file.open(encoding="utf-8") as handle:
        game = pgn.read_game(handle)
    assert game.headers["Result"] == "1-0"
    assert game.headers["Termination"] == "checkmate"
    assert game.headers["FEN"] == MATE_IN_ONE
    assert game.end().board().is_checkmate()


def test_nothing_is_saved_of_no_game(play, tmp_path):
    file = tmp_path / "game.pgn"
    assert play("quit", "--save", str(file)).code == 0
    assert not file.exists()


def test_a_file_that_cannot_be_written_does_not_end_the_game(play, tmp_path):
    code, out, err = play(f"save {tmp_path}; e4", "--level", "9")
    assert code == 0
    assert f"kiwipete: cannot write {tmp_path}: Is a directory\n" == err
    assert len(replies(out)) == 1


def test_a_file_that_cannot_be_written_is_told_at_once(play, tmp_path):
    code, out, err = play("e4", "--save", str(tmp_path / "none" / "x.pgn"))
    assert (code, out) == (2, "")
    assert "cannot write" in err


def test_a_disk_that_fills(play, monkeypatch, tmp_path):
    def fail(*_):
        raise UsageError("cannot write: no space left")

    monkeypatch.setattr("kiwipete.cli.commands.play_game.Record.save", fail)
    code, _, err = play("e4", "--save", str(tmp_path / "x.pgn"))
    assert (code, err) == (5, "kiwipete: cannot write: no space left\n")


def test_shapes(play):
    _, out, _ = play("", "--unicode")
    assert "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜" in out


def test_chess960(play):
    _, out, _ = play("fen", "--chess960")
    assert Board(out.splitlines()[-1], chess960=True).chess960_pos() is not None


def test_a_random_side(play):
    assert play("", "--side", "random") == play("", "--side", "random")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--level", "11"], "the level must be a whole number from 1 to 10"),
        (["--side", "red"], "the side must be one of white, black, random, not 'red'"),
        (["--level", "1", "--seconds", "1"], "--level or --seconds, not both"),
        (["--fen", "8/8/8/8/8/8/8/K7 w - - 0 1"], "impossible position: black has no king"),
        (["e4"], "play has no use for 'e4'"),
    ],
)
def test_bad_input(play, words, message):
    code, out, err = play("", *words)
    assert (code, out) == (2, "")
    assert message in err


def test_seconds_are_no_level(play):
    _, out, _ = play("", "--seconds", "0.05", "--moves", "e4")
    assert out.startswith("You are White against Kiwipete, 0.05 s a move.")
    assert len(replies(out)) == 1


def test_ctrl_c_leaves(terminal, tmp_path):
    file = tmp_path / "game.pgn"
    screen = terminal("play", "--level", "1", "--moves", "e4 e5", "--save", str(file))
    screen.wait_for("Your move: ")
    screen.press_ctrl_c()
    assert screen.wait() == 130
    assert "kiwipete: interrupted" in screen.text
    assert "Traceback" not in screen.text
    assert "1. e4 e5 *" in file.read_text(encoding="utf-8")


def test_a_reader_who_has_gone_does_not_cost_the_game(tmp_path):
    file = tmp_path / "game.pgn"
    process = subprocess.Popen(
        [sys.executable, "-m", "kiwipete", "play", "--moves", "e4 e5", "--save", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    process.communicate(b"board\n" * 50, timeout=60)
    assert process.returncode == 141
    assert "1. e4 e5" in file.read_text(encoding="utf-8")


def test_levels():
    board = Board(MATE_IN_ONE)
    weak = Opponent(level=1, seconds=None, seed=1)
    played = [weak.move(board) for _ in range(200)]
    weak.close()
    assert all(move in board.legal_moves for move in played)
    mates = sum(move.uci() == "e1e8" for move in played)
    assert abs(mates / 200 - LEVELS[0].seen / 100) < 0.12
    strong = Opponent(level=10, seconds=None, seed=1)
    assert {strong.move(board).uci() for _ in range(20)} == {"e1e8"}
    strong.close()


def test_the_manual_tells_what_levels_are():
    numbers = {
        name: [int(number.replace(",", "")) for number in row.split()]
        for name, row in re.findall(
            r"^  (level|Elo|positions|seen, %) (.*)$", HELP.description, re.M
        )
    }
    assert numbers == {
        "level": list(range(1, MAX_LEVEL + 1)),
        "Elo": [level.elo for level in LEVELS],
        "positions": [level.nodes for level in LEVELS],
        "seen, %": [level.seen for level in LEVELS],
    }


@pytest.mark.parametrize(
    ("fen", "moves", "end"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "stalemate: a draw, 1/2-1/2"),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "", "insufficient material: a draw, 1/2-1/2"),
        ("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1", "", "dead position: a draw, 1/2-1/2"),
        ("7k/8/6K1/8/8/8/8/7R w - - 99 80", "h1g1", "fifty moves: a draw, 1/2-1/2"),
        ("7k/8/6K1/8/8/8/8/7R w - - 98 80", "h1g1", None),
        ("7k/8/5K2/8/8/8/R7/8 w - - 0 1", "a2a3 h8g8 a3a2 g8h8 " * 2, "threefold repetition"),
        ("7k/8/5K2/8/8/8/R7/8 w - - 0 1", "a2a3 h8g8 a3a2 g8h8", None),
    ],
)
def test_how_games_end(fen, moves, end):
    board = Board(fen)
    for move in moves.split():
        board.push_uci(move)
    game = PlayedGame(board, side=True)
    assert game.end == rule_end(board)
    assert str(game.end).startswith(str(end))


def test_endgame_tables(play, tables):
    words = ("--fen", "8/8/8/4k3/8/8/8/K6R w - - 0 1")
    assert "+0.00 for White" in play("eval", *words, "--tables", tables).out  # a draw, it says
    assert "+0.00 for White" not in play("eval", *words).out
