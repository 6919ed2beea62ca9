"""Piece: a piece type and a colour, as python-chess has it."""

from __future__ import annotations

from kiwipete.squares import PIECE_SYMBOLS, UNICODE_PIECE_SYMBOLS, Color, PieceType, piece_symbol

__all__ = ["Piece"]

_KINDS: dict[str, tuple[PieceType, Color]] = {
    letter: (piece_type, letter.isupper())
    for piece_type, symbol in enumerate(PIECE_SYMBOLS)
    if symbol
    for letter in (symbol, symbol.upper())
}


class Piece:
    """A piece: its type and its colour. Two pieces are equal if these are.

    >>> from kiwipete.squares import KNIGHT, WHITE
    >>> Piece(KNIGHT, WHITE)
    Piece.from_symbol('N')
    >>> Piece(KNIGHT, WHITE) == Piece.from_symbol("N")
    True
    """

    __match_args__ = ("piece_type", "color")

    def __init__(self, piece_type: PieceType, color: Color) -> None:
        self.piece_type = piece_type
        self.color = color

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """Make a piece from its letter, a capital for white.

        >>> Piece.from_symbol("q").color
        False
        >>> Piece.from_symbol("x")
        Traceback (most recent call last):
        ...
        ValueError: pieces are one of PNBRQKpnbrqk, not 'x'
        """
        try:
            piece_type, color = _KINDS[symbol]
        except KeyError:
            raise ValueError(f"pieces are one of PNBRQKpnbrqk, not {symbol!r}") from None
        return cls(piece_type, color)

    def symbol(self) -> str:
        """Return the letter of the piece, a capital for white.

        >>> Piece(5, False).symbol()
        'q'
        """
        letter = piece_symbol(self.piece_type)
        return letter.upper() if self.color else letter

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """Return the character that pictures the piece, or that of the other colour.

        >>> Piece(5, True).unicode_symbol()
        '♕'
        >>> Piece(5, True).unicode_symbol(invert_color=True)
        '♛'
        """
        symbol = self.symbol()
        return UNICODE_PIECE_SYMBOLS[symbol.swapcase() if invert_color else symbol]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.piece_type == other.piece_type and self.color == other.color

    def __hash__(self) -> int:
        return self.piece_type + (-1 if self.color else 5)

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"

    def __str__(self) -> str:
        return self.symbol()

    def _repr_svg_(self) -> str:
        from kiwipete import svg

        return svg.piece(self, size=45)
