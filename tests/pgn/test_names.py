"""Every public name of chess.pgn is there, with the same parameters and values."""

import inspect
import typing

import chess.pgn
import pytest

from kiwipete import pgn

THEIRS = {
    name: thing
    for name, thing in vars(chess.pgn).items()
    if not name.startswith("_") and not inspect.ismodule(thing) and not hasattr(typing, name)
    if name not in ("annotations", "Color", "Square")
}


@pytest.mark.parametrize("name", sorted(THEIRS))
def test_the_name_is_there(name):
    ours = getattr(pgn, name)
    if isinstance(THEIRS[name], int | list):
        assert ours == THEIRS[name]


CLASSES = [name for name, thing in THEIRS.items() if inspect.isclass(thing)]


@pytest.mark.parametrize("name", CLASSES)
def test_its_members_are_there_with_the_same_parameters(name):
    for member, theirs in vars(THEIRS[name]).items():
        if not member.startswith("_") or member == "__init__":
            ours = getattr(getattr(pgn, name), member)
            if inspect.isfunction(theirs):
                assert _same_names(ours, theirs), member


def _same_names(ours, theirs):
    mine, other = inspect.signature(ours).parameters, inspect.signature(theirs).parameters
    return [(p.name, p.kind) for p in mine.values()] == [(p.name, p.kind) for p in other.values()]


@pytest.mark.parametrize("name", ["read_game", "read_headers", "skip_game", "parse_time_control"])
def test_functions_have_the_same_parameters(name):
    assert _same_names(getattr(pgn, name), THEIRS[name])
