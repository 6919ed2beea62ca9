"""Engines that do not read all of the FEN: told once, instead of what follows from it."""

from __future__ import annotations

import pytest

from kiwipete import Board
from kiwipete.lab import Rules, collection, compare, hunt, labelled_position, open_engine
from kiwipete.lab.hunting.ignored_fields import FIELDS, ignored_fields
from tests.support.buggy import BUGGY
from tests.support.buggy_engine.bugs import DEAF
from tests.support.wrong_rules import Engine, without_castling

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

FOUND = {
    "deaf-position": "ignored-position",
    "deaf-side": "ignored-side",
    "deaf-en-passant": "ignored-en-passant",
    "deaf-castling": "ignored-castling",
    "bold-castling": "ignored-castling",
}


def test_there_is_an_answer_for_every_field():
    assert FOUND.keys() == DEAF.keys()
    assert set(FOUND.values()) == {field.rule for field in FIELDS}


@pytest.mark.parametrize("manners", [[], ["totals-only"]])
@pytest.mark.parametrize("deaf", DEAF)
def test_what_is_ignored_is_the_one_finding(deaf, manners):
    with open_engine([*BUGGY, deaf, *manners]) as engine:
        report = hunt(engine)
        (finding,) = report.findings
        assert (finding.kind, finding.rule) == ("setup", FOUND[deaf])
        assert finding.is_difference
        assert report.times_met(finding) == 1
        assert compare(engine, finding.fen) is not None
    assert finding.extra or finding.missing
    assert finding.title.startswith("the engine ignores the ")


def test_an_engine_that_heeds_everything_ignores_nothing():
    with open_engine(BUGGY) as engine:
        assert ignored_fields(engine) == []
    with open_engine(BUGGY, chess960=True) as engine:
        assert ignored_fields(engine) == []


@pytest.mark.parametrize("deaf", ["deaf-en-passant", "deaf-castling", "deaf-side"])
def test_chess960(deaf):
    with open_engine([*BUGGY, deaf], chess960=True) as engine:
        assert [field.rule for field in ignored_fields(engine)] == [FOUND[deaf]]


@pytest.mark.parametrize("deaf", ["deaf-en-passant", "deaf-position"])
def test_a_script(deaf):
    with open_engine([*BUGGY, deaf], script=True) as engine:
        (finding,) = hunt(engine, [labelled_position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")]).findings
    assert finding.rule == FOUND[deaf]


def test_an_engine_that_does_not_know_the_rule_is_another_matter():
    for wrong, rule in ((without_castling, "castling"), (without_en_passant, "en-passant")):
        assert [finding.rule for finding in hunt(Engine(wrong)).findings] == [rule]
    with open_engine([*BUGGY, "rights-after-move", "rights-after-capture"]) as engine:
        assert ignored_fields(engine) == []


def without_en_passant(board, moves):
    return [move for move in moves if not board.is_en_passant(board.parse_uci(move))]


class Always(Rules):
    """A generator that castles whenever king and rook are at home."""

    def divide(self, fen, moves, depth):
        board = self.board(fen, moves)
        board.set_castling_fen("KQkq")
        board.castling_rights = board.clean_castling_rights()
        return {move.uci(): nodes for move, nodes in board.divide(depth).items()}


def test_an_engine_that_knows_no_rights_at_all_is_another_matter():
    (finding,) = hunt(Always()).findings
    assert (finding.kind, finding.rule) == ("moves", "castling-no-right")


def test_engines_in_python_are_looked_at_too():
    class Blind(Rules):
        def divide(self, fen, moves, depth):
            fields = fen.split()
            return super().divide(" ".join([*fields[:3], "-", *fields[4:]]), moves, depth)

    (finding,) = hunt(Blind()).findings
    assert finding.rule == "ignored-en-passant"


def test_with_all_the_hunt_goes_on_where_it_does_not_matter():
    bugs = ["deaf-en-passant", "pinned-knight", "rights-after-capture"]
    with open_engine([*BUGGY, *bugs]) as engine:
        report = hunt(engine, depth=2, positions=700, all_bugs=True)
    found = {(finding.kind, finding.rule) for finding in report.findings}
    assert found == {
        ("setup", "ignored-en-passant"),
        ("moves", "pinned"),
        ("make", "castling-no-right"),
    }
    number = sum(position.fen.split()[3] != "-" for position in collection())
    explanation = report.findings[0].explanation
    assert explanation.endswith(f"without the positions where that matters ({number}).")
    asked = [case for case in report.cases.values() if case.position.fen.split()[3] != "-"]
    assert len(asked) < number
    for finding in report.findings[1:]:
        assert finding.reproduce.startswith("kiwipete hunt --fen ")


@pytest.mark.parametrize("deaf", ["deaf-position", "deaf-side"])
def test_nothing_can_be_hunted_in_an_engine_that_ignores_the_position(deaf):
    with open_engine([*BUGGY, deaf, "pinned-knight"]) as engine:
        report = hunt(engine, all_bugs=True)
    assert [finding.rule for finding in report.findings] == [FOUND[deaf]]


def test_where_a_field_matters():
    by_rule = {field.rule: field for field in FIELDS}
    assert by_rule["ignored-en-passant"].matters_in("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert not by_rule["ignored-en-passant"].matters_in(KIWIPETE)
    for field in FIELDS:
        assert field.matters_in(field.fen)
        assert Board(field.as_read(field.fen)).is_valid()
    none, every = (field for field in FIELDS if field.rule == "ignored-castling")
    assert none.matters_in(KIWIPETE)
    assert not every.matters_in(KIWIPETE)
    assert every.matters_in(KIWIPETE.replace("KQkq", "Kkq"))
