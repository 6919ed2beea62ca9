"""`kiwipete analyse`: what our engine thinks of positions, and which tests it solves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete.cli.ends import INTERRUPTED, OK, UNSOLVED, USAGE, complain
from kiwipete.cli.wording import duration, several

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.analysis_found import Found
    from kiwipete.cli.analysis_tasks import Tasks
    from kiwipete.cli.analysis_view import View
    from kiwipete.engine import Engine

_SECONDS = 10.0  # for a position, if nothing else limits the search


def run(arguments: Namespace) -> int:
    """Analyse the positions; the exit code says whether all tests are solved."""
    from kiwipete.cli.analysis_tasks import read_tasks
    from kiwipete.cli.engine_options import too_many_threads
    from kiwipete.cli.signals import ended_like_ctrl_c

    tasks = read_tasks(arguments)
    with ended_like_ctrl_c():
        try:
            done = _analyse_all(tasks, arguments)
        except RuntimeError as error:
            raise too_many_threads(error, arguments.threads) from error
    if tasks.from_files and not arguments.json:
        print(summary(done))
    whole = sum(not found.interrupted for found in done)
    if whole < len(tasks.tasks):
        complain(f"interrupted: {whole} of {several(len(tasks.tasks), 'position')} analysed")
        return INTERRUPTED
    if any(found.solved is False for found in done):
        return UNSOLVED
    return USAGE if tasks.wrong_lines else OK


def _analyse_all(tasks: Tasks, arguments: Namespace) -> list[Found]:
    """Analyse one position after the other in front of the reader's eyes; Ctrl-C ends them."""
    from kiwipete.cli.analysis_found import Found
    from kiwipete.cli.analysis_view import open_view
    from kiwipete.engine import Engine

    view = open_view(silent=arguments.json, brief=tasks.from_files, multipv=arguments.multipv)
    done: list[Found] = []
    try:
        with Engine(threads=arguments.threads, hash_mb=arguments.hash) as engine:
            for task in tasks.tasks:
                found = Found(task)
                done.append(found)
                _analyse(found, engine, view, arguments)
                if arguments.json:
                    _print_json(found)
                if found.interrupted:
                    break
    except KeyboardInterrupt:  # at the beginning or the end of a position
        pass
    finally:
        view.close()
    return done


def _analyse(found: Found, engine: Engine, view: View, arguments: Namespace) -> None:
    """Analyse a position; what is known when Ctrl-C comes is kept."""
    from kiwipete.engine import Limit

    seconds = arguments.seconds
    if seconds is None and arguments.depth is None and arguments.nodes is None:
        seconds = _SECONDS
    limit = Limit(time=seconds, depth=arguments.depth, nodes=arguments.nodes)
    board, interrupted = found.task.board, False
    view.begin(found)
    # A game of its own: nothing that other positions have taught is used.
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
    """Sum up the tests."""
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

    from kiwipete.cli.analysis_json import fields

    print(json.dumps(fields(found)), flush=True)
