"""The same session under python-chess and Kiwipete: the same commands, the same results."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.support.engine.sessions import MODULES, OPTIONS, board_after, session

TALK = [
    "info depth 3 seldepth 5 multipv 1 score cp 23 nodes 100 nps 200 tbhits 0 time 30 pv e2e4",
    "info string hello world pv",
    "info depth x nodes 5",
    "info score cp 5 lowerbound depth 4",
    "info score mate -3 upperbound",
    "info score mate 0",
    "info score",
    "info score cp x depth 9",
    "info score zz 5 depth 3",
    "info score upperbound cp 4",
    "info pv e2e4 e7e5 g1f3 depth 7",
    "info pv e2e4 e2e4 depth 8",
    "info pv zz",
    "info currmove e2e4 currmovenumber 3",
    "info hashfull 3 cpuload 5 nps 4 tbhits 3 time 1500 ebf 1.5",
    "info refutation e2e4 e7e5 g1f3",
    "info refutation d1h5 g6h5",
    "info currline 1 e2e4 e7e5",
    "info currline e2e4",
    "info depth 4 string",
    "info multipv 2 depth 3 score cp 1 wdl 1 2 3",
    "info wdl 1 2 x",
    "info foo bar  depth  3",
    "info",
    "info depth",
    "info nodes 99999999999999999999 depth -3",
    "garbage",
    "",
    "info multipv 3 score cp +5 movesleft 5",
    "info pv e2e4 0000 d2d4",
]
SCRIPT = {"options": OPTIONS, "go": [*TALK, "bestmove e2e4 ponder e7e5"]}


def run(name, module, tmp_path, script, play):
    """Return what a session gives, in words, and the commands that the engine read."""
    log = tmp_path / f"{name}.log"
    with session(module, script, log) as engine:
        try:
            result = play(module, engine)
        except module.engine.EngineError:
            result = "EngineError"
        engine.quit()
    return plain(result), log.read_text(encoding="utf-8").splitlines()


def plain(thing):
    if isinstance(thing, (list, tuple)):
        return [plain(part) for part in thing]
    if isinstance(thing, Mapping):
        return {str(key): plain(value) for key, value in thing.items()}
    if hasattr(thing, "ponder"):
        return [str(thing.move), str(thing.ponder), plain(getattr(thing, "info", None))]
    return repr(thing)


def both(tmp_path, script, play):
    ours, theirs = (run(name, module, tmp_path, script, play) for name, module in MODULES.items())
    assert ours == theirs
    return ours


def test_the_table_of_options(tmp_path):
    result, _ = both(tmp_path, SCRIPT, lambda _, engine: [engine.options, engine.id])
    assert len(result[0]) == len(OPTIONS)


def test_every_line_of_an_analysis(tmp_path):
    def play(module, engine):
        with engine.analysis(module.Board(), module.engine.Limit(depth=3), multipv=3) as analysis:
            lines = list(analysis)
            return [lines, analysis.info, analysis.multipv, analysis.wait()]

    result, _ = both(tmp_path, SCRIPT, play)
    assert len(result[0]) > 20
    assert len(result[2]) == 3


@pytest.mark.parametrize("flag", ["NONE", "BASIC", "SCORE", "PV", "REFUTATION", "CURRLINE", "ALL"])
def test_only_what_is_wanted_is_kept(tmp_path, flag):
    def play(module, engine):
        wanted = getattr(module.engine, f"INFO_{flag}")
        return [
            engine.play(module.Board(), module.engine.Limit(nodes=1), info=wanted),
            engine.analyse(module.Board(), module.engine.Limit(nodes=1), info=wanted),
        ]

    both(tmp_path, SCRIPT, play)


def test_limits(tmp_path):
    limits = [
        {"white_clock": 1.5, "black_clock": 2, "white_inc": 0.1, "black_inc": 0.25},
        {"white_clock": 0, "black_clock": 0.0001, "white_inc": 0, "remaining_moves": 7},
        {"time": 0, "nodes": 5, "mate": 3, "depth": 2},
        {"time": 0.0126, "remaining_moves": 0},
        {},
    ]

    def play(module, engine):
        for limit in limits:
            engine.play(module.Board(), module.engine.Limit(**limit))
        with engine.analysis(module.Board()) as analysis:
            return analysis.wait()

    _, commands = both(tmp_path, SCRIPT, play)
    assert "go infinite" in commands


def test_games_positions_and_root_moves(tmp_path):
    def play(module, engine):
        limit = module.engine.Limit(depth=1)
        game = object()
        for key in (game, game, None, "another"):
            engine.play(module.Board(), limit, game=key)
        moves = [module.Move.from_uci(text) for text in ("e2e4", "d2d4")]
        engine.play(module.Board(), limit, root_moves=moves)
        engine.play(module.Board(), limit, root_moves=[])
        engine.analyse(board_after(module, "g1f3", "g8f6", "f3g1"), limit)

    _, commands = both(tmp_path, {"options": OPTIONS, "go": ["bestmove (none)"]}, play)
    assert commands.count("ucinewgame") == 4


def test_castling_en_passant_and_null_moves(tmp_path):
    castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7"

    def play(module, engine):
        limit = module.engine.Limit(depth=1)
        engine.play(board_after(module, "e1g1", "e8c8", fen=castling), limit)
        engine.play(board_after(module, "e1h1", "e8a8", fen=castling, chess960=True), limit)
        engine.play(module.Board.from_chess960_pos(5), limit)
        engine.play(board_after(module, "e2e4", "0000", "d2d4"), limit)
        engine.play(module.Board("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), limit)

    _, commands = both(tmp_path, {"options": OPTIONS, "go": ["bestmove (none)"]}, play)
    assert "setoption name UCI_Chess960 value true" in commands


def test_options_are_set_for_a_search_or_for_good(tmp_path):
    def play(module, engine):
        limit = module.engine.Limit(depth=1)
        engine.configure({"Hash": 32, "Style": "Very Risky", "Clear Hash": None, "Book File": ""})
        engine.configure({"Hash": 32, "Odd": "false"})
        engine.play(module.Board(), limit, options={"Hash": 64})
        engine.play(module.Board(), limit)
        engine.analyse(module.Board(), limit, multipv=3, options={"Hash": "128"})
        engine.analyse(module.Board(), limit, options={"Hash": 128, "UCI_AnalyseMode": False})
        engine.play(module.Board(), limit)

    both(tmp_path, SCRIPT, play)


@pytest.mark.parametrize(
    "options",
    [
        {"MultiPV": 2},
        {"Nope": 1},
        {"Hash": "many"},
        {"Hash": 5000},
        {"Hash": 0},
        {"Style": "Wild"},
        {"Book File": "a\nquit"},
    ],
    ids=str,
)
def test_options_that_do_not_fit(tmp_path, options):
    result, commands = both(tmp_path, SCRIPT, lambda _, engine: engine.configure(options))
    assert result == "'EngineError'"
    assert commands == ["uci", "quit"]


def test_opponents(tmp_path):
    def play(module, engine):
        limit, opponent = module.engine.Limit(depth=1), module.engine.Opponent
        for game, who in enumerate(
            [opponent("Bob", "GM", 2500, False), opponent("Al", None, None, True)]
        ):
            engine.play(module.Board(), limit, game=game, opponent=who)
        engine.send_opponent_information(opponent=opponent("Eve", None, 3, None))
        engine.play(module.Board(), limit, game="new")
        engine.send_game_result(module.Board(), True, "won")

    _, commands = both(tmp_path, SCRIPT, play)
    assert "setoption name UCI_Opponent value GM 2500 human Bob" in commands


@pytest.mark.parametrize(
    "answer",
    [
        "(none)",
        "NULL",
        "0000",
        "",
        "e2e4 ponder e2e4",
        "e2e4 ponder",
        "e2e4 foo",
        "e2e4 ponder (none)",
        " e2e4  ponder  e7e5 ",
        "E2E4",
        "e2e5",
        "xx",
        "e7e8q",
        "e4",
        "resign",
    ],
)
def test_best_moves(tmp_path, answer):
    def play(module, engine):
        return engine.play(module.Board(), module.engine.Limit(depth=1))

    both(tmp_path, {"go": [f"bestmove {answer}"]}, play)


@pytest.mark.parametrize("reply", ["e7e5", "e7e6"])
def test_pondering(tmp_path, reply):
    script = {
        "options": OPTIONS,
        "go depth 1": ["bestmove e2e4 ponder e7e5"],
        "go ponder depth 1": ["info depth 2 score cp 7"],
        "go depth 2": ["bestmove d2d4"],
        "ponderhit": ["info depth 3 score cp 9", "bestmove g1f3 ponder b8c6"],
        "stop": ["bestmove b1c3"],
    }

    def play(module, engine):
        first = engine.play(module.Board(), module.engine.Limit(depth=1), ponder=True, game=1)
        board = board_after(module, "e2e4", reply)
        depth = 1 if reply == "e7e5" else 2
        second = engine.play(board, module.engine.Limit(depth=depth), ponder=True, game=1)
        return [first, second]

    _, commands = both(tmp_path, script, play)
    assert ("ponderhit" in commands) == (reply == "e7e5")
    assert commands.count("stop") == (reply != "e7e5")


def test_an_analysis_that_is_stopped(tmp_path):
    script = {"go": ["info depth 1 score cp 3"], "stop": ["info depth 2", "bestmove e2e4"]}

    def play(module, engine):
        with engine.analysis(module.Board()) as analysis:
            first = analysis.get()
            assert analysis.would_block()
            assert analysis.empty()
            analysis.stop()
            best = analysis.wait()
            rest = [analysis.next(), analysis.next()]
            with pytest.raises(module.engine.AnalysisComplete):
                analysis.get()
        return [first, best, rest]

    both(tmp_path, script, play)


def test_a_new_search_stops_the_one_before(tmp_path):
    script = {"go infinite": ["info depth 1"], "stop": ["bestmove a2a3"], "go": ["bestmove e2e4"]}

    def play(module, engine):
        analysis = engine.analysis(module.Board())
        result = engine.play(module.Board(), module.engine.Limit(depth=1))
        return [result, analysis.wait()]

    result, _ = both(tmp_path, script, play)
    assert result == [["e2e4", "None", {}], ["a2a3", "None", "None"]]
