"""Dead positions: every yes is a legal line to mate, every no agrees with an exhaustive search."""

from __future__ import annotations

import itertools
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

import kiwipete
from kiwipete import BLACK, COLORS, WHITE, Board, Termination
from kiwipete._core.dead_position import exhaust, static_proof
from kiwipete.errors import ImpossiblePositionError
from kiwipete.variant import AtomicBoard, KingOfTheHillBoard
from tests.support.dead_positions import check_line
from tests.support.endings import random_ending, random_wall

# What each side can still do: W and B stand for a side that can give mate.
VERDICTS = {
    # Material.
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1": "--",
    "4k3/8/8/8/8/8/8/2B1K3 b - - 0 1": "--",
    "4k3/8/8/8/8/8/8/2N1K3 b - - 0 1": "--",
    "4kq2/8/8/8/8/8/8/2N1K3 w - - 0 1": "-B",  # a knight cannot mate a king and a queen
    "4kr2/8/8/8/8/8/8/2N1K3 w - - 0 1": "WB",
    "4kb2/8/8/8/8/8/8/2N1K3 w - - 0 1": "WB",
    "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1": "WB",  # bishops of different colours
    "2b1k3/8/8/8/8/8/8/3BK3 w - - 0 1": "--",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1": "W-",
    # Walls.
    "8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1": "--",
    "8/2k5/8/1p1p1p1p/1P1P1P1P/4B3/2K5/8 w - - 0 1": "--",
    "1k6/8/8/p1p1p1p1/P1P1P1P1/8/8/1K6 b - - 0 1": "--",
    "8/8/2k5/p1p5/P1P5/2K5/8/8 w - - 0 1": "WB",  # the kings can get round
    # The game is over.
    "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1": "W-",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": "--",
    # Whatever Black plays stalemates: all lines are short.
    "k7/P7/K7/8/8/8/8/8 b - - 0 1": "--",
    "6k1/6P1/6K1/6P1/8/8/8/8 w - - 0 1": "W-",
    # The only move takes the last piece that could give mate.
    "k7/1Q6/8/8/8/8/8/7K b - - 0 1": "--",
    # En passant is the only move.
    "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3": "WB",
    Board().fen(): "WB",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": "WB",
}


@pytest.mark.parametrize(("fen", "verdict"), VERDICTS.items())
def test_known_positions(fen, verdict):
    board = Board(fen)
    for color, letter in zip(COLORS, verdict, strict=True):
        assert board.can_win(color) is (letter != "-")
        check_helpmate(board, color)
        assert (board.explain_unwinnable(color) is None) == (letter != "-")
    assert board.is_dead_position() is (verdict == "--")
    assert (board.explain_dead_position() is None) == (verdict != "--")
    mirrored = board.mirror()
    assert mirrored.can_win(WHITE) is (verdict[1] != "-")
    assert mirrored.can_win(BLACK) is (verdict[0] != "-")


def check_helpmate(board, color):
    """There is a line where there is a yes, and it leads to mate."""
    line = board.helpmate(color)
    assert (line is not None) == (board.can_win(color) is True)
    if line is not None:
        check_line(board, color, line)


@pytest.mark.parametrize("seed", range(40))
def test_few_pieces_agree_with_an_exhaustive_search(seed):
    rng = random.Random(seed)
    for _ in range(5):
        compare_with_twin(random_ending(rng, rng.choice((3, 3, 4, 5))), 20_000)
        compare_with_twin(random_wall(rng), 20_000)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(6))
def test_many_walls_agree_with_an_exhaustive_search(seed):
    rng = random.Random(f"many {seed}")
    for _ in range(100):
        compare_with_twin(random_wall(rng), 200_000)


def compare_with_twin(board, nodes):
    """The twin finds no mate where there is none; where there is one, the line is the proof."""
    for color in COLORS:
        verdict = board.can_win(color)
        if verdict is True:
            check_helpmate(board, color)
        elif board.occupied_co[color] == board.kings & board.occupied_co[color]:
            assert verdict is False
        else:
            assert exhaust(board, color, nodes) is not True, (board.fen(), color)
            assert verdict is False or exhaust(board, color, 10 * nodes) is None


@pytest.mark.deep
@pytest.mark.parametrize(
    ("pieces", "defenders"), [("N", "-q"), ("B", "-q"), ("B", "r"), ("B", "b")]
)
def test_too_few_pieces_never_mate(pieces, defenders):
    """No position of three or four pieces that count as too few is mate; captures leave fewer."""
    corner = [square for square in range(64) if square % 8 < 4 and square // 8 <= square % 8]
    for defender, king in itertools.product(defenders, corner):
        reach = kiwipete.BB_KNIGHT_ATTACKS[king]
        if pieces == "B":
            reach = kiwipete.BB_DIAG_ATTACKS[king][0]
        for attacker in kiwipete.scan_forward(reach):
            for other, blocker in itertools.product(
                range(64), range(64) if defender != "-" else [64]
            ):
                men = {king: "k", attacker: pieces, other: "K", blocker: defender}
                if len(men) < 4 or other in kiwipete.SquareSet(kiwipete.BB_KING_ATTACKS[king]):
                    continue
                if defender == "b" and (attacker ^ attacker >> 3 ^ blocker ^ blocker >> 3) & 1:
                    continue  # bishops of different colours can mate
                board = Board(None)
                for square, letter in men.items():
                    if square < 64:
                        board.set_piece_at(square, kiwipete.Piece.from_symbol(letter))
                board.turn = BLACK
                assert not board.is_countable() or board.can_win(WHITE) is False
                assert not board.is_countable() or not board.is_checkmate(), board.fen()


@pytest.mark.parametrize("seed", range(30))
def test_no_random_game_leaves_what_a_proof_says(seed):
    rng = random.Random(seed)
    for _ in range(20):
        board = random_wall(rng)
        proofs = {color: static_proof(board, color) for color in COLORS}
        for color, proof in proofs.items():
            if proof is not None:
                assert board.can_win(color) is False
        for _ in range(60):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            for color, proof in proofs.items():
                if proof is not None:
                    _, fixed, ours, theirs = proof
                    assert not fixed & (1 << move.from_square | 1 << move.to_square)
                    reach = ours if board.turn is color else theirs
                    assert board.king(board.turn) != move.from_square or reach >> move.to_square & 1
            board.push(move)
            assert not (board.is_checkmate() and proofs[not board.turn] is not None)


def test_a_budget_that_is_too_small_leaves_it_open():
    board = Board("7k/7p/8/8/8/6q1/5q2/4q1NK b - - 0 1")
    assert board.can_win(WHITE, nodes=1) is None
    assert board.helpmate(WHITE, nodes=1) is None
    assert board.explain_unwinnable(WHITE, nodes=1) is None
    assert board.can_win(WHITE) is True


@pytest.mark.parametrize("nodes", [0, -1, 1 << 40])
def test_a_budget_must_be_possible(nodes):
    with pytest.raises(ValueError, match="may store 1 to"):
        Board().can_win(WHITE, nodes=nodes)
    with pytest.raises(TypeError):
        Board().can_win(WHITE, nodes="many")


def test_impossible_positions_are_refused():
    for fen in ("8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"):
        for question in (Board(fen).is_dead_position, lambda fen=fen: Board(fen).can_win(WHITE)):
            with pytest.raises(ImpossiblePositionError):
                question()


class Jumping(Board):
    def generate_legal_moves(self, from_mask=kiwipete.BB_ALL, to_mask=kiwipete.BB_ALL):
        yield from super().generate_legal_moves(from_mask, to_mask)


class Ending(Board):
    def is_variant_end(self):
        return False


class Annotated(Board):
    note = ""


@pytest.mark.parametrize("cls", [AtomicBoard, KingOfTheHillBoard, Jumping, Ending])
def test_boards_with_other_rules_say_so(cls):
    board = cls()
    for question in (
        board.is_dead_position,
        lambda: board.can_win(WHITE),
        lambda: board.helpmate(WHITE),
        lambda: board.explain_unwinnable(WHITE),
        lambda: board.outcome(dead_positions=True),
        lambda: board.is_game_over(dead_positions=True),
        lambda: board.result(dead_positions=True),
    ):
        with pytest.raises(NotImplementedError, match=cls.__name__):
            question()
    assert board.outcome() is None


def test_a_subclass_with_the_rules_of_chess_has_them():
    assert Annotated().can_win(WHITE) is True


def test_outcome_counts_dead_positions_only_if_asked():
    board = Board("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1")
    assert board.outcome() is None
    assert not board.is_game_over()
    assert board.result() == "*"
    outcome = board.outcome(dead_positions=True)
    assert outcome.termination is Termination.DEAD_POSITION
    assert outcome.winner is None
    assert board.is_game_over(dead_positions=True)
    assert board.result(dead_positions=True) == "1/2-1/2"
    assert Board().outcome(dead_positions=True) is None
    assert Board().is_game_over(dead_positions=True) is False


def test_chess960_castling_in_a_line():
    # Castling is the quickest way to give mate; the line must be written as the board writes it.
    board = Board("8/8/8/8/8/8/5PPP/k1K2R2 w F - 0 1", chess960=True)
    check_helpmate(board, WHITE)


def test_the_reasons_name_the_squares():
    board = Board("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1")
    assert board.explain_unwinnable(WHITE) == (
        "No pawn can ever move or be captured (b4, d4, g4, b5, d5, g5). The white king can never "
        "leave ranks 1 to 3, nor the black king ranks 6 to 8. White can never give check."
    )


def test_the_reasons_of_both_sides_are_joined():
    assert Board("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1").explain_dead_position() == (
        "No pawn can ever move or be captured (b4, d4, g4, b5, d5, g5). The white king can never "
        "leave ranks 1 to 3, nor the black king ranks 6 to 8. Neither side can ever give check."
    )
    assert Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1").explain_dead_position() == (
        "Neither side has enough pieces to give mate."
    )
    assert Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").explain_dead_position() == (
        "The game is over: there is no legal move."
    )
    assert Board("k7/1Q6/8/8/8/8/8/7K b - - 0 1").explain_dead_position() == (
        "In none of the positions that can still arise is the black king mated. "
        "Black has too few pieces to give mate, even with White's help."
    )


def test_the_answer_is_the_same_on_threads_and_the_board_stays_as_it_was():
    board = Board("8/8/8/8/2b5/1kB5/1B6/BKB5 w - - 0 1")
    before = board.fingerprint()
    line = board.helpmate(WHITE)
    with ThreadPoolExecutor(4) as pool:
        lines = list(pool.map(lambda _: board.helpmate(WHITE), range(4)))
    assert lines == 4 * [line]
    assert board.fingerprint() == before
