"""Boards and moves that are copied, stored and sent to other processes, and what has a hash."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
from concurrent.futures import ProcessPoolExecutor

import chess
import pytest

import kiwipete
from kiwipete import (
    STARTING_FEN,
    BaseBoard,
    Board,
    InconsistentPositionError,
    InvalidFenError,
    LegalMoveGenerator,
    Move,
    Outcome,
    Piece,
    PseudoLegalMoveGenerator,
    SquareSet,
    Status,
    Termination,
    errors,
    svg,
)
from kiwipete._core.perft_job import PerftJob
from kiwipete.lab.engines.divider import EngineCrashed, Question
from kiwipete.syzygy import Tablebase
from tests.support.impossible import random_boards
from tests.support.random_play import STARTS, games, play

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


class Named(Board):
    """A subclass that has attributes, but nothing to set them up."""


class Annotated(Board):
    """A subclass that is made in its own way, and plays a move whenever it is."""

    def __init__(self, fen: str | None = STARTING_FEN, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)
        self.notes: list[str] = ["new"]
        self.push(Move.null())


class Placement(BaseBoard):
    """A subclass without rules."""


def everything(board: Board) -> list[tuple]:
    """Return what a board was at each of its moves, the last first; it is then without moves."""
    seen = [(board.fingerprint(), board.status(), board.chess960)]
    while board.move_stack:
        move = board.pop()
        seen.append((int(move), board.fingerprint(), board.status()))
    return seen


def played(count: int) -> list[Board]:
    """Return the boards at the end of some games, their moves behind them."""
    boards = []
    for rng, start in games(STARTS, count, seed=21):
        *_, board = play(rng, start, rng.randrange(40))
        boards.append(board)
    return boards


def edited() -> list[Board]:
    """Return boards on which hands have been between the moves, possible or not."""
    rng = random.Random(22)
    boards = [board for _, board in random_boards(22, 40, chess960=True)]
    for board in boards:
        for _ in range(rng.randrange(6)):
            moves = list(board.pseudo_legal_moves)
            board.push_unchecked(rng.choice(moves) if moves else Move.null())
            board.castling_rights = rng.choice([0, rng.getrandbits(64), board.rooks])
            board.ep_square = rng.choice([None, rng.randrange(64)])
            board.turn = rng.random() < 0.5
            board.halfmove_clock = rng.randrange(200)
        board.chess960 = rng.random() < 0.5
    return boards


WAYS = {
    **{
        f"pickle {protocol}": lambda thing, protocol=protocol: pickle.loads(
            pickle.dumps(thing, protocol)
        )
        for protocol in PROTOCOLS
    },
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "board.copy": lambda board: board.copy(),
}
each_way = pytest.mark.parametrize("way", WAYS)


@each_way
@pytest.mark.parametrize("boards", [played(30), edited()], ids=["played", "edited"])
def test_a_twin_has_the_position_and_the_history(boards, way):
    for board in boards:
        board = board.copy()
        twin = WAYS[way](board)
        assert twin is not board
        assert type(twin) is Board
        assert twin == board
        assert twin.move_stack == board.move_stack
        assert everything(twin) == everything(board)


@each_way
def test_a_twin_goes_its_own_way(way):
    board = Board()
    board.push_uci("e2e4")
    twin = WAYS[way](board)
    before = board.fingerprint()
    twin.push_uci("e7e5")
    twin.pop()
    twin.pop()
    twin.push_uci("d2d4")
    twin.set_piece_at(0, None)
    assert board.fingerprint() == before
    assert [move.uci() for move in board.move_stack] == ["e2e4"]


@each_way
def test_placements_without_rules(way):
    if way == "board.copy":
        return
    board = BaseBoard("rnbqkbnr/8/8/3Q~4/8/8/8/RNBQKBNR")
    twin = WAYS[way](board)
    assert type(twin) is BaseBoard
    assert twin == board
    assert twin.board_fen(promoted=True) == board.board_fen(promoted=True)
    assert twin.fingerprint() == board.fingerprint()
    twin.remove_piece_at(0)
    assert board.piece_type_at(0) == chess.ROOK


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("kind", [Named, Annotated, Placement])
def test_pickle_keeps_the_class_and_its_attributes(kind, protocol):
    board = kind()
    board.name, board.notes = "Kiwipete", ["old", {1: 2}]
    twin = pickle.loads(pickle.dumps(board, protocol))
    assert type(twin) is kind
    assert vars(twin) == {"name": "Kiwipete", "notes": ["old", {1: 2}]}
    assert twin.notes is not board.notes
    assert twin == board
    if isinstance(board, Board):
        assert everything(twin) == everything(board)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda board: board.copy()])
def test_a_copy_is_made_as_its_class_makes_boards(way):
    annotated = Annotated("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    annotated.notes = ["old"]
    twin = way(annotated)
    assert type(twin) is Annotated
    assert twin.notes == ["new"]
    assert twin.move_stack == annotated.move_stack == [Move.null()]
    assert everything(twin) == everything(annotated)
    named = Named()
    named.name = "Kiwipete"
    assert type(way(named)) is Named
    assert not hasattr(way(named), "name")


def test_python_chess_copies_attributes_no_further():
    class Theirs(chess.Board):
        pass

    board = Theirs()
    board.name = "python-chess"
    for way in (copy.copy, copy.deepcopy, Theirs.copy):
        assert not hasattr(way(board), "name")


@pytest.mark.parametrize("way", ["pickle 5", "copy.deepcopy"])
def test_one_board_in_two_places_stays_one(way):
    board = Board()
    first, second, other = WAYS[way]([board, board, Board()])
    assert first is second
    assert first is not other


def played_on(board: Board) -> tuple[Board, list[int]]:
    """Play the first legal move, in another process."""
    board.push(next(iter(board.legal_moves)))
    return board, [board.fingerprint(), board.root().fingerprint()]


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_boards_go_through_processes(method):
    boards = [board for board in played(20) if board.legal_moves]
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        returned = list(pool.map(played_on, boards))
    assert len(returned) == len(boards) > 10
    for board, (twin, prints) in zip(boards, returned, strict=True):
        board.push(next(iter(board.legal_moves)))
        assert prints == [board.fingerprint(), board.root().fingerprint()]
        assert everything(twin) == everything(board)


# Moves.


def test_moves_keep_what_a_board_knows_of_them():
    for board in played(20):
        for move in board.legal_moves:
            for way, make in WAYS.items():
                if way != "board.copy":
                    assert int(make(move)) == int(move)
                    assert make(move) == move


def test_the_hash_of_a_move_is_that_of_its_text():
    board = Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for move in board.legal_moves:
        assert hash(move) == hash(Move.from_uci(move.uci()))
    table = {move: move.uci() for move in board.legal_moves}
    assert table[Move.from_uci("e1g1")] == "e1g1"
    assert len({*board.legal_moves, *map(Move.from_uci, table.values())}) == len(table)


# What has no hash, and what cannot be stored.


@pytest.mark.parametrize("board", [Board(), BaseBoard(), Named(), Placement()], ids=repr)
def test_boards_have_no_hash(board):
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)
    with pytest.raises(TypeError, match="unhashable"):
        dict.fromkeys([board])


def test_a_subclass_may_have_a_hash():
    class Keyed(Board):
        def __hash__(self) -> int:
            return hash(self.zobrist_key)

    assert len({Keyed(), Keyed(), Keyed("4k3/8/8/8/8/8/8/4K3 w - - 0 1")}) == 2


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_jobs_cannot_be_stored(protocol):
    job = PerftJob(Board(), 1)
    with pytest.raises(TypeError):
        pickle.dumps(job, protocol)
    with pytest.raises(TypeError):
        copy.copy(job)


# One of everything public that python-chess can store.
STORED = [
    *(Board().legal_moves, Board().pseudo_legal_moves, Board().move_stack, Board().occupied_co),
    *(Move.from_uci("e7e8q"), Move.null(), Move.from_uci("P@e4"), Board().parse_uci("e2e4")),
    *(
        Piece(2, False),
        Board().piece_at(0),
        SquareSet(0x1234),
        Outcome(Termination.STALEMATE, None),
    ),
    *(Termination.CHECKMATE, Status.VALID, Status.EMPTY | Status.OPPOSITE_CHECK),
    *(svg.Arrow(12, 28, color="red"), svg.piece(Piece(1, True)), kiwipete.SAN_REGEX),
    *(Board, BaseBoard, Move, Piece, SquareSet, Outcome, LegalMoveGenerator),
]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("thing", STORED, ids=lambda thing: type(thing).__name__)
def test_everything_public_can_be_stored(thing, protocol):
    ways = [lambda one: pickle.loads(pickle.dumps(one, protocol)), copy.copy, copy.deepcopy]
    for twin in (way(thing) for way in ways):
        if isinstance(thing, LegalMoveGenerator | PseudoLegalMoveGenerator):
            assert type(twin) is type(thing)
            assert list(twin) == list(thing)
        elif isinstance(thing, svg.Arrow):
            assert repr(twin) == repr(thing)
        else:
            assert twin == thing


def test_a_stored_view_looks_at_a_board_of_its_own():
    board = Board()
    views = board.legal_moves, board.pseudo_legal_moves
    together = pickle.loads(pickle.dumps((board, *views)))
    assert [len(view) for view in together[1:]] == [20, 20]
    together[0].push_san("e4")
    board.set_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert Move.from_uci("e7e5") in together[1]
    assert [bool(copy.copy(view)) for view in views] == [False, True]


class Nobody:
    """Makes none of itself: mixed in, it takes the place of a class's own way of being made."""

    def __new__(cls, *arguments: object) -> None:  # type: ignore[misc]
        return None


@pytest.mark.parametrize("kind", [Board, SquareSet, Piece])
def test_a_class_that_makes_nothing_is_an_error_and_no_crash(kind):
    made = kind(0) if kind is SquareSet else kind(1, True) if kind is Piece else kind()
    restore, (_, *stored) = made.__reduce__()[:2]
    nothing = type("Nothing", (Nobody, kind), {})
    with pytest.raises(TypeError, match="Nothing'> makes no "):
        restore(nothing, *stored)


def test_a_board_whose_class_makes_nothing_any_more_cannot_be_copied():
    board = type("Once", (Board,), {})()
    type(board).__new__ = Nobody.__new__
    with pytest.raises(TypeError, match="makes no board but NoneType"):
        board.copy()


def raised_by(call, *arguments) -> Exception:
    try:
        call(*arguments)
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


ERRORS = [
    raised_by(Board, "xx"),
    raised_by(Move.from_uci, "e9"),
    raised_by(Board().piece_at, 64),
    raised_by(Board().push_uci, "e2e5"),
    raised_by(Board("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").parse_san, "R1"),
    raised_by(Board("R6R/8/8/8/8/8/8/k6K w - - 0 1").parse_san, "Rd8"),
    raised_by(Board("8/8/8/8/8/8/8/K7 w - - 0 1").perft, 1),
    raised_by(Tablebase().probe_wdl, Board("4k3/8/8/8/8/8/8/4K2R w - - 0 1")),
    InconsistentPositionError("the Zobrist key is wrong"),
    EngineCrashed("it ended", Question(STARTING_FEN, ("e2e4",), 2), ["panic: oh"]),
    errors.MissingTableError("KQvK"),
    errors.NoSuchMoveError("illegal move e3e4"),
    errors.EngineError("no answer"),
    errors.UnusableEngineError("cannot start"),
    errors.PgnError("no such move", 3, 14),
]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_exceptions_can_be_stored(error, protocol):
    twin = pickle.loads(pickle.dumps(error, protocol))
    assert type(twin) is type(error)
    assert str(twin) == str(error)
    assert vars(twin) == vars(error)


def test_every_kind_of_exception_is_stored():
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type)}
    assert kinds <= {type(error) for error in ERRORS}


def test_a_pool_hears_of_a_wrong_fen():
    with multiprocessing.Pool(1) as pool, pytest.raises(InvalidFenError, match="field 1"):
        pool.map_async(Board, ["xx"]).get(timeout=60)
