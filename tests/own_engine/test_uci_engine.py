"""Every line gets its answer, and no line can hurt."""

from __future__ import annotations

import io
import os
import random
import time

import pytest

from kiwipete import Board, Move
from kiwipete._core.line import Line
from kiwipete.own_engine.bench import Bench
from kiwipete.own_engine.options import OPTIONS
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.uci_engine import UciEngine, converse
from kiwipete.polyglot import make_entry, write_book
from tests.support.syzygy.invented_tables import wdl_table

FOOLS_MATE = "position startpos moves f2f3 e7e5 g2g4 d8h4"


class Gui:
    """The engine's side of UCI, and what it wrote."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.engine = UciEngine(self.said.append)

    def tell(self, *lines: str) -> list[str]:
        """Say lines; return what is answered at once."""
        before = len(self.said)
        for line in lines:
            assert self.engine.handle(line)
            self.engine.wait()
        return self.said[before:]

    def tell_all(self, *lines: str) -> list[str]:
        """Say lines as one write does; return what is answered until all of it is done."""
        before = len(self.said)
        for line in lines:
            assert self.engine.handle(line)
        self.finish()
        return self.said[before:]

    def finish(self) -> None:
        """Wait until everything is done, the search too."""
        self.engine.wait(finished=True)

    def wait_for(self, text: str, seconds: float = 20) -> str:
        """Wait for an answer that has this text in it; what was said before is forgotten."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = [line for line in self.said if text in line]
            if found:
                self.said.clear()
                return found[0]
            time.sleep(0.005)
        raise AssertionError(f"no {text} after {seconds} seconds: {self.said}")

    def best_move(self) -> str:
        """Wait for the next answer to `go`."""
        return self.wait_for("bestmove").split()[1]


def answers(said: list[str]) -> list[str]:
    """Return what was said without the search's own lines."""
    return [line for line in said if not line.startswith("info depth")]


@pytest.fixture
def gui():
    gui = Gui()
    yield gui
    gui.engine.close()


def test_uci_lists_every_option(gui):
    said = gui.tell("uci")
    assert said[0].startswith("id name Kiwipete ")
    assert said[-1] == "uciok"
    assert len([line for line in said if line.startswith("option name ")]) == len(OPTIONS)


@pytest.mark.parametrize(
    "go",
    [
        "go depth 6",
        "go nodes 3000",
        "go movetime 50",
        "go wtime 1000 btime 1000 winc 10 binc 10",
        "go wtime 1000 btime 1000 movestogo 1",
        "go wtime -50 btime -50",
        "go mate 1",
        "go depth 3 searchmoves a7a6 h7h6",
        "go depth -1 nodes 500",
        "go movetime 0",
        "go depth 99999999999999999999 nodes 100",
    ],
)
def test_go_gives_a_legal_move(gui, go):
    board = Board()
    for move in ("f2f3", "e7e5", "g2g4"):
        board.push_uci(move)
    gui.tell("position startpos moves f2f3 e7e5 g2g4", go)
    move = gui.best_move()
    assert board.parse_uci(move)
    if "searchmoves" in go:
        assert move in ("a7a6", "h7h6")
    if "mate" in go:
        assert move == "d8h4"


def test_an_infinite_search_waits_for_stop(gui):
    gui.tell(FOOLS_MATE.replace(" d8h4", ""), "go infinite depth 2")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in gui.said)
    assert gui.tell("isready") == ["readyok"]
    gui.tell("stop")
    assert gui.best_move() == "d8h4"


def test_pondering_waits_for_the_hit(gui):
    gui.tell("position startpos moves e2e4", "go ponder movetime 30")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in gui.said)
    gui.tell("ponderhit")
    gui.best_move()


def test_a_stop_at_once_is_not_lost(gui):
    for _ in range(50):
        gui.tell("go infinite", "stop")
        gui.best_move()
        gui.tell("go ponder movetime 1", "ponderhit")
        gui.best_move()


STOPPED = ("go infinite", "stop", "position startpos moves e2e4")


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        ((*STOPPED, "go depth 1"), "move move"),
        (("go infinite", "stop", "isready", "go depth 1"), "move ready move"),
        (("go infinite", "stop", "setoption name Hash value 1", "go depth 1"), "move move"),
        (("go infinite", "stop", "ucinewgame", "isready", "go depth 1"), "move ready move"),
        (("go infinite", "go depth 1", "stop"), "move move"),
        (("go depth 1", "go depth 1", "isready", "go depth 1"), "any"),
        (("go infinite", "stop", "go infinite", "isready", "stop", "isready"), "any"),
        (("go infinite", "go infinite", "stop", "stop"), "move move"),
        (("go ponder movetime 1", "ponderhit", "go depth 1"), "move move"),
        (("go ponder movetime 1", "go ponder movetime 1", "ponderhit"), "move move"),
        (("go ponder infinite", "ponderhit", "stop", "go depth 1"), "move move"),
        (("go perft 14", "go infinite", "stop", "go depth 1"), "move move"),
        (("bench", "stop", "go depth 1", "bench 1", "go nodes 1"), "move move"),
    ],
)
def test_every_go_has_its_move(gui, lines, order):
    """In one write, as often as it takes to see threads in many orders."""
    asked = sum(line.startswith("go") and "perft" not in line for line in lines)
    questions = lines.count("isready")
    names = {"bestmove": "move", "readyok": "ready"}
    for _ in range(40):
        heard = [line.split()[0] for line in gui.tell_all(*lines)]
        said = [names[word] for word in heard if word in names]
        assert (said.count("move"), said.count("ready")) == (asked, questions)
        assert order in ("any", " ".join(said))


def test_a_move_is_for_the_position_before_its_go(gui):
    for _ in range(40):
        said = gui.tell_all(*STOPPED, "go depth 1", "position startpos", "go depth 1")
        moves = [line.split()[1] for line in said if line.startswith("bestmove")]
        assert [move[1] in "12" for move in moves] == [True, False, True]


def test_a_stray_ponderhit_changes_nothing(gui):
    start = time.monotonic()
    gui.tell("ponderhit", "go movetime 300")
    while not any(line.startswith("bestmove") for line in gui.said):
        gui.engine.handle("ponderhit")
        time.sleep(0.02)
        assert time.monotonic() - start < 10
    gui.tell("go infinite", "ponderhit")
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in gui.said[-1:])
    gui.said.clear()
    gui.tell("stop", "ponderhit")
    gui.best_move()


def test_words_are_separated_by_any_space(gui):
    gui.tell("\tsetoption\tname  Multi\tvalue\t3")
    assert "no option 'Multi'" in gui.said[-1]
    gui.tell("setoption name Move \t Overhead  value   20", "setoption\tname\tMultiPV\tvalue\t2")
    gui.tell("position\tstartpos\tmoves\te2e4  e7e5\r")
    assert "/4p3/4P3/" in gui.tell("d")[-1]
    gui.tell("position fen\t4k3/8/8/8/8/8/8/4K2R  w K\t- 0 1 \tmoves")
    assert "4K2R w K - 0 1" in gui.tell("d")[-1]
    said = gui.tell_all("go\tdepth\t2")
    assert any(" multipv 2 " in line for line in said)
    assert not any("string" in line for line in said)


def test_a_finished_game_has_no_move(gui):
    gui.tell(FOOLS_MATE, "go depth 3")
    assert gui.best_move() == "(none)"


def test_castling_is_written_as_the_option_says(gui):
    fen = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    gui.tell(f"position {fen}", "go depth 1 searchmoves e1g1")
    assert gui.best_move() == "e1g1"
    gui.tell(
        "setoption name UCI_Chess960 value true", f"position {fen}", "go depth 1 searchmoves e1h1"
    )
    assert gui.best_move() == "e1h1"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("position fen 8/8/8/8 w - - 0 1", "position: FEN: 4 ranks instead of 8"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position: no legal game"),
        ("position startpos moves e2e5", "position: "),
        ("position", "position: 'startpos' or 'fen' is expected"),
        ("position here", "position: 'startpos' or 'fen' is expected"),
        ("setoption name Hash value many", "setoption: Hash is a number"),
        ("setoption name Hash value 0", "setoption: Hash is 1 to"),
        ("setoption name Nonsense value 1", "setoption: no option 'Nonsense'"),
        ("setoption name UCI_Elo value 9999", "setoption: UCI_Elo is "),
        ("setoption name Ponder value perhaps", "setoption: Ponder is true or false"),
        ("setoption name Without value magic", "setoption: no technique 'magic'"),
        ("setoption", "setoption: no option ''"),
        ("setoption name SyzygyPath value nowhere", "setoption: no folder of tables: 'nowhere'"),
        ("frobnicate now", "unknown command: frobnicate now"),
        ("go perft x", "go perft takes a number"),
    ],
)
def test_what_is_wrong_is_said_and_the_position_stays(gui, line, answer):
    gui.tell("position startpos moves d2d4")
    said = gui.tell(line)
    assert said[0].startswith(f"info string {answer}"), said
    gui.tell("stop")
    assert "/3P4/" in gui.tell("d")[0]


def test_a_pass_in_check_is_told_and_the_position_stays(gui):
    gui.tell("position startpos moves d2d4")
    said = gui.tell("position startpos moves e2e4 f7f6 d1h5 0000")
    assert said[0].startswith("info string position: no legal game"), said
    assert "/3P4/" in gui.tell("d")[0]


@pytest.mark.parametrize("moves", ["e2e5", "0000", "nonsense", "e7e5 a1a1 \x00"])
def test_moves_that_cannot_be_searched_are_told_and_left_out(gui, moves):
    gui.tell("position startpos")
    said = gui.tell(f"go depth 2 searchmoves {moves}")
    assert len([line for line in said if line.startswith("info string go searchmoves")]) == len(
        moves.split()
    )
    assert gui.best_move() in map(str, Board().legal_moves)
    gui.tell(f"go depth 2 searchmoves {moves} a2a3")
    assert gui.best_move() == "a2a3"


def test_many_unknown_words_take_no_time(gui):
    """Half a million of them: scanning the rest of the line after each would take minutes."""
    assert gui.tell("x " * 500_000 + "isready") == ["readyok"]


def test_what_comes_during_a_search_waits_for_its_end(gui):
    gui.tell("go infinite")
    assert not answers(gui.tell("setoption name Hash value 8", "position startpos moves e2e4"))
    assert not answers(gui.tell("setoption name SyzygyPath value .", "ucinewgame", "go depth 3"))
    assert "/PPPPPPPP/" in answers(gui.tell("d"))[0]
    assert answers(gui.tell("isready")) == ["readyok"]
    gui.tell("stop")
    gui.finish()
    first, tables, second = answers(gui.said)[-3:]
    assert Board().parse_uci(first.split()[1])
    assert "no tables in the folder '.'" in tables
    assert second.split()[1][1] in "5678"


def test_perft_is_a_divide(gui):
    gui.tell("position startpos", "go perft 3")
    said = gui.wait_for("Nodes searched").splitlines()
    assert "a2a3: 380" in said
    assert said[-1] == "Nodes searched: 8902"


@pytest.mark.parametrize(("line", "name"), [("go perft 14", "perft"), ("bench 99999", "bench")])
def test_what_takes_long_leaves_time_to_listen(gui, line, name):
    assert gui.tell(line) == []
    assert gui.tell("isready") == ["readyok"]
    assert gui.tell("go depth 3", "go perft 2", "bench 2", "ucinewgame", "isready") == ["readyok"]
    gui.tell("stop")
    gui.wait_for(f"{name}: stopped", seconds=5)
    gui.tell("go depth 2")
    gui.best_move()
    gui.finish()
    gui.tell(line)
    gui.engine.close()
    assert f"{name}: stopped" in gui.said[-1]


def test_what_fails_is_told_and_the_next_can_begin(gui, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as context:
        context.setattr("kiwipete.perft.Count.run", fail)
        gui.tell("go perft 3")
        assert gui.wait_for("info string go: can't start")
        context.setattr("kiwipete.own_engine.search_engine.SearchEngine.run", fail)
        for searchmoves in ("", " searchmoves h2h4"):
            said = gui.tell_all("go depth 2" + searchmoves)
            assert "info string go: can't start" in said[0]
            move = gui.best_move()
            assert move in (searchmoves.split() or map(str, Board().legal_moves))
        assert gui.tell_all(FOOLS_MATE, "go depth 2")[-1] == "bestmove (none)"
    gui.tell("position startpos", "go depth 2")
    gui.best_move()


@pytest.mark.parametrize(
    ("go", "meanwhile"),
    [
        ("go depth 3", ()),
        ("go infinite", ("stop",)),
        ("go ponder movetime 10", ("ponderhit",)),
        ("go ponder infinite", ("ponderhit", "stop")),
    ],
)
def test_threads_that_cannot_start_leave_one_that_searches(gui, monkeypatch, go, meanwhile):
    """Whatever the GUI sends before the second search is set up reaches that search."""
    run = SearchEngine.run

    def run_on_one_thread(engine: SearchEngine) -> list[Line]:
        threads = engine._searcher.threads
        if threads == 1:
            return run(engine)
        for line in meanwhile:
            gui.engine.handle(line)
        raise RuntimeError(f"cannot start {threads} threads: no room")

    monkeypatch.setattr(SearchEngine, "run", run_on_one_thread)
    said = gui.tell_all("setoption name Threads value 3", go)
    assert said[0] == "info string cannot start 3 threads: no room; searching on one thread"
    assert Board().parse_uci(said[-1].split()[1])
    monkeypatch.undo()
    searched = gui.tell_all("go depth 3")
    assert not any("string" in line for line in searched)
    assert gui.engine._engine._searcher.threads == 3


def test_a_bench_is_stopped_between_two_positions():
    bench = Bench(depth=60)
    bench.stop()
    assert list(bench) == []


def test_multipv_and_wide_lines(gui):
    gui.tell("setoption name MultiPV value 3", "go depth 5")
    gui.finish()
    numbers = {line.split(" multipv ")[1].split()[0] for line in gui.said if " multipv " in line}
    assert numbers == {"1", "2", "3"}


def test_endgame_tables(gui, tmp_path):
    (tmp_path / "KRvK.rtbw").write_bytes(wdl_table("KRvK", single=True, values=(-2,)))
    option = "setoption name SyzygyPath value"
    assert gui.tell(f"{option} {tmp_path}") == ["info string files of endgame tables: 1"]
    gui.tell("position fen 8/8/8/4k3/8/8/8/K6R w - - 0 1", "go depth 3")
    gui.finish()
    (last,) = [line for line in gui.said if line.startswith("info depth 3 ")]
    assert " score cp 20000 nodes " in last
    assert int(last.split(" tbhits ")[1].split()[0]) >= 16
    assert gui.tell(f"{option} <empty>") == ["info string files of endgame tables: 0"]


def test_a_slow_search_tells_which_move_it_looks_at(gui, monkeypatch):
    quick = "position startpos", "go depth 4"
    gui.tell(*quick)
    gui.finish()
    assert not any(" currmove " in line for line in gui.said)
    monkeypatch.setattr("kiwipete.own_engine.search_engine.SLOW", 0.0)
    gui.tell(*quick)
    gui.finish()
    told = [line.split() for line in gui.said if " currmove " in line]
    first = [words for words in told if words[2] == "1"]
    assert [words[6] for words in first] == [str(number) for number in range(1, 21)]
    assert {words[4] for words in first} == {move.uci() for move in Board().legal_moves}


def test_flip_eval_and_bench(gui):
    gui.tell("position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    assert "for White" in gui.tell("eval")[0]
    gui.tell("flip")
    assert "q3k3" in gui.tell("d")[0]
    for depth in ("2", "-5", "0"):
        gui.tell(f"bench {depth}")
        assert gui.wait_for(" nps").split()[1] == "nodes"


WORDS = [
    "uci",
    "isready",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "go",
    "depth",
    "2",
    "nodes",
    "500",
    "stop",
    "ponder",
    "ponderhit",
    "infinite",
    "setoption",
    "name",
    "value",
    "Hash",
    "MultiPV",
    "wtime",
    "-1",
    "searchmoves",
    "8/8/8/8/8/8/8/8",
    "w",
    "-",
    "ucinewgame",
    "d",
    "eval",
    "flip",
    "movetime",
    "1",
    "mate",
    "perft",
    "bench",
    "debug",
    "on",
    "0000",
    "movestogo",
    "\x00",
    "♔",
]


@pytest.mark.parametrize("seed", range(8))
def test_any_words_in_any_order(gui, seed):
    dice = random.Random(seed)
    for _ in range(150):
        gui.tell(" ".join(dice.choices(WORDS, k=dice.randrange(1, 9))))
        assert "readyok" in gui.tell("isready")
    assert gui.tell_all("stop", "position startpos", "isready")[-1] == "readyok"


def test_the_end_of_input_lets_the_move_out(capsys):
    converse(io.BytesIO(b"position startpos\ngo depth 5\n"))
    assert "bestmove" in capsys.readouterr().out
    for endless in (b"go infinite\n", b"go ponder depth 2\n", b"go\n"):
        converse(io.BytesIO(endless))
        assert "bestmove" in capsys.readouterr().out
    converse(io.BytesIO(b"go perft 4\n"))
    assert "197281" in capsys.readouterr().out
    converse(io.BytesIO(b"go perft 14\nquit\n"))
    assert "stopped" in capsys.readouterr().out
    converse(io.BytesIO(b"\xff\xfe\n" + b"x" * (1 << 20) + b"y\nisready"))
    said = capsys.readouterr().out
    assert "was dropped" in said
    assert "readyok" in said


@pytest.fixture
def book(tmp_path):
    """Return the path of a book with a move that no search would play."""
    path = tmp_path / "my book.bin"
    write_book(path, [make_entry(Board(), Move.from_uci("h2h4"))])
    return path


def test_a_book_answers_at_once(gui, book):
    gui.tell(f"setoption name BookFile value {book}", "setoption name OwnBook value true")
    assert gui.tell_all("go depth 30") == ["bestmove h2h4"]
    assert gui.tell_all("go wtime 1000 btime 1000") == ["bestmove h2h4"]
    gui.said.clear()
    for line in (
        "go depth 2 searchmoves e2e4",
        "go infinite",
        "go ponder depth 2",
        "go",
        "go mate 1",
    ):
        gui.tell(line, "stop")
        assert gui.best_move() != "h2h4"
    gui.tell("position startpos moves e2e4", "go depth 2")
    assert gui.best_move() != "h2h4"
    gui.tell("setoption name UCI_AnalyseMode value true", "position startpos", "go depth 2")
    assert gui.best_move() != "h2h4"


def test_without_a_good_book_the_search_plays(gui, book):
    gui.tell("setoption name OwnBook value true")
    said = gui.tell(f"setoption name BookFile value {book}x")
    assert said[0].startswith("info string setoption: ")
    assert "my book.binx" in said[0]
    gui.tell("go depth 2")
    gui.best_move()
    gui.tell(f"setoption name BookFile value {book}")
    book.write_bytes(b"")
    said = gui.tell("go depth 2")
    assert said[0].startswith("info string BookFile: ")
    assert gui.best_move() != "h2h4"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs here")
def test_a_fifo_is_no_book(gui, tmp_path):
    fifo = tmp_path / "book.bin"
    os.mkfifo(fifo)
    for path in (fifo, "/dev/zero"):
        said = gui.tell(f"setoption name BookFile value {path}", "isready")
        assert said[0].startswith("info string setoption: ")
        assert "not a regular file" in said[0]
        assert said[1:] == ["readyok"]


def test_limited_strength_answers_sooner_but_not_when_it_analyses(gui):
    gui.tell("setoption name UCI_LimitStrength value true", "go movetime 60000")
    gui.best_move()
    gui.tell("go ponder wtime 60000 btime 60000", "ponderhit")
    gui.best_move()
    gui.tell("go infinite")
    gui.wait_for("info depth 12 ")
    gui.tell("stop")
    gui.best_move()
    gui.tell("setoption name UCI_AnalyseMode value true", "go depth 12")
    gui.wait_for("info depth 12 ")
