"""Events: all pages see the same, in order; who comes late or falls behind gets the state."""

from __future__ import annotations

import json
import threading

from kiwipete.web.server.event_stream import _MOST_WAITING, Hub
from tests.web.server.client import Page, served


def parse(text: bytes) -> list[tuple[str, object]]:
    events = []
    for block in text.decode().split("\n\n")[:-1]:
        name, data = block.split("\n")
        events.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return events


def new_hub(state: object = "begin") -> Hub:
    return Hub(threading.RLock(), lambda: [("game", state)])


def test_a_stream_begins_with_the_state():
    stream = new_hub().subscribe()
    assert parse(stream.take(0)) == [("game", "begin")]
    assert stream.take(0) == b""


def test_changes_wait_in_order_and_states_replace_each_other():
    hub = new_hub()
    stream = hub.subscribe()
    stream.take(0)
    for name, data in [("nodes", 1), ("position", 1), ("nodes", 2), ("position", 2)]:
        hub.publish(name, data)
    assert parse(stream.take(0)) == [("nodes", 1), ("nodes", 2), ("position", 2)]
    hub.publish("nodes", 3)
    hub.publish("game", "other")
    assert parse(stream.take(0)) == [("game", "other")]


def test_a_page_that_falls_behind_gets_the_state_again():
    hub = new_hub()
    stream, other = hub.subscribe(), hub.subscribe()
    for number in range(_MOST_WAITING + 10):
        hub.publish("nodes", number)
        other.take(0)
    assert parse(stream.take(0)) == [("game", "begin")]
    hub.publish("nodes", "next")
    assert parse(stream.take(0)) == [("nodes", "next")]


def test_the_end():
    hub = new_hub()
    stream = hub.subscribe()
    assert hub.empty_since is None
    hub.unsubscribe(stream)
    assert hub.empty_since is not None
    assert stream.take(0) is None
    hub.close()
    assert hub.subscribe().take(0) is None


def test_two_pages_see_the_same():
    with served() as page:
        other = Page(page.running, page.cookie).listen()
        page.do("move", san="e4")
        other.do("move", san="c5")
        seen = [
            each.wait("position", lambda position: position["lastMove"] == "c7c5")
            for each in (page, other)
        ]
        assert seen[0] == seen[1]
        nodes = [[data for name, data in each.log if name == "nodes"] for each in (page, other)]
        assert nodes[0] == nodes[1]
        other.close()


def test_a_reload_restores_everything():
    with served("1. e4 e5 (1... c5) *") as page:
        page.do("goto", node=2)
        page.do("edit", node=2, action="comment", value="solid")
        page.do("analyse", running=True, multipv=2, threats=True)
        analysed = page.wait("analysis", lambda event: len(event["engines"][0]["lines"]) == 2)
        page.do("review", action="start", nodes=200)
        page.wait("review", lambda review: review["done"] == 3 and not review["running"])
        page.close()
        again = Page(page.running, page.cookie).listen()
        assert again.state["position"]["node"] == 2
        assert again.state["game"]["dirty"]
        comments = {node["id"]: node["comment"] for node in again.state["game"]["nodes"]}
        assert comments[2] == "solid"
        analysis = again.state["analysis"]
        assert (analysis["running"], analysis["multipv"], analysis["threats"]) == (True, 2, True)
        assert analysis["node"] == analysed["node"]
        assert len(analysis["engines"][0]["lines"]) == 2
        assert len(again.state["review"]["points"]) == 3
        assert again.state["engines"][0]["name"] == "Kiwipete"
        assert len(again.state["levels"]) == 11
        again.close()


def test_moves_from_many_threads_arrive_in_one_order():
    with served() as page:
        other = Page(page.running, page.cookie).listen()

        def shuffle() -> None:
            for san in ("a3", "b3", "c3", "d3", "e3"):
                page.post("goto", {"node": 0})
                page.post("move", {"san": san})

        threads = [threading.Thread(target=shuffle) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        page.do("goto", node=0)
        page.do("move", san="h4")
        for each in (page, other):
            each.wait("position", lambda position: position["lastMove"] == "h2h4")
        added = [
            [node["id"] for name, data in each.log if name == "nodes" for node in data["added"]]
            for each in (page, other)
        ]
        assert added[0] == added[1] == sorted(added[0])
        other.close()
