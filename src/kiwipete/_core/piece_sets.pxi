# Sets of pieces: those of the two colours to be read and written, and all of them as a way in.

@final
@freelist(8)
@collection_type("sequence")
cdef class OccupiedByColour:
    """The pieces of each colour, black's first: what `board.occupied_co` gives.

    It looks at the board whenever it is asked, and what is written to it goes to the board.
    """

    cdef BaseBoard board

    def __cinit__(self, BaseBoard board not None):
        self.board = board

    @final
    cdef u64 side(self, int us) noexcept:
        return self.board.read_set(WHITE_SET + us, self.board.state.position.boards.side[us])

    def __len__(self):
        return 2

    def __getitem__(self, color):
        if color is True:
            return self.side(WHITE)
        if color is False:
            return self.side(BLACK)
        return self.copy()[color]

    def __setitem__(self, color, squares):
        if color is True:
            self.board.write_set(WHITE_SET, squares)
        elif color is False:
            self.board.write_set(BLACK_SET, squares)
        else:
            sides = self.copy()
            sides[color] = squares
            self.board.occupied_co = sides

    def __iter__(self):
        return iter(self.copy())

    def copy(self):
        """The two sets as a list."""
        return [self.side(BLACK), self.side(WHITE)]

    def __eq__(self, other):
        if isinstance(other, OccupiedByColour):
            other = other.copy()
        return self.copy() == other if isinstance(other, list) else NotImplemented

    __hash__ = None

    def __repr__(self):
        return repr(self.copy())

    def __reduce__(self):
        return list, (self.copy(),)


Sequence.register(OccupiedByColour)


cdef int check_sets(const u64* sets) except -1:
    """Raise unless the sets agree on every square."""
    cdef u64 kinds = 0
    cdef u64 twice = 0
    cdef int kind
    for kind in range(6):
        twice |= kinds & sets[kind]
        kinds |= sets[kind]
    if twice:
        raise ValueError(f"{name_of_square(first_square(twice))} is in two sets of pieces")
    if sets[WHITE_SET] & sets[BLACK_SET]:
        raise ValueError(f"{name_of_square(first_square(sets[WHITE_SET] & sets[BLACK_SET]))} is both white and black")
    if kinds & ~sets[OCCUPIED_SET]:
        raise ValueError(f"{name_of_square(first_square(kinds & ~sets[OCCUPIED_SET]))} has a piece without a colour")
    if sets[OCCUPIED_SET] & ~kinds:
        raise ValueError(f"{name_of_square(first_square(sets[OCCUPIED_SET] & ~kinds))} has a colour without a piece")
    if sets[PROMOTED_SET] & ~kinds:
        raise ValueError(f"{name_of_square(first_square(sets[PROMOTED_SET] & ~kinds))} has no piece to be promoted")
    return 0
