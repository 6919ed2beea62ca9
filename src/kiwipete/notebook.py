"""`BoardWidget`: the board in notebooks, where moves by hand and moves by code meet.

It needs anywidget: `pip install "kiwipete[notebook]"`. docs/notebook.md has examples.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiwipete.board import Board, Move
from kiwipete.errors import IllegalMoveError
from kiwipete.review import score_text, win_percent
from kiwipete.squares import Square, square_name
from kiwipete.svg import Arrow
from kiwipete.web import explaining, positions
from kiwipete.web.background_analysis import BackgroundAnalysis
from kiwipete.web.bundle import bundle

if TYPE_CHECKING:
    from kiwipete.engine import InfoDict, PovScore

__all__ = ["BoardWidget"]

try:
    _anywidget: Any = import_module("anywidget")
    _traits: Any = import_module("traitlets")
except ImportError as error:
    raise ImportError(
        'kiwipete.notebook needs anywidget: pip install "kiwipete[notebook]"'
    ) from error

_FOLDER = Path(__file__).parent / "web" / "notebook"
_COLORS = ("green", "blue", "yellow")
_LONGEST_TEXT = 100  # characters of a typed move
_LONGEST_LINE = 12  # plies

AnyArrow = Arrow | tuple[Square, Square] | str
Callback = Callable[[Move], object]


class BoardWidget(_anywidget.AnyWidget):  # type: ignore[misc]
    """A board to play on and to analyse with, in a notebook.

    `board` is shown and changed by moves made by hand; it stays your board, so that code can use
    it at any time. Moves that code pushes onto it appear after the cell has run, or at once by
    `push` and `refresh`.

    `movable` is "both", "white", "black" or "none": whose pieces can be moved by hand.
    `orientation` is the side at the bottom, "white" or "black", and `size` the largest width in
    pixels. With `explain` on, an illegal move is answered with the rule that forbids it. `theme`
    and `coordinates` are those of the element. `engine` analyses: an `Engine` or a
    `SimpleEngine`; by default Kiwipete's own.
    """

    _esm = f"{bundle('notebook/widget.js')}export default $notebook_widget;\n"
    _css = (_FOLDER / "widget.css").read_text(encoding="utf-8")

    _position = _traits.Dict().tag(sync=True)
    _shapes = _traits.List().tag(sync=True)
    _analysis = _traits.Dict().tag(sync=True)
    orientation = _traits.Enum(["white", "black"], "white").tag(sync=True)
    movable = _traits.Enum(["both", "white", "black", "none"], "both").tag(sync=True)
    size = _traits.Int(420, min=100, max=4000).tag(sync=True)
    theme = _traits.Unicode("").tag(sync=True)
    coordinates = _traits.Enum(["on", "outside", "off"], "on").tag(sync=True)
    message = _traits.Unicode("").tag(sync=True)  # why the last move by hand is illegal
    user_shapes = _traits.List().tag(sync=True)  # drawn by hand
    explain = _traits.Bool(True)

    def __init__(self, board: Board | None = None, *, engine: Any = None, **settings: Any) -> None:
        """Show a board, by default the start position; `settings` are the attributes above."""
        self._board = _checked(Board() if board is None else board)
        self._arrows: list[Arrow] = []
        self._callbacks: list[Callback] = []
        self._serial = 0
        self._lines: list[InfoDict] = []
        self._engine_shapes: list[dict[str, Any]] = []
        self._guard = threading.RLock()  # between the engine's news and a new position
        self._background = BackgroundAnalysis(self._found, engine)
        arrows = settings.pop("arrows", ())
        if unknown := sorted(settings.keys() - {*self.trait_names()}):
            raise TypeError(f"BoardWidget has no setting {unknown[0]!r}")
        super().__init__(**settings)
        self.arrows = arrows
        self._send_position()
        self.on_msg(self._receive)
        _refresh_after_cells(self)

    def __repr__(self) -> str:
        return f"BoardWidget({self._board!r})"

    # The board.

    @property
    def board(self) -> Board:
        """The board; assigning another one shows it."""
        return self._board

    @board.setter
    def board(self, board: Board) -> None:
        self._board = _checked(board)
        self._show_new_position()

    def push(self, move: Move | str) -> Move:
        """Play a move, given as a Move, in SAN or in UCI, and show it.

        Raises IllegalMoveError, which says why, or InvalidMoveError.
        """
        if isinstance(move, str):
            from kiwipete.explain import read_legal_move

            move = read_legal_move(self._board, move)
        elif not self._board.is_legal(move):
            raise IllegalMoveError(f"{move} is illegal: {self._board.explain(move)}")
        self._board.push(move)
        self._show_new_position()
        return move

    def pop(self) -> Move:
        """Take back the last move, and show the position before it."""
        move = self._board.pop()
        self._show_new_position()
        return move

    def refresh(self) -> None:
        """Show the board as it is now, if code has changed it; happens after every cell."""
        if self._describe() != {**self._position, "serial": None}:
            self._show_new_position()

    def flip(self) -> None:
        """Turn the board round."""
        self.orientation = "black" if self.orientation == "white" else "white"

    # Moves by hand.

    def on_move(self, callback: Callback, *, remove: bool = False) -> Callback:
        """Call a function with every move made by hand, after it was played; returns the function.

        It may play a reply with `push`. Use it as a decorator, or with `remove` to end the calls.
        """
        if remove:
            self._callbacks.remove(callback)
        else:
            self._callbacks.append(callback)
        return callback

    def _receive(self, _: object, content: Any, __: object) -> None:
        """Play a move that was made by hand, if it is legal; otherwise explain it."""
        if not isinstance(content, dict) or content.get("kind") != "move":
            return
        text = content.get("text")
        if not isinstance(text, str) or len(text) > _LONGEST_TEXT:
            return
        move, found = explaining.find_move(self._board, text)
        if move is None or not self._may_move():
            self._refuse(found)
            return
        self._board.push(move)
        self._show_new_position()
        for callback in [*self._callbacks]:
            callback(move)

    def _may_move(self) -> bool:
        return self.movable in ("both", positions.SIDES[self._board.turn])

    def _refuse(self, found: dict[str, Any]) -> None:
        """Put the piece back, and say why."""
        self._send_position()
        if self.explain and not found["ok"]:
            self.message = found["error"]
            self._draw(found["explanation"])

    # What is shown.

    @property
    def arrows(self) -> list[Arrow]:
        """Arrows and circles; each may be given as an Arrow, two squares, or text like "Re2e4"."""
        return [*self._arrows]

    @arrows.setter
    def arrows(self, arrows: Iterable[AnyArrow]) -> None:
        self._arrows = [_arrow(arrow) for arrow in arrows]
        self._draw()

    def _show_new_position(self) -> None:
        with self._guard:
            self.message = ""
            self._lines, self._engine_shapes, self._analysis = [], [], {}
            self._send_position()
            self._draw()
        self._background.follow(self._board)

    def _send_position(self) -> None:
        self._serial += 1  # sent even if nothing else has changed: the page may be ahead of us
        self._position = {**self._describe(), "serial": self._serial}

    def _describe(self) -> dict[str, Any]:
        board = self._board
        king = board.king(board.turn)
        return {
            "fen": positions.written_fen(board),
            "legal": positions.legal_moves(board),
            "check": square_name(king) if king is not None and board.is_check() else None,
            "lastMove": positions.last_move(board) if board.move_stack else None,
            "serial": None,
        }

    def _draw(self, explanation: dict[str, Any] | None = None) -> None:
        """Draw arrows, the engine's moves, and an explanation if there is one."""
        if explanation is not None:
            self._shapes = _explanation_shapes(explanation)
        else:
            self._shapes = [*map(_shape, self._arrows), *self._engine_shapes]

    # Analysis.

    def analyse(
        self,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        multipv: int = 1,
    ) -> None:
        """Show what the engine thinks while it thinks: its moves as arrows, scores and lines.

        It returns at once and follows the board until a limit or `stop`.
        """
        from kiwipete.engine import Limit

        if multipv < 1:
            raise ValueError(f"multipv is at least 1, not {multipv}")
        limits = (seconds, depth, nodes)
        limit = None if limits == (None, None, None) else Limit(seconds, depth, nodes)
        self._background.start(self._board, limit, multipv=multipv)

    def stop(self) -> None:
        """Stop the analysis; what it has found stays until the next move."""
        self._background.stop()

    @property
    def analysing(self) -> bool:
        """Whether an analysis is under way."""
        return self._background.running

    @property
    def lines(self) -> Sequence[InfoDict]:
        """What the engine has found in this position, best first."""
        return [*self._lines]

    @property
    def score(self) -> PovScore | None:
        """The score of this position, if it is known."""
        return self._lines[0]["score"] if self._lines else None

    def close(self) -> None:
        """Remove the widget from the notebook, and end its engine."""
        self._background.close()
        super().close()

    def _found(
        self, board: Board, lines: Sequence[InfoDict], running: bool, error: str | None
    ) -> None:
        """Show what the engine has found; called in the thread of the analysis."""
        with self._guard:
            if board != self._board or board.ply() != self._board.ply():
                return  # the board has moved on
            self._lines = [*lines]
            self._engine_shapes = [_line_shape(board, *line) for line in enumerate(lines)]
            self._analysis = _analysis_record(board, lines, running, error)
            if not self.message:  # an explanation stays until the next move
                self._draw()


def _checked(board: Board) -> Board:
    if not isinstance(board, Board):
        raise TypeError(f"a board is a kiwipete.Board, not {board!r}")
    return board


def _arrow(arrow: AnyArrow) -> Arrow:
    if isinstance(arrow, Arrow):
        return arrow
    return Arrow.from_pgn(arrow) if isinstance(arrow, str) else Arrow(*arrow)


def _shape(arrow: Arrow) -> dict[str, Any]:
    if arrow.tail == arrow.head:
        return {"kind": "circle", "square": square_name(arrow.tail), "color": arrow.color}
    ends = {"from": square_name(arrow.tail), "to": square_name(arrow.head)}
    return {"kind": "arrow", **ends, "color": arrow.color}


def _line_shape(board: Board, rank: int, line: InfoDict) -> dict[str, Any]:
    """Return the arrow for the first move of a line."""
    uci = board.uci(line["pv"][0])
    return {
        "kind": "arrow",
        "from": uci[:2],
        "to": uci[2:4],
        "color": _COLORS[min(rank, len(_COLORS) - 1)],
        "label": score_text(line["score"]),
        "width": 5 if rank else 8,
    }


def _explanation_shapes(explanation: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        *({"kind": "line", "squares": line, "color": "red"} for line in explanation["lines"]),
        *({"kind": "circle", "square": each, "color": "red"} for each in explanation["squares"]),
        *(
            {"kind": "arrow", "from": tail, "to": head, "color": "red"}
            for tail, head in explanation["arrows"]
        ),
    ]


def _analysis_record(
    board: Board, lines: Sequence[InfoDict], running: bool, error: str | None
) -> dict[str, Any]:
    """Return an analysis for the page."""
    found: dict[str, Any] = {} if error is None else {"error": error}
    if lines:
        best = lines[0]["score"]
        text = score_text(best)
        pawns = best.white().score()
        found["win"] = round(win_percent(best.white()), 1)
        found["short"] = text.lstrip("+-") if pawns is None else f"{abs(pawns) / 100:.1f}"
        depth = f"depth {lines[0].get('depth', 0)}"
        found["state"] = f"{depth}, running" if running else depth
        found["lines"] = [
            {
                "text": score_text(line["score"]),
                "san": board.variation_san(line["pv"][:_LONGEST_LINE]),
            }
            for line in lines
        ]
    return found


def _refresh_after_cells(widget: BoardWidget) -> None:
    """Have IPython refresh a widget after every cell, for as long as the widget lives."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        return
    found = weakref.ref(widget)

    def refresh(*_: object) -> None:
        alive = found()
        if alive is None or alive.comm is None:  # collected or closed
            shell.events.unregister("post_run_cell", refresh)
        else:
            alive.refresh()

    shell.events.register("post_run_cell", refresh)
