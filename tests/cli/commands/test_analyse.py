from __future__ import annotations

import json
import re

import pytest

from kiwipete import Board
from kiwipete.cli.commands.analyse import AnalyseTask, Goal
from kiwipete.cli.ui.analyse_view import Found
from kiwipete.engine import Cp, Mate, PovScore
from tests.support.pseudo_terminal import ESCAPE

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/4R1K1 w - -"
HANGING = "4k3/8/8/3q4/8/8/8/3RK3 w - -"  # a queen to be taken
LINE = re.compile(
    r"depth \d+/\d+(, line \d)?: [+-](\d+\.\d\d|M\d+) \(\d+/\d+/\d+\), [0-9,]+ nodes?, "
    r"[0-9.]+ ?[kMG]? nodes/s, [0-9.]+ s: \S.*"
)


def test_a_line_for_each_depth(kiwipete):
    code, out, err = kiwipete("analyse", "kiwipete", "--depth", "4")
    assert (code, err) == (0, "")
    fen, heading, *lines, best = out.splitlines()
    assert Board(fen).fen() == fen
    assert heading == "White to move; scores are White's"
    assert all(LINE.fullmatch(line) for line in lines)
    assert [line.split("/")[0] for line in lines] == [f"depth {n}" for n in range(1, 5)]
    move = best.removeprefix("Best move   ")
    assert lines[-1].split(": ")[-1].split()[1] == move


def test_scores_are_whites(kiwipete):
    white = f"{HANGING} 0 1"
    black = Board(white).mirror().fen()
    assert ": +" in kiwipete("analyse", white, "--depth", "3").out
    code, out, _ = kiwipete("analyse", black, "--depth", "3")
    assert code == 0
    assert "Black to move" in out
    assert ": -" in out
    assert ": +" not in out


def test_several_lines(kiwipete):
    code, out, _ = kiwipete("analyse", "--multipv", "3", "--depth", "2")
    assert code == 0
    for number in (1, 2, 3):
        assert re.search(rf"^depth 2/\d+, line {number}: ", out, re.MULTILINE)


def test_moves_before(kiwipete):
    code, out, _ = kiwipete("analyse", "--moves", "f3 e5 g4", "--depth", "2")
    assert code == 0
    assert "1: -M1" in out
    assert out.endswith("Best move   Qh4#\n")


def test_chess960_castling_keeps_its_notation(kiwipete):
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    code, out, _ = kiwipete("analyse", fen, "--chess960", "--nodes", "200", "--json")
    assert code == 0
    assert json.loads(out)["chess960"] is True


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate"),
    ],
)
def test_no_move(kiwipete, fen, why):
    code, out, err = kiwipete("analyse", fen)
    assert (code, err) == (0, "")
    assert out.endswith(f"Best move   no move, {why}\n")


def test_json_is_always_the_same_under_a_node_limit(kiwipete):
    words = ("analyse", "kiwipete", "--nodes", "5000", "--multipv", "2", "--json")
    first, second = (json.loads(kiwipete(*words).out) for _ in range(2))
    for found in (first, second):
        del found["seconds"], found["nps"]
    assert first == second
    assert [line["number"] for line in first["lines"]] == [1, 2]
    best = first["lines"][0]
    assert (best["mate"], type(best["centipawns"])) == (None, int)
    board = Board(first["fen"])
    assert board.parse_san(first["san"]) == board.parse_uci(first["best"])
    assert board.variation_san(map(board.parse_uci, first["lines"][0]["moves"][:1])) in best["san"]
    assert (first["solved"], first["solution"], first["interrupted"]) == (None, None, False)


@pytest.fixture
def tests_file(tmp_path):
    def write(*lines: str) -> str:
        path = tmp_path / "tests.epd"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(path)

    return write


def test_tests_are_checked_and_summed_up(kiwipete, tests_file):
    file = tests_file(
        "# a comment",
        f'{HANGING} bm Rxd5; id "take it";',
        f'{HANGING} bm Rd4 Kf1; id "do not";',
        f'{HANGING} am Rxd5; id "avoid it"; c0 not quite EPD;',
        f'{HANGING} 3 40 am Kf1 Rd4; id "avoid others";',
        f'{MATE_IN_ONE} dm 1; id "mate";',
        f'{HANGING} dm 2; id "no mate";',
        f"{MATE_IN_ONE}",
    )
    code, out, err = kiwipete("analyse", file, "--depth", "4")
    assert (code, err) == (1, "")
    lines = out.splitlines()
    when = r"after [0-9.]+ s, depth 1"
    assert re.fullmatch(rf"solved    take it: Rxd5 {when}", lines[0])
    assert re.fullmatch(
        r"failed    do not: Rxd5, \+\d\.\d\d, depth 4; wanted: Rd4 or Kf1", lines[1]
    )
    assert re.fullmatch(r"failed    avoid it: Rxd5, .*; wanted: not Rxd5", lines[2])
    assert re.fullmatch(rf"solved    avoid others: Rxd5 {when}", lines[3])
    assert re.fullmatch(rf"solved    mate: Re8# {when}", lines[4])
    assert re.fullmatch(r"failed    no mate: Rxd5, .*; wanted: mate in 2", lines[5])
    assert re.fullmatch(r"analysed  line 8: Re8#, \+M1, depth \d+", lines[6])
    assert re.fullmatch(
        r"3 of 6 tests solved in [0-9.]+ s; "
        r"the solutions took [0-9.]+ s, at depth 1\.0 on average",
        lines[7],
    )


def test_all_solved(kiwipete, tests_file):
    file = tests_file(f"{MATE_IN_ONE} bm Re8#;", f"{HANGING} bm Rxd5;")
    code, out, err = kiwipete("analyse", file, "--depth", "3")
    assert (code, err) == (0, "")
    assert "2 of 2 tests solved" in out


def test_a_move_may_be_written_with_the_sign_of_mate(kiwipete, tests_file):
    file = tests_file(f'{MATE_IN_ONE} bm Re8#; id "back rank"; # solved at once')
    assert "solved    back rank: Re8#" in kiwipete("analyse", file, "--depth", "4").out


def test_tests_as_json(kiwipete, tests_file):
    file = tests_file(f'{MATE_IN_ONE} bm Re8; id "one";', f"{HANGING} bm Rd4;")
    code, out, err = kiwipete("analyse", file, "--depth", "3", "--json")
    one, two = map(json.loads, out.splitlines())
    assert (code, err) == (1, "")
    assert (one["name"], one["wanted"], one["solved"]) == ("one", "Re8#", True)
    assert (one["lines"][0]["mate"], one["lines"][0]["centipawns"]) == (1, None)
    assert one["lines"][0]["wdl"] == [1000, 0, 0]
    assert one["solution"]["depth"] == 1
    assert (two["name"], two["solved"], two["solution"]) == ("line 2", False, None)


def test_unusable_lines_are_named_and_skipped(kiwipete, tests_file):
    file = tests_file(
        f"{MATE_IN_ONE} bm Qe8;",
        f"{MATE_IN_ONE} bm Re8;",
        "nonsense",
        f"{MATE_IN_ONE} bm 8;",
        f"{MATE_IN_ONE} am;",
        f"{MATE_IN_ONE} dm 0;",
        f"{MATE_IN_ONE} dm Re8;",
        "8/8/8/8/8/8/8/K7 w - - bm Kb1;",
    )
    code, out, err = kiwipete("analyse", file, "--depth", "2")
    assert code == 2
    assert "1 of 1 test solved" in out
    told = re.findall(r"^kiwipete: .*tests\.epd:(\d): (.*)$", err, re.MULTILINE)
    assert [number for number, _ in told] == ["1", "3", "4", "5", "6", "7", "8"]
    assert [reason for _, reason in told][2:] == [
        "bm wants moves, not 8",
        "am wants moves, not []",
        "dm wants a number of moves, not 0",
        "dm wants a number of moves, not Move.from_uci('e1e8')",
        "impossible position: black has no king",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["missing.epd"], "cannot read missing.epd"),
        (["missing"], "unknown position 'missing'"),
        (["8/8/8/8/8/8/8/K7 w - - 0 1"], "impossible position: black has no king"),
        (f"{MATE_IN_ONE} 0 1".split(), f'put it in quotes: "{MATE_IN_ONE} 0 1"'),
        (["--depth", "0"], "the depth must be a whole number from 1 to 127"),
        (["--multipv", "0"], "the number of lines"),
        (["--seconds", "soon"], "a time must be"),
        (["--hash", "0"], "the size of the hash table in MB"),
        (["--moves", "e5"], "illegal"),
    ],
)
def test_bad_input(kiwipete, words, message):
    code, out, err = kiwipete("analyse", *words)
    assert (code, out) == (2, "")
    assert message in err


def test_moves_do_not_fit_a_file(kiwipete, tests_file):
    code, _, err = kiwipete("analyse", tests_file(MATE_IN_ONE), "--moves", "Re8")
    assert code == 2
    assert "--moves works with one position" in err


def test_an_empty_file(kiwipete, tests_file):
    code, out, err = kiwipete("analyse", tests_file("# nothing"))
    assert (code, out) == (2, "")
    assert "nothing to analyse in" in err


def test_a_solution_counts_from_when_it_stays():
    board = Board()
    right, wrong = board.parse_san("e4"), board.parse_san("d4")
    found = Found(AnalyseTask("test", board, Goal(best=(right,))))
    said = [(1, right, {}), (2, wrong, {}), (3, right, {"lowerbound": True}), (4, right, {})]
    for depth, move, bound in said:
        info = {"depth": depth, "nodes": 10 * depth, "time": depth / 10, "pv": [move], **bound}
        found.add({"multipv": 1, "score": PovScore(Cp(0), True), **info})
    found.end(right)
    assert found.solution == (0.3, 3, 30)
    found.end(wrong)
    assert found.solved is False


def test_a_longer_mate_is_no_solution():
    goal = Goal(mate=3)
    move = Board().parse_san("e4")
    assert goal.is_met(move, Mate(3).mate())
    assert not goal.is_met(move, Mate(4).mate())
    assert not goal.is_met(move, Mate(-3).mate())
    assert not goal.is_met(move, None)


def test_ctrl_c_prints_what_is_known(terminal):
    screen = terminal("analyse", "--seconds", "600")
    screen.wait_for("1. ")
    screen.press_ctrl_c()
    assert screen.wait() == 130
    assert ESCAPE in screen.text
    last = screen.text.rpartition("Best move   ")[2]
    assert re.match(r"\S+\nkiwipete: interrupted: 0 of 1 position analysed\n", last)


def test_the_live_table_shortens_lines_but_no_numbers(terminal):
    screen = terminal("analyse", "kiwipete", "--nodes", "400000", COLUMNS="70")
    assert screen.wait() == 0
    live = screen.text.rpartition(f"{ESCAPE}[?25h")[0]
    rows = re.findall(r"^ *(\d+/\d+ .*)$", live, re.MULTILINE)
    assert any(row.rstrip().endswith("…") for row in rows)
    numbers = r"\d+/\d+  +[+-]\S+  +\d+/\d+/\d+  +[0-9,]+  +[0-9.]+ [kM]  +[0-9.]+ s  \d+\. \S+ .*"
    assert all(re.fullmatch(numbers, row) for row in rows)


def test_a_terminal_shows_verdicts_of_a_file(terminal, tests_file):
    screen = terminal("analyse", tests_file(f'{HANGING} bm Rxd5; id "one";'), "--nodes", "20000")
    assert screen.wait() == 0
    assert "solved    one: Rxd5 after " in screen.text
    assert "1 of 1 test solved in " in screen.text


def test_ctrl_c_loses_no_result(kiwipete, monkeypatch, tests_file):
    def stop_behind_the_first(view, found):
        raise KeyboardInterrupt

    monkeypatch.setattr("kiwipete.cli.ui.analyse_view.Verdicts.end", stop_behind_the_first)
    file = tests_file(f"{MATE_IN_ONE} bm Re8;", f"{HANGING} bm Rxd5;")
    code, out, err = kiwipete("analyse", file, "--depth", "2")
    assert (code, err) == (130, "kiwipete: interrupted: 1 of 2 positions analysed\n")
    assert "1 of 1 test solved" in out


def test_ctrl_c_ends_a_file(terminal, tests_file):
    file = tests_file(f"{MATE_IN_ONE} bm Re8;", Board().epd())
    screen = terminal("analyse", file, "--seconds", "600", TERM="dumb")
    screen.wait_for("solved")
    screen.press_ctrl_c()
    assert screen.wait() == 130
    assert "1 of 1 test solved" in screen.text
    assert "interrupted: 1 of 2 positions analysed" in screen.text


def test_endgame_tables(kiwipete, tables):
    words = ("analyse", "8/8/8/4k3/8/8/8/K6R w - - 0 1", "--depth", "3")
    assert kiwipete(*words, "--tables", tables).out.count(": +0.00 ") == 3  # all draws, they say
    assert ": +0.00 " not in kiwipete(*words).out


@pytest.mark.parametrize("command", ["analyse", "play"])
def test_folders_without_tables_are_refused(kiwipete, tmp_path, command):
    refused = "kiwipete: --tables: no tables in the folder "
    assert kiwipete(command, "--tables", str(tmp_path)) == (2, "", f"{refused}{str(tmp_path)!r}\n")
    missing = "kiwipete: --tables: no folder of tables: 'nowhere' (No such file or directory)\n"
    assert kiwipete(command, "--tables", "nowhere") == (2, "", missing)
    empty = "kiwipete: --tables must be a folder, not ''\n"
    assert kiwipete(command, "--tables", "") == (2, "", empty)
