"""Fuzz the public API: whatever a program does, nothing crashes and boards stay consistent.

Sixteen bytes make a step: a call with drawn arguments, an attribute set by
hand, an operator, a new object, a subclass that overrides what it likes, or
threads that share a board. Names come from the classes themselves, so that
what is new is fuzzed too. KIWIPETE_FUZZ_TRACE=1 prints calls before they are made.

python fuzz/fuzz_board.py --seconds 30
"""

from __future__ import annotations

import faulthandler
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from arguments import FENS, Values, draw, draw_arguments
from board_checks import check_board
from harness import main
from meddlers import Choices, Meddler, MeddlingNumber, MeddlingText
from public_api import CLASSES, FUNCTIONS, OPERATORS, QUESTIONS, names_of, ours

import kiwipete
from kiwipete import BaseBoard, Board, InconsistentPositionError, Move

STEP_BYTES = 16
MOST_STEPS, MOST_BOARDS, MOST_THINGS = 40, 3, 24
SEEDS = [random.Random(number).randbytes(STEP_BYTES * MOST_STEPS) for number in range(64)]
ALPHABET = bytes(range(256))


MEDDLINGS: list[Callable[[Any], object]] = [
    lambda board: board.pop(),
    lambda board: board.push(next(iter(board.legal_moves))),
    lambda board: board.push(Move.null()),
    lambda board: board.set_fen(FENS[1]),
    lambda board: board.clear(),
    lambda board: board.clear_stack(),
    lambda board: board.remove_piece_at(4),
    lambda board: board.set_piece_at(36, kiwipete.Piece(6, True)),
    lambda board: board.__init__(FENS[2]),
    lambda board: setattr(board, "turn", not board.turn),
    lambda board: board.apply_mirror(),
    id,
]


def shown(value: object) -> str:
    """Return a value for the trace, without waking a meddler."""
    if isinstance(value, Meddler | MeddlingNumber | MeddlingText):
        return type(value).__name__
    if isinstance(value, int | str | float | None | Move) or type(value) is Board:
        return repr(value)[:100]
    return getattr(value, "__qualname__", f"<{type(value).__name__}>")


class World:
    """Boards and other things, and what can be done to them."""

    def __init__(self) -> None:
        self.boards: list[Any] = [Board()]
        self.things: list[Any] = []
        self.failures: list[BaseException] = []
        self.meddling = 0
        self.use(b"")

    def use(self, data: bytes) -> None:
        """Take the choices of the next step from these bytes."""
        self.choices = Choices(data)
        self.values = Values(self.choices, [*self.boards, *self.things], self.meddle)

    def attempt(self, function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
        """Call something; ordinary exceptions are an answer, all others are failures."""
        if os.environ.get("KIWIPETE_FUZZ_TRACE"):
            given = [*map(shown, args), *(f"{key}={shown(keywords[key])}" for key in keywords)]
            print(f"{shown(function)}({', '.join(given)})", file=sys.stderr, flush=True)
        try:
            return function(*args, **keywords)
        except (InconsistentPositionError, SystemError) as failure:
            self.failures.append(failure)
        except Exception:
            pass
        except BaseException as failure:
            self.failures.append(failure)
        return None

    def meddle(self) -> Choices:
        """Change a board in the middle of a call."""
        if self.meddling < 2:
            self.meddling += 1
            self.attempt(self.choices.of(MEDDLINGS), self.choices.of(self.boards))
            self.meddling -= 1
        return self.choices

    def keep(self, thing: Any) -> None:
        """Keep what a call returned, to use it later."""
        if isinstance(thing, list | tuple):
            for each in thing[:2]:
                self.keep(each)
        if isinstance(thing, list):
            thing.append(None)  # nothing may depend on a list that was handed out
        kept, most = self.things, MOST_THINGS
        if isinstance(thing, BaseBoard | Board):
            kept, most = self.boards, MOST_BOARDS
        elif not ours(thing) and not isinstance(thing, Iterator):
            return
        if len(kept) < most:
            kept.append(thing)
        else:
            kept[self.choices.number(most)] = thing

    # Steps.

    def call(self, thing: Any) -> None:
        """Call a method of a thing, or read an attribute."""
        kind = ours(thing)
        if kind is None:
            self.advance(thing)
            return
        name = self.choices.of(names_of(kind))
        args, keywords = draw_arguments(self.values, kind, name)
        member = self.attempt(getattr, thing, name)
        self.keep(self.attempt(member, *args, **keywords) if callable(member) else member)

    def advance(self, iterator: Iterator[Any]) -> None:
        """Go on with an iterator whose board may have changed."""
        self.keep(self.attempt(list, islice(iterator, self.choices.number(5))))

    def call_board(self) -> None:
        """Call a method of a board."""
        self.call(self.choices.of(self.boards))

    def play(self) -> None:
        """Play a few legal moves on a board, checked or not."""
        board = self.choices.of(self.boards)
        for _ in range(1 + self.choices.number(6)):
            self.attempt(self.play_move, board)

    def play_move(self, board: Any) -> None:
        """Play a legal move, or set the board up anew if there is none."""
        moves = list(board.legal_moves)
        if not moves:
            board.set_fen(self.values.fen())
        elif self.choices.number(2):
            board.push(self.choices.of(moves))
        else:
            board.push_unchecked(self.choices.of(moves))

    def call_thing(self) -> None:
        """Call a method of something else."""
        if self.things:
            self.call(self.choices.of(self.things))

    def call_function(self) -> None:
        """Call a function of the module."""
        module, name = self.choices.of(FUNCTIONS)
        args, keywords = draw_arguments(self.values, module, name)
        self.keep(self.attempt(getattr(module, name), *args, **keywords))

    def set_attribute(self) -> None:
        """Set or delete an attribute of a board by hand."""
        board = self.choices.of(self.boards)
        settable = [name for name in names_of(ours(board) or type(board)) if name[0] != "_"]
        name = self.choices.of(settable)
        if self.choices.number(16) == 15:
            self.attempt(delattr, board, name)
        else:
            self.attempt(setattr, board, name, draw(self.values, name))

    def operate(self) -> None:
        """Use an operator, a built-in function, copy or pickle."""
        thing = self.choices.of([*self.boards, *filter(ours, self.things)])
        if self.choices.number(2):
            self.keep(self.attempt(self.choices.of(QUESTIONS), thing))
        else:
            pair = [thing, self.choices.of([*self.boards, *self.things, self.values.anything()])]
            swapped = self.choices.number(4) == 3 and ours(pair[1])
            self.keep(self.attempt(self.choices.of(OPERATORS), *pair[:: -1 if swapped else 1]))

    def construct(self) -> None:
        """Make an object by its class, with or without its __init__."""
        kind = self.choices.of([*CLASSES, Board, Board, None, None]) or self.odd_class()
        if self.choices.number(4) == 3:
            self.keep(self.attempt(kind.__new__, kind))
        else:
            args, keywords = draw_arguments(self.values, kind, "__init__")
            self.keep(self.attempt(kind, *args, **keywords))

    def odd_class(self) -> Any:
        """Make a subclass of a board that overrides what it likes."""
        base = self.choices.of([Board, BaseBoard])
        public = [*names_of(base), "__new__"]
        names = [self.choices.of(public) for _ in range(1 + self.choices.number(3))]
        body = {name: self.odd_member(base, name) for name in names}
        return self.attempt(type, "Odd", (base,), body) or base

    def odd_member(self, base: type, name: str) -> Any:
        """Make a method or property that lies, raises, or changes a board first."""

        def lie(*_: object, **__: object) -> object:
            return self.values.anything()

        def refuse(*_: object, **__: object) -> object:
            raise ValueError(name)

        def meddle_first(*args: Any, **keywords: Any) -> object:
            self.meddle()
            return getattr(base, name)(*args, **keywords)

        return self.choices.of([lie, refuse, meddle_first, property(lie)])

    def restore(self) -> None:
        """Make a thing of what pickle would have stored of another, somewhat changed."""
        thing = self.choices.of([*self.boards, *filter(ours, self.things)])
        stored = self.attempt(lambda: thing.__reduce_ex__(4))
        if isinstance(stored, tuple) and stored:
            function, arguments, *_ = self.disturbed(stored)
            self.keep(self.attempt(lambda: function(*arguments)))

    def disturbed(self, stored: Any) -> Any:
        """Replace something within what was stored, here or further down."""
        if isinstance(stored, bytes) and self.choices.number(4):
            at = self.choices.number(64)
            return stored[:at] + bytes([self.choices.number(256)]) + stored[at + 1 :]
        if not isinstance(stored, list | tuple) or not stored:
            return self.values.anything()
        at = self.choices.number(len(stored))
        return type(stored)([*stored[:at], self.disturbed(stored[at]), *stored[at + 1 :]])

    def share(self) -> None:
        """Use one board from several threads at once."""
        board = self.choices.of(self.boards)
        kind = ours(board) or type(board)
        plans = []
        for _ in range(3):
            name = self.choices.of(names_of(kind))
            plans.append((name, *draw_arguments(self.values, kind, name)))

        def work() -> None:
            for name, args, keywords in plans:
                member = self.attempt(getattr, board, name)
                if callable(member):
                    self.attempt(member, *args, **keywords)

        workers = [threading.Thread(target=work) for _ in range(3)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    def step(self, data: bytes) -> None:
        """Do one thing, then look at all boards."""
        self.use(data)
        steps = 6 * [self.call_board] + 3 * [self.play] + 2 * [self.set_attribute, self.operate]
        steps += [self.call_thing, self.construct, self.call_function, self.restore]
        kind = self.choices.number(16 * len(steps))
        (self.share if kind == 0 else steps[kind % len(steps)])()
        for board in self.boards:
            check_board(board)
        if self.failures:
            raise self.failures[0]


def target(data: bytes) -> None:
    """Do what the bytes say, step by step."""
    world = World()
    for at in range(0, min(len(data), STEP_BYTES * MOST_STEPS), STEP_BYTES):
        world.step(data[at : at + STEP_BYTES])


if __name__ == "__main__":
    faulthandler.enable()
    sys.setswitchinterval(1e-5)
    main(target, SEEDS, ALPHABET)
