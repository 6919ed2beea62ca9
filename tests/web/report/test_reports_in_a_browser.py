"""Reports in a real browser, as files: they load nothing, and every part of them works."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from kiwipete import Board
from kiwipete.engine import Engine, Limit
from kiwipete.lab import hunt, labelled_position
from kiwipete.match import Control, EngineSpec, Game, Match, MatchPlan, Opening, Sprt, Terms
from kiwipete.match.record import MoveInfo
from kiwipete.pgn import read_game
from kiwipete.review import Review
from kiwipete.web.report.game_report import game_report
from kiwipete.web.report.hunt_report import hunt_report
from kiwipete.web.report.match_report import match_report
from tests.support.axe import serious_findings
from tests.support.buggy import MutatedEngine

pytestmark = pytest.mark.browser

NASTY = "</script><img src=x onerror=alert(1)>"
BOARD = "document.querySelector('kiwipete-board')"


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Write one report of each kind; return their paths."""
    folder = tmp_path_factory.mktemp("reports")
    texts = {"game": a_game(), "match": a_match(), "hunt": a_hunt()}
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in texts}


def a_game() -> str:
    text = f'[White "{NASTY}"]\n[Black "Bob"]\n\n1. f3 e5 {{{NASTY}}} 2. g4 Qh4# 0-1'
    game = read_game(io.StringIO(text))
    review = Review.of_game(game)
    with Engine(hash_mb=1) as engine:
        for _ in review.run(engine, Limit(nodes=3000), multipv=2):
            pass
    return game_report([(game, review)])


def a_match() -> str:
    engines = tuple(EngineSpec(name, ("false",)) for name in (NASTY, "old"))
    match = Match(MatchPlan(engines, Terms(Control(nodes=1)), games=20, sprt=Sprt(0, 10)))
    games = []
    for number in range(12):
        moves = ("e2e4", "e7e5", "g1f3") if number % 2 else ("d2d4", "d7d5")
        infos = tuple(MoveInfo(0.1, 30 * ply, 9) for ply in range(len(moves)))
        players = match.schedule.players(number)
        game = Game(number, *players, Opening(Board().fen()), moves, infos, number % 3 == 0, "time")
        match.standing.add(game)
        games.append(game)
    return match_report(match, games)


def a_hunt() -> str:
    engine = MutatedEngine("castling-through-check")
    engine.name = NASTY
    where = [labelled_position("r3kr2/8/8/8/8/8/7P/R3K2R w KQ - 0 1", NASTY)]
    return hunt_report(hunt(engine, where, depth=1))


def last_move(page) -> str | None:
    return page.evaluate(f"{BOARD}.position.lastMove")


@pytest.mark.parametrize("name", ["game", "match", "hunt"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_opens_without_an_error_and_fits_a_phone(reports, new_page, name, scheme):
    page = new_page(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.goto(reports[name].as_uri())
    page.locator("kiwipete-board").first.locator('[data-square="e2"]').wait_for()
    assert page.locator("h1").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("main img").count() == 0


def test_a_game_by_buttons_keys_and_clicks(reports, page):
    page.goto(reports["game"].as_uri())
    assert last_move(page) is None
    page.get_by_role("button", name="Next mistake").click()
    assert last_move(page) == "g2g4"
    assert "blunder" in page.locator(".about").inner_text()
    page.get_by_role("button", name="Back").click()
    assert last_move(page) == "e7e5"
    assert NASTY in page.locator(".about q").inner_text()
    red = f"{BOARD}.shapes.filter((shape) => shape.color === 'red').length"
    assert page.evaluate(red) == 1  # the blunder that comes next
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    assert last_move(page) == "d8h4"
    assert page.evaluate(f"{BOARD}.position.check") == "e1"
    page.keyboard.press("Home")
    assert last_move(page) is None
    page.locator(".moves button", has_text="e5").click()
    assert last_move(page) == "e7e5"
    page.keyboard.press("ArrowLeft")
    assert last_move(page) == "f2f3"
    assert page.evaluate("document.activeElement.dataset.ply") == "1"
    box = page.locator(".win-graph").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 10)
    assert last_move(page) == "d8h4"
    page.get_by_role("button", name="Flip the board").click()
    assert page.locator("kiwipete-board").get_attribute("orientation") == "black"


def test_lines_show_their_positions(reports, page):
    page.goto(reports["game"].as_uri())
    step = page.locator(".line button").first
    step.hover()
    assert page.evaluate(f"{BOARD}.ghost") is not None
    page.mouse.move(0, 0)
    assert page.evaluate(f"{BOARD}.ghost") is None
    step.focus()
    ghost = page.evaluate(f"{BOARD}.ghost")
    assert Board(ghost).turn is False


def test_the_games_of_a_match(reports, page):
    page.goto(reports["match"].as_uri())
    assert page.locator(".playing").inner_text().startswith("Game 1:")
    page.get_by_role("button", name="2", exact=True).click()
    assert page.locator(".playing").inner_text().startswith("Game 2: old")
    page.get_by_role("button", name="Last position").click()
    assert last_move(page) == "g1f3"
    assert page.locator(".win-graph .curve").count() == 1
    assert "depth 9" in page.locator(".about").inner_text()
    assert page.get_by_role("button", name="Next mistake").is_hidden()
    assert page.locator(".path-chart").count() == 2


def test_the_findings_of_a_hunt(reports, page):
    page.goto(reports["hunt"].as_uri())
    shapes = page.evaluate(f"{BOARD}.shapes")
    assert {"kind": "arrow", "from": "e1", "to": "g1", "color": "red"} in shapes
    page.locator('.divide tr[data-move="e1g1"]').hover()
    assert len(page.evaluate(f"{BOARD}.shapes")) == len(shapes) + 1
    page.mouse.move(0, 0)
    assert len(page.evaluate(f"{BOARD}.shapes")) == len(shapes)


@pytest.mark.parametrize("name", ["game", "match", "hunt"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(reports, new_page, name, scheme):
    page = new_page(color_scheme=scheme, reduced_motion="reduce")
    page.goto(reports[name].as_uri())
    if name != "hunt":
        page.get_by_role("button", name="Last position").click()
    assert serious_findings(page) == []


@pytest.mark.parametrize("name", ["game", "match", "hunt"])
def test_without_scripts(reports, new_page, name):
    page = new_page(java_script_enabled=False)
    page.goto(reports[name].as_uri())
    assert page.locator("table").first.is_visible()
    assert page.get_by_role("button").count() == 0
    if name != "match":  # its board is for stepping through games
        assert page.locator("kiwipete-board > svg").first.is_visible()


@pytest.mark.parametrize("name", ["game", "match", "hunt"])
def test_on_paper(reports, page, name):
    page.goto(reports[name].as_uri())
    page.emulate_media(media="print")
    assert page.locator("table").first.is_visible()
    assert page.locator(".scripted:visible").count() == 0


def test_an_injected_script_is_refused_by_the_policy(reports, page, watcher, tmp_path):
    html = reports["game"].read_text(encoding="utf-8")
    path = tmp_path / "changed.html"
    path.write_text(html.replace("</main>", "</main><script>document.title = 'no'</script>"))
    page.goto(path.as_uri())
    assert page.title() != "no"
    assert any("Content Security Policy" in error for error in watcher.errors)
    watcher.errors.clear()
