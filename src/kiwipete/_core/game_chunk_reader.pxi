# Reading the games of a chunk, one after another, without the GIL.

cdef bint fetch_line(void* source) except -1 nogil:
    cdef Reader* r = <Reader*> source
    cdef const char* line_break
    if r.next == r.stop:
        return False
    r.lines.start = r.next
    line_break = <const char*> memchr(r.next, c'\n', r.stop - r.next)
    r.next = r.stop if line_break == NULL else line_break + 1
    r.lines.end = r.next
    return True


cdef bint always(void* source) except -1 nogil:
    return True


cdef bint comment_closes(void* source) except -1 nogil:
    """Does a } follow the current line? If none does, that is stored, so that a chunk is searched once."""
    cdef Reader* r = <Reader*> source
    if r.open_from != NULL and r.lines.end >= r.open_from:
        return False
    if memchr(r.lines.end, c'}', r.stop - r.lines.end) != NULL:
        return True
    r.open_from = r.lines.end
    return False


cdef void report_at(Reader* r, Damage damage, Py_ssize_t line, Py_ssize_t column) noexcept nogil:
    cdef Error* error
    if not reserve(&r.errors, sizeof(Error)):
        r.failed = True
        return
    error = <Error*> (r.errors.data + r.errors.used)
    memset(error, 0, sizeof(Error))
    error.game = r.games
    error.ply = r.plies - r.first_ply
    error.line = r.row if r.row else line
    error.column = column
    error.text_start = r.error_text.used
    error.damage = damage
    r.errors.used += sizeof(Error)


cdef Py_ssize_t column_number(Reader* r, const char* at) noexcept nogil:
    """The number of a character in the current line, or in the text of a row."""
    cdef const char* begin = r.row_start if r.row else r.lines.start
    return 1 + characters(begin, at - begin)


cdef void report(Reader* r, Damage damage, const char* at) noexcept nogil:
    """Report damage at a place in the current line."""
    report_at(r, damage, r.lines.number, column_number(r, at))


cdef void report_word(Reader* r, Damage damage, const char* word, Py_ssize_t length) noexcept nogil:
    """Report damage at a word of the current line, and keep the word."""
    report(r, damage, word)
    if r.failed or not reserve(&r.error_text, length):
        r.failed = True
        return
    memcpy(r.error_text.data + r.error_text.used, word, length)
    (<Error*> (r.errors.data + r.errors.used))[-1].text_length = <i32> length
    r.error_text.used += length


# Text that is passed over between tokens: numbers, signs and the symbols of informants are harmless, words are not.

cdef enum:
    LONGEST_WORD = 40        # bytes of a word that are kept


cdef inline bint is_letter(const char* at, const char* end) noexcept nogil:
    """Is this a letter, of any alphabet in UTF-8, or the figurine of a piece?"""
    cdef unsigned char c = <unsigned char> at[0]
    if c < 0x80:
        return c'a' <= c <= c'z' or c'A' <= c <= c'Z'
    if c == 0xe2:   # symbols, among which are the pieces
        return end - at >= 3 and <unsigned char> at[1] == 0x99 and 0x94 <= <unsigned char> at[2] <= 0x9f
    return c >= 0xc3


cdef inline bint ends_word(char c) noexcept nogil:
    return 0 <= c <= c' ' or c == c'{' or c == c'(' or c == c')' or c == c';'


cdef bint is_en_passant(const char* word, Py_ssize_t length) noexcept nogil:
    return (
        (length == 4 and memcmp(word, "e.p.", 4) == 0) or (length == 3 and memcmp(word, "e.p", 3) == 0)
        or (length == 2 and memcmp(word, "ep", 2) == 0)
    )


cdef void report_words(Reader* r, const char* at, const char* end) noexcept nogil:
    """Report the first word in a stretch that was passed over; what stands right after it belongs to it."""
    cdef const char* word
    cdef const char* stop
    if r.word_end != NULL and at < r.word_end <= r.lines.end:   # in the word that was reported last
        at = r.word_end
    while at < end:
        if not is_letter(at, end):
            at += 1
            continue
        word = at
        while at < r.lines.end and not ends_word(at[0]):
            at += 1
        stop = at
        if stop - word > LONGEST_WORD:
            stop = word + LONGEST_WORD
            while stop > word + 1 and (stop[0] & 0xc0) == 0x80:   # within a character
                stop -= 1
        if not is_en_passant(word, stop - word):
            report_word(r, NOT_A_MOVE, word, stop - word)
            r.word_end = at
            return


# The start position.

cdef int variant_kind(const Settings* plan, const char* value, Py_ssize_t length) noexcept nogil:
    """Which kind of chess a name means, in small or capital letters."""
    cdef Py_ssize_t i, at
    cdef char c
    for i in range(plan.variant_count):
        if plan.variant_lengths[i] != length:
            continue
        for at in range(length):
            c = value[at]
            if (c + 32 if c'A' <= c <= c'Z' else c) != plan.variants[i][at]:
                break
        else:
            return plan.variant_kinds[i]
    return NO_SUCH_VARIANT


cdef void use_boards(Reader* r) noexcept nogil:
    """Continue on the boards of the state if they are trusted."""
    r.turn = r.state.position.turn
    r.fast = is_trusted(&r.state)
    if r.fast:
        r.boards = r.state.position.boards


cdef bint read_start(State* state, const char* text, Py_ssize_t length, bint chess960) noexcept nogil:
    """Set up a position from a FEN; Chess960 if its castling rights need it."""
    cdef FenReader fen
    memset(&fen, 0, sizeof(fen))
    fen.text = text
    fen.length = <int> length
    state.trust = UNKNOWN
    if length > MAX_FEN:
        return False
    return read_fen(&fen, &state.position, True) if chess960 else read_fen_of_either(&fen, &state.position)


cdef bint find_start(Reader* r, Py_ssize_t first_line, Row* row) noexcept nogil:
    """Begin at the start position; False if there is none to read moves from."""
    cdef int kind = STANDARD_CHESS
    if r.variant.value != NULL:
        kind = variant_kind(r.plan, r.variant.value, r.variant.value_length)
        if kind == ANOTHER_VARIANT:
            report_at(r, OTHER_VARIANT, first_line, 1)
            return False
        if kind == NO_SUCH_VARIANT:
            report_at(r, UNKNOWN_VARIANT, first_line, 1)
    if r.fen.value != NULL:
        if not read_start(&r.state, r.fen.value, r.fen.value_length, kind == CHESS960):
            report_at(r, DAMAGED_FEN, first_line, 1)
            return False
        row.other_start = True
        use_boards(r)
        row.chess960 = r.state.position.boards.chess960
        return True
    r.fast = True
    r.boards = start.position.boards
    r.turn = WHITE
    if kind == CHESS960:
        r.boards.chess960 = row.chess960 = 1
    return True


# Moves.

cdef void leave_boards(Reader* r) noexcept nogil:
    """Set up the state from the boards, for moves that are written in rare ways."""
    cdef Position* p = &r.state.position
    cdef int us, kind
    cdef u64 squares
    clear_position(p)
    p.boards.chess960 = r.boards.chess960
    for us in range(2):
        for kind in range(KING + 1):
            squares = pieces_of_kind(&r.boards, kind) & r.boards.side[us]
            while squares:
                set_piece(p, pop_first(&squares), piece_of(us, kind), False)
    set_turn(p, r.turn)
    p.castling_rights = r.boards.castling
    p.en_passant_square = r.boards.en_passant if r.boards.en_passant else NO_SQUARE
    settle(p)
    r.state.trust = UNKNOWN


cdef SanVerdict play_rarely(Reader* r, const Token* token, Move16* move) noexcept nogil:
    """Find and play a move by the rules for any position: null moves, both squares without a piece, odd positions."""
    cdef SanVerdict verdict
    if r.fast:
        leave_boards(r)
    verdict = find_san(&r.state, token.text, token.length, move)
    if verdict == SAN_FOUND:
        play_legal(&r.state, move[0])
        use_boards(r)
    return verdict


cdef inline SanVerdict play_san(Reader* r, const San* san, Move16* move) noexcept nogil:
    cdef SanVerdict verdict = find_on_boards(&r.boards, r.turn, san, move)
    if verdict == SAN_FOUND:
        play_on_boards(&r.boards, r.turn, san.kind, move[0])
        r.turn ^= 1
    return verdict


cdef SanVerdict play_token(Reader* r, const Token* token, Move16* move) noexcept nogil:
    cdef San san
    if not r.fast or token.length >= MAX_SAN:
        return play_rarely(r, token, move)
    read_san(token.text, <int> token.length, &san)
    if san.form == SAN_INVALID or san.form == SAN_PASS or san.complete:
        return play_rarely(r, token, move)
    return play_san(r, &san, move)


cdef inline void note_move(Reader* r, const Token* token, SanVerdict verdict, Move16 move) noexcept nogil:
    """Store a move that has been played, or report that there is none like it."""
    r.finished = False
    if unlikely(verdict != SAN_FOUND):
        report_word(r, REFUSED_MOVE, token.text, token.length)
        r.open_brackets = 1
        r.refused = True
        return
    r.moves[r.plies] = move
    if r.plan.clocks:
        r.clocks[r.plies] = NAN
    if r.plan.evals:
        r.evals[r.plies] = NO_EVALUATION
    r.plies += 1


cdef bint make_room(Reader* r) noexcept nogil:
    """Reserve memory for the moves of the current line: each takes at least two characters of it."""
    cdef Py_ssize_t more = (r.lines.end - r.lines.start) // 2 + 1
    r.move_bytes.used = r.plies * sizeof(Move16)
    if not reserve(&r.move_bytes, more * sizeof(Move16)):
        return False
    r.moves = <Move16*> r.move_bytes.data
    if r.plan.clocks:
        r.clock_bytes.used = r.plies * sizeof(float)
        if not reserve(&r.clock_bytes, more * sizeof(float)):
            return False
        r.clocks = <float*> r.clock_bytes.data
    if r.plan.evals:
        r.eval_bytes.used = r.plies * sizeof(i32)
        if not reserve(&r.eval_bytes, more * sizeof(i32)):
            return False
        r.evals = <i32*> r.eval_bytes.data
    return True


cdef void leave_to_next(Reader* r) noexcept nogil:
    """End the game before the current line."""
    r.lines.given_back = True
    r.over = True


cdef const char* behind_long_comment(Reader* r, const char* start) except? NULL nogil:
    """Read a comment that does not end in its line; return the place after it, in a later line."""
    cdef Cursor* lines = &r.lines
    cdef Py_ssize_t line = lines.number
    cdef Py_ssize_t column = column_number(r, start) - 1
    cdef const char* behind
    cdef bint blank = False
    cdef bint closes = False     # although it looked as if a game began in it
    cdef bint reopened = False   # and there was another { after that
    while take(lines):
        if not closes and begins_next_game(lines, blank):
            closes = lines.closes(lines.source)
            if not closes:
                report_at(r, COMMENT_INTO_GAME, line, column)
                leave_to_next(r)
                return lines.start
        trace(lines.start, lines.end, &r.outline)
        behind = behind_comment(lines.start, lines.end)
        if closes and memchr(lines.start, c'{', (lines.end if behind == NULL else behind) - lines.start) != NULL:
            reopened = True
        if behind != NULL:
            if reopened:
                report_at(r, COMMENT_REOPENED, line, column)
            if not make_room(r):
                r.failed = r.over = True
            return behind
        blank = is_blank(lines)
    report_at(r, COMMENT_OPEN, line, column)
    return lines.end


cdef const char* read_comment(Reader* r, const char* start) except? NULL nogil:
    """Read a comment from after its { to after its }."""
    cdef const char* behind = behind_comment(start, r.lines.end)
    if unlikely(behind == NULL):
        behind = behind_long_comment(r, start)
    if (r.plan.clocks or r.plan.evals) and not r.open_brackets and r.plies > r.first_ply:
        read_commands(r, start, behind)
    return behind


cdef inline const char* skip_text(const char* at, const char* end) noexcept nogil:
    """Find the next bracket or comment in a variation."""
    while at < end and at[0] != c'(' and at[0] != c')' and at[0] != c'{' and at[0] != c';':
        at += 1
    return at


cdef inline const char* read_plain_moves(Reader* r, const char* at) noexcept nogil:
    """Read moves and their numbers up to anything else."""
    cdef const char* behind
    cdef Token token
    cdef San san
    cdef SanVerdict verdict
    cdef Move16 move = 0
    while r.fast and not r.open_brackets:
        at = skip_number(at, r.lines.end)
        behind = read_plain_move(at, r.lines.end, &san)
        if behind == NULL:
            break
        token.text = at
        token.length = behind - at
        verdict = play_san(r, &san, &move)
        note_move(r, &token, verdict, move)
        at = behind
        if at[0] == c'+' or at[0] == c'#':
            at += 1
    return at


cdef const char* read_token(Reader* r, const Token* token, const char* at) except? NULL nogil:
    """Handle a token; return the place after it, which may be in a later line."""
    cdef SanVerdict verdict
    cdef Move16 move = 0
    if token.kind == TOKEN_MOVE:
        verdict = play_token(r, token, &move)
        note_move(r, token, verdict, move)
    elif token.kind == TOKEN_COMMENT:
        return read_comment(r, at)
    elif token.kind == TOKEN_OPEN:
        if r.open_brackets:
            r.open_brackets += 1
        elif r.plies > r.first_ply:
            r.open_brackets = 1
            r.refused = False
    elif token.kind == TOKEN_CLOSE:
        if r.open_brackets > 1 or (r.open_brackets and not r.refused):
            r.open_brackets -= 1
    elif token.kind == TOKEN_RESULT:
        r.finished = True
        if r.result == -1 or r.result == NO_TAG:
            r.result = result_of(token.text, token.length)
            if r.result != -1 and r.names[NAME_RESULT].kept:
                if not store_tag(r, NAME_RESULT, token.text, token.length):
                    r.failed = r.over = True
    return at


cdef int read_line(Reader* r) except -1 nogil:
    """Read the moves of the current line, and of later ones after a comment over several."""
    cdef const char* at = r.lines.start
    cdef const char* before
    cdef Token token
    while not r.over:
        if not r.open_brackets:
            at = read_plain_moves(r, at)
        if r.open_brackets:
            at = skip_text(at, r.lines.end)
        before = at
        at = next_token(at, r.lines.end, &token)
        if not r.open_brackets:
            report_words(r, before, r.lines.end if token.kind == TOKEN_NONE else token.text)
        if token.kind == TOKEN_NONE or token.kind == TOKEN_REST:
            break
        at = read_token(r, &token, at)
    return 0


cdef int read_moves(Reader* r) except -1 nogil:
    cdef Cursor* lines = &r.lines
    cdef Tag tag
    memset(&r.outline, 0, sizeof(Outline))
    r.open_brackets = 0
    r.refused = r.finished = r.over = False
    while not r.over:
        if is_white(lines.start[0]) and is_blank(lines):
            if not goes_on_behind_blank(lines, &r.outline):
                break
        if lines.start[0] == c'[' and read_tag(lines.start, lines.end, &tag):
            if not r.finished:
                report(r, NO_RESULT, lines.start)
            leave_to_next(r)
        elif lines.start[0] != c'%':
            trace(lines.start, lines.end, &r.outline)
            if not make_room(r):
                r.failed = True
                return 0
            read_line(r)
        if r.over or not take(lines):
            break
    return 0


# Games.

cdef bint read_tags(Reader* r) except -1 nogil:
    """Read the tags of a game; False if no moves follow."""
    cdef Tag tag
    cdef bint has_moves = False
    while find_tag(&r.lines, &has_moves):
        if not read_tag(r.lines.start, r.lines.end, &tag):
            report(r, DAMAGED_TAG, r.lines.start)
        elif not note_tag(r, &tag):
            r.failed = True
            return False
        if not take(&r.lines):
            return False
    return has_moves


cdef void report_rest(Reader* r) noexcept nogil:
    """Report text in a row after the end of its game."""
    cdef const char* at = r.lines.start if r.lines.given_back else r.next
    while at < r.stop and is_white(at[0]):
        at += 1
    if at < r.stop:
        report_at(r, MORE_TEXT, r.row, column_number(r, at))


cdef int read_game(Reader* r, bint has_lines) except -1 nogil:
    """Read the game that begins with the current line, unless its tags do not pass the filters."""
    cdef Row* row
    cdef Py_ssize_t first_line = r.row if r.row else r.lines.number
    cdef const char* text_start = r.lines.start
    cdef Py_ssize_t tags = r.tags
    cdef Py_ssize_t tag_text = r.tag_text.used
    cdef Py_ssize_t errors = r.errors.used
    cdef bint has_moves
    if not reserve(&r.rows, sizeof(Row)):
        r.failed = True
        return 0
    row = <Row*> (r.rows.data + r.rows.used)
    memset(row, 0, sizeof(Row))
    r.lines.tagged = False
    r.passed = 0
    r.last_name = BEFORE_TAGS
    r.fen.value = r.variant.value = NULL
    r.result = NO_TAG
    r.first_ply = r.plies
    if r.row:
        r.lines.tagged = True
        if not note_row(r, r.columns, r.column_count):
            r.failed = True
    has_moves = has_lines and not r.failed and read_tags(r)
    if r.failed:
        return 0
    if r.passed + 1 != <u64> 1 << r.plan.filter_count:
        r.tags = tags
        r.tag_ids.used = r.tag_ends.used = tags * sizeof(u32)
        r.tag_text.used = tag_text
        r.errors.used = errors
        r.skipped += 1
        return skip_moves(&r.lines) if has_moves else 0
    if find_start(r, first_line, row):
        if has_moves:
            read_moves(r)
    elif has_moves:
        skip_moves(&r.lines)
    if r.row:
        report_rest(r)
        text_start = r.row_start
    row.plies = r.plies
    row.tags = r.tags
    row.line = first_line
    row.text_start = text_start - r.text
    row.text_end = (r.stop if r.row else r.lines.start if r.lines.given_back else r.next) - r.text
    row.result = NAN if r.result < 0 else r.result
    r.rows.used += sizeof(Row)
    r.games += 1
    return 0


cdef int read_all(Reader* r) except -1 nogil:
    while not r.failed and find_game(&r.lines):
        read_game(r, True)
    finish(r)
    return 0


cdef void finish(Reader* r) noexcept nogil:
    """Set how much of each column is used."""
    r.move_bytes.used = r.plies * sizeof(Move16)
    r.clock_bytes.used = r.plies * sizeof(float) if r.plan.clocks else 0
    r.eval_bytes.used = r.plies * sizeof(i32) if r.plan.evals else 0
