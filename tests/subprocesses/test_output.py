"""Bytes become lines, however they are cut and whatever they are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kiwipete.subprocesses.output import STDERR, STDOUT, Output

CHUNKS = st.lists(st.binary(max_size=20) | st.sampled_from([b"\n", b"\r\n", b"abc\n"]), max_size=30)


def lines_of(chunks, longest=1000):
    output = Output(longest)
    lines = [line for chunk in chunks for line in output.add(STDOUT, chunk)]
    return [*lines, *output.end(STDOUT)]


@given(CHUNKS)
def test_how_bytes_are_cut_does_not_matter(chunks):
    whole = b"".join(chunks)
    text = whole.removesuffix(b"\n") if whole.endswith(b"\n") else whole
    expected = [line.decode("utf-8", "replace").rstrip("\r") for line in text.split(b"\n")]
    assert lines_of(chunks) == lines_of([whole]) == (expected if whole else [])


@given(CHUNKS)
def test_no_line_is_too_long(chunks):
    assert all(len(line) <= 7 for line in lines_of(chunks, longest=7))


def test_a_line_without_an_end_takes_no_memory():
    output = Output(100)
    for _ in range(1000):
        assert output.add(STDOUT, b"x" * 1000) == []
    assert len(output._rest[STDOUT]) < 2000
    assert output.add(STDOUT, b"y\nnext\n") == ["x" * 100, "next"]


def test_the_streams_are_kept_apart_and_remembered():
    output = Output(100)
    assert output.add(STDOUT, b"out") == []
    assert output.add(STDERR, b"err\n") == ["err"]
    assert output.add(STDOUT, b"put\n") == ["output"]
    assert output.last_words() == ("err", "output")
    output.forget()
    assert output.last_words() == ()


def test_only_what_is_asked_for_is_remembered():
    output = Output(100, remembered=(STDERR,))
    output.add(STDOUT, b"out\n")
    output.add(STDERR, b"err\n")
    assert output.last_words() == ("err",)
    output.add(STDERR, b"z" * 5000 + b"\n")
    assert max(map(len, output.last_words())) <= 200
