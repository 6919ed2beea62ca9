"""board.move_stack: a view that reads like python-chess's list, and that only the board changes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import MutableSequence, Sequence

import chess
import pytest

import kiwipete
from kiwipete import Board, Move

GAME = ["e2e4", "e7e5", "g1f3", "b8c6", "f3g1", "c6b8", "g1f3"]

# Expressions about `stack` that answer alike for a list of moves and for the view of one.
QUESTIONS = [
    *("len(stack)", "bool(stack)", "list(stack)", "list(reversed(stack))", "repr(stack)"),
    *("stack[0]", "stack[-1]", "stack[6]", "stack[7]", "stack[-8]", "stack[True]", "stack['x']"),
    *("stack[:]", "stack[-2:]", "stack[::2]", "stack[5:1:-1]", "stack[100:]"),
    *("move in stack", "absent in stack", "None in stack", "stack.index(move)"),
    *("stack.index(move, 3)", "stack.index(absent)", "stack.count(move)", "stack.copy()"),
    *("stack + [absent]", "[absent] + stack", "[*stack, absent]", "stack == stack"),
    *("stack == list(stack)", "list(stack) == stack", "stack == tuple(stack)", "stack != []"),
    *("sorted(stack, key=str)", "' '.join(map(str, stack))", "stack.copy() == stack[:]"),
    *("pickle.loads(pickle.dumps(stack))", "copy.copy(stack)", "copy.deepcopy(stack)"),
    *("hash(stack)", "isinstance(stack, Sequence)", "next(iter(stack))"),
    "next((len(rest), last) for last, *rest in [stack])",
]


def board_of(module):
    board = module.Board()
    for text in GAME:
        board.push_uci(text)
    return board


def answered(question: str, module) -> str:
    names = {
        "stack": board_of(module).move_stack,
        "move": module.Move.from_uci("g1f3"),
        "absent": module.Move.from_uci("a2a3"),
        **{"pickle": pickle, "copy": copy, "Sequence": Sequence},
    }
    try:
        return repr(eval(question, names))
    except (IndexError, TypeError, ValueError) as error:
        return type(error).__name__


@pytest.mark.parametrize("question", QUESTIONS)
def test_it_reads_like_a_list(question):
    assert answered(question, kiwipete) == answered(question, chess)


def test_it_follows_the_board():
    board = Board()
    stack = board.move_stack
    assert not stack
    board.push_san("e4")
    assert stack == [Move.from_uci("e2e4")] == board.move_stack
    twin = board.copy()
    board.pop()
    assert stack == []
    assert twin.move_stack == [Move.from_uci("e2e4")]
    match twin.move_stack:
        case [move]:
            assert move.uci() == "e2e4"
        case _:
            pytest.fail("a stack of one move is a sequence of one")


CHANGES = [
    *("stack.append(move)", "stack.extend([move])", "stack.insert(0, move)", "stack.pop()"),
    *("stack.remove(move)", "stack.reverse()", "stack.sort()", "stack[0] = move", "del stack[0]"),
    *("del stack[:]", "stack[1:] = []", "board.move_stack += [move]", "board.move_stack = [move]"),
    *("stack *= 2", "board.move_stack = board.move_stack", "stack.nothing"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_only_the_board_changes_it(change):
    board = board_of(kiwipete)
    before = board.fingerprint()
    names = {"board": board, "stack": board.move_stack, "move": Move.from_uci("g1f3")}
    with pytest.raises((AttributeError, TypeError, ValueError)):
        exec(change, names)
    assert [move.uci() for move in board.move_stack] == GAME
    assert board.fingerprint() == before
    assert not isinstance(board.move_stack, MutableSequence)


@pytest.mark.parametrize("forget", ["clear_stack()", "move_stack.clear()", "move_stack = []"])
def test_three_ways_to_forget_the_moves(forget):
    board = board_of(kiwipete)
    exec(f"board.{forget}", {"board": board})
    assert board.move_stack == []
    assert board.fen() == board_of(chess).fen()
    with pytest.raises(IndexError):
        board.pop()
