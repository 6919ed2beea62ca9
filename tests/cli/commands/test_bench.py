from __future__ import annotations

import json

import pytest

from kiwipete import BUILD, perft
from kiwipete.cli.commands import bench
from kiwipete.cli.commands.bench import KNOWN_COUNTS, Known
from tests.support.pseudo_terminal import ESCAPE

SIGNATURE = 119_060_324 + 193_690_690 + 178_633_661 + 15_833_292 + 89_941_194 + 164_075_551


@pytest.fixture
def short(monkeypatch):
    """A bench that is over at once."""
    counts = (Known("startpos", 3, 8_902), Known("kiwipete", 2, 2_039))
    monkeypatch.setattr(bench, "KNOWN_COUNTS", counts)


def test_counts_all_six(kiwipete):
    code, out, err = kiwipete("bench", "--threads", "2")
    assert (code, err) == (0, "")
    assert BUILD in out.splitlines()[0]
    assert "2 threads" in out.splitlines()[0]
    cells = [[cell.strip() for cell in line.split("│")][1:-1] for line in out.splitlines()]
    rows = [cell for cell in cells if cell]
    assert rows[0] == ["position", "depth", "nodes", "seconds", "Mnps"]
    assert [row[:3] for row in rows[1:]] == [
        [known.name, str(known.depth), f"{known.nodes:,}"] for known in KNOWN_COUNTS
    ]
    assert f"\nSignature   {SIGNATURE}\n" in out
    assert out.splitlines()[-1].startswith("Speed       ")


def test_json(kiwipete):
    code, out, err = kiwipete("bench", "--json")
    report = json.loads(out)
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert [(row["name"], row["depth"], row["nodes"]) for row in report["positions"]] == [
        tuple(known) for known in KNOWN_COUNTS
    ]
    assert (report["nodes"], report["threads"], report["build"]) == (SIGNATURE, 1, BUILD)
    assert report["nps"] > 0


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_wrong_count_fails(kiwipete, monkeypatch, options):
    counts = (Known("startpos", 2, 400), Known("kiwipete", 2, 2_040))
    monkeypatch.setattr(bench, "KNOWN_COUNTS", counts)
    code, out, err = kiwipete("bench", *options)
    assert code == 1
    assert err == "kiwipete: wrong count: kiwipete at depth 2 is 2040, not 2039\n"
    assert ("2,039 is wrong" in out) == (not options)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_ctrl_c_ends_with_the_positions_counted(kiwipete, monkeypatch, options):
    def stop_at_the_second(count, **more):
        if count.parts_total == 48:
            raise KeyboardInterrupt
        return real_run(count, **more)

    real_run = perft.Count.run
    monkeypatch.setattr(perft.Count, "run", stop_at_the_second)
    code, out, err = kiwipete("bench", *options)
    assert code == 130
    assert err == "kiwipete: interrupted: 1 of 2 positions counted\n"
    assert ("8,902" in out, '"nodes": 8902' in out) == (not options, bool(options))
    assert "Signature" not in out


def test_the_table_fills_in_a_terminal(terminal):
    screen = terminal("bench")
    screen.wait_for("...")
    assert screen.wait() == 0
    assert ESCAPE in screen.text
    assert f"Signature   {SIGNATURE}\n" in screen.text


def test_no_color_in_a_terminal(terminal):
    screen = terminal("bench", NO_COLOR="1")
    assert screen.wait() == 0
    # The table is still drawn in place, but nothing is painted.
    assert f"{ESCAPE}[3" not in screen.text
    assert f"{ESCAPE}[1m" not in screen.text


def test_no_escape_codes_without_a_terminal(kiwipete_process):
    ended = kiwipete_process("bench", "--threads", "2")
    assert (ended.code, ended.err) == (0, "")
    assert ESCAPE not in ended.out
