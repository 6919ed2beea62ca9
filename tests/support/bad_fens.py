"""FEN texts with one fault each, made from good ones, and what must be said of the fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

GOOD = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/8/8/8/8/8/8 b - - 12 345",
)

CASTLING = "castling rights are at most two of KQ or A-H, then two of kq or a-h, or '-'"
EN_PASSANT = "the en passant square is not a square or '-'"
SIDE = "the side to move is not 'w' or 'b'"


@dataclass(frozen=True)
class BadFen:
    """A text, where its fault is, and the fault in words."""

    fen: str
    field: int
    character: int
    reason: str

    @property
    def message(self) -> str:
        where = f" (field {self.field}, character {self.character})" if self.field else ""
        return f"FEN: {self.reason}{where}: {self.fen!r}"


def counted(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def with_field(fen: str, number: int, text: str, offset: int, reason: str) -> BadFen:
    """Replace a field; the fault is at this offset in it."""
    fields = fen.split(" ")
    fields[number - 1] = text
    start = len(" ".join(fields[: number - 1])) + (number > 1)
    return BadFen(" ".join(fields), number, start + offset + 1, reason)


def with_rank(fen: str, index: int, text: str, offset: int, reason: str) -> BadFen:
    """Replace a rank, counted from the eighth; the fault is at this offset in it."""
    ranks = fen.split(" ")[0].split("/")
    ranks[index] = text
    start = len("/".join(ranks[:index])) + (index > 0)
    return with_field(fen, 1, "/".join(ranks), start + offset, reason)


def wrong_field_counts(fen: str) -> Iterator[BadFen]:
    for more, count in ((" 1", 7), ("\t1", 7), (" moves e2e4", 8), (" -" * 20, 26)):
        yield BadFen(fen + more, 0, 0, f"{count} fields instead of 1 to 6")
    for nothing in ("", " ", " \t\n\r\v\f "):
        yield BadFen(nothing, 0, 0, "0 fields instead of 1 to 6")


def wrong_ranks(fen: str) -> Iterator[BadFen]:
    for index, rank in enumerate(fen.split(" ")[0].split("/")):
        number = 8 - index
        for longer, squares in ((rank + "P", 9), (rank + "q7", 16), ("kk" + rank, 10)):
            reason = f"rank {number} has {counted(squares, 'square')}"
            yield with_rank(fen, index, longer, len(longer), reason)
        squares = 8 - (int(rank[-1]) if rank[-1].isdigit() else 1)
        reason = f"rank {number} has {counted(squares, 'square')}"
        yield with_rank(fen, index, rank[:-1], len(rank) - 1, reason)
        reason = f"two numbers side by side in rank {number}"
        yield with_rank(fen, index, "17", 1, reason)
        yield with_rank(fen, index, "P43", 2, reason)


def wrong_pieces(fen: str) -> Iterator[BadFen]:
    for index, rank in enumerate(fen.split(" ")[0].split("/")):
        for letter in "x90X.é\0\x08\x0e\x1c\x85\xa0\u2003\uff11\ud800":
            reason = f"{letter!r} is not a piece or a number of empty squares"
            yield with_rank(fen, index, letter + rank[1:], 0, reason)
        yield with_rank(fen, index, "PP-5", 2, "'-' is not a piece or a number of empty squares")


def wrong_marks(fen: str) -> Iterator[BadFen]:
    """Marks of promoted pieces where there is no piece, or one that has its mark already."""
    reason = "'~' marks a promoted piece, and there is no piece before it"
    for index in range(8):
        for rank, offset in (("~8", 0), ("8~", 1), ("P~~7", 2), ("3~p4", 1), ("Q~1~6", 3)):
            yield with_rank(fen, index, rank, offset, reason)
    yield with_rank(fen, 0, "Q~q~6P~", 7, "rank 8 has 9 squares")


def wrong_rank_counts(fen: str) -> Iterator[BadFen]:
    placement = fen.split(" ")[0]
    for count in range(1, 8):
        text = "/".join(placement.split("/")[:count])
        yield with_field(fen, 1, text, len(text), f"{counted(count, 'rank')} instead of 8")
    for more in ("/8", "/", "/x"):
        yield with_field(fen, 1, placement + more, len(placement), "more than 8 ranks")


def wrong_sides(fen: str) -> Iterator[BadFen]:
    for text in ("W", "B", "x", "-", "1", "é", "\0"):
        yield with_field(fen, 2, text, 0, SIDE)
    for text in ("wb", "bb", "w-", "white", "b\0"):
        yield with_field(fen, 2, text, 1, SIDE)


def wrong_castling(fen: str) -> Iterator[BadFen]:
    for text, offset in (
        ("X", 0), ("i", 0), ("0", 0), ("é", 0), ("\0", 0),
        ("KX", 1), ("-K", 1), ("K-", 1), ("--", 1), ("kK", 1),
        ("kqKQ", 2), ("KQB", 2), ("KQA", 2), ("KQkqb", 4), ("KQkq-", 4), ("KkQ", 2),
    ):  # fmt: skip
        yield with_field(fen, 3, text, offset, CASTLING)
    for text in ("KK", "QQ", "HH", "BB", "kk", "qq", "hh", "bb", "KH", "HK", "kh", "hk"):
        reason = f"castling right {text[1]!r} names a rook that has been named"
        yield with_field(fen, 3, text, 1, reason)
    yield with_field(fen, 3, "KQkk", 3, "castling right 'k' names a rook that has been named")


def wrong_en_passant(fen: str) -> Iterator[BadFen]:
    for text, offset in (
        ("e", 0), ("3", 0), ("e9", 0), ("e0", 0), ("i3", 0), ("33", 0), ("E3", 0), ("é3", 0),
        ("e\0", 0), ("--", 1), ("-3", 1), ("e33", 2), ("e3-", 2), ("e3\0", 2),
    ):  # fmt: skip
        yield with_field(fen, 4, text, offset, EN_PASSANT)


def wrong_numbers(fen: str) -> Iterator[BadFen]:
    for field, name in ((5, "half-move clock"), (6, "full-move number")):
        for text, offset in (
            ("-", 0), ("x", 0), ("-1", 0), ("+1", 0), ("\uff11", 0), ("\u0663", 0), ("1x", 1),
            ("1.5", 1), ("0x1", 1), ("1\0", 1), ("1\x1c", 1), ("99999x", 5),
        ):  # fmt: skip
            yield with_field(fen, field, text, offset, f"the {name} is not a number")
        for text in ("4294967296", "10000000000", "9" * 40):
            yield with_field(fen, field, text, 0, f"the {name} is over 4294967295")


KINDS = (
    wrong_field_counts,
    wrong_ranks,
    wrong_pieces,
    wrong_marks,
    wrong_rank_counts,
    wrong_sides,
    wrong_castling,
    wrong_en_passant,
    wrong_numbers,
)
