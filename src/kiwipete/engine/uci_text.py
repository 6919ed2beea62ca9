"""UCI text: writes positions and searches, reads best moves."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from kiwipete.board import Board, Move
from kiwipete.engine.errors import EngineError
from kiwipete.engine.limits import Limit
from kiwipete.engine.options import ACTIONS, ConfigValue, Option
from kiwipete.engine.results import BestMove
from kiwipete.positions import STARTING_FEN

LOGGER = logging.getLogger("kiwipete.engine")

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
            self._words = ["position", "startpos" if usual else f"fen {fen}", "moves"]
        for move in moves[len(self._moves) :]:
            word = self._replay.uci(move)
            self._replay.push(move)  # first, because it may fail
            self._words.append(word)
            self._moves.append(move)
        return " ".join(self._words if moves else self._words[:2])


def go_command(
    limit: Limit,
    *,
    board: Board,
    root_moves: Iterable[Move] | None = None,
    ponder: bool = False,
    infinite: bool = False,
) -> str:
    """Return the command that starts a search.

    >>> go_command(Limit(time=0.5, nodes=1000), board=Board())
    'go nodes 1000 movetime 500'
    """
    words = ["go"]
    if ponder:
        words.append("ponder")
    for name, seconds, least in (
        ("wtime", limit.white_clock, 1),
        ("btime", limit.black_clock, 1),
        ("winc", limit.white_inc, 0),
        ("binc", limit.black_inc, 0),
    ):
        if seconds is not None:
            words.append(f"{name} {max(least, round(seconds * 1000))}")
    if limit.remaining_moves is not None and limit.remaining_moves > 0:
        words.append(f"movestogo {int(limit.remaining_moves)}")
    for name, number in (("depth", limit.depth), ("nodes", limit.nodes), ("mate", limit.mate)):
        if number is not None:
            words.append(f"{name} {max(1, int(number))}")
    if limit.time is not None:
        words.append(f"movetime {max(1, round(limit.time * 1000))}")
    if infinite:
        words.append("infinite")
    if root_moves is not None:
        # An empty list must not mean all moves.
        words += ["searchmoves", *(list(map(board.uci, root_moves)) or ["0000"])]
    return " ".join(words)


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


def option_command(option: Option, value: ConfigValue) -> str:
    """Return the command that sets an option.

    >>> option_command(Option("Ponder", "check", False, None, None, []), True)
    'setoption name Ponder value true'
    """
    if option.type in ACTIONS:
        return f"setoption name {option.name}"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"setoption name {option.name} value {text}"


def read_best_move(text: str, root: Board) -> BestMove:
    """Parse a line without the word `bestmove`; raises EngineError for an illegal move.

    >>> read_best_move("e2e4 ponder e7e5", Board()).ponder
    Move.from_uci('e7e5')
    """
    words = text.split()
    if not words or words[0].lower() in ("(none)", "null"):
        return BestMove(None, None)
    board = root.copy(stack=False)
    try:
        move = board.push_uci(words[0].lower())
    except ValueError as error:
        raise EngineError(f"engine sent an illegal move, 'bestmove {text}': {error}") from error
    ponder = None
    if len(words) > 2 and words[1] == "ponder":
        try:
            ponder = board.parse_uci(words[2].lower())
        except ValueError:
            LOGGER.warning("engine expects an illegal move: bestmove %s", text)
    return BestMove(move, ponder)
