"""A game of an XBoard engine: how it begins, the position on its board, and one search."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from kiwipete.board import Board, Move
from kiwipete.engine.analysis import Search
from kiwipete.engine.options import ConfigMapping, ConfigValue, Option, Settings
from kiwipete.engine.process import LOGGER
from kiwipete.engine.search_types import InfoDict, Limit, Opponent
from kiwipete.engine.xboard_text import read_thought
from kiwipete.errors import EngineError
from kiwipete.positions import STARTING_FEN

# They are set like options, but sent only when a game begins.
GAME_OPTIONS = (
    Option("random", "check", False, None, None, None),
    Option("computer", "check", False, None, None, None),
    Option("name", "string", "", None, None, None),
    Option("engine_rating", "spin", 0, None, None, None),
    Option("opponent_rating", "spin", 0, None, None, None),
)

_NORMAL = "normal"
_RESULTS = frozenset({"1-0", "0-1", "1/2-1/2"})


def opponent_options(opponent: Opponent, engine_rating: int | None) -> dict[str, ConfigValue]:
    """Return the options that describe the opponent.

    >>> opponent_options(Opponent("Ada", "GM", 2600, False), None)
    {'name': 'GM Ada', 'opponent_rating': 2600, 'computer': False}
    """
    name = opponent.name or ""
    options: dict[str, ConfigValue] = {
        "name": f"{opponent.title} {name}" if opponent.title and name else name,
        "opponent_rating": opponent.rating or 0,
        "computer": bool(opponent.is_engine),
    }
    return options if engine_rating is None else {**options, "engine_rating": engine_rating}


def beginning(settings: Settings, options: ConfigMapping) -> list[str]:
    """Return the commands for a new game, from the permanent settings and those of one search."""
    given = settings.checked(options)
    random, computer, name, rating, opponent_rating = (
        given.get(option.name, settings.lasting(option.name)) for option in GAME_OPTIONS
    )
    lines = {
        "random": random,
        f"name {name}": name,
        f"rating {rating} {opponent_rating}": rating or opponent_rating,
        "computer": computer,
    }
    return [line for line, is_wanted in lines.items() if is_wanted]


class XBoardGame:
    """The engine's current game: its start position, and the moves since.

    >>> game = XBoardGame()
    >>> game.set_up(Board(), "a game")
    ['new', 'force']
    >>> board = Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> game.set_up(board, "a game")
    ['force', 'e2e4']
    >>> game.set_up(Board(), "a game")
    ['force', 'undo']
    """

    def __init__(self) -> None:
        self.key: object = None
        self._start: tuple[str, str] | None = None  # variant and FEN; None if there is no game
        self._moves: list[Move] = []

    def set_up(
        self,
        board: Board,
        key: object,
        *,
        beginning: Iterable[str] = (),
        variants: Collection[str] = (),
        move_prefix: str = "",
    ) -> list[str]:
        """Return the commands that set up a board, and assume that they are sent.

        `beginning` has the commands for a new game.
        """
        root = board.root()
        variant = board.xboard_variant
        if variant is None:
            raise EngineError(f"XBoard has no name for the rules of {type(board).__name__}")
        if variant == _NORMAL and board.chess960:
            variant = "fischerandom"
        if variant != _NORMAL and variant not in variants:
            known = ", ".join(variants) or "none"
            raise EngineError(f"engine does not play the variant {variant} (variants: {known})")
        start = variant, root.fen(shredder=board.chess960, en_passant="fen")
        moves = list(board.move_stack)
        if start != self._start or key != self.key:
            same = 0
            lines = ["new", *_unless(variant == _NORMAL, f"variant {variant}"), *beginning, "force"]
            lines += _unless(start == (_NORMAL, STARTING_FEN), f"setboard {start[1]}")
        else:
            same = _in_common(self._moves, moves)
            too_many = len(self._moves) - same
            lines = ["force", *["remove"] * (too_many // 2), *["undo"] * (too_many % 2)]
        lines += [move_prefix + text for text in _texts(root, moves, same)]
        self.key, self._start, self._moves = key, start, moves
        return lines

    def push(self, move: Move) -> None:
        """Add a move of the engine."""
        self._moves.append(move)

    def forget(self) -> None:
        """Begin a new game the next time."""
        self._start = None


def _unless(condition: bool, line: str) -> list[str]:
    return [] if condition else [line]


def _in_common(first: list[Move], second: list[Move]) -> int:
    """Return the number of equal moves at the beginning."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def _texts(root: Board, moves: list[Move], after: int) -> Iterator[str]:
    """Yield moves in XBoard notation, from an index on."""
    board = root.copy(stack=False)
    for number, move in enumerate(moves):
        if number >= after:
            if not move:
                LOGGER.warning("not every XBoard engine supports null moves: after %s", board.fen())
            yield board.xboard(move)
        board.push(move)


class XBoardSearch(Search):
    """A search for a move to play, or an analysis, whose move is the first of its best line.

    It ends when the engine replies to the ping after its move.
    """

    limit = Limit()  # of an analysis; a playing engine keeps to its own
    move: Move | None = None
    ponder: Move | None = None
    draw_offered = False
    resigned = False
    last_ping: int | None = None

    def take(self, line: str) -> bool:
        """Handle a line from the engine; return True if it ends the search."""
        if thought := read_thought(line, self.root, self.wanted):
            return self._take_thought(thought)
        word, rest = (*line.split(None, 1), "", "")[:2]
        if self.result is None and self._is_answer(word, rest.strip()):
            return word != "Hint:"
        if not word.startswith("#"):
            LOGGER.warning("unexpected line of an XBoard engine: %r", line[:200])
        return False

    def _take_thought(self, thought: InfoDict) -> bool:
        if self.result is None:
            if self.move is None:  # else the line is about the opponent's move
                self.post(thought)
            return False
        self.post(thought)
        if thought["pv"]:
            self.move = thought["pv"][0]
        return self._reaches_limit(thought)

    def _reaches_limit(self, info: InfoDict) -> bool:
        """Return True if an analysis has reached its limit."""
        limit, mate = self.limit, info["score"].relative.mate()
        return (
            (limit.depth is not None and info["depth"] >= limit.depth)
            or (limit.nodes is not None and info["nodes"] >= limit.nodes)
            or (limit.mate is not None and mate is not None and 0 < mate <= limit.mate)
        )

    def _is_answer(self, word: str, rest: str) -> bool:
        """Handle the reply to `go`, if it is one."""
        if word == "move" and self.move is None:
            self._take_move(rest)
        elif word == "Hint:":
            self._take_hint(rest)
        elif word == "resign":
            self.resigned = True
        elif word == "offer" and rest == "draw":
            self.draw_offered = True
        else:
            return word in _RESULTS
        return True

    def _take_move(self, text: str) -> None:
        try:
            self.move = self.root.parse_xboard(text)
        except ValueError as error:
            message = f"engine sent an illegal move, 'move {text}': {error}"
            raise EngineError(message) from error

    def _take_hint(self, text: str) -> None:
        """Store the reply that the engine expects to its move."""
        board = self.root.copy(stack=False)
        try:
            if self.move is not None:
                board.push(self.move)
                self.ponder = board.parse_xboard(text)
        except ValueError:
            LOGGER.warning("engine expects an illegal move: %s", text[:200])
