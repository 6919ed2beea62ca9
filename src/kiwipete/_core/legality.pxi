# CoreLegality: which moves a position has, and what each leads to.

cdef list move_list(const Move16* moves, int count):
    """Moves as a list of Move objects."""
    cdef list result = PyList_New(count)
    cdef Move move
    cdef int i
    for i in range(count):
        move = move_object(moves[i])
        Py_INCREF(move)
        PyList_SET_ITEM(result, i, move)
    return result


cdef list moves_of(const Position* p):
    """The legal moves of a position that is trusted."""
    cdef Move16[MAX_MOVES] moves
    return move_list(moves, list_moves(p, moves))


cdef int keep_moves(Move16* moves, int count, u64 from_mask, u64 to_mask):
    """Drop the moves that do not start and end in these sets."""
    cdef int kept = 0
    cdef int i
    for i in range(count):
        if from_mask & bit(move_from(moves[i])) and to_mask & bit(move_to(moves[i])):
            moves[kept] = moves[i]
            kept += 1
    return kept


cdef class CoreLegality(CorePosition):
    """A position that knows its moves. Trusted positions go to the fast generator, all others to the tolerant one."""

    @final
    cdef int legal_list(self, u64 from_mask, u64 to_mask, Move16* moves) noexcept:
        """All legal moves between two sets; `moves` has room for MAX_ANY_MOVES."""
        cdef int count
        if not self.trusted():
            return any_legal_moves(&self.position, from_mask, to_mask, moves)
        count = list_moves(&self.position, moves)
        if from_mask == ALL_SQUARES and to_mask == ALL_SQUARES:
            return count
        count = keep_moves(moves, count, from_mask, to_mask)
        return self.castling_by_rook(moves, count, from_mask, to_mask)

    @final
    cdef int castling_by_rook(self, Move16* moves, int count, u64 from_mask, u64 to_mask) noexcept:
        """Castling belongs to a set of targets by its rook's square, as in python-chess."""
        cdef int kept = 0
        cdef int i
        if not self.position.boards.castling:
            return count
        for i in range(count):
            if not is_castling(moves[i]):
                moves[kept] = moves[i]
                kept += 1
        return kept + any_castling_moves(&self.position, from_mask, to_mask, moves + kept)

    @final
    cdef list list_legal(self):
        cdef Move16[MAX_ANY_MOVES] moves
        if self.trusted():
            return moves_of(&self.position)
        return move_list(moves, any_legal_moves(&self.position, ALL_SQUARES, ALL_SQUARES, moves))

    @final
    cdef int count_legal(self) noexcept:
        cdef Move16[MAX_ANY_MOVES] moves
        if self.trusted():
            return count_moves(&self.position)
        return any_legal_moves(&self.position, ALL_SQUARES, ALL_SQUARES, moves)

    @final
    cdef Move16 find_legal(self, Move16 wanted, bint either_writing) noexcept:
        """The legal move with the same squares and promotion, flag and all, or NULL_MOVE.

        Standard castling may be written either way, to the king's target or
        onto the rook; Chess960 castling is the rook's way, and the other for
        a king on the e-file only if `either_writing`.
        """
        cdef int from_square = move_from(wanted)
        cdef int to_square = move_to(wanted)
        cdef Move16[MAX_ANY_MOVES] moves
        cdef int i
        cdef Move16 castling = self.find_castling(from_square, to_square, either_writing)
        if castling != NULL_MOVE:
            return castling if not is_promotion(wanted) and is_safe_move(&self.position, castling) else NULL_MOVE
        if self.trusted():
            return complete_move(&self.position, from_square, to_square, promotion_of(wanted))
        for i in range(any_legal_moves(&self.position, bit(from_square), bit(to_square), moves)):
            if same_move(moves[i], wanted) and not is_castling(moves[i]):
                return moves[i]
        return NULL_MOVE

    @final
    cdef Move16 find_castling(self, int from_square, int to_square, bint either_writing) noexcept:
        """The pseudo-legal castling move that goes by these squares, or NULL_MOVE."""
        cdef Move16[8] moves
        cdef int i, rook
        cdef int us = self.position.turn
        if self.position.mailbox[from_square] != piece_of(us, KING) or not self.position.boards.castling:
            return NULL_MOVE
        rook = to_square
        if self.position.mailbox[to_square] != piece_of(us, ROOK):
            if file_of(from_square) != 4 or abs(to_square - from_square) != 2:
                return NULL_MOVE
            if self.position.boards.chess960 and not either_writing:
                return NULL_MOVE
            rook = (from_square & 56) + (7 if to_square > from_square else 0)
        for i in range(any_castling_moves(&self.position, ALL_SQUARES, bit(rook), moves)):
            if move_from(moves[i]) == from_square:
                return moves[i]
        return NULL_MOVE

    @final
    cdef Move16 as_written(self, Move16 move) noexcept:
        """A castling move in the writing that the board uses."""
        cdef int king = move_from(move)
        cdef bint kingside = move_flag(move) == CASTLE_KINGSIDE
        if not is_castling(move):
            return move
        if not self.position.boards.chess960 and file_of(king) == 4:
            return pack_move(king, (king & 56) + (6 if kingside else 2), move_flag(move))
        if self.position.mailbox[move_to(move)] == piece_of(self.position.turn, ROOK):
            return move
        return pack_move(king, (king & 56) + (7 if kingside else 0), move_flag(move))

    @property
    def legal_moves(self):
        """The legal moves: iterate over them, count them, or ask whether a move is one.

        >>> board = kiwipete.Board()
        >>> board.legal_moves.count()
        20
        >>> kiwipete.Move.from_uci("e2e4") in board.legal_moves
        True
        """
        return LegalMoveGenerator(self)

    @property
    def pseudo_legal_moves(self):
        """The moves by the way the pieces go, even those that leave the king in check.

        >>> kiwipete.Board().pseudo_legal_moves.count()
        20
        """
        return PseudoLegalMoveGenerator(self)

    def is_legal(self, Move move not None):
        """True if a move is legal.

        >>> kiwipete.Board().is_legal(kiwipete.Move.from_uci("e2e5"))
        False
        """
        return move.value != NULL_MOVE and self.find_legal(move.value, False) != NULL_MOVE

    def is_pseudo_legal(self, Move move not None):
        """True if a move is legal but for leaving the king in check.

        >>> board = kiwipete.Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> board.is_pseudo_legal(kiwipete.Move.from_uci("e2c3"))
        True
        """
        return self.find_pseudo_legal(move.value) != NULL_MOVE

    @final
    cdef Move16 find_pseudo_legal(self, Move16 wanted) noexcept:
        cdef Move16[MAX_ANY_MOVES] moves
        cdef int i
        cdef Move16 castling = self.find_castling(move_from(wanted), move_to(wanted), False)
        if castling != NULL_MOVE and not is_promotion(wanted):
            return castling
        for i in range(any_pseudo_legal_moves(&self.position, bit(move_from(wanted)), bit(move_to(wanted)), moves)):
            if same_move(moves[i], wanted) and not is_castling(moves[i]):
                return moves[i]
        return NULL_MOVE

    def is_into_check(self, Move move not None):
        """True if a pseudo-legal move would leave the mover's king in check.

        >>> board = kiwipete.Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
        >>> board.is_into_check(kiwipete.Move.from_uci("e2c3"))
        True
        """
        cdef Move16 plausible = self.plausible(move)
        if plausible == NULL_MOVE:
            return self.checks(self.position.turn) != 0
        return not is_safe_move(&self.position, plausible)

    @final
    cdef Move16 plausible(self, Move move):
        """A move with the flag that fits the board, or NULL_MOVE if it moves no piece of ours."""
        return plausible_form(&self.position, move_from(move.value), move_to(move.value), promotion_of(move.value))

    def parse_uci(self, uci):
        """Read a legal move as UCI writes it, with its flag resolved.

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
        cdef Move16 wanted = parse_move(uci)
        cdef Move16 legal
        if wanted == NULL_MOVE:
            return move_object(NULL_MOVE)
        legal = self.find_legal(wanted, True)
        if legal == NULL_MOVE:
            raise self.illegal(move_object(wanted))
        return move_object(legal)

    # Keys and exchanges.

    @final
    cdef int after(self, Move move, Position* child) except -1:
        """The position behind a legal move or the null move; others raise."""
        cdef Move16 legal = NULL_MOVE
        if move.value != NULL_MOVE:
            legal = self.find_legal(move.value, True)
            if legal == NULL_MOVE:
                raise self.illegal(move)
        child[0] = self.position
        if legal == NULL_MOVE:
            any_pass(child)
        elif self.trust == TRUSTED:
            play(child, legal)
        else:
            any_make(child, legal)
        return 0

    def key_after(self, Move move not None):
        """The Zobrist key behind a legal move, without playing it.

        >>> board = kiwipete.Board()
        >>> move = kiwipete.Move.from_uci("e2e4")
        >>> key = board.key_after(move)
        >>> board.push(move)
        >>> board.zobrist_key == key
        True
        """
        cdef Position child
        cdef Move16 legal = self.find_legal(move.value, True) if move.value != NULL_MOVE else NULL_MOVE
        if legal != NULL_MOVE and self.trust == TRUSTED:
            return move_key(&self.position, legal)
        self.after(move, &child)
        return child.key

    def see(self, Move move not None):
        """What a move and the captures that follow on its square win, in centipawns.

        >>> board = kiwipete.Board("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1")
        >>> board.see(kiwipete.Move.from_uci("d1d5"))
        -800
        """
        cdef Move16 legal = self.find_legal(move.value, True) if move.value != NULL_MOVE else NULL_MOVE
        if legal == NULL_MOVE:
            raise self.illegal(move)
        return exchange(&self.position, legal)

    def see_at_least(self, Move move not None, threshold):
        """True if a move and the captures that follow on its square win this many centipawns.

        It is the question `see(move) >= threshold`, answered faster.

        >>> board = kiwipete.Board("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1")
        >>> board.see_at_least(kiwipete.Move.from_uci("d1d5"), 0)
        False
        """
        wanted = PyNumber_Index(threshold)
        cdef int enough = max(-10**6, min(wanted, 10**6))  # more than any exchange can come to
        cdef Move16 legal = self.find_legal(move.value, True) if move.value != NULL_MOVE else NULL_MOVE
        if legal == NULL_MOVE:
            raise self.illegal(move)
        return move_wins(&self.position, legal, enough) != 0

    @final
    cdef object illegal(self, Move move):
        return IllegalMoveError(f"illegal move {move.uci()} in {CorePosition.fen(self)}")
