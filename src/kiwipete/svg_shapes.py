"""The shapes that `svg` draws: six pieces, the letters and digits of the margin, and marks.

A piece lives in a box of 45 by 45 and stands on y = 39.5. The letters and digits
are single strokes in a box of 6 by 9, so that no font is needed.
"""

from __future__ import annotations

from kiwipete.squares import (
    BISHOP,
    BLACK,
    COLOR_NAMES,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    Color,
    PieceType,
    piece_name,
)

__all__ = ["CHECK_GRADIENT", "CROSS", "GLYPHS", "piece_group"]

# The outline of each piece, clockwise or anticlockwise.
_OUTLINES: dict[PieceType, str] = {
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
_DETAILS: dict[PieceType, str] = {
    PAWN: "M13.6 35.6H31.4",
    KNIGHT: "M27.6 16C31 20.3 31.9 26 31.4 32M11.9 35.6H33.1",
    BISHOP: "M18.6 26.6H26.4M26.4 13.4L21.4 19.4M11.9 35.6H33.1",
    ROOK: "M15.9 17.8H29.1M14.4 31H30.6M11.9 35.6H33.1",
    QUEEN: "M13.2 28.2C19 26.4 26 26.4 31.8 28.2M11.9 35.6H33.1",
    KING: "M22.5 24.6C22.4 20.6 21.4 17.6 18.8 15.8M22.5 24.6C22.6 20.6 23.6 17.6 26.2 15.8"
    "M13 28.4C19 26.6 26 26.6 32 28.4M11.9 35.6H33.1",
}

# The knight's eye and nostril.
_DOTS: dict[PieceType, str] = {
    KNIGHT: "M16.6 17.2a1.2 1.5 20 1 1 2.4 .4a1.2 1.5 20 1 1-2.4-.4Z"
    "M10.2 25.6a.7 .9 30 1 1 1.3 .6a.7 .9 30 1 1-1.3-.6Z",
}

# Body, outline and details of each colour.
_PAINTS: dict[Color, tuple[str, str, str]] = {
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
    body, line, detail = _PAINTS[bool(color)]
    parts = [
        f'<g id="{color_name}-{name}" class="{color_name} {name}" fill="{body}" stroke="{line}"'
        ' stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">',
        f'<path d="{_OUTLINES[piece_type]}"/>',
        f'<path d="{_DETAILS[piece_type]}" fill="none" stroke="{detail}" stroke-width="1.25"/>',
    ]
    if piece_type in _DOTS:
        parts.append(f'<path d="{_DOTS[piece_type]}" fill="{detail}" stroke="none"/>')
    return "".join([*parts, "</g>"])
