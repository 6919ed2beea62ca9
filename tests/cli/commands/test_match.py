"""`kiwipete match` with toy engines."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from functools import partial

import chess.pgn
import pytest

from kiwipete.cli import main
from tests.support.html import data_of
from tests.support.match.toys import toy_command
from tests.support.processes import ends, start

WISE, BLIND = toy_command("name=Wise", "seed=1"), toy_command("name=Blind", "seed=2", "blind")
QUICK = ("--nodes", "10", "--win", "300,1", "--jobs", "2")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Play two games once; return what their ledger and their PGN hold."""
    folder = tmp_path_factory.mktemp("played")
    ledger, pgn = folder / "run.jsonl", folder / "games.pgn"
    words = (*QUICK, "--games", "2", "--resume", str(ledger), "--pgn", str(pgn))
    assert main(["match", WISE, BLIND, *words]) == 0
    return ledger.read_text(), pgn.read_text()


@pytest.fixture
def after_two_games(kiwipete, tmp_path, played):
    """Run a command as if the two games had just been played: it continues their ledger."""
    ledger = tmp_path / "run.jsonl"
    ledger.write_text(played[0])
    return partial(kiwipete, "match", WISE, BLIND, *QUICK, "--resume", str(ledger), "--games")


def test_two_engines(kiwipete):
    code, out, err = kiwipete("match", WISE, BLIND, *QUICK, "--games", "6")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len([line for line in lines if re.match(r"\d: (Wise|Blind) - (Wise|Blind) ", line)]) == 6
    assert "Wise against Blind, 10 nodes a move" in lines
    assert re.search(r"^Score       [\d.]+ of 6 games, [\d.]+ %: \+\d =\d -\d$", out, re.MULTILINE)
    assert re.search(
        r"^Pairs       \d \d \d \d \d \(0, 1/2, 1, 3/2 and 2 points\)$", out, re.MULTILINE
    )
    assert re.search(r"^Elo         \+\S+ ± \S+, normalized \+\S+ ± \S+$", out, re.MULTILINE)
    assert re.search(r"^Time        Wise: [\d.]+ ms a move, at most \d+ ms$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("engines", "code", "verdict"),
    [((WISE, BLIND), 0, "H1 accepted"), ((BLIND, WISE), 1, "H0 accepted")],
)
def test_a_test_decides(kiwipete, engines, code, verdict):
    ended = kiwipete("match", *engines, *QUICK, "--sprt", "0,100")
    assert ended.code == code
    assert re.search(
        rf"SPRT        LLR -?[\d.]+ of \(-2\.94, 2\.94\) for Elo 0 or 100: {verdict}", ended.out
    )


@pytest.mark.parametrize("words", [("--sprt", "-3,1"), ("--sprt=-3,1",), ("--sprt", "-3.5,-1")])
def test_negative_bounds(after_two_games, words):
    code, out, err = after_two_games("2", *words)
    assert (code, err) == (4, "")
    assert re.search(r"for Elo -3(\.5)? or -?1: undecided", out)


@pytest.mark.parametrize("bounds", ["0,300", "-9999,9999", "9998,9999", "-.5,0.5", "0,0.000001"])
@pytest.mark.parametrize("model", [(), ("--normalized",)])
def test_no_bounds_are_too_extreme(after_two_games, bounds, model):
    extremes = ("--alpha", "0.49999999999999994", "--beta", f"0.{'0' * 290}1", "--json")
    code, out, err = after_two_games("2", "--sprt", bounds, *model, *extremes)
    assert err == ""
    assert code == {None: 4, "H0": 1, "H1": 0}[json.loads(out)["sprt"]["verdict"]]


@pytest.mark.parametrize(
    "words",
    [
        ("--tc", "9999/999999.9+9999.9"),
        ("--tc", "1/0.1"),
        ("--movetime", "999999.999"),
        ("--nodes", "1000000000"),
        ("--depth", "200"),
        ("--nodes", "1", "--timeout", "999999", "--grace", "999999"),
        ("--nodes", "1", "--win", "0,0"),
        ("--nodes", "1", "--win", "999999,999999", "--draw", "999999,0,0"),
        ("--nodes", "1", "--seed", "1000000000"),
    ],
)
def test_extreme_numbers(kiwipete, words):
    ended = kiwipete("match", WISE, toy_command("crash@2"), *words, "--games", "2", "--jobs", "1")
    assert (ended.code, ended.err) == (0, "")


def test_a_bug_of_ours_is_no_verdict(kiwipete, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("kiwipete.match.Sprt.ratio", fail)
    code, _, err = kiwipete("match", WISE, BLIND, *QUICK, "--games", "2", "--sprt", "0,5")
    assert code == 70
    assert "ZeroDivisionError: a bug" in err
    assert err.endswith(
        "kiwipete: this is a bug in kiwipete: please report it with the lines above\n"
    )


def test_too_few_games_for_a_test(after_two_games):
    words = ("--sprt=-1,1", "--normalized", "--alpha", "0.1", "--beta", "0.2")
    code, out, _ = after_two_games("2", *words)
    assert code == 4
    assert re.search(r"of \(-1\.50, 2\.08\) for normalized Elo -1 or 1: undecided", out)


def test_json(kiwipete):
    code, out, err = kiwipete(
        "match", WISE, BLIND, *QUICK, "--games", "4", "--json", "--sprt", "0,400"
    )
    report = json.loads(out)
    assert (code, err) == (4, "")
    assert [engine["name"] for engine in report["engines"]] == ["Wise", "Blind"]
    assert (report["games"], report["games_planned"]) == (4, 4)
    assert sum(report["pairings"][0]["pairs"]) == 2
    assert report["sprt"]["bounds"] == [-2.9444, 2.9444]
    assert report["engines"][0]["moves"] > 0


def test_names(kiwipete):
    code, out, _ = kiwipete(
        "match", f"new={WISE}", WISE, BLIND, BLIND, *QUICK, "--games", "2", "--gauntlet"
    )
    assert code == 0
    for name in ("new", "Wise", "Blind C", "Blind D"):
        assert re.search(rf"^ ?\d  {name}  ", out, re.MULTILINE)


def test_a_table_of_ratings(kiwipete):
    third = toy_command("name=Third", "seed=3")
    code, out, _ = kiwipete("match", BLIND, WISE, third, *QUICK, "--games", "4", "--gauntlet")
    assert code == 0
    rows = re.findall(r"^ (\d)  (\w+) +(\S+) ± (\S+) +(\d+) +(\S+) +(\S+)$", out, re.MULTILINE)
    assert [row[0] for row in rows] == ["1", "2", "3"]
    assert rows[-1][1] == "Blind"
    assert {row[1]: row[4] for row in rows} == {"Blind": "8", "Wise": "4", "Third": "4"}
    assert re.search(r"^Met         Blind - Third: [\d.]+ % of 4 games, Elo -", out, re.MULTILINE)


def test_failures_are_told_and_do_not_stop_the_match(kiwipete):
    bad = toy_command("name=Bad", "crash@2")
    code, out, err = kiwipete("match", WISE, bad, *QUICK, "--games", "4")
    assert (code, err) == (0, "")
    assert "Failures    Bad lost 4 games: 4 crash" in out
    assert "1-0 crash (it ended with exit code 3: panic: out of ideas), " in out


def test_pgn(kiwipete, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[Event "before"]\n\n1. e4 *\n\n')
    kiwipete("match", WISE, BLIND, *QUICK, "--games", "4", "--pgn", str(path))
    with path.open() as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert [game.headers["Event"] for game in games] == ["before", *["kiwipete match"] * 4]
    assert {game.headers["Round"] for game in games[1:]} == {"1.1", "1.2", "2.1", "2.2"}
    assert all(not game.errors and game.end().ply() > 4 for game in games[1:])


@pytest.mark.parametrize("option", ["--pgn", "--resume"])
def test_a_full_disk_loses_no_result(kiwipete, option, monkeypatch):
    # The ledger and the PGN are on a disk with no room, which is found out when a game is written.
    if option == "--resume":
        monkeypatch.setattr("kiwipete.match.Ledger._open", lambda *_: None)
        monkeypatch.setattr("kiwipete.match.Ledger.games", lambda *_: iter(()))
    code, out, err = kiwipete("match", WISE, BLIND, *QUICK, "--games", "6", option, "/dev/full")
    assert code == 5
    assert err == "kiwipete: cannot write /dev/full: No space left on device\n"
    assert re.search(r"^Score       [\d.]+ of 1 game,", out, re.MULTILINE)


def test_openings(kiwipete, tmp_path):
    path, pgn = tmp_path / "book.epd", tmp_path / "games.pgn"
    path.write_text("# two\nd2d4 d7d5 c2c4\n1. e4 c5\n")
    words = (*QUICK, "--openings", str(path), "--in-order", "--games", "6", "--pgn", str(pgn))
    code, _, err = kiwipete("match", WISE, BLIND, *words)
    assert code == 0
    assert err == "kiwipete: note: 2 openings for 3 pairs of games: they are played again\n"
    text = " ".join(pgn.read_text().split())
    assert text.count("1. d4 { book } 1... d5 { book } 2. c4 { book } 2... ") == 4
    assert text.count("1. e4 { book } 1... c5 { book } 2. ") == 2


def test_resume(kiwipete, tmp_path):
    path = str(tmp_path / "run.jsonl")
    command = ("match", WISE, BLIND, *QUICK, "--resume", path, "--games")
    first = kiwipete(*command, "4")
    again = kiwipete(*command, "4")
    assert again.out == "\n".join(first.out.splitlines()[4:]) + "\n"
    more = kiwipete(*command, "6")
    assert [line.partition(":")[0] for line in more.out.splitlines()[:2]] in (
        ["5", "6"],
        ["6", "5"],
    )
    other = kiwipete("match", WISE, BLIND, "--nodes", "11", "--resume", path)
    assert other.code == 2
    assert "is from another match: " in other.err
    assert "; terms control nodes is 10, not 11; " in other.err


def pgn_games(path):
    with path.open() as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert all(not game.errors for game in games)
    return [(game.headers["Event"], game.headers["Round"]) for game in games]


@pytest.mark.parametrize("kept", [None, 0, 10, 30, 60, 130, -400, -3, -2, -1])
def test_a_pgn_that_was_cut_short_is_completed(after_two_games, played, tmp_path, kept):
    pgn = tmp_path / "games.pgn"
    before = '[Event "before"]\n\n1. e4 { [Event "x"] } *\n\n'
    whole = before + played[1]
    pgn.write_text(whole)
    assert len(pgn_games(pgn)) == 3
    second = whole.rindex('[Event "kiwipete match"]')
    if kept is None:
        pgn.unlink()
    else:
        pgn.write_text(whole[: kept if kept < 0 else second + kept])
    assert after_two_games("4", "--pgn", str(pgn)).code == 0
    events = pgn_games(pgn)
    assert sorted(events[kept is not None :]) == [
        ("kiwipete match", number) for number in ("1.1", "1.2", "2.1", "2.2")
    ]
    assert kept is None or pgn.read_text().startswith(before)
    after = pgn.read_text()
    assert after_two_games("4", "--pgn", str(pgn)).code == 0
    assert pgn.read_text() == after


def test_edited_ledgers(after_two_games, tmp_path):
    path = tmp_path / "run.jsonl"
    head, *games = path.read_text().splitlines(keepends=True)
    first = json.loads(games[0])
    pgn = ("--pgn", str(tmp_path / "games.pgn"))
    for change, reason, more in [
        ({"white": 7}, r":2 is damaged: game \d is 7 - \d, not \d - \d", ()),
        (
            {"moves": first["moves"].replace(first["moves"][-4:], "a1a1")},
            "game .: UCI move stays",
            pgn,
        ),
        ({"opening": ["8/8/8/8/8/8/8/8 w - - 0 1", first["opening"][1]]}, "game ", pgn),
    ]:
        content = "".join([head, json.dumps({**first, **change}) + "\n", *games[1:]])
        path.write_text(content)
        ended = after_two_games("2", *more)
        assert (ended.code, ended.out) == (2, "")
        assert re.search(reason, ended.err)
        assert path.read_text() == content


def test_ctrl_c_and_on(kiwipete, tmp_path):
    path = str(tmp_path / "run.jsonl")
    command = ("match", WISE, BLIND, *QUICK, "--resume", path, "--games", "400")
    process = start(*command)
    assert process.stdout is not None
    for _ in range(3):
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.fullmatch(
        r"kiwipete: interrupted: \d+ of 400 games played; the same command continues\n", err
    )
    assert "Wise against Blind" in out
    played = int(re.findall(r"(\d+) of 400", err)[0])
    report = json.loads(kiwipete(*command[:-1], str(played + played % 2), "--json").out)
    assert report["games"] == played + played % 2


def orphans_of(folder):
    return [int(path.name) for path in folder.iterdir()]


ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")


@ON_LINUX
def test_no_orphan_survives_the_match(kiwipete, tmp_path):
    engine = toy_command(f"orphans={tmp_path}")
    assert kiwipete("match", engine, engine, *QUICK, "--games", "4").code == 0
    assert len(orphans_of(tmp_path)) >= 4  # when they were introduced, and when they played
    assert ends(*orphans_of(tmp_path))


@ON_LINUX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_no_orphan_survives_a_match_that_is_ended(tmp_path, number):
    engine = toy_command(f"orphans={tmp_path}")
    process = start("match", engine, engine, *QUICK, "--games", "1000")
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert len(orphans_of(tmp_path)) >= 4
    assert ends(*orphans_of(tmp_path))


@ON_LINUX
def test_no_orphan_survives_an_engine_that_cannot_play(kiwipete, tmp_path):
    engine = toy_command(f"orphans={tmp_path}")
    ended = kiwipete("match", engine, engine, *QUICK, "--option-a", "Skill=1")
    assert ended.code == 3
    assert orphans_of(tmp_path)
    assert ends(*orphans_of(tmp_path))


def test_too_few_files_for_so_many_games(tmp_path):
    limited = f'ulimit -n 40; exec "{sys.executable}" -m kiwipete "$@"'
    done = subprocess.run(
        ["sh", "-c", limited, "sh", "match", WISE, BLIND, "--nodes", "9", "--jobs", "99"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 3
    assert "kiwipete: cannot start a process that plays: Too many open files\n" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("x",), "name two engines at least"),
        (("a", "b"), "cannot play: cannot start"),
        ((WISE, BLIND, "--tc", "1"), "one of --tc, --movetime, --nodes, --depth"),
        ((WISE, BLIND, "--games", "3"), "games come in pairs: 3 is not an even number"),
        ((WISE, BLIND, "--sprt", "5,0"), "--sprt takes the smaller number first"),
        ((WISE, BLIND, "--sprt", "5"), "--sprt takes two numbers such as 0,10, not '5'"),
        ((WISE, BLIND, "--alpha", "0.7"), "a risk must be a number between 0 and 0.5"),
        (
            (WISE, BLIND, "--sprt", "0,5", "--beta", f"0.{'0' * 310}1"),
            "a risk must be between 0 and",
        ),
        ((WISE, BLIND, "--draw", "1,2"), "--draw takes 3 whole numbers"),
        ((WISE, BLIND, "--option", "Hash"), "an option must be NAME=VALUE"),
        ((WISE, BLIND, "--option-b", "Skill=1"), "cannot play: it has no option 'Skill'"),
        ((WISE, BLIND, "--option", "Skill=1"), "no engine has the option 'Skill'"),
        ((WISE, BLIND, "--option", "Hash=99"), "option 'Hash' is at most 64, got: 99"),
        ((WISE, BLIND, "--resume", "/dev/null"), "cannot use /dev/null"),
        ((WISE, WISE, BLIND, "--sprt", "0,5"), "between two engines"),
        ((WISE, BLIND, "--openings", "/no/such/file"), "cannot read /no/such/file"),
        ((WISE, BLIND, "--pgn", "/no/such/file"), "cannot write /no/such/file"),
        ((WISE, BLIND, "--resume", "/no/such/file"), "cannot open /no/such/file"),
    ],
)
def test_mistakes(kiwipete, words, message):
    code, out, err = kiwipete("match", *words, "--nodes", "10")
    assert code == (3 if "cannot play" in err else 2)
    assert out == ""
    assert err.startswith("kiwipete: ")
    assert message in err


def test_too_many_games_at_once(kiwipete):
    bad = toy_command("crash@1")
    ended = kiwipete("match", bad, bad, "--tc", "9", "--jobs", "200", "--games", "2")
    assert re.search(r"note: 200 games at once on \d+ processors?: clocks run while", ended.err)


def test_a_bad_clock(kiwipete):
    ended = kiwipete("match", WISE, BLIND, "--tc", "fast")
    assert ended == (
        2,
        "",
        "kiwipete: a clock must be seconds, or seconds+increment like 10+0.1, not 'fast'\n",
    )


def test_bad_openings(kiwipete, tmp_path):
    path = tmp_path / "book.epd"
    path.write_text("e2e4\ne2e5\n")
    ended = kiwipete("match", WISE, BLIND, "--nodes", "1", "--openings", str(path))
    assert ended.code == 2
    assert f"{path}, line 2: illegal move" in ended.err
    path.write_text("# nothing\n")
    ended = kiwipete("match", WISE, BLIND, "--nodes", "1", "--openings", str(path))
    assert f"there is no opening in {path}" in ended.err


def test_options_reach_the_engines(kiwipete, tmp_path):
    logs = [tmp_path / "a", tmp_path / "b"]
    engines = [toy_command(f"log={log}", "crash@2") for log in logs]
    words = ("--option", "Hash=8", "--option-b", "Hash=32", "--games", "2")
    assert kiwipete("match", *engines, *QUICK, *words).code == 0
    assert "setoption name Hash value 8\n" in logs[0].read_text()
    assert "setoption name Hash value 32\n" in logs[1].read_text()
    assert kiwipete("match", *engines, *QUICK, "--games", "2").code == 0
    assert "setoption name Hash value 16\n" in logs[0].read_text()


def test_a_terminal_shows_the_match_live(terminal):
    bad = toy_command("name=Bad", "seed=3", "illegal@2")
    screen = terminal("match", WISE, bad, *QUICK, "--games", "20", "--sprt", "0,5", COLUMNS="100")
    screen.wait_for("of 20 games")
    screen.wait_for("illegal move")
    assert screen.wait() in (0, 1, 4)
    assert "\033[2K" in screen.text  # the picture is erased
    assert "Traceback" not in screen.text
    assert "Wise against Bad, 10 nodes a move" in screen.text
    assert "SPRT        LLR" in screen.text


def test_ctrl_c_in_a_terminal(terminal):
    screen = terminal("match", WISE, BLIND, *QUICK, "--games", "1000")
    screen.wait_for("of 1,000 games")
    screen.press_ctrl_c()
    assert screen.wait() == 130
    assert "Traceback" not in screen.text
    assert "kiwipete: interrupted: " in screen.text


def test_modules_in_the_current_folder_are_left_alone(tmp_path):
    for name in ("random", "types", "kiwipete", "record"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not me')")
    program = (
        "import sys; sys.path.pop(0); from kiwipete.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "match", WISE, BLIND, *QUICK, "--games", "2", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ},
        timeout=60,
    )
    assert done.stderr == ""
    assert json.loads(done.stdout)["games"] == 2


def test_a_report_in_one_file_has_the_games_of_earlier_runs(after_two_games, tmp_path):
    path = tmp_path / "report.html"
    code, _, err = after_two_games("4", "--html", str(path))
    assert (code, err) == (0, "")
    html = path.read_text()
    assert html.startswith("<!DOCTYPE html>")
    assert "4 games" in html
    assert len(data_of(html)["games"]) == 4
    assert not [*tmp_path.glob("*.unfinished")]


@pytest.mark.parametrize("place", ["/dev/null", ".", "", "no/such/folder/report.html"])
def test_a_report_that_cannot_be_written_is_refused_before_the_match(kiwipete, place):
    code, out, err = kiwipete("match", WISE, BLIND, *QUICK, "--games", "2", "--html", place)
    assert (code, out) == (2, "")
    assert "cannot write" in err or "is empty" in err
