"""Draw what a command prints in a terminal as SVG.

This made docs/hunt.svg:

    python tools/terminal_svg.py docs/hunt.svg \
        kiwipete hunt --fen position3 -- python tests/support/buggy_engine en-passant-pin

The command runs in a pseudo-terminal, 100 columns wide. Colours and bold type are kept;
chess pieces are drawn with Kiwipete's shapes, so that no font needs them.
"""

from __future__ import annotations

import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from kiwipete.svg_canvas import piece_group

COLUMNS = 100
WIDTH, HEIGHT = 8.4, 18  # of a character
MARGIN, BAR = 16, 30
PAPER, INK, PROMPT = "#1b1d23", "#d6d9e0", "#7aa2f7"
PIECES = dict(zip("♟♞♝♜♛♚", range(1, 7), strict=True))
NAMED = {"31": "#ff6b6b", "32": "#8fd47f"}
# The few of the 256 colours that the board is painted with.
INDEXED = {
    "16": "#000000", "60": "#5f5f87", "94": "#875f00", "103": "#8787af", "136": "#af8700",
    "160": "#d70000", "231": "#ffffff",
}  # fmt: skip


class Style(NamedTuple):
    """How text looks."""

    ink: str = INK
    paper: str | None = None
    bold: bool = False
    dim: bool = False


def after(style: Style, codes: str) -> Style:
    """Return the style after an escape sequence."""
    words = (codes or "0").split(";")
    while words:
        word = words.pop(0)
        if word == "0":
            style = Style()
        elif word == "1":
            style = style._replace(bold=True)
        elif word == "2":
            style = style._replace(dim=True)
        elif word in ("38", "48"):
            colour = INDEXED[words[1]]
            style = style._replace(**{"ink" if word == "38" else "paper": colour})
            words = words[2:]
        else:
            style = style._replace(ink=NAMED[word])
    return style


def runs(line: str) -> Iterator[tuple[str, Style]]:
    """Split a line into pieces of one style."""
    style = Style()
    parts = re.split(r"\033\[([\d;]*)m", line)
    for number, part in enumerate(parts):
        if number % 2:
            style = after(style, part)
        elif part:
            yield part, style


def wrapped(line: str) -> Iterator[list[tuple[str, Style]]]:
    """Break a line where the terminal would."""
    row: list[tuple[str, Style]] = []
    room = COLUMNS
    for text, style in runs(line):
        while len(text) > room:
            yield [*row, (text[:room], style)]
            text, row, room = text[room:], [], COLUMNS
        row.append((text, style))
        room -= len(text)
    yield row


def draw_row(row: list[tuple[str, Style]], y: float) -> Iterator[str]:
    """Draw a row of text whose top is at y."""
    x = float(MARGIN)
    for text, style in row:
        width = len(text) * WIDTH
        if style.paper:
            size = f'width="{width:.1f}" height="{HEIGHT}"'
            yield f'<rect x="{x:.1f}" y="{y:g}" {size} fill="{style.paper}"/>'
        shape = PIECES.get(text.strip())
        if shape is not None:
            scale, left = HEIGHT / 45, x + (width - HEIGHT) / 2
            piece = piece_group(shape, style.ink == INDEXED["231"])
            yield f'<g transform="translate({left:.1f} {y:g}) scale({scale:g})">{piece}</g>'
        elif text.strip():
            weight = ' font-weight="bold"' if style.bold else ""
            opacity = ' opacity="0.6"' if style.dim else ""
            yield (
                f'<text x="{x:.1f}" y="{y + 13.5:g}" fill="{style.ink}"{weight}{opacity} '
                f'textLength="{width:.1f}" xml:space="preserve">{escape(text)}</text>'
            )
        x += width


def draw(command: list[str], lines: list[str]) -> str:
    """Draw a window with a command and its output."""
    prompt = [(f"$ {shlex.join(command)}", Style(ink=PROMPT))]
    rows = [prompt, *(row for line in lines for row in wrapped(line))]
    width = 2 * MARGIN + COLUMNS * WIDTH
    height = BAR + len(rows) * HEIGHT + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" '
        'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">',
        f"<title>{escape(shlex.join(command))}</title>",
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}"/>',
    ]
    for number, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        parts.append(f'<circle cx="{MARGIN + 4 + 18 * number}" cy="15" r="5.5" fill="{colour}"/>')
    for number, row in enumerate(rows):
        parts += draw_row(row, BAR + number * HEIGHT)
    return "\n".join([*parts, "</svg>", ""])


def run(command: list[str]) -> list[str]:
    """Run a command in a terminal and return the lines that it prints on stdout."""
    near, far = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS)}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        command, stdout=far, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=environment
    )
    os.close(far)
    printed = b""
    try:
        while chunk := os.read(near, 65536):
            printed += chunk
    except OSError:  # Linux raises this when there is no writer left
        pass
    process.wait()
    return printed.decode().replace("\r\n", "\n").rstrip("\n").split("\n")


def main() -> None:
    """Write the picture of a command to a file."""
    file, *command = sys.argv[1:]
    Path(file).write_text(draw(command, run(command)), encoding="utf-8")


if __name__ == "__main__":
    main()
