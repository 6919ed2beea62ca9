# Reading the moves of a game: moves, comments, glyphs and variations, passed to a listener one by one.

cdef enum:
    MAX_GLYPH = 4000  # Python neither reads nor writes numbers of many more digits


cdef struct Strays:          # unmatched brackets: their number, and where the first one is
    Py_ssize_t count
    Py_ssize_t line
    Py_ssize_t column


cdef class MoveReader:
    """Reads the moves of one game."""

    cdef Lines lines
    cdef Listener listener
    cdef const char* at      # in the current line
    cdef Py_ssize_t skipped  # depth in skipped variations; the first may contain an illegal move
    cdef bint refused        # skipped because of an illegal move, not by the visitor
    cdef bint finished       # only comments since the result
    cdef bint over           # the next game has begun
    cdef Outline outline
    cdef Strays early        # ( before the first move
    cdef Strays unopened     # ) without (
    cdef unsigned int told   # tokens

    cdef int read_moves(self) except -1:
        cdef Tag tag
        cdef Lines lines = self.lines
        while not self.over:
            if is_white(lines.start[0]) and lines.is_blank():
                if not goes_on_behind_blank(lines, &self.outline):
                    break
            if lines.start[0] == c'[' and read_tag(lines, &tag):
                self.leave_to_next("the tags of the next game follow without a result", lines.start)
            elif lines.start[0] != c'%':
                trace(lines, &self.outline)
                self.at = lines.start
                self.read_line()
            if self.over or not lines.take():
                break
        self.warn_of(&self.early, "variation(s) before the first move")
        self.warn_of(&self.unopened, ") without (")
        if self.listener.depth:
            self.listener.warn_at(f"{self.listener.depth} variation(s) without )", lines.number, 1)
        return 0

    cdef int note(self, Strays* strays, const Token* token) except -1:
        if not strays.count:
            strays.line = self.lines.number
            strays.column = self.lines.column(token.text)
        strays.count += 1
        return 0

    cdef int warn_of(self, const Strays* strays, str what) except -1:
        if strays.count:
            self.listener.warn_at(f"{strays.count} {what}", strays.line, strays.column)
        return 0

    cdef int leave_to_next(self, str what, const char* at) except -1:
        """End the game before the current line."""
        if not self.finished:
            self.listener.complain(what, at)
        self.lines.given_back = True
        self.over = True
        return 0

    cdef int read_line(self) except -1:
        cdef Token token
        while not self.over:
            self.at = next_token(self.at, self.lines.end, &token)
            self.told += 1
            if self.told % 4096 == 0:
                PyErr_CheckSignals()
            if token.kind == TOKEN_NONE or token.kind == TOKEN_REST:
                break
            if token.kind == TOKEN_COMMENT:
                self.read_comment()
            elif token.kind == TOKEN_OPEN:
                self.open_variation(&token)
            elif token.kind == TOKEN_CLOSE:
                self.close_variation(&token)
            elif not self.skipped:
                self.tell(&token)
        return 0

    cdef int tell(self, const Token* token) except -1:
        """Pass a move, a glyph or a result to the listener."""
        if token.kind == TOKEN_GLYPH:
            if token.length > MAX_GLYPH:
                self.listener.complain(f"a glyph of {token.length - 1} digits", token.text)
            elif token.text[0] == c'$':
                self.listener.glyph(number_of(token))
            else:
                self.listener.glyph(glyph_of_marks(token))
        elif token.kind == TOKEN_RESULT and not self.listener.depth:
            self.finished = True
            self.listener.result(decoded(token.text, token.length))
        else:
            self.finished = False
            if not self.listener.move(token.text, token.length):
                self.skipped = 1
                self.refused = True
        return 0

    cdef int open_variation(self, const Token* token) except -1:
        if self.skipped:
            self.skipped += 1
        elif not self.listener.can_go_back():
            self.note(&self.early, token)
        elif self.listener.open_variation():
            self.skipped = 1
            self.refused = False
        return 0

    cdef int close_variation(self, const Token* token) except -1:
        """End a variation, or go on skipping: after an illegal move in the main line, to the end of the game."""
        if self.skipped > 1:
            self.skipped -= 1
        elif self.skipped == 1 and not self.refused:
            self.skipped = 0
            self.listener.close_variation(False)
        elif self.listener.depth:
            self.skipped = 0
            self.listener.close_variation(True)
        else:
            self.note(&self.unopened, token)
        return 0

    cdef int read_comment(self) except -1:
        """Read a comment from after its { to after its }, over any number of lines."""
        cdef const char* start = self.at
        cdef const char* behind = behind_comment(start, self.lines.end)
        cdef str text
        if behind != NULL:
            self.at = behind
            if not self.skipped:
                self.listener.comment(trimmed(self.lines, start, behind - 1))
            return 0
        text = self.read_long_comment()
        if not self.skipped:
            text = text.removeprefix(" ").removesuffix(" ")
            self.listener.comment(text)
        return 0

    cdef str read_long_comment(self):
        cdef Lines lines = self.lines
        cdef Py_ssize_t line = lines.number
        cdef Py_ssize_t column = lines.column(self.at) - 1
        cdef list parts = [decoded(self.at, lines.end - self.at)]
        cdef const char* behind = NULL
        cdef bint blank = False
        cdef bint closes = False     # although it looked as if a game began in it
        cdef bint reopened = False   # and there was another { after that
        while lines.take():
            if not closes and begins_next_game(lines, blank):
                closes = lines.closes()
                if not closes:
                    self.listener.complain_at("a comment that does not end before the next game", line, column)
                    self.finished = True
                    self.leave_to_next("", lines.start)
                    return "".join(parts).rstrip()
            trace(lines, &self.outline)
            behind = behind_comment(lines.start, lines.end)
            if closes and memchr(lines.start, c'{', (lines.end if behind == NULL else behind) - lines.start) != NULL:
                reopened = True
            if behind != NULL:
                if reopened:
                    self.listener.complain_at("a comment with tags and a { in it: is its } missing?", line, column)
                parts.append(decoded(lines.start, behind - 1 - lines.start))
                self.at = behind
                return "".join(parts)
            blank = lines.is_blank()
            parts.append(decoded(lines.start, lines.end - lines.start))
        self.at = lines.end
        self.listener.complain_at("a comment that does not end", line, column)
        return "".join(parts)


cdef str trimmed(Lines lines, const char* start, const char* end):
    """A comment without one space at each end."""
    if start < end and start[0] == c' ':
        start += 1
    if start < end and (end - 1)[0] == c' ':
        end -= 1
    return lines.words(start, end - start)


cdef object number_of(const Token* token):
    """The number after a $."""
    cdef int number = 0
    cdef Py_ssize_t i
    if token.length > 9:
        return int(decoded(token.text + 1, token.length - 1))
    for i in range(1, token.length):
        number = 10 * number + token.text[i] - c'0'
    return number
