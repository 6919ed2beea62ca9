"""Write the drawings of the board in the browser, from those of `kiwipete.svg`.

    python tools/write_board_pieces.py           write src/kiwipete/web/board/pieces.js
    python tools/write_board_pieces.py --print   print it

Run it when a piece or a colour has changed; a test compares the two.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from kiwipete.squares import BLACK, WHITE, piece_symbol
from kiwipete.svg import DEFAULT_COLORS
from kiwipete.svg_canvas import DETAILS, DOTS, OUTLINES, PAINTS

TARGET = Path(__file__).resolve().parent.parent / "src/kiwipete/web/board/pieces.js"


def module() -> str:
    """Return the text of the module."""
    tables: dict[str, Mapping[str, object]] = {
        "COLORS": DEFAULT_COLORS,
        "PAINTS": {"white": PAINTS[WHITE], "black": PAINTS[BLACK]},
        **{
            name: {piece_symbol(kind): path for kind, path in paths.items()}
            for name, paths in (("OUTLINES", OUTLINES), ("DETAILS", DETAILS), ("DOTS", DOTS))
        },
    }
    head = (
        "// The pieces and colours of kiwipete.svg. tools/write_board_pieces.py writes this file.\n"
    )
    return head + "".join(line for item in tables.items() for line in lines(*item))


def lines(name: str, table: Mapping[str, object]) -> Iterator[str]:
    """Yield the lines of one exported object."""
    yield f"\nexport const {name} = {{\n"
    for key, value in table.items():
        yield f"  {json.dumps(key)}: {json.dumps(value)},\n"
    yield "};\n"


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
