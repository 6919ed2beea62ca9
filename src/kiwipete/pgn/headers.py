"""The tags of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, TypeVar

from kiwipete._core.pgn import Tags
from kiwipete.board import Board

if TYPE_CHECKING:
    from typing_extensions import Self

    from kiwipete.pgn.reading import HeadersBuilder

__all__ = ["TAG_NAME_REGEX", "TAG_REGEX", "TAG_ROSTER", "Headers", "HeadersT"]

HeadersT = TypeVar("HeadersT", bound="Headers")

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]

_NAME = "[A-Za-z0-9][A-Za-z0-9_+#=:-]*"
TAG_NAME_REGEX = re.compile(rf"^{_NAME}\Z")
TAG_REGEX = re.compile(rf'^\[({_NAME})\s+"([^\r]*)"\]\s*$')

_UNKNOWN = {"Date": "????.??.??", "Result": "*"}
CHESS960_NAMES = {
    "chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random",
}  # fmt: skip
WILD_NAMES = {
    *(f"wild/{number}" for number in (0, 1, 2, 3, 4, 5, 6, 7, 8)),
    "wild/8a",
}  # fmt: skip


class Headers(Tags, MutableMapping[str, str]):
    """The tags of a game: a mapping with the seven tags of the roster first.

    Without arguments it has the whole roster with unknown values. Names must be
    valid in PGN, and a value must not contain a line break.

    >>> headers = Headers()
    >>> headers["White"] = "Carlsen"
    >>> list(headers.items())[4]
    ('White', 'Carlsen')
    >>> Headers({"FEN": "8/8/8/8/8/8/8/K1k5 w - - 0 1"}).board().turn
    True
    """

    def __init__(
        self,
        data: Mapping[str, str] | Iterable[tuple[str, str]] | None = None,
        **kwargs: str,
    ) -> None:
        self._tags = {}
        if data is None:
            data = {name: _UNKNOWN.get(name, "?") for name in TAG_ROSTER}
        self.update(data, **kwargs)

    def is_chess960(self) -> bool:
        """Return True if the Variant tag is one of the names of Chess960.

        >>> Headers(Variant="Fischerandom").is_chess960()
        True
        """
        return self.get("Variant", "").lower() in CHESS960_NAMES

    def is_wild(self) -> bool:
        """Return True if the Variant tag names a start position of FICS, such as wild/0.

        >>> Headers(Variant="wild/5").is_wild()
        True
        """
        return self.get("Variant", "").lower() in WILD_NAMES

    def variant(self) -> type[Board]:
        """Return the class of board that the game is played on.

        >>> Headers().variant()
        <class 'kiwipete.board.Board'>
        >>> Headers(Variant="Atomic").variant()
        <class 'kiwipete.variant.atomic.AtomicBoard'>
        >>> Headers(Variant="Ludo").variant()
        Traceback (most recent call last):
            ...
        ValueError: unsupported variant: Ludo
        """
        name = self.get("Variant")
        if name is None or self.is_chess960() or self.is_wild():
            return Board
        from kiwipete.variant import find_variant

        try:
            return find_variant(name)
        except ValueError:
            raise ValueError(f"unsupported variant: {name}") from None

    def board(self) -> Board:
        """Return a board with the start position.

        >>> Headers().board() == kiwipete.Board()
        True
        """
        return self._board_of(self.variant())

    def _board_of(self, cls: type[Board]) -> Board:
        if "FEN" not in self._tags:
            return cls(chess960=self.is_chess960())
        board = cls(self._tags["FEN"], chess960=self.is_chess960())
        board.chess960 = board.chess960 or board.has_chess960_castling_rights()
        return board

    @classmethod
    def builder(cls) -> HeadersBuilder[Self]:
        """Return a visitor that collects the tags of a game in this class.

        >>> Headers.builder().result()
        Headers()
        """
        from kiwipete.pgn.reading import HeadersBuilder

        return HeadersBuilder(Headers=cls)

    def copy(self) -> Self:
        """Return an independent copy.

        >>> Headers({"White": "Carlsen"}).copy()
        Headers(White='Carlsen')
        """
        return type(self)(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __getitem__(self, key: str) -> str:
        return self._tags[key]

    def __setitem__(self, key: str, value: str) -> None:
        if not TAG_NAME_REGEX.match(key):
            raise ValueError(f"not the name of a tag: {key!r}")
        if "\n" in value or "\r" in value:
            raise ValueError(f"a line break in the tag {key}: {value!r}")
        self._tags[key] = value

    def __delitem__(self, key: str) -> None:
        del self._tags[key]

    def __iter__(self) -> Iterator[str]:
        tags = self._tags
        return iter(
            [name for name in TAG_ROSTER if name in tags]
            + [name for name in tags if name not in TAG_ROSTER]
        )

    def __len__(self) -> int:
        return len(self._tags)

    def __contains__(self, key: object) -> bool:
        return key in self._tags

    def __repr__(self) -> str:
        tags = ", ".join(f"{name}={value!r}" for name, value in self.items())
        return f"{type(self).__name__}({tags})"


def start_of(headers: Headers, report: Callable[[Exception], None]) -> Board | None:
    """Return the start position of a game being read, or None if it is unknown.

    An unknown variant is reported as an error and played as chess.
    """
    try:
        cls = headers.variant()
    except ValueError as error:
        report(error)
        cls = Board
    try:
        return headers._board_of(cls)
    except ValueError as error:
        report(error)
        return None
