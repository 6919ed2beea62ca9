"""Every example in a docstring runs; every public name has one."""

import doctest
import importlib
import io

import pytest

import kiwipete

MODULES = [
    "kiwipete",
    "kiwipete._core.core",
    "kiwipete._core.tablebase",
    "kiwipete.attack_tables",
    "kiwipete.bitboards",
    "kiwipete.board",
    "kiwipete.perft",
    "kiwipete.chess960",
    "kiwipete.cli",
    "kiwipete.cli.analysis_found",
    "kiwipete.cli.given_position",
    "kiwipete.cli.play_game",
    "kiwipete.cli.wording",
    "kiwipete.engine",
    "kiwipete.engine.background",
    "kiwipete.engine.info",
    "kiwipete.engine.limits",
    "kiwipete.engine.mock",
    "kiwipete.engine.options",
    "kiwipete.engine.results",
    "kiwipete.engine.score",
    "kiwipete.engine.settings",
    "kiwipete.engine.uci_text",
    "kiwipete.engine.wdl",
    "kiwipete.engine.xboard_beginning",
    "kiwipete.engine.xboard_features",
    "kiwipete.engine.xboard_game",
    "kiwipete.engine.xboard_text",
    "kiwipete.epd",
    "kiwipete.foreign_text",
    "kiwipete.explain",
    "kiwipete.explain.castling",
    "kiwipete.explain.explanation",
    "kiwipete.explain.pawns",
    "kiwipete.explain.reading",
    "kiwipete.explain.words",
    "kiwipete.lab.adapter",
    "kiwipete.lab.answers",
    "kiwipete.lab.asking",
    "kiwipete.lab.budget",
    "kiwipete.lab.collection",
    "kiwipete.lab.comparing",
    "kiwipete.lab.decoding",
    "kiwipete.lab.descending",
    "kiwipete.lab.dividers",
    "kiwipete.lab.finding",
    "kiwipete.lab.formats",
    "kiwipete.lab.formats.blocks",
    "kiwipete.lab.formats.entry",
    "kiwipete.lab.formats.epd",
    "kiwipete.lab.formats.fields",
    "kiwipete.lab.formats.json_list",
    "kiwipete.lab.formats.table",
    "kiwipete.lab.ground",
    "kiwipete.lab.heeding",
    "kiwipete.lab.hunting",
    "kiwipete.lab.known_counts",
    "kiwipete.lab.ledger",
    "kiwipete.lab.long_count",
    "kiwipete.lab.parts",
    "kiwipete.lab.process",
    "kiwipete.lab.random_positions",
    "kiwipete.lab.reading",
    "kiwipete.lab.reasons",
    "kiwipete.lab.reports",
    "kiwipete.lab.shrinking",
    "kiwipete.lab.suite",
    "kiwipete.lab.suite_reader",
    "kiwipete.lab.suite_run",
    "kiwipete.lab.totals",
    "kiwipete.lab.unlisted",
    "kiwipete.lab.ways_to_fail",
    "kiwipete.match.adjudication",
    "kiwipete.match.book",
    "kiwipete.match.control",
    "kiwipete.match.ledger",
    "kiwipete.match.openings",
    "kiwipete.match.pentanomial",
    "kiwipete.match.player",
    "kiwipete.match.record",
    "kiwipete.match.schedule",
    "kiwipete.match.sprt",
    "kiwipete.outcome",
    "kiwipete.own_engine.bench",
    "kiwipete.own_engine.command_queue",
    "kiwipete.own_engine.engine",
    "kiwipete.own_engine.levels",
    "kiwipete.own_engine.options",
    "kiwipete.own_engine.search_engine",
    "kiwipete.own_engine.session",
    "kiwipete.own_engine.standard_chess",
    "kiwipete.own_engine.time_management",
    "kiwipete.own_engine.uci_engine",
    "kiwipete.own_engine.uci_input",
    "kiwipete.own_engine.uci_output",
    "kiwipete.own_engine.wdl_model",
    "kiwipete.own_rules.rules_board",
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
    "kiwipete.processes.group",
    "kiwipete.processes.last_words",
    "kiwipete.processes.output",
    "kiwipete.squares",
    "kiwipete.status",
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
