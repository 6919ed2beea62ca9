"""What `--help` teaches."""

from __future__ import annotations

ABOUT = """\
Exact chess rules at native speed.

Run a program for python-chess on Kiwipete (run); count the positions a number
of moves ahead (perft), on this machine or a cluster; look at a position
(show); learn why a move is legal or not (why); find the bug in a move
generator (hunt), even one that is not a program yet (adapter); check known
counts with Kiwipete or an engine (suite); let engines play each other (match);
ask our own engine about positions and tests (analyse); play against it in the
terminal (play) or in any chess program (uci); measure this machine (bench)."""

EXAMPLES = """\
examples:
  kiwipete run PROGRAM.py             a program that imports chess, at native speed
  kiwipete perft 6                    119,060,324 nodes from the start position
  kiwipete perft 4 kiwipete --stats   captures, castles ... of the last ply
  kiwipete perft 3 --divide           a2a3: 380, a2a4: 420, ... one line per move
  kiwipete show kiwipete              the board, its state and its 48 legal moves
  kiwipete why kiwipete e1g1          why a move is legal or not
  kiwipete hunt -- stockfish          find the bug in a move generator
  kiwipete adapter python             connect your own generator to a hunt
  kiwipete suite --depth 4            known counts of 31 positions, or of a file
  kiwipete match A B --nodes 20000    which of two engines is stronger
  kiwipete analyse --depth 10         what our engine thinks of a position
  kiwipete play --level 3             a game against our engine
  kiwipete bench                      six known counts, and the speed
  kiwipete uci                        the engine, for chess programs

More about a command: kiwipete perft --help
Exit codes: 0 success, 1 a count is wrong, a move is illegal, an engine breaks
the rules or is no stronger than another, or a test position is not solved, 2 bad
input, 3 a check or an engine failed, or the cluster was lost, 4 a match was too
short to decide, 5 the result cannot be written, 70 a bug in kiwipete, 130
interrupted, 141 the reader of the output has gone."""

RUN = """\
Run a program for python-chess on Kiwipete, unchanged.

`import chess`, `import chess.engine` and so on mean Kiwipete's modules, in the
program and in every process of the same Python that it starts. All else is as
with `python PROGRAM.py`: what follows the options of `kiwipete run` goes to
Python as it is. A submodule of chess that Kiwipete lacks says so by name."""

RUN_EXAMPLES = """\
examples:
  kiwipete run bot.py --depth 4
      as python bot.py --depth 4, with chess meaning Kiwipete

  kiwipete run -m pytest tests
      the tests of a project for python-chess

  kiwipete run -c "import chess; print(chess.Board().legal_moves.count())"
      20

  kiwipete run $(which bot)
      a program that was installed as a command, if it is written in Python

  kiwipete run --with-python-chess probe.py
      with python-chess's own modules where Kiwipete has none

  Python's other options work too (kiwipete run -O bot.py), except -E, -I and -S:
  with these Python would not see the switch.
  From inside a program: import kiwipete; kiwipete.use_as_chess()"""

PERFT = """\
Count the positions that legal moves lead to.

All processors count at once. A long count shows a progress bar. Ctrl-C stops
it and prints what is known so far."""

PERFT_EXAMPLES = """\
examples:
  kiwipete perft 6
      Nodes   119,060,324
      Time    0.068 s
      Speed   1,750,887,117 nodes/s

  kiwipete perft 5 "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" --divide
      a5a4: 52943
      a5a6: 59028
      ...
      g2g4: 53895

      Nodes searched: 674624
    Only the counts go to stdout, sorted, so you can compare two programs:
    diff <(kiwipete perft 5 --divide) other.txt

  kiwipete perft 4 kiwipete --stats --check
      757,163 captures, 1,929 en passant, 128,013 castles, ... and 43 checkmates,
      with every fast method checked against a slow one at every node

  kiwipete perft 5 --moves "e4 e5" --json
      {"fen": "rnbqkbnr/pppp1ppp/...", "depth": 5, "nodes": 22273312, ...}

  kiwipete perft 7 --hash 256
      3,195,901,860 nodes, many of them remembered instead of counted again

  A count that takes hours is best cut into parts, which are saved one by one:
    kiwipete perft 9 --resume run.db --hash 512
      however it ends, the same command continues where it stopped
    kiwipete perft 10 --resume run.db --cluster tcp://10.0.0.1:8786
      the same on a Dask cluster; machines may join and leave at any time
    Only finished parts are saved. --hash is per worker, shared by its threads."""

SHOW = """\
Draw a position and describe it.

Shows the side to move, castling rights, en passant, counters, key, checkers,
pinned pieces and the legal moves. For an impossible position it shows the
board and all that is wrong with it (exit code 2)."""

SHOW_EXAMPLES = """\
examples:
  kiwipete show
      the start position and its 20 legal moves

  kiwipete show kiwipete --moves "e1g1 h3g2"
      the position two moves on: white has castled, a black pawn is on g2

  kiwipete show "8/8/8/8/8/8/8/K7 w - - 0 1"
      kiwipete: impossible position: black has no king"""

WHY = """\
Say why a move is legal or not.

Draws the board, marks the squares that matter, names the rule and explains it
in one sentence. For a legal move the sentence says what it does. The exit code
is 1 if the move is illegal."""

WHY_EXAMPLES = """\
examples:
  kiwipete why "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1" d2f3
      d2f3 is illegal (pinned).
      The knight on d2 is pinned against the king on e1 by the bishop on b4.

  kiwipete why startpos O-O
      e1g1 is illegal (castling-path-not-empty).
      The king on e1 cannot castle kingside: the bishop on f1 and the knight on g1
      are in the way.

  kiwipete why --moves "f2f3 e7e5 g2g4" Qh4
      d8h4 is legal (plain-move).
      The queen on d8 goes to h4, giving checkmate to the king on e1.

  kiwipete why kiwipete a1h1 --json
      {"fen": "r3k2r/...", "move": "a1h1", "legal": false, "rule": "path-blocked", ...}"""

HUNT = """\
Find the bug in an engine's move generator.

Compares the engine's moves and counts with the rules, position after position:
first in a collection of corner cases, then in random games. A difference is
traced down to the position whose moves are wrong, explained, and made as small
as possible within half a minute. With --all the findings are listed at the end
by likely cause, what to fix first at the top. Unusable lines of a file are
reported and skipped.
Exit codes: 0 no difference, 1 differences, 2 bad usage or an unusable line, 3
the engine failed, 130 interrupted."""

HUNT_EXAMPLES = """\
examples:
  kiwipete hunt -- stockfish
      no difference in 966 positions, 226,914,460 nodes

  kiwipete hunt --all --seconds 120 -- ./engine --uci
      all bugs that turn up in two minutes, by likely cause

  kiwipete hunt --all --ignore castling --ignore en-passant -- ./engine
      an engine that does not castle or take en passant yet

  kiwipete hunt --fen kiwipete --depth 4 -- ./engine
      only in this position

  kiwipete hunt --fen startpos --moves "e2e4 e7e5" --depth 2 -- ./engine
      the engine is given the moves and has to make them itself

  kiwipete hunt --perft-command "divide {depth}" --chess960 -- ./engine
      an engine that plays Chess960 and is asked "divide 3"

  kiwipete hunt --script -- ./perft.sh
      a program that runs as ./perft.sh DEPTH FEN "MOVES"

  kiwipete hunt --json --junit report.xml -- ./engine
      {"engine": "...", "positions": 379, "nodes": 3428, "findings": [...], ...}"""

ADAPTER = """\
Print a program that connects your move generator to a hunt.

Save it next to your engine. One marked part, a few lines long, calls a made-up
engine. Replace those calls by your own: set up a FEN, list the legal moves,
make and unmake a move, and write it as e2e4. The rest is complete. Its first
lines say how to build it and start the hunt. Programs that start fast run once
per question (--script); those in Python, Java and JavaScript speak UCI."""

ADAPTER_EXAMPLES = """\
examples:
  kiwipete adapter c > adapter.c
      change the marked part, then
      cc -O2 -o adapter adapter.c engine.c
      kiwipete hunt --script -- ./adapter

  kiwipete adapter python > adapter.py
      kiwipete hunt -- python adapter.py

  kiwipete adapter cpp > adapter.cpp
  kiwipete adapter rust > adapter.rs
  kiwipete adapter java > Adapter.java
  kiwipete adapter go > adapter.go
  kiwipete adapter js > adapter.mjs"""

SUITE = """\
Check known counts with Kiwipete or an engine.

Without a file it counts 31 positions, at least one for each corner case that
generators get wrong. Formats: FEN ;D1 20 ;D2 400; python-chess's blocks of id,
epd and perft lines; FEN,depth,nodes and other tables; JSON. Unusable lines are
shown and skipped.
Exit codes: 0 all counts are right, 1 a count is wrong, 2 bad usage or an
unusable line, 3 the engine failed, 130 interrupted."""

SUITE_EXAMPLES = """\
examples:
  kiwipete suite --nodes 1000000
      one row per position, then
      31 positions, 135 counts, 8,223,046 nodes in 0.029 s, 284 M nodes/s: all right

  kiwipete suite perft.epd --depth 5 -- stockfish
      the same counts by an engine, one process per thread

  kiwipete suite chess960.epd --chess960 --engine "./engine --uci" --timeout 300

  kiwipete suite perft.epd --script -- ./count.py
      by a program that runs as ./count.py DEPTH FEN

  kiwipete suite perft.epd --json --junit report.xml
      {"suite": "perft.epd", "engine": "kiwipete 0.1.0", "results": [...], ...}"""

MATCH = """\
Let UCI engines play each other.

Each opening is played twice, with either colour, and the pairs are counted:
Elo with its error, normalized Elo, the likelihood of superiority, and with
--sprt a test that stops as soon as the games decide. Engines that crash, hang,
lose on time, give no move or an illegal one lose that game and are started
again; the report counts such games apart, and says how long each engine thought.
More than two engines play a round robin.
Exit codes: 0 all games played, or the test accepted H1, 1 it accepted H0, 2 bad
usage, 3 an engine cannot play, 4 too few games for the test, 5 a game cannot be
saved, 130 interrupted."""

MATCH_EXAMPLES = """\
examples:
  kiwipete match ./new ./old --nodes 20000 --sprt 0,10
      is the new engine stronger? Ends when that is known

  kiwipete match stockfish toga2 --movetime 0.1 --option-a "Skill Level=5"
      200 games from random balanced openings, as many at once as processors

  kiwipete match new=./engine "old=./engine --old" --tc 1+0.01 --jobs 2 --resume run.jsonl
      a clock; after Ctrl-C or a power cut the same command continues

  kiwipete match ./a ./b ./c --tc 10+0.1 --games 100 --openings book.epd --pgn games.pgn
      a round robin, 100 games for each pairing, and a table of ratings

  kiwipete match ./a ./b --nodes 5000 --no-adjudication --json
      {"engines": [...], "games": 200, "pairings": [{"pairs": [4, 20, 51, 21, 4], ...}], ...}"""

ANALYSE = """\
Say what our own engine thinks of positions.

Shows depth, score, chances, nodes, speed, time and the line of moves as they
are found. Scores are White's, in pawns: +1.00 is a pawn more for White, -M3
means that Black mates in three; 23/34/43 are White's chances to win, draw and
lose, in percent. Ctrl-C ends the search and prints what is known.

In a file, EPD operations say what is right: bm the best moves, am moves to
avoid, dm a mate in so many moves. Then each position has a verdict, with the
time and depth since which its answer was right and stayed so, and the last line
sums them up. Unusable lines are shown and skipped.
Exit codes: 0 all tests are solved, 1 one is not, 2 bad usage or an unusable
line, 130 interrupted."""

ANALYSE_EXAMPLES = """\
examples:
  kiwipete analyse kiwipete --depth 10
      depth 10/19: -0.77 (23/34/43), 63,647 nodes, 1.21 M nodes/s, 0.052 s: 1. dxe6 ...
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
      {"name": "WAC.001", "best": "g3g6", "lines": [...], "solved": true, ...}"""

PLAY = """\
Play a game against our own engine in the terminal.

Type moves as players write them (e4, Nf3, O-O, e8=Q) or by squares (e2e4). An
illegal move is explained. Commands: help, moves, hint, eval, undo, board, flip,
fen, draw?, resign, save FILE, quit. The third repetition and fifty moves end the
game at once. Offered a draw, the engine accepts unless it thinks it is better.

A level limits how many positions the engine looks at for a move, and how many of
the moves it sees at all; docs/engine.md tells how its Elo was measured:
  level         1    2    3    4     5     6     7      8      9      10
  Elo         150  360  690  900  1150  1310  1490   1630   1770    1980
  positions    25   40   65  110   200   400   800  2,000  6,000  30,000
  seen, %      25   38   51   62    72    81    88     94     98     100
Hints and evaluations look at 100,000 positions at any level."""

PLAY_EXAMPLES = """\
examples:
  kiwipete play
      You are White against Kiwipete, level 5. Type a move such as e4, or help.

  kiwipete play --side black --seconds 2 --save games.pgn
      against all its strength, and keep the game

  kiwipete play --fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" --level 10
      try to win an endgame

  kiwipete play --chess960 --side random
      one of the 960 start positions

  echo "e4" | kiwipete play --level 1 --seed 7
      moves may come from a pipe; the same seed gives the same game"""

BENCH = """\
Count six positions with known counts and measure the speed.

Startpos at depth 6, kiwipete 5, position3 7, position4 5, position5 5 and
position6 5. The exit code is 1 if a count is wrong.

With --search the engine searches 16 positions at a fixed depth, on one thread
that knows nothing before each. The same engine always needs the same number of
nodes: the total is its signature. One that differs means a different search."""

BENCH_EXAMPLES = """\
examples:
  kiwipete bench
      one row per position, then
      Signature   761234712
      Speed       1,141,231,202 nodes/s

  kiwipete bench --threads 4 --json
      {"positions": [{"name": "startpos", "depth": 6, ...}, ...], "nodes": 761234712, ...}

  kiwipete bench --search
      one row per position, then the signature and the speed of the search"""

UCI = """\
Be a chess engine that speaks UCI on standard input and output.

Chess programs (GUIs) start engines with this command. Without a terminal,
`kiwipete` alone does the same, for GUIs that take no arguments."""

UCI_EXAMPLES = """\
examples:
  kiwipete uci
      uci                                  the options
      position startpos moves e2e4         set up a position
      go movetime 1000                     think for a second
      go wtime 60000 btime 60000           think as long as the clock allows
      go depth 12 searchmoves e7e5 c7c5    which of these is better?
      setoption name MultiPV value 3       show the three best lines
      stop, quit

  Also, for developers: d (the position), eval, flip, go perft 5, bench.

  kiwipete hunt -- kiwipete uci            does our own generator hold?"""
