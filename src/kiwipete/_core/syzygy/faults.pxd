"""What can go wrong in a probe."""

cdef enum Fault:
    NO_FAULT = 0
    NO_TABLE       # it was not added
    UNREADABLE     # errno has the reason
    WRONG_SIZE     # of the file: cut short, or not a table
    WRONG_MAGIC    # in its first four bytes
    WRONG_PIECES   # the file does not match its name
    WRONG_LAYOUT   # a part of it would lie outside the file
    WRONG_CODE     # the compressed data cannot be read
