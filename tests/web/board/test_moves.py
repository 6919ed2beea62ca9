"""Moves in a real browser: by clicks, drags, keys and typed text."""

from __future__ import annotations

import pytest

import kiwipete
from tests.web.board.host import Host

pytestmark = pytest.mark.browser

MATE = {
    "e2 e4": "e4", "e7 e5": "e5", "d1 h5": "Qh5", "b8 c6": "Nc6", "f1 c4": "Bc4", "g8 f6": "Nf6",
    "h5 f7": "Qxf7#",
}  # fmt: skip
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
PROMOTION = "8/P6k/8/8/8/8/p6K/8 w - - 0 1"


def chess960(fen: str) -> kiwipete.Board:
    return kiwipete.Board(fen, chess960=True)


def placed(board: kiwipete.Board) -> dict[str, str]:
    """Return the pieces of a board as Host.shown does."""
    names = {True: "white", False: "black"}
    return {
        kiwipete.square_name(
            square
        ): f"{names[piece.color]} {kiwipete.piece_name(piece.piece_type)}"
        for square, piece in board.piece_map().items()
    }


def test_a_game_by_clicks(page, site):
    host = Host(page, site)
    for number, move in enumerate(MATE, 1):
        host.click(*move.split())
        host.expect(*[*MATE.values()][:number])
    assert host.board.is_checkmate()
    assert host.events("move")[-1] == {
        "uci": "h5f7", "san": "Qxf7#", "from": "h5", "to": "f7", "promotion": None,
    }  # fmt: skip
    assert host.shown() == placed(host.board)
    host.said("white: queen takes f7, checkmate")


def test_a_game_by_drags(page, site):
    host = Host(page, site, attributes='movable="both" animation="60"')
    for number, move in enumerate(MATE, 1):
        host.drag(*move.split())
        host.expect(*[*MATE.values()][:number])
    assert host.shown() == placed(host.board)


def test_a_game_by_keys_alone(page, site):
    host = Host(page, site)
    host.press("Tab")
    steps = {-1: "ArrowLeft", 1: "ArrowRight"}, {-1: "ArrowDown", 1: "ArrowUp"}
    at = "e1"
    for number, move in enumerate(MATE, 1):
        for square in move.split():
            for axis in (0, 1):
                way = ord(square[axis]) - ord(at[axis])
                host.press(*[steps[axis][1 if way > 0 else -1]] * abs(way))
            host.press("Enter")
            at = square
        host.expect(*[*MATE.values()][:number])
    assert host.board.is_checkmate()


@pytest.mark.parametrize("orientation", ["white", "black"])
def test_typed_moves(page, site, orientation):
    host = Host(page, site, attributes=f'movable="both" animation="0" orientation="{orientation}"')
    host.focus("a8")
    typed = ["e4", "e7e5", "Ng1f3", "nc6", "Bb5", "Ng8-f6", "0-0", "f6xe4", "bxc6", "d7c6"]
    sans = ["e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6", "O-O", "Nxe4", "Bxc6", "dxc6"]
    for number, text in enumerate(typed, 1):
        page.keyboard.type(text)
        host.press("Enter")
        host.expect(*sans[:number])
    assert page.evaluate("board.shadowRoot.activeElement.dataset.square") == "a8"


def test_typed_text_that_is_not_a_move(page, site):
    host = Host(page, site, "4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1")
    host.focus("e1")
    page.keyboard.type("Qh5")
    host.press("Enter")
    host.said("Qh5 is not a legal move")
    assert host.events("typed") == [{"text": "Qh5"}]
    host.show()
    page.keyboard.type("Nd2")
    host.press("Enter")
    host.expect("Nd2")
    host.board.set_fen("4k3/8/8/8/8/5N2/8/RN2K2R w - - 0 1")
    host.show()
    page.keyboard.type("Nd2")
    host.press("Enter")
    host.said("Nd2 may be")
    page.keyboard.type("Nfd2")
    host.press("Escape")
    assert len(host.events("move")) == 1
    assert len(host.events("typed")) == 1


def test_a_click_elsewhere_closes_the_box(page, site):
    host = Host(page, site)
    host.focus("e1")
    page.keyboard.type("Nf3")
    assert page.get_by_role("textbox").input_value() == "Nf3"
    page.mouse.click(5, 5)
    assert page.get_by_role("textbox").count() == 0
    assert host.events("move") == []


def test_a_promotion_by_mouse(page, site):
    host = Host(page, site, PROMOTION)
    host.click("a7", "a8")
    page.get_by_role("button", name="knight").click()
    host.expect("a8=N")
    host.drag("a2", "a1")
    assert page.get_by_role("dialog", name="Promote to").get_by_role("button").count() == 4
    host.click("e5")
    assert page.get_by_role("dialog").count() == 0
    assert host.shown()["a2"] == "black pawn"
    host.drag("a2", "a1")
    page.get_by_role("button", name="queen").click()
    host.expect("a8=N", "a1=Q")
    assert [event["promotion"] for event in host.events("move")] == ["n", "q"]


def test_a_promotion_by_keys(page, site):
    host = Host(page, site, PROMOTION)
    host.focus("a7")
    host.press("Enter", "ArrowUp", "Enter")
    assert page.evaluate("board.shadowRoot.activeElement.ariaLabel") == "queen"
    host.press("Escape")
    assert host.shown()["a7"] == "white pawn"
    host.press("ArrowDown", "Enter", "ArrowUp", "Enter", "ArrowDown", "Enter")
    host.expect("a8=R")
    page.keyboard.type("a1")
    host.press("Enter", "b")
    host.expect("a8=R", "a1=B")
    assert page.evaluate("board.shadowRoot.activeElement.dataset.square") == "a1"


def test_tab_stays_in_the_choice_of_a_promotion(page, site):
    host = Host(page, site, PROMOTION)
    host.click("a7", "a8")
    names = []
    for key in ("Tab", "Tab", "Tab", "Tab", "Shift+Tab"):
        host.press(key)
        names.append(page.evaluate("board.shadowRoot.activeElement.ariaLabel"))
    assert names == ["rook", "bishop", "knight", "queen", "knight"]


def test_a_position_that_comes_again_leaves_the_choice_open(page, site):
    host = Host(page, site, PROMOTION)
    host.click("a7", "a8")
    host.show()
    page.get_by_role("button", name="bishop").click()
    host.expect("a8=B")


def test_a_new_position_closes_the_choice(page, site):
    host = Host(page, site, PROMOTION)
    host.click("a7", "a8")
    host.board.set_fen(EN_PASSANT)
    host.show()
    assert page.get_by_role("dialog").count() == 0
    assert host.shown() == placed(host.board)
    assert host.events("move") == []


@pytest.mark.parametrize("way", ["click", "drag", "keys"])
def test_en_passant(page, site, way):
    host = Host(page, site, EN_PASSANT)
    if way == "click":
        host.click("e5", "d6")
    elif way == "drag":
        host.drag("e5", "d6")
    else:
        host.focus("e5")
        host.press("Space", "ArrowUp", "ArrowLeft", "Space")
    host.expect("exd6")
    assert host.shown() == {"e1": "white king", "e8": "black king", "d6": "white pawn"}


@pytest.mark.parametrize(
    ("target", "san"), [("g1", "O-O"), ("h1", "O-O"), ("c1", "O-O-O"), ("a1", "O-O-O")]
)
def test_castling(page, site, target, san):
    host = Host(page, site, CASTLING)
    host.click("e1", target)
    host.expect(san)
    assert host.shown() == placed(host.board)
    host.said(f"castles {'queenside' if san == 'O-O-O' else 'kingside'}")


@pytest.mark.parametrize("way", ["click", "drag"])
@pytest.mark.parametrize(
    ("fen", "king", "target", "san"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "h1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "g1", "O-O"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1", "c1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1", "b1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1", "h1", "O-O"),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1", "g1", "Kg1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1", "h1", "O-O"),
    ],
)
def test_castling_in_chess960(page, site, fen, king, target, san, way):
    host = Host(page, site, chess960(fen))
    if way == "click":
        host.click(king, target)
    else:
        host.drag(king, target)
    host.expect(san)
    assert host.shown() == placed(host.board)


def test_a_second_square_can_mean_a_move(page, site):
    host = Host(page, site)
    legal = [{"uci": "e2e4", "san": "e4", "to2": "h6"}]
    page.evaluate("legal => { board.position = { ...board.position, legal } }", legal)
    host.drag("e2", "h6")
    host.expect("e4")


def test_an_illegal_move_is_an_attempt(page, site):
    host = Host(page, site)
    host.drag("e2", "e5")
    host.click("d8", "d5")
    host.drag("a1", "a2")
    assert host.events("attempt") == [
        {"from": "e2", "to": "e5", "promotion": None, "uci": "e2e5"},
        {"from": "d8", "to": "d5", "promotion": None, "uci": "d8d5"},
        {"from": "a1", "to": "a2", "promotion": None, "uci": "a1a2"},
    ]
    assert host.events("move") == []
    assert host.shown() == placed(kiwipete.Board())
    host.said("is not legal")


def test_without_legal_moves_every_try_is_an_attempt(page, site):
    host = Host(page, site)
    page.evaluate("fen => { board.position = { fen } }", PROMOTION)
    host.click("a7", "a8")
    page.get_by_role("button", name="rook").click()
    assert host.events("attempt") == [
        {"from": "a7", "to": "a8", "promotion": "r", "uci": "a7a8r"},
    ]


def test_another_piece_of_the_same_side_is_picked_instead(page, site):
    host = Host(page, site)
    host.click("g1", "b1")
    assert host.square("b1").get_attribute("aria-selected") == "true"
    assert host.square("g1").get_attribute("aria-selected") == "false"
    host.click("c3")
    host.expect("Nc3")


def test_a_second_click_and_escape_put_the_piece_back(page, site):
    host = Host(page, site)
    host.click("g1")
    assert "possible move" in host.square("f3").get_attribute("aria-label")
    host.click("g1")
    assert host.square("f3").get_attribute("aria-label") == "f3"
    host.click("g1")
    host.press("Escape")
    host.said("put back")
    host.click("f3")
    assert host.events("move") == host.events("attempt") == []


@pytest.mark.parametrize(
    ("movable", "able"), [("none", []), ("white", ["e4"]), ("black", []), ("both", ["e4"])]
)
def test_whose_pieces_may_be_moved(page, site, movable, able):
    host = Host(page, site, attributes=f'movable="{movable}" animation="0"')
    host.click("e2", "e4")
    host.focus("a1")
    if not able:
        page.keyboard.type("e4")
        host.press("Enter")
    assert [event["san"] for event in host.events("move")] == able


def test_a_host_can_refuse_a_move(page, site):
    host = Host(page, site)
    page.evaluate("board.addEventListener('kiwipete-move', (event) => event.preventDefault())")
    page.evaluate("window.answer = null")
    host.drag("e2", "e4")
    assert len(host.events("move")) == 1
    assert host.shown() == placed(kiwipete.Board())


def test_a_move_stays_where_it_was_put_until_the_host_answers(page, site):
    host = Host(page, site)
    page.evaluate("window.answer = null")
    host.drag("e2", "e4")
    assert host.shown()["e4"] == "white pawn"
    assert page.evaluate("board.fen") == kiwipete.STARTING_FEN
    host.show()
    assert host.shown() == placed(kiwipete.Board())


def test_a_position_that_comes_again_keeps_the_piece_in_the_hand(page, site):
    host = Host(page, site)
    page.mouse.move(*host.center("e2"))
    page.mouse.down()
    page.mouse.move(*host.center("e4"), steps=4)
    host.show()
    page.mouse.move(*host.center("e3"), steps=2)
    page.mouse.up()
    host.expect("e3")


def test_a_position_that_comes_during_a_drag_ends_it(page, site):
    host = Host(page, site)
    page.mouse.move(*host.center("e2"))
    page.mouse.down()
    page.mouse.move(*host.center("e4"), steps=4)
    host.board.push_san("d4")
    host.show()
    page.mouse.move(*host.center("e3"), steps=2)
    page.mouse.up()
    assert host.shown() == placed(host.board)
    assert host.events("move") == host.events("attempt") == []


def test_moves_from_code(page, site):
    host = Host(page, site)
    assert page.evaluate("board.play('e2e4')") is True
    host.expect("e4")
    assert page.evaluate("board.play('e2e4')") is False


def test_moves_on_a_page_that_was_scrolled(page, site):
    host = Host(page, site)
    page.set_viewport_size({"width": 700, "height": 420})
    page.mouse.wheel(0, 2000)
    page.wait_for_function("() => scrollY > 100")
    host.drag("g1", "f3")
    host.expect("Nf3")
