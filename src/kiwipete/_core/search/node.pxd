"""One node of the search, as its steps hand it on."""

from kiwipete._core.kernel.move cimport NULL_MOVE
from kiwipete._core.kernel.threats cimport Threats
from kiwipete._core.search.evaluation cimport evaluate
from kiwipete._core.search.quiescence cimport judged, sharpened
from kiwipete._core.search.transposition cimport Found
from kiwipete._core.search.value cimport NO_VALUE
from kiwipete._core.search.worker cimport Frame, IMPROVING, Worker, on

cdef struct Node:
    Threats threats
    Found found           # what the table knows; its move is legal or NULL_MOVE
    int alpha
    int beta
    int depth
    int ply
    int static_value      # the corrected evaluation; NO_VALUE in check
    int value             # the same, or what the table knows better
    bint in_check
    bint cut              # expected to be refuted by one of its first moves
    bint improving        # the static value grew since our last move


cdef inline void judge(Worker* w, Node* node, Frame* frame) noexcept nogil:
    """Find the node's values, and whether things are getting better."""
    node.improving = False
    if node.in_check:
        node.static_value = node.value = NO_VALUE
    elif frame.excluded != NULL_MOVE:
        node.static_value = node.value = frame.static_value
    else:
        if node.found.value == NO_VALUE:
            node.found.value = evaluate(&w.position)
        node.static_value = judged(w, &node.found)
        node.value = sharpened(node.static_value, &node.found)
    frame.static_value = node.static_value
    if node.in_check or not on(w, IMPROVING):
        return
    if frame[-2].static_value != NO_VALUE:
        node.improving = node.static_value > frame[-2].static_value
    elif frame[-4].static_value != NO_VALUE:
        node.improving = node.static_value > frame[-4].static_value
