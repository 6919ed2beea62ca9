"""Toy engines for matches, and matches in this process."""

from __future__ import annotations

import sys
from pathlib import Path

from kiwipete.match import Adjudication, Control, EngineSpec, Game, Opening, Terms
from kiwipete.match.player import Player
from kiwipete.match.playing import Fixture, play
from kiwipete.positions import STARTING_FEN

TOY = str(Path(__file__).with_name("toy_engine.py"))
START = Opening(STARTING_FEN)
QUICK = Terms(Control(nodes=100))


def toy(*words: str, name: str = "Toy", **more: object) -> EngineSpec:
    return EngineSpec(name, (sys.executable, TOY, *words), **more)  # type: ignore[arg-type]


def toy_command(*words: str) -> str:
    return " ".join([sys.executable, TOY, *words])


def play_one(
    white: EngineSpec, black: EngineSpec, terms: Terms = QUICK, opening: Opening = START
) -> Game:
    with (
        Player(white, chess960=terms.chess960) as first,
        Player(black, chess960=terms.chess960) as second,
    ):
        return play(Fixture(0, 0, 1, opening), first, second, terms)


def to_the_end(control: Control) -> Terms:
    return Terms(control, Adjudication.never())
