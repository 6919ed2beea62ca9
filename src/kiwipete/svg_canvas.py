"""Canvas: places the squares, pieces and marks of an SVG board, and writes the text."""

from __future__ import annotations

from math import hypot

from kiwipete.bitboards import BB_DARK_SQUARES, BB_SQUARES, scan_forward
from kiwipete.squares import (
    BISHOP,
    BLACK,
    COLOR_NAMES,
    COLORS,
    FILE_NAMES,
    KING,
    KNIGHT,
    PAWN,
    PIECE_TYPES,
    QUEEN,
    RANK_NAMES,
    ROOK,
    SQUARE_NAMES,
    SQUARES,
    WHITE,
    Bitboard,
    Color,
    PieceType,
    Square,
    piece_name,
    piece_symbol,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

__all__ = [
    "CHECK_GRADIENT",
    "CROSS",
    "DETAILS",
    "DOTS",
    "GLYPHS",
    "MARGIN",
    "OUTLINES",
    "PAINTS",
    "SQUARE_SIZE",
    "Canvas",
    "open_image",
    "piece_group",
]

SQUARE_SIZE = 45
MARGIN = 15

# An arrow: half the width of its shaft and of its head, the length of its head, and the distance
# of its ends from the middle of their squares.
_SHAFT, _BARB, _HEAD, _TAIL_GAP, _TIP_GAP = 4.0, 11.5, 20.0, 9.0, 2.0


class Canvas:
    """An image of a board being drawn, from bottom to top; `image` returns it.

    >>> from kiwipete.svg import DEFAULT_COLORS
    >>> canvas = Canvas(DEFAULT_COLORS, white_below=True, coordinates=True, borders=False)
    >>> canvas.side, canvas.corner(0), canvas.corner(63)
    (390, (15, 330), (330, 15))
    """

    def __init__(
        self, colors: Mapping[str, str], *, white_below: bool, coordinates: bool, borders: bool
    ) -> None:
        self._colors = colors
        self._white_below = white_below
        self._outer = 1 if borders else 0
        self._margin = MARGIN if coordinates else 0
        self._inner = 1 if borders and coordinates else 0
        self._origin = self._outer + self._margin + self._inner
        self.side = 8 * SQUARE_SIZE + 2 * self._origin
        self._letters = ""
        self._shapes: list[str] = []
        self._parts: list[str] = []

    def corner(self, square: Square) -> tuple[int, int]:
        """Return the upper left corner of a square.

        >>> canvas = Canvas({}, white_below=False, coordinates=False, borders=False)
        >>> canvas.corner(0)
        (315, 0)
        """
        column, row = square & 7, square >> 3
        if self._white_below:
            row = 7 - row
        else:
            column = 7 - column
        return self._origin + column * SQUARE_SIZE, self._origin + row * SQUARE_SIZE

    def image(self, size: int | None, style: str | None) -> str:
        """Return the whole image.

        >>> canvas = Canvas({}, white_below=True, coordinates=False, borders=False)
        >>> canvas.image(400, ".check {}").endswith('height="400"><style>.check {}</style></svg>')
        True
        """
        style_text = f"<style>{_escape(style)}</style>" if style else ""
        shapes = f"<defs>{''.join(self._shapes)}</defs>" if self._shapes else ""
        head = open_image(self.side, size) + style_text + self._letters + shapes
        return f"{head}{''.join(self._parts)}</svg>"

    def draw_frame(self) -> None:
        """Draw the borders and the margin with its coordinates.

        >>> canvas = Canvas({}, white_below=True, coordinates=False, borders=False)
        >>> canvas.draw_frame()  # neither is wanted
        """
        if self._outer:
            self._draw_ring("outer border", 0, self._outer)
        if self._margin:
            self._draw_ring("margin", self._outer, self._margin)
        if self._inner:
            self._draw_ring("inner border", self._outer + self._margin, self._inner)
        if self._margin:
            self._draw_coordinates()

    def _draw_ring(self, name: str, inset: int, width: int) -> None:
        """Draw a frame of some width around the board."""
        start = inset + width / 2
        paint = _paint("stroke", self._colors[name])
        self._parts.append(
            f'<rect x="{start:g}" y="{start:g}" width="{self.side - 2 * start:g}"'
            f' height="{self.side - 2 * start:g}" fill="none" {paint} stroke-width="{width}"/>'
        )

    def _draw_coordinates(self) -> None:
        """Name the files above and below the board, the ranks left and right."""
        near = self._outer + self._margin / 2
        far = self.side - near
        paint = _paint("stroke", self._colors["coord"])
        self._parts.append(f'<g fill="none" {paint} stroke-width="1.4" stroke-linecap="round"')
        self._parts.append(' stroke-linejoin="round">')
        for index in range(8):
            x, y = (corner + SQUARE_SIZE / 2 for corner in self.corner(9 * index))
            for margin in (near, far):
                self._draw_glyph(FILE_NAMES[index], x, margin)
                self._draw_glyph(RANK_NAMES[index], margin, y)
        self._parts.append("</g>")

    def _draw_glyph(self, name: str, x: float, y: float) -> None:
        """Draw a letter or a digit, in a box of 6 by 9, around a point."""
        self._parts.append(
            f'<path d="{GLYPHS[name]}" transform="translate({x - 3 * 0.85:g},{y - 4.5 * 0.85:g})'
            ' scale(.85)"/>'
        )

    def draw_squares(self, moved: Collection[Square], fill: Mapping[Square, str]) -> None:
        """Draw the squares; those of the last move have their own colours, and some are filled.

        >>> from kiwipete.svg import DEFAULT_COLORS
        >>> canvas = Canvas(DEFAULT_COLORS, white_below=True, coordinates=False, borders=False)
        >>> canvas.draw_squares([12, 28], {0: "#ff000080"})
        >>> 'class="square light lastmove e4"' in canvas.image(None, None)
        True
        """
        for square in SQUARES:
            name = "square dark" if BB_SQUARES[square] & BB_DARK_SQUARES else "square light"
            if square in moved:
                name += " lastmove"
            self._draw_square(square, self._colors[name], f"{name} {SQUARE_NAMES[square]}")
            if square in fill:
                self._draw_square(square, fill[square], "fill")

    def _draw_square(self, square: Square, color: str, classes: str) -> None:
        """Cover a square with a colour."""
        x, y = self.corner(square)
        self._parts.append(
            f'<rect x="{x}" y="{y}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}"'
            f' class="{classes}" {_paint("fill", color)}/>'
        )

    def draw_check(self, square: Square) -> None:
        """Draw a red glow on a square.

        >>> canvas = Canvas({}, white_below=True, coordinates=False, borders=False)
        >>> canvas.draw_check(4)
        >>> 'class="check"' in canvas.image(None, None)
        True
        """
        self._shapes.append(CHECK_GRADIENT)
        self._draw_square(square, "url(#check_gradient)", "check")

    def draw_pieces(self, pieces_mask: Callable[[PieceType, Color], Bitboard]) -> None:
        """Draw the pieces, and describe the board in letters for screen readers.

        >>> canvas = Canvas({}, white_below=True, coordinates=False, borders=False)
        >>> canvas.draw_pieces(lambda piece_type, color: 1 if piece_type == 5 and color else 0)
        >>> "#white-queen" in canvas.image(None, None)
        True
        """
        letters = ["."] * 64
        for color in COLORS:
            for piece_type in PIECE_TYPES:
                letter = piece_symbol(piece_type)
                squares = list(scan_forward(pieces_mask(piece_type, color)))
                for square in squares:
                    letters[square] = letter.upper() if color else letter
                    self._draw_copy(f"{COLOR_NAMES[color]}-{piece_name(piece_type)}", square)
                if squares:
                    self._shapes.append(piece_group(piece_type, color))
        ranks = (" ".join(letters[start : start + 8]) for start in range(56, -1, -8))
        self._letters = "<desc><pre>{}</pre></desc>".format("\n".join(ranks))

    def draw_crosses(self, squares: Collection[Square]) -> None:
        """Cross squares out.

        >>> canvas = Canvas({}, white_below=True, coordinates=False, borders=False)
        >>> canvas.draw_crosses([4])
        >>> 'href="#xx"' in canvas.image(None, None)
        True
        """
        if squares:
            self._shapes.append(CROSS)
        for square in squares:
            self._draw_copy("xx", square)

    def _draw_copy(self, name: str, square: Square) -> None:
        """Put a shape of the definitions on a square."""
        x, y = self.corner(square)
        self._parts.append(
            f'<use href="#{name}" xlink:href="#{name}" transform="translate({x},{y})"/>'
        )

    def draw_arrow(self, tail: Square, head: Square, color: str) -> None:
        """Draw an arrow, or a circle if both ends are the same square.

        >>> canvas = Canvas({}, white_below=True, coordinates=False, borders=False)
        >>> canvas.draw_arrow(12, 28, "red")
        >>> canvas.draw_arrow(12, 12, "red")
        >>> image = canvas.image(None, None)
        >>> image.count('class="arrow"'), image.count('class="circle"')  # an arrow has two parts
        (2, 1)
        """
        x1, y1 = (corner + SQUARE_SIZE / 2 for corner in self.corner(tail))
        x2, y2 = (corner + SQUARE_SIZE / 2 for corner in self.corner(head))
        if tail == head:
            self._parts.append(
                f'<circle cx="{x1:g}" cy="{y1:g}" r="20" fill="none" stroke-width="4"'
                f' {_paint("stroke", color)} class="circle"/>'
            )
            return
        self._parts += _arrow_parts(x1, y1, x2, y2, color)


def open_image(side: int, size: int | None) -> str:
    """Return the opening tag of a square image that is `side` units and `size` pixels wide.

    >>> open_image(45, 90).endswith('viewBox="0 0 45 45" width="90" height="90">')
    True
    """
    pixels = "" if size is None else f' width="{size}" height="{size}"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="0 0 {side} {side}"{pixels}>'
    )


def _arrow_parts(x1: float, y1: float, x2: float, y2: float, color: str) -> list[str]:
    """Draw a shaft and a head that do not overlap, because colours may be transparent."""
    length = hypot(x2 - x1, y2 - y1)
    right, down = (x2 - x1) / length, (y2 - y1) / length
    tip = length - _TIP_GAP
    base = tip - _HEAD

    def point(ahead: float, aside: float) -> tuple[float, float]:
        return x1 + ahead * right - aside * down, y1 + ahead * down + aside * right

    (tail_x, tail_y), (base_x, base_y) = point(_TAIL_GAP, 0), point(base, 0)
    corners = " ".join(
        f"{x:g},{y:g}" for x, y in (point(tip, 0), point(base, _BARB), point(base, -_BARB))
    )
    return [
        f'<line x1="{tail_x:g}" y1="{tail_y:g}" x2="{base_x:g}" y2="{base_y:g}"'
        f' {_paint("stroke", color)} stroke-width="{2 * _SHAFT:g}" class="arrow"/>',
        f'<polygon points="{corners}" {_paint("fill", color)} class="arrow"/>',
    ]


def _paint(attribute: str, color: str) -> str:
    """Write a colour as an attribute, with the last two of eight digits as opacity."""
    if len(color) == 9 and color.startswith("#"):
        return f'{attribute}="{_escape(color[:7])}" opacity="{int(color[7:], 16) / 255:.3g}"'
    return f'{attribute}="{_escape(color)}"'


def _escape(text: str) -> str:
    """Make text safe inside elements and attributes."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return text.replace("]]>", "]]&gt;")


# The shapes: six pieces, the letters and digits of the margin, and marks. A piece lives in a box
# of 45 by 45 and stands on y = 39.5. The letters and digits are single strokes in a box of 6 by
# 9, so that no font is needed.

# The outline of each piece, clockwise or anticlockwise.
OUTLINES: dict[PieceType, str] = {
    PAWN: "M22.5 8.5A5.2 5.2 0 0 1 25.7 17.8C27.3 18.5 28.7 19.3 28.7 20.4"
    "C28.7 21.4 27.5 21.7 25.8 21.7C25.9 26.5 27.3 30 30.2 32.4C32 33.9 33 35.4 33 37.6V39.5"
    "H12V37.6C12 35.4 13 33.9 14.8 32.4C17.7 30 19.1 26.5 19.2 21.7"
    "C17.5 21.7 16.3 21.4 16.3 20.4C16.3 19.3 17.7 18.5 19.3 17.8A5.2 5.2 0 0 1 22.5 8.5Z",
    KNIGHT: "M10 39.5H35V37.4C35 36.4 34.7 35.6 34.3 34.9C35.2 26.5 33.8 18.2 28.6 13.6"
    "C27.7 12.8 26.8 12.2 25.8 11.8L24.6 6.8L21.4 10.2C17.6 11.4 15.6 14.2 14.5 17.2"
    "C12.9 20.2 9.8 22.6 8.4 25C7.4 27 8 29.4 10 30.1C11.3 30.6 12.4 29.9 13.4 28.9"
    "C15.5 27.4 18.2 27.4 20.6 25.2C20.6 29.4 13.4 30.8 11.2 35.2C10.4 35.8 10 36.6 10 37.4Z",
    BISHOP: "M22.5 5A2.3 2.3 0 0 1 24 9C27.6 11.8 30.2 15.8 30.2 19.6"
    "C30.2 22.6 28.8 24.8 26.9 26.6C27.4 30 29.4 32 32 33.4C34 34.9 35 36 35 37.8V39.5"
    "H10V37.8C10 36 11 34.9 13 33.4C15.6 32 17.6 30 18.1 26.6"
    "C16.2 24.8 14.8 22.6 14.8 19.6C14.8 15.8 17.4 11.8 21 9A2.3 2.3 0 0 1 22.5 5Z",
    ROOK: "M25.4 9V12H28.6V9H33V14.6L29.6 17.8C29.6 24 29.8 28 31.2 31.2"
    "C31.9 32.7 32.7 33.6 33.4 34.2C34 34.9 35 36 35 37.8V39.5"
    "H10V37.8C10 36 11 34.9 11.6 34.2C12.3 33.6 13.1 32.7 13.8 31.2"
    "C15.2 28 15.4 24 15.4 17.8L12 14.6V9H16.4V12H19.6V9Z",
    QUEEN: "M22.5 9.6L26 20.2L31 12.2L32 21.6L38.2 16.6L32.2 28.2"
    "C31.6 30.4 32.2 32.6 33.2 34C34 34.9 35 36 35 37.8V39.5"
    "H10V37.8C10 36 11 34.9 11.8 34C12.8 32.6 13.4 30.4 12.8 28.2"
    "L6.8 16.6L13 21.6L14 12.2L19 20.2Z"
    "M20.3 7.4a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0Z"
    "M11.4 10.1a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0Z"
    "M29.2 10.1a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0Z"
    "M3.8 14.8a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0Z"
    "M36.8 14.8a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0Z",
    KING: "M21 4H24V6.4H26.4V9.4H24V12.6C25.2 13.2 26 14.4 26.2 15.8"
    "C29.8 13 37.6 13.2 37.6 19.8C37.6 23.4 34.2 25.6 32.4 28.4"
    "C31.6 30.4 32.2 32.6 33.2 34C34 34.9 35 36 35 37.8V39.5"
    "H10V37.8C10 36 11 34.9 11.8 34C12.8 32.6 13.4 30.4 12.6 28.4"
    "C10.8 25.6 7.4 23.4 7.4 19.8C7.4 13.2 15.2 13 18.8 15.8"
    "C19 14.4 19.8 13.2 21 12.6V9.4H18.6V6.4H21Z",
}

# The lines inside each piece.
DETAILS: dict[PieceType, str] = {
    PAWN: "M13.6 35.6H31.4",
    KNIGHT: "M27.6 16C31 20.3 31.9 26 31.4 32M11.9 35.6H33.1",
    BISHOP: "M18.6 26.6H26.4M26.4 13.4L21.4 19.4M11.9 35.6H33.1",
    ROOK: "M15.9 17.8H29.1M14.4 31H30.6M11.9 35.6H33.1",
    QUEEN: "M13.2 28.2C19 26.4 26 26.4 31.8 28.2M11.9 35.6H33.1",
    KING: "M22.5 24.6C22.4 20.6 21.4 17.6 18.8 15.8M22.5 24.6C22.6 20.6 23.6 17.6 26.2 15.8"
    "M13 28.4C19 26.6 26 26.6 32 28.4M11.9 35.6H33.1",
}

# The knight's eye and nostril.
DOTS: dict[PieceType, str] = {
    KNIGHT: "M16.6 17.2a1.2 1.5 20 1 1 2.4 .4a1.2 1.5 20 1 1-2.4-.4Z"
    "M10.2 25.6a.7 .9 30 1 1 1.3 .6a.7 .9 30 1 1-1.3-.6Z",
}

# Body, outline and details of each colour.
PAINTS: dict[Color, tuple[str, str, str]] = {
    WHITE: ("#fbfaf5", "#2b2d2f", "#2b2d2f"),
    BLACK: ("#3a3d40", "#1d1f20", "#eceae2"),
}

GLYPHS: dict[str, str] = {
    "a": "M6 3V9M6 6a3 3 0 1 1-6 0a3 3 0 1 1 6 0",
    "b": "M0 0V9M0 6a3 3 0 1 1 6 0a3 3 0 1 1-6 0",
    "c": "M5.3 4A3 3 0 1 0 5.3 8",
    "d": "M6 0V9M6 6a3 3 0 1 1-6 0a3 3 0 1 1 6 0",
    "e": "M0 6H6A3 3 0 1 0 5.3 8",
    "f": "M5 .3C3-.4 2 .8 2 2.2V9M0 3.4H4.4",
    "g": "M6 3V9A3 3 0 0 1 .6 10.6M6 6a3 3 0 1 1-6 0a3 3 0 1 1 6 0",
    "h": "M.3 0V9M.3 6.2C.3 2 5.7 2 5.7 6V9",
    "1": "M1.2 2L3.4 .2V9",
    "2": "M.6 2.4C.8-.7 5.4-.7 5.4 2.4C5.4 4.4 2 6.6 .4 9H5.6",
    "3": "M.6 1.4C1.8-.7 5.2-.4 5.2 2.2C5.2 3.8 4 4.3 2.6 4.3C4.2 4.3 5.6 5 5.6 6.6"
    "C5.6 9.5 1.6 9.9 .4 7.6",
    "4": "M4.4 9V0L.2 6.4H6",
    "5": "M5.2 .2H1.2L.8 4.2C2.4 3 5.6 3.2 5.6 6C5.6 9.2 1.8 9.8 .4 7.8",
    "6": "M4.6 .2C2 1.4 .4 3.6 .4 6.2A2.6 2.7 0 1 0 5.6 6.2A2.6 2.7 0 1 0 .4 6.2",
    "7": "M.4 .2H5.6L2.2 9",
    "8": "M3 4.2A2.1 2.1 0 1 1 3 0A2.1 2.1 0 1 1 3 4.2A2.4 2.4 0 1 0 3 9A2.4 2.4 0 1 0 3 4.2",
}

CROSS = (
    '<g id="xx" fill="none" stroke-linecap="round">'
    '<path d="M12 12L33 33M33 12L12 33" stroke="#fff" stroke-width="5.5"/>'
    '<path d="M12 12L33 33M33 12L12 33" stroke="#1d1f20" stroke-width="3.2"/></g>'
)

CHECK_GRADIENT = (
    '<radialGradient id="check_gradient"><stop offset="0.1" stop-color="#ff2a1a"/>'
    '<stop offset="0.55" stop-color="#e02214" stop-opacity="0.85"/>'
    '<stop offset="1" stop-color="#b01008" stop-opacity="0"/></radialGradient>'
)


def piece_group(piece_type: PieceType, color: Color) -> str:
    """Return an SVG group with one piece, with an id and classes like "white knight".

    >>> piece_group(KNIGHT, WHITE)[:44]
    '<g id="white-knight" class="white knight" fi'
    """
    color_name, name = COLOR_NAMES[bool(color)], piece_name(piece_type)
    body, line, detail = PAINTS[bool(color)]
    parts = [
        f'<g id="{color_name}-{name}" class="{color_name} {name}" fill="{body}" stroke="{line}"'
        ' stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">',
        f'<path d="{OUTLINES[piece_type]}"/>',
        f'<path d="{DETAILS[piece_type]}" fill="none" stroke="{detail}" stroke-width="1.25"/>',
    ]
    if piece_type in DOTS:
        parts.append(f'<path d="{DOTS[piece_type]}" fill="{detail}" stroke="none"/>')
    return "".join([*parts, "</g>"])
