"""SquareSet: a mutable set of squares, as python-chess has it."""

from cython cimport auto_pickle, final, freelist

from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_AsUnsignedLongLongMask
from cpython.number cimport PyNumber_AsSsize_t, PyNumber_Index

from kiwipete._core.arguments cimport square_set, take_up
from kiwipete._core.kernel.squares cimport bit, pop_first, popcount
from kiwipete._core.rules cimport line_through, squares_between


cdef extern from *:
    u64 upside_down "__builtin_bswap64"(u64 squares) noexcept nogil


cdef int square_index(square) except -1:
    """A square as a list takes an index: a negative one counts from behind."""
    cdef Py_ssize_t index = PyNumber_AsSsize_t(square, IndexError)
    if index < 0:
        index += 64
    if not 0 <= index < 64:
        raise IndexError(f"a square is 0 to 63, not {square}")
    return <int> index


cdef u64 shifted(u64 bits, shift, bint up) except? 0xdeadbeef:
    """A set with every square a number higher or lower; what leaves the board is lost."""
    cdef int overflow = 0
    cdef long count
    if not isinstance(shift, int):
        raise TypeError(f"a set is shifted by a whole number, not {type(shift).__name__}")
    count = PyLong_AsLongAndOverflow(shift, &overflow)
    if overflow > 0 or count > 63:
        return 0
    if count < 0:
        raise ValueError("negative shift count")
    return bits << count if up else bits >> count


cdef u64 into_square_set(squares) except? 0xdeadbeef:
    """Read a set in 64 bits, or collect squares into one; the first two cases are for speed."""
    cdef u64 bits = 0
    if type(squares) is int:
        return PyLong_AsUnsignedLongLongMask(squares)
    if isinstance(squares, SquareSet):
        return (<SquareSet> squares).bits
    if hasattr(squares, "__int__"):
        return PyLong_AsUnsignedLongLongMask(PyNumber_Index(squares.__int__()))
    for square in squares:
        bits |= bit(square_index(square))
    return bits


cdef SquareSet new_set(u64 bits):
    cdef SquareSet squares = SquareSet.__new__(SquareSet)
    squares.bits = bits
    return squares


cdef SquareIterator go_through(u64 bits):
    cdef SquareIterator squares = SquareIterator.__new__(SquareIterator)
    squares.left = bits
    return squares


@final
@freelist(8)
@auto_pickle(False)
cdef class SquareIterator:
    """The squares of a set from a1 to h8; changes of the set come too late for it."""

    cdef u64 left

    def __iter__(self):
        return self

    def __next__(self):
        if self.left == 0:
            raise StopIteration
        return pop_first(&self.left)


@freelist(16)
cdef class SquareSet:
    """SquareSet(squares=0)\n--\n\nA mutable set of squares.

    It is made from a bitboard or from squares, and so is the other side of
    every comparison and operation. `mask` is its bitboard.

    >>> squares = SquareSet([0, 56])
    >>> squares
    SquareSet(0x0100_0000_0000_0001)
    >>> squares |= 0xff
    >>> print(squares)
    1 . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    1 1 1 1 1 1 1 1
    >>> len(squares), 7 in squares, list(squares - 0x0f)
    (9, True, [4, 5, 6, 7, 56])
    >>> squares == [0, 1, 2, 3, 4, 5, 6, 7, 56]
    True
    """

    def __init__(self, squares=0):
        self.bits = into_square_set(squares)

    @property
    def mask(self):
        """The squares as a bitboard; further bits are cut off."""
        return self.bits

    @mask.setter
    def mask(self, squares):
        self.bits = square_set(squares)

    # Ways to make one.

    @classmethod
    def ray(cls, a, b):
        """Return the whole rank, file or diagonal through two squares, empty if there is none.

        >>> list(SquareSet.ray(0, 18))
        [0, 9, 18, 27, 36, 45, 54, 63]
        """
        return cls(line_through(square_index(a), square_index(b)))

    @classmethod
    def between(cls, a, b):
        """Return the squares strictly between two squares, none if they are not on a line.

        >>> list(SquareSet.between(0, 27))
        [9, 18]
        """
        return cls(squares_between(square_index(a), square_index(b)))

    @classmethod
    def from_square(cls, square):
        """Return the set of one square.

        >>> SquareSet.from_square(3) == 0b1000
        True
        """
        return cls(bit(square_index(square)))

    def copy(self):
        """Return a copy.

        >>> SquareSet(5).copy() == SquareSet(5)
        True
        """
        return new_set(self.bits)

    def mirror(self):
        """Return the set flipped vertically: the first rank becomes the last.

        >>> list(SquareSet([4, 12]).mirror())
        [52, 60]
        """
        return new_set(upside_down(self.bits))

    # Looking.

    def __contains__(self, square):
        return self.bits & bit(square_index(square)) != 0

    def __iter__(self):
        return go_through(self.bits)

    def __reversed__(self):
        return reversed(list(go_through(self.bits)))

    def __len__(self):
        return popcount(self.bits)

    def __bool__(self):
        return self.bits != 0

    def __int__(self):
        return self.bits

    def __index__(self):
        return self.bits

    def __eq__(self, other):
        try:
            return self.bits == into_square_set(other)
        except (TypeError, ValueError):
            return NotImplemented

    def isdisjoint(self, other):
        """True if the sets have no square in common.

        >>> SquareSet([1, 2]).isdisjoint([3])
        True
        """
        return self.bits & into_square_set(other) == 0

    def issubset(self, other):
        """True if the other set has every square of this one.

        >>> SquareSet([1, 2]).issubset([1, 2, 3])
        True
        """
        return self.bits & ~into_square_set(other) == 0

    def issuperset(self, other):
        """True if this set has every square of the other.

        >>> SquareSet([1, 2]).issuperset([1, 2, 3])
        False
        """
        return ~self.bits & into_square_set(other) == 0

    def carry_rippler(self):
        """Go through the bitboards of all subsets, from the empty one to the whole.

        >>> list(SquareSet(0b101).carry_rippler())
        [0, 1, 4, 5]
        """
        cdef u64 whole_set = self.bits
        cdef u64 subset = 0
        while True:
            yield subset
            subset = (subset - whole_set) & whole_set
            if subset == 0:
                return

    def tolist(self):
        """Return 64 truth values, one per square.

        >>> SquareSet([1, 2]).tolist()[:4]
        [False, True, True, False]
        """
        return [self.bits & bit(square) != 0 for square in range(64)]

    # Making new sets.

    def union(self, other):
        """Return the squares in either set.

        >>> list(SquareSet([1, 2]).union([2, 3]))
        [1, 2, 3]
        """
        return new_set(self.bits | into_square_set(other))

    def intersection(self, other):
        """Return the squares in both sets.

        >>> list(SquareSet([1, 2]).intersection([2, 3]))
        [2]
        """
        return new_set(self.bits & into_square_set(other))

    def difference(self, other):
        """Return the squares of this set that the other lacks.

        >>> list(SquareSet([1, 2]).difference([2, 3]))
        [1]
        """
        return new_set(self.bits & ~into_square_set(other))

    def symmetric_difference(self, other):
        """Return the squares in exactly one of the sets.

        >>> list(SquareSet([1, 2]).symmetric_difference([2, 3]))
        [1, 3]
        """
        return new_set(self.bits ^ into_square_set(other))

    def __or__(self, other):
        return new_set(self.bits | into_square_set(other))

    def __and__(self, other):
        return new_set(self.bits & into_square_set(other))

    def __sub__(self, other):
        return new_set(self.bits & ~into_square_set(other))

    def __xor__(self, other):
        return new_set(self.bits ^ into_square_set(other))

    def __invert__(self):
        return new_set(~self.bits)

    def __lshift__(self, shift):
        return new_set(shifted(self.bits, shift, True))

    def __rshift__(self, shift):
        return new_set(shifted(self.bits, shift, False))

    # Changing this set.

    def add(self, square):
        """Add a square.

        >>> squares = SquareSet([1])
        >>> squares.add(2)
        >>> list(squares)
        [1, 2]
        """
        self.bits |= bit(square_index(square))

    def discard(self, square):
        """Remove a square if it is there.

        >>> squares = SquareSet([1, 2])
        >>> squares.discard(2)
        >>> squares.discard(3)
        >>> list(squares)
        [1]
        """
        self.bits &= ~bit(square_index(square))

    def remove(self, square):
        """Remove a square; raises KeyError if it is not there.

        >>> SquareSet([1]).remove(2)
        Traceback (most recent call last):
        ...
        KeyError: 2
        """
        cdef u64 removed = bit(square_index(square))
        if self.bits & removed == 0:
            raise KeyError(square)
        self.bits ^= removed

    def pop(self):
        """Remove the first square and return it; raises KeyError if there is none.

        >>> SquareSet([5, 7]).pop()
        5
        """
        if self.bits == 0:
            raise KeyError("pop from an empty SquareSet")
        return pop_first(&self.bits)

    def clear(self):
        """Remove all squares.

        >>> squares = SquareSet([1, 2])
        >>> squares.clear()
        >>> bool(squares)
        False
        """
        self.bits = 0

    def update(self, *others):
        """Add the squares of other sets.

        >>> squares = SquareSet([1])
        >>> squares.update([2], [3])
        >>> list(squares)
        [1, 2, 3]
        """
        for other in others:
            self.bits |= into_square_set(other)

    def intersection_update(self, *others):
        """Keep the squares that are in all other sets too.

        >>> squares = SquareSet([1, 2, 3])
        >>> squares.intersection_update([1, 2], [2, 3])
        >>> list(squares)
        [2]
        """
        for other in others:
            self.bits &= into_square_set(other)

    def difference_update(self, other):
        """Remove the squares of another set.

        >>> squares = SquareSet([1, 2])
        >>> squares.difference_update([2, 3])
        >>> list(squares)
        [1]
        """
        self.bits &= ~into_square_set(other)

    def symmetric_difference_update(self, other):
        """Keep the squares in exactly one of the sets.

        >>> squares = SquareSet([1, 2])
        >>> squares.symmetric_difference_update([2, 3])
        >>> list(squares)
        [1, 3]
        """
        self.bits ^= into_square_set(other)

    def __ior__(self, other):
        self.bits |= into_square_set(other)
        return self

    def __iand__(self, other):
        self.bits &= into_square_set(other)
        return self

    def __isub__(self, other):
        self.bits &= ~into_square_set(other)
        return self

    def __ixor__(self, other):
        self.bits ^= into_square_set(other)
        return self

    def __ilshift__(self, shift):
        self.bits = shifted(self.bits, shift, True)
        return self

    def __irshift__(self, shift):
        self.bits = shifted(self.bits, shift, False)
        return self

    # Showing.

    def __repr__(self):
        return f"SquareSet(0x{<object> self.bits:019_x})"

    def __str__(self):
        bits = f"{<object> self.bits:064b}".replace("0", ".")
        return "\n".join(" ".join(bits[rank:rank + 8][::-1]) for rank in range(0, 64, 8))

    def _repr_svg_(self):
        from kiwipete.svg import board

        return board(squares=self, size=390)

    def __setstate__(self, state):
        take_up(self, ("mask",), state)

    def __reduce__(self):
        return restore_square_set, (type(self), self.bits), getattr(self, "__dict__", None)


def restore_square_set(cls, mask):
    """The set of a class with these squares, for pickle."""
    squares = cls.__new__(cls)
    if not isinstance(squares, SquareSet):
        raise TypeError(f"{cls!r} makes no SquareSet but {type(squares).__name__}")
    (<SquareSet> squares).bits = square_set(mask)
    return squares
