# Writing games as PGN, as kiwipete.pgn writes their main lines.

cdef struct Writer:
    Array text
    Py_ssize_t line          # where the current line begins
    Py_ssize_t columns       # -1 for unlimited
    bint numbered            # must the next move of black have its number?
    bint failed              # there is no memory

cdef enum:
    MAX_COMMENT = 96         # characters: an evaluation and a clock


cdef void append(Writer* w, const char* text, Py_ssize_t length) noexcept nogil:
    if not reserve(&w.text, length):
        w.failed = True
        return
    memcpy(w.text.data + w.text.used, text, length)
    w.text.used += length


cdef void end_line(Writer* w) noexcept nogil:
    """End the current line, without blanks at its end, unless it is empty."""
    if w.text.used == w.line:
        return
    while w.text.used > w.line and w.text.data[w.text.used - 1] == c' ':
        w.text.used -= 1
    append(w, "\n", 1)
    w.line = w.text.used


cdef inline void put(Writer* w, const char* token, Py_ssize_t length) noexcept nogil:
    """Write a token, on a new line if this one has no room for it."""
    if w.columns >= 0 and w.columns - (w.text.used - w.line) < length:
        end_line(w)
    append(w, token, length)


cdef char* write_count(char* out, u64 number, int digits) noexcept nogil:
    """Write a number with at least this many digits."""
    cdef char[24] reversed
    cdef int length = 0
    while number or length < digits:
        reversed[length] = <char> (c'0' + number % 10)
        number //= 10
        length += 1
    while length:
        length -= 1
        out[0] = reversed[length]
        out += 1
    return out


cdef char* write_words(char* out, const char* words) noexcept nogil:
    while words[0]:
        out[0] = words[0]
        out += 1
        words += 1
    return out


cdef char* write_evaluation(char* out, i32 evaluation) noexcept nogil:
    cdef u64 size = <u64> (-<i64> evaluation if evaluation < 0 else evaluation)
    out = write_words(out, "[%eval ")
    if size > MOST_CENTIPAWNS:
        out = write_words(out, "#-" if evaluation < 0 and size != MATE_VALUE else "#")
        out = write_count(out, MATE_VALUE - size, 1)
    else:
        out = write_words(out, "-" if evaluation < 0 else "")
        out = write_count(out, size // 100, 1)
        out[0] = c'.'
        out = write_count(out + 1, size % 100, 2)
    out[0] = c']'
    return out + 1


cdef char* write_clock(char* out, float seconds) noexcept nogil:
    """Write a clock to the thousandth of a second, which is left out where it is zero."""
    cdef u64 thousandths = <u64> (1000.0 * min(<double> seconds, 1e12) + 0.5)
    cdef char* point
    out = write_count(write_words(out, "[%clk "), thousandths // 3600000, 1)
    out[0] = c':'
    out = write_count(out + 1, thousandths // 60000 % 60, 2)
    out[0] = c':'
    out = write_count(out + 1, thousandths // 1000 % 60, 2)
    point = out
    out[0] = c'.'
    out = write_count(out + 1, thousandths % 1000, 3)
    while (out - 1)[0] == c'0':
        out -= 1
    if out == point + 1:
        out = point
    out[0] = c']'
    return out + 1


cdef void put_number(Writer* w, const Position* p) noexcept nogil:
    """The number of a move: always for white, for black only after an interruption."""
    cdef char[24] token
    cdef char* end
    if p.turn == WHITE or w.numbered:
        end = write_count(token, p.fullmove_number, 1)
        end = write_words(end, ". " if p.turn == WHITE else "... ")
        put(w, token, end - token)
    w.numbered = False


cdef void put_move(Writer* w, State* state, Move16 move) noexcept nogil:
    cdef char[MAX_SAN + 4] token
    cdef char* end
    put_number(w, &state.position)
    if move == NULL_MOVE:
        put(w, "-- ", 3)
    else:
        end = write_move(token, state, move, True, False)
        end[0] = c' '
        put(w, token, end + 1 - token)
    play_legal(state, move)


cdef void put_comment(Writer* w, i32 evaluation, float clock) noexcept nogil:
    """Write an evaluation and a clock, if there is either."""
    cdef char[MAX_COMMENT] token
    cdef char* end = write_words(token, "{ ")
    if evaluation == NO_EVALUATION and clock != clock:
        return
    if evaluation != NO_EVALUATION:
        end = write_evaluation(end, evaluation)
        end[0] = c' '
        end += 1
    if clock == clock:
        end = write_clock(end, clock)
        end[0] = c' '
        end += 1
    end = write_words(end, "} ")
    put(w, token, end - token)
    w.numbered = True


cdef void put_result(Writer* w, float result) noexcept nogil:
    if result == 1:
        put(w, "1-0 ", 4)
    elif result == 0:
        put(w, "0-1 ", 4)
    elif result == 0.5:
        put(w, "1/2-1/2 ", 8)
    else:
        put(w, "* ", 2)
    end_line(w)
