"""What an explorer answers is what python-chess counts, however its index was made."""

from __future__ import annotations

import io
import math
import subprocess
import sys

import chess
import pytest

import kiwipete
from kiwipete import Board, explorer, pgn
from kiwipete.explorer import building, runs
from kiwipete.polyglot import make_book, zobrist_hash
from kiwipete.variant import AtomicBoard
from tests.support.explored_games import SlowCount, games_text

TEXT = games_text(700)


def built(path, text=TEXT, **options):
    return explorer.build(path, io.BytesIO(text), **options)


def board_like(board: chess.Board) -> Board:
    return Board(board.fen(), chess960=board.chess960)


def performance(tally, turn):
    """Return the rating that results are worth against the opponents, as the docs have it."""
    won, lost = (tally["1-0"], tally["0-1"]) if turn else (tally["0-1"], tally["1-0"])
    points, total = won + tally["1/2-1/2"] / 2, won + lost + tally["1/2-1/2"]
    if not tally["rated"] or not total:
        return None
    share = points / total
    if 0 < share < 1:
        difference = max(-800, min(800, -400 * math.log10(1 / share - 1)))
    else:
        difference = 800 if share else -800
    return pytest.approx(tally["opposing"] / tally["rated"] + difference)


@pytest.mark.parametrize("plies", [7, 60, None])
def test_python_chess_counts_the_same(tmp_path, plies):
    slow = SlowCount(TEXT, plies)
    found = built(tmp_path / "games.kwx", plies=plies)
    assert (found.games, len(found), found.plies) == (slow.games, len(slow.rows), plies)
    transposed = 0
    for key, moves in slow.rows.items():
        board = board_like(slow.boards[key])
        assert board in found
        answer = found[board]
        assert [played.games for played in answer] == sorted(
            (tally["games"] for tally in moves.values()), reverse=True
        )
        assert {board.uci(played.move, chess960=True) for played in answer} == set(moves)
        transposed += len(moves) > 1
        for played in answer:
            assert board.is_legal(played.move)
            tally = moves[board.uci(played.move, chess960=True)]
            assert (played.white, played.draws, played.black) == (
                tally["1-0"],
                tally["1/2-1/2"],
                tally["0-1"],
            )
            rating = tally["rating"] / tally["rated"] if tally["rated"] else None
            assert played.rating == (None if rating is None else pytest.approx(rating))
            assert played.performance == performance(tally, board.turn)
            assert (played.year or 0) == tally["year"]
    assert transposed > 150


def test_all_move_orders_lead_to_one_position(tmp_path):
    orders = ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1. Nf3 Nc6 2. e4 e5 3. Bb5 d6"]
    found = built(tmp_path / "a.kwx", "\n\n".join(f"{moves} 1-0" for moves in orders).encode())
    board = Board("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    assert [played.move.uci() for played in found[board]] == ["a7a6", "d7d6"]
    assert found[board] == found[chess.Board(board.fen())]


def test_a_game_that_repeats_a_position_counts_once(tmp_path):
    text = b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1-0"
    found = built(tmp_path / "a.kwx", text)
    assert [(p.move.uci(), p.games) for p in found[Board()]] == [("g1f3", 1), ("e2e4", 1)]


def test_castling_is_one_move_in_both_kinds_of_chess(tmp_path):
    moves = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O 1-0"
    found = built(tmp_path / "a.kwx", f'{moves}\n\n[Variant "Chess960"]\n\n{moves}\n'.encode())
    fen = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    for chess960, uci in ((False, "e1g1"), (True, "e1h1")):
        (played,) = found[Board(fen, chess960=chess960)]
        assert (played.move.uci(), played.games) == (uci, 2)


def test_null_moves_and_damage_end_a_game(tmp_path):
    found = built(tmp_path / "a.kwx", b"1. e4 -- 2. d4 *\n\n1. e4 e5 2. Ke3 Nf6 1-0\n\n1. d4 {x")
    assert found.games == 3
    assert len(found) == 2
    assert [played.games for played in found[Board()]] == [2, 1]


def test_games_of_variants_and_bad_starts_are_left_out(tmp_path):
    text = b'[Variant "Atomic"]\n\n1. e4 *\n\n[FEN "x"]\n\n1. e4 *\n\n[Variant "Ludo"]\n\n1. e4 *\n'
    found = built(tmp_path / "a.kwx", text)
    assert found.games == 1
    assert [played.games for played in found[Board()]] == [1]
    assert found[AtomicBoard()] == []
    assert AtomicBoard() not in found


def test_no_games_make_an_empty_index(tmp_path):
    found = built(tmp_path / "a.kwx", b"")
    assert (found.games, len(found), found[Board()]) == (0, 0, [])
    assert Board() not in found
    found.verify()


def test_positions_of_too_few_games_are_left_out(tmp_path):
    everything = built(tmp_path / "all.kwx")
    found = built(tmp_path / "some.kwx", min_games=5)
    assert found.min_games == 5
    slow = SlowCount(TEXT, building.PLIES)
    frequent = 0
    for key, board in slow.boards.items():
        games = sum(tally["games"] for tally in slow.rows[key].values())
        frequent += games >= 5
        ours = board_like(board)
        assert found[ours] == (everything[ours] if games >= 5 else [])
    assert len(found) == frequent


def test_questions_need_no_numpy(tmp_path):
    built(tmp_path / "a.kwx", b"1. e4 e5 1-0").close()
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import kiwipete; from kiwipete.explorer import Explorer\n"
        "print(Explorer(sys.argv[1])[kiwipete.Board()][0].move)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "a.kwx")]
    assert subprocess.run(command, capture_output=True, check=True, text=True).stdout == "e2e4\n"


# Every way to make an index gives the same file.


@pytest.fixture
def content(tmp_path):
    built(tmp_path / "usual.kwx").close()
    return (tmp_path / "usual.kwx").read_bytes()


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("run", "most", "share"), [(500, 4, 300), (1, 3, 50), (3000, 256, 10**6)])
def test_runs_and_ranges_change_nothing(tmp_path, monkeypatch, content, threads, run, most, share):
    monkeypatch.setattr(building, "_RUN_ROWS", run)
    monkeypatch.setattr(runs, "_MOST_RUNS", most)
    monkeypatch.setattr(runs, "_RANGE_ROWS", share)
    batches = [kiwipete.read_games(io.BytesIO(games_text(50, seed))) for seed in range(12)]
    text = b"".join(games_text(50, seed) for seed in range(12))
    built(tmp_path / "at once.kwx", text, threads=1).close()
    explorer.build(tmp_path / "a.kwx", batches, threads=threads).close()
    assert (tmp_path / "a.kwx").read_bytes() == (tmp_path / "at once.kwx").read_bytes()
    built(tmp_path / "a.kwx", threads=threads).close()
    assert (tmp_path / "a.kwx").read_bytes() == content


def test_merged_indexes_are_one_of_all_games(tmp_path, content):
    cut = TEXT.index(b'[Event "x"]', len(TEXT) // 3)
    first = built(tmp_path / "a.kwx", TEXT[:cut])
    built(tmp_path / "b.kwx", TEXT[cut:])
    explorer.merge(tmp_path / "both.kwx", [first, tmp_path / "b.kwx"])
    assert (tmp_path / "both.kwx").read_bytes() == content
    explorer.merge(tmp_path / "some.kwx", [tmp_path / "both.kwx"], min_games=5)
    built(tmp_path / "pruned.kwx", min_games=5)
    assert (tmp_path / "some.kwx").read_bytes() == (tmp_path / "pruned.kwx").read_bytes()


def test_games_are_added_to_an_index(tmp_path, content):
    cut = TEXT.index(b'[Event "x"]', len(TEXT) // 3)
    found = built(tmp_path / "a.kwx", TEXT[:cut])
    before = found[Board()][0].games
    found.add(io.BytesIO(TEXT[cut:]))
    assert found[Board()][0].games > before
    assert (tmp_path / "a.kwx").read_bytes() == content
    with pytest.raises(TypeError, match="those of the index"):
        found.add(io.BytesIO(b""), plies=3)


def test_indexes_that_do_not_fit_are_not_merged(tmp_path):
    built(tmp_path / "a.kwx", plies=10)
    built(tmp_path / "b.kwx", plies=11)
    built(tmp_path / "c.kwx", plies=10, min_games=2)
    with pytest.raises(ValueError, match="different numbers of plies"):
        explorer.merge(tmp_path / "d.kwx", [tmp_path / "a.kwx", tmp_path / "b.kwx"])
    with pytest.raises(ValueError, match=r"c\.kwx lacks the positions that fewer than 2 games"):
        explorer.merge(tmp_path / "d.kwx", [tmp_path / "a.kwx", tmp_path / "c.kwx"])
    with pytest.raises(ValueError, match="no indexes"):
        explorer.merge(tmp_path / "d.kwx", [])
    assert not (tmp_path / "d.kwx").exists()


def test_several_sources_and_conditions(tmp_path):
    (tmp_path / "a.pgn").write_bytes(b'[White "Ada"]\n\n1. e4 *\n\n[White "Bob"]\n\n1. d4 *\n')
    games = kiwipete.read_games(tmp_path / "a.pgn")
    seen = []
    found = explorer.build(
        tmp_path / "a.kwx",
        [tmp_path / "a.pgn", str(tmp_path / "a.pgn"), io.BytesIO(b'[White "Ada"]\n\n1. c4 *')],
        where={"White": "Ada"},
        progress=seen.append,
    )
    assert {p.move.uci(): p.games for p in found[Board()]} == {"e2e4": 2, "c2c4": 1}
    assert [each.stage for each in seen] == ["reading", "merging"]
    assert seen[0].games == seen[1].games == 3
    assert explorer.build(tmp_path / "b.kwx", games[1:])[Board()][0].move.uci() == "d2d4"
    with pytest.raises(ValueError, match="where is for files"):
        explorer.build(tmp_path / "b.kwx", games, where={"White": "Ada"})
    with pytest.raises(ValueError, match="FEN and Variant"):
        explorer.build(tmp_path / "b.kwx", kiwipete.read_games(tmp_path / "a.pgn", headers=False))


def test_progress_is_in_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "_RUN_ROWS", 100)
    path = tmp_path / "games.pgn"
    path.write_bytes(TEXT)
    seen = []
    explorer.build(tmp_path / "a.kwx", path, progress=seen.append)
    last = [each for each in seen if each.stage == "reading"][-1]
    assert last.done == last.total == len(TEXT)


@pytest.mark.parametrize("options", [{"plies": 0}, {"plies": -1}, {"min_games": 0}, {"threads": 0}])
def test_nonsense_is_refused(tmp_path, options):
    with pytest.raises(ValueError, match="at least 1"):
        built(tmp_path / "a.kwx", **options)
    assert list(tmp_path.iterdir()) == []


# Books.


def test_a_book_is_that_of_the_games(tmp_path):
    games = []
    handle = io.StringIO(games_text(300, 5).decode())
    while (game := pgn.read_game(handle)) is not None:
        keys = [node.board().zobrist_key for node in game.mainline()]
        if "FEN" not in game.headers and len(set(keys)) == len(keys):
            games.append(game)
    assert len(games) > 100
    found = built(tmp_path / "a.kwx", "\n\n".join(map(str, games)).encode())
    for options in ({}, {"color": kiwipete.BLACK}, {"uniform": True}, {"min_score": 0.4}):
        assert found.book(**options) == make_book(games, **options)
    # Those whose positions frequent moves reach.
    assert 20 < len(found.book(min_games=2)) < len(make_book(games, min_games=2))
    assert set(found.book(min_games=2)) < set(make_book(games, min_games=2))
    near = {entry.key for entry in found.book(max_ply=2)}
    assert near < {entry.key for entry in found.book()}
    assert len(near) <= 1 + len(found[Board()])
    board = Board()
    board.push(found[board][0].move)
    below = {entry.key for entry in found.book([board])}
    assert zobrist_hash(board) in below
    assert zobrist_hash(Board()) not in below
