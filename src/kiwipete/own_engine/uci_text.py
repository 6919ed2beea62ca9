"""UCI as text: `position` and `go` are read; `info`, `bestmove` and the table of `eval` written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kiwipete._core.line import Bound, Line
from kiwipete.board import Board, Move, board_of
from kiwipete.own_engine.time_management import Clock, Lateness, SearchLimits
from kiwipete.own_engine.wdl_model import win_draw_loss
from kiwipete.squares import PIECE_TYPES, PieceType, piece_name
from kiwipete.untrusted_text import in_short

# Larger numbers mean no limit, and would overflow somewhere.
_LARGEST = 10**15

_NUMBERS = frozenset(
    ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft")
)

_FULL_PHASE = 24


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


def info_text(line: Line, material: int | None = None) -> str:
    """Return a line of the search as UCI's `info`; with `material` it includes the WDL.

    >>> info_text(Line(3, 5, 1, 20, None, Bound.EXACT, 1000, 0.5, 2, []))
    'info depth 3 seldepth 5 multipv 1 score cp 20 nodes 1000 nps 2000 hashfull 2 tbhits 0 time 500'
    """
    if line.bound == Bound.CURRENT:
        return f"info depth {line.depth} currmove {line.moves[0]} currmovenumber {line.number}"
    score = f"cp {line.centipawns}" if line.mate is None else f"mate {line.mate}"
    bound = {Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}.get(line.bound, "")
    speed = int(line.nodes / max(line.seconds, 1e-6))
    wdl = ""
    if material is not None:
        wins, draws, losses = win_draw_loss(line.centipawns, line.mate, material)
        wdl = f" wdl {wins} {draws} {losses}"
    pv = f" pv {' '.join(move.uci() for move in line.moves)}" if line.moves else ""
    return (
        f"info depth {line.depth} seldepth {line.seldepth} multipv {line.number} "
        f"score {score}{bound}{wdl} nodes {line.nodes} nps {speed} hashfull {line.hashfull} "
        f"tbhits {line.tbhits} time {int(line.seconds * 1000)}{pv}"
    )


def best_move_text(moves: Iterable[Move]) -> str:
    """Return the `bestmove` for a line: its first move, and its second to ponder on.

    >>> best_move_text([])
    'bestmove (none)'
    """
    best, reply = [*moves, None, None][:2]
    if best is None:
        return "bestmove (none)"
    return f"bestmove {best}" + (f" ponder {reply}" if reply else "")


class Term(NamedTuple):
    """The value of one kind of piece to White, as (middle game, endgame) for each side's pieces."""

    kind: PieceType
    white: tuple[int, int]
    black: tuple[int, int]


def terms(board: Board) -> Iterator[Term]:
    """Yield the term of each kind of piece, from pawns to kings.

    >>> [term.white for term in terms(Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))][:5]
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
    """
    for kind in PIECE_TYPES:
        white, black = (_alone(board, kind, colour) for colour in (True, False))
        yield Term(kind, white, black)


def _alone(board: Board, kind: PieceType, colour: bool) -> tuple[int, int]:
    """Return the piece-square sums of a board with only these pieces."""
    alone = Board(None)
    for square in board.pieces(kind, colour):
        alone.set_piece_at(square, board.piece_at(square))
    return alone.piece_square_scores


def evaluation_text(board: Board, value: int) -> str:
    """Return the static evaluation as a table, in centipawns.

    `value` is the engine's evaluation of the board for the side to move.
    """
    lines = [
        "          White             Black             White's lead",
        "          middle     end    middle     end    middle     end",
    ]
    for term in terms(board):
        black = (-term.black[0], -term.black[1])
        lead = (term.white[0] - black[0], term.white[1] - black[1])
        lines.append(_row(piece_name(term.kind), term.white, black, lead))
    lines.append(_row("all", ("", ""), ("", ""), board.piece_square_scores))
    phase = min(board.phase, _FULL_PHASE)
    tapered = _tapered(board.piece_square_scores, phase) * (1 if board.turn else -1)
    white = value if board.turn else -value
    return "\n".join(
        [
            *lines,
            "",
            f"Phase: {phase} of {_FULL_PHASE}, where 0 is the endgame",
            f"Side to move: {tapered} by its phase, {value - tapered:+} for the move itself",
            f"Evaluation: {value} centipawns for the side to move, {white} for White",
        ]
    )


def _row(name: str, *pairs: tuple[int | str, int | str]) -> str:
    return f"{name:8}" + "  ".join(f"{middle:>8}{end:>8}" for middle, end in pairs)


def _tapered(sums: tuple[int, int], phase: int) -> int:
    """Return the mean of both sums by the phase, rounded towards zero as the search does."""
    whole = sums[0] * phase + sums[1] * (_FULL_PHASE - phase)
    return abs(whole) // _FULL_PHASE * (1 if whole > 0 else -1)
