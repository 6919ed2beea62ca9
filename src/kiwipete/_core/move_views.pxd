"""The moves of a board, to be looked at: the legal ones, the pseudo-legal ones, and those played."""

from kiwipete._core.kernel.types cimport Snapshot
from kiwipete._core.move cimport Move
from kiwipete._core.position_board cimport PositionBoard

# The moves of a board by the rules of chess: nobody has to look for others.
cdef object legal_view(PositionBoard board)
cdef object pseudo_legal_view(PositionBoard board)

cdef object stack_view(PositionBoard board)
cdef Move move_played(const Snapshot* snapshot)

# GameBoard's own properties, which it hands over when it is loaded: a class with others has rules of its own.
cdef void adopt_views(object legal, object pseudo_legal)
