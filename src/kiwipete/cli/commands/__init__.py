"""The registry of commands.

To add a command:

1. Write `cli/commands/NAME.py` with four names, as in `why.py`:

   DESCRIPTION      the text of `kiwipete NAME --help`; its first sentence is the summary
   EXAMPLES         the end of that text: the commands that people will copy
   add_arguments    takes a CommandParser and adds the arguments; `cli/options.py` has shared ones
   run              takes the parsed arguments and returns an exit code of `cli/exits.py`

   Optional: IN_SHORT, one line or more for the examples of `kiwipete --help`.
2. Add its name to COMMANDS.
3. Test it in `tests/cli/commands/test_NAME.py`.

`kiwipete --help` imports every command, so at the top of a command's module import only what
`import kiwipete` loads anyway. `run` imports the rest: rich, the search, the laboratory.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser

# In the order of `kiwipete --help`.
COMMANDS = (
    "run",
    "perft",
    "show",
    "why",
    "hunt",
    "adapter",
    "suite",
    "match",
    "board",
    "games",
    "explore",
    "analyse",
    "play",
    "bench",
    "selfplay",
    "data",
    "train",
    "tune",
    "uci",
)


class Command(NamedTuple):
    """A command: its texts, its arguments and what it does."""

    name: str
    description: str
    examples: str
    in_short: str
    add_arguments: Callable[[CommandParser], None]
    run: Callable[[Namespace], int]

    @property
    def summary(self) -> str:
        """The first sentence of the description, for the list of commands."""
        return self.description[0].lower() + self.description[1:].partition(".\n")[0]


def load(name: str) -> Command:
    """Import a command's module.

    >>> load("why").summary
    'explain why a move is legal or illegal'
    """
    module = import_module(f"kiwipete.cli.commands.{name}")
    return Command(
        name,
        module.DESCRIPTION,
        module.EXAMPLES,
        getattr(module, "IN_SHORT", ""),
        module.add_arguments,
        module.run,
    )
