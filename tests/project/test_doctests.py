"""Every example in a docstring runs; every public name has one."""

import doctest
import importlib
import io

import pytest

import kiwipete

MODULES = [
    "kiwipete",
    "kiwipete._core.base_board",
    "kiwipete._core.game_board",
    "kiwipete._core.move",
    "kiwipete._core.move_views",
    "kiwipete._core.piece",
    "kiwipete._core.position_board",
    "kiwipete._core.square_set",
    "kiwipete._core.tablebase",
    "kiwipete.attack_tables",
    "kiwipete.bitboards",
    "kiwipete.board",
    "kiwipete.perft",
    "kiwipete.chess960",
    "kiwipete.cli",
    "kiwipete.cli.commands",
    "kiwipete.cli.ui.analyse_view",
    "kiwipete.cli.commands.play_game",
    "kiwipete.cli.inputs",
    "kiwipete.cli.ui",
    "kiwipete_launcher",
    "kiwipete.engine",
    "kiwipete.engine.background",
    "kiwipete.engine.search_types",
    "kiwipete.engine.mock",
    "kiwipete.engine.options",
    "kiwipete.engine.score",
    "kiwipete.engine.uci_grammar",
    "kiwipete.engine.uci_board",
    "kiwipete.engine.wdl",
    "kiwipete.engine.xboard_game",
    "kiwipete.engine.xboard_text",
    "kiwipete.epd",
    "kiwipete.untrusted_text",
    "kiwipete.explain",
    "kiwipete.explain.castling",
    "kiwipete.explain.explanation",
    "kiwipete.explain.pawns",
    "kiwipete.explain.reading",
    "kiwipete.explain.words",
    "kiwipete.lab.engines",
    "kiwipete.lab.engines.divider",
    "kiwipete.lab.engines.process_engine",
    "kiwipete.lab.hunting.compare",
    "kiwipete.lab.hunting.descent",
    "kiwipete.lab.hunting.failures",
    "kiwipete.lab.hunting.report",
    "kiwipete.lab.hunting",
    "kiwipete.lab.hunting.ignored_fields",
    "kiwipete.lab.hunting.positions",
    "kiwipete.lab.hunting.reasons",
    "kiwipete.lab.hunting.shrinking",
    "kiwipete.lab.junit",
    "kiwipete.lab.long_counts.count_store",
    "kiwipete.lab.long_counts",
    "kiwipete.lab.suites.entry",
    "kiwipete.lab.suites.epd",
    "kiwipete.lab.suites.json_list",
    "kiwipete.lab.suites.position_files",
    "kiwipete.lab.suites.run",
    "kiwipete.lab.suites.suite",
    "kiwipete.lab.suites.table",
    "kiwipete.match.terms",
    "kiwipete.match.openings",
    "kiwipete.match.ledger",
    "kiwipete.match.pentanomial",
    "kiwipete.match.player",
    "kiwipete.match.record",
    "kiwipete.match.running",
    "kiwipete.match.sprt",
    "kiwipete.outcome",
    "kiwipete.own_engine.bench",
    "kiwipete.own_engine.command_queue",
    "kiwipete.own_engine.engine",
    "kiwipete.own_engine.levels",
    "kiwipete.own_engine.options",
    "kiwipete.own_engine.search_engine",
    "kiwipete.own_engine.session",
    "kiwipete.own_engine.time_management",
    "kiwipete.own_engine.uci_engine",
    "kiwipete.own_engine.uci_text",
    "kiwipete.own_engine.wdl_model",
    "kiwipete.overrides.rules_board",
    "kiwipete.pgn",
    "kiwipete.pgn.annotations",
    "kiwipete.pgn.builders",
    "kiwipete.pgn.exporters",
    "kiwipete.pgn.game",
    "kiwipete.pgn.headers",
    "kiwipete.pgn.mainline",
    "kiwipete.pgn.nodes",
    "kiwipete.pgn.reading",
    "kiwipete.pgn.time_control",
    "kiwipete.pgn.visitors",
    "kiwipete.polyglot",
    "kiwipete.polyglot.entry",
    "kiwipete.polyglot.hashing",
    "kiwipete.polyglot.making",
    "kiwipete.polyglot.reader",
    "kiwipete.squares",
    "kiwipete.status",
    "kiwipete.subprocesses.output",
    "kiwipete.subprocesses.process",
    "kiwipete.svg",
    "kiwipete.svg_canvas",
    "kiwipete.svg_shapes",
    "kiwipete.switch",
    "kiwipete.syzygy",
    "kiwipete.syzygy.table_names",
    "kiwipete.syzygy.tablebase",
    "kiwipete.text_picture",
    "kiwipete.variant",
    "kiwipete.variant.antichess",
    "kiwipete.variant.atomic",
    "kiwipete.variant.crazyhouse",
    "kiwipete.variant.horde",
    "kiwipete.variant.horde_material",
    "kiwipete.variant.king_of_the_hill",
    "kiwipete.variant.pocket",
    "kiwipete.variant.racing_kings",
    "kiwipete.variant.three_check",
]


CLASSES = [
    kiwipete.BaseBoard,
    kiwipete.Board,
    kiwipete.Move,
    kiwipete.Outcome,
    kiwipete.Piece,
    kiwipete.SquareSet,
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    module = importlib.import_module(name)
    result = doctest.testmod(
        module, extraglobs={"io": io, "kiwipete": kiwipete}, optionflags=doctest.ELLIPSIS
    )
    assert result.attempted > 0
    assert result.failed == 0


def public_methods(cls):
    """The methods that a class and its bases of ours define."""
    for base in cls.__mro__:
        if base.__module__.startswith("kiwipete"):
            for name, value in vars(base).items():
                if not name.startswith("_") and callable(getattr(cls, name)):
                    yield name, getattr(value, "__doc__", None)


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_public_methods_have_an_example(cls):
    lacking = [name for name, text in public_methods(cls) if ">>>" not in (text or "")]
    assert lacking == []
