"""Arrows and circles: by the right mouse button, by keys, and from code."""

from __future__ import annotations

import pytest

import kiwipete.svg
from tests.web.board.host import Host

pytestmark = pytest.mark.browser


def drawn(page, kind: str) -> list[str]:
    """Return what is drawn of one kind of SVG element, as text."""
    return page.evaluate(
        "kind => [...board.shadowRoot.querySelectorAll(`.shapes ${kind}`)].map((e) => e.outerHTML)",
        kind,
    )


def test_the_right_button_draws(page, site):
    host = Host(page, site)
    host.drag("g1", "f3", button="right")
    page.mouse.click(*host.center("e4"), button="right")
    shapes = [
        {"kind": "arrow", "from": "g1", "to": "f3", "color": "green"},
        {"kind": "circle", "square": "e4", "color": "green"},
    ]
    assert page.evaluate("board.userShapes") == shapes
    assert [event["shapes"] for event in host.events("shapes")] == [shapes[:1], shapes]
    assert len(drawn(page, "polygon")) == len(drawn(page, "circle")) == 1
    assert host.events("move") == []


def test_modifiers_choose_the_colour(page, site):
    host = Host(page, site)
    for keys in (["Shift"], ["Alt"], ["Alt", "Shift"]):
        for key in keys:
            page.keyboard.down(key)
        page.mouse.click(*host.center("e4"), button="right")
        for key in keys:
            page.keyboard.up(key)
    colors = [event["shapes"][0]["color"] for event in host.events("shapes")]
    assert colors == ["red", "blue", "yellow"]


def test_the_same_shape_again_removes_it(page, site):
    host = Host(page, site)
    for _ in range(2):
        host.drag("a1", "a8", button="right")
    assert page.evaluate("board.userShapes") == []
    host.said("green arrow a1 a8 removed")


def test_a_click_and_a_new_position_remove_drawings(page, site):
    host = Host(page, site)
    host.drag("a1", "a8", button="right")
    host.click("e5")
    assert page.evaluate("board.userShapes") == []
    host.drag("a1", "a8", button="right")
    host.click("e2", "e4")
    host.expect("e4")
    assert page.evaluate("board.userShapes") == []
    assert host.events("shapes")[-1] == {"shapes": []}


def test_the_drawing_is_seen_while_it_is_drawn(page, site):
    host = Host(page, site)
    page.mouse.move(*host.center("c1"))
    page.mouse.down(button="right")
    page.mouse.move(*host.center("h6"), steps=3)
    assert len(drawn(page, "polygon")) == 1
    page.mouse.move(2, 2)
    assert drawn(page, "polygon") == []
    page.mouse.up(button="right")
    assert page.evaluate("board.userShapes") == []


def test_keys_draw(page, site):
    host = Host(page, site)
    host.focus("b1")
    host.press("x", "ArrowUp", "ArrowUp", "ArrowRight", "x", "Shift+X", "Shift+X")
    assert page.evaluate("board.userShapes") == [
        {"kind": "arrow", "from": "b1", "to": "c3", "color": "green"},
        {"kind": "circle", "square": "c3", "color": "red"},
    ]
    host.said("red circle c3")
    host.press("x", "Escape", "x", "Delete")
    assert page.evaluate("board.userShapes") == []


def test_shapes_from_code(page, site):
    host = Host(page, site)
    shapes = [
        {"kind": "arrow", "from": "e2", "to": "e4", "color": "blue", "label": "+0.35", "width": 12},
        {"kind": "arrow", "from": "d2", "to": "d4", "label": 2},
        {"kind": "circle", "square": "a1", "color": "#123456", "label": "!"},
        {"kind": "cross", "square": "h8"},
        {"kind": "line", "squares": ["h4", "g3", "f2", "e1"], "color": "red"},
    ]
    page.evaluate("shapes => { board.shapes = shapes }", shapes)
    assert page.evaluate("board.shapes") == shapes
    assert len(drawn(page, "polygon")) == 2
    assert len(drawn(page, "polyline")) == 1
    assert 'stroke="#123456"' in drawn(page, "circle")[0]
    labels = page.evaluate(
        "[...board.shadowRoot.querySelectorAll('.shapes text')].map((e) => e.textContent)"
    )
    assert labels == ["+0.35", "2", "!"]
    blue = kiwipete.svg.DEFAULT_COLORS["arrow blue"]
    assert f'fill="{blue[:7]}"' in drawn(page, "polygon")[0]
    host.board.push_san("e4")
    host.show()
    assert len(drawn(page, "polygon")) == 2
    page.evaluate("board.shapes = null")
    assert drawn(page, "*") == []


def test_hostile_shapes_do_no_harm(page, site):
    Host(page, site)
    page.evaluate("""() => {
      window.harm = 0;
      board.shapes = [
        { kind: "circle", square: "e4", label: "<img src=x onerror=harm=1>" },
        { kind: "circle", square: "e5", color: "red\\"><script>harm=1</" + "script>" },
        { kind: "circle", square: "e6", color: "url(http://example.com/x)" },
        { kind: "arrow", from: "e9", to: "<b>" },
        { kind: "arrow", from: "e2", to: "e4", width: 1e9 },
        { kind: "line" },
        { kind: "what", square: "a1" },
      ];
    }""")
    assert (
        page.evaluate("board.shadowRoot.querySelectorAll('.shapes :is(img, script)').length") == 0
    )
    assert len(drawn(page, "polygon")) == 1
    assert "url" not in "".join(drawn(page, "*"))
    assert page.evaluate("harm") == 0


def test_arrows_turn_with_the_board(page, site):
    Host(page, site)
    page.evaluate("board.shapes = [{ kind: 'circle', square: 'a1' }]")
    assert 'cx="22.5" cy="337.5"' in drawn(page, "circle")[0]
    page.evaluate("board.flip()")
    assert 'cx="337.5" cy="22.5"' in drawn(page, "circle")[0]
