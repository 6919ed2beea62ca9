from __future__ import annotations

import pytest

from kiwipete.web.server.fields import Fields, Refused


def test_defaults_and_nulls():
    fields = Fields({"a": None})
    assert fields.text("a", default="x") == "x"
    assert fields.integer("b", 0, 1, None) is None
    assert fields.flag("a", default=True) is True
    assert fields.texts("a", 3) == []
    assert fields.fields("a") is None
    assert not fields.has("a")


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (True, lambda fields: fields.integer("a", 0, 5)),
        (1.0, lambda fields: fields.integer("a", 0, 5)),
        (6, lambda fields: fields.integer("a", 0, 5)),
        (True, lambda fields: fields.number("a", 0, 5)),
        ("1", lambda fields: fields.number("a", 0, 5)),
        (1e999, lambda fields: fields.number("a", 0, 5)),
        (1, lambda fields: fields.flag("a")),
        (1, lambda fields: fields.text("a")),
        ("xx", lambda fields: fields.text("a", 1)),
        ("\udfff", lambda fields: fields.text("a")),
        (["x"], lambda fields: fields.choice("a", "x")),
        ("y", lambda fields: fields.choice("a", "x")),
        ({}, lambda fields: fields.texts("a", 3)),
        ([1], lambda fields: fields.texts("a", 3)),
        (["x"] * 4, lambda fields: fields.texts("a", 3)),
        ([9], lambda fields: fields.integers("a", 3, 0, 5)),
        ([], lambda fields: fields.fields("a")),
        (True, lambda fields: fields.word("a", ("True",), "x")),
        ([], lambda fields: fields.word("a", ("1",), "x")),
    ],
)
def test_wrong_values_are_refused_by_name(value, read):
    with pytest.raises(Refused, match=r"^a must be "):
        read(Fields({"a": value}))


def test_what_is_missing_is_named():
    with pytest.raises(Refused, match="a is missing: it must be a text"):
        Fields({}).text("a")


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"nul", b"\xff", b'{"a": Infinity}'])
def test_bodies(body):
    with pytest.raises(Refused, match="JSON object"):
        Fields.read(body)
    assert Fields.read(b'{"a": 1}').integer("a", 0, 1) == 1
