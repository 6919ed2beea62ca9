"""Write the drawings of the board in the browser, from those of `kiwipete.svg`.

    python tools/write_board_pieces.py           write src/kiwipete/web/board/pieces.js
    python tools/write_board_pieces.py --print   print it

Run it when a piece or a colour has changed; a test compares the two.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from kiwipete.squares import BLACK, WHITE, piece_symbol
from kiwipete.svg import DEFAULT_COLORS
from kiwipete.svg_canvas import DETAILS, DOTS, OUTLINES, PAINTS

TARGET = Path(__file__).resolve().parent.parent / "src/kiwipete/web/board/pieces.js"


def module() -> str:
    """Return the text of the module."""
    shades = ("light", "dark", "light lastmove", "dark lastmove")
    arrows = {
        name.removeprefix("arrow "): color
        for name, color in DEFAULT_COLORS.items()
        if name.startswith("arrow ")
    }
    paths = {
        name: {piece_symbol(kind): path for kind, path in table.items()}
        for name, table in (("OUTLINES", OUTLINES), ("DETAILS", DETAILS), ("DOTS", DOTS))
    }
    return "".join(
        [
            "// The pieces and colours of kiwipete.svg, from tools/write_board_pieces.py.\n",
            constant("SQUARES", [DEFAULT_COLORS[f"square {shade}"] for shade in shades]),
            constant("ARROWS", arrows),
            constant("PAINTS", {"white": PAINTS[WHITE], "black": PAINTS[BLACK]}),
            *(constant(name, table) for name, table in paths.items()),
        ]
    )


def constant(name: str, value: list[str] | dict[str, str] | dict[str, tuple[str, str, str]]) -> str:
    """Return the text of an exported constant, with one line for each entry of a dictionary."""
    if isinstance(value, list):
        return f"\nexport const {name} = {json.dumps(value)};\n"
    entries = "".join(f"  {key}: {json.dumps(entry)},\n" for key, entry in value.items())
    return f"\nexport const {name} = {{\n{entries}}};\n"


def main() -> int:
    """Write or print the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--print", action="store_true", help="print it instead")
    if parser.parse_args().print:
        print(module(), end="")
    else:
        TARGET.write_text(module(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
