"""Pickling and copying games as flat lists, so that no game is too long or too deep."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from kiwipete.pgn.nodes import ChildNode, GameNode

NodeT = TypeVar("NodeT", bound="GameNode")

__all__ = ["deep_copy", "restored", "stored"]

# A node without its neighbours: its class, the number of its children, and its content.
_Flat = tuple[Any, int, dict[str, Any]]


def _nodes(root: GameNode) -> list[GameNode]:
    """Return a node and all its descendants, each before its children."""
    found: list[GameNode] = []
    waiting: list[GameNode | None] = [root]  # None: leave the last node of `path`
    path: list[GameNode] = []
    above: set[int] = set()
    while waiting:
        node = waiting.pop()
        if node is None:
            above.discard(id(path.pop()))
            continue
        if id(node) in above:
            raise ValueError("a node of this game is its own ancestor")
        found.append(node)
        if node.variations:
            path.append(node)
            above.add(id(node))
            waiting.append(None)
            waiting.extend(reversed(node.variations))
    return found


def _content(node: GameNode) -> dict[str, Any]:
    content = {
        "move": node.move,
        "comment": node.comment,
        "starting_comment": node.starting_comment,
        "nags": node.nags,
    }
    return content | node.__dict__


def stored(node: GameNode) -> tuple[Any, ...]:
    """Return what pickle stores of a node: its whole tree, and the node's index in it."""
    nodes = _nodes(node.root())
    place = next(i for i, other in enumerate(nodes) if other is node)
    flat = [(type(other), len(other.variations), _content(other)) for other in nodes]
    return restored, (flat, place)


def restored(flat: list[_Flat], place: int) -> GameNode:
    """Return the node with this index in a stored tree, with the tree around it."""
    return _grown(flat)[place]


def _grown(flat: list[_Flat]) -> list[GameNode]:
    nodes: list[GameNode] = []
    parents: list[ChildNode] = []  # one item for each child still to come
    for cls, following, content in flat:
        node: ChildNode = cls.__new__(cls)
        for name, value in content.items():
            setattr(node, name, value)
        if parents:
            node.parent = parents.pop()
            node.parent.variations.append(node)
        parents.extend([node] * following)
        nodes.append(node)
    return nodes


def deep_copy(node: NodeT, memo: dict[int, Any]) -> NodeT:
    """Return an independent copy of a node in a copy of its tree."""
    nodes = _nodes(node.root())
    copies = _grown([(type(other), len(other.variations), {}) for other in nodes])
    memo.update({id(other): made for other, made in zip(nodes, copies, strict=True)})
    for other, made in zip(nodes, copies, strict=True):
        for name, value in _content(other).items():
            setattr(made, name, copy.deepcopy(value, memo))
    made_of_node: NodeT = memo[id(node)]
    return made_of_node
