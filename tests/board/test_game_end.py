"""When a game is over: mate, stalemate, material, clocks and repetition."""

from __future__ import annotations

import pytest

from kiwipete import BLACK, WHITE, Board, Move

CHECKMATES = [
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",  # fool's mate
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",  # scholar's mate
    "6rk/5Npp/8/8/8/8/8/7K b - - 0 1",  # smothered
    "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1",  # back rank
    "7k/8/5NKB/8/8/8/8/8 b - - 0 1".replace("5NKB", "5NK1").replace("7k/8", "7k/6B1"),
    "4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1",
]
STALEMATES = [
    "7k/8/6QK/8/8/8/8/8 b - - 0 1",
    "k7/P7/K7/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
    "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10",  # Loyd's, in ten moves
]
NEITHER = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
    "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",  # in check, and en passant takes the checker
]

# (placement, white cannot win, black cannot win)
MATERIAL = [
    ("4k3/8/8/8/8/8/8/4K3", True, True),
    ("4k3/8/8/8/8/8/8/4KB2", True, True),
    ("4k3/8/8/8/8/8/8/4KN2", True, True),
    ("4k3/8/8/8/8/8/8/3NKN2", False, True),
    ("4k3/8/8/8/8/8/8/3BKN2", False, True),
    ("4k3/8/8/8/8/8/4P3/4K3", False, True),
    ("4k3/8/8/8/8/8/8/4K2R", False, True),
    ("4k3/8/8/8/8/8/8/4K2Q", False, True),
    ("4k3/8/8/8/8/8/8/2B1KB2", False, True),  # bishops on squares of both colours
    ("4k3/8/8/8/8/8/8/2B1K1B1", True, True),  # of one colour
    ("2b1k3/8/8/8/8/8/8/4KB2", True, True),  # c8 and f1 are both light
    ("2b1k3/8/8/8/8/8/8/2B1K3", False, False),  # c8 is light, c1 is dark
    ("4k1n1/8/8/8/8/8/8/4KN2", False, False),
    ("4k1n1/8/8/8/8/8/8/4KB2", False, False),
    ("4k2r/8/8/8/8/8/8/4KN2", False, False),
    ("4k2q/8/8/8/8/8/8/4KN2", True, False),  # a queen cannot help to be mated by a knight
    ("4k3/4p3/8/8/8/8/8/4KB2", False, False),
    ("4k3/4p3/8/8/8/8/8/4K3", True, False),
]


def play(board: Board, text: str) -> None:
    for move in text.split():
        board.push_uci(move)


@pytest.mark.parametrize("fen", CHECKMATES)
def test_checkmate(fen):
    board = Board(fen)
    assert board.is_check()
    assert board.is_checkmate()
    assert not board.is_stalemate()
    assert board.is_game_over()
    assert not board.legal_moves


@pytest.mark.parametrize("fen", STALEMATES)
def test_stalemate(fen):
    board = Board(fen)
    assert not board.is_check()
    assert board.is_stalemate()
    assert not board.is_checkmate()
    assert board.is_game_over()
    assert not board.legal_moves


@pytest.mark.parametrize("fen", NEITHER)
def test_neither(fen):
    board = Board(fen)
    assert not board.is_checkmate()
    assert not board.is_stalemate()
    assert not board.is_game_over()


@pytest.mark.parametrize(("placement", "white", "black"), MATERIAL)
def test_insufficient_material(placement, white, black):
    board = Board(f"{placement} w - - 0 1")
    assert board.has_insufficient_material(WHITE) is white
    assert board.has_insufficient_material(BLACK) is black
    assert board.is_insufficient_material() is (white and black)
    assert board.is_game_over() is (white and black)


@pytest.mark.parametrize(
    ("clock", "fifty", "seventyfive"),
    [
        (0, False, False),
        (99, False, False),
        (100, True, False),
        (149, True, False),
        (150, True, True),
    ],
)
def test_clocks(clock, fifty, seventyfive):
    board = Board(f"4k3/8/8/8/8/8/8/R3K3 w Q - {clock} 100")
    assert board.is_fifty_moves() is fifty
    assert board.is_seventyfive_moves() is seventyfive
    assert board.is_game_over() is seventyfive


def test_the_clock_runs_out_by_moves():
    board = Board("4k3/8/8/8/8/8/8/R3K3 w Q - 98 100")
    play(board, "a1a2 e8d8")
    assert board.is_fifty_moves()
    play(board, "e1e2")
    assert board.is_fifty_moves()
    board.pop()
    board.pop()
    assert not board.is_fifty_moves()


def test_captures_and_pawn_moves_stop_the_clock():
    board = Board("4k3/8/8/8/8/8/4p2P/4K3 w - - 149 100")
    board.push_uci("e1e2")
    assert board.halfmove_clock == 0
    board.pop()
    board.push_uci("h2h3")
    assert board.halfmove_clock == 0


def test_mate_comes_before_the_clock():
    board = Board("6k1/5ppp/8/8/8/8/8/R6K w - - 149 100")
    board.push_uci("a1a8")
    assert board.halfmove_clock == 150
    assert board.is_checkmate()
    assert not board.is_fifty_moves()
    assert not board.is_seventyfive_moves()


def test_threefold_and_fivefold_repetition():
    board = Board()
    counts = [1]
    for _ in range(4):
        play(board, "g1f3 g8f6 f3g1 f6g8")
        counts.append(sum(board.is_repetition(count) for count in range(1, 10)))
    assert counts == [1, 2, 3, 4, 5]
    assert board.is_repetition()
    assert board.is_fivefold_repetition()
    assert board.is_game_over()
    board.pop()
    assert board.is_repetition(4)
    assert not board.is_fivefold_repetition()
    assert not board.is_game_over()


def test_every_position_repeats_itself_once():
    assert Board().is_repetition(1)
    assert not Board().is_repetition(2)


def test_positions_with_other_castling_rights_are_others():
    board = Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    play(board, "h1g1 h8g8 g1h1 g8h8")
    assert not board.is_repetition(2)
    play(board, "h1g1 h8g8 g1h1 g8h8")
    assert board.is_repetition(2)
    assert not board.is_repetition(3)


def test_a_capture_in_passing_makes_another_position():
    # After e2e4 black may capture; when the position comes again, no longer.
    board = Board("4k3/8/8/8/3p4/8/4P3/4K2R w - - 0 1")
    play(board, "e2e4 e8d8 h1g1 d8e8 g1h1")
    assert board.fen().startswith("4k3/8/8/8/3pP3/8/8/4K2R b - - ")
    assert not board.is_repetition(2)


def test_a_square_nobody_can_capture_on_makes_no_other_position():
    # The black pawn on d4 is pinned, so e2e4 allows no capture.
    board = Board("3k4/8/8/8/3p4/8/4P3/3RK2R w - - 0 1")
    play(board, "e2e4 d8c8 h1g1 c8d8 g1h1")
    assert board.is_repetition(2)


def test_the_other_side_to_move_is_another_position():
    board = Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    play(board, "a1a2 e8e7 a2a3 e7e8 a3a1")
    assert board.fen() == "4k3/8/8/8/8/8/8/R3K3 b - - 5 3"
    assert not board.is_repetition(2)


def test_pawn_moves_and_captures_end_the_search_for_repetitions():
    board = Board()
    play(board, "g1f3 g8f6 f3g1 f6g8 e2e4 e7e5 g1f3 g8f6 f3g1 f6g8")
    assert board.is_repetition(2)
    assert not board.is_repetition(3)


def test_what_happened_before_the_board_was_set_up_is_unknown():
    board = Board("4k3/8/8/8/8/8/8/R3K3 w Q - 60 100")
    assert not board.is_repetition(2)
    play(board, "a1a2 e8e7")
    assert not board.is_repetition(2)


def test_null_moves_repeat_too():
    board = Board()
    board.push(Move.null())
    board.push(Move.null())
    assert board.is_repetition(2)
