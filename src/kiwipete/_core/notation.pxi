# CoreNotation: moves as text.

cdef class CoreNotation(CoreMoves):
    """SAN, LAN, UCI and XBoard moves, written and read."""

    @final
    cdef str algebraic(self, Move move, bint long_form):
        """A move in SAN or LAN, with the sign of check or mate; null, or illegal only for the king's sake, is fine."""
        cdef char[MAX_SAN] text
        cdef Move16[MAX_ANY_MOVES] moves
        cdef Move16 legal
        cdef char* end
        if move.value == NULL_MOVE:
            return "--"
        legal = self.find_legal(move.value, True)
        if legal == NULL_MOVE:
            legal = self.find_pseudo_legal(move.value)
        if legal == NULL_MOVE:
            raise self.illegal(move)
        if long_form:
            end = write_lan(text, &self.position, legal)
        else:
            end = write_san(text, &self.position, legal, moves, self.rivals(legal, moves))
        end = self.write_sign(end, legal)
        return text[:end - text].decode("ascii")

    @final
    cdef int rivals(self, Move16 move, Move16* moves):
        """The legal moves that could be mistaken for this one; pawns and kings say enough by themselves."""
        cdef int kind = kind_of(self.position.mailbox[move_from(move)])
        if kind == PAWN or is_castling(move) or (kind == KING and self.trusted()):
            return 0
        return self.legal_list(ALL_SQUARES, ALL_SQUARES, moves)

    @final
    cdef char* write_sign(self, char* out, Move16 legal):
        """Add + for a check and # for mate."""
        cdef Position child = self.position
        cdef Move16[MAX_ANY_MOVES] moves
        cdef bint trusted = self.trusted() and is_safe_move(&self.position, legal)
        cdef int them = self.position.turn ^ 1
        cdef int answers
        if trusted:
            play(&child, legal)
        else:
            any_make(&child, legal)
        if child.boards.king[them] == NO_SQUARE or not checkers(&child.boards, them):
            return out
        if trusted:
            answers = count_moves(&child)
        else:
            answers = any_legal_moves(&child, ALL_SQUARES, ALL_SQUARES, moves)
        out[0] = c'+' if answers else c'#'
        return out + 1

    def san(self, Move move not None):
        """A legal move in standard algebraic notation.

        >>> board = kiwipete.Board()
        >>> board.san(kiwipete.Move.from_uci("g1f3"))
        'Nf3'
        """
        return self.algebraic(move, False)

    def lan(self, Move move not None):
        """A legal move in long algebraic notation.

        >>> board = kiwipete.Board()
        >>> board.lan(kiwipete.Move.from_uci("g1f3"))
        'Ng1-f3'
        """
        return self.algebraic(move, True)

    def san_and_push(self, Move move not None):
        """Play a move and return it in standard algebraic notation.

        >>> kiwipete.Board().san_and_push(kiwipete.Move.from_uci("g1f3"))
        'Nf3'
        """
        cdef str text = self.algebraic(move, False)
        self.push(move)
        return text

    def variation_san(self, variation):
        """A sequence of legal moves in standard algebraic notation, with move numbers.

        >>> board = kiwipete.Board()
        >>> board.variation_san([kiwipete.Move.from_uci(text) for text in ["e2e4", "e7e5", "g1f3"]])
        '1. e4 e5 2. Nf3'
        """
        cdef CoreNotation line = CoreNotation.__new__(CoreNotation)
        cdef list words = []
        self.copy_into(line, 0)
        for move in variation:
            if not line.is_legal(move):
                raise line.illegal(move)
            if line.position.turn == WHITE:
                prefix = f"{line.position.fullmove_number}. "
            else:
                prefix = "" if words else f"{line.position.fullmove_number}..."
            words.append(prefix + line.san_and_push(move))
        return " ".join(words)

    def parse_san(self, san):
        """Read a legal move in standard algebraic notation.

        Castling may be written with letters or zeros, a move with both its
        squares as UCI does; `--` is the null move. Text that is no move
        raises InvalidMoveError, a move that is not legal IllegalMoveError, and
        one that could be several AmbiguousMoveError.

        >>> board = kiwipete.Board()
        >>> board.parse_san("Nf3")
        Move.from_uci('g1f3')
        >>> board.parse_san("Nf4")
        Traceback (most recent call last):
            ...
        kiwipete.errors.IllegalMoveError: illegal san: 'Nf4' in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        """
        cdef San parts
        cdef Py_ssize_t length = 0
        cdef const char* text = NULL
        if not isinstance(san, str):
            raise TypeError(f"a move is text such as 'Nf3', not {type(san).__name__}")
        parts.form = SAN_INVALID
        if str.isascii(san):
            text = PyUnicode_AsUTF8AndSize(san, &length)
            if length < MAX_SAN:
                read_san(text, <int> length, &parts)
        if parts.form == SAN_INVALID:
            raise InvalidMoveError(f"invalid san: {san[:40]!r}")
        return move_object(self.meant(&parts, san))

    @final
    cdef Move16 meant(self, const San* parts, san) except? 0xffff:
        """The one legal move that a text can mean."""
        cdef Move16[MAX_ANY_MOVES] moves
        cdef Move16 found = NULL_MOVE
        cdef int i
        if parts.form == SAN_PASS:
            return NULL_MOVE
        if parts.complete:
            if parts.promotion >= 0:
                found = self.find_legal(pack_move(first_square(parts.origins), parts.to_square, parts.promotion), False)
        else:
            for i in range(self.legal_list(ALL_SQUARES, ALL_SQUARES, moves)):
                if means(parts, &self.position, moves[i]):
                    if found != NULL_MOVE:
                        raise AmbiguousMoveError(f"ambiguous san: {san!r} in {CorePosition.fen(self)}")
                    found = moves[i]
        if found == NULL_MOVE:
            raise IllegalMoveError(f"illegal san: {san!r} in {CorePosition.fen(self)}")
        return found

    def push_san(self, san):
        """Read a move in standard algebraic notation, play it and return it.

        >>> kiwipete.Board().push_san("e4")
        Move.from_uci('e2e4')
        """
        move = self.parse_san(san)
        self.push(move)
        return move

    @final
    cdef Move16 rewritten(self, Move move, bint chess960):
        """A castling move of a king on the e-file in one writing or the other; other moves stay."""
        cdef int king = move_from(move.value)
        cdef int to_square = move_to(move.value)
        cdef int corner
        if king not in (4, 60) or not pieces_of_kind(&self.position.boards, KING) & bit(king):
            return move.value
        if to_square & 56 != king & 56 or is_promotion(move.value):
            return move.value
        if chess960 and (to_square == king + 2 or to_square == king - 2):
            if not pieces_of_kind(&self.position.boards, ROOK) & bit(to_square):
                corner = (king & 56) + (7 if to_square > king else 0)
                return pack_move(king, corner, 0)
        if not chess960 and (file_of(to_square) == 7 or file_of(to_square) == 0):
            return pack_move(king, king + (2 if to_square > king else -2), 0)
        return move.value

    def uci(self, Move move not None, *, chess960=None):
        """A move as UCI writes it, castling in the way of the board or of `chess960`.

        >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        >>> board.uci(kiwipete.Move.from_uci("e1g1"), chess960=True)
        'e1h1'
        """
        cdef bint by_rook = self.position.boards.chess960 if chess960 is None else bool(chess960)
        return move_object(self.rewritten(move, by_rook)).uci()

    def xboard(self, Move move not None, chess960=None):
        """A move as XBoard writes it: like UCI, but O-O and O-O-O in Chess960 and @@@@ for null.

        >>> kiwipete.Board().xboard(kiwipete.Move.null())
        '@@@@'
        """
        cdef bint by_rook = self.position.boards.chess960 if chess960 is None else bool(chess960)
        if not by_rook or not self.castles(move.value):
            return move.xboard()
        return "O-O" if file_of(move_to(move.value)) > file_of(move_from(move.value)) else "O-O-O"

    def parse_xboard(self, xboard):
        """Read a legal move as XBoard writes it; SAN is understood too.

        >>> kiwipete.Board().parse_xboard("e2e4")
        Move.from_uci('e2e4')
        """
        return self.parse_san(xboard)

    def push_xboard(self, san):
        """Read a move as XBoard writes it, play it and return it.

        >>> kiwipete.Board().push_xboard("e2e4")
        Move.from_uci('e2e4')
        """
        move = self.parse_xboard(san)
        self.push(move)
        return move
