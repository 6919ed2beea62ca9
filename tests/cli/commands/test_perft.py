from __future__ import annotations

import json
import subprocess
import sys

import pytest

from kiwipete import Board
from kiwipete.perft import processors
from kiwipete.positions import NAMED_POSITIONS

# https://www.chessprogramming.org/Perft_Results
KNOWN = {
    "startpos": (4, 197_281),
    "kiwipete": (3, 97_862),
    "position3": (4, 43_238),
    "position4": (3, 9_467),
    "position5": (3, 62_379),
    "position6": (3, 89_890),
}
KIWIPETE_3 = {
    "captures": 17_102,
    "en_passant": 45,
    "castles": 3_162,
    "promotions": 0,
    "checks": 993,
    "discovered_checks": 0,
    "double_checks": 0,
    "checkmates": 1,
}
ROOKS_ON_B_AND_G = "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1"


def test_tells_nodes_time_and_speed(kiwipete):
    code, out, err = kiwipete("perft", "3")
    nodes, time, speed = out.splitlines()
    assert (code, nodes, err) == (0, "Nodes   8,902", "")
    assert time.startswith("Time    ")
    assert speed.startswith("Speed   ")
    assert speed.endswith(" nodes/s")


@pytest.mark.parametrize("name", NAMED_POSITIONS)
def test_counts_positions_by_name_and_by_fen(kiwipete, name):
    depth, nodes = KNOWN[name]
    for position in (name, NAMED_POSITIONS[name]):
        ended = kiwipete("perft", str(depth), position, "--json")
        assert json.loads(ended.out)["nodes"] == nodes


@pytest.mark.parametrize(
    "options",
    [
        ("--threads", "1"),
        ("--threads", "3"),
        ("--threads", "1024"),
        ("--hash", "1"),
        ("--method", "fast"),
        ("--method", "fast1"),
        ("--method", "fast1", "--hash", "1"),
        ("--method", "legal"),
        ("--method", "pseudo"),
        ("--check",),
        ("--chess960",),
        ("--stats", "--check", "--hash", "2", "--method", "legal", "--threads", "2"),
    ],
)
def test_every_way_counts_the_same(kiwipete, options):
    ended = kiwipete("perft", "3", "kiwipete", "--json", *options)
    assert (ended.code, json.loads(ended.out)["nodes"]) == (0, 97_862)


def test_depth_0_is_one_node(kiwipete):
    assert kiwipete("perft", "0").out.startswith("Nodes   1\n")


def test_the_deepest_depth_is_accepted(kiwipete):
    ended = kiwipete("perft", "60", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    assert (ended.code, ended.out.splitlines()[0]) == (0, "Nodes   0")


def test_a_check_says_that_it_was_done(kiwipete):
    assert kiwipete("perft", "2", "--check").out.endswith("\nCheck   every node agrees\n")


def test_divide_is_sorted_and_ends_with_the_total(kiwipete):
    code, out, err = kiwipete("perft", "3", "kiwipete", "--divide")
    counts = {
        move.uci(): nodes for move, nodes in Board(NAMED_POSITIONS["kiwipete"]).divide(3).items()
    }
    lines = [f"{move}: {counts[move]}" for move in sorted(counts)]
    assert code == 0
    assert out == "\n".join([*lines, "", "Nodes searched: 97862", ""])
    # Times differ from run to run, so they stay out of what is compared.
    assert err.endswith(" nodes/s\n")


@pytest.mark.parametrize(
    "words",
    [
        ("perft", "2", "kiwipete", "--divide"),
        ("perft", "2", "--divide", "kiwipete"),
        ("perft", "--divide", "2", "kiwipete"),
        ("perft", "--threads", "1", "2", "--divide", "kiwipete"),
    ],
)
def test_options_may_stand_anywhere(kiwipete, words):
    assert kiwipete(*words).out.endswith("\nNodes searched: 2039\n")


def test_stats_are_a_table(kiwipete):
    code, out, _ = kiwipete("perft", "3", "kiwipete", "--stats")
    cells = [[cell.strip() for cell in line.split("│")] for line in out.splitlines()]
    rows = {cell[1]: cell[2] for cell in cells if len(cell) > 3}
    expected = {kind.replace("_", " "): f"{number:,}" for kind, number in KIWIPETE_3.items()}
    assert code == 0
    assert rows == {"last ply": "moves", **expected}
    assert "Nodes   97,862" in out


def test_stats_of_nothing(kiwipete):
    ended = kiwipete("perft", "2", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "--stats")
    assert (ended.code, "captures" in ended.out) == (0, True)


def test_json_has_every_field_and_nothing_else(kiwipete):
    code, out, err = kiwipete("perft", "4", "--moves", "e2e4 e7e5", "--json")
    report = json.loads(out)
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert report.pop("seconds") > 0
    assert report.pop("nps") > 0
    assert report == {
        "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "depth": 4,
        "nodes": 728_887,
        "threads": processors(),
        "hash_mb": 0,
        "method": "fast",
    }


def test_json_with_divide_and_stats(kiwipete):
    options = ("--divide", "--stats", "--threads", "2", "--hash", "4", "--method", "pseudo")
    report = json.loads(kiwipete("perft", "3", "kiwipete", "--json", *options).out)
    assert report["stats"] == KIWIPETE_3
    assert list(report["divide"]) == sorted(report["divide"])
    assert len(report["divide"]) == 48
    assert sum(report["divide"].values()) == report["nodes"] == 97_862
    assert (report["threads"], report["hash_mb"], report["method"]) == (2, 4, "pseudo")


def test_moves_are_played_first(kiwipete):
    mate = kiwipete("perft", "3", "--moves", "f2f3 e7e5 g2g4 d8h4", "--divide")
    assert mate.out == "\nNodes searched: 0\n"


def test_castling_rights_that_need_chess960_turn_it_on(kiwipete):
    report = json.loads(kiwipete("perft", "1", ROOKS_ON_B_AND_G, "--divide", "--json").out)
    assert {"e1b1", "e1g1"} <= set(report["divide"])
    assert report["nodes"] == len(Board(ROOKS_ON_B_AND_G, chess960=True).legal_moves)


def test_chess960_writes_castling_as_king_takes_rook(kiwipete):
    usual = json.loads(kiwipete("perft", "1", "kiwipete", "--divide", "--json").out)
    shuffled = json.loads(
        kiwipete("perft", "1", "kiwipete", "--chess960", "--divide", "--json").out
    )
    assert {"e1g1", "e1c1"} <= set(usual["divide"])
    assert {"e1h1", "e1a1"} <= set(shuffled["divide"])


def test_short_counts_start_without_rich():
    program = (
        "import sys; from kiwipete.cli import main; code = main(['perft', '1']); "
        "sys.exit('rich was imported' if 'rich' in sys.modules else code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Nodes   20\n")


def test_a_short_count_shows_no_bar(terminal):
    screen = terminal("perft", "3")
    assert screen.wait() == 0
    assert screen.text.startswith("Nodes   8,902\n")


def test_stats_are_coloured_in_a_terminal_unless_told_otherwise(terminal):
    coloured = terminal("perft", "2", "--stats")
    plain = terminal("perft", "2", "--stats", NO_COLOR="1")
    assert (coloured.wait(), plain.wait()) == (0, 0)
    assert "\033[" in coloured.text
    assert "\033[" not in plain.text
    assert "captures" in plain.text


def test_a_position_that_no_game_reaches_is_counted_with_a_note(kiwipete):
    ended = kiwipete("perft", "3", "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1")
    assert ended.code == 0
    assert "Nodes   1,829" in ended.out
    assert ended.err == (
        "kiwipete: note: no game can reach this position: no last move can have given this check\n"
    )


def test_stale_castling_rights_do_not_count(kiwipete):
    fen = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"
    ended = kiwipete("perft", "1", fen)
    assert ended.code == 0
    assert "Nodes   15" in ended.out
    assert "a castling right has no king and rook at home" in ended.err
