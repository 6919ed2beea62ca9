from __future__ import annotations

from kiwipete import lab
from kiwipete.cli.hunt_view import print_summary
from tests.lab.wrong_rules import Engine, without_castling


def test_a_finding_was_met_at_least_once(capsys):
    """A position with two findings counts for the first of them."""
    hunt = lab.Hunt(lab.Rules(), all_bugs=True)
    hunt.report.findings.extend(lab.hunt(Engine(without_castling)).findings)
    assert hunt.report.times_met(hunt.report.findings[0]) == 0
    print_summary(hunt, 1.0, interrupted=False)
    group = capsys.readouterr().out.splitlines()[0]
    assert group.startswith("castling")
    assert " 1 position " in group
