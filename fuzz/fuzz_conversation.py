"""Fuzz the engine's conversation: whatever a GUI sends, in any order, it gets its replies.

Text is sent line by line. A byte from 128 on stands for a whole word or line of
WORDS, so that the mutator's output is often UCI, and often damaged. What must hold:
`isready` gets its reply at once, or after the `bestmove` of a search that was stopped; every
`go` gets one `bestmove`, in order, with a move that is legal in its position; a rejected
position changes nothing; the conversation ends. The same text is sent three times: line by
line, without waiting for anything, and through a stream.

python fuzz/fuzz_conversation.py --seconds 30
"""

from __future__ import annotations

import io
import os
import re
import signal
import threading
from contextlib import redirect_stdout

from harness import main

from kiwipete import Board
from kiwipete.own_engine.uci_engine import UciEngine, converse
from kiwipete.own_engine.uci_text import read_go

PATIENCE = 60  # seconds; sanitizers are slow
LINES = 60  # told of one text

ALONE = ("uci", "isready", "ucinewgame", "stop", "ponderhit", "d", "eval", "flip")
WITH_MORE = ("go", "position", "setoption", "debug", "register", "bench")
COMMANDS = frozenset((*ALONE, *WITH_MORE, "quit"))
FENS = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 99 70",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "6k1/4Q3/6K1/8/8/8/8/8 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "QQQQQQQQ/QQQQQQQQ/8/8/8/8/qqqqqqqq/qqqKqqqk w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 149 9999",
    "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1",
]
WORDS = [
    *(f"\n{command}\n" for command in ALONE),
    *(f"\n{command} " for command in WITH_MORE),
    *("startpos ", "fen ", "moves ", "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 ", "name ", "value "),
    *(f"\nposition fen {fen}\n" for fen in FENS),
    *(f"\nposition fen {fen}\ngo nodes 200\n" for fen in FENS),
    *(f"\ngo {limit}\n" for limit in ("", "infinite", "ponder", "depth 3", "nodes 100", "mate 2")),
    "\ngo infinite\nstop\n",
    "\ngo ponder movetime 1\nponderhit\n",
    "\ngo ponder wtime 5 btime 5\nponderhit\nstop\n",
    *("wtime 3 btime 3 ", "winc 1 binc 1 ", "movestogo 1 ", "movetime 2 ", "depth 2 ", "nodes 50 "),
    *("infinite ", "ponder ", "mate 1 ", "perft 2 ", "searchmoves ", "movetime -1 ", "wtime 0 "),
    *("e2e4 ", "e7e8q ", "e1g1 ", "e1h1 ", "0000 ", "a1a1 ", "e5d6 ", "(none) "),
    *("\nsetoption name Hash value ", "\nsetoption name Threads value 2\n", "\nsetoption name "),
    *("\nsetoption name MultiPV value 3\n", "\nsetoption name MultiPV value 256\n"),
    *("\nsetoption name UCI_Chess960 value true\n", "\nsetoption name UCI_Chess960 value false\n"),
    *("\nsetoption name Clear Hash\n", "\nsetoption name Move Overhead value 5000\n"),
    *("\nsetoption name UCI_LimitStrength value true\n", "\nsetoption name UCI_Elo value 1500\n"),
    *("\nsetoption name Ponder value true\n", "\nsetoption name UCI_AnalyseMode value true\n"),
    *("\nsetoption name Without value futility\n", "\nsetoption name SyzygyPath value x\n"),
    *("\nsetoption name OwnBook value true\n", "\nsetoption name BookFile value nothing\n"),
    *(
        "9" * 30,
        "-1",
        "1e9",
        "0x10",
        "\uff11\uff12",
        "1_0",
        "\0",
        "\ud800",
        "♔",
        "\t",
        "\r\n",
        "x" * 5000,
    ),
    " e2e4" * 400,
]
SEEDS = [
    b"uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 3\nisready\nstop\nd",
    b"position startpos\ngo wtime 20 btime 20 winc 1 binc 1 movestogo 3\nstop\ngo nodes 300\neval",
    b"go infinite\nsetoption name Hash value 2\nstop\nsetoption name Hash value 2\ngo depth 2",
    b"position startpos moves d2d4\ngo ponder movetime 3\nisready\nponderhit\ngo movetime 1",
    b"setoption name Threads value 2\nsetoption name MultiPV value 3\ngo nodes 900\nflip\ngo",
    b"position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo searchmoves e1g1 nodes 50\ngo perft 2\nbench",
    bytes(range(128, 160)),
    bytes(range(160, 192)),
    bytes(range(192, 128 + len(WORDS))),
]
ALPHABET = bytes(range(128, 128 + len(WORDS))) + b"\n \n 0123456789abcdefghgo"


def spelled_out(data: bytes) -> str:
    """Return the text that bytes stand for."""
    return "".join(
        WORDS[byte - 128] if 128 <= byte < 128 + len(WORDS) else chr(byte) for byte in data
    )


def tamed(line: str) -> str:
    """Return a line with numbers that would take all memory, or for ever, made small."""
    if re.search("hash|threads", line, re.IGNORECASE):
        line = re.sub(r"\d[\d_]*", lambda found: str(1 + len(found[0]) % 4), line)
    return re.sub(r"(perft|bench)\s*\S*", r"\1 1", line)


def command_of(line: str) -> tuple[str, str]:
    """Return the first command in a line, and the text after it."""
    for word in re.finditer(r"\S+", line):
        if word[0] in COMMANDS:
            return word[0], line[word.end() :]
    return "", ""


class Gui:
    """The engine's side of UCI, what it wrote, and the positions of the searches."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.said: list[str] = []
        self.engine = UciEngine(self.said.append)
        self.tell("setoption name Hash value 1")  # a new table takes time

    def tell(self, line: str, *, finished: bool = False) -> list[str]:
        """Send a line; return the replies before a running search has ended."""
        before = len(self.said)
        assert self.engine.handle(line)
        self.engine.wait(finished=finished)
        return self.said[before:]

    def fen(self) -> str:
        """Return the FEN of the current position."""
        shown = next(each for each in self.tell("d") if "Fen: " in each)
        return shown.partition("Fen: ")[2].split("\n")[0]

    def check(self, line: str) -> None:
        """Send a line that does not end the conversation, and check the replies."""
        command, rest = command_of(line)
        if command not in ("isready", "d", "eval", "uci", "ponderhit"):
            self.tell("stop", finished=True)  # what comes now does not wait
        fen = self.fen()
        said = self.tell(line)
        assert not any(each.startswith("info string go:") for each in said), (line, said)
        if any(each.startswith("info string position:") for each in said):
            assert self.fen() == fen, line
        if command == "go" and "perft" not in read_go(rest).numbers:
            self.asked.append(fen)
        assert "readyok" in self.tell("isready"), line

    def end(self) -> None:
        """Stop what is running and look at every move."""
        self.tell("stop", finished=True)
        self.engine.close()
        moves = [line.split()[1] for line in self.said if line.startswith("bestmove ")]
        assert len(moves) == len(self.asked)
        for fen, move in zip(self.asked, moves, strict=True):
            check_move(fen, move)


def check_move(fen: str, text: str) -> None:
    """Check that a move is legal, whichever way its castling is written."""
    boards = [Board(fen, chess960=chess960) for chess960 in (False, True)]
    if text in ("(none)", "0000"):
        assert not any(boards[0].legal_moves), fen
    else:
        assert any(text in map(str, board.legal_moves) for board in boards), (fen, text)


def searches(line: str) -> bool:
    """Whether a line is to be answered by a move."""
    command, rest = command_of(line)
    return command == "go" and "perft" not in read_go(rest).numbers


def check_rush(lines: list[str]) -> None:
    """Send all lines without waiting, and stop: every search gets its move."""
    said: list[str] = []
    engine = UciEngine(said.append)
    for line in ("setoption name Hash value 1", *lines, "stop", "isready"):
        assert engine.handle(line)
    watch = threading.Timer(PATIENCE, lambda: os.kill(os.getpid(), signal.SIGABRT))
    watch.start()
    engine.close()
    watch.cancel()
    check_counts(said, lines)
    assert said[-1] == "readyok"


def check_stream(lines: list[str]) -> None:
    """Send all lines at once, like a pipe, and quit."""
    out = io.StringIO()
    text = "\n".join((*lines, "quit\n"))
    with redirect_stdout(out):
        converse(io.BytesIO(text.encode("utf-8", "replace")))
    check_counts(out.getvalue().split("\n"), lines)


def check_counts(said: list[str], lines: list[str]) -> None:
    """Compare the number of moves with that of searches."""
    moves = sum(each.startswith("bestmove ") for each in said)
    assert moves == sum(map(searches, lines)), (moves, lines)


def target(data: bytes) -> None:
    """Hold one conversation."""
    lines = [tamed(line) for line in spelled_out(data).split("\n")[:LINES]]
    lines = [line for line in lines if command_of(line)[0] != "quit"]
    gui = Gui()
    for line in lines:
        gui.check(line)
    gui.end()
    if len(data) % 2 == 0:
        check_rush(lines)
    if len(data) % 8 == 0:
        check_stream(lines)


if __name__ == "__main__":
    main(target, SEEDS, ALPHABET)
