"""The Watch view: a match under way."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import pytest

from kiwipete.match import Adjudication, Control, Match, MatchPlan, Sprt, Terms
from kiwipete.match.pgn import game_pgn
from kiwipete.web.server.match_watch import MatchWatch
from tests.support.match.toys import START, toy
from tests.web.page.board_page import BoardPage, start

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

NAME = "<b>New</b>"


def test_a_match_is_watched(new_page: Callable[..., Page]) -> None:
    terms = Terms(Control.clock("10+0.1"), Adjudication.never())
    engines = (toy(name=NAME), toy(name="Old"))
    plan = MatchPlan(engines, terms, openings=(START,), games=4, sprt=Sprt(0, 10))
    with (
        start() as server,
        closing(MatchWatch(server.application)) as watch,
        ExitStack() as stack,
    ):
        match = Match(plan, watch=watch.show)
        watch.begin(match)
        board = stack.enter_context(
            closing(BoardPage(new_page(viewport={"width": 1280, "height": 800}), server))
        ).open()
        page = board.page
        page.wait_for_selector("#panel-watch:not([hidden])")
        board.wait_text("#match-table", NAME)
        with closing(match.run()) as games:
            for game in games:
                watch.add(game, game_pgn(game, [NAME, "Old"], terms.control, date="2026.11.18"))
        watch.end()
        board.wait_text("#match-progress", "4 of 4 games played · finished")
        assert page.locator(".watch-game").count() == 4
        assert page.locator(".watch-game kiwipete-board").count() == 4
        assert page.locator(".column").count() == 5
        assert "LLR" in (page.get_attribute(".llr", "aria-valuetext") or "")
        page.click('[aria-label="Open game 2"]')
        page.wait_for_selector("#panel-analyse:not([hidden])")
        board.wait_text("#player-top .name", NAME)  # colours change in the second game
        page.reload()
        board.ready()
        page.wait_for_selector("#tab-watch:not([hidden])")
        page.wait_for_selector("#panel-analyse:not([hidden])")  # the user's choice stays
