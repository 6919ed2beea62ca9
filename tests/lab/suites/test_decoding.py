"""Files of any system and encoding become lines of text."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiwipete import lab
from kiwipete.lab.suites.position_files import decode_lines

KINGS = "8/8/8/2k5/8/2K5/8/8 w - -"
LINES = ["# two kings", "", f"{KINGS} ;D1 5 ;D2 36", "# café ♞", f"{KINGS} ;D1 5"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\0", "\0\n", "\0\0\r\n"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_line_ends_and_encodings(encoding, end):
    lines = LINES if end != "\0" else [line for line in LINES if line]  # NULs in a row are one end
    for text in (end.join(lines), end.join(lines) + end):
        assert decode_lines(text.encode(encoding)) == lines


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_byte_order_marks(mark, encoding):
    assert decode_lines(mark + "♞\nb".encode(encoding)) == ["♞", "b"]


def test_what_is_no_text():
    assert decode_lines(b"") == []
    assert decode_lines(b"caf\xe9\n\x80") == ["caf\ufffd", "\ufffd"]
    assert decode_lines(codecs.BOM_UTF16_LE + b"a\0b") == ["a\ufffd"]
    assert decode_lines(b"\0\0\0") == [""]
    assert decode_lines(b"one\r\n\x1a") == ["one"]


@given(st.binary())
def test_any_bytes_are_lines(content):
    for line in decode_lines(content):
        assert not {"\n", "\r", "\0"} & set(line)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_a_suite_in_another_encoding(tmp_path, encoding):
    file = tmp_path / "kings.epd"
    file.write_bytes("\r\n".join(LINES).encode(encoding))
    suite = lab.read_suite(file)
    assert suite.wrong_lines == ()
    assert [(p.line, p.name) for p in suite.positions] == [(3, "line 3"), (5, "café ♞")]
