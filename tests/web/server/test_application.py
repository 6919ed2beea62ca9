"""Nothing that a page sends may crash the application or leave it in an inconsistent state."""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from http import HTTPStatus

import pytest

from kiwipete.board import Board
from kiwipete.web.server.application import Application
from kiwipete.web.server.engines import own_seat
from kiwipete.web.server.fields import Fields, Refused
from kiwipete.web.server.game_list import GameList
from kiwipete.web.server.game_tree import GameTree

VERBS = [
    "move", "goto", "fen", "new", "open", "game", "games", "pgn", "save", "edit", "explain",
    "picture", "analyse", "review", "play", "perft", "compare", "nothing",
]  # fmt: skip

VALUES = [
    None, True, False, 0, 1, 2, 3, 5, 10, -1, 960, 1 << 60, 1e308, 0.5, -0.0, "", "e4", "e2e4",
    "e7e5", "Nf3", "O-O", "a8=Q", "0000", "random", "start", "stop", "resign", "takeback", "hint",
    "save", "white", "black", "full", "game", "all", "promote", "main", "delete", "comment", "nags",
    "header", "\ud800", "\x00\x1b[2J", "}{[%eval 1] )(", "x" * 5000, "<script>", [], [1, 2], [300],
    ["e2e4"], [None], [[[]]], {}, {"White": "x"}, {"White": 1}, {"FEN": "x"}, {"Result": "*"},
    {"a b": "c"}, {"base": 5, "increment": 1}, {"base": -1}, {"base": "5"}, Board.starting_fen,
    "8/8/8/8/8/8/8/8 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/P7/8/8/8/8/8/4K3 w - -",
    "1. e4 e5 (1... c5 2. Nf3 { c }) 2. Nc3 $1 *", '[Variant "Atomic"]\n\n1. e4 *', "1. e4 Ke8 *",
    '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', "e2e4: 20\nd2d4 20", "1. f3 e5 2. g4 Qh4# 0-1",
]  # fmt: skip
NAMES = [
    "uci", "san", "node", "fen", "chess960", "pgn", "append", "index", "search", "offset", "limit",
    "scope", "action", "value", "running", "multipv", "threats", "engines", "seconds", "nodes",
    "level", "human", "clock", "moves", "depth", "divide", "orientation",
]  # fmt: skip
ACTIONS = ["start", "stop", "resign", "takeback", "hint", "save", "promote", "main", "delete",
           "comment", "nags", "header"]  # fmt: skip


def random_fields(chance: random.Random, verb: str) -> dict[str, object]:
    fields = {name: chance.choice(VALUES) for name in chance.sample(NAMES, chance.randrange(8))}
    if chance.random() < 0.7:
        fields["action"] = chance.choice(ACTIONS)
    if verb in ("perft", "compare"):
        fields["depth"] = chance.choice([0, 1, 2, "1"])
    if verb in ("goto", "edit") and chance.random() < 0.8:
        fields["node"] = chance.randrange(6)
    if verb == "move" and chance.random() < 0.8:
        fields["uci"] = chance.choice(["e2e4", "e7e5", "g1f3", "b8c6", "e1e2", "a7a8q", "e8g8"])
    if verb == "review":
        fields["nodes"] = chance.choice([100, 200, None, "x"])
    return fields


def check(application: Application) -> None:
    """Check that the numbered tree and the game agree, and that the state can be written."""
    workspace = application.workspace
    with workspace.lock:
        tree = workspace.tree
        assert workspace.node in tree
        known, fresh = Counter(), Counter()
        for numbered, counter in ((tree, known), (GameTree(tree.game), fresh)):
            for number in numbered.numbers():
                counter[numbered.uci(number), numbered.san(number), numbered.ply(number)] += 1
        assert known == fresh
        assert len(tree) == sum(known.values())
        json.dumps(workspace._snapshot(), allow_nan=False)


@pytest.mark.parametrize("seed", range(6))
def test_random_requests(seed, capfd):
    chance = random.Random(seed)
    application = Application(GameList("1. e4 e5 (1... c5) 2. Nf3 *"), [own_seat(hash_mb=1)])
    done: Counter[str] = Counter()
    try:
        for _ in range(250):
            verb = chance.choice(VERBS)
            fields = random_fields(chance, verb)
            try:
                answer = application.do(verb, Fields(fields), lambda: False)
            except Refused as refused:
                answer = {"ok": False, "error": str(refused), "status": HTTPStatus(refused.status)}
            else:
                assert isinstance(answer["ok"], bool)
                json.dumps(answer, allow_nan=False).encode()
                done[verb] += answer["ok"]
            check(application)
    finally:
        application.close()
    assert len(done) > 5
    assert "Traceback" not in capfd.readouterr().err


def test_random_requests_from_several_threads(capfd):
    application = Application(GameList("1. e4 *"), [own_seat(hash_mb=1)])
    failures: list[BaseException] = []

    def post(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(80):
            verb = chance.choice(VERBS)
            try:
                application.do(verb, Fields(random_fields(chance, verb)), lambda: False)
            except Refused:
                continue
            except BaseException as failure:
                failures.append(failure)

    threads = [threading.Thread(target=post, args=(seed,)) for seed in range(4)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
        check(application)
    finally:
        application.close()
    assert failures == []
    assert "Traceback" not in capfd.readouterr().err


def test_an_unknown_verb():
    application = Application(GameList())
    try:
        with pytest.raises(Refused, match="no such verb"):
            application.do("__class__", Fields({}), lambda: False)
    finally:
        application.close()
