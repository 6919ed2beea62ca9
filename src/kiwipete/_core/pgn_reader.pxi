# Reading games: tags, moves, whole games; and skipping them.

cdef class Tags:
    """The storage of Headers."""

    cdef public dict _tags


# Names of tags seen before, by a hash of their letters: most files have the same dozen.
cdef enum:
    KNOWN_NAMES = 256

cdef PyObject* known_names[KNOWN_NAMES]


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


# Skipping games, and reading only their tags.

def skip_game(handle):
    """Skip a game; False if there is none."""
    cdef Lines lines = lines_of(handle)
    cdef bint found
    try:
        found = find_game(&lines.cursor)
        if found and pass_tags(&lines.cursor):
            skip_moves(&lines.cursor)
    finally:
        lines.close()
    return found


def read_headers(handle, headers_class):
    """The tags of a game, whose moves are skipped; None if there is no game."""
    cdef Lines lines = lines_of(handle)
    cdef Tags headers = made(headers_class)
    headers._tags = {}
    try:
        if not find_game(&lines.cursor):
            return None
        if collect_tags(lines, headers._tags):
            skip_moves(&lines.cursor)
    finally:
        lines.close()
    return headers


cdef bint collect_tags(Lines lines, dict tags) except -1:
    """Read the tags of a game; False if no moves follow."""
    cdef Tag tag
    cdef bint has_moves
    while find_tag(&lines.cursor, &has_moves):
        if read_tag(lines.cursor.start, lines.cursor.end, &tag):
            tags[name_of(&tag)] = value_of(lines, &tag)
        if not take(&lines.cursor):
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
            if is_white(lines.cursor.start[0]) and is_blank(&lines.cursor):
                if not goes_on_behind_blank(&lines.cursor, &self.outline):
                    break
            if lines.cursor.start[0] == c'[' and read_tag(lines.cursor.start, lines.cursor.end, &tag):
                self.leave_to_next("the tags of the next game follow without a result", lines.cursor.start)
            elif lines.cursor.start[0] != c'%':
                trace(lines.cursor.start, lines.cursor.end, &self.outline)
                self.at = lines.cursor.start
                self.read_line()
            if self.over or not take(&lines.cursor):
                break
        self.warn_of(&self.early, "variation(s) before the first move")
        self.warn_of(&self.unopened, ") without (")
        if self.listener.depth:
            self.listener.warn_at(f"{self.listener.depth} variation(s) without )", lines.cursor.number, 1)
        return 0

    cdef int note(self, Strays* strays, const Token* token) except -1:
        if not strays.count:
            strays.line = self.lines.cursor.number
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
        self.lines.cursor.given_back = True
        self.over = True
        return 0

    cdef int read_line(self) except -1:
        cdef Token token
        while not self.over:
            self.at = next_token(self.at, self.lines.cursor.end, &token)
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
        cdef const char* behind = behind_comment(start, self.lines.cursor.end)
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
        cdef Py_ssize_t line = lines.cursor.number
        cdef Py_ssize_t column = lines.column(self.at) - 1
        cdef list parts = [decoded(self.at, lines.cursor.end - self.at)]
        cdef const char* behind = NULL
        cdef bint blank = False
        cdef bint closes = False     # although it looked as if a game began in it
        cdef bint reopened = False   # and there was another { after that
        while take(&lines.cursor):
            if not closes and begins_next_game(&lines.cursor, blank):
                closes = lines.closes()
                if not closes:
                    self.listener.complain_at("a comment that does not end before the next game", line, column)
                    self.finished = True
                    self.leave_to_next("", lines.cursor.start)
                    return "".join(parts).rstrip()
            trace(lines.cursor.start, lines.cursor.end, &self.outline)
            behind = behind_comment(lines.cursor.start, lines.cursor.end)
            if closes and has_brace(lines.cursor.start, lines.cursor.end if behind == NULL else behind, c'{'):
                reopened = True
            if behind != NULL:
                if reopened:
                    self.listener.complain_at("a comment with tags and a { in it: is its } missing?", line, column)
                parts.append(decoded(lines.cursor.start, behind - 1 - lines.cursor.start))
                self.at = behind
                return "".join(parts)
            blank = is_blank(&lines.cursor)
            parts.append(decoded(lines.cursor.start, lines.cursor.end - lines.cursor.start))
        self.at = lines.cursor.end
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
            if pass_tags(&self.lines.cursor):
                skip_moves(&self.lines.cursor)
        else:
            self.listener = self.new_listener(self.plain)
            headers = self.visitor.begin_headers()
            managed = isinstance(headers, self.kit.headers_class)
            headers = headers if managed else self.kit.headers_class({})
            has_moves = self.read_tags(headers, managed)
            if self.visitor.end_headers() is self.kit.skip or not self.find_start(headers):
                if has_moves:
                    skip_moves(&self.lines.cursor)
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
        while find_tag(&lines.cursor, &has_moves):
            if read_tag(lines.cursor.start, lines.cursor.end, &tag):
                if tags is not None:
                    tags[name_of(&tag)] = value_of(lines, &tag)
                else:
                    self.visitor.visit_header(name_of(&tag), value_of(lines, &tag))
                    if not managed:
                        headers[name_of(&tag)] = value_of(lines, &tag)
            else:
                self.listener.complain('a tag that is not like [Name "value"]', lines.cursor.start)
            if not take(&lines.cursor):
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
        found = find_game(&lines.cursor)
        if found:
            reader = GameReader.__new__(GameReader)
            reader.lines = lines
            reader.visitor = visitor
            reader.kit = kit
            reader.plain = plain
            reader.handles_damage = handles_damage
            reader.first = lines.cursor.number
            reader.read()
    finally:
        lines.close()
        lines.remember()
    return found
