# Commands in comments: [%clk 0:05:12] and [%eval -0.35,20].

cdef inline const char* read_digits(const char* at, const char* end, double* number) noexcept nogil:
    """Read digits into a number; returns where they end."""
    number[0] = 0
    while at < end and is_digit(at[0]):
        number[0] = 10 * number[0] + (at[0] - c'0')
        at += 1
    return at


cdef inline const char* read_part(const char* at, const char* end, double* number) noexcept nogil:
    """Read hours or minutes and the colon after them; NULL if there are none."""
    cdef const char* behind = read_digits(at, end, number)
    return behind + 1 if at < behind < end and behind[0] == c':' else NULL


cdef inline bint read_clock(const char* at, const char* end, float* seconds) noexcept nogil:
    """Read h:mm:ss.f and the bracket after it."""
    cdef double hours, minutes, whole, fraction
    cdef double scale = 1
    cdef const char* start
    at = read_part(at, end, &hours)
    if at == NULL:
        return False
    start = read_part(at, end, &minutes)
    if start == NULL:
        return False
    at = read_digits(start, end, &whole)
    if at == start:
        return False
    if at < end and at[0] == c'.':
        start = at + 1
        at = read_digits(start, end, &fraction)
        while start < at:
            scale *= 10
            start += 1
        if scale > 1:
            whole += fraction / scale
    if at == end or at[0] != c']':
        return False
    seconds[0] = <float> (3600 * hours + 60 * minutes + whole)
    return True


cdef inline bint ends_evaluation(const char* at, const char* end) noexcept nogil:
    """Does a bracket follow, perhaps after a comma and a depth?"""
    cdef double depth
    cdef const char* start
    if at < end and at[0] == c',':
        start = at + 1
        at = read_digits(start, end, &depth)
        if at == start:
            return False
    return at < end and at[0] == c']'


cdef inline bint read_pawns(const char* at, const char* end, double* centipawns) noexcept nogil:
    """Read 12.34: up to ten digits, and one or two after the point if there are any."""
    cdef double whole
    cdef double hundredths = 0
    cdef const char* start = at
    cdef const char* point = read_digits(at, end, &whole)
    at = point
    if point - start > 10:
        return False
    if at < end and at[0] == c'.':
        at += 1
        while at < end and is_digit(at[0]) and at - point <= 2:
            hundredths += (at[0] - c'0') * (10 if at - point == 1 else 1)
            at += 1
    if point == start and at - point < 2:   # no digit at all
        return False
    centipawns[0] = 100 * whole + hundredths
    return ends_evaluation(at, end)


cdef inline bint read_evaluation(const char* at, const char* end, bint white_to_move, i32* evaluation) noexcept nogil:
    """Read a score in pawns, or a mate after #, both for White."""
    cdef bint mate = at < end and at[0] == c'#'
    cdef bint negative
    cdef double number
    cdef const char* start
    at += mate
    negative = at < end and at[0] == c'-'
    at += at < end and (at[0] == c'-' or at[0] == c'+')
    if not mate:
        if not read_pawns(at, end, &number):
            return False
        number = min(number, MOST_CENTIPAWNS)
        evaluation[0] = <i32> (-number if negative else number)
        return True
    start = at
    at = read_digits(at, end, &number)
    if at == start or not ends_evaluation(at, end):
        return False
    number = MATE_VALUE - min(number, MATE_VALUE - MOST_CENTIPAWNS - 1)
    if number == MATE_VALUE:   # the side to move has been mated
        negative = white_to_move
    evaluation[0] = <i32> (-number if negative else number)
    return True


cdef inline void read_commands(Reader* r, const char* at, const char* end) noexcept nogil:
    """Store the first clock and the first evaluation of a comment on the last move, unless it has them."""
    cdef Py_ssize_t ply = r.plies - 1
    cdef float seconds
    cdef i32 evaluation
    while at < end:
        at = <const char*> memchr(at, c'[', end - at)
        if at == NULL:
            return
        at += 1
        if end - at < 6 or at[0] != c'%':
            continue
        if r.plan.clocks and memcmp(at, "%clk", 4) == 0 and is_white(at[4]):
            if r.clocks[ply] != r.clocks[ply] and read_clock(at + 5, end, &seconds):
                r.clocks[ply] = seconds
        elif r.plan.evals and memcmp(at, "%eval", 5) == 0 and is_white(at[5]):
            if r.evals[ply] == NO_EVALUATION and read_evaluation(at + 6, end, r.turn == WHITE, &evaluation):
                r.evals[ply] = evaluation
