"""`kiwipete analyse`: analyse positions or games with our engine, and count the tests it solves."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kiwipete import epd
from kiwipete.board import Board, Move
from kiwipete.cli import options
from kiwipete.cli.commands.analyse_game import is_game_file, read_games, review_games
from kiwipete.cli.engines import open_engine
from kiwipete.cli.exits import (
    INTERRUPTED,
    OK,
    UNSOLVED,
    USAGE,
    UsageError,
    complain,
    ended_like_ctrl_c,
    too_many_threads,
)
from kiwipete.cli.inputs import STDIN, complain_about_lines, read_lines, read_position, title
from kiwipete.cli.ui import duration, several
from kiwipete.own_engine import MAX_DEPTH, MAX_HASH_MB, MAX_LINES, MAX_THREADS
from kiwipete.positions import NAMED_POSITIONS

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from kiwipete.cli.options import CommandParser
    from kiwipete.cli.ui.analyse_view import Found, View
    from kiwipete.engine import Engine
    from kiwipete.lab.suites.position_files import PositionLine

DESCRIPTION = """\
Analyse positions and games with our own engine.

Shows depth, score, chances, nodes, speed, time and the best line as the search
deepens. Scores are White's, in pawns: +1.00 is a pawn more for White, -M3 means
that Black mates in three; 25/29/46 are White's chances to win, draw and lose, in
percent. Ctrl-C stops the search and prints what is known.

In a file, EPD operations name the solution: bm the best moves, am moves to
avoid, dm a mate in N moves. Each position then gets a verdict, with the time and
depth from which on the answer was right, and the last line sums them up.
Unusable lines are shown and skipped.

Games in a .pgn file are reviewed move by move: scores, winning chances, the better
line after each inaccuracy (?!), mistake (?) and blunder (??), which lose 5, 10 and 15
percent of the chances, and both players' accuracy. --html writes a report with
boards, a graph and all lines, in one file for any browser.
Exit codes: 0 all tests are solved, 1 one is not, 2 bad usage or an unusable
line, 130 interrupted."""

EXAMPLES = """\
examples:
  kiwipete analyse kiwipete --depth 10
      depth 10/21: -0.86 (25/29/46), 27,095 nodes, 1.69 M nodes/s, 0.016 s: 1. dxe6 ...
      Best move   dxe6

  kiwipete analyse "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1" --multipv 3 --seconds 60
      the three best moves, for a minute

  kiwipete analyse --moves "e4 c5" --nodes 100000
      the same result every time

  kiwipete analyse wac.epd --seconds 1 --threads 4
      solved    WAC.001: Qg6 after 0.068 s, depth 12
      failed    WAC.002: c3, -1.35, depth 21; wanted: Rxb2
      ...
      1 of 2 tests solved in 1.072 s; the solutions took 0.068 s, at depth 12.0 ...

  kiwipete analyse wac.epd --nodes 20000 --json
      {"name": "WAC.001", "best": "g3g6", "lines": [...], "solved": true, ...}

  kiwipete analyse game.pgn --html report.html
      Ada - Bob, 0-1
           1. f3         -0.61   44 %   inaccuracy better: 1. e4 e5 2. Nf3 ...
      ..."""

IN_SHORT = """\
  kiwipete analyse --depth 10         what our engine thinks of a position
"""

_SECONDS = 10.0  # per position, if nothing else limits the search

_SUFFIXES = (".epd", ".fen", ".txt")

_T = TypeVar("_T")


def add_arguments(parser: CommandParser) -> None:
    """Add the positions, the limits and the resources of the search."""
    options.add_words(
        parser,
        "position",
        "POSITION",
        "a FEN in quotes, a name as for show (default: startpos), or a file of EPDs or FENs "
        "(- for stdin), or of games (.pgn); several are analysed one after another",
    )
    options.add_moves(parser)
    add = parser.add_argument
    add(
        "--multipv",
        metavar="N",
        type=options.number("the number of lines", 1, MAX_LINES),
        default=1,
        help="show the N best moves with their lines (default: 1)",
    )
    add(
        "--seconds",
        metavar="SECONDS",
        type=options.seconds,
        help="think this long about each position (default: 10, in games 0.5, or as long as "
        "--depth or --nodes needs)",
    )
    add(
        "--depth",
        metavar="N",
        type=options.number("the depth", 1, MAX_DEPTH),
        help="stop after this depth",
    )
    add(
        "--nodes",
        metavar="N",
        type=options.number("the number of nodes", 1, options.MOST_NODES),
        help="stop after this many nodes; on one thread the result is reproducible",
    )
    add(
        "--threads",
        metavar="N",
        type=options.number("the number of threads", 1, MAX_THREADS),
        default=1,
        help="search on this many threads (default: 1)",
    )
    add(
        "--hash",
        metavar="MB",
        type=options.number("the size of the hash table in MB", 1, MAX_HASH_MB),
        default=64,
        help="size of the hash table (default: 64)",
    )
    options.add_network(parser)
    options.add_tables(parser)
    add(
        "--game",
        metavar="N",
        type=options.number("the number of the game", 1, options.MOST_NODES),
        help="analyse only the Nth game of a .pgn file (default: all)",
    )
    options.add_html(parser, "the games")
    options.add_json(parser, "a JSON object for each position or game")


def run(arguments: Namespace) -> int:
    """Analyse the positions or games; the exit code says whether all tests are solved."""
    if any(map(is_game_file, arguments.position)):
        games = read_games(arguments)
        with ended_like_ctrl_c():
            return _with_threads(arguments, lambda: review_games(games, arguments))
    for option in ("game", "html"):
        if getattr(arguments, option) is not None:
            raise UsageError(f"--{option} needs a file of games: FILE.pgn")
    tasks = read_tasks(arguments)
    with ended_like_ctrl_c():
        done = _with_threads(arguments, lambda: _analyse_all(tasks, arguments))
    if tasks.from_files and not arguments.json:
        print(summary(done))
    whole = sum(not found.interrupted for found in done)
    if whole < len(tasks.tasks):
        complain(f"interrupted: {whole} of {several(len(tasks.tasks), 'position')} analysed")
        return INTERRUPTED
    if any(found.solved is False for found in done):
        return UNSOLVED
    return USAGE if tasks.wrong_lines else OK


def _with_threads(arguments: Namespace, work: Callable[[], _T]) -> _T:
    """Return what `work` returns; raise a UsageError if the system refuses the threads."""
    try:
        return work()
    except RuntimeError as error:
        raise too_many_threads(error, arguments.threads) from error


def _analyse_all(tasks: Tasks, arguments: Namespace) -> list[Found]:
    """Analyse one position after another until Ctrl-C, and show the lines as they come."""
    from kiwipete.cli.ui.analyse_view import Found, open_view

    view = open_view(silent=arguments.json, brief=tasks.from_files, multipv=arguments.multipv)
    done: list[Found] = []
    try:
        with open_engine(arguments) as engine:
            for task in tasks.tasks:
                found = Found(task)
                done.append(found)
                _analyse(found, engine, view, arguments)
                if arguments.json:
                    _print_json(found)
                if found.interrupted:
                    break
    except KeyboardInterrupt:  # between two positions
        pass
    finally:
        view.close()
    return done


def _analyse(found: Found, engine: Engine, view: View, arguments: Namespace) -> None:
    """Analyse a position; Ctrl-C keeps what is known."""
    from kiwipete.engine import Limit

    seconds = arguments.seconds
    if seconds is None and arguments.depth is None and arguments.nodes is None:
        seconds = _SECONDS
    limit = Limit(time=seconds, depth=arguments.depth, nodes=arguments.nodes)
    board, interrupted = found.task.board, False
    view.begin(found)
    # As a new game: results for other positions in the hash table are not used.
    with engine.analysis(board, limit, multipv=arguments.multipv, game=object()) as analysis:
        try:
            for info in analysis:
                if found.add(info):
                    view.add(found, info)
        except KeyboardInterrupt:
            interrupted = True
            analysis.stop()
        found.end(analysis.wait().move, interrupted=interrupted)
    view.end(found)


def summary(done: list[Found]) -> str:
    """Return the last line: how many tests were solved, and how fast."""
    tests = [found for found in done if found.solved is not None and not found.interrupted]
    seconds = sum(found.seconds for found in done)
    if not tests:
        return f"{several(len(done), 'position')} in {duration(seconds)}, none with bm, am or dm"
    solutions = [found.solution for found in tests if found.solution is not None]
    text = f"{len(solutions)} of {several(len(tests), 'test')} solved in {duration(seconds)}"
    if solutions:
        depth = sum(solution.depth for solution in solutions) / len(solutions)
        needed = duration(sum(solution.seconds for solution in solutions))
        text += f"; the solutions took {needed}, at depth {depth:.1f} on average"
    return text


def _print_json(found: Found) -> None:
    import json

    from kiwipete.cli.ui.analyse_view import as_fields

    print(json.dumps(as_fields(found)), flush=True)


# What to analyse: positions from the command line and from files, with their solutions.


class Goal(NamedTuple):
    """The solution of a test position: one of `best`, none of `avoid`, a mate in `mate` moves."""

    best: tuple[Move, ...] = ()
    avoid: tuple[Move, ...] = ()
    mate: int | None = None

    def is_met(self, move: Move, mate: int | None) -> bool:
        """Return whether a move, and the mate it leads to, solve the test."""
        return (
            (not self.best or move in self.best)
            and move not in self.avoid
            and (self.mate is None or (mate is not None and 0 < mate <= self.mate))
        )

    def describe(self, board: Board) -> str:
        """Return the goal in words."""
        wishes = []
        if self.best:
            wishes.append(" or ".join(board.san(move) for move in self.best))
        if self.avoid:
            wishes.append(f"not {' or '.join(board.san(move) for move in self.avoid)}")
        if self.mate is not None:
            wishes.append(f"mate in {self.mate}")
        return ", ".join(wishes)


class AnalyseTask(NamedTuple):
    """A position to analyse."""

    name: str
    board: Board
    goal: Goal | None = None  # only tests have one


class Tasks:
    """All positions to analyse."""

    def __init__(self) -> None:
        self.tasks: list[AnalyseTask] = []
        self.wrong_lines = 0  # unusable lines of files
        self.from_files = False


def read_tasks(arguments: Namespace) -> Tasks:
    """Read the positions that the arguments name; complain about unusable lines and skip them."""
    found = Tasks()
    for word in arguments.position or ["startpos"]:
        if _is_position(word, arguments.position):
            board = read_position([word], arguments.moves, chess960=arguments.chess960)
            _check(board)
            found.tasks.append(AnalyseTask(word, board))
            continue
        if arguments.moves:
            raise UsageError(f"--moves works with one position, not with the file {title(word)}")
        _read_file(word, found, chess960=arguments.chess960)
    return found


def _is_position(word: str, words: list[str]) -> bool:
    """Return False for a file; for a word that is neither, read_position has the better message."""
    if word in NAMED_POSITIONS:
        return True
    if word == STDIN or os.path.lexists(word):
        return False
    if word == words[0] and word.count("/") == 7 and words[1:2] in (["w"], ["b"]):
        raise UsageError(f'a FEN has spaces, so put it in quotes: "{" ".join(words)}"')
    return not word.lower().endswith(_SUFFIXES)  # a file that doesn't exist


def _check(board: Board) -> None:
    """Raise a UsageError if the position cannot be searched."""
    if not board.is_countable():
        reasons = board.status().reasons() or ["a king is a promoted pawn"]
        raise UsageError(f"impossible position: {'; '.join(reasons)}")


def _read_file(file: str, found: Tasks, *, chess960: bool) -> None:
    from kiwipete.lab import WrongLine
    from kiwipete.lab.suites.entry import wrong_line
    from kiwipete.lab.suites.position_files import read_positions

    wrong_lines = []
    before = len(found.tasks)
    for line in read_positions(read_lines(file), chess960=chess960):
        if isinstance(line, WrongLine):
            wrong_lines.append(line)
            continue
        try:
            found.tasks.append(AnalyseTask(line.name, line.board, _goal(line)))
        except ValueError as error:
            wrong_lines.append(wrong_line(line.number, line.text, str(error)))
    complain_about_lines(file, wrong_lines)
    found.wrong_lines += len(wrong_lines)
    found.from_files = True
    if len(found.tasks) == before:
        reason = "no line is usable" if wrong_lines else "it has no positions"
        raise UsageError(f"nothing to analyse in {title(file)}: {reason}")


def _goal(line: PositionLine) -> Goal | None:
    """Read the goal of a line; raise ValueError if it is malformed."""
    from kiwipete.lab.suites.formats import before_comment, split_epd

    wishes: dict[str, epd.Value] = {}
    for operation in split_epd(before_comment(line.text))[1]:
        # Only these: other operations are often not valid EPD.
        if operation.split()[0] in ("bm", "am", "dm"):
            wishes.update(epd.read_operations(operation, lambda: line.board))
    if not wishes:
        return None
    best, avoid, mate = (wishes.get(opcode) for opcode in ("bm", "am", "dm"))
    if mate is not None and (not isinstance(mate, int) or mate < 1):
        raise ValueError(f"dm wants a number of moves, not {mate!r}")
    return Goal(_moves("bm", best), _moves("am", avoid), mate)


def _moves(opcode: str, value: epd.Value) -> tuple[Move, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not value:
        raise ValueError(f"{opcode} wants moves, not {value!r}")
    return tuple(value)
