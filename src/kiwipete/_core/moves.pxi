# CoreMoves: the moves of a board by kind, and what a move would do.

cdef class CoreMoves(CoreBoard):
    """Every generator of moves and every question about one."""

    # Generators. `from_mask` and `to_mask` are sets of squares in 64 bits.

    def generate_legal_moves(self, from_mask=BB_ALL, to_mask=BB_ALL):
        """The legal moves from squares of one set to squares of another.

        >>> board = kiwipete.Board()
        >>> list(board.generate_legal_moves(from_mask=kiwipete.BB_E2))
        [Move.from_uci('e2e3'), Move.from_uci('e2e4')]
        """
        cdef Move16[MAX_ANY_MOVES] moves
        return iter(move_list(moves, self.legal_list(square_set(from_mask), square_set(to_mask), moves)))

    def generate_pseudo_legal_moves(self, from_mask=BB_ALL, to_mask=BB_ALL):
        """The moves by the way the pieces go, whether or not they leave the king in check.

        >>> pinned = kiwipete.Board("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> len(list(pinned.generate_pseudo_legal_moves())), len(pinned.legal_moves)
        (10, 4)
        """
        cdef Move16[MAX_ANY_MOVES] moves
        return iter(move_list(moves, any_pseudo_legal_moves(
            &self.position, square_set(from_mask), square_set(to_mask), moves,
        )))

    def generate_legal_captures(self, from_mask=BB_ALL, to_mask=BB_ALL):
        """The legal moves that capture, en passant included.

        >>> board = kiwipete.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
        >>> list(board.generate_legal_captures())
        [Move.from_uci('e4d5')]
        """
        cdef Move16[MAX_ANY_MOVES] moves
        cdef u64 sources = square_set(from_mask)
        cdef u64 targets = square_set(to_mask)
        cdef Threats threats
        cdef int count
        if self.trusted():
            threats = threats_of(&self.position)
            count = keep_captures(moves, list_noisy(&self.position, &threats, moves))
            return iter(move_list(moves, keep_moves(moves, count, sources, targets)))
        return iter(move_list(moves, keep_captures(moves, any_legal_moves(&self.position, sources, targets, moves))))

    def generate_pseudo_legal_captures(self, from_mask=BB_ALL, to_mask=BB_ALL):
        """The pseudo-legal moves that capture, en passant included.

        >>> board = kiwipete.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
        >>> list(board.generate_pseudo_legal_captures())
        [Move.from_uci('e4d5')]
        """
        cdef Move16[MAX_ANY_MOVES] moves
        return iter(move_list(moves, keep_captures(moves, any_pseudo_legal_moves(
            &self.position, square_set(from_mask), square_set(to_mask), moves,
        ))))

    def generate_legal_ep(self, from_mask=BB_ALL, to_mask=BB_ALL):
        """The legal captures in passing.

        >>> board = kiwipete.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
        >>> list(board.generate_legal_ep())
        [Move.from_uci('e5d6')]
        """
        cdef Move16[2] moves
        return iter(move_list(moves, self.legal_en_passant(square_set(from_mask), square_set(to_mask), moves)))

    def generate_pseudo_legal_ep(self, from_mask=BB_ALL, to_mask=BB_ALL):
        """The pseudo-legal captures in passing.

        >>> list(kiwipete.Board().generate_pseudo_legal_ep())
        []
        """
        cdef Move16[2] moves
        return iter(move_list(moves, any_en_passant_moves(
            &self.position, square_set(from_mask), square_set(to_mask), moves,
        )))

    def generate_castling_moves(self, from_mask=BB_ALL, to_mask=BB_ALL):
        """The legal castling moves; `to_mask` is about the rooks' squares.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
        >>> list(board.generate_castling_moves())
        [Move.from_uci('e1c1'), Move.from_uci('e1g1')]
        """
        cdef Move16[8] moves
        return iter(move_list(moves, any_castling_moves(
            &self.position, square_set(from_mask), square_set(to_mask), moves,
        )))

    def has_legal_en_passant(self):
        """True if a capture in passing is legal.

        >>> kiwipete.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").has_legal_en_passant()
        True
        """
        cdef Move16[2] moves
        return self.legal_en_passant(ALL_SQUARES, ALL_SQUARES, moves) > 0

    def has_pseudo_legal_en_passant(self):
        """True if a pawn stands ready to capture in passing, pinned or not.

        >>> kiwipete.Board().has_pseudo_legal_en_passant()
        False
        """
        cdef Move16[2] moves
        return any_en_passant_moves(&self.position, ALL_SQUARES, ALL_SQUARES, moves) > 0

    def find_move(self, from_square, to_square, promotion=None):
        """The legal move between two squares; a pawn becomes a queen if nothing else is asked.

        >>> kiwipete.Board().find_move(kiwipete.E2, kiwipete.E4)
        Move.from_uci('e2e4')
        """
        cdef Move wanted = Move(from_square, to_square, promotion)
        cdef int arrival = move_to(wanted.value)
        cdef Move16 legal
        if promotion is None and bit(arrival) & (RANK_1 | RANK_8):
            if self.position.boards.pawns & bit(move_from(wanted.value)):
                wanted = Move(from_square, to_square, QUEEN + 1)
        legal = self.find_legal(wanted.value, False)
        if legal == NULL_MOVE:
            raise self.illegal(wanted)
        return move_object(legal)

    # What a move would do. It need not be legal.

    def is_capture(self, Move move not None):
        """True if a move takes something, in passing or not.

        >>> kiwipete.Board().is_capture(kiwipete.Move.from_uci("e2e4"))
        False
        """
        cdef u64 touched = bit(move_from(move.value)) ^ bit(move_to(move.value))
        return touched & self.position.boards.side[self.position.turn ^ 1] != 0 or self.passes_pawn(move.value)

    @final
    cdef bint passes_pawn(self, Move16 move):
        """Is it a pawn's step aside onto the empty en passant square?"""
        return (
            self.position.en_passant_square == move_to(move)
            and self.position.boards.pawns & bit(move_from(move)) != 0
            and abs(move_to(move) - move_from(move)) in (7, 9)
            and self.position.mailbox[move_to(move)] == EMPTY
        )

    def is_en_passant(self, Move move not None):
        """True if a move captures in passing.

        >>> board = kiwipete.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
        >>> board.is_en_passant(kiwipete.Move.from_uci("e5d6"))
        True
        """
        return self.passes_pawn(move.value)

    def is_zeroing(self, Move move not None):
        """True if a move is a capture or a pawn's, so that the half-move clock starts anew.

        >>> kiwipete.Board().is_zeroing(kiwipete.Move.from_uci("g1f3"))
        False
        """
        cdef u64 touched = bit(move_from(move.value)) ^ bit(move_to(move.value))
        return touched & (self.position.boards.pawns | self.position.boards.side[self.position.turn ^ 1]) != 0

    def is_irreversible(self, Move move not None):
        """True if no later move can bring the position back: a capture, a pawn's move, a right lost.

        >>> kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1").is_irreversible(kiwipete.Move.from_uci("h1g1"))
        True
        """
        cdef Move16[2] moves
        return (
            CoreMoves.is_zeroing(self, move) or self.costs_castling_rights(move.value)
            or self.legal_en_passant(ALL_SQUARES, ALL_SQUARES, moves) > 0
        )

    @final
    cdef bint costs_castling_rights(self, Move16 move):
        """Does a move touch a castling rook, or the king of one?"""
        cdef u64 touched = bit(move_from(move)) ^ bit(move_to(move))
        cdef u64 royal
        cdef int us
        if touched & self.position.boards.castling:
            return True
        for us in range(2):
            royal = kings_of(&self.position, us) & ~self.position.promoted
            if self.position.boards.castling & home_rank(us) and touched & royal:
                return True
        return False

    def is_castling(self, Move move not None):
        """True if a move castles, in either way of writing it.

        >>> kiwipete.Board().is_castling(kiwipete.Move.from_uci("e1g1"))
        True
        """
        return self.castles(move.value)

    @final
    cdef bint castles(self, Move16 move):
        cdef int from_square = move_from(move)
        cdef int to_square = move_to(move)
        if not pieces_of_kind(&self.position.boards, KING) & bit(from_square):
            return False
        return (
            abs(file_of(from_square) - file_of(to_square)) > 1
            or rooks_of(&self.position, self.position.turn) & bit(to_square) != 0
        )

    def is_kingside_castling(self, Move move not None):
        """True if a move castles towards the h-file.

        >>> kiwipete.Board().is_kingside_castling(kiwipete.Move.from_uci("e1g1"))
        True
        """
        return self.castles(move.value) and file_of(move_to(move.value)) > file_of(move_from(move.value))

    def is_queenside_castling(self, Move move not None):
        """True if a move castles towards the a-file.

        >>> kiwipete.Board().is_queenside_castling(kiwipete.Move.from_uci("e1g1"))
        False
        """
        return self.castles(move.value) and file_of(move_to(move.value)) < file_of(move_from(move.value))

    def gives_check(self, Move move not None):
        """True if a pseudo-legal move gives check.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
        >>> board.gives_check(kiwipete.Move.from_uci("a1a8"))
        True
        """
        cdef Position child
        cdef Threats threats
        cdef Move16 plausible
        cdef int them = self.position.turn ^ 1
        if move.value == NULL_MOVE:
            return self.checks(them) != 0
        plausible = self.find_legal(move.value, True) if self.trusted() else NULL_MOVE
        if plausible != NULL_MOVE:
            threats = threats_of(&self.position)
            return move_gives_check(&self.position, &threats, plausible) != 0
        plausible = self.plausible(move)
        if plausible == NULL_MOVE:
            raise self.illegal(move)
        child = self.position
        any_make(&child, plausible)
        return child.boards.king[them] != NO_SQUARE and checkers(&child.boards, them) != 0


cdef int keep_captures(Move16* moves, int count):
    cdef int kept = 0
    cdef int i
    for i in range(count):
        if is_capture(moves[i]):
            moves[kept] = moves[i]
            kept += 1
    return kept
