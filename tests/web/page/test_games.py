"""The Games view and the move list: trees, long games, long lists, two tabs, addresses."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiwipete import Board
from kiwipete.web.server.application import Application
from kiwipete.web.server.engines import own_seat
from kiwipete.web.server.game_list import GameList
from kiwipete.web.server.running import RunningServer
from tests.web.browser import Watcher
from tests.web.page.board_page import BoardPage
from tests.web.page.conftest import OpenBoard

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TREE = "1. e4 {King's pawn} e5 (1... c5 2. Nf3 (2. c3 $5) 2... d6) (1... e6) 2. Nf3 $1 Nc6 *\n"
SCRIPT = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'


def many_games(count: int) -> str:
    return "\n".join(
        f'[Event "Open {number % 7}"]\n[White "Player {number}"]\n[Black "Rival {number % 100}"]\n'
        f'[Date "{1900 + number % 100}.01.01"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n'
        for number in range(count)
    )


def long_game(moves: int) -> str:
    """Return knights that walk until all moves are made; no capture, so nothing ends it."""
    around = ["Nf3 Nf6", "Ng1 Ng8"]
    return " ".join(f"{number + 1}. {around[number % 2]}" for number in range(moves)) + " *\n"


def test_a_tree_is_shown_and_edited(open_board: OpenBoard) -> None:
    board = open_board(TREE)
    page = board.page
    assert sorted(board.moves()) == ["Nc6", "Nf3", "Nf3", "c3", "c5", "d6", "e4", "e5", "e6"]
    board.wait_text("#moves .comment", "King's pawn")
    page.click('#moves .move:text-is("e6")')
    page.wait_for_selector('#moves [aria-current]:text-is("e6")')
    page.click("#annotate-toggle")
    page.click('#nags [data-nag="4"]')
    page.wait_for_selector('#moves [aria-current] .nag:text-is("??")')
    page.fill("#comment", "French")
    page.locator("#comment").blur()
    board.wait_text("#moves .variation .comment", "French")
    page.click('[data-edit="main"]')
    page.wait_for_selector('#moves .row > .move:has-text("e6")')
    assert "Nc6" in board.moves()  # now in a variation
    page.click('[data-edit="delete"]')
    page.click("#confirm-yes")
    page.wait_for_function(
        "() => ![...document.querySelectorAll('#moves .move')]"
        ".some(each => each.textContent.startsWith('e6'))"
    )
    page.wait_for_selector('#moves .row > .move:text-is("e5")')


def test_keys_walk_through_the_tree(open_board: OpenBoard) -> None:
    board = open_board(TREE)
    keyboard = board.page.keyboard
    for key, san in [
        ("ArrowRight", "e4"),
        ("ArrowRight", "e5"),
        ("ArrowDown", "c5"),
        ("ArrowRight", "Nf3"),
        ("ArrowDown", "c3"),
        ("ArrowUp", "Nf3"),
        ("End", "d6"),
        ("ArrowLeft", "Nf3"),
    ]:
        keyboard.press(key)
        board.page.wait_for_selector(f'#moves .move[aria-current]:has-text("{san}")')


def test_a_game_of_3000_moves_stays_fast(open_board: OpenBoard) -> None:
    board = open_board(long_game(3000))
    page = board.page
    page.wait_for_function("() => document.querySelectorAll('#moves .move').length === 6000")
    page.keyboard.press("End")
    page.wait_for_selector('#moves [data-node="6000"][aria-current]')
    # A new move adds one element, and leaves the others alone.
    page.evaluate(
        "() => { window.changes = 0; new MutationObserver(all => { for (const each of all)"
        " window.changes += each.addedNodes.length + each.removedNodes.length })"
        ".observe(document.getElementById('moves'), {childList: true, subtree: true}) }"
    )
    board.click("e2", "e4")
    page.wait_for_function("() => document.querySelectorAll('#moves .move').length === 6001")
    assert page.evaluate("window.changes") < 30
    page.keyboard.press("Escape")
    page.locator("#flip").focus()
    page.keyboard.press("Home")
    page.wait_for_function("() => document.getElementById('moves').scrollTop === 0")


def test_a_file_of_5000_games(open_board: OpenBoard, tmp_path: Path) -> None:
    board = open_board()
    page = board.page
    board.show("games")
    file = tmp_path / "many.pgn"
    file.write_text(many_games(5000))
    page.set_input_files("#open-file", file)
    board.wait_text("#games-count", "5,000 games")
    assert page.locator(".game-row").count() < 60  # only what is in sight
    page.locator("#games-list").focus()
    page.keyboard.press("End")
    board.wait_text("#games-list", "Player 4999")
    page.keyboard.press("Enter")
    board.wait_text("#player-bottom", "Player 4999")
    page.fill("#search", "player 4242")
    board.wait_text("#games-count", "1 found")
    page.locator(".game-row").first.click()
    board.wait_text("#player-top", "Rival 42")


def test_paste_and_download(open_board: OpenBoard) -> None:
    board = open_board()
    page = board.page
    board.show("games")
    page.click("#paste-open")
    page.fill("#paste-text", '[White "Anna"]\n[Black "Bert"]\n\n1. d4 d5 *')
    page.click('#paste-dialog [value="open"]')
    board.wait_text("#player-bottom", "Anna")
    with page.expect_download() as download:
        page.click("#download-all")
    path = download.value.path()
    assert "1. d4 d5 *" in Path(path).read_text()


def test_a_dropped_file(open_board: OpenBoard) -> None:
    board = open_board()
    page = board.page
    data = page.evaluate_handle(
        "text => { const data = new DataTransfer();"
        " data.items.add(new File([text], 'dropped.pgn')); return data }",
        '[White "Carla"]\n\n1. c4 *',
    )
    page.dispatch_event("body", "dragenter", {"dataTransfer": data})
    page.wait_for_selector("#drop:not([hidden])")
    page.dispatch_event("body", "drop", {"dataTransfer": data})
    board.wait_text("#player-bottom", "Carla")
    page.wait_for_selector("#drop", state="hidden")


def test_save_asks_before_it_overwrites(
    new_page: Callable[..., Page], watcher: Watcher, tmp_path: Path
) -> None:
    file = tmp_path / "games.pgn"
    file.write_text("1. e4 *\n")
    application = Application(GameList.read(file), [own_seat()])
    with (
        RunningServer(application) as server,
        closing(BoardPage(new_page(viewport={"width": 1280, "height": 800}), server)) as board,
    ):
        board.open()
        page = board.page
        board.click("d2", "d4")
        board.wait_moves("e4", "d4")
        board.wait_text("#file-name", "(edited)")
        page.keyboard.press("Control+s")
        board.wait_text(".notice", "Saved games.pgn.")
        assert "d4" in file.read_text()
        file.write_text("1. c4 *\n")
        os.utime(file, (1, 1))
        page.keyboard.press("Control+s")
        board.wait_text("#confirm-title", "Another program has changed games.pgn meanwhile.")
        assert "c4" in file.read_text()
        page.click("#confirm-yes")
        page.wait_for_function("() => document.querySelectorAll('.notice').length > 0")
    watcher.errors.clear()  # the browser logs the status 409
    assert "d4" in file.read_text()


def test_copies(open_board: OpenBoard) -> None:
    board = open_board("1. e4 e5 *\n", permissions=["clipboard-read", "clipboard-write"])
    page = board.page

    def copied(kind: str) -> str:
        page.click("#copy")
        page.click(f'[data-copy="{kind}"]')
        page.wait_for_selector(".notice.info")
        page.evaluate("document.querySelectorAll('.notice').forEach(each => each.remove())")
        return str(page.evaluate("navigator.clipboard.readText().catch(() => '')"))

    assert copied("fen") == Board().fen()
    assert "1. e4 e5 *" in copied("pgn")
    assert copied("svg").startswith("<svg")
    assert "#fen=rnbqkbnr" in copied("link")
    copied("png")
    kinds = page.evaluate(
        "navigator.clipboard.read().then(items => items.flatMap(each => each.types))"
    )
    assert kinds == ["image/png"]


def test_script_in_names_is_text(open_board: OpenBoard) -> None:
    name = SCRIPT.replace('"', "'")
    board = open_board(
        f'[Event "{name}"]\n[White "{name}"]\n[Black "{name}"]\n\n'
        f"{{{name}}} 1. e4 {{{name}}} e5 *\n"
    )
    board.wait_text("#player-bottom .name", name)
    board.wait_text("#moves", name)
    board.show("games")
    board.wait_text("#games-list", name)
    board.page.click("#headers > summary")
    board.page.wait_for_timeout(200)
    assert board.page.evaluate("window.hacked") is None
    assert board.page.evaluate("document.querySelectorAll('img').length") == 1  # the logo
    assert board.page.title().startswith(name)


def test_two_tabs_show_the_same_board(open_board: OpenBoard) -> None:
    board = open_board()
    address = board.page.url.partition("#")[0]
    other = BoardPage(board.page.context.new_page(), board.server).open(address)
    board.click("e2", "e4")
    other.wait_moves("e4")
    other.click("e7", "e5")
    board.wait_moves("e4", "e5")
    other.page.click("#go-first")
    board.wait_fen(Board().fen())


def test_the_address_restores_the_position(open_board: OpenBoard) -> None:
    board = open_board(many_games(3))
    page = board.page
    base = page.url.partition("#")[0]
    page.evaluate("location.hash = '#game=2&node=2'")
    board.wait_text("#player-bottom", "Player 2")
    page.wait_for_selector('#moves [aria-current]:text-is("e5")')
    page.click("#go-next")
    page.wait_for_function("() => location.hash === '#game=2&node=3'")
    page.evaluate("location.hash = '#game=0&node=0'")
    board.wait_text("#player-bottom", "Player 0")
    other = BoardPage(page.context.new_page(), board.server).open(f"{base}#game=2&node=3")
    other.page.wait_for_selector('#moves [aria-current]:text-is("Nf3")')
    fen = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"
    third = BoardPage(page.context.new_page(), board.server)
    third.open(f"{base}#fen={fen.replace(' ', '%20')}")
    third.wait_fen(fen)


def test_the_stream_breaks_and_comes_back(open_board: OpenBoard, watcher: Watcher) -> None:
    board = open_board()
    context = board.page.context
    context.set_offline(True)
    board.server.application.hub.publish("notice", {"kind": "info", "text": "unheard"})
    # Loopback ignores "offline" for open streams, so the server cuts them.
    board.server._server.close_connections()
    board.page.wait_for_selector("#connection:not([hidden])")
    context.set_offline(False)
    # The page may have reconnected by itself, and hidden the button.
    board.page.evaluate("document.querySelector('#connection button').click()")
    board.page.wait_for_selector("#connection", state="hidden")
    time.sleep(0.1)
    watcher.errors.clear()  # the browser logs requests that failed
    board.click("e2", "e4")
    board.wait_moves("e4")


def test_keys_faster_than_the_server(open_board: OpenBoard) -> None:
    board = open_board(long_game(20))
    board.page.evaluate(
        "for (let count = 0; count < 30; count++)"
        " document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))"
    )
    board.page.wait_for_selector('#moves [data-node="30"][aria-current]')


def test_a_comment_is_saved_with_the_file(new_page: Callable[..., Page], tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text("1. e4 *\n")
    with (
        RunningServer(Application(GameList.read(file), [own_seat()])) as server,
        closing(BoardPage(new_page(viewport={"width": 1280, "height": 800}), server)) as board,
    ):
        board.open()
        board.page.keyboard.press("End")
        board.page.wait_for_selector("#moves [aria-current]")
        board.page.keyboard.press("c")
        board.page.keyboard.type("Best by test")
        board.page.keyboard.press("Control+s")
        board.wait_text(".notice", "Saved games.pgn.")
    assert "{ Best by test }" in file.read_text()


def test_the_result_stands_at_the_last_move(open_board: OpenBoard) -> None:
    board = open_board('[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n')
    assert board.page.text_content("#outcome") == ""
    board.page.keyboard.press("End")
    board.wait_text("#outcome", "1-0")
