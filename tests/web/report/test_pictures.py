"""Positions for a report."""

from __future__ import annotations

import random

from kiwipete import Board, Move
from kiwipete.svg import Arrow
from kiwipete.web.report.pictures import board_element, check_square, placement, steps


def played(start: Board, moves: list[list[str]]) -> list[str]:
    """Do what the page does: put pieces on squares."""
    pieces = placement(start)
    for _, _, changes in moves:
        for at in range(0, len(changes), 3):
            file, rank, piece = changes[at : at + 3]
            pieces["abcdefgh".index(file) + 8 * (int(rank) - 1)] = piece
    return pieces


def test_changes_lead_to_the_same_position_as_the_moves():
    rng = random.Random(20)
    for number in (None, 0, 518, 692):
        board = Board() if number is None else Board.from_chess960_pos(number)
        start, moves = board.copy(), []
        while not board.is_game_over() and len(moves) < 200:
            moves.append(rng.choice([*board.legal_moves]))
            board.push(moves[-1])
        assert played(start, steps(start, moves)) == placement(board)


def test_special_moves():
    castling = Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert steps(castling, [Move.from_uci("e1g1")]) == [["O-O", "e1g1", "e1-f1Rg1Kh1-"]]
    in_passing = Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert steps(in_passing, [Move.from_uci("e5d6")]) == [["exd6", "e5d6", "d5-e5-d6P"]]
    promotion = Board("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
    assert steps(promotion, [Move.from_uci("a7a8n")]) == [["a8=N", "a7a8n", "a7-a8N"]]


def test_a_picture_without_scripts():
    board = Board()
    board.push_san("e4")
    html = board_element(board, label='a "name" <b>', arrows=[Arrow(52, 36)])
    assert html.startswith('<kiwipete-board fen="rnbqkbnr/pppppppp/8/8/4P3/8')
    assert "&lt;b&gt;" in html
    assert "<b>" not in html
    assert "<defs>" not in html  # the page has the drawings
    assert html.count("<use") == 32


def test_the_king_in_check():
    assert check_square(Board()) is None
    assert check_square(Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")) == "e1"
