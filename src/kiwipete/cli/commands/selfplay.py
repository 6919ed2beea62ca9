"""`kiwipete selfplay`: play games of the engine against itself, to train a network on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kiwipete.cli import options
from kiwipete.cli.clusters import add_cluster, optional_cluster
from kiwipete.cli.exits import (
    CANNOT_WRITE,
    CLUSTER_FAILED,
    INTERRUPTED,
    OK,
    USAGE,
    UsageError,
    complain,
    ended_like_ctrl_c,
    too_many_threads,
)
from kiwipete.cli.ui import grouped, several
from kiwipete.perft import processors

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser
    from kiwipete.cli.ui.selfplay_view import Tally
    from kiwipete.cluster import ClusterExecutor
    from kiwipete.training.cluster_play import ClusterSelfPlay
    from kiwipete.training.self_play import SelfPlay

DESCRIPTION = """\
Play games of the engine against itself, to train a network on.

Games go to the folder OUT, into a file for each thread. Each begins with 8 or 9
random plies; openings whose first score is beyond 3 pawns are dropped. A search
begins no further iteration after --nodes nodes, so it uses some 1.6 times as
many on average. Games end by the rules (repetitions and fifty moves are claimed),
with a mate score, when one side is 10 pawns ahead for 5 plies, when the score
stays within 0.08 pawns for 12 plies after ply 70, or as a draw after 400 plies.

A game is written when it ends. After Ctrl-C, a kill or a power cut the same
command continues until the folder has --games games. One seed and one thread
always play the same games.

With --cluster, workers play 32 games at a time, and the games are written here,
into a file for each thread of the cluster. A lost worker loses only the games it
is playing, which are played again.
Exit codes: 0 all games played, 2 bad usage or a folder with other games, 3 the
cluster was lost, 5 a game cannot be written, 130 interrupted."""

EXAMPLES = """\
examples:
  kiwipete selfplay games --games 100000 --nodes 1000
      on all processors, with positions an hour; about 120 positions a game

  nice -n 19 kiwipete selfplay games --games 1000000 --nodes 500 --threads 2
      in the background of other work; faster games, weaker scores

  kiwipete selfplay better --games 100000 --network net.kwn
      the next generation: games of a network, in a folder of their own

  kiwipete selfplay games --games 1000000 --cluster tcp://10.0.0.1:8786
      on all threads of a Dask cluster; machines may join and leave

  kiwipete selfplay games --games 1000 --nodes 500 --threads 1 --seed 7
      games that anybody can play again

  kiwipete selfplay games --games 500 --chess960 1 --json
      Chess960 only; {"games": 500, "positions": 58211, "wins": 204, ...}"""

IN_SHORT = """\
  kiwipete selfplay games --games 1000   play games to train a network on
"""

_MOST_GAMES = 10**9


def add_arguments(parser: CommandParser) -> None:
    """Add the folder and how the games are played."""
    add = parser.add_argument
    add("out", metavar="OUT", help="the folder for the games; it is made if there is none")
    add(
        "--games",
        metavar="N",
        type=options.number("the number of games", 1, _MOST_GAMES),
        default=1000,
        help="play until the folder has this many (default: 1000)",
    )
    add(
        "--nodes",
        metavar="N",
        type=options.number("the number of nodes", 1, 2**32 - 1),
        default=1000,
        help="begin no further iteration after this many nodes (default: 1000)",
    )
    options.add_threads(parser, processors(), "all processors", what="play")
    add_cluster(parser, "play")
    options.add_network(parser)
    add(
        "--chess960",
        metavar="SHARE",
        type=_share,
        default=0.15,
        help="share of the games that begin with a random Chess960 position (default: 0.15)",
    )
    add(
        "--seed",
        metavar="N",
        type=options.number("the seed", 0, 2**63 - 1),
        help="of the random moves (default: another one for each file)",
    )
    options.add_json(parser)


def run(arguments: Namespace) -> int:
    """Play the games; the exit code says how it ended."""
    if not arguments.out:
        raise UsageError("the name of the folder is empty")
    with (
        ended_like_ctrl_c(),
        optional_cluster(arguments, workers=arguments.threads) as cluster,
        _open(arguments, cluster) as run,
    ):
        return _play(run, arguments)


def _open(arguments: Namespace, cluster: ClusterExecutor | None) -> SelfPlay | ClusterSelfPlay:
    from kiwipete.file_header import TrainingFileError

    settings = {
        "nodes": arguments.nodes,
        "chess960": arguments.chess960,
        "seed": arguments.seed,
        "network": arguments.network,
    }
    try:
        if cluster is not None:
            from kiwipete.training.cluster_play import ClusterSelfPlay

            return ClusterSelfPlay(arguments.out, cluster, **settings)
        from kiwipete.training.self_play import SelfPlay

        return SelfPlay(arguments.out, threads=arguments.threads, **settings)
    except TrainingFileError as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        raise UsageError(f"cannot write to {arguments.out}: {error.strerror}") from error


def _play(run: SelfPlay | ClusterSelfPlay, arguments: Namespace) -> int:
    """Play what is missing and report; say so if the run was cut short."""
    from contextlib import closing

    from kiwipete.cli.ui.selfplay_view import Tally, open_view
    from kiwipete.cluster import ClusterError
    from kiwipete.file_header import CannotWriteError, TrainingFileError

    before = run.games
    tally = Tally(before, max(before, arguments.games))
    trouble, code = "", OK
    with open_view(tally, silent=arguments.json) as view:
        try:
            with closing(run.play(tally.wanted - before)) as games:
                for game in games:
                    tally.add(game)
                    view.update()
        except KeyboardInterrupt:
            missing = several(tally.wanted - run.games, "game")
            trouble = f"interrupted: {missing} left; the same command continues"
            code = INTERRUPTED
        except CannotWriteError as error:
            trouble, code = str(error), CANNOT_WRITE
        except TrainingFileError as error:  # the file of a worker that has joined has other games
            trouble, code = str(error), USAGE
        except ClusterError as error:
            trouble, code = f"{error}; the same command continues", CLUSTER_FAILED
        except RuntimeError as error:
            raise too_many_threads(error, arguments.threads) from error
    tally.stop()
    _report(run, tally, arguments)
    if trouble:
        complain(trouble)
    return code


def _report(run: SelfPlay | ClusterSelfPlay, tally: Tally, arguments: Namespace) -> None:
    if arguments.json:
        import json

        print(json.dumps(tally.as_dict(run)))
    else:
        for line in tally.report():
            print(line)
        print(f"{grouped(run.games)} games in {arguments.out}")
    sys.stdout.flush()


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise UsageError(f"the share of Chess960 games must be from 0 to 1, not {text!r}")
    return share
