"""A game as a tree of numbered nodes: what a page knows of it, and the changes it can make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from kiwipete.pgn import (
    EVAL_REGEX,
    NAG_BLUNDER,
    NAG_DUBIOUS_MOVE,
    NAG_MISTAKE,
    Game,
)
from kiwipete.web.server.fields import Refused

if TYPE_CHECKING:
    from kiwipete.board import Board, Move
    from kiwipete.pgn import GameNode

ROOT = 0

# Glyphs that judge a move, worst first.
JUDGEMENTS = {
    NAG_BLUNDER: "blunder",
    NAG_MISTAKE: "mistake",
    NAG_DUBIOUS_MOVE: "inaccuracy",
}
_COMMAND = re.compile(r"\s*\[%[^\]]*\]")


class _Place(NamedTuple):
    """Where a node is, which never changes."""

    parent: int | None
    ply: int
    uci: str | None
    san: str | None


class Change(NamedTuple):
    """A change to the tree, as the event `nodes` describes it."""

    added: list[int]
    changed: list[int]
    removed: list[int]
    parents: list[int]  # whose children have another order


class GameTree:
    """A game whose nodes have numbers; the root is 0, and no number is used twice."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._nodes: dict[int, GameNode] = {}
        self._numbers: dict[GameNode, int] = {}
        self._places: dict[int, _Place] = {}
        self._next = ROOT
        # Scores and judgements of a review that isn't part of the game yet.
        self.reviewed: dict[int, tuple[dict[str, Any], str | None]] = {}
        self._add(game, _Place(None, game.board().ply(), None, None))
        self._add_unknown()

    def __contains__(self, number: int) -> bool:
        return number in self._nodes

    def __len__(self) -> int:
        return len(self._nodes)

    # What is there.

    def node(self, number: int) -> GameNode:
        """Return a node by its number."""
        try:
            return self._nodes[number]
        except KeyError:
            raise Refused(f"there is no node {number} in this game", 404) from None

    def number(self, node: GameNode) -> int:
        """Return the number of a node."""
        return self._numbers[node]

    def knows(self, node: GameNode) -> bool:
        """Return True if a node is in the tree."""
        return node in self._numbers

    def parent(self, number: int) -> int | None:
        """Return the number of a node's parent."""
        return self._places[number].parent

    def ply(self, number: int) -> int:
        """Return the ply of a node."""
        return self._places[number].ply

    def san(self, number: int) -> str | None:
        """Return the move that leads to a node."""
        return self._places[number].san

    def uci(self, number: int) -> str | None:
        """Return the move that leads to a node in UCI notation."""
        return self._places[number].uci

    def board(self, number: int) -> Board:
        """Return the position of a node with its history."""
        return self.node(number).board()

    def main_line(self) -> list[int]:
        """Return the numbers of the main line, without the root."""
        return [self._numbers[node] for node in self.game.mainline()]

    def numbers(self) -> Iterator[int]:
        """Yield all numbers, parents before children and children in order."""
        waiting: list[GameNode] = [self.game]
        while waiting:
            node = waiting.pop()
            yield self._numbers[node]
            waiting.extend(reversed(node.variations))

    def record(self, number: int) -> dict[str, Any]:
        """Return what a page knows of a node."""
        node, place = self._nodes[number], self._places[number]
        score = _score(node.comment)
        judgement = next((JUDGEMENTS[nag] for nag in JUDGEMENTS if nag in node.nags), None)
        if number in self.reviewed:
            score, judgement = self.reviewed[number]
        return {
            "id": number,
            "parent": place.parent,
            "uci": place.uci,
            "san": place.san,
            "ply": place.ply,
            "comment": plain_comment(node.comment),
            "before": plain_comment(node.starting_comment),
            "nags": sorted(node.nags),
            "score": score,
            "clock": node.clock(),
            "judgement": judgement,
        }

    def event(self, change: Change) -> dict[str, Any]:
        """Return a change as the event `nodes`."""
        return {
            "added": [self.record(number) for number in change.added],
            "changed": [self.record(number) for number in change.changed],
            "removed": change.removed,
            "order": {
                str(number): [self._numbers[node] for node in self._nodes[number].variations]
                for number in change.parents
            },
        }

    # Changes.

    def play(self, number: int, move: Move) -> tuple[int, Change | None]:
        """Return the child with a legal move, which is added if it isn't there yet."""
        node = self.node(number)
        for child in node.variations:
            if child.move == move:
                return self._numbers[child], None
        board = node.board()
        place = _Place(number, self._places[number].ply + 1, board.uci(move), board.san(move))
        added = self._add(node.add_variation(move), place)
        return added, Change([added], [], [], [number])

    def promote(self, number: int, *, to_main: bool) -> Change:
        """Move a line one place to the front, or make it the main line of the whole game."""
        parents = []
        child = number
        while (parent := self._parent_of(child)) is not None:
            siblings = self._nodes[parent]
            if siblings.variations[0] is not self._nodes[child]:
                parents.append(parent)
                if to_main:
                    siblings.promote_to_main(self._nodes[child])
                else:
                    siblings.promote(self._nodes[child])
                    break
            child = parent
        return Change([], [], [], parents)

    def delete(self, number: int) -> Change:
        """Remove a node and everything after it."""
        parent = self._parent_of(number)
        if parent is None:
            raise Refused("the start of a game cannot be deleted")
        removed = []
        waiting = [self._nodes[number]]
        self._nodes[parent].remove_variation(self._nodes[number])
        while waiting:
            node = waiting.pop()
            waiting.extend(node.variations)
            removed.append(self._numbers.pop(node))
            del self._nodes[removed[-1]], self._places[removed[-1]]
        return Change([], [], removed, [parent])

    def set_comment(self, number: int, text: str) -> Change:
        """Replace the words of a comment; its commands, such as [%clk …], stay."""
        node = self.node(number)
        commands = "".join(each.strip() for each in _COMMAND.findall(node.comment))
        words = plain_comment(text)
        node.comment = f"{words} {commands}" if words and commands else words or commands
        return Change([], [number], [], [])

    def set_nags(self, number: int, nags: list[int]) -> Change:
        """Replace the glyphs of a move."""
        node = self.node(number)
        node.nags.clear()
        node.nags.update(nags)
        return Change([], [number], [], [])

    def absorb(self) -> Change:
        """Give numbers to nodes that were added to the game in another way; all may be changed."""
        known = list(self._nodes)
        added = self._add_unknown()
        parents = {place.parent for number in added if (place := self._places[number])}
        return Change(added, known, [], [number for number in known if number in parents])

    def _parent_of(self, number: int) -> int | None:
        self.node(number)
        return self._places[number].parent

    def _add(self, node: GameNode, place: _Place) -> int:
        number, self._next = self._next, self._next + 1
        self._nodes[number], self._numbers[node], self._places[number] = node, number, place
        return number

    def _add_unknown(self) -> list[int]:
        """Give numbers to all nodes without one; without recursion, because games may be long."""
        added = []
        board = self.game.board()
        lines = [iter(self.game.variations)]
        numbers = [ROOT]
        while lines:
            child = next(lines[-1], None)
            if child is None:
                lines.pop()
                numbers.pop()
                if lines:
                    board.pop()
                continue
            number = self._numbers.get(child)
            if number is None:
                place = _Place(
                    numbers[-1], board.ply() + 1, board.uci(child.move), board.san(child.move)
                )
                number = self._add(child, place)
                added.append(number)
            board.push(child.move)
            numbers.append(number)
            lines.append(iter(child.variations))
        return added


def plain_comment(comment: str) -> str:
    """Return a comment without its commands.

    >>> plain_comment("[%clk 0:01:00] Well played [%eval 0.5]")
    'Well played'
    """
    return _COMMAND.sub("", comment).strip()


def _score(comment: str) -> dict[str, Any] | None:
    """Return the evaluation in a comment, from White's point of view."""
    match = EVAL_REGEX.search(comment)
    if match is None:
        return None
    if match["mate"]:
        return {"mate": int(match["mate"])}
    return {"cp": round(float(match["cp"]) * 100)}
