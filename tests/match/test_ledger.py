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


@pytest.mark.parametrize("cut", [1, 2, 50])
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


@pytest.mark.parametrize("damage", [b"x\n", b"{}\n", b"[]\n", b'{"number": 1}\n'])
def test_damage_is_found(path, damage):
    write(path, game(0))
    path.write_bytes(path.read_bytes() + damage)
    with pytest.raises(LedgerError, match=r"run\.jsonl"):
        games_of(path)


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
