from collections.abc import Callable
from typing import Any, TextIO, TypeVar, final

from typing_extensions import disjoint_base

from kiwipete.board import Board

__all__ = [
    "Kit",
    "Node",
    "Tags",
    "add_comment",
    "board_of",
    "depth_of",
    "first_of",
    "last_of",
    "read_game",
    "read_headers",
    "skip_game",
    "tokens",
    "write_moves",
]

@disjoint_base
class Tags:
    _tags: dict[str, str]

_TagsT = TypeVar("_TagsT", bound=Tags)

@disjoint_base
class Node:
    parent: Any
    move: Any
    comment: str
    starting_comment: str
    variations: Any
    nags: set[int]
    __dict__: dict[str, Any]
    def __new__(cls, *arguments: Any, **options: Any) -> Node: ...

@final
class Kit:
    def __init__(
        self,
        headers_class: type,
        child_class: type,
        board_class: type,
        start_of: Callable[..., Any],
        skip: object,
    ) -> None: ...

def add_comment(node: Node, comment: str) -> None: ...
def board_of(node: Node) -> Board: ...
def depth_of(node: Node) -> int: ...
def first_of(node: Node) -> Any: ...
def last_of(node: Node) -> Any: ...
def read_game(
    handle: TextIO, visitor: Any, plain: bool, handles_damage: bool, kit: Kit
) -> bool: ...
def read_headers(handle: TextIO, headers_class: type[_TagsT]) -> _TagsT | None: ...
def skip_game(handle: TextIO) -> bool: ...
def tokens(line: str) -> list[str]: ...
def write_moves(
    node: Node,
    board: Any,
    *,
    sidelines: bool,
    columns: int | None,
    comments: bool,
    variations: bool,
    begun: str,
    numbered: bool,
) -> tuple[list[str], str, bool]: ...
