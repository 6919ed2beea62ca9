"""Reading `go`: which limits it names, and what is wrong with it."""

from __future__ import annotations

from kiwipete.board import Board
from kiwipete.foreign_text import in_short
from kiwipete.search import Budget, Clock
from kiwipete.uci.lateness import Lateness

# Numbers beyond this mean no limit, and would overflow somewhere.
_LARGEST = 10**15

_NUMBERS = frozenset(
    ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft")
)


class Go:
    """What a `go` line asks for; times are milliseconds, as in UCI."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.search_moves: list[str] = []
        self.infinite = False
        self.ponder = False
        self.complaints: list[str] = []

    def clock(self, white: bool) -> Clock | None:
        """Return the clock of the side to move, if it plays on one."""
        get = self.numbers.get
        left = get("wtime" if white else "btime")
        if left is None or "movetime" in self.numbers:
            return None
        increment = max(0, get("winc" if white else "binc", 0)) / 1000
        moves = get("movestogo", 0)
        return Clock(left / 1000, increment, moves if moves > 0 else None)

    def budget(self, white: bool, overhead: float, lateness: Lateness | None = None) -> Budget:
        """Return what the search may use with this side to move.

        On a clock it keeps `overhead` back, and what late moves have cost so far.

        >>> read_go("depth 5 movetime 1000").budget(white=True, overhead=0.01)
        Budget(depth=5, nodes=0, mate=0, soft=0.0, hard=0.99)
        """
        get = self.numbers.get
        depth, nodes, mate = (max(0, get(name, 0)) for name in ("depth", "nodes", "mate"))
        budget = Budget(depth, nodes, mate)
        if "movetime" in self.numbers:
            return budget.for_time(self.numbers["movetime"] / 1000, overhead)
        clock = self.clock(white)
        if clock is None:
            return budget
        if lateness is None:
            return budget.on_clock(clock, overhead)
        return budget.on_clock(clock, overhead + lateness.worst, lateness.usual)

    def keep_legal_moves(self, board: Board) -> None:
        """Complain of moves that cannot be played, and leave them out.

        >>> go = read_go("searchmoves e2e4 e2e5 0000")
        >>> go.keep_legal_moves(Board())
        >>> go.search_moves, len(go.complaints)
        (['e2e4'], 2)
        """
        wanted, self.search_moves = self.search_moves, []
        for move in wanted:
            try:
                if not board.parse_uci(move):
                    raise ValueError("nobody may pass")
            except ValueError as error:
                self.complaints.append(f"go searchmoves: {in_short(str(error), 120)}")
            else:
                self.search_moves.append(move)

    @property
    def waits(self) -> bool:
        """Whether the move may come only after `stop` or `ponderhit`."""
        return self.infinite or self.ponder


def read_go(text: str) -> Go:
    """Read what comes after the word `go`; what cannot be read is complained of and left out.

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
