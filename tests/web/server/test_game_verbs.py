"""Moves, positions, games, edits and files, through the server."""

from __future__ import annotations

import io

import pytest

import kiwipete.pgn
from kiwipete.web.server.fields import Refused
from kiwipete.web.server.game_list import GameList
from tests.web.server.client import Page, served

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PINNED = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1"
THREE = """\
[White "Ada"]

1. e4 e5 *

[White "Bob"]

1. d4 *

[White "Cid"]

1. c4 c5 2. b3 *
"""


def sans(page: Page) -> list[str]:
    return [node["san"] for node in page.state["game"]["nodes"][1:]]


# Moves.


def test_moves_by_both_notations():
    with served() as page:
        assert page.do("move", san="e4")["uci"] == "e2e4"
        position = page.wait("position", lambda position: position["lastMove"] == "e2e4")
        assert position["turn"] == "black"
        assert position["text"] == "After 1. e4. Black to move."
        added = page.wait("nodes", lambda nodes: nodes["added"])["added"][0]
        assert (added["san"], added["uci"], added["ply"], added["parent"]) == ("e4", "e2e4", 1, 0)
        assert page.do("move", uci="e7e5")["san"] == "e5"
        # The same move again is the same node.
        page.do("goto", node=0)
        assert page.do("move", uci="e2e4")["node"] == added["id"]


def test_an_illegal_move_is_explained_not_refused():
    with served() as page:
        page.do("fen", fen=PINNED)
        answer = page.post("move", {"uci": "d2f3"})
        assert answer.status == 200
        assert answer.json["ok"] is False
        explained = answer.json["explanation"]
        assert explained["rule"] == "pinned"
        assert explained["squares"] == ["d2", "e1", "b4"]
        assert explained["lines"] == [["b4", "c3", "d2", "e1"]]
        assert explained["arrows"] == [["d2", "f3"]]
        assert "pinned against the king" in explained["text"]
        assert page.do("pgn")["pgn"].endswith("*\n")
        same = page.post("explain", {"fen": PINNED, "san": "Nf3"}).json
        assert same["explanation"] == explained
        assert page.post("explain", {"uci": "e2e4"}).json["san"] == "e4"


@pytest.mark.parametrize("text", ["", "xyzzy", "e9e5", "e2", "<script>", "🙂", "0000", "Ke2\n"])
def test_text_that_is_no_move(text):
    with served() as page:
        answer = page.post("move", {"san": text})
        assert answer.json["ok"] is False
        assert page.state["position"]["node"] == 0


def test_castling_has_a_second_square():
    with served() as page:
        page.do("fen", fen=KIWIPETE)
        position = page.wait("position", lambda position: "p1ppqpb1" in position["fen"])
        second = {move["uci"]: move["to2"] for move in position["legal"] if "to2" in move}
        assert second == {"e1g1": "h1", "e1c1": "a1"}
        assert len(position["legal"]) == 48
        assert page.do("move", uci="e1h1")["san"] == "O-O"


def test_castling_in_chess960():
    with served() as page:
        page.do("fen", fen="4k3/8/8/8/8/8/8/R2K3R w HA - 0 1")
        position = page.wait("position", lambda position: position["chess960"])
        second = {move["uci"]: move.get("to2") for move in position["legal"] if "O" in move["san"]}
        assert second == {"d1h1": "g1", "d1a1": None}  # c1 is also an ordinary king's move
        page.do("move", uci="d1h1")
        page.wait("position", lambda position: position["lastMove"] == "d1h1")
        assert "Variant" in page.do("pgn")["pgn"]


def test_the_end_of_a_game():
    with served("1. f3 e5 2. g4 *") as page:
        page.do("goto", node=3)
        page.do("move", san="Qh4")
        position = page.wait("position", lambda position: position["outcome"])
        assert position["outcome"]["text"] == "Black wins by checkmate."
        assert (position["legal"], position["check"]) == ([], "e1")


# Positions.


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("nonsense", "FEN"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "impossible position"),
        ("k7/8/8/8/8/8/8/8 w - - 0 1", "impossible position"),
        ("x" * 1000, "at most"),
    ],
)
def test_bad_positions_are_refused(fen, reason):
    with served() as page:
        assert reason in page.refused("fen", fen=fen)
        assert page.do("pgn")["pgn"].endswith("*\n")


def test_new_games():
    with served() as page:
        page.do("new", chess960=0)
        game = page.wait("game", lambda game: game["chess960"])
        assert game["start"].startswith("bbqnnrkr/")
        page.do("new", chess960="random")
        page.do("new", chess960=None)
        page.wait("game", lambda game: not game["chess960"])
        assert "0 to 959" in page.refused("new", chess960=960)
        assert "whole number" in page.refused("new", chess960="best")
        # Positions without moves are replaced, not collected.
        assert page.wait("games", lambda games: True)["count"] == 1


def test_pictures():
    with served() as page:
        white, black = (page.do("picture", orientation=side)["svg"] for side in ("white", "black"))
        assert white.startswith("<svg")
        assert white != black


# Games.


def test_games_are_listed_searched_and_opened():
    with served(THREE) as page:
        answer = page.do("games")
        assert answer["total"] == 3
        assert [row["plies"] for row in answer["rows"]] == [2, 1, 3]
        assert [row["index"] for row in page.do("games", search="BO")["rows"]] == [1]
        assert page.do("games", search="ada bob")["total"] == 0
        assert [row["white"] for row in page.do("games", offset=1, limit=1)["rows"]] == ["Bob"]
        page.do("game", index=2, node=2)
        assert page.wait("game", lambda game: game["index"] == 2)["headers"]["White"] == "Cid"
        assert page.wait("position", lambda position: position["node"] == 2)
        assert "no game 4" in page.refused("game", index=3)


def test_text_is_opened_or_appended():
    with served("1. e4 *") as page:
        assert page.do("open", pgn=THREE)["count"] == 3
        assert page.wait("game", lambda game: game["count"] == 3)["headers"]["White"] == "Ada"
        page.do("open", pgn="1. Nf3 *", append=True)
        assert page.wait("games", lambda games: games["count"] == 4)["dirty"]
        assert "no game" in page.refused("open", pgn=" \n ")
        page.do("open", pgn=KIWIPETE)
        page.wait("position", lambda position: position["fen"] == KIWIPETE)


def test_damaged_games_are_shown_as_far_as_they_go():
    with served() as page:
        page.do("open", pgn="1. e4 e5 2. Ke7 Nc6 *")
        assert "could be read" in page.wait("notice", lambda notice: True)["text"]
        assert sans(page) == ["e4", "e5"]


def test_other_variants_are_refused():
    with served("1. e4 *") as page:
        assert "not Atomic" in page.refused("open", pgn='[Variant "Atomic"]\n\n1. e4 *')
        assert "FEN" in page.refused("open", pgn='[FEN "x"]\n\n1. e4 *')
        assert "e4" in page.do("pgn")["pgn"]


def test_scripts_in_tags_arrive_as_data():
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    with served(f'[White "{evil}"]\n\n1. e4 {{ {evil} }} *') as page:
        assert page.state["game"]["headers"]["White"] == evil
        assert page.state["game"]["nodes"][1]["comment"] == evil
        assert page.do("games")["rows"][0]["white"] == evil
        answer = page.post("pgn")
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.json["pgn"].count(evil) == 2


# Edits.


def test_lines_are_promoted_and_deleted():
    with served("1. e4 (1. d4 d5 (1... Nf6 2. c4)) (1. c4) e5 *") as page:
        numbers = {node["san"]: node["id"] for node in page.state["game"]["nodes"]}
        page.do("edit", node=numbers["c4"], action="promote")
        page.do("edit", node=numbers["Nf6"], action="main")
        order = page.wait("nodes", lambda nodes: len(nodes["order"]) == 2)["order"]
        assert order["0"][0] == numbers["d4"]
        assert order[str(numbers["d4"])][0] == numbers["Nf6"]
        assert "1. d4 ( 1. e4 e5 )" in page.do("pgn")["pgn"]
        page.do("goto", node=numbers["Nf6"])
        page.do("edit", node=numbers["d4"], action="delete")
        removed = page.wait("nodes", lambda nodes: nodes["removed"])["removed"]
        assert len(removed) == 4
        assert page.wait("position", lambda position: position["node"] == 0)
        assert "cannot be deleted" in page.refused("edit", node=0, action="delete")
        assert "no node" in page.refused("edit", node=numbers["d4"], action="delete")


def test_comments_and_glyphs():
    with served("1. e4 { [%clk 0:01:00] good } e5 *") as page:
        assert page.state["game"]["nodes"][1]["comment"] == "good"
        page.do("edit", node=1, action="comment", value="a } brace\nand a line")
        page.do("edit", node=1, action="nags", value=[1, 14])
        changed = page.wait("nodes", lambda nodes: nodes["changed"][0]["nags"])["changed"][0]
        assert (changed["clock"], changed["nags"]) == (60.0, [1, 14])
        game = kiwipete.pgn.read_game(io.StringIO(page.do("pgn")["pgn"]))
        assert game.next().clock() == 60.0
        assert "brace" in game.next().comment
        assert "255" in page.refused("edit", node=1, action="nags", value=[256])
        assert "list" in page.refused("edit", node=1, action="nags", value="x")
        assert "text" in page.refused("edit", node=1, action="comment", value=7)
        assert "text" in page.refused("edit", node=1, action="comment", value="\ud800")


def test_tags():
    with served("1. e4 *") as page:
        page.do("edit", action="header", value={"White": "Ada", "Annotator": 'A "quote"'})
        headers = page.wait("game", lambda game: game["dirty"])["headers"]
        assert (headers["White"], headers["Annotator"]) == ("Ada", 'A "quote"')
        page.do("edit", action="header", value={"Annotator": ""})
        page.wait("game", lambda game: "Annotator" not in game["headers"])
        assert "cannot be changed" in page.refused("edit", action="header", value={"FEN": "x"})
        assert "result" in page.refused("edit", action="header", value={"Result": "2-0"})
        assert "one line" in page.refused("edit", action="header", value={"White": "a\nb"})
        assert "one line" in page.refused("edit", action="header", value={"a b": "c"})
        assert "missing" in page.refused("edit", action="header")


# Files.


def test_saving_changes_only_the_game_that_changed(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(THREE.replace("1. d4 *", "1.d4   { odd   blanks } *"), encoding="utf-8")
    with served(path=path) as page:
        assert page.state["game"]["file"] == "games.pgn"
        page.do("game", index=2)
        page.do("move", san="e4")
        assert page.wait("games", lambda games: games["dirty"])
        page.do("save")
        page.wait("games", lambda games: not games["dirty"])
        text = path.read_text(encoding="utf-8")
        assert "1.d4   { odd   blanks } *" in text
        assert "( 1. e4 )" in text
        assert [row["white"] for row in page.do("games")["rows"]] == ["Ada", "Bob", "Cid"]
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.pgn"]
    again = GameList.read(path)
    assert len(again) == 3


def test_a_file_that_has_changed_is_overwritten_only_on_purpose(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 *", encoding="utf-8")
    with served(path=path) as page:
        page.do("move", san="d4")
        page.do("save")
        page.do("move", san="d5")
        path.write_text("1. c4 c5 2. b3 *", encoding="utf-8")
        assert "another program has changed games.pgn" in page.refused("save")
        assert path.read_text(encoding="utf-8") == "1. c4 c5 2. b3 *"
        page.do("save", overwrite=True)
        page.do("save")
    assert "1. d4 d5" in path.read_text(encoding="utf-8")


def test_text_from_a_page_is_never_saved_to_a_file(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 *", encoding="utf-8")
    with served(path=path) as page:
        page.do("open", pgn="1. d4 *")
        assert "don't come from a file" in page.refused("save")
    assert path.read_text(encoding="utf-8") == "1. e4 *"


def test_a_file_that_cannot_be_written(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "games.pgn"
    path.write_text("1. e4 *", encoding="utf-8")
    with served(path=path) as page:
        path.unlink()
        folder.rmdir()
        assert "cannot write games.pgn" in page.refused("save")


# Large ones.


def test_a_game_of_3000_moves():
    moves = " ".join("Nf3 Nf6 Ng1 Ng8" for _ in range(1500))
    with served(f"{moves} *") as page:
        assert len(page.state["game"]["nodes"]) == 6001
        page.do("goto", node=6000)
        page.log.clear()
        for san in ("e4", "e5", "d4", "d5"):
            page.do("move", san=san)
        page.wait("position", lambda position: position["lastMove"] == "d7d5")
        assert sorted({name for name, _ in page.log}) == ["analysis", "games", "nodes", "position"]
        assert all(len(data["added"]) == 1 for name, data in page.log if name == "nodes")


def test_a_file_of_5000_games():
    text = "\n\n".join(
        f'[White "Player {number}"]\n[Black "Other"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0'
        for number in range(5000)
    )
    with served() as page:
        assert page.do("open", pgn=text)["count"] == 5000
        assert page.do("games", search="player 4999")["rows"][0]["index"] == 4999
        assert page.do("games", limit=200)["total"] == 5000
        page.do("game", index=4999)
        page.wait("game", lambda game: game["headers"]["White"] == "Player 4999")
        assert len(page.do("pgn", scope="all")["pgn"]) > 200_000


def test_the_list_refuses_what_is_not_there():
    with pytest.raises(Refused):
        GameList("1. e4 *").open(1)
