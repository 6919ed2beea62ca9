"""What a GUI sends: the arguments of `position` and `go`."""

from __future__ import annotations

from kiwipete.board import Board, board_of
from kiwipete.own_engine.time_management import Clock, Lateness, SearchLimits
from kiwipete.untrusted_text import in_short

# Larger numbers mean no limit, and would overflow somewhere.
_LARGEST = 10**15

_NUMBERS = frozenset(
    ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft")
)


def read_position(text: str, *, chess960: bool = False) -> Board:
    """Set up the position that follows the word `position`; ValueError says what is wrong.

    >>> read_position("startpos moves e2e4").fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """
    words = text.split()
    moves = []
    if "moves" in words:
        cut = words.index("moves")
        words, moves = words[:cut], words[cut + 1 :]
    if words == ["startpos"]:
        board = Board(chess960=chess960)
    elif words[:1] == ["fen"]:
        board = board_of(" ".join(words[1:]), chess960=chess960)
    else:
        raise ValueError(f"'startpos' or 'fen' is expected, not {' '.join(words)[:40]!r}")
    _check(board)
    for move in moves:
        board.push_uci(move)
    _check(board)  # again: a null move may have been played in check
    return board


def _check(board: Board) -> None:
    if not board.is_countable():
        raise ValueError(f"no legal game comes from {board.fen()}")


class Go:
    """The arguments of a `go` command; times are in milliseconds, as in UCI."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.search_moves: list[str] = []
        self.infinite = False
        self.ponder = False
        self.complaints: list[str] = []

    def clock(self, white: bool) -> Clock | None:
        """Return the clock of the side to move, if the command has one."""
        get = self.numbers.get
        left = get("wtime" if white else "btime")
        if left is None or "movetime" in self.numbers:
            return None
        increment = max(0, get("winc" if white else "binc", 0)) / 1000
        moves = get("movestogo", 0)
        return Clock(left / 1000, increment, moves if moves > 0 else None)

    def limits(
        self, white: bool, overhead: float, lateness: Lateness | None = None
    ) -> SearchLimits:
        """Return the limits of the search with this side to move.

        On a clock, `overhead` is kept back, and what late moves have cost so far.

        >>> read_go("depth 5 movetime 1000").limits(white=True, overhead=0.01)
        SearchLimits(depth=5, nodes=0, mate=0, soft=0.0, hard=0.99)
        """
        get = self.numbers.get
        depth, nodes, mate = (max(0, get(name, 0)) for name in ("depth", "nodes", "mate"))
        limits = SearchLimits(depth, nodes, mate)
        if "movetime" in self.numbers:
            return limits.for_time(self.numbers["movetime"] / 1000, overhead)
        clock = self.clock(white)
        if clock is None:
            return limits
        if lateness is None:
            return limits.on_clock(clock, overhead)
        return limits.on_clock(clock, overhead + lateness.worst, lateness.usual)

    def keep_legal_moves(self, board: Board) -> None:
        """Drop illegal moves from `search_moves`, with a complaint for each.

        >>> go = read_go("searchmoves e2e4 e2e5 0000")
        >>> go.keep_legal_moves(Board())
        >>> go.search_moves, len(go.complaints)
        (['e2e4'], 2)
        """
        wanted, self.search_moves = self.search_moves, []
        for move in wanted:
            try:
                if not board.parse_uci(move):
                    raise ValueError("a null move is not legal")
            except ValueError as error:
                self.complaints.append(f"go searchmoves: {in_short(str(error), 120)}")
            else:
                self.search_moves.append(move)

    @property
    def waits(self) -> bool:
        """Whether the move may be written only after `stop` or `ponderhit`."""
        return self.infinite or self.ponder


def read_go(text: str) -> Go:
    """Read what follows the word `go`; invalid parts are left out, with a complaint for each.

    >>> read_go("wtime 60000 depth x").complaints
    ["go depth takes a number, not 'x'"]
    """
    go = Go()
    words = iter(text.split())
    listing = False
    for word in words:
        if word in _NUMBERS:
            listing = False
            _read_number(go, word, next(words, ""))
        elif word in ("infinite", "ponder"):
            listing = False
            setattr(go, word, True)
        elif word == "searchmoves":
            listing = True
        elif listing:
            go.search_moves.append(word)
        else:
            go.complaints.append(f"go does not know {word[:40]!r}")
    return go


def _read_number(go: Go, name: str, text: str) -> None:
    try:
        number = int(text[:20])
    except ValueError:
        go.complaints.append(f"go {name} takes a number, not {text[:40]!r}")
        return
    go.numbers[name] = max(-_LARGEST, min(number, _LARGEST))
