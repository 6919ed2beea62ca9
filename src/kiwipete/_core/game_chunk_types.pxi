# What the reader of a chunk works with.

cdef enum Damage:            # Python has the words for each, in kiwipete.games.damage
    DAMAGED_TAG = 0
    DAMAGED_FEN
    UNKNOWN_VARIANT
    OTHER_VARIANT
    REFUSED_MOVE
    NO_RESULT
    COMMENT_INTO_GAME
    COMMENT_REOPENED
    COMMENT_OPEN
    NOT_A_MOVE
    MORE_TEXT
    DAMAGES                  # their number

cdef struct Row:             # of a game; the layout is ROW in kiwipete.games.layout
    i64 plies                # the number of moves in all games up to this one
    i64 tags
    i64 line                 # its first one, in the chunk; the number of its row in a table
    i64 text_start
    i64 text_end
    float result             # White's points, or NaN
    u8 chess960
    u8 other_start           # has it a start position of its own?
    u8[2] padding

cdef struct Error:           # ERROR in kiwipete.games.layout
    i64 game
    i64 ply
    i64 line
    i64 column
    i64 text_start           # of a refused move or other word, in the text of errors
    i32 text_length
    i32 damage

cdef struct Filter:
    int kind                 # one of those below
    double low
    double high
    const char* least        # of texts, NULL for none
    Py_ssize_t least_length
    const char* most
    Py_ssize_t most_length
    const char** values
    Py_ssize_t* lengths
    Py_ssize_t count

cdef enum:
    NUMBER_RANGE = 0
    TEXT_RANGE = 1
    ONE_OF = 2

cdef struct Name:            # of a tag
    const char* text
    Py_ssize_t length
    u32 follower             # the name that came after it in the last game
    int filter               # its number, or -1
    bint kept

cdef enum:                   # names that are always known, by their places
    BEFORE_TAGS = 0          # not a name: its follower is the first tag
    NAME_FEN = 1
    NAME_VARIANT = 2
    NAME_RESULT = 3

cdef struct Settings:        # the C side of a Plan
    bint clocks
    bint evals
    bint keeps_all
    Filter* filters
    Py_ssize_t filter_count
    const char** variants
    Py_ssize_t* variant_lengths
    int* variant_kinds
    Py_ssize_t variant_count

cdef enum:                   # kinds of variants
    STANDARD_CHESS = 0
    CHESS960 = 1
    ANOTHER_VARIANT = 2
    NO_SUCH_VARIANT = 3

cdef struct TagColumn        # of a table

cdef struct Reader:
    Cursor lines
    const char* text
    const char* next         # where the next line begins
    const char* stop
    const char* open_from    # no } follows this place; NULL if that is unknown
    const Settings* plan
    Py_ssize_t row           # of a table, from 1; 0 while lines of a file are read
    const char* row_start
    const TagColumn* columns
    Py_ssize_t column_count
    bint failed              # there is no memory
    # What has been read.
    Array move_bytes
    Array clock_bytes
    Array eval_bytes
    Array rows
    Array errors
    Array error_text
    Array tag_ids
    Array tag_ends
    Array tag_text
    Move16* moves
    float* clocks
    i32* evals
    Py_ssize_t plies
    Py_ssize_t tags
    Py_ssize_t games
    Py_ssize_t skipped       # games that do not pass the filters
    Name* names
    u32* name_slots
    u32 name_count
    u32 name_room
    # The current game.
    Py_ssize_t first_ply
    u64 passed               # filters, as bits
    u32 last_name
    Tag fen
    Tag variant
    float result             # -1 for *
    bint fast                # `boards` has the position, which is trusted; else `state` has it
    int turn
    Bitboards boards
    State state
    Outline outline
    Py_ssize_t open_brackets  # of the variations that are being skipped, and 1 after a refused move
    bint refused
    const char* word_end     # of the last word that was reported, or NULL
    bint finished            # only comments since the result
    bint over                # the next game has begun
