"""Games written: the same text as python-chess writes, however it is asked to."""

import io

import chess.pgn
import pytest

import kiwipete
from kiwipete import pgn
from tests.support.pgn.recording import MODULES, TEXT, both
from tests.support.pgn.texts import random_game

OPTIONS = [
    {},
    {"columns": None},
    {"columns": 10},
    {"columns": 1},
    {"columns": 0},
    {"headers": False},
    {"comments": False},
    {"variations": False},
    {"comments": False, "variations": False, "headers": False, "columns": 30},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(
    "text", [TEXT, "*", "1. e4 (1. d4) e5", *map(str, map(random_game, range(4)))]
)
def test_same_text(text, options):
    games = both(text)
    written = [
        game.accept(module.StringExporter(**options))
        for module, game in zip(MODULES, games, strict=True)
    ]
    assert written[1] == written[0]
    for node in range(2):
        line = [
            game.variations[node].accept(module.StringExporter(**options))
            for module, game in zip(MODULES, games, strict=True)
            if len(game.variations) > node
        ]
        assert line[:1] == line[1:]


@pytest.mark.parametrize("options", OPTIONS)
def test_files(options):
    files = io.StringIO(), io.StringIO()
    for text in (TEXT, str(random_game(1)), "*"):
        counts = [
            game.accept(module.FileExporter(file, **options))
            for module, game, file in zip(MODULES, both(text), files, strict=True)
        ]
        assert counts[0] == counts[1]
    assert files[1].getvalue() == files[0].getvalue()


@pytest.mark.parametrize("seed", range(4))
def test_the_compiled_writer_writes_as_the_visitor_does(seed):
    class Visited(pgn.StringExporter):
        """An exporter that is visited, because it is not quite the usual one."""

    game = random_game(seed)
    for options in OPTIONS:
        assert game.accept(pgn.StringExporter(**options)) == game.accept(Visited(**options))


def test_state_of_the_exporter():
    exporters = [module.StringExporter(columns=20) for module in MODULES]
    for game, exporter in zip(both(), exporters, strict=True):
        game.next().accept(exporter)
        game.accept(exporter)
    theirs, ours = map(vars, exporters)
    assert ours == theirs
    assert str(exporters[1]) == str(exporters[0])


def test_odd_comments_and_tags():
    texts = []
    for core, module in ((chess, chess.pgn), (kiwipete, pgn)):
        game = module.Game({"Event": 'a"b\\c', "Result": "1-0 "})
        node = game.add_variation(
            core.Move.from_uci("e2e4"), comment=" a } b\n  ", nags=[400, 1, 33]
        )
        node.add_variation(core.Move.null(), starting_comment="\u2003ü}")
        texts.append([game.accept(module.StringExporter(columns=width)) for width in (None, 5, 14)])
    assert texts[0] == texts[1]


def test_files_are_read_again():
    file = io.StringIO()
    games = [random_game(seed) for seed in range(5)]
    for game in games:
        game.accept(pgn.FileExporter(file))
    file.seek(0)
    for game in games:
        assert str(pgn.read_game(file).mainline()) == str(game.mainline())


def test_impossible_positions():
    fen = "kkkk4/8/8/8/8/8/8/KK6 w - - 0 1"
    texts = []
    for core, module in ((chess, chess.pgn), (kiwipete, pgn)):
        game = module.Game()
        game.setup(core.Board(fen))
        game.add_line([core.Move.from_uci(uci) for uci in ("b1b2", "d8e7", "a1a2")])
        texts.append(str(game))
    assert texts[0] == texts[1]
