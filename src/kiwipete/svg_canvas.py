"""Canvas: places the squares, pieces and marks of an SVG board, and writes the text."""

from __future__ import annotations

from math import hypot

from kiwipete.bitboards import BB_DARK_SQUARES, BB_SQUARES, scan_forward
from kiwipete.squares import (
    COLOR_NAMES,
    COLORS,
    FILE_NAMES,
    PIECE_TYPES,
    RANK_NAMES,
    SQUARE_NAMES,
    SQUARES,
    Bitboard,
    Color,
    PieceType,
    Square,
    piece_name,
    piece_symbol,
)
from kiwipete.svg_shapes import CHECK_GRADIENT, CROSS, GLYPHS, piece_group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

__all__ = ["MARGIN", "SQUARE_SIZE", "Canvas", "open_image"]

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
