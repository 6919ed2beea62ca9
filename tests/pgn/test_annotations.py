"""Commands in comments, and time controls: read and written as python-chess does."""

import chess
import chess.engine
import chess.pgn
import chess.svg
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kiwipete
import kiwipete.engine
from kiwipete import pgn, svg
from tests.support.pgn.recording import MODULES, both

TIMES = ["0:01:02", "1:2:3", "0:00:05.5", "00:00:5.", "-1:00:00", "0:60:61", "0:01", "x"]
EVALS = [
    *("1.5", "-0.25", "#3", "#-3", "#+3", "0", ".5", "1.5,20", "#3,12", "1", "+1", "100000.25"),
    *("-1.235", "#0", "0.29", "1.15", "-2.30", "2.", "x", "1.5,", "1.5,x"),
]
ARROWS = [
    *("[%csl Ra1,Gb2][%cal Ge2e4,Ya1h8]", "[%csl Ra1] text [%cal Be2e4] more", "[%csl Xa1]"),
    *("[%cal Ge2e4,Ge2]", "[%csl  Ra1]", "[%csl Ra1, Gb2]", "[%cal Ge2e2]", "[%csl Ra1b2]"),
    *("[%cal Ge2e4", "plain"),
]


@pytest.mark.parametrize("time", TIMES)
def test_times(time):
    for node in both()[1], both()[1].next():
        other = both()[0]
        for command in ("clk", "emt"):
            other.comment = node.comment = f"x [%{command} {time}] y"
            assert (node.clock(), node.emt()) == (other.clock(), other.emt())


@pytest.mark.parametrize("value", EVALS)
@pytest.mark.parametrize("black", [False, True])
def test_evaluations(value, black):
    theirs, ours = (game.next() if black else game for game in both())
    theirs.comment = ours.comment = f"[%eval {value}]"
    assert repr(ours.eval()) == repr(theirs.eval())
    assert ours.eval_depth() == theirs.eval_depth()


@pytest.mark.parametrize("comment", ARROWS)
def test_arrows(comment):
    theirs, ours = both()
    theirs.comment = ours.comment = comment
    assert repr(ours.arrows()) == repr(theirs.arrows())


COMMENTS = [
    *("", "foo", "foo ", " lead", "[%clk 0:00:01]", "x [%clk 0:00:01] y", "x[%clk 0:00:01]y"),
    *("x [%clk 0:00:01] y [%clk 0:00:02]", "[%emt 0:00:01] x", "x [%eval 1.0] y"),
    *("[%eval 1.0] x", "[%csl Ra1] text [%cal Be2e4] more"),
]


@pytest.mark.parametrize("comment", COMMENTS)
@pytest.mark.parametrize("seconds", [0, 5.5, 3661.12345, 59.9999, None, 1e6, -5, 0.001, 59.9994])
def test_setting_times(comment, seconds):
    theirs, ours = both()
    for way in ("set_clock", "set_emt"):
        theirs.comment = ours.comment = comment
        getattr(theirs, way)(seconds)
        getattr(ours, way)(seconds)
        assert ours.comment == theirs.comment


@pytest.mark.parametrize("comment", COMMENTS)
@pytest.mark.parametrize(
    "score", ["Cp(123)", "Cp(-5)", "Mate(3)", "Mate(-2)", "Mate(0)", "MateGiven", "None"]
)
@pytest.mark.parametrize("depth", [None, 0, 12])
def test_setting_evaluations(comment, score, depth):
    comments = []
    for engine, game in zip((chess.engine, kiwipete.engine), both(), strict=True):
        node = game.next()
        node.comment = comment
        value = eval(score, {name: getattr(engine, name) for name in ("Cp", "Mate", "MateGiven")})
        node.set_eval(value and engine.PovScore(value, chess.BLACK), depth)
        comments.append(node.comment)
    assert comments[0] == comments[1]


@pytest.mark.parametrize("comment", COMMENTS)
def test_setting_arrows(comment):
    for arrows in (
        lambda module: [(0, 63)],
        lambda module: [(0, 0)],
        lambda module: [
            module.Arrow(0, 1, color="red"),
            module.Arrow(2, 2, color="yellow"),
            (5, 6),
        ],
        lambda module: [],
        lambda module: [module.Arrow(0, 1, color="#123456")],
    ):
        comments = []
        for module, game in zip((chess.svg, svg), both(), strict=True):
            game.comment = comment
            game.set_arrows(arrows(module))
            comments.append(game.comment)
        assert comments[0] == comments[1]


@given(
    st.integers(0, 100_000),
    st.sampled_from(["", "+1", "+0.5", "+30", "+60"]),
    st.sampled_from(["", "40/", "1/"]),
)
def test_time_controls(seconds, increment, moves):
    text = f"{moves}{seconds}{increment}"
    for value in (text, f"40/100:{text}", *([f"{text}:{text}", f"{text}:300"] if moves else [])):
        theirs, ours = (module.parse_time_control(value) for module in MODULES)
        assert repr(ours) == repr(theirs)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "?",
        "?x",
        "-x",
        "*180",
        "60d5",
        "abc",
        "40/",
        "/",
        "300:",
        "3600+",
        "300:300",
        "40/300:200:100",
        "5+x",
        " 300+3 ",
    ],
)
def test_odd_time_controls(text):
    try:
        wanted = repr(chess.pgn.parse_time_control(text))
    except ValueError:
        with pytest.raises(ValueError, match=r".+"):
            pgn.parse_time_control(text)
    else:
        assert repr(pgn.parse_time_control(text)) == wanted


def test_time_control_of_a_game():
    assert repr(pgn.Game().time_control()) == repr(chess.pgn.Game().time_control())
    assert pgn.Game({"TimeControl": "60"}).time_control().type is pgn.TimeControlType.BULLET
