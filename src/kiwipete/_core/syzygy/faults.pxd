"""What can go wrong on the way to a value."""

cdef enum Fault:
    NO_FAULT = 0
    NO_TABLE       # nobody has added it
    UNREADABLE     # the system says why
    WRONG_SIZE     # of the file: cut short, or no table
    WRONG_MAGIC    # in its first four bytes
    WRONG_PIECES   # the file is not about what its name says
    WRONG_LAYOUT   # a part of it would lie outside the file
    WRONG_CODE     # what was compressed cannot be read
