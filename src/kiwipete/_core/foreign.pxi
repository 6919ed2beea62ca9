# Objects of another library, such as python-chess, are understood by their attributes.

cpdef Move own_move(move):
    """The move that an argument means, or TypeError."""
    if isinstance(move, Move):
        return <Move> move
    parts = move_parts(move)
    if parts is None:
        raise TypeError(f"a move is expected, not {type(move).__name__}")
    return Move(*parts)


cdef inline Move16 move_value(move) except? 0xffff:
    """The bits of the move that an argument means."""
    return (<Move> move).value if isinstance(move, Move) else own_move(move).value


cdef tuple move_parts(thing):
    """The squares, promotion and drop of another library's move, or None."""
    if thing is None or not hasattr(thing, "from_square"):
        return None
    try:
        return thing.from_square, thing.to_square, thing.promotion, thing.drop
    except AttributeError:
        return None


cdef tuple piece_parts(thing):
    """The type and colour of another library's piece, or None."""
    if thing is None or not hasattr(thing, "piece_type") or not hasattr(thing, "color"):
        return None
    return thing.piece_type, thing.color


cdef object placement_of(thing):
    """Where the pieces stand on another library's board, as text, or None."""
    place = getattr(thing, "board_fen", None)
    return place() if callable(place) else None


cdef int take_up(thing, tuple names, dict state) except -1:
    """Do as a pickle says: one of python-chess stores these parts, one of a subclass of ours its attributes."""
    if all([name in state for name in names]):
        thing.__init__(*[state[name] for name in names])
    else:
        thing.__dict__.update(state)
    return 0
