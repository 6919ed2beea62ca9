"""Endgame tables: the class that opens and probes them, for Python."""

from cython cimport final

from libc.stdlib cimport calloc, free
from libc.string cimport strerror

from kiwipete._core.hot cimport Tables, tables
from kiwipete._core.kernel.attacks cimport adopt_attack_tables
from kiwipete._core.kernel.position cimport forget_en_passant
from kiwipete._core.kernel.scores cimport adopt_score_tables
from kiwipete._core.kernel.types cimport Position, State
from kiwipete._core.kernel.zobrist cimport adopt_key_tables
from kiwipete._core.position_board cimport state_of
from kiwipete._core.rules cimport is_trusted
from kiwipete._core.syzygy.arrangement cimport fill_placements
from kiwipete._core.syzygy.file_bytes cimport (
    NO_TABLE, UNREADABLE, WRONG_CODE, WRONG_LAYOUT, WRONG_MAGIC, WRONG_PIECES, WRONG_SIZE,
)
from kiwipete._core.syzygy.library cimport Library, add_volume, close_library
from kiwipete._core.syzygy.material cimport (
    MAX_PIECES, Force, Material, count_of, greater_force, lesser_force, material_of, pieces_in, pieces_on, with_piece,
)
from kiwipete._core.syzygy.probe cimport Probe, find_dtz, find_wdl, open_probe, stored_dtz, stored_wdl, wdl_by_captures
from kiwipete._core.syzygy.table cimport DTZ, WDL

from kiwipete.errors import MissingTableError

cdef Tables shared = tables()
adopt_attack_tables(shared.attacks)
adopt_key_tables(shared.keys)
adopt_score_tables(shared.scores)
fill_placements()

SUFFIXES = (".rtbw", ".rtbz")

cdef str LETTERS = "PNBRQ"  # by kind

cdef dict REASONS = {
    WRONG_SIZE: "it has the wrong size, and may have been cut short",
    WRONG_MAGIC: "its first bytes are wrong",
    WRONG_PIECES: "its pieces do not match its name",
    WRONG_LAYOUT: "it is damaged: its parts do not fit the file",
    WRONG_CODE: "it is damaged: a value cannot be read",
}


cdef bint has_table(const Position* p) noexcept nogil:
    """True if tables may have a position: few pieces, and no castling rights."""
    return p.castling_rights == 0 and pieces_on(p) <= MAX_PIECES


cdef int ask_wdl(Probe* probe, const Position* p) noexcept nogil:
    cdef bint by_capture
    return find_wdl(probe, p, &by_capture)


cdef int ask_dtz(Probe* probe, const Position* p) noexcept nogil:
    return find_dtz(probe, p)


cdef Force force_named(str letters) except? 0xffffffff:
    """The force of a side written as its pieces, the king first."""
    cdef Force force = 0
    if not letters.startswith("K") or len(letters) >= MAX_PIECES:
        raise ValueError(f"{letters!r} is not one king and a few pieces")
    for letter in letters[1:]:
        force = with_piece(force, LETTERS.index(letter))
    return force


cdef str name_of(Force force):
    return "K" + "".join(LETTERS[kind] * count_of(force, kind) for kind in range(4, -1, -1))


@final
cdef class OpenLibrary:
    """A library that is closed when it is no longer needed."""

    def __cinit__(self):
        self.library = <Library*> calloc(1, sizeof(Library))
        if self.library == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.library != NULL:
            close_library(self.library)
            free(self.library)


cdef class TableReader:
    """A collection of endgame tables, and probing."""

    def __cinit__(self):
        self.opened = OpenLibrary()

    def add_table(self, str name not None, bytes path not None, bint distances):
        """Add the file of a table with a name such as KRvK; distances are in DTZ files."""
        cdef Material material
        greater, _, lesser = name.partition("v")
        material = material_of(force_named(greater), force_named(lesser))
        if not 2 < pieces_in(material) <= MAX_PIECES:
            raise ValueError(f"tables have 3 to {MAX_PIECES} pieces, not those of {name!r}")
        if not add_volume(self.opened.library, material, DTZ if distances else WDL, path):
            raise MemoryError

    def close(self):
        """Close and remove all tables."""
        self.opened = OpenLibrary()

    def probe_wdl(self, board):
        """The value of a position for the side to move: 2, 1, 0, -1 or -2.

        1 is a win that the fifty-move rule makes a draw, -1 a loss that it saves. Assumes a half-move
        clock of 0. Raises KeyError for a position that is not in the tables.

        >>> from kiwipete.syzygy import Tablebase
        >>> Tablebase().probe_wdl(kiwipete.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
        0
        """
        cdef Probe probe
        cdef const Position* p = self.asked(board, &probe)
        cdef int wdl = ask_wdl(&probe, p)
        if probe.fault:
            raise fault_of(&probe)
        return wdl

    def probe_dtz(self, board):
        """Return DTZ: the plies to the next capture or pawn move, positive in a win, negative in a loss.

        Above 100 and below -100 the fifty-move rule makes it a draw; 0 is a draw anyway. The number
        may be too small by one ply where that changes no result. Assumes a half-move clock of 0.
        Raises KeyError for a position that is not in the tables.

        >>> from kiwipete.syzygy import Tablebase
        >>> Tablebase().probe_dtz(kiwipete.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
        0
        """
        cdef Probe probe
        cdef const Position* p = self.asked(board, &probe)
        cdef int dtz = ask_dtz(&probe, p)
        if probe.fault:
            raise fault_of(&probe)
        return dtz

    def probe_dtz_no_ep(self, board):
        """The result of `probe_dtz` without en passant."""
        cdef Probe probe
        cdef Position without = self.asked(board, &probe)[0]
        forget_en_passant(&without)
        cdef int dtz = ask_dtz(&probe, &without)
        if probe.fault:
            raise fault_of(&probe)
        return dtz

    def probe_wdl_table(self, board):
        """The value in the WDL table, which may be anything where a capture is best."""
        cdef Probe probe
        cdef const Position* p = self.asked(board, &probe)
        cdef int wdl = stored_wdl(&probe, p)
        if probe.fault:
            raise fault_of(&probe)
        return wdl

    def probe_dtz_table(self, board, int wdl):
        """The value in the DTZ table for a position of this WDL and 1; or 0 and -1 if it has the other side to move."""
        cdef Probe probe
        cdef const Position* p = self.asked(board, &probe)
        cdef bint other_side
        if not -2 <= wdl <= 2:
            raise ValueError(f"values are -2 to 2, not {wdl}")
        cdef int plies = stored_dtz(&probe, p, wdl, &other_side)
        if probe.fault:
            raise fault_of(&probe)
        return plies, -1 if other_side else 1

    def probe_ab(self, board, int alpha, int beta, threats=False):
        """The value between two bounds without en passant, and 2 if a capture wins, else 1."""
        cdef Probe probe
        cdef const Position* p = self.asked(board, &probe)
        cdef bint by_capture
        cdef int wdl = wdl_by_captures(&probe, p, alpha, beta, &by_capture)
        if probe.fault:
            raise fault_of(&probe)
        return wdl, 1 + by_capture

    cdef const Position* asked(self, board, Probe* probe) except NULL:
        """The position to probe, if tables may have it."""
        cdef State* state = state_of(board)
        cdef const Position* p = &state.position
        if type(board) is not self.known_class:
            if board.uci_variant != "chess":
                raise KeyError(f"the tables are of standard chess, not of {board.uci_variant}")
            self.known_class = type(board)
        if p.castling_rights:
            raise KeyError(f"tables have no positions with castling rights: {board.fen()}")
        if pieces_on(p) > MAX_PIECES:
            raise KeyError(f"tables have at most {MAX_PIECES} pieces: {board.fen()}")
        if not is_trusted(state):
            raise MissingTableError(f"tables have no positions that no game can reach: {board.fen()}")
        open_probe(probe, self.opened.library)
        return p


cdef object fault_of(const Probe* probe):
    """The exception for a fault."""
    if probe.fault == NO_TABLE:
        name = f"{name_of(greater_force(probe.material))}v{name_of(lesser_force(probe.material))}"
        return MissingTableError(f"there is no table {name}{SUFFIXES[probe.kind]}")
    path = (<bytes> probe.volume.path).decode("utf-8", "surrogateescape")
    if probe.fault == UNREADABLE:
        return OSError(probe.error, strerror(probe.error).decode("utf-8", "replace"), path)
    return OSError(f"{path} is not a readable Syzygy table: {REASONS[<int> probe.fault]}")
