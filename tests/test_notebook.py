"""BoardWidget, as far as Python goes; tests/web/test_jupyterlab.py has the rest."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from kiwipete import A1, E2, E4, H8, Board, IllegalMoveError, InvalidMoveError, Move
from kiwipete.engine import Cp, Engine, Limit
from kiwipete.notebook import BoardWidget
from kiwipete.svg import Arrow


@pytest.fixture
def widget():
    widget = BoardWidget()
    yield widget
    widget.close()


def by_hand(widget, text):
    widget._receive(widget, {"kind": "move", "text": text}, [])


def wait_for(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_without_anywidget_the_error_says_what_to_install():
    code = "import sys; sys.modules['anywidget'] = None; import kiwipete.notebook"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert 'ImportError: kiwipete.notebook needs anywidget: pip install "kiwipete[notebook]"' in (
        done.stderr
    )


def test_one_script_that_loads_nothing():
    script = BoardWidget._esm
    assert script.endswith("export default $notebook_widget;\n")
    assert 'customElements.define("kiwipete-board"' in script
    assert "import " not in script.replace("import nothing", "").split("(() =>")[0]
    assert "http://" not in script.replace("http://www.w3.org/", "")
    assert "https://" not in script


def test_the_position(widget):
    position = widget._position
    assert position["fen"] == Board().fen()
    assert {"uci": "e2e4", "san": "e4"} in position["legal"]
    assert position["check"] is position["lastMove"] is None
    for san in ("f3", "e5", "g4", "Qh4#"):
        widget.push(san)
    assert widget._position["check"] == "e1"
    assert widget._position["lastMove"] == "d8h4"
    assert widget._position["legal"] == []


def test_moves_by_code(widget):
    assert widget.push("e4") == Move.from_uci("e2e4")
    assert widget.push("e7e5") == Move.from_uci("e7e5")
    assert widget.push(Move.from_uci("g1f3")) == widget.board.peek()
    assert widget.pop() == Move.from_uci("g1f3")
    assert widget._position["lastMove"] == "e7e5"
    for wrong in ("Ke3", Move.from_uci("e4e6")):
        with pytest.raises(IllegalMoveError, match=r"Ke3|from where it starts"):
            widget.push(wrong)
    with pytest.raises(InvalidMoveError):
        widget.push("nonsense")
    assert len(widget.board.move_stack) == 2


def test_moves_by_hand_arrive_and_callbacks_hear_of_them(widget):
    heard = []

    @widget.on_move
    def reply(move):
        heard.append(move)
        if len(heard) == 1:
            widget.push("e5")

    by_hand(widget, "e2e4")
    assert [move.uci() for move in widget.board.move_stack] == ["e2e4", "e7e5"]
    by_hand(widget, "Nf3")  # typed
    assert heard == [Move.from_uci("e2e4"), Move.from_uci("g1f3")]
    widget.on_move(reply, remove=True)
    by_hand(widget, "b8c6")
    assert len(heard) == 2


def test_an_illegal_move_by_hand_is_explained_and_taken_back(widget):
    before = widget._position
    by_hand(widget, "e1e3")
    assert widget.board == Board()
    assert widget._position["serial"] > before["serial"]
    assert widget._position["fen"] == before["fen"]
    assert "The king on e1 cannot reach e3" in widget.message
    assert {"kind": "arrow", "from": "e1", "to": "e3", "color": "red"} in widget._shapes
    by_hand(widget, "e2e4")
    assert widget.message == ""
    assert widget._shapes == []


def test_without_explanations(widget):
    widget.explain = False
    serial = widget._position["serial"]
    by_hand(widget, "e1e3")
    assert widget.message == ""
    assert widget._position["serial"] > serial


def test_whose_pieces_can_be_moved():
    widget = BoardWidget(movable="white")
    by_hand(widget, "e2e4")
    by_hand(widget, "e7e5")  # legal, but not by hand
    assert len(widget.board.move_stack) == 1
    widget.close()


@pytest.mark.parametrize(
    "content",
    [
        None,
        3,
        [],
        {},
        {"kind": "move"},
        {"kind": "move", "text": 5},
        {"kind": "x", "text": "e4"},
        {"kind": "move", "text": "e4" * 100},
    ],
)
def test_other_messages_are_ignored(widget, content):
    widget._receive(widget, content, [])
    assert widget.board == Board()
    assert widget.message == ""


@pytest.mark.parametrize("text", ["", "</script>", "Qxh9", "0000", "e2e9", "\x00", "O-O"])
def test_nonsense_is_answered(widget, text):
    by_hand(widget, text)
    assert widget.board == Board()
    assert widget.message


def test_another_board_and_one_that_code_changes(widget):
    board = Board()
    widget.board = board
    board.push_san("d4")
    assert widget._position["lastMove"] is None
    widget.refresh()
    assert widget._position["lastMove"] == "d2d4"
    serial = widget._position["serial"]
    widget.refresh()
    assert widget._position["serial"] == serial  # nothing new, nothing sent
    with pytest.raises(TypeError, match=r"a board is a kiwipete\.Board"):
        widget.board = "startpos"


def test_a_board_is_refreshed_after_each_cell():
    code = """
import kiwipete, IPython
shell = IPython.core.interactiveshell.InteractiveShell.instance()
from kiwipete.notebook import BoardWidget
board = kiwipete.Board()
widget = BoardWidget(board)
shell.user_ns["board"] = board
shell.run_cell("board.push_san('e4')")
assert widget._position["lastMove"] == "e2e4"
widget.close()
shell.run_cell("board.push_san('e5')")
assert widget._position["lastMove"] == "e2e4"
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_chess960_castling_has_two_squares():
    board = Board("4k3/8/8/8/8/8/8/4K2R w H - 0 1", chess960=True)
    widget = BoardWidget(board)
    (castling,) = [move for move in widget._position["legal"] if move["san"] == "O-O"]
    assert castling == {"uci": "e1h1", "san": "O-O", "to2": "g1"}
    by_hand(widget, "e1h1")
    assert board.king(True) == 6
    widget.close()


def test_arrows_and_settings():
    widget = BoardWidget(
        arrows=[(E2, E4), "Ra1h8", Arrow(A1, A1, color="blue")], orientation="black"
    )
    assert [arrow.pgn() for arrow in widget.arrows] == ["Ge2e4", "Ra1h8", "Ba1"]
    assert widget._shapes[2] == {"kind": "circle", "square": "a1", "color": "blue"}
    widget.flip()
    assert widget.orientation == "white"
    widget.arrows = [(A1, H8)]
    assert len(widget._shapes) == 1
    widget.close()
    with pytest.raises(TypeError, match="no setting 'colour'"):
        BoardWidget(colour="green")
    with pytest.raises(Exception, match="orientation"):
        BoardWidget(orientation="sideways")


def test_analysis_streams_and_ends_with_its_limit(widget):
    states = []
    widget.observe(lambda change: states.append(change["new"].get("state", "")), "_analysis")
    widget.analyse(nodes=60_000, multipv=2)
    wait_for(lambda: not widget.analysing)
    assert states[0].endswith("running")
    assert not states[-1].endswith("running")
    assert len(widget.lines) == 2
    assert isinstance(widget.score.white(), Cp)
    assert [shape["color"] for shape in widget._shapes] == ["green", "blue"]
    assert widget._shapes[0]["label"][0] in "+-"
    assert widget._analysis["win"] > 30


def test_analysis_follows_the_board_until_it_is_stopped(widget):
    widget.analyse()
    wait_for(lambda: widget.lines)
    widget.push("e4")
    wait_for(lambda: widget.lines)
    assert widget.analysing
    assert widget.score.turn is False
    assert all(line["pv"][0] in widget.board.legal_moves for line in widget.lines)
    widget.stop()
    assert not widget.analysing
    assert widget.lines
    widget.stop()  # once more does nothing
    widget.push("e5")
    assert not widget.analysing
    assert widget.lines == []


def test_many_moves_while_the_engine_thinks(widget):
    widget.analyse()
    for _ in range(20):
        for uci in ("g1f3", "g8f6", "f3g1", "f6g8"):
            widget.push(uci)
    widget.stop()
    assert all(line["pv"][0] in widget.board.legal_moves for line in widget.lines)
    assert threading.active_count() < 20


def test_an_engine_of_ones_own_stays_open():
    with Engine(hash_mb=1) as engine:
        widget = BoardWidget(engine=engine)
        widget.analyse(depth=2)
        wait_for(lambda: not widget.analysing)
        widget.close()
        assert engine.play(Board(), Limit(depth=1)).move is not None


def test_an_engine_that_fails_and_games_that_are_over(widget):
    widget.board = Board("8/8/8/8/8/8/8/8 w - - 0 1")
    widget.analyse(depth=2)
    wait_for(lambda: not widget.analysing)
    assert widget._analysis["error"]
    widget.board = Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    widget.analyse(depth=2)
    wait_for(lambda: not widget.analysing)
    assert widget.lines == []
    with pytest.raises(ValueError, match="multipv is at least 1"):
        widget.analyse(multipv=0)
