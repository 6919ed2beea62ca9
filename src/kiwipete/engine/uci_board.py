"""UCI on a board: positions and limits to text; best moves and information from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kiwipete.board import Board, Move
from kiwipete.engine.options import ConfigValue, Option
from kiwipete.engine.process import LOGGER
from kiwipete.engine.score import Cp, Mate, PovScore
from kiwipete.engine.search_types import (
    INFO_ALL,
    INFO_CURRLINE,
    INFO_PV,
    INFO_REFUTATION,
    INFO_SCORE,
    BestMove,
    Info,
    InfoDict,
    Limit,
)
from kiwipete.engine.uci_grammar import (
    STARTPOS,
    best_move_words,
    go_command,
    info_items,
    position_command,
)
from kiwipete.engine.wdl import PovWdl, Wdl
from kiwipete.errors import EngineError
from kiwipete.positions import STARTING_FEN

CHESS = "chess"  # the value of UCI_Variant for the usual rules


class PositionText:
    """The command that sets a position up, with the moves that led to it.

    It stores what it has written, because a game grows by only two moves between searches.

    >>> text, board = PositionText(), Board()
    >>> text.command(board)
    'position startpos'
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> text.command(board)
    'position startpos moves e2e4'
    """

    def __init__(self) -> None:
        self._start: tuple[str, bool, type[Board]] | None = None
        self._moves: list[Move] = []
        self._fen = STARTPOS
        self._words: list[str] = []
        self._replay = Board()

    def command(self, board: Board) -> str:
        """Return the command for a board."""
        start, moves = board.root(), list(board.move_stack)
        if not all(moves):
            LOGGER.warning("UCI has no null moves: sending the position without its history")
            start, moves = board, []
        fen = start.fen(shredder=board.chess960, en_passant="fen")
        beginning = fen, board.chess960, type(board)
        if beginning != self._start or moves[: len(self._moves)] != self._moves:
            self._start = beginning
            self._moves, self._replay = [], start.copy(stack=False)
            # Some variants begin from another position, or have more in their FENs.
            usual = fen == STARTING_FEN and board.uci_variant == CHESS
            self._fen, self._words = STARTPOS if usual else fen, []
        for move in moves[len(self._moves) :]:
            word = self._replay.uci(move)
            self._replay.push(move)  # first, because it may fail
            self._words.append(word)
            self._moves.append(move)
        return position_command(self._fen, self._words if moves else ())


def go_for_limit(
    limit: Limit,
    *,
    board: Board,
    root_moves: Iterable[Move] | None = None,
    ponder: bool = False,
    infinite: bool = False,
) -> str:
    """Return the command that starts a search within a limit.

    >>> go_for_limit(Limit(time=0.5, nodes=1000), board=Board())
    'go nodes 1000 movetime 500'
    """
    moves = limit.remaining_moves
    return go_command(
        ponder=ponder,
        wtime=_milliseconds(limit.white_clock, 1),
        btime=_milliseconds(limit.black_clock, 1),
        winc=_milliseconds(limit.white_inc, 0),
        binc=_milliseconds(limit.black_inc, 0),
        movestogo=int(moves) if moves is not None and moves > 0 else None,
        depth=_at_least_one(limit.depth),
        nodes=_at_least_one(limit.nodes),
        mate=_at_least_one(limit.mate),
        movetime=_milliseconds(limit.time, 1),
        infinite=infinite,
        searchmoves=None if root_moves is None else map(board.uci, root_moves),
    )


def _milliseconds(seconds: float | None, least: int) -> int | None:
    return None if seconds is None else max(least, round(seconds * 1000))


def _at_least_one(number: int | None) -> int | None:
    return None if number is None else max(1, int(number))


def rules_of(board: Board, options: Mapping[str, Option]) -> dict[str, ConfigValue]:
    """Return the options that select a board's rules; raises EngineError if one is missing.

    >>> variant = Option("UCI_Variant", "combo", "chess", None, None, ["chess", "atomic"])
    >>> rules_of(Board(), {"UCI_Variant": variant})
    {'UCI_Variant': 'chess'}
    """
    if board.uci_variant is None:
        raise EngineError(f"UCI has no name for the rules of {type(board).__name__}")
    rules: dict[str, ConfigValue] = {}
    for name, value, usual in (
        ("UCI_Variant", board.uci_variant, CHESS),
        ("UCI_Chess960", board.chess960, False),
    ):
        if name in options:
            rules[name] = options[name].parse(value)
        elif value != usual:
            wanted = f" (for {value})" if name == "UCI_Variant" else ""
            raise EngineError(f"engine has no option {name}{wanted}")
    return rules


def read_best_move(text: str, root: Board) -> BestMove:
    """Parse a line without the word `bestmove`; raises EngineError for an illegal move.

    >>> read_best_move("e2e4 ponder e7e5", Board()).ponder
    Move.from_uci('e7e5')
    """
    best, reply = best_move_words(text)
    if not best:
        return BestMove(None, None)
    board = root.copy(stack=False)
    try:
        move = board.push_uci(best)
    except ValueError as error:
        raise EngineError(f"engine sent an illegal move, 'bestmove {text}': {error}") from error
    ponder = None
    if reply:
        try:
            ponder = board.parse_uci(reply)
        except ValueError:
            LOGGER.warning("engine expects an illegal move: bestmove %s", text)
    return BestMove(move, ponder)


def read_info(text: str, root: Board, wanted: Info = INFO_ALL) -> InfoDict:
    """Parse an info line without the word `info`; invalid parts are ignored.

    >>> read_info("depth 3 score mate 2 time 1500 pv e2e4", Board())
    {'depth': 3, 'score': PovScore(Mate(+2), WHITE), 'time': 1.5, 'pv': [Move.from_uci('e2e4')]}
    """
    info: dict[str, Any] = {}
    flags = int(wanted)  # an enum's & takes longer than all the rest
    for key, value in info_items(text) if flags else ():
        flag = _FLAGS.get(key)
        if flag is None:
            info[key] = value
        elif flags & flag:
            try:
                _add_item(info, key, value, root)
            except (ValueError, OverflowError):
                continue  # an illegal move, or a time without end
    return info  # type: ignore[return-value]


# The items that are not kept as the grammar returns them, and which flags ask for them.
_FLAGS = {
    "time": int(INFO_ALL),
    "currmove": int(INFO_ALL),
    "wdl": int(INFO_ALL),
    "score": int(INFO_SCORE),
    "lowerbound": int(INFO_SCORE),
    "upperbound": int(INFO_SCORE),
    "pv": int(INFO_PV),
    "refutation": int(INFO_REFUTATION),
    "currline": int(INFO_CURRLINE),
}


def _add_item(info: dict[str, Any], key: str, value: Any, root: Board) -> None:
    """Add what an item says on a board; ValueError if one of its moves is illegal."""
    if key == "time":
        info[key] = value / 1000
    elif key == "currmove":
        info[key] = Move.from_uci(value)
    elif key == "wdl":
        info[key] = PovWdl(Wdl(*value), root.turn)
    elif key == "score":
        unit, number = value
        info[key] = PovScore(Cp(number) if unit == "cp" else Mate(number), root.turn)
    elif key == "pv":
        info[key] = _line(value, root)
    elif key == "refutation":
        lines = info.setdefault(key, {})
        if line := _line(value, root):
            lines[line[0]] = line[1:]
    elif key == "currline":
        lines, (processor, moves) = info.setdefault(key, {}), value
        lines[int(processor)] = _line(moves, root)
    else:  # a bound
        info[key] = value


def _line(moves: list[str], root: Board) -> list[Move]:
    """Return the moves of a line; ValueError if one of them is illegal."""
    board = root.copy(stack=False)
    return [board.push_uci(move) for move in moves]
