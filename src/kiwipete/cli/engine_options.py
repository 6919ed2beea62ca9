"""The options of the commands that let our own engine think."""

from __future__ import annotations

from argparse import ArgumentParser

from kiwipete.cli import options, values
from kiwipete.cli.ends import UsageError
from kiwipete.own_engine import MAX_DEPTH, MAX_HASH_MB, MAX_LEVEL, MAX_LINES, MAX_THREADS

_MOST_NODES = 10**18


def add_analyse(parser: ArgumentParser) -> None:
    """Add the arguments of `kiwipete analyse`."""
    parser.add_argument(
        "position",
        metavar="POSITION",
        nargs="*",
        default=[],
        help="a FEN in quotes, a name as for show (default: startpos), or a file of EPDs or FENs "
        "(- for stdin); several are analysed one after the other",
    )
    options.add_before(parser)
    add = parser.add_argument
    add(
        "--multipv",
        metavar="N",
        type=values.number("the number of lines", 1, MAX_LINES),
        default=1,
        help="show the N best moves with their lines (default: 1)",
    )
    add(
        "--seconds",
        metavar="SECONDS",
        type=values.seconds,
        help="think this long about each position (default: 10, or as long as --depth or "
        "--nodes needs)",
    )
    add(
        "--depth",
        metavar="N",
        type=values.number("the depth", 1, MAX_DEPTH),
        help="stop after this depth",
    )
    add(
        "--nodes",
        metavar="N",
        type=values.number("the number of nodes", 1, _MOST_NODES),
        help="stop after this many nodes; on one thread the result is always the same",
    )
    _add_resources(parser)
    parser.add_argument(
        "--json", action="store_true", help="print a JSON object for each position instead"
    )


def add_play(parser: ArgumentParser) -> None:
    """Add the arguments of `kiwipete play`."""
    add = parser.add_argument
    add(
        "--side",
        metavar="SIDE",
        type=values.one_of("the side", "white", "black", "random"),
        default="white",
        help="the side you play: white (default), black or random",
    )
    add(
        "--level",
        metavar="N",
        type=values.number("the level", 1, MAX_LEVEL),
        help=f"how strong the engine is, 1 to {MAX_LEVEL} (default: 5)",
    )
    add(
        "--seconds",
        metavar="SECONDS",
        type=values.seconds,
        help="play as well as it can in this time for each move, instead of a level",
    )
    add(
        "--fen",
        metavar="FEN",
        help="begin here; a name works too, as for show",
    )
    options.add_before(parser)
    add("--unicode", action="store_true", help="draw the pieces as ♘ instead of N")
    add("--save", metavar="FILE", help="add the game to this PGN file when you leave")
    add(
        "--seed",
        metavar="N",
        type=values.number("the seed", 0, _MOST_NODES),
        help="make what a level overlooks, random sides and start positions repeat",
    )


def _add_resources(parser: ArgumentParser) -> None:
    """Add what the engine may use."""
    parser.add_argument(
        "--threads",
        metavar="N",
        type=values.number("the number of threads", 1, MAX_THREADS),
        default=1,
        help="search on this many threads (default: 1)",
    )
    parser.add_argument(
        "--hash",
        metavar="MB",
        type=values.number("the size of the hash table in MB", 1, MAX_HASH_MB),
        default=64,
        help="size of the hash table (default: 64)",
    )


def too_many_threads(error: RuntimeError, threads: int) -> UsageError:
    """Return what to say when the system gives Python no more threads, of which it says little."""
    return UsageError(f"{error}: try fewer --threads than {threads}")
