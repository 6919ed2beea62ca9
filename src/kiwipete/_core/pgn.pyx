"""Kiwipete's compiled reader and writer of PGN: lines, tags, tokens, trees and text.

What users see is Python, in kiwipete.pgn. The rules are the kernel's, and
moves in a tree are the objects that boards give out.
"""

from cython cimport final, no_gc

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF, Py_XDECREF
from cpython.unicode cimport PyUnicode_AsEncodedString, PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdio cimport sprintf
from libc.string cimport memchr, memcmp, memcpy, memset

from kiwipete._core.game_board cimport board_at
from kiwipete._core.kernel.move cimport MAX_SAN, NULL_MOVE
from kiwipete._core.kernel.move cimport Move as Move16
from kiwipete._core.kernel.movetext cimport (
    TOKEN_CLOSE, TOKEN_COMMENT, TOKEN_GLYPH, TOKEN_NONE, TOKEN_OPEN, TOKEN_REST, TOKEN_RESULT,
    Token, glyph_of_marks, is_digit, next_token,
)
from kiwipete._core.kernel.squares cimport WHITE, u32
from kiwipete._core.kernel.state cimport State
from kiwipete._core.kernel.types cimport Position
from kiwipete._core.move cimport bits_of_move, move_object
from kiwipete._core.position_board cimport state_of
from kiwipete._core.rules cimport SAN_FOUND, find_legal, find_san, play_legal, write_move

from io import StringIO
from weakref import WeakKeyDictionary, ref

from kiwipete._core.game_board import GameBoard
from kiwipete.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, PgnError

__all__ = [
    "Kit", "Node", "Tags", "add_comment", "board_of", "depth_of", "first_of", "last_of", "read_game", "read_headers",
    "skip_game", "tokens", "write_moves",
]

cdef extern from *:
    """
    #define kw_new(type, nothing) (((PyTypeObject *) (type))->tp_new((PyTypeObject *) (type), nothing, NULL))
    """
    object new_object "kw_new"(object type, object nothing)
    str PyUnicode_New(Py_ssize_t length, Py_UCS4 largest)
    void* PyUnicode_DATA(object text)


cdef object made(cls):
    """A new object of a class, whose __init__ is not called."""
    if not isinstance(cls, type):
        raise TypeError(f"{cls!r} is not a class")
    return new_object(cls, ())


cdef State start = state_of(GameBoard())[0]   # of most games

include "pgn_lines.pxi"
include "pgn_handles.pxi"
include "pgn_tags.pxi"
include "pgn_skipping.pxi"
include "pgn_nodes.pxi"
include "pgn_listeners.pxi"
include "pgn_moves.pxi"
include "pgn_reading.pxi"
include "pgn_writing.pxi"


def tokens(str line not None):
    """The tokens of a line of moves, for tests: comments with the rest of the line."""
    cdef Text text
    cdef Token token
    cdef const char* at
    cdef list found = []
    _owner = hold(&text, line)
    at = text.bytes
    while True:
        at = next_token(at, text.bytes + text.length, &token)
        if token.kind == TOKEN_NONE:
            return found
        if token.kind == TOKEN_COMMENT or token.kind == TOKEN_REST:
            at = text.bytes + text.length
            token.length = at - token.text
        found.append(decoded(token.text, token.length))
