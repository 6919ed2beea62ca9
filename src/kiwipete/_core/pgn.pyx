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
from kiwipete._core.kernel.game_text cimport (
    Ask, Cursor, Outline, Tag, begins_next_game, behind_comment, characters, find_game, find_tag, goes_on_behind_blank,
    is_blank, is_white, pass_tags, read_tag, skip_moves, take, trace,
)
from kiwipete._core.kernel.move cimport MAX_SAN, NULL_MOVE
from kiwipete._core.kernel.move cimport Move as Move16
from kiwipete._core.kernel.notation cimport (
    TOKEN_CLOSE, TOKEN_COMMENT, TOKEN_GLYPH, TOKEN_NONE, TOKEN_OPEN, TOKEN_REST, TOKEN_RESULT, Token, glyph_of_marks,
    next_token,
)
from kiwipete._core.kernel.squares cimport WHITE, u32
from kiwipete._core.kernel.types cimport Position, SAN_FOUND, State
from kiwipete._core.move cimport bits_of_move, move_object
from kiwipete._core.position_board cimport state_of
from kiwipete._core.rules cimport find_legal, find_san, play_legal, write_move

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

# Texts of one unit: each further module costs a build a second and more.
include "pgn_lines.pxi"
include "pgn_nodes.pxi"
include "pgn_reader.pxi"

# Writing moves as text, in lines of a given width.

cdef struct Frame:           # a line of play being written
    State before             # the position before its current node
    State after
    Trail trail
    Py_ssize_t sibling       # the next variation beside the node; 0 to write none
    PyObject* first          # its first node, to compare
    bint variation           # is it in brackets?


cdef class Writer:
    """Writes a node and all that follows, in the format of `StringExporter`."""

    cdef list lines          # finished
    cdef char* line          # the one being written, UTF-8
    cdef Py_ssize_t length
    cdef Py_ssize_t room
    cdef Py_ssize_t width    # in characters
    cdef Py_ssize_t columns  # -1 for unlimited
    cdef bint comments
    cdef bint variations
    cdef bint numbered       # must the next move of black have its number?
    cdef Frame* frames
    cdef Py_ssize_t depth
    cdef Py_ssize_t frame_room
    cdef list nodes          # the current node of each frame
    cdef set begun           # the addresses of their first nodes, from the first variation on
    cdef unsigned int written    # nodes

    def __cinit__(self):
        self.lines = []
        self.nodes = []
        self.begun = set()
        self.make_frames(4)

    def __dealloc__(self):
        PyMem_Free(self.line)
        PyMem_Free(self.frames)

    cdef int make_frames(self, Py_ssize_t wanted) except -1:
        cdef void* grown = PyMem_Realloc(self.frames, wanted * sizeof(Frame))
        if grown == NULL:
            raise MemoryError()
        self.frames = <Frame*> grown
        self.frame_room = wanted
        return 0

    cdef int put(self, const char* token, Py_ssize_t length, Py_ssize_t width) except -1:
        """Write a token, on a new line if this one has no room for it."""
        cdef void* grown
        if self.columns >= 0 and self.columns - self.width < width:
            self.end_line()
        if self.length + length > self.room:
            grown = PyMem_Realloc(self.line, 2 * (self.length + length) + 120)
            if grown == NULL:
                raise MemoryError()
            self.line = <char*> grown
            self.room = 2 * (self.length + length) + 120
        memcpy(self.line + self.length, token, length)
        self.length += length
        self.width += width
        return 0

    cdef int end_line(self) except -1:
        if self.length:
            self.lines.append(decoded(self.line, self.length).rstrip())
        self.length = self.width = 0
        return 0

    cdef int put_text(self, str text) except -1:
        cdef Text held
        _owner = hold(&held, text)
        return self.put(held.bytes, held.length, len(text))

    cdef int put_comment(self, comment) except -1:
        if not self.comments:
            return 0
        if "}" in comment:
            comment = comment.replace("}", "")
        self.put_text("{ " + comment.strip() + " } ")
        self.numbered = True
        return 0

    cdef int put_number(self, const Position* p) except -1:
        """The number of a move: always for white, for black only after an interruption."""
        cdef char[16] token
        cdef int length
        if p.turn == WHITE or self.numbered:
            length = sprintf(token, "%u. " if p.turn == WHITE else "%u... ", <unsigned int> p.fullmove_number)
            self.put(token, length, length)
        return 0

    cdef int put_move(self, Frame* frame, move) except -1:
        cdef char[MAX_SAN + 4] token
        cdef Move16 wanted = bits_of_move(move)
        cdef Move16 legal = NULL_MOVE
        cdef char* end
        if wanted != NULL_MOVE:
            legal = find_legal(&frame.before, wanted, True)
            if legal == NULL_MOVE:
                refuse_move(&frame.before, move)
        frame.after = frame.before
        play_legal(&frame.after, legal)
        self.put_number(&frame.before.position)
        if legal == NULL_MOVE:
            self.put("-- ", 3, 3)
        else:
            end = write_move(token, &frame.before, legal, True, False)
            end[0] = c' '
            self.put(token, end + 1 - token, end + 1 - token)
        self.numbered = False
        return 0

    cdef int put_node(self, Frame* frame, Node node) except -1:
        """The move of a node, and its annotations."""
        self.written += 1
        if self.written % 1024 == 0:
            PyErr_CheckSignals()
        if node.starting_comment:
            self.put_comment(node.starting_comment)
        self.put_move(frame, node.move)
        if node.glyphs and self.comments:
            for nag in sorted(node.glyphs):
                self.put_text(f"${nag} ")
        if node.comment:
            self.put_comment(node.comment)
        return 0

    cdef int enter(self, Node node, const State* before, bint sidelines, bint variation) except -1:
        """Begin a line of play with a node."""
        cdef State place = before[0]   # the frames may move
        if variation:
            self.begin_variation(node)
        if self.depth == self.frame_room:
            self.make_frames(2 * self.frame_room)
        cdef Frame* frame = &self.frames[self.depth]
        frame.before = place
        frame.trail = [NULL, 0, 0]
        frame.first = <PyObject*> node
        frame.sibling = 1 if sidelines and self.variations else 0
        frame.variation = variation
        self.nodes.append(node)
        self.depth += 1
        return self.put_node(frame, node)

    cdef int begin_variation(self, Node node) except -1:
        if <size_t> <PyObject*> node in self.begun:
            raise ValueError("a node of this game is its own ancestor")
        self.begun.add(<size_t> <PyObject*> node)
        self.put("( ", 2, 2)
        self.numbered = True
        return 0

    cdef int leave(self) except -1:
        self.depth -= 1
        self.nodes.pop()
        if self.frames[self.depth].variation:
            self.begun.discard(<size_t> self.frames[self.depth].first)
            self.put(") ", 2, 2)
            self.numbered = True
        return 0

    cdef int write(self) except -1:
        """Write all that follows the first node: variations beside a node come before what follows it."""
        cdef Frame* frame
        cdef Node node
        while self.depth:
            frame = &self.frames[self.depth - 1]
            node = self.nodes[self.depth - 1]
            if frame.sibling:
                siblings = node.parent.variations
                if frame.sibling < len(siblings):
                    frame.sibling += 1
                    self.enter(siblings[frame.sibling - 1], &frame.before, False, True)
                    continue
            if node.is_followed():
                follow(&frame.trail, node)
                node = node.variations[0]
                self.nodes[self.depth - 1] = node
                frame.before = frame.after
                frame.sibling = 1 if self.variations else 0
                self.put_node(frame, node)
            else:
                self.leave()
        return 0


cdef int refuse_move(const State* state, move) except -1:
    """Raise what a board raises for an illegal move."""
    board = board_at(state)
    board.san(move)
    raise IllegalMoveError(f"illegal move {move} in {board.fen()}")


def write_moves(
    Node node not None, board, *,
    bint sidelines, columns, bint comments, bint variations, str begun not None, bint numbered,
):
    """A node and all that follows as text: finished lines, the rest, and whether black's next move needs its number.

    `board` has the position before the node, and `sidelines` includes the
    variations beside the first node.
    """
    cdef Writer writer = Writer.__new__(Writer)
    cdef State first = state_of(board)[0]
    writer.columns = -1 if columns is None else min(max(columns, 0), 1 << 40)
    writer.comments = comments
    writer.variations = variations
    writer.numbered = numbered
    if begun:
        writer.columns, columns = -1, writer.columns
        writer.put_text(begun)
        writer.columns = columns
    writer.enter(node, &first, sidelines, False)
    writer.write()
    return writer.lines, decoded(writer.line, writer.length), writer.numbered


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
