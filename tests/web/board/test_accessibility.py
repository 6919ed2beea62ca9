"""What a screen reader and a keyboard meet: roles, names, announcements, keys."""

from __future__ import annotations

import pytest

import kiwipete
from tests.web.board.host import Host, open_page

pytestmark = pytest.mark.browser


def tree_of(page) -> dict[str, list[tuple[str, dict[str, object]]]]:
    """Return (name, properties) of the accessible nodes by role, as the browser computes them."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    tree: dict[str, list[tuple[str, dict[str, object]]]] = {}
    for node in nodes:
        if not node.get("ignored"):
            properties = {each["name"]: each["value"].get("value") for each in node["properties"]}
            properties["description"] = node.get("description", {}).get("value", "")
            name = node.get("name", {}).get("value", "")
            tree.setdefault(node["role"]["value"], []).append((name, properties))
    return tree


def test_the_tree(page, site):
    Host(page, site, attributes='movable="both" label="Game of the day"')
    tree = tree_of(page)
    ((name, properties),) = tree["grid"]
    assert name == "Game of the day"
    assert "Arrow keys" in str(properties["description"])
    assert not properties.get("readonly")
    assert len(tree["row"]) == 8
    names = [name for name, _ in tree["gridcell"]]
    assert len(names) == 64
    assert names[:2] == ["a8, black rook", "b8, black knight"]
    assert names[36] == "e4"
    assert names[60] == "e1, white king"
    assert len(tree["status"]) == 1


def test_a_board_to_look_at_is_read_only(page, site):
    open_page(page, site, "<kiwipete-board></kiwipete-board>")
    ((name, properties),) = tree_of(page)["grid"]
    assert name == "Chess board"
    assert properties["readonly"]


def test_rows_follow_the_orientation(page, site):
    open_page(page, site, '<kiwipete-board orientation="black"></kiwipete-board>')
    names = [name for name, _ in tree_of(page)["gridcell"]]
    assert names[0] == "h1, white rook"
    assert names[-1] == "a8, black rook"


def test_only_one_square_is_reached_by_tab(page, site):
    host = Host(page, site)
    host.press("Tab")
    assert page.evaluate("board.shadowRoot.activeElement.dataset.square") == "e1"
    host.press("Tab")
    assert page.evaluate("document.activeElement === board") is False


def test_picking_up_is_announced_with_the_possible_moves(page, site):
    host = Host(page, site)
    host.focus("g1")
    host.press("Enter")
    host.said("white knight g1, moves: 2")
    assert host.square("g1").get_attribute("aria-selected") == "true"
    assert host.square("f3").get_attribute("aria-label") == "f3, possible move"
    host.board.set_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    host.show()
    host.said("New position, white to move")
    host.press("Escape")
    host.focus("e4")
    host.press("Enter")
    assert host.square("d5").get_attribute("aria-label") == "d5, black pawn, possible capture"


@pytest.mark.parametrize(
    ("fen", "san", "said"),
    [
        (None, "Nf3", "white: knight f3"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "white: castles queenside"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+", "white: a8, promotes to queen, check"),
        ("4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1", "bxa1=N", "black: b takes a1, promotes to knight"),
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "Re8#", "white: rook e8, checkmate"),
    ],
)
def test_moves_are_announced_in_words(page, site, fen, san, said):
    host = Host(page, site, fen)
    host.board.push_san(san)
    host.show()
    host.said(said)


def test_moves_that_the_board_had_not_listed_are_announced(page, site):
    host = Host(page, site)
    page.evaluate("fen => { board.position = { fen } }", kiwipete.STARTING_FEN)
    host.board.push_san("e4")
    host.show()
    host.said("white pawn e2 to e4")
    host.board.push_san("d5")
    page.evaluate("fen => { board.position = { fen } }", host.board.fen())
    host.board.push_san("exd5")
    host.show()
    host.said("white pawn e4 to d5")
    page.evaluate(
        "board.position = { ...board.position, fen: '8/8/8/8/8/8/8/8 w - -', san: 'Kf1+' }"
    )
    host.said("king f1, check")


def test_keys_that_answer_questions(page, site):
    host = Host(page, site, "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1")
    host.focus("e2")
    host.press("Shift+S")
    host.said("white: king e1, pawns d2 e2. black: king e8")
    host.press("Shift+T")
    host.said("white to move")
    host.press("Shift+M")
    host.said("e3 e4")
    host.press("Shift+L")
    host.said("last move: none")
    host.press("Shift+?")
    host.said("Enter picks up a piece")
    host.press("Enter", "ArrowUp", "Enter")
    host.expect("e3")
    host.press("Shift+L")
    host.said("last move: white pawn e2 to e3")


def test_the_cursor_stays_on_the_board(page, site):
    host = Host(page, site)
    host.focus("d4")
    seen = []
    for key in (
        "Home",
        "PageUp",
        "ArrowUp",
        "ArrowLeft",
        "End",
        "PageDown",
        "ArrowDown",
        "ArrowRight",
    ):
        host.press(key)
        seen.append(page.evaluate("board.shadowRoot.activeElement.dataset.square"))
    assert seen == ["a4", "a8", "a8", "a8", "h8", "h1", "h1", "h1"]


def test_the_cursor_stays_on_its_square_when_the_board_turns(page, site):
    host = Host(page, site)
    host.focus("b1")
    host.press("Shift+F")
    assert page.evaluate("board.shadowRoot.activeElement.dataset.square") == "b1"
    host.press("ArrowRight")
    assert page.evaluate("board.shadowRoot.activeElement.dataset.square") == "a1"
    host.said("black below")


def test_keys_with_control_are_left_to_the_page(page, site):
    host = Host(page, site)
    page.evaluate("""() => {
      window.kept = [];
      document.addEventListener("keydown", (e) => kept.push([e.key, e.defaultPrevented]));
    }""")
    host.focus("e2")
    host.press("Control+e", "Escape", "z", "ArrowUp")
    kept = [each for each in page.evaluate("kept") if each[0] not in ("Control", "Meta")]
    assert kept == [["e", False], ["Escape", False], ["z", False], ["ArrowUp", True]]


def test_texts_that_come_together_are_said_together(page, site):
    host = Host(page, site)
    page.evaluate("() => { board.announce('one'); board.announce('two') }")
    host.said("one. two")


def test_focus_is_visible_for_keys_only(page, site):
    host = Host(page, site)
    ring = "getComputedStyle(board.shadowRoot.activeElement).boxShadow"
    host.click("e2")
    assert page.evaluate(ring) == "none"
    host.press("ArrowUp")
    assert page.evaluate(ring) != "none"
