"""A page with a server of its own, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

import pytest

from kiwipete.web.server.engines import EngineSeat
from tests.web.page.board_page import EMPTY_GAME, BoardPage, start

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenBoard = Callable[..., BoardPage]


@pytest.fixture
def open_board(new_page: Callable[..., Page]) -> Iterator[OpenBoard]:
    """Return a function that starts a server with games and engines, and opens its page."""
    with ExitStack() as servers:

        def open_page(
            pgn: str = EMPTY_GAME, seats: Sequence[EngineSeat] = (), **options: Any
        ) -> BoardPage:
            server = servers.enter_context(start(pgn, seats))
            options.setdefault("viewport", {"width": 1280, "height": 800})
            return servers.enter_context(closing(BoardPage(new_page(**options), server))).open()

        yield open_page
