"""PositionBoard: whose turn it is, what may still be done, and which moves there are."""

from cython cimport auto_pickle, final

from cpython.number cimport PyNumber_Index

from kiwipete._core.arguments cimport (
    colour, counter, name_of_square, parse_castling, parse_fen, square_number, square_set,
)
from kiwipete._core.hot cimport see_at_least
from kiwipete._core.kernel.move cimport MAX_ANY_MOVES, NULL_MOVE, files_moved, move_from, move_to, promotion_of
from kiwipete._core.kernel.squares cimport (
    ALL_SQUARES, BLACK, NO_SQUARE, QUEEN, RANK_1, RANK_8, WHITE, bit, home_rank, u8,
)
from kiwipete._core.kernel.types cimport FAULT_KINGS, FAULT_NONE, Fault, MAX_FEN, POLYGLOT_WORDS, Position
from kiwipete._core.move cimport move_list, move_object, move_value, new_move, own_move, parse_move
from kiwipete._core.rules cimport (
    EnPassantNaming, NAMED_ALWAYS, NAMED_IF_LEGAL, NAMED_IF_PSEUDO_LEGAL, any_castling_moves, any_en_passant_moves,
    any_pseudo_legal_moves, can_be_counted, castling_rights_beside_king, checkers, checks_after, costs_castling,
    find_legal, find_pseudo_legal, forget_en_passant, is_safe_move, legal_captures_between, legal_en_passant_between,
    legal_gives_check, legal_key_after, legal_moves, legal_moves_between, looks_like_castling, named_en_passant,
    plausible_form, pseudo_legal_captures_between, see, set_turn, starts_clock_anew, status, status_against_counting,
    takes, takes_in_passing, validate, write_castling, write_fen,
)
from kiwipete._core.rules cimport polyglot_key as key_in_books
from kiwipete._core.square_set cimport new_set

from kiwipete.errors import IllegalMoveError, ImpossiblePositionError, InconsistentPositionError
from kiwipete.status import Status

# What the kernel's codes for faults say in words.
cdef tuple FAULTS = (
    "nothing",
    "the mailbox holds no piece there is",
    "the piece sets disagree with the mailbox",
    "the sets of white and black disagree with the mailbox",
    "the king's square is wrong",
    "the side to move is neither white nor black",
    "the castling rights that count are wrong",
    "the en passant square is wrong",
    "the Zobrist key is wrong",
    "the keys of pawns and of pieces are wrong",
    "the material sums are wrong",
    "the middle-game sum is wrong",
    "the end-game sum is wrong",
    "the phase is wrong",
    "unused bytes are not zero",
    "a promoted piece stands where there is none",
    "there is not one king a side",
)


cdef str describe_fault(int fault, int square):
    cdef str where = f" on {name_of_square(square)}" if square < 64 else ""
    return FAULTS[fault] + where


cdef EnPassantNaming naming_of(en_passant) except? NAMED_ALWAYS:
    if en_passant == "legal":
        return NAMED_IF_LEGAL
    if en_passant == "xfen":
        return NAMED_IF_PSEUDO_LEGAL
    if en_passant == "fen":
        return NAMED_ALWAYS
    raise ValueError(f"en_passant is 'legal', 'xfen' or 'fen', not {en_passant!r}")


@auto_pickle(False)  # BaseBoard's __reduce__ does
cdef class PositionBoard(BaseBoard):
    """A position without a history: its text, its state, its moves, and what each would do."""

    # Text.

    def set_fen(self, fen):
        """Set up a position from FEN text; forgets the history.

        One to six fields are read; those that are missing are `w - - 0 1`.
        A board that cannot read the text stays as it was.

        >>> board = kiwipete.Board()
        >>> board.set_fen("8/8/8/4k3/8/8/4P3/4K3 b - - 0 1")
        >>> board.turn
        False
        >>> board.set_fen("8/8/8/4k3/8/8/4P3/4K3 x - -")
        Traceback (most recent call last):
            ...
        kiwipete.errors.InvalidFenError: FEN: the side to move is not 'w' or 'b' (field 2, character 23): ...
        """
        self.read(fen, self.state.position.boards.chess960)

    @final
    cdef int read(self, fen, bint chess960) except -1:
        cdef Position fresh
        parse_fen(&fresh, fen, chess960)
        self.replace(&fresh)
        return 0

    def fen(self, *, shredder=False, en_passant="legal", promoted=None):
        """The position as FEN text.

        `en_passant` says when to name the en passant square: "legal" only if
        a capture there is legal, "xfen" if a pawn stands ready to capture,
        "fen" after every double push. `shredder` names castling rooks by
        their files, and `promoted` marks promoted pieces with `~`.

        >>> board = kiwipete.Board()
        >>> _ = board.push_uci("e2e4")
        >>> board.fen()
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
        >>> board.fen(shredder=True, en_passant="fen")
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1'
        """
        cdef char[MAX_FEN] text
        cdef EnPassantNaming naming = naming_of(en_passant)
        cdef bint by_file = bool(shredder)
        cdef bint marked = bool(promoted)
        return text[:write_fen(text, &self.state.position, by_file, naming, marked, True) - text].decode("ascii")

    def shredder_fen(self, *, en_passant="legal", promoted=None):
        """The position as FEN text with castling rooks named by their files.

        >>> kiwipete.Board().shredder_fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
        """
        return PositionBoard.fen(self, shredder=True, en_passant=en_passant, promoted=promoted)

    def position_fen(self, *, shredder=False, en_passant="legal", promoted=None):
        """The first four fields of the FEN, which are also those of EPD.

        >>> kiwipete.Board().position_fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
        """
        cdef char[MAX_FEN] text
        cdef EnPassantNaming naming = naming_of(en_passant)
        cdef bint by_file = bool(shredder)
        cdef bint marked = bool(promoted)
        return text[:write_fen(text, &self.state.position, by_file, naming, marked, False) - text].decode("ascii")

    @final
    cdef int legal_en_passant_square(self):
        """The en passant square if a capture there is legal, or NO_SQUARE."""
        return named_en_passant(&self.state.position, NAMED_IF_LEGAL)

    def castling_xfen(self):
        """The castling rights as FEN writes them.

        >>> kiwipete.Board().castling_xfen()
        'KQkq'
        """
        cdef char[MAX_FEN] text
        return text[:write_castling(text, &self.state.position, False) - text].decode("ascii")

    def castling_shredder_fen(self):
        """The castling rights by the files of the rooks.

        >>> kiwipete.Board().castling_shredder_fen()
        'HAha'
        """
        cdef char[MAX_FEN] text
        return text[:write_castling(text, &self.state.position, True) - text].decode("ascii")

    def set_castling_fen(self, castling_fen):
        """Set the castling rights from the castling field of a FEN; forgets the moves.

        >>> board = kiwipete.Board()
        >>> board.set_castling_fen("Kq")
        >>> board.castling_xfen()
        'Kq'
        """
        cdef Position fresh = self.state.position
        parse_castling(&fresh, castling_fen)
        self.replace(&fresh)

    # State.

    @property
    def turn(self):
        """The side to move: True for white, False for black."""
        return self.state.position.turn == WHITE

    @turn.setter
    def turn(self, color):
        set_turn(&self.state.position, colour(color))
        self.changed()

    @property
    def castling_rights(self):
        """The rooks with castling rights, as they were set, as a bitboard.

        `clean_castling_rights` has those of them that count.
        """
        return self.state.position.castling_rights

    @castling_rights.setter
    def castling_rights(self, rooks):
        self.state.position.castling_rights = square_set(rooks)
        self.changed()

    @property
    def ep_square(self):
        """The square behind a pawn that has just moved two squares, or None."""
        return None if self.state.position.en_passant_square == NO_SQUARE else self.state.position.en_passant_square

    @ep_square.setter
    def ep_square(self, square):
        cdef int named = NO_SQUARE if square is None else square_number(square)
        forget_en_passant(&self.state.position)
        self.state.position.en_passant_square = <u8> named
        self.changed()

    @property
    def halfmove_clock(self):
        """Moves by either side since the last capture or pawn move."""
        return self.state.position.halfmove_clock

    @halfmove_clock.setter
    def halfmove_clock(self, moves):
        self.state.position.halfmove_clock = counter(moves, "the half-move clock")

    @property
    def fullmove_number(self):
        """1 at the start, and one more after each move by black."""
        return self.state.position.fullmove_number

    @fullmove_number.setter
    def fullmove_number(self, number):
        self.state.position.fullmove_number = counter(number, "the full-move number")

    @property
    def chess960(self):
        """True if castling follows Chess960 and is written as king takes rook."""
        return self.state.position.boards.chess960 != 0

    @chess960.setter
    def chess960(self, value):
        self.state.position.boards.chess960 = 1 if value else 0
        self.changed()

    @property
    def zobrist_key(self):
        """The 64-bit key of the position, updated by every move and every change by hand."""
        return self.state.position.key

    @property
    def material(self):
        """The material of white and of black in centipawns, without kings."""
        return self.state.position.material[WHITE], self.state.position.material[BLACK]

    @property
    def piece_square_scores(self):
        """White's advantage by the piece-square tables: (middle game, end game)."""
        return self.state.position.middle_game, self.state.position.end_game

    @property
    def phase(self):
        """24 with all pieces on the board, 0 with only kings and pawns."""
        return self.state.position.phase

    # Castling rights.

    def clean_castling_rights(self):
        """The castling rights whose king and rook are at home, as a bitboard of rooks.

        >>> kiwipete.Board().clean_castling_rights() == kiwipete.BB_CORNERS
        True
        """
        return self.state.position.boards.castling

    def has_castling_rights(self, color):
        """True if a side may still castle at all.

        >>> kiwipete.Board().has_castling_rights(kiwipete.WHITE)
        True
        """
        return self.state.position.boards.castling & home_rank(colour(color)) != 0

    def has_kingside_castling_rights(self, color):
        """True if a side may still castle towards the h-file.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").has_kingside_castling_rights(kiwipete.WHITE)
        False
        """
        return castling_rights_beside_king(&self.state.position, colour(color), True) != 0

    def has_queenside_castling_rights(self, color):
        """True if a side may still castle towards the a-file.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").has_queenside_castling_rights(kiwipete.WHITE)
        True
        """
        return castling_rights_beside_king(&self.state.position, colour(color), False) != 0

    # Checks.

    def checkers_mask(self):
        """The pieces that give check to the side to move, as a bitboard.

        >>> kiwipete.Board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").checkers_mask() == kiwipete.BB_E2
        True
        """
        return self.checks(self.state.position.turn)

    def checkers(self):
        """The squares of the pieces that give check to the side to move.

        >>> list(kiwipete.Board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").checkers())
        [12]
        """
        return new_set(self.checks(self.state.position.turn))

    @final
    cdef u64 checks(self, int us):
        """The pieces that attack a side's king; none if it has no king."""
        return 0 if self.state.position.boards.king[us] == NO_SQUARE else checkers(&self.state.position.boards, us)

    def is_check(self):
        """True if the side to move is in check.

        >>> kiwipete.Board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").is_check()
        True
        """
        return self.checks(self.state.position.turn) != 0

    def was_into_check(self):
        """True if the side that has just moved is in check, so its move was illegal.

        >>> kiwipete.Board("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1").was_into_check()
        True
        """
        return self.checks(self.state.position.turn ^ 1) != 0

    # Trust.

    def status(self):
        """Everything that is wrong with the position.

        >>> kiwipete.Board().status().name
        'VALID'
        >>> kiwipete.Board("8/8/8/8/8/8/8/K7 w - - 0 1").status().name
        'NO_BLACK_KING'
        """
        return Status(status(&self.state.position))

    def is_valid(self):
        """True if nothing is wrong with the position.

        >>> kiwipete.Board().is_valid()
        True
        """
        return status(&self.state.position) == 0

    def is_countable(self):
        """True if perft can count the position, even one that no game can reach.

        It asks for one king a side, no pawns on the first and last ranks, at
        most 16 pieces a side, and a side not to move that is not in check.
        Castling rights and en passant squares without effect do not matter.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/r3K2r w KQ - 0 1")
        >>> board.is_valid(), board.is_countable(), board.perft(1)
        (False, True, 3)
        """
        return can_be_counted(&self.state.position) != 0

    @final
    cdef object uncountable(self):
        """The exception for a position that cannot be counted."""
        reasons = Status(status_against_counting(&self.state.position)).reasons() or ["a king is a promoted pawn"]
        return ImpossiblePositionError(f"impossible position: {'; '.join(reasons)}: {PositionBoard.fen(self)}")

    def validate(self):
        """Prove that the position is consistent with itself.

        Everything kept up to date by moves is computed anew and compared. The
        first thing wrong is raised as InconsistentPositionError; a position
        without a king a side raises ImpossiblePositionError.

        >>> kiwipete.Board().validate()
        """
        cdef int square = NO_SQUARE
        cdef Fault fault = validate(&self.state.position, &square)
        if fault == FAULT_KINGS:
            raise self.uncountable()  # the caller's doing: an impossible position, not an inconsistent one
        if fault != FAULT_NONE:
            raise InconsistentPositionError(describe_fault(fault, square))

    # Legal moves.

    @final
    cdef list list_legal(self):
        cdef Move16[MAX_ANY_MOVES] moves
        return move_list(moves, legal_moves(&self.state, moves))

    @final
    cdef list list_pseudo_legal(self):
        cdef Move16[MAX_ANY_MOVES] moves
        return move_list(moves, any_pseudo_legal_moves(&self.state.position, ALL_SQUARES, ALL_SQUARES, moves))

    def is_legal(self, move):
        """True if a move is legal; None is not.

        >>> kiwipete.Board().is_legal(kiwipete.Move.from_uci("e2e5"))
        False
        """
        return self.allows(move)

    @final
    cdef bint allows(self, move) except -1:
        """Is this a legal move, as the board writes it?"""
        cdef Move16 wanted = NULL_MOVE if move is None else move_value(move)
        return wanted != NULL_MOVE and find_legal(&self.state, wanted, False) != NULL_MOVE

    def is_pseudo_legal(self, move):
        """True if a move is legal, except that it may leave the king in check; None is not.

        >>> board = kiwipete.Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> board.is_pseudo_legal(kiwipete.Move.from_uci("e2c3"))
        True
        """
        return move is not None and find_pseudo_legal(&self.state.position, move_value(move)) != NULL_MOVE

    def is_into_check(self, move):
        """True if a pseudo-legal move would leave the mover's king in check.

        >>> board = kiwipete.Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> board.is_into_check(kiwipete.Move.from_uci("e2c3"))
        True
        """
        cdef Move16 plausible = self.plausible(own_move(move))
        if plausible == NULL_MOVE:
            return self.checks(self.state.position.turn) != 0
        return not is_safe_move(&self.state.position, plausible)

    @final
    cdef Move16 plausible(self, Move move):
        """A move with the flag that fits the board, or NULL_MOVE if it moves no piece of ours."""
        if move.odd:
            return NULL_MOVE
        return plausible_form(
            &self.state.position, move_from(move.value), move_to(move.value), promotion_of(move.value),
        )

    def parse_uci(self, uci):
        """Read a legal move in UCI notation, with its flag resolved.

        Castling is understood as the king's two squares and as king takes rook.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        >>> board.parse_uci("e1g1").is_castling
        True
        >>> board.parse_uci("e1h1")
        Move.from_uci('e1g1')
        >>> board.parse_uci("e1e3")
        Traceback (most recent call last):
            ...
        kiwipete.errors.IllegalMoveError: illegal move e1e3 in 4k3/8/8/8/8/8/8/4K2R w K - 0 1
        """
        cdef u8 odd
        cdef Move16 wanted = parse_move(uci, &odd)
        cdef Move16 legal
        if wanted == NULL_MOVE:
            return move_object(NULL_MOVE)
        legal = find_legal(&self.state, wanted, True)
        if legal == NULL_MOVE:
            raise self.illegal(new_move(wanted, odd))
        return move_object(legal)

    # Keys and exchanges.

    def key_after(self, move):
        """The Zobrist key after a legal move, without playing it.

        >>> board = kiwipete.Board()
        >>> move = kiwipete.Move.from_uci("e2e4")
        >>> key = board.key_after(move)
        >>> board.push(move)
        >>> board.zobrist_key == key
        True
        """
        cdef Move given = own_move(move)
        return legal_key_after(&self.state, NULL_MOVE if given.value == NULL_MOVE else self.legal_form(given))

    def see(self, move):
        """What a move wins, counting the captures that follow on its square, in centipawns.

        >>> board = kiwipete.Board("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1")
        >>> board.see(kiwipete.Move.from_uci("d1d5"))
        -800
        """
        cdef Move given = own_move(move)
        return see(&self.state.position, self.legal_form(given))

    def see_at_least(self, move, threshold):
        """True if a move and the captures that follow on its square win this many centipawns.

        It is the question `see(move) >= threshold`, answered faster.

        >>> board = kiwipete.Board("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1")
        >>> board.see_at_least(kiwipete.Move.from_uci("d1d5"), 0)
        False
        """
        cdef Move given = own_move(move)
        wanted = PyNumber_Index(threshold)
        cdef int enough = max(-10**6, min(wanted, 10**6))  # more than any exchange can come to
        return see_at_least(&self.state.position, self.legal_form(given), enough) != 0

    @final
    cdef Move16 legal_form(self, Move move) except? 0xffff:
        """A legal move, flag and all; any other move raises, the null move too."""
        cdef Move16 legal = NULL_MOVE
        if move.value != NULL_MOVE:
            legal = find_legal(&self.state, move.value, True)
        if legal == NULL_MOVE:
            raise self.illegal(move)
        return legal

    @final
    cdef object illegal(self, Move move, error=IllegalMoveError):
        return error(f"illegal move {move.uci() if move.held is None else move.held} in {PositionBoard.fen(self)}")

    # Moves of one sort.

    def generate_legal_moves(self, from_mask=0xFFFF_FFFF_FFFF_FFFF, to_mask=0xFFFF_FFFF_FFFF_FFFF):
        """The legal moves from squares of one set to squares of another.

        >>> board = kiwipete.Board()
        >>> list(board.generate_legal_moves(from_mask=kiwipete.BB_E2))
        [Move.from_uci('e2e3'), Move.from_uci('e2e4')]
        """
        cdef Move16[MAX_ANY_MOVES] moves
        return iter(move_list(moves, legal_moves_between(
            &self.state, square_set(from_mask), square_set(to_mask), moves,
        )))

    def generate_pseudo_legal_moves(self, from_mask=0xFFFF_FFFF_FFFF_FFFF, to_mask=0xFFFF_FFFF_FFFF_FFFF):
        """The pseudo-legal moves, which may leave the king in check.

        >>> pinned = kiwipete.Board("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> len(list(pinned.generate_pseudo_legal_moves())), len(pinned.legal_moves)
        (10, 4)
        """
        cdef Move16[MAX_ANY_MOVES] moves
        return iter(move_list(moves, any_pseudo_legal_moves(
            &self.state.position, square_set(from_mask), square_set(to_mask), moves,
        )))

    def generate_legal_captures(self, from_mask=0xFFFF_FFFF_FFFF_FFFF, to_mask=0xFFFF_FFFF_FFFF_FFFF):
        """The legal moves that capture, en passant included.

        >>> board = kiwipete.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
        >>> list(board.generate_legal_captures())
        [Move.from_uci('e4d5')]
        """
        cdef Move16[MAX_ANY_MOVES] moves
        return iter(move_list(moves, legal_captures_between(
            &self.state, square_set(from_mask), square_set(to_mask), moves,
        )))

    def generate_pseudo_legal_captures(self, from_mask=0xFFFF_FFFF_FFFF_FFFF, to_mask=0xFFFF_FFFF_FFFF_FFFF):
        """The pseudo-legal moves that capture, en passant included.

        >>> board = kiwipete.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
        >>> list(board.generate_pseudo_legal_captures())
        [Move.from_uci('e4d5')]
        """
        cdef Move16[MAX_ANY_MOVES] moves
        return iter(move_list(moves, pseudo_legal_captures_between(
            &self.state.position, square_set(from_mask), square_set(to_mask), moves,
        )))

    def generate_legal_ep(self, from_mask=0xFFFF_FFFF_FFFF_FFFF, to_mask=0xFFFF_FFFF_FFFF_FFFF):
        """The legal captures en passant.

        >>> board = kiwipete.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
        >>> list(board.generate_legal_ep())
        [Move.from_uci('e5d6')]
        """
        cdef Move16[2] moves
        return iter(move_list(moves, legal_en_passant_between(
            &self.state.position, square_set(from_mask), square_set(to_mask), moves,
        )))

    def generate_pseudo_legal_ep(self, from_mask=0xFFFF_FFFF_FFFF_FFFF, to_mask=0xFFFF_FFFF_FFFF_FFFF):
        """The pseudo-legal captures en passant.

        >>> list(kiwipete.Board().generate_pseudo_legal_ep())
        []
        """
        cdef Move16[2] moves
        return iter(move_list(moves, any_en_passant_moves(
            &self.state.position, square_set(from_mask), square_set(to_mask), moves,
        )))

    def generate_castling_moves(self, from_mask=0xFFFF_FFFF_FFFF_FFFF, to_mask=0xFFFF_FFFF_FFFF_FFFF):
        """The legal castling moves; `to_mask` selects the rooks' squares.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
        >>> list(board.generate_castling_moves())
        [Move.from_uci('e1g1'), Move.from_uci('e1c1')]
        """
        cdef Move16[8] moves
        return iter(move_list(moves, any_castling_moves(
            &self.state.position, square_set(from_mask), square_set(to_mask), moves,
        )))

    def has_legal_en_passant(self):
        """True if a capture en passant is legal.

        >>> kiwipete.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").has_legal_en_passant()
        True
        """
        cdef Move16[2] moves
        return legal_en_passant_between(&self.state.position, ALL_SQUARES, ALL_SQUARES, moves) > 0

    def has_pseudo_legal_en_passant(self):
        """True if a pawn could capture en passant, pinned or not.

        >>> kiwipete.Board().has_pseudo_legal_en_passant()
        False
        """
        cdef Move16[2] moves
        return any_en_passant_moves(&self.state.position, ALL_SQUARES, ALL_SQUARES, moves) > 0

    def find_move(self, from_square, to_square, promotion=None):
        """The legal move between two squares; a pawn promotes to a queen by default.

        >>> kiwipete.Board().find_move(kiwipete.E2, kiwipete.E4)
        Move.from_uci('e2e4')
        """
        cdef Move wanted = Move(from_square, to_square, promotion)
        cdef int arrival = move_to(wanted.value)
        cdef Move16 legal
        if promotion is None and bit(arrival) & (RANK_1 | RANK_8):
            if self.state.position.boards.pawns & bit(move_from(wanted.value)):
                wanted = Move(from_square, to_square, QUEEN + 1)
        legal = find_legal(&self.state, wanted.value, False)
        if legal == NULL_MOVE:
            raise self.illegal(wanted)
        return move_object(legal)

    # What a move would do. It need not be legal.

    def is_capture(self, move):
        """True if a move captures, en passant included.

        >>> kiwipete.Board().is_capture(kiwipete.Move.from_uci("e2e4"))
        False
        """
        return takes(&self.state.position, move_value(move))

    def is_en_passant(self, move):
        """True if a move captures en passant.

        >>> board = kiwipete.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
        >>> board.is_en_passant(kiwipete.Move.from_uci("e5d6"))
        True
        """
        return takes_in_passing(&self.state.position, move_value(move))

    def is_zeroing(self, move):
        """True if a move is a capture or a pawn move, which resets the half-move clock.

        >>> kiwipete.Board().is_zeroing(kiwipete.Move.from_uci("g1f3"))
        False
        """
        cdef Move given = own_move(move)
        return starts_clock_anew(&self.state.position, given.value) or given.drops_pawn()

    def is_irreversible(self, move):
        """True if the position can never come back: a capture, a pawn move, a right lost.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1").is_irreversible(kiwipete.Move.from_uci("h1g1"))
        True
        """
        cdef Move given = own_move(move)
        cdef Move16[2] moves
        return (
            starts_clock_anew(&self.state.position, given.value) or given.drops_pawn()
            or costs_castling(&self.state.position, given.value)
            or legal_en_passant_between(&self.state.position, ALL_SQUARES, ALL_SQUARES, moves) > 0
        )

    def is_castling(self, move):
        """True if a move castles, in either notation.

        >>> kiwipete.Board().is_castling(kiwipete.Move.from_uci("e1g1"))
        True
        """
        return looks_like_castling(&self.state.position, move_value(move))

    def is_kingside_castling(self, move):
        """True if a move castles towards the h-file.

        >>> kiwipete.Board().is_kingside_castling(kiwipete.Move.from_uci("e1g1"))
        True
        """
        cdef Move given = own_move(move)
        return looks_like_castling(&self.state.position, given.value) and files_moved(given.value) > 0

    def is_queenside_castling(self, move):
        """True if a move castles towards the a-file.

        >>> kiwipete.Board().is_queenside_castling(kiwipete.Move.from_uci("e1g1"))
        False
        """
        cdef Move given = own_move(move)
        return looks_like_castling(&self.state.position, given.value) and files_moved(given.value) < 0

    def gives_check(self, move):
        """True if a pseudo-legal move gives check.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
        >>> board.gives_check(kiwipete.Move.from_uci("a1a8"))
        True
        """
        cdef Move given = own_move(move)
        cdef Move16 plausible
        if given.value == NULL_MOVE:
            return self.checks(self.state.position.turn ^ 1) != 0
        plausible = find_legal(&self.state, given.value, True)
        if plausible != NULL_MOVE:
            return legal_gives_check(&self.state, plausible) != 0
        plausible = self.plausible(given)
        if plausible == NULL_MOVE:
            raise self.illegal(given)
        return checks_after(&self.state.position, plausible)


def polyglot_key(PositionBoard board not None, bytes words not None):
    """The key of a position in opening books that use these random words, 8 bytes each as the machine has them."""
    if len(words) != POLYGLOT_WORDS * sizeof(u64):
        raise ValueError(f"{POLYGLOT_WORDS} words have {POLYGLOT_WORDS * sizeof(u64)} bytes, not {len(words)}")
    return key_in_books(&board.state.position, <const u64*> <const char*> words)


cdef State* state_of(object board) except NULL:
    if not isinstance(board, PositionBoard):
        raise TypeError(f"a Board is needed here, not {type(board).__name__}")
    return &(<PositionBoard> board).state
