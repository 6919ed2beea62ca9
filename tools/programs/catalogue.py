"""The programs that tools/real_programs.py runs, and what each of them does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent

# What the programs import besides python-chess, in versions that go together.
DEPENDENCIES = [
    "chess==1.11.2",
    "berserk==0.14.0",
    "click==8.5.1",
    "fastapi==0.162.4",
    "gymnasium==1.4.0",
    "haskellian==0.5.14",
    "ipython==9.18.1",
    "lazy-loader==0.6",
    "numpy==2.4.6",
    "pandas==3.1.1",
    "prompt-toolkit==3.0.53",
    "pydantic==2.14.3",
    "pygame-ce==2.5.8",
    "pytest==9.2.0",
    "pyyaml==6.0.3",
    "requests==2.34.2",
    "tqdm==4.70.1",
]


@dataclass(frozen=True)
class Program:
    """A program on the package index, and the job that it does here.

    Its commands are the arguments of `python` and `kiwipete run`; {games} and {tables} in
    them stand for a file of games and a directory of Syzygy tables. `needs` has packages,
    besides the dependencies above, that conflict with other programs.
    """

    package: str
    version: str
    job: str
    commands: tuple[tuple[str, ...], ...]
    needs: tuple[str, ...] = ()

    def requirement(self) -> str:
        """Return the name and the version as a requirement for pip."""
        return f"{self.package}=={self.version}"


def driven(
    package: str, version: str, file: str, *arguments: str, needs: tuple[str, ...] = ()
) -> Program:
    """Return a program that a file of this directory runs; its docstring is the job."""
    path = FOLDER / file
    job = path.read_text().partition("\n")[0].strip('"').rstrip(".")
    return Program(package, version, job, ((str(path), *arguments),), needs)


OLD_GYM = ("gym==0.17.3", "numpy==1.23.5")

PROGRAMS = [
    driven("pettingzoo", "1.27.0", "pettingzoo_games.py"),
    driven("gym-chess", "0.1.1", "gym_chess_games.py", needs=OLD_GYM),
    driven("moonfish", "0.0.1", "moonfish_search.py", "{tables}"),
    driven("chess-mcp-server", "0.1.17", "mcp_server_moves.py"),
    driven("AI-Chess", "2.0.8", "ai_chess_moves.py"),
    driven("chessmate", "1.0.8", "chessmate_moves.py"),
    driven("reconchess", "1.6.9", "reconchess_matches.py"),
    Program(
        "pgntools",
        "0.1.0",
        "Merge 1000 games into one tree with counts, and find those in which a sequence was played",
        (
            ("-m", "pgntools", "repertoire", "-f", "{games}", "-o", "tree.pgn", "--counts"),
            ("-m", "pgntools", "findseq", "-f", "{games}", "-q", "Nf3 Nc6", "-o", "found.pgn"),
        ),
    ),
    Program(
        "pgnhelper",
        "0.10.2",
        "Sort 1000 games by ECO code, and write a cross table, standings and opening statistics",
        (
            ("-m", "pgnhelper", "sort", "--inpgnfn", "{games}", "--outpgnfn", "sorted.pgn"),
            ("-m", "pgnhelper", "roundrobin", "--inpgnfn", "{games}", "--output", "table.csv"),
            ("-m", "pgnhelper", "standing", "--inpgnfn", "{games}", "--output", "standing.csv"),
            (
                "-m",
                "pgnhelper",
                "opening-stats",
                "--inpgnfn",
                "{games}",
                "--output",
                "openings.csv",
            ),
        ),
    ),
    Program(
        "pgn-filter",
        "0.1.7",
        "Of 1000 games, write those with both players rated 1600 or more",
        (("-m", "search", "-f", "{games}", "-m", "1600"),),
    ),
    driven("pgn2data", "0.0.11", "pgn2data_export.py", "{games}"),
    driven("rookforge-ml", "0.1.1", "rookforge_samples.py", "{games}"),
    driven("chess-features", "0.5.0", "features_of_positions.py", "{games}"),
    driven("chess-utils", "0.1.19", "chess_utils_lines.py", "{games}"),
    driven("chess-analytica", "1.2.4", "analytica_walk.py", "{games}"),
    driven("Openix", "2.0.4", "openix_book.py"),
    driven("chess-puzzler", "0.1.1", "puzzler_tags.py", "{games}"),
    driven("saulochess", "0.1.7.1", "saulochess_review.py", "{games}"),
    driven("chess-game-analyzer", "0.1.2", "analyzer_review.py", "{games}"),
    Program(
        "cli-chess",
        "1.8.0",
        "Run its own tests of boards, move lists, material and games, variants included",
        (("-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "cli_chess.tests"),),
    ),
]
