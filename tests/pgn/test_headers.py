"""Tags: as python-chess has them."""

import io

import chess.pgn
import pytest

import kiwipete
from kiwipete import pgn
from tests.support.pgn.recording import MODULES, all_games, contents


@pytest.mark.parametrize(
    "steps",
    [
        [],
        [("Event", "x"), ("Zed", "1"), ("Alpha", "2"), ("Event", "y")],
        [("White", 'a"b'), ("FEN", "8/8/8/8/8/8/8/K1k5 w - - 0 1")],
    ],
)
def test_order_and_values(steps):
    theirs, ours = (module.Headers({}) for module in MODULES)
    full = [module.Headers() for module in MODULES]
    for name, value in steps:
        for headers in (theirs, ours, *full):
            headers[name] = value
    assert repr(ours) == repr(theirs)
    assert list(ours.items()) == list(theirs.items())
    assert list(full[0].items()) == list(full[1].items())
    assert len(full[0]) == len(full[1])


@pytest.mark.parametrize(
    ("name", "value"), [("a b", "x"), ("", "x"), ("ü", "x"), ("A", "x\ny"), ("A", "x\r")]
)
def test_what_no_tag_can_be(name, value):
    for module in MODULES:
        headers = module.Headers({})
        with pytest.raises(ValueError, match=r".+"):
            headers[name] = value
        assert headers == {}


def test_made_from_anything():
    assert pgn.Headers({"A": "b"}, C="d") == {"A": "b", "C": "d"}
    assert pgn.Headers([("A", "b")]) == {"A": "b"}
    copied = pgn.Headers({"A": "b"}).copy()
    assert type(copied) is pgn.Headers
    assert copied == {"A": "b"}


def test_missing_and_deleted():
    headers = pgn.Headers({"A": "b"})
    with pytest.raises(KeyError):
        headers["C"]
    del headers["A"]
    assert "A" not in headers
    with pytest.raises(KeyError):
        del headers["A"]


VARIANTS = (
    "Chess960", "chess 960", "Fischerandom", "FischerRandom", "fischer random", "wild/0", "wild/5",
    "wild/8a", "wild/9", "wild 5", "Standard", "From Position", "chess", "Normal", "xx",
)  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants(variant):
    theirs, ours = (module.Headers(Variant=variant) for module in MODULES)
    assert ours.is_chess960() == theirs.is_chess960()
    assert ours.is_wild() == theirs.is_wild()
    try:
        wanted = theirs.board()
    except ValueError:
        with pytest.raises(ValueError, match="unsupported variant"):
            ours.board()
    else:
        board = ours.board()
        assert (board.fen(), board.chess960) == (wanted.fen(), wanted.chess960)


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "8/8/8/8/8/8/8/K1k5 b - - 7 9",
        "8/8/8/8/8/8/8/K1k5",
    ],
)
def test_positions(fen):
    theirs, ours = (module.Headers(FEN=fen).board() for module in MODULES)
    assert (ours.fen(), ours.chess960) == (theirs.fen(), theirs.chess960)


@pytest.mark.parametrize("fen", [kiwipete.STARTING_FEN, "8/8/8/8/8/8/8/K1k5 b - - 7 9"])
@pytest.mark.parametrize("chess960", [False, True])
def test_setup(fen, chess960):
    theirs, ours = chess.pgn.Game(), pgn.Game()
    for start in (
        (chess.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", chess960=True),) * 2,
        (fen, fen),
        (chess.Board(fen, chess960=chess960), kiwipete.Board(fen, chess960=chess960)),
    ):
        theirs.setup(start[0])
        ours.setup(
            start[1]
            if not isinstance(start[1], chess.Board)
            else kiwipete.Board(start[1].fen(), chess960=True)
        )
        assert list(ours.headers.items()) == list(theirs.headers.items())


@pytest.mark.parametrize(
    "text",
    [
        '[A "1"]\n\n[B "2"]\n\n1. e4 *',
        '[A "1"]\n\n[B "2"]\n\n[C "3"]\n[D "4"]\n\n1. e4 *\n\n[E "5"]\n\n1. d4 *',
        '[Event "1"]\n\n[Event "2"]\n\n1. e4 *',
        '[A "1"]\n\n[B "2"]\n1. e4 *',
        '[A "1"]\n\n[B "2"]\n\n',
        '[A "1"]\n \t\n[B "2"]\n\n1. e4 *',
        '[A "1"]\n\n% escaped\n[B "2"]\n\n1. e4 *',
        '[A "1"]\n% escaped\n\n; rest\n[B "2"]\n\n1. e4 *',
        '[A "1"]\n\n[broken\n[B "2"]\n\n1. e4 *',
        '[broken\n\n[B "2"]\n\n1. e4 *',
        '[A "1"]\n\n\n[B "2"]\n\n1. e4 *',
        '[A "1"]\n\n% escaped\n\n[B "2"]\n\n1. e4 *',
    ],
)
def test_one_blank_line_within_tags(text):
    theirs, ours = (all_games(module, text) for module in MODULES)
    assert [contents(game) for game in ours] == [contents(game) for game in theirs]
    files = [io.StringIO(text) for _ in range(3)]
    assert [pgn.read_headers(files[0]) for _ in ours] == [
        chess.pgn.read_headers(files[1]) for _ in ours
    ]
    assert [pgn.skip_game(files[2]) for _ in range(len(ours) + 1)] == [True] * len(ours) + [False]
