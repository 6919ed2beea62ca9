"""`kiwipete uci`: the engine for chess programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete.cli.ends import OK

if TYPE_CHECKING:
    from argparse import Namespace


def run(_: Namespace) -> int:
    """Talk until the other side quits."""
    # Only this command needs the search; others start faster without it.
    from kiwipete.own_engine.uci_streams import converse

    converse()
    return OK
