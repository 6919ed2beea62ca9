"""XBoard engines: the same commands and results as under python-chess."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.engine.conversation import BASIC, FULL, attempt, both, converse, playing
from tests.support.engine.sessions import MODULES, board_after

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7"
PROMOTION = "8/P7/8/8/8/k7/8/K7 w - - 0 1"


def xboard(script, play, features=BASIC):
    """Compare a conversation of XBoard engines."""
    features = [features] if isinstance(features, str) else features
    return both("XBoardProtocol", {"protover": features, **script}, play)


def start(module):
    return module.Board()


def after(*moves, **arguments):
    return lambda module: board_after(module, *moves, **arguments)


@pytest.mark.parametrize(
    "lines",
    [
        [BASIC],
        [FULL],
        ["feature done=0", "feature ping=0", 'feature ping="1" setboard=1 done=1'],
        ["feature ping=1 done=1"],
        ["feature setboard=1 done=1"],
        ["feature ping=1 setboard=1 reuse=0 sigterm=0 san=1 done=1"],
        ["feature ping=1 setboard=1 reuse=1 sigterm=1 san=0 memory=0 done=1"],
        ["Error (unknown command): protover"],
        ["Illegal move: protover"],
        ["# hello", "telluser hi", "Some Engine 1.0", "feature\tping=1 setboard=1 done=1"],
        ["feature ping=1,setboard=1, done=1"],
        ['feature option="Hash Size -spin 5', BASIC.replace("done=1", "foo=bar done=2")],
    ],
    ids=str,
)
def test_features(lines):
    async def play(_, protocol, __):
        return [protocol.id, protocol.features.get("ping"), protocol.features.get("setboard")]

    xboard({}, play, lines)


def test_options_of_all_kinds():
    kinds = ["Spin -spin 50 0 100", "Check -check 1", "Combo -combo HI /// *HELLO /// BYE"]
    kinds += ["String -string ", "File -file", "Path -path .", "Button -button", "Reset -reset"]
    kinds += ["Save -save", "Off -check 0"]

    async def play(module, protocol, _):
        results = []
        for values in [
            {"Spin": 42},
            {"Spin": 101},
            {"Spin": "x"},
            {"Spin": 42, "Check": False},
            {"Check": True},
            {"Combo": "HI"},
            {"Combo": "HO"},
            {"String": "a b"},
            {"String": "a\nb"},
            {"File": ""},
            {"Path": "/x"},
            {"Button": None},
            {"Button": None, "Reset": None, "Save": None},
            {"memory": 64, "cores": 2, "egtpath b": "/tables of b"},
            {"memory": 0},
            {"Nope": 1},
        ]:
            results.append(await attempt(module, protocol.configure(values)))
        limit = module.engine.Limit(time=1)
        results.append(await protocol.play(module.Board(), limit, game=1))
        # python-chess makes numbers of checks.
        listed = {name: tuple(vars(option).values()) for name, option in protocol.options.items()}
        for name in ("Check", "Off"):
            listed[name] = (*listed[name][:2], bool(listed[name][2]), *listed[name][3:])
        return [results, listed]

    features = [f'feature option="{kind}"' for kind in kinds]
    (results, options), commands = xboard({"go": ["resign"]}, play, [*features, FULL])
    assert results.count("EngineError") == 6
    assert len(options) == len(kinds) + 5 + 4
    assert "egtpath b /tables of b" in commands


@pytest.mark.parametrize(
    "answers",
    [
        ["move e2e4"],
        ["move e4"],
        ["move e2-e4"],
        [" move  Nf3 "],
        ["move 0000"],
        ["move @@@@"],
        ["move e2e5"],
        ["move"],
        ["move e2e4 foo"],
        ["move E2E4"],
        ["move e2e4\0"],
        ["move resign"],
        ["resign"],
        ["resign", "move e2e4"],
        ["offer draw", "move e2e4"],
        ["move e2e4", "offer draw"],
        ["offer draw"],
        ["offer draw x", "move e2e4"],
        ["offer  draw", "move e2e4"],
        ["1-0 {White mates}"],
        ["0-1 {x}"],
        ["1/2-1/2 {agreed}"],
        ["move e2e4", "1-0 {x}"],
        ["move e2e4", "move d2d4"],
        ["move e2e4", "Hint: e7e5"],
        ["move e2e4", "Hint: e5"],
        ["move e2e4", "Hint: e2e4"],
        ["Hint: e2e4", "move e2e4"],
        ["Error (foo): bar"],
        ["Illegal move (in check): e2e4"],
        ["  Error (x): y"],
        ["move e2e4", "Error (x): y"],
        ["error: x", "telluser Error (x): y", "Move d2d4", "e2e4", "move e2e4"],
        [
            "# move d2d4",
            "ping 5",
            "pong 99999",
            f"pong {'9' * 5000}",
            "feature ping=0",
            "* {x}",
            "",
            "move e2e4",
        ],
        ["9 156 1084 48000 Nf3 Nc6", "1 2 3", "move e2e4"],
    ],
    ids=str,
)
def test_answers_to_go(answers):
    xboard({"go": answers}, playing([start]))


@pytest.mark.parametrize(
    ("fen", "chess960", "moves"),
    [
        (CASTLING, False, ["e1g1", "O-O", "0-0", "e1h1", "O-O-O+"]),
        (CASTLING, True, ["e1g1", "O-O", "0-0", "e1h1", "O-O-O+"]),
        (PROMOTION, False, ["a7a8q", "a7a8", "a8=Q", "a8Q", "a7a8Q", "a8"]),
    ],
)
def test_moves_as_engines_write_them(fen, chess960, moves):
    for move in moves:
        board = after(fen=fen, chess960=chess960)
        xboard({"go": [f"move {move}"]}, playing([board]), FULL)


LIMITS = [
    {},
    {"time": 0.5},
    {"time": 1 / 3},
    {"time": 0},
    {"time": 100},
    {"depth": 3},
    {"depth": 0},
    {"nodes": 100},
    {"nodes": 0, "depth": 5},
    {"mate": 3},
    {"white_clock": 60, "black_clock": 30, "white_inc": 1, "black_inc": 2},
    {"white_clock": 0.5, "black_clock": 0.004, "white_inc": 0.5, "black_inc": 0},
    {"white_clock": 125.7, "remaining_moves": 40},
    {"black_clock": 7200, "remaining_moves": 0},
    {"remaining_moves": 10},
    {"white_inc": 3, "depth": 7, "time": 8},
    {"white_clock": 100, "black_clock": 50, "clock_id": "a"},
    {"white_clock": 90, "black_clock": 40, "clock_id": "a"},
    {"white_clock": 90, "black_clock": 40, "clock_id": "b"},
]


@pytest.mark.parametrize("moves", [[], ["e2e4"]], ids=["white", "black"])
def test_limits(moves):
    boards = [after(*moves)] * len(LIMITS)
    _, commands = xboard({"go": ["resign"]}, playing(boards, LIMITS), FULL)
    assert commands.count("go") == len(LIMITS)


@pytest.mark.parametrize(
    ("limit", "features"),
    [
        ({"nodes": 3, "time": 1}, FULL),
        ({"nodes": 3, "white_clock": 1}, FULL),
        ({"nodes": 3, "black_clock": 1}, FULL),
        ({"nodes": 3}, BASIC.replace("done", "nps=0 done")),
    ],
)
def test_limits_that_do_not_go_together(limit, features):
    for module in MODULES.values():
        script = {"protover": [features], "go": ["resign"]}
        result, _ = converse(module, "XBoardProtocol", script, playing([start], [limit]))
        assert result == ["EngineError"]


def test_the_engines_board_follows_ours():
    ending = "4k3/8/8/8/8/8/4P3/4K3 w - - 3 7"
    boards = [
        start,
        start,
        after("e2e4"),
        after("e2e4", "e7e5"),
        after("d2d4", "e7e5"),
        after("d2d4", "e7e5", "g1f3", "g8f6"),
        after("d2d4"),
        after(fen=ending),
        after("e2e4", fen=ending),
        after("e2e4"),
        after("e1g1", "e8c8", fen=CASTLING),
        after("a7a8n", fen=PROMOTION),
        after("e2e4", "0000", "d2d4"),
        after(fen="4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"),
        after(fen="4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
    ]
    for features in (BASIC, FULL):
        _, commands = xboard({"go": ["resign"]}, playing(boards), features)
        assert {"remove", "undo"} < set(commands)


def test_chess960():
    boards = [
        after("e1h1", "e8a8", fen=CASTLING, chess960=True),
        lambda module: module.Board.from_chess960_pos(5),
        start,
        after(fen=CASTLING.replace("KQkq", "-"), chess960=True),
    ]
    _, commands = xboard({"go": ["resign"]}, playing(boards), FULL)
    assert "variant fischerandom" in commands
    assert "usermove O-O-O" in commands


def test_the_engines_own_moves_are_on_its_board():
    async def play(module, protocol, transport):
        limit, results = module.engine.Limit(time=1), []
        for moves, answer in [
            ([], "move e2e4"),
            ([], "move d2d4"),
            (["d2d4", "d7d5"], "move c2c4"),
            (["d2d4", "d7d5", "c2c4"], "move e7e6"),
            (["d2d4", "g8f6"], "move g1f3"),
        ]:
            transport.script["go"] = [answer]
            results.append(await protocol.play(board_after(module, *moves), limit, game="x"))
        return results

    xboard({}, play)


@pytest.mark.parametrize("game", [1, 2, None, "x"])
def test_a_new_game(game):
    async def play(module, protocol, _):
        limit = module.engine.Limit(time=1)
        for key in (1, 1, game, game):
            await protocol.play(board_after(module, "e2e4"), limit, game=key)

    xboard({"go": ["resign"]}, play)


def test_pondering_draw_offers_and_post():
    async def play(module, protocol, _):
        limit, board = module.engine.Limit(time=1), module.Board()
        await protocol.play(board, limit, ponder=True)
        await protocol.play(board, limit, draw_offered=True)
        for info in ("NONE", "BASIC", "SCORE", "PV", "ALL"):
            wanted = getattr(module.engine, f"INFO_{info}")
            await protocol.play(board, limit, info=wanted)

    _, commands = xboard({"go": ["resign"]}, play)
    assert {"hard", "easy", "draw", "post", "nopost"} < set(commands)


@pytest.mark.parametrize("features", [BASIC, FULL])
def test_opponents(features):
    async def play(module, protocol, _):
        who, limit, results = module.engine.Opponent, module.engine.Limit(time=1), []
        for number, (opponent, rating) in enumerate(
            [
                (who(None, "GM", 7, None), None),
                (who("Turk", "Mechanical", 2100, True), 3600),
                (who("Ada", None, None, False), None),
                (None, 99),
                (who("a\nb", None, 1, False), None),
            ]
        ):
            information = {"opponent": opponent, "engine_rating": rating}
            results.append(await attempt(module, protocol.send_opponent_information(**information)))
            results.append(await protocol.play(module.Board(), limit, game=number))
            results.append(await protocol.play(module.Board(), limit, game=number))
        for opponent in [who("A", None, 1, True), None, who("B", "IM", None, False), None]:
            play = protocol.play(module.Board(), limit, game="last", opponent=opponent)
            results.append(await attempt(module, play))
        bad = who("New\nLine", None, 3, True)
        play = protocol.play(module.Board(), limit, game="last", opponent=bad)
        return [*results, await attempt(module, play)]

    result, commands = xboard({"go": ["resign"]}, play, features)
    assert result.count("EngineError") == 2
    assert "name Mechanical Turk" in commands


def test_what_a_new_game_begins_with():
    async def play(module, protocol, _):
        for number, options in enumerate(
            [{"random": True}, {"computer": True}, {"name": "X"}, {"opponent_rating": 4}]
        ):
            await protocol.configure(options)
            await protocol.play(module.Board(), module.engine.Limit(time=1), game=number)

    xboard({"go": ["resign"]}, play)


@pytest.mark.parametrize(
    ("board", "arguments"),
    [
        (start, ()),
        (after("f2f3", "e7e5", "g2g4", "d8h4"), ()),
        (after(fen="R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"), ()),
        (after(fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), ()),
        (after(fen="7k/8/6K1/8/8/8/8/8 b - - 0 1"), ()),
        (after(fen="4k3/8/8/8/8/8/4R3/4K3 b - - 100 80"), ()),
        (after(fen="4k3/8/8/8/8/8/4R3/4K3 b - - 150 90"), ()),
        (after(*["g1f3", "g8f6", "f3g1", "f6g8"] * 2), ()),
        (after(*["g1f3", "g8f6", "f3g1", "f6g8"] * 4), ()),
        (start, (True,)),
        (start, (False, "Time forfeiture")),
        (start, (None, "agreed")),
        (start, (True, "x", False)),
        (start, (None, None, False)),
        (after("f2f3", "e7e5", "g2g4", "d8h4"), (True,)),
        (start, (True, "a{b")),
        (start, (True, "a\nb")),
    ],
)
def test_results(board, arguments):
    async def play(module, protocol, _):
        result = protocol.send_game_result(board(module), *arguments)
        first = await attempt(module, result)
        await protocol.play(board(module), module.engine.Limit(time=1))
        again = protocol.send_game_result(board(module), *arguments)
        return [first, await attempt(module, again)]

    xboard({"go": ["resign"]}, play)


THOUGHTS = [
    "9 156 1084 48000 Nf3 Nc6 Nc3 Nf6",
    "9 156 1084 48000",
    "9 156 1084",
    "9. 156 1084 48000 e4",
    "9 -156 1 1 e4!",
    "9 156 1 1 1. e4 e5 2. Nf3 1... d5 e4",
    "9 156 1 1 e2e4 e7e5 zz d2d4",
    "9 100001 1 1 e4",
    "9 100000 1 1 e4",
    "9 99999 1 1 e4",
    "9 -100003 1 1 e4",
    "9 -100000 1 1 e4",
    "9 156 1 1 12 345 9\te4 e5",
    "9 156 1 1 12 345 e4",
    "9 156 1 1 1 2 3 4 5 e4",
    "\t9  +156 -1 -1  O-O",
    "9 1.56 1 1 e4",
    "9 156 1 99999999999999999999 -- e4",
    "9 156 1 1 (h4) e4",
    "0 0 0 0",
    "stat01: 1234 456 8 20 30 e4",
]


@pytest.mark.parametrize("flag", ["NONE", "BASIC", "SCORE", "PV", "ALL"])
def test_thoughts(flag):
    async def play(module, protocol, _):
        wanted = getattr(module.engine, f"INFO_{flag}")
        analysis = await protocol.analysis(board_after(module, "e2e4"), info=wanted)
        white = await protocol.analysis(module.Board(), info=wanted)
        await asyncio.sleep(0)
        white.stop()
        best = await white.wait()
        return [best, white.info, [info async for info in white], [info async for info in analysis]]

    result, _ = xboard({"analyze": THOUGHTS}, play)
    assert len(result[2]) > 10


@pytest.mark.parametrize(
    "limit",
    [{"time": 0.05}, {"depth": 9}, {"nodes": 48000}, {"time": 60, "depth": 3}, {"white_inc": 3}],
    ids=str,
)
def test_analyses_that_end(limit):
    async def play(module, protocol, transport):
        analysis = await protocol.analysis(module.Board(), module.engine.Limit(**limit), game=1)
        if "white_inc" in limit:
            assert analysis.would_block()
            analysis.stop()
        best = await asyncio.wait_for(analysis.wait(), 5)
        again = await protocol.play(module.Board(), module.engine.Limit(time=1), game=1)
        return [best, analysis.info, analysis.multipv, again, list(transport.commands)]

    xboard({"analyze": ["9 156 1084 48000 Nf3 Nc6"], "go": ["resign"]}, play)


@pytest.mark.parametrize(
    ("arguments", "features"),
    [
        ({"multipv": 2}, FULL),
        ({"limit": {"white_clock": 3}}, FULL),
        ({"limit": {"black_clock": 3}}, FULL),
        ({"root_moves": ["e2e4"]}, BASIC),
    ],
)
def test_analyses_that_cannot_be(arguments, features):
    async def play(module, protocol, _):
        given = dict(arguments)
        if "limit" in given:
            given["limit"] = module.engine.Limit(**given["limit"])
        if "root_moves" in given:
            given["root_moves"] = [module.Move.from_uci(move) for move in given["root_moves"]]
        return await attempt(module, protocol.analysis(module.Board(), **given))

    for module in MODULES.values():
        result, _ = converse(module, "XBoardProtocol", {"protover": [features]}, play)
        assert result == "EngineError"


def test_root_moves():
    async def play(module, protocol, _):
        limit = module.engine.Limit(depth=1)
        for board, moves in [
            (start(module), ["e2e4", "g1f3"]),
            (board_after(module, fen=CASTLING), ["e1g1"]),
            (board_after(module, fen=PROMOTION), ["a7a8n"]),
            (board_after(module, fen=CASTLING, chess960=True), ["e1h1"]),
        ]:
            roots = [module.Move.from_uci(move) for move in moves]
            await protocol.analyse(board, limit, root_moves=roots)
        play = protocol.play(start(module), limit, root_moves=[module.Move.from_uci("e2e4")])
        return await attempt(module, play)

    result, commands = xboard({"analyze": ["1 2 3 4"]}, play, FULL)
    assert result == "EngineError"
    assert "include a7a8n" in commands


def test_a_protocol_that_was_not_greeted():
    async def play(module, protocol, _):
        again = await attempt(module, protocol.initialize())
        fresh = type(protocol)()
        return [
            again,
            await attempt(module, fresh.ping()),
            await attempt(module, fresh.play(module.Board(), module.engine.Limit(time=1))),
            await attempt(module, fresh.analysis(module.Board())),
            await attempt(module, fresh.configure({})),
        ]

    assert xboard({}, play)[0] == ["EngineError"] * 5
    assert both("UciProtocol", {"uci": ["uciok"]}, play)[0] == ["EngineError"] * 5
