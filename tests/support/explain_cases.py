"""Explained moves: the rule, the effects and the sentence for a move in a position."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import chess
import pytest

import kiwipete
from kiwipete.explain import Effect, Explanation, Rule
from tests.support.positions import mirrored

# Kiwipete's board, and python-chess's, which is understood as well.
MODULES = pytest.mark.parametrize("module", [kiwipete, chess], ids=["kiwipete", "python-chess"])

_SQUARE = re.compile(r"\b([a-h])([1-8])\b")


@dataclass(frozen=True)
class Case:
    """A move in a position, and what is to be said of it."""

    fen: str
    move: str
    rule: Rule
    effects: tuple[Effect, ...]
    chess960: bool
    sentence: str

    @property
    def squares(self) -> list[str]:
        """The squares that the sentence names."""
        return squares_named(self.sentence)

    def mirrored(self) -> Case:
        """Return the same with colours exchanged."""
        move = self.move
        if move != "0000":
            move = re.sub("[1-8]", lambda rank: str(9 - int(rank[0])), move)
        sentence = mirrored_sentence(self.sentence)
        return replace(self, fen=mirrored(self.fen), move=move, sentence=sentence)


def names(found: Explanation) -> list[str]:
    """Return the squares of an explanation by name."""
    return [kiwipete.square_name(square) for square in found.squares]


def squares_named(sentence: str) -> list[str]:
    """Return the squares in a sentence in its order, each once."""
    return list(dict.fromkeys(file + rank for file, rank in _SQUARE.findall(sentence)))


def mirrored_sentence(sentence: str) -> str:
    """Return what is to be said of the same move with colours exchanged."""
    sides = {"White": "Black", "Black": "White"}
    sentence = re.sub("White|Black", lambda side: sides[side[0]], sentence)
    return _SQUARE.sub(lambda square: f"{square[1]}{9 - int(square[2])}", sentence)


def _read() -> list[Case]:
    text = (Path(__file__).parents[1] / "data" / "explain.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [_case(*pair) for pair in zip(lines[::2], lines[1::2], strict=True)]


def _case(facts: str, sentence: str) -> Case:
    fen, move, rule, effects, *rules = facts.split("; ")
    told = () if effects == "-" else tuple(Effect(name) for name in effects.split(", "))
    return Case(fen, move, Rule(rule), told, rules == ["Chess960"], sentence)


CASES = _read()
