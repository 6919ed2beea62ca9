"""Visitors that write games as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from kiwipete._core.pgn import write_moves
from kiwipete.board import Board
from kiwipete.pgn.visitors import SKIP, BaseVisitor, SkipType
from kiwipete.squares import WHITE

if TYPE_CHECKING:
    from kiwipete.board import Move
    from kiwipete.pgn.nodes import ChildNode

__all__ = ["FileExporter", "StringExporter", "StringExporterMixin"]


class StringExporterMixin:
    """The shared part of the exporters: puts tokens into lines."""

    def __init__(
        self,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations
        self.found_headers = False
        self.force_movenumber = True
        self.lines: list[str] = []
        self.current_line = ""
        self.variation_depth = 0

    def flush_current_line(self) -> None:
        """End the current line."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Write a token, on a new line if this one has no room for it."""
        if self.columns is not None and self.columns - len(self.current_line) < len(token):
            self.flush_current_line()
        self.current_line += token

    def write_line(self, line: str = "") -> None:
        """Write a whole line."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def take_lines(self, lines: list[str], rest: str) -> None:
        """Take over whole lines, and the beginning of another one."""
        self.lines.extend(lines)
        self.current_line = rest

    def begin_headers(self) -> None:
        """Write nothing yet."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Write a tag."""
        if self.headers:
            self.found_headers = True
            self.write_line(f'[{tagname} "{tagvalue}"]')

    def end_headers(self) -> None:
        """Write a blank line after the tags."""
        if self.found_headers:
            self.write_line()

    def begin_variation(self) -> SkipType | None:
        """Write a bracket, or skip the variation."""
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self) -> None:
        """Write a bracket."""
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def _is_written(self) -> bool:
        return self.variations or not self.variation_depth

    def visit_comment(self, comment: str) -> None:
        """Write a comment."""
        if self.comments and self._is_written():
            self.write_token("{ " + comment.replace("}", "").strip() + " } ")
            self.force_movenumber = True

    def visit_nag(self, nag: int) -> None:
        """Write a glyph."""
        if self.comments and self._is_written():
            self.write_token(f"${nag} ")

    def visit_move(self, board: Board, move: Move) -> None:
        """Write a move, with its number where it needs one."""
        if self._is_written():
            if board.turn == WHITE:
                self.write_token(f"{board.fullmove_number}. ")
            elif self.force_movenumber:
                self.write_token(f"{board.fullmove_number}... ")
            self.write_token(board.san(move) + " ")
            self.force_movenumber = False

    def visit_result(self, result: str) -> None:
        """Write the result."""
        self.write_token(result + " ")

    def end_game(self) -> None:
        """Write a blank line."""
        self.write_line()


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """Writes a game as a string, without line breaks at its end.

    Lines of moves have at most `columns` characters; None puts them all on one
    line. Tags and comments are never broken.

    >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 {best} e5 (1... c5) 2. Nf3 *"))
    >>> print(game.accept(StringExporter(columns=16, headers=False, comments=False)))
    1. e4 e5 ( 1...
    c5 ) 2. Nf3 *
    """

    def result(self) -> str:
        """Return what has been written."""
        if self.current_line:
            return "\n".join([*self.lines, self.current_line.rstrip()]).rstrip()
        return "\n".join(self.lines).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    r"""Writes games to a text file, each followed by a blank line.

    >>> file = io.StringIO()
    >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *"))
    >>> game.accept(FileExporter(file, headers=False))  # characters written
    12
    >>> file.getvalue()
    '1. e4 e5 *\n\n'
    """

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle

    def begin_game(self) -> None:
        """Count the characters of a game."""
        self.written = 0

    def flush_current_line(self) -> None:
        """End the current line."""
        if self.current_line:
            self.written += self.handle.write(self.current_line.rstrip())
            self.written += self.handle.write("\n")
        self.current_line = ""

    def write_line(self, line: str = "") -> None:
        """Write a whole line."""
        self.flush_current_line()
        self.written += self.handle.write(line.rstrip())
        self.written += self.handle.write("\n")

    def take_lines(self, lines: list[str], rest: str) -> None:
        """Take over whole lines, and the beginning of another one."""
        if lines:
            self.written += self.handle.write("\n".join(lines) + "\n")
        self.current_line = rest

    def result(self) -> int:
        """Return how many characters the last game has taken."""
        return self.written

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x}>"

    def __str__(self) -> str:
        return repr(self)


def write_quickly(
    visitor: object, node: ChildNode, board: Board, *, sidelines: bool, all_sidelines: bool
) -> bool:
    """Write a node and all that follows with the compiled writer; return False if it cannot."""
    if type(visitor) is not StringExporter and type(visitor) is not FileExporter:
        return False
    if type(board) is not Board or visitor.variation_depth:
        return False
    lines, rest, visitor.force_movenumber = write_moves(
        node,
        board,
        sidelines=sidelines,
        columns=visitor.columns,
        comments=visitor.comments,
        variations=visitor.variations and all_sidelines,
        begun=visitor.current_line,
        numbered=visitor.force_movenumber,
    )
    visitor.take_lines(lines, rest)
    return True
