# Reading games: tags, moves, whole games; and skipping them.

# Tag pairs, the lines above the moves: [White "Carlsen"].

cdef struct Tag:
    const char* name
    Py_ssize_t name_length
    const char* value
    Py_ssize_t value_length

cdef class Tags:
    """The storage of Headers."""

    cdef public dict _tags


# Names of tags seen before, by a hash of their letters: most files have the same dozen.
cdef enum:
    KNOWN_NAMES = 256

cdef PyObject* known_names[KNOWN_NAMES]


cdef inline bint is_letter_or_digit(char c) noexcept nogil:
    return c'a' <= c <= c'z' or c'A' <= c <= c'Z' or is_digit(c)


cdef inline bint is_name_part(char c) noexcept nogil:
    return is_letter_or_digit(c) or c == c'_' or c == c'-' or c == c'+' or c == c'#' or c == c'=' or c == c':'


cdef bint read_tag(Lines lines, Tag* tag) noexcept:
    """Parse a line as a tag pair. The value ends at the last quote, so it may contain others."""
    cdef const char* at = lines.start
    cdef const char* end = lines.end
    if end - at < 5 or at[0] != c'[' or not is_letter_or_digit(at[1]):
        return False
    tag.name = at + 1
    at += 2
    while at < end and is_name_part(at[0]):
        at += 1
    tag.name_length = at - tag.name
    if at == end or not is_white(at[0]):
        return False
    while at < end and is_white(at[0]):
        at += 1
    while end > at and is_white((end - 1)[0]):
        end -= 1
    if end - at < 3 or at[0] != c'"' or (end - 1)[0] != c']' or (end - 2)[0] != c'"':
        return False
    tag.value = at + 1
    tag.value_length = end - 2 - tag.value
    return memchr(tag.value, c'\r', tag.value_length) == NULL


cdef str name_of(const Tag* tag):
    """The name of a tag; the same object for the same name, while there is room."""
    cdef u32 number = <u32> tag.name_length
    cdef Py_ssize_t i, length
    cdef const char* known
    cdef str name
    for i in range(tag.name_length):
        number = number * 31 + <unsigned char> tag.name[i]
    number = (number ^ number >> 8) % KNOWN_NAMES
    if known_names[number] != NULL:
        name = <str> known_names[number]
        known = PyUnicode_AsUTF8AndSize(name, &length)
        if length == tag.name_length and memcmp(known, tag.name, length) == 0:
            return name
    name = decoded(tag.name, tag.name_length)
    if known_names[number] == NULL:
        Py_INCREF(name)
        known_names[number] = <PyObject*> name
    return name


cdef inline str value_of(Lines lines, const Tag* tag):
    return lines.words(tag.value, tag.value_length)


cdef inline bint passes_over(Lines lines) noexcept:
    """Is this a line without content: escaped, or only a comment?"""
    return lines.start < lines.end and (lines.start[0] == c'%' or lines.start[0] == c';')


cdef bint find_game(Lines lines) except -1:
    """Go to the first line of a game; False if there is none."""
    cdef bint found = lines.take()
    lines.skip_mark()
    while found and (lines.is_blank() or passes_over(lines)):
        found = lines.take()
    return found


cdef bint find_tag(Lines lines, bint* has_moves) except -1:
    """Go from the current line to the next one among the tags of a game; False if there are no more.

    One blank line may stand within tags: ChessBase writes it. After more of
    them, tags are those of the next game, but moves are still this one's.
    `has_moves` is set if the current line is the first one of moves.
    """
    cdef Tag tag
    cdef Py_ssize_t blanks = 0
    has_moves[0] = False
    while lines.start[0] != c'[':
        if lines.is_blank():
            blanks += 1
        elif not passes_over(lines):
            has_moves[0] = True
            return False
        if not lines.take():
            return False
    if blanks < 2:
        lines.tagged = True
        return True
    lines.given_back = read_tag(lines, &tag)
    has_moves[0] = not lines.given_back
    return False


cdef bint pass_tags(Lines lines) except -1:
    """Go to the line after the tags of a game; False if it has no moves."""
    cdef bint has_moves
    while find_tag(lines, &has_moves):
        if not lines.take():
            return False
    return has_moves


# Skipping games, and reading only their tags.

cdef const char* behind_comment(const char* at, const char* end) noexcept:
    """The position after the } that ends a comment, or NULL if the line has none."""
    cdef const char* brace = <const char*> memchr(at, c'}', end - at)
    return NULL if brace == NULL else brace + 1


cdef struct Outline:         # the state that finding the end of the moves needs
    bint inside              # of a comment
    bint closes              # is it known to end, whatever it holds?
    bint has_moves           # has there been anything but comments?
    bint ended               # has the last line ended with a result?


cdef void trace(Lines lines, Outline* outline) noexcept:
    """Scan the next line of moves."""
    cdef const char* at = lines.start
    cdef const char* brace
    cdef const char* stop
    cdef bint has_rest = memchr(at, c';', lines.end - at) != NULL
    outline.ended = False
    while at < lines.end:
        if outline.inside:
            at = behind_comment(at, lines.end)
            if at == NULL:
                return
            outline.inside = outline.closes = False
        brace = <const char*> memchr(at, c'{', lines.end - at)
        stop = lines.end if brace == NULL else brace
        outline.has_moves = outline.has_moves or not is_empty(at, stop)
        if brace == NULL or (has_rest and memchr(at, c';', stop - at) != NULL):
            break
        at = brace + 1
        outline.inside = True
    outline.ended = not outline.inside and ends_with_result(lines)


cdef bint is_empty(const char* at, const char* end) noexcept:
    while at < end and is_white(at[0]):
        at += 1
    return at == end


cdef bint ends_with_result(Lines lines) noexcept:
    """Is a result the last thing on the line?"""
    cdef const char* end = lines.end
    while end > lines.start and is_white((end - 1)[0]):
        end -= 1
    return (
        (end > lines.start and (end - 1)[0] == c'*')
        or (end - lines.start >= 3 and (memcmp(end - 3, "1-0", 3) == 0 or memcmp(end - 3, "0-1", 3) == 0))
        or (end - lines.start >= 7 and memcmp(end - 7, "1/2-1/2", 7) == 0)
    )


cdef bint starts_anew(Lines lines, bint has_moves) noexcept:
    """Does the line begin with a tag, valid or not, or with the first move of another game?"""
    cdef const char* at = lines.start
    while at < lines.end and is_white(at[0]):
        at += 1
    if has_moves and lines.end - at >= 3 and memcmp(at, "1.", 2) == 0 and at[2] != c'.':
        return True
    return at < lines.end and at[0] == c'['


cdef bint goes_on_behind_blank(Lines lines, const Outline* outline) except -1:
    """Do the moves go on after the current line, which is blank?

    Not if the game has its result, nor if tags or another first move follow.
    Without tags a blank line always ends a game.
    """
    if outline.ended or not lines.tagged or not lines.can_look_ahead():
        return False
    while lines.is_blank() or lines.start[0] == c'%':
        if not lines.take():
            return False
    lines.given_back = starts_anew(lines, outline.has_moves)
    return not lines.given_back


cdef bint begins_next_game(Lines lines, bint after_blank) noexcept:
    """Does a line of a comment look like the beginning of a game: a tag of the roster after a blank line?"""
    cdef Tag tag
    return (
        after_blank and read_tag(lines, &tag) and in_roster(&tag) and behind_comment(lines.start, lines.end) == NULL
    )


cdef bint in_roster(const Tag* tag) noexcept:
    """Is it one of the seven tags that every game should have?"""
    return (
        is_named(tag, "Event", 5) or is_named(tag, "Site", 4) or is_named(tag, "Date", 4) or is_named(tag, "Round", 5)
        or is_named(tag, "White", 5) or is_named(tag, "Black", 5) or is_named(tag, "Result", 6)
    )


cdef bint is_named(const Tag* tag, const char* name, Py_ssize_t length) noexcept:
    return tag.name_length == length and memcmp(tag.name, name, length) == 0


cdef int skip_moves(Lines lines) except -1:
    """Skip the moves of a game, from its current line on."""
    cdef Outline outline
    cdef Tag tag
    cdef bint blank = False      # was the last line of a comment?
    memset(&outline, 0, sizeof(outline))
    while True:
        if outline.inside:
            if not outline.closes and begins_next_game(lines, blank):
                outline.closes = lines.closes()
                if not outline.closes:
                    lines.given_back = True
                    return 0
            blank = lines.is_blank()
        else:
            if is_white(lines.start[0]) and lines.is_blank() and not goes_on_behind_blank(lines, &outline):
                return 0
            if lines.start[0] == c'[' and read_tag(lines, &tag):
                lines.given_back = True
                return 0
        if outline.inside or lines.start[0] != c'%':
            trace(lines, &outline)
        if not lines.take():
            return 0


def skip_game(handle):
    """Skip a game; False if there is none."""
    cdef Lines lines = lines_of(handle)
    cdef bint found
    try:
        found = find_game(lines)
        if found and pass_tags(lines):
            skip_moves(lines)
    finally:
        lines.close()
    return found


def read_headers(handle, headers_class):
    """The tags of a game, whose moves are skipped; None if there is no game."""
    cdef Lines lines = lines_of(handle)
    cdef Tags headers = made(headers_class)
    headers._tags = {}
    try:
        if not find_game(lines):
            return None
        if collect_tags(lines, headers._tags):
            skip_moves(lines)
    finally:
        lines.close()
    return headers


cdef bint collect_tags(Lines lines, dict tags) except -1:
    """Read the tags of a game; False if no moves follow."""
    cdef Tag tag
    cdef bint has_moves
    while find_tag(lines, &has_moves):
        if read_tag(lines, &tag):
            tags[name_of(&tag)] = value_of(lines, &tag)
        if not lines.take():
            return False
    return has_moves


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


# Reading games: tags first, then the start position, then the moves.

@final
cdef class Kit:
    """The objects of kiwipete.pgn that reading needs.

    `start_of` returns the board of a start position, or None if there is
    none; a visitor returns `skip` to skip a part.
    """

    cdef object headers_class, child_class, board_class, start_of, skip

    def __init__(self, headers_class, child_class, board_class, start_of, skip):
        self.headers_class = headers_class
        self.child_class = child_class
        self.board_class = board_class
        self.start_of = start_of
        self.skip = skip


cdef class GameReader:
    """Reads one game, after its first line has been taken."""

    cdef Lines lines
    cdef object visitor
    cdef Kit kit
    cdef bint plain          # the visitor builds games like GameBuilder, so it need not be called
    cdef bint handles_damage  # it handles all damage
    cdef Listener listener
    cdef Py_ssize_t first    # the number of its first line

    def report(self, error):
        """Report an error in the tags as a whole to the visitor."""
        self.listener.report_at(error, self.first, 1)

    cdef int read(self) except -1:
        cdef bint has_moves
        if self.visitor.begin_game() is self.kit.skip:
            if pass_tags(self.lines):
                skip_moves(self.lines)
        else:
            self.listener = self.new_listener(self.plain)
            headers = self.visitor.begin_headers()
            managed = isinstance(headers, self.kit.headers_class)
            headers = headers if managed else self.kit.headers_class({})
            has_moves = self.read_tags(headers, managed)
            if self.visitor.end_headers() is self.kit.skip or not self.find_start(headers):
                if has_moves:
                    skip_moves(self.lines)
            elif has_moves:
                self.read_moves()
        self.visitor.end_game()
        return 0

    cdef Listener new_listener(self, bint plain):
        cdef Listener listener = (TreeListener if plain else VisitorListener).__new__(
            TreeListener if plain else VisitorListener
        )
        listener.visitor = self.visitor
        listener.handles_damage = self.handles_damage
        listener.lines = self.lines
        return listener

    cdef bint read_tags(self, headers, bint managed) except -1:
        """Read the tags; False if no moves follow."""
        cdef Lines lines = self.lines
        cdef dict tags = headers._tags if self.plain and type(headers) is self.kit.headers_class else None
        cdef Tag tag
        cdef bint has_moves
        while find_tag(lines, &has_moves):
            if read_tag(lines, &tag):
                if tags is not None:
                    tags[name_of(&tag)] = value_of(lines, &tag)
                else:
                    self.visitor.visit_header(name_of(&tag), value_of(lines, &tag))
                    if not managed:
                        headers[name_of(&tag)] = value_of(lines, &tag)
            else:
                self.listener.complain('a tag that is not like [Name "value"]', lines.start)
            if not lines.take():
                return False
        return has_moves

    cdef bint find_start(self, headers) except -1:
        """Begin at the start position; False if the game has none."""
        cdef object board = None
        if not self.plain or "FEN" in headers or "Variant" in headers:
            board = self.kit.start_of(headers, self.report)
            if board is None:
                return False
            if self.plain and type(board) is not self.kit.board_class:
                self.plain = False
                self.listener = self.new_listener(False)
        if self.plain:
            (<TreeListener> self.listener).begin(self.kit.child_class, board)
        else:
            (<VisitorListener> self.listener).begin(self.kit.skip, board)
        return True

    cdef int read_moves(self) except -1:
        cdef MoveReader reader = MoveReader.__new__(MoveReader)
        reader.lines = self.lines
        reader.listener = self.listener
        reader.read_moves()
        return self.listener.finish()


def read_game(handle, visitor, bint plain, bint handles_damage, Kit kit not None):
    """Read a game and call a visitor for its parts; False if there is none.

    `plain` means that the visitor builds a game like GameBuilder, and `handles_damage`
    that it handles all damage.
    """
    cdef GameReader reader
    cdef Lines lines = lines_of(handle) if plain else HandleLines.__new__(HandleLines, handle)
    cdef bint found
    lines.count_on()
    try:
        found = find_game(lines)
        if found:
            reader = GameReader.__new__(GameReader)
            reader.lines = lines
            reader.visitor = visitor
            reader.kit = kit
            reader.plain = plain
            reader.handles_damage = handles_damage
            reader.first = lines.number
            reader.read()
    finally:
        lines.close()
        lines.remember()
    return found
