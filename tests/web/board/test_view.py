"""What the element shows: sides, ghosts, motion, themes, images, several boards."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import kiwipete
import kiwipete.svg
from tests.web.board.host import Host, open_page, position_of

pytestmark = pytest.mark.browser


def animations(page) -> int:
    script = "board.shadowRoot.querySelector('.pieces').getAnimations({subtree: true}).length"
    return page.evaluate(script)


def test_one_tag_shows_a_position(page, site):
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    open_page(page, site, f'<kiwipete-board fen="{fen}"></kiwipete-board>')
    assert page.evaluate("board.fen") == fen
    assert page.locator("kiwipete-board .pieces > g").count() == 3
    page.evaluate("board.removeAttribute('fen')")
    assert page.locator("kiwipete-board .pieces > g").count() == 32


def test_a_wrong_fen_changes_nothing(page, site, watcher):
    open_page(page, site, '<kiwipete-board fen="rubbish"></kiwipete-board>')
    assert page.evaluate("board.fen") == kiwipete.STARTING_FEN
    assert watcher.errors == ["FEN: rank 8 is not eight squares: rubbish"]
    watcher.errors.clear()
    for fen, rank in [
        ("9/8/8/8/8/8/8/8 w", 8),
        ("8/ppppppppp/8/8/8/8/8/8 w", 7),
        ("8/8/8/8/8/8/8/7 w", 1),
        ("8/8/8/8/x7/8/8/8 w", 4),
        ("8/8/8", 5),
        ("", 8),
    ]:
        script = "fen => { try { board.fen = fen } catch (error) { return error.message } }"
        message = page.evaluate(script, fen)
        assert message == f"FEN: rank {rank} is not eight squares: {fen}"
    assert page.evaluate("board.fen") == kiwipete.STARTING_FEN


def test_flip(page, site):
    host = Host(page, site)
    before = host.center("a1")
    page.evaluate("board.flip()")
    assert host.center("h8") == before
    assert page.evaluate("board.getAttribute('orientation')") == "black"
    assert host.events("flip") == [{"orientation": "black"}]
    host.drag("e2", "e4")
    host.expect("e4")
    host.focus("e4")
    host.press("Shift+F")
    assert host.center("a1") == before
    assert len(host.events("flip")) == 2


def test_a_ghost_shows_another_position_for_a_while(page, site):
    host = Host(page, site)
    page.evaluate("board.ghost = '4k3/8/8/8/8/8/8/4K3 w - - 0 1'")
    assert host.shown() == {"e8": "black king", "e1": "white king"}
    assert page.evaluate("board.fen") == kiwipete.STARTING_FEN
    assert host.square("a1").get_attribute("aria-label") == "a1, white rook"
    host.board.push_san("e4")
    host.show()
    assert len(host.shown()) == 2
    page.evaluate("board.ghost = null")
    assert len(host.shown()) == 32
    assert host.shown()["e4"] == "white pawn"


def test_a_press_ends_a_ghost(page, site):
    host = Host(page, site)
    page.evaluate("board.ghost = '4k3/8/8/8/8/8/8/4K3 w - - 0 1'")
    host.drag("e2", "e4")
    host.expect("e4")
    assert page.evaluate("board.ghost") is None


@pytest.mark.parametrize(
    ("motion", "attributes", "moving"),
    [
        ("no-preference", "", True),
        ("no-preference", 'animation="0"', False),
        ("no-preference", 'animation="nonsense"', False),
        ("reduce", "", False),
    ],
)
def test_pieces_slide_unless_motion_is_unwanted(new_page, site, motion, attributes, moving):
    page = new_page(reduced_motion=motion)
    host = Host(page, site, attributes=attributes)
    host.board.push_san("Nf3")
    host.show()
    assert (animations(page) > 0) == moving
    assert host.shown()["f3"] == "white knight"


def test_two_boards_on_one_page(page, site):
    open_page(
        page,
        site,
        '<kiwipete-board movable="both" animation="0"></kiwipete-board>'
        '<kiwipete-board id="other" animation="0" orientation="black"></kiwipete-board>',
    )
    position = position_of(kiwipete.Board())
    page.evaluate("position => { board.position = position }", position)
    page.evaluate("board.flip(); board.announce('first')")
    page.evaluate("other.fen = '8/8/8/8/8/8/8/K1k5 w - - 0 1'")
    assert page.locator("kiwipete-board").first.locator(".pieces > g").count() == 32
    assert page.locator("#other .pieces > g").count() == 2
    assert page.evaluate("[board, other].map((e) => e.getAttribute('orientation'))") == [
        "black",
        "black",
    ]
    page.wait_for_timeout(100)
    live = "e => e.shadowRoot.querySelector('[role=status]').textContent"
    assert "first" not in page.locator("#other").evaluate(live)
    page.locator("kiwipete-board").first.locator("[data-square=e2]").click()
    assert page.locator("[aria-selected=true]").count() == 1


def test_importing_the_module_twice_is_harmless(page, site):
    Host(page, site)
    names = page.evaluate("import('/board/kiwipete-board.js?again').then(Object.keys)")
    assert sorted(names) == ["KiwipeteBoard", "drawPiece", "drawPieces"]


def test_properties_set_before_the_element_is_defined(page, site):
    site.add("late.js", "window.late = () => import('/board/kiwipete-board.js');")
    html = '<script src="late.js"></script><kiwipete-board></kiwipete-board>'
    page.goto(site.add("late.html", html))
    count = page.evaluate("""async () => {
      const board = document.querySelector("kiwipete-board");
      board.position = { fen: "8/8/8/8/8/8/8/K1k5 w - - 0 1" };
      board.userShapes = [{ kind: "circle", square: "e4" }];
      await late();
      return [board.shadowRoot.querySelectorAll(".pieces > g").length, board.userShapes.length];
    }""")
    assert count == [2, 1]


def test_the_green_theme_has_the_colours_of_svg(page, site):
    Host(page, site)
    colors = page.evaluate("""() => ["a1", "a2", "a3"].map((name) => {
      board.position = { fen: board.fen, lastMove: "a3b3" };
      const cell = board.shadowRoot.querySelector(`[data-square=${name}]`);
      return getComputedStyle(cell).backgroundColor;
    })""")
    names = ["square dark", "square light", "square dark lastmove"]
    for color, name in zip(colors, names, strict=True):
        numbers = [int(number) for number in re.findall(r"\d+", color)]
        assert "#{:02x}{:02x}{:02x}".format(*numbers) == kiwipete.svg.DEFAULT_COLORS[name]


def test_themes_differ_and_pages_can_set_colours(page, site):
    Host(page, site)
    seen = set()
    for theme in ("green", "blue", "brown", "contrast"):
        seen.add(
            page.evaluate(
                """theme => {
                  board.setAttribute("theme", theme);
                  const cell = board.shadowRoot.querySelector("[data-square=a1]");
                  return getComputedStyle(cell).backgroundColor;
                }""",
                theme,
            )
        )
    assert len(seen) == 4
    page.evaluate("board.style.setProperty('--kp-dark', 'rgb(1, 2, 3)')")
    cell = "getComputedStyle(board.shadowRoot.querySelector('[data-square=a1]')).backgroundColor"
    assert page.evaluate(cell) == "rgb(1, 2, 3)"


@pytest.mark.parametrize("display", ["block", "grid", "flex", "inline-block"])
@pytest.mark.parametrize("coordinates", ["on", "outside"])
def test_the_board_is_as_wide_as_its_container(page, site, display, coordinates):
    board = f'<kiwipete-board coordinates="{coordinates}"></kiwipete-board>'
    open_page(page, site, f'<div id="box">{board}</div>')
    page.evaluate("display => Object.assign(box.style, { display, width: '300px' })", display)
    assert page.evaluate("board.offsetWidth") == 300
    square = page.locator("kiwipete-board .frame").bounding_box()
    assert square["width"] == pytest.approx(square["height"])
    assert (square["width"] == 300) == (coordinates == "on")


def test_users_who_want_contrast_get_it(new_page, site):
    page = new_page(contrast="more")
    Host(page, site)
    ink = "getComputedStyle(board.shadowRoot.querySelector('[data-square=a1]')).color"
    assert page.evaluate(ink) == "rgb(0, 0, 0)"
    page.evaluate("board.setAttribute('theme', 'green')")
    assert page.evaluate(ink) != "rgb(0, 0, 0)"


@pytest.mark.parametrize(("value", "shown"), [("on", True), ("outside", True), ("off", False)])
def test_coordinates(page, site, value, shown):
    Host(page, site, attributes=f'coordinates="{value}"')
    script = """[["a1", "::before"], ["a1", "::after"], ["h1", "::after"], ["d4", "::before"]].map(
      ([square, part]) => getComputedStyle(
        board.shadowRoot.querySelector(`[data-square=${square}]`), part).content)"""
    contents = [text.strip('"') for text in page.evaluate(script)]
    assert contents[:3] == (["1", "a", "h"] if shown else ["none"] * 3)
    assert contents[3] in ("none", "")


def test_a_picture_stands_alone(page, site):
    host = Host(page, site)
    host.board.push_san("e4")
    host.board.push_san("f6")
    host.board.push_san("Qh5+")
    host.show()
    shape = {"kind": "arrow", "from": "g7", "to": "g6", "label": '<&"'}
    page.evaluate("shape => { board.shapes = [shape] }", shape)
    image = page.evaluate("board.toSVG()")
    root = ElementTree.fromstring(image)
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f".//{space}rect")) == 65
    assert len(root.findall(f".//{space}circle")) == 1
    assert len([each for each in root.iter(f"{space}g") if each.get("class")]) == 32
    assert len(root.findall(f".//{space}polygon")) == 1
    assert image.count('fill="rgb(230, 221, 134)"') == 2  # the last move, on light squares
    assert [each.text for each in root.iter(f"{space}text")][-1] == '<&"'
    page.evaluate("board.setAttribute('coordinates', 'off'), board.shapes = []")
    assert "<text" not in page.evaluate("board.toSVG()")


def test_pieces_are_drawn_as_svg_draws_them(page, site):
    Host(page, site)
    for letter, group in kiwipete.svg.PIECES.items():
        ours = page.evaluate("letter => module.drawPiece(letter)", letter)
        for attribute in ("d", "fill", "stroke", "stroke-width"):
            pattern = rf'\b{attribute}="([^"]*)"'
            assert re.findall(pattern, ours) == re.findall(pattern, group), letter
    text = page.evaluate("module.drawPieces('8/8/8/8/8/8/8/K1k5 w - - 0 1', 'black')")
    assert text.count("<g transform") == 2
    assert "translate(315,0)" in text


def test_a_king_in_check_and_the_last_move_are_marked(page, site):
    host = Host(page, site)
    for san in ("e4", "f6", "Qh5+"):
        host.board.push_san(san)
    host.show()
    marked = page.evaluate("""() => Object.fromEntries(["last", "check"].map((name) => [name,
      [...board.shadowRoot.querySelectorAll(`.${name}`)].map((e) => e.dataset.square)]))""")
    assert marked == {"last": ["h5", "d1"], "check": ["e8"]}


def test_many_moves_leave_nothing_behind(page, site):
    host = Host(page, site, attributes="")
    for _ in range(15):
        for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
            host.board.push_san(san)
            host.show()
    assert page.locator("kiwipete-board .pieces > g").count() == 32
    assert host.shown()["g1"] == "white knight"
