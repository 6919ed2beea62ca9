"""Boards and pieces as SVG images, with the API of `chess.svg`.

>>> image = board(squares=[0, 63], arrows=[Arrow(12, 28)], size=390)
>>> image[:4], image[-6:]
('<svg', '</svg>')
"""

from __future__ import annotations

import re
from math import inf

from kiwipete.bitboards import BB_ALL, BB_EMPTY, BB_SQUARES, scan_forward
from kiwipete.squares import (
    COLORS,
    PIECE_TYPES,
    SQUARE_NAMES,
    WHITE,
    Bitboard,
    Color,
    PieceType,
    Square,
    parse_square,
    piece_symbol,
)
from kiwipete.svg_canvas import (
    CHECK_GRADIENT,
    CROSS,
    GLYPHS,
    MARGIN,
    SQUARE_SIZE,
    Canvas,
    open_image,
    piece_group,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Protocol, TypeVar

    _Key = TypeVar("_Key")

    class _Board(Protocol):
        def pieces_mask(self, piece_type: PieceType, color: Color) -> Bitboard: ...

    class _Piece(Protocol):
        @property
        def piece_type(self) -> PieceType: ...
        @property
        def color(self) -> Color: ...

    class _Move(Protocol):
        @property
        def from_square(self) -> Square: ...
        @property
        def to_square(self) -> Square: ...


__all__ = [
    "CHECK_GRADIENT", "COORDS", "DEFAULT_COLORS", "MARGIN", "PIECES", "SQUARE_SIZE", "XX",
    "Arrow", "SvgWrapper", "board", "piece",
]  # fmt: skip

# The drawings, as parts of an image.
PIECES: dict[str, str] = {
    piece_symbol(kind).upper() if color else piece_symbol(kind): piece_group(kind, color)
    for color in COLORS
    for kind in PIECE_TYPES
}
COORDS: dict[str, str] = {name: f'<path d="{path}"/>' for name, path in GLYPHS.items()}
XX: str = CROSS

DEFAULT_COLORS: dict[str, str] = {
    "square light": "#eceadd",
    "square dark": "#8ca36f",
    "square light lastmove": "#e6dd86",
    "square dark lastmove": "#bdb549",
    "margin": "#2f3a2c",
    "coord": "#e6e8d8",
    "inner border": "#1c231b",
    "outer border": "#1c231b",
    "arrow green": "#1f7a3ab0",
    "arrow red": "#b02a2ab0",
    "arrow yellow": "#e39b12c8",
    "arrow blue": "#1f56a8b0",
}

_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HEX = "0123456789abcdefABCDEF"
_ARROW_COLORS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
_ARROW_LETTERS = {color: letter for letter, color in _ARROW_COLORS.items()}


class SvgWrapper(str):
    """The text of an image, which notebooks show as the image.

    >>> board()._repr_svg_() == board()
    True
    """

    __slots__ = ()

    def _repr_svg_(self) -> SvgWrapper:
        return self


class Arrow:
    """An arrow to draw: from `tail` to `head`, a circle if they are the same square.

    `color` is green, red, yellow, blue, or any SVG colour.

    >>> Arrow(12, 28)
    Arrow(E2, E4, color='green')
    """

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail = _square(tail, "the tail of an arrow")
        self.head = _square(head, "the head of an arrow")
        self.color = color

    def pgn(self) -> str:
        """Write the arrow as in the PGN comments [%csl ...] and [%cal ...].

        Colours other than red, yellow and blue are written as green.

        >>> Arrow(12, 28, color="red").pgn(), Arrow(12, 12, color="#123456").pgn()
        ('Re2e4', 'Ge2')
        """
        letter = _ARROW_LETTERS.get(self.color, "G")
        head = "" if self.head == self.tail else SQUARE_NAMES[self.head]
        return letter + SQUARE_NAMES[self.tail] + head

    @classmethod
    def from_pgn(cls, pgn: str) -> Arrow:
        """Read an arrow in the notation of `pgn`; without a letter it is green.

        >>> Arrow.from_pgn("Ya2h2"), Arrow.from_pgn("a1")
        (Arrow(A2, H2, color='yellow'), Arrow(A1, A1, color='green'))
        >>> Arrow.from_pgn("Xa1")
        Traceback (most recent call last):
        ...
        ValueError: squares are named a1 to h8, not 'Xa'
        """
        color = _ARROW_COLORS.get(pgn[:1])
        squares = pgn if color is None else pgn[1:]
        tail = parse_square(squares[:2])
        head = parse_square(squares[2:]) if len(squares) > 2 else tail
        return cls(tail, head, color=color or "green")

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        tail, head = SQUARE_NAMES[self.tail].upper(), SQUARE_NAMES[self.head].upper()
        return f"Arrow({tail}, {head}, color={self.color!r})"


def piece(piece: _Piece, size: int | None = None) -> str:
    """Draw a piece.

    >>> "white knight" in piece(kiwipete.Piece.from_symbol("N"), size=45)
    True
    """
    group = piece_group(piece.piece_type, piece.color)
    return SvgWrapper(f"{open_image(SQUARE_SIZE, _size(size))}{group}</svg>")


def board(
    board: _Board | None = None,
    *,
    orientation: Color = WHITE,
    lastmove: _Move | None = None,
    check: Square | None = None,
    arrows: Iterable[Arrow | tuple[Square, Square]] = (),
    fill: Mapping[Square, str] | None = None,
    squares: Bitboard | Iterable[Square] | None = None,
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] | None = None,
    flipped: bool = False,
    borders: bool = False,
    style: str | None = None,
) -> str:
    """Draw a board with its pieces and with marks.

    `board` is anything with `pieces_mask`, or None for no pieces. `orientation`
    is the colour at the bottom, and `flipped` turns that round. `lastmove` and
    `check` highlight a move and a square, `fill` gives squares a colour, and
    `squares` are crossed out. An arrow may be a pair of squares. `size` is the
    number of pixels. `colors` replaces some of DEFAULT_COLORS by any SVG colours;
    #rrggbbaa is a transparent one. `style` is CSS to include; each square has the
    classes `square`, `light` or `dark`, and its name, and each piece its colour
    and name. Values that cannot be drawn raise ValueError, and wrong types raise
    TypeError.

    >>> image = board(check=4, coordinates=False, borders=True)
    >>> 'viewBox="0 0 362 362"' in image, 'class="square dark e1"' in image
    (True, True)
    """
    if orientation not in (True, False):
        raise ValueError(f"orientation is WHITE or BLACK, not {orientation!r}")
    palette = {**DEFAULT_COLORS, **_paints(colors or {}, "colors")}
    white_below = bool(orientation) != bool(flipped)
    canvas = Canvas(palette, white_below=white_below, coordinates=coordinates, borders=borders)
    canvas.draw_frame()
    canvas.draw_squares(_ends(lastmove) if lastmove else [], _fill(fill or {}))
    if check is not None:
        canvas.draw_check(_square(check, "check"))
    if board is not None:
        canvas.draw_pieces(board.pieces_mask)
    if squares is not None:
        canvas.draw_crosses(_square_list(squares))
    for arrow in arrows:
        tail, head, color = _arrow_parts(arrow)
        canvas.draw_arrow(tail, head, palette.get(f"arrow {color}", color))
    return SvgWrapper(canvas.image(_size(size), _style(style)))


def _square(square: Square, what: str) -> Square:
    """Return a square after checking it."""
    if isinstance(square, int) and 0 <= square < 64:
        return square
    error = ValueError if isinstance(square, int) else TypeError
    raise error(f"{what} is a square from 0 to 63, not {square!r}")


def _size(size: int | None) -> int | None:
    if size is None or (isinstance(size, int | float) and 0 <= size < inf):
        return size
    error = ValueError if isinstance(size, int | float) else TypeError
    raise error(f"size is a number of pixels, not {size!r}")


def _paints(colors: Mapping[_Key, str], what: str) -> Mapping[_Key, str]:
    """Return colours after checking that all can be drawn."""
    for color in colors.values():
        _paint(color, what)
    return colors


def _paint(color: str, what: str) -> str:
    """Return a colour after checking it; only hexadecimal ones can be checked."""
    if not isinstance(color, str):
        raise TypeError(f"{what}: a colour is text such as '#1f7a3ab0' or 'red', not {color!r}")
    digits = color[1:]
    if color[:1] == "#" and not all(digit in _HEX for digit in digits):
        raise ValueError(f"{what}: {color!r} is not a hexadecimal colour")
    return _writable(color, what)


def _style(style: str | None) -> str | None:
    if style is None:
        return None
    if not isinstance(style, str):
        raise TypeError(f"style is CSS as text, not {style!r}")
    return _writable(style, "style")


def _writable(text: str, what: str) -> str:
    """Return text after checking that XML can represent it, as most control characters cannot."""
    found = _NOT_XML.search(text)
    if found:
        raise ValueError(f"{what}: XML cannot represent the character {found[0]!r} of {text!r}")
    return text


def _fill(fill: Mapping[Square, str]) -> Mapping[Square, str]:
    for square in fill:
        _square(square, "a key of fill")
    return _paints(fill, "fill")


def _ends(move: _Move) -> list[Square]:
    try:
        ends = [move.from_square, move.to_square]
    except AttributeError:
        raise TypeError(f"lastmove is a move, not {move!r}") from None
    return [_square(square, "an end of lastmove") for square in ends]


def _arrow_parts(arrow: Arrow | tuple[Square, Square]) -> tuple[Square, Square, str]:
    """Return tail, head and colour of an arrow or a pair of squares."""
    if not isinstance(arrow, Arrow):
        try:
            tail, head = arrow
        except (TypeError, ValueError) as error:
            raise type(error)(f"an arrow is an Arrow or two squares, not {arrow!r}") from None
        arrow = Arrow(tail, head)
    _square(arrow.tail, "the tail of an arrow")
    _square(arrow.head, "the head of an arrow")
    return arrow.tail, arrow.head, _paint(arrow.color, "the color of an arrow")


def _square_list(squares: Bitboard | Iterable[Square]) -> list[Square]:
    """Return the squares of a set given as bits or one by one."""
    if isinstance(squares, int):
        if not 0 <= squares <= BB_ALL:
            raise ValueError(f"squares is a set of 64 bits, not {squares!r}")
        return list(scan_forward(squares))
    mask = BB_EMPTY
    for square in squares:
        mask |= BB_SQUARES[_square(square, "each of squares")]
    return list(scan_forward(mask))
