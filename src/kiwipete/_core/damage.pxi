# Proof that damage is noticed, without a damaged board in anybody's hands.

def damage(CorePosition board not None, index):
    """What `validate` and `fingerprint` would say if one bit of a position were flipped.

    A proof of both: the board itself is not touched.

    >>> board = kiwipete.Board()
    >>> damage(board, 8)[0]
    'the piece sets disagree with the mailbox on a2'
    """
    cdef Position damaged = board.position
    cdef int bit_number = whole(index, 0, 8 * sizeof(Position) - 1, "the number of a bit")
    cdef int square = NO_SQUARE
    cdef Fault fault
    (<u8*> &damaged)[bit_number // 8] ^= 1 << (bit_number % 8)
    fault = validate(&damaged, &square)
    return None if fault == FAULT_NONE else describe_fault(fault, square), fingerprint(&damaged)


def spoil_key(CorePosition board not None):
    """Make the key of a board wrong, which harms nobody: to prove that checks notice.

    >>> board = kiwipete.Board()
    >>> spoil_key(board)
    >>> board.validate()
    Traceback (most recent call last):
        ...
    kiwipete.errors.InconsistentPositionError: the Zobrist key is wrong
    """
    board.position.key ^= 1
