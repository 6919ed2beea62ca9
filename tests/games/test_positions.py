"""The positions of games in batches, against the boards of the same games."""

from __future__ import annotations

import io
import pickle
import random

import numpy as np
import pytest

import kiwipete
from kiwipete import Board, arrays
from kiwipete._core.game_positions import write_game_planes, write_positions
from kiwipete.games import MATE, NO_EVAL, NO_SCORE, Games, PositionBatch
from tests.games.test_agreement import AWKWARD, DAMAGED
from tests.support.written_games import written_game

# Two white kings, nine pawns until one is taken, rights without a rook, an en passant square
# without a pawn.
ODD = [
    '[FEN "k7/8/8/8/8/8/8/KK6 w - - 0 1"]\n\n1. Ka2 Kb8 *',
    '[FEN "4k3/8/8/8/1r6/P7/PPPPPPPP/4K3 w - - 0 1"]\n\n1. axb4 Kd7 *',
    '[FEN "r3k3/8/8/8/8/8/8/4K3 w Kq - 0 1"]\n\n1. Kf1 O-O-O 2. Kg1 *',
    '[FEN "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1"]\n\n1. exd6 Kd7 *',
]


def read(text: str, **options) -> Games:
    return kiwipete.read_games(io.BytesIO(text.encode("utf-8", "surrogateescape")), **options)


@pytest.fixture(scope="module")
def games() -> Games:
    """Return games with annotations, other starts, Chess960 and null moves, and awkward ones."""
    rng = random.Random(5)
    texts = [written_game(rng, number) for number in range(250)]
    return read("\n\n".join([*texts, *ODD, *AWKWARD, *DAMAGED]), evals=True)


def joined(batches) -> PositionBatch:
    columns = zip(*batches, strict=True)
    return PositionBatch(
        *(None if column[0] is None else np.concatenate(column) for column in columns)
    )


def boards_of(games: Games, *, final: bool):
    """Yield the game, the ply, the board and the next move of every position that fits a record."""
    for number, game in enumerate(games):
        board = game.board(0)
        moves = [*game.moves, None] if final and len(game) else game.moves
        for ply, move in enumerate(moves):
            valid = board.copy(stack=False)
            valid.castling_rights = valid.clean_castling_rights()
            if not valid.has_legal_en_passant():
                valid.ep_square = None
            yield number, ply, board, move, valid.is_valid()
            if move is not None:
                board.push_unchecked(move)


def expected_score(value: int, turn: bool) -> int:
    value = value if turn else -value
    if abs(value) > 900_000:
        plies = max(2 * (MATE - value) - 1, 0) if value > 0 else 2 * (MATE + value)
        return max(32000 - plies, 20001) if value > 0 else min(plies - 32000, -20001)
    return max(min(value, 20000), -20000)


@pytest.mark.parametrize("final", [False, True])
def test_every_position_of_every_game(games, final):
    batches = games.positions(1000, final=final)
    found = joined(batches)
    fens = arrays.to_fens(found.positions)
    moves, offsets = arrays.legal_moves(found.positions)
    assert not arrays.faults(found.positions).any()
    place = left_out = 0
    for number, ply, board, move, fits in boards_of(games, final=final):
        if not fits:
            left_out += 1
            continue
        assert (found.games[place], found.plies[place]) == (number, ply)
        assert fens[place] == board.fen()
        record = found.positions[place]
        label = int(record["move"])
        if move:
            assert label in moves[offsets[place] : offsets[place + 1]]
            there = Board(fens[place], chess960=board.chess960)
            assert there.san(kiwipete.Move.from_uci(there.uci(move))) == board.san(move)
        else:
            assert label == 0
        points = games.results[number] if board.turn else 1 - games.results[number]
        assert np.array_equal(found.results[place], points, equal_nan=True)
        if not np.isnan(points):
            assert record["flags"] & 3 == 2 * points
        value = int(games[number].evals[ply - 1]) if ply else NO_EVAL
        expected = NO_SCORE if value == NO_EVAL else expected_score(value, board.turn)
        assert record["score"] == expected
        place += 1
    assert place == len(fens) > 5000
    assert batches.left_out == left_out > 0


def test_batches_have_one_size(games):
    whole = joined(games.positions(10**9))
    sizes = [len(batch.positions) for batch in games.positions(64)]
    assert set(sizes[:-1]) == {64}
    assert 0 < sizes[-1] <= 64
    for batch in (1, 64, 4096, 20_000):
        for column, other in zip(whole, joined(games.positions(batch)), strict=True):
            if column is not None:
                assert np.array_equal(column, other, equal_nan=column.dtype.kind == "f")


def test_threads_give_the_same_batches():
    text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1/2-1/2\n\n"
    games = read(20_000 * text)
    one, other = joined(games.positions(5000, threads=1)), joined(games.positions(5000, threads=3))
    assert len(one.positions) == 200_000
    for column, same in zip(one[:4], other, strict=False):
        assert np.array_equal(column, same)


def test_some_plies_of_some_games(games):
    lengths = np.diff(games.offsets)
    plain = [number for number in range(200) if lengths[number] > 9]
    found = joined(games.positions(500, skip=3, every=5, which=plain[::-1]))
    assert [game for game, _ in zip(found.games, range(2), strict=False)] == [plain[-1]] * 2
    assert list(dict.fromkeys(found.games.tolist())) == plain[::-1]
    assert set(((found.plies - 3) % 5).tolist()) == {0}
    assert found.plies.min() == 3
    whole = joined(games.positions(500, which=lengths > 9))
    mask = (whole.plies >= 3) & ((whole.plies - 3) % 5 == 0) & np.isin(whole.games, plain)
    assert len(found.positions) == mask.sum()
    assert not list(games.positions(which=[]))
    assert not list(games.positions(skip=1000))
    assert len(joined(games.positions(which=slice(0, 3))).positions) == lengths[:3].sum()


def test_games_from_tables_and_from_pickle_have_the_same_positions(games, tmp_path):
    expected = joined(games.positions())
    games.to_parquet(tmp_path / "games.parquet")
    table = kiwipete.read_games(tmp_path / "games.parquet", evals=True)
    for others in (pickle.loads(pickle.dumps(games)), table):
        found = joined(others.positions())
        assert np.array_equal(found.positions, expected.positions)
        assert np.array_equal(found.games, expected.games)


def test_chosen_games_have_their_own_numbers(games):
    chosen = games[games.results == 1]
    found = joined(chosen.positions())
    assert found.games.max() < len(chosen)
    for place in range(0, len(found.games), 97):
        board = chosen[int(found.games[place])].board(int(found.plies[place]))
        assert arrays.to_fens(found.positions[place : place + 1]) == [board.fen()]


def test_castling_is_written_as_the_position_of_the_record_writes_it():
    text = '[Variant "Chess960"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *\n'
    games = read(text)
    found = joined(games.positions())
    assert games.moves[6] & 63 == kiwipete.H1
    assert found.positions["move"][6] & 63 == kiwipete.G1
    games = read('[FEN "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1"]\n\n1. O-O O-O-O *\n')
    assert joined(games.positions()).positions["move"].tolist() == games.moves.tolist()


def test_scores_are_those_before_the_move():
    games = read("1. e4 {[%eval 0.5]} e5 {[%eval #3]} 2. Nf3 {[%eval #-2]} Nc6 *", evals=True)
    scores = joined(games.positions(final=True)).positions["score"]
    assert scores.tolist() == [NO_SCORE, -50, 32000 - 5, 32000 - 3, NO_SCORE]
    assert set(joined(read("1. e4 e5 *").positions()).positions["score"]) == {NO_SCORE}


@pytest.mark.parametrize("wrong", [{"batch": 0}, {"skip": -1}, {"every": 0}, {"threads": 0}])
def test_wrong_numbers_are_refused(games, wrong):
    with pytest.raises(ValueError, match="at least"):
        games.positions(**wrong)


def test_no_games_have_no_positions():
    assert not list(read("").positions())
    with pytest.raises(IndexError):
        read("1. e4 *").positions(which=[7])


# Arrays that are not those of games.


def write(
    moves=(0x31C,), offsets=(0, 1), numbers=(0,), *, room=4, evals=None, starts=None, every=1
):
    count = len(offsets) - 1
    return write_positions(
        np.array(moves, np.uint16), np.array(offsets, np.int64), np.zeros(count, np.float32),
        np.zeros(count, np.uint8), evals, starts or {}, np.array(numbers, np.int64),
        0, every, False,
        np.empty(32 * room, np.uint8), np.empty(room, np.int64), np.empty(room, np.int32),
    )  # fmt: skip


def test_every_move_is_checked():
    assert write([4892]) == (1, 0)
    for move in range(0, 65536, 251):
        if move not in [int(each) for each in Board().legal_moves] and move:
            with pytest.raises(ValueError, match="game 0: ply 0 is not a legal move"):
                write([move])
    with pytest.raises(ValueError, match="game 0: ply 1 is not a legal move"):
        write([4892, 4892], [0, 2])
    for fen in ("", "x" * 500, "8/8/8/8/8/8/8/8 w - - 0 1"):
        with pytest.raises(ValueError, match="game 0: ply 0"):
            write([4892], starts={0: fen})


def test_wrong_arrays_are_refused():
    for wrong in ({"offsets": (0, 2)}, {"offsets": (-1, 1)}, {"offsets": (1, 0)}, {"offsets": ()},
                  {"room": 0}, {"evals": np.zeros(5, np.int32)}, {"every": 0}):  # fmt: skip
        with pytest.raises(ValueError, match=r"."):
            write([4892], **wrong)
    for number in (-1, 1, 2**62):
        with pytest.raises(IndexError, match="no game"):
            write([4892], numbers=(number,))
    assert write([], [0], []) == (0, 0)
    assert write([], [0, 0]) == (0, 0)


# Planes.


@pytest.mark.parametrize("name", arrays.CODECS)
@pytest.mark.parametrize("every", [1, 3, 11])
def test_planes_have_the_positions_before(games, name, every):
    codec = arrays.codec(name)
    found = joined(games.positions(300, codec=name, every=every, which=slice(None, None, 5)))
    assert found.planes.shape == (len(found.positions), *codec.shape)
    for place in range(0, len(found.games), 2 if every > 1 else 7):
        game = games[int(found.games[place])]
        assert np.array_equal(found.planes[place], codec.encode(game.board(found.plies[place])))
    if codec.moves:
        assert np.array_equal(found.indices, codec.indices(found.positions))
        assert np.array_equal(found.indices < 0, found.positions["move"] == 0)
    else:
        assert found.indices is None


def test_repetitions_are_in_the_planes():
    moves = "Nf3 Nf6 Ng1 Ng8 " * 3
    (batch,) = read(f"{moves}e4 *").positions(codec="alphazero")
    once, twice = batch.planes[:, 12, 0, 0], batch.planes[:, 13, 0, 0]
    assert once.tolist() == [0] * 4 + [1] * 9
    assert twice.tolist() == [0] * 8 + [1] * 5


def test_planes_as_bytes_and_on_threads(games):
    some = slice(0, 60)
    whole = joined(games.positions(codec="lc0", which=some, threads=1))
    small = joined(games.positions(700, codec="lc0", dtype=np.uint8, which=some, threads=3))
    assert small.planes.dtype == np.uint8
    assert np.array_equal(whole.planes, small.planes)
    with pytest.raises(TypeError, match="float32 or uint8"):
        games.positions(codec="lc0", dtype=np.float64)
    with pytest.raises(ValueError, match="no codec 'x'"):
        games.positions(codec="x")


def test_planes_go_into_the_callers_array(games):
    out = np.empty((500, 112, 8, 8), np.uint8)
    fresh = games.positions(500, codec="lc0", dtype=np.uint8)
    for batch, expected in zip(games.positions(500, codec="lc0", out=out), fresh, strict=True):
        assert np.shares_memory(batch.planes, out)
        assert np.array_equal(batch.planes, expected.planes)
    for wrong in (out[:4], out[::-1], np.empty((500, 119, 8, 8), np.uint8)):
        with pytest.raises(ValueError, match=r"^out is"):
            games.positions(500, codec="lc0", out=wrong)
    with pytest.raises(ValueError, match="need a codec"):
        games.positions(500, out=out)
    with pytest.raises(TypeError, match="out is a NumPy array"):
        games.positions(500, codec="lc0", out=b"")


def write_planes(games=(0,), plies=(0,), *, codec=0, size=64 * 119, rows=1, moves=(4892,)):
    return write_game_planes(
        codec, np.array(moves, np.uint16), np.array([0, len(moves)], np.int64),
        np.zeros(1, np.uint8), {}, np.array(games, np.int64), np.array(plies, np.int32),
        np.empty((rows, size), np.float32), None,
    )  # fmt: skip


def test_planes_of_wrong_arrays_are_refused():
    assert write_planes() == write_planes(plies=(1,)) == 1
    assert write_planes((0, 0), (1, 0), rows=2) == 2
    for ply in (-1, 2, 2**31 - 1):
        assert write_planes(plies=(ply,)) == 0
    assert write_planes(plies=(1,), moves=(5,)) == 0
    for wrong in ({"codec": -1}, {"codec": 99}, {"size": 64}, {"rows": 2}, {"plies": ()}):
        with pytest.raises(ValueError, match=r"."):
            write_planes(**wrong)
    with pytest.raises(IndexError, match="no game 1"):
        write_planes((1,))
    assert write_planes((), (), rows=0) == 0
