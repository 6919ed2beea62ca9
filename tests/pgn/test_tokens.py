"""The compiled tokeniser finds what python-chess's expression finds."""

import chess.pgn
from hypothesis import assume, given
from hypothesis import strategies as st

from kiwipete import pgn
from kiwipete._core.pgn import tokens

LETTERS = "abcdefgh12345678NBRQKPOZxn=-@0*/$!?.+# \n(ü"


def found_by(regex, text):
    return [match.group(0) for match in regex.finditer(text)]


@given(st.text(alphabet=LETTERS, max_size=40))
def test_tokens_are_those_of_python_chess(text):
    assume("0000" not in text)
    assert tokens(text) == found_by(chess.pgn.MOVETEXT_REGEX, text)


@given(st.text(alphabet=LETTERS + "{};", max_size=30))
def test_the_expression_is_the_tokeniser(text):
    assume("0000" not in text)
    assert tokens(text) == found_by(pgn.MOVETEXT_REGEX, text)


def test_comments_take_the_rest():
    assert tokens("e4 {x} e5") == ["e4", "{x} e5"]
    assert tokens("e4 ;x e5") == ["e4", ";x e5"]


def test_move_numbers_are_no_null_moves():
    for text in ("10000. 0000 10000... e4", "100000.e4 0000", "00000 0000"):
        assert tokens(text) == found_by(pgn.MOVETEXT_REGEX, text)
    assert tokens("10000. 0000 10000... e4") == ["0000", "e4"]
