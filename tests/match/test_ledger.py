from __future__ import annotations

import json

import pytest

from kiwipete.match import Game, Ledger, LedgerError
from kiwipete.match.record import MoveInfo, Opening

SUBJECT = {"control": "1+0.01", "engines": ["a", "b"]}


def game(number: int, winner: bool | None = True) -> Game:
    opening = Opening("8/8/8/8/8/5k2/6q1/7K w - - 0 1", ())
    infos = (MoveInfo(0.5, 13, 9, 1000), MoveInfo(0.25))
    return Game(number, 0, 1, opening, ("e2e4", "e7e5"), infos, winner, "checkmate", "", (1, 0))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.jsonl"


def games_of(path, subject=SUBJECT):
    with Ledger(path, subject) as ledger:
        return list(ledger.games())


def write(path, *games):
    with Ledger(path, SUBJECT) as ledger:
        for each in games:
            ledger.record(each)


def test_games_come_back_as_they_were(path):
    write(path, game(1), game(0, None))
    assert games_of(path) == [game(1), game(0, None)]
    write(path, game(2, False))
    assert games_of(path) == [game(1), game(0, None), game(2, False)]


@pytest.mark.parametrize("cut", [2, 50, 200])
def test_a_line_that_was_cut_short_is_dropped(path, cut):
    write(path, game(0), game(1))
    path.write_bytes(path.read_bytes()[:-cut])
    assert games_of(path) == [game(0)]
    write(path, game(1))
    assert games_of(path) == [game(0), game(1)]


def test_a_first_line_that_was_cut_short_is_written_again(path):
    write(path)
    path.write_bytes(path.read_bytes()[:20])
    write(path, game(0))
    assert games_of(path) == [game(0)]


def test_another_match_is_refused_by_what_differs(path):
    write(path, game(0))
    before = path.read_bytes()
    with pytest.raises(LedgerError, match=r"another match: control is 1\+0\.01, not 2\+0\.02"):
        games_of(path, {**SUBJECT, "control": "2+0.02"})
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello\n", b"hello", b"[1]\n", b'{"format": "x"}\n', b"\0\n"])
def test_other_files_are_refused_and_stay_as_they_are(path, content):
    path.write_bytes(content)
    with pytest.raises(LedgerError, match="is not the ledger of a match"):
        games_of(path)
    assert path.read_bytes() == content


def test_a_game_that_lacks_only_the_end_of_its_line_is_kept(path):
    write(path, game(0), game(1))
    path.write_bytes(path.read_bytes()[:-1])
    assert games_of(path) == [game(0), game(1)]
    write(path, game(2))
    assert games_of(path) == [game(0), game(1), game(2)]


def test_zeros_after_a_power_cut_are_dropped(path):
    write(path, game(0))
    path.write_bytes(path.read_bytes() + b"\0" * 100_000)
    assert games_of(path) == [game(0)]


def damaged(path, content, reason):
    path.write_bytes(content)
    with pytest.raises(LedgerError, match=r"run\.jsonl:3 is damaged: ") as caught:
        games_of(path)
    assert reason in str(caught.value)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (b"x\n", "Expecting value"),
        (b"\n", "Expecting value"),
        (b"half a line", "Expecting value"),
        (b"{}\n", "no field 'black'"),
        (b"[]\n", "it is not a JSON object"),
        (b'{"number": 1}\n', "no field 'black'"),
        (b"[" * 100_000 + b"\n", "it is nested too deeply"),
        (b"1" * 10_000 + b"\n", "digits"),
        (b"\xff\xfe\n", "decode"),
    ],
)
def test_damage_is_found(path, damage, reason):
    write(path, game(0))
    damaged(path, path.read_bytes() + damage, reason)


NOT_A_NUMBER = float("nan")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"number": "1"}, "number is '1', not a whole number"),
        ({"number": -1}, "number is -1"),
        ({"number": True}, "number is True"),
        ({"white": None}, "white is None"),
        ({"black": 0.5}, "black is 0.5"),
        ({"opening": []}, "opening is [], not a FEN and moves"),
        ({"opening": ["x", ""]}, "FEN"),
        ({"opening": ["8/8/8/8/8/5k2/6q1/7K", 3]}, "opening is 3"),
        ({"moves": 7}, "moves is 7, not a text"),
        ({"moves": "e2e4"}, "2 infos for 1 moves"),
        ({"infos": {}}, "infos is {}, not a list"),
        ({"infos": [[1, 2]] * 2}, "info 1 is [1, 2], not time, score, depth and nodes"),
        ({"infos": [["1", 2, 3, 4]] * 2}, "info 1 has the time '1'"),
        ({"infos": [[NOT_A_NUMBER, 2, 3, 4]] * 2}, "info 1 has the time nan"),
        ({"infos": [[1, 2.5, 3, 4]] * 2}, "other than whole numbers"),
        ({"winner": 1}, "winner is 1, neither true, false nor null"),
        ({"winner": "white"}, "winner is 'white'"),
        ({"reason": None}, "reason is None"),
        ({"detail": "\ud800"}, "surrogates not allowed"),
        ({"overruns": [1]}, "overruns is [1], not two whole numbers"),
        ({"overruns": "11"}, "overruns is '11'"),
        ({"more": 1}, "unknown field 'more'"),
    ],
)
def test_every_field_is_checked(path, change, reason):
    write(path, game(0))
    line = json.dumps({**game(1).as_dict(), **change}).encode() + b"\n"
    damaged(path, path.read_bytes() + line, reason)


@pytest.mark.parametrize(
    "content", [b"x" * 5_000_000, b'{"format"' + b" " * 5_000_000, b'{"format"x']
)
def test_files_without_lines_are_refused_at_once(path, content):
    path.write_bytes(content)
    with pytest.raises(LedgerError, match="is not the ledger of a match"):
        games_of(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero", "/dev/null"])
def test_devices_are_no_ledgers(device):
    with pytest.raises(LedgerError, match=f"cannot use {device}: it is not a regular file"):
        Ledger(device, SUBJECT)


def test_a_ledger_on_one_line_loses_nothing(path):
    write(path, game(0))
    content = path.read_bytes().replace(b"\n", b" ")
    path.write_bytes(content)
    with pytest.raises(LedgerError, match="is not the ledger of a match"):
        games_of(path)
    assert path.read_bytes() == content


def test_one_match_at_a_time(path):
    with Ledger(path, SUBJECT), pytest.raises(LedgerError, match="in use by another match"):
        Ledger(path, SUBJECT)


def test_a_folder_is_no_ledger(tmp_path):
    with pytest.raises(LedgerError, match="cannot open"):
        Ledger(tmp_path, SUBJECT)


def test_lines_are_json(path):
    write(path, game(0))
    head, line = map(json.loads, path.read_text().splitlines())
    assert head["format"] == "kiwipete match 1"
    assert line["moves"] == "e2e4 e7e5"
