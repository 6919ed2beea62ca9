"""XBoard engines: what is missing, said clearly."""

from __future__ import annotations

from typing import NoReturn

from kiwipete.engine.process import Command

NO_XBOARD = (
    "kiwipete.engine speaks UCI only, it has no XBoardProtocol: "
    "call popen_uci if the engine knows UCI, or python-chess's popen_xboard"
)


async def popen_xboard(command: Command, **popen_args: object) -> NoReturn:
    """Refuse: XBoard engines are not in Kiwipete."""
    raise NotImplementedError(NO_XBOARD)
