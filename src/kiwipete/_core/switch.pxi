# What the switch changes here: arguments that python-chess takes and Kiwipete by itself refuses.

cdef bint as_python_chess = False  # set once, when the switch is turned on; looked at only where an argument is refused


def follow_python_chess():
    """Take from now on what python-chess takes: squares from the end, moves that hold anything, illegal pushes."""
    global as_python_chess
    as_python_chess = True


cdef bint is_whole(value, int low, int high):
    """Is this a whole number within bounds?"""
    return hasattr(value, "__index__") and low <= PyNumber_Index(value) <= high
