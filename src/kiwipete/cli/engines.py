"""The engine that a command asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete.cli.ends import UsageError, complain
from kiwipete.cli.wording import several

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.lab.engines.script_engine import ScriptEngine
    from kiwipete.lab.engines.uci_engine import UciEngine


def check_engine(arguments: Namespace) -> None:
    """Raise a UsageError if options would be ignored for lack of an engine that minds them."""
    for option, given in (
        ("--script", arguments.script),
        ("--perft-command", arguments.perft_command is not None),
    ):
        if given and not arguments.engine:
            raise UsageError(f"{option} needs an engine: put one after --")
    if arguments.script and arguments.perft_command is not None:
        raise UsageError("--perft-command and --script cannot be combined: scripts take no command")


def new_engine(arguments: Namespace) -> UciEngine | ScriptEngine:
    """Return the engine that the arguments name; it starts with the first question."""
    from kiwipete.lab.engines.open_engine import PERFT_COMMAND, open_engine

    return open_engine(
        arguments.engine,
        script=arguments.script,
        chess960=arguments.chess960,
        perft_command=arguments.perft_command or PERFT_COMMAND,
        timeout=arguments.timeout,
    )


def complain_about_chess960(left_out: int) -> None:
    """Say that an engine is not asked about positions of Chess960, if there are any."""
    if left_out:
        complain(
            f"skipped {several(left_out, 'Chess960 position')}: "
            "add --chess960 if the engine plays it"
        )
