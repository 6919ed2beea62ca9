"""Mistakes with castling that only Chess960 can show."""

from __future__ import annotations

from .mutant import Mutant

CROSSED = "crossed = (path(king, king_to) | path(rook, rook_to)) - {king, rook}"
SAFE = "crossed = path(king, king_to) - {king, king_to}"
WAY = "    return way_is_free("


def chess960(bug: str, old: str, new: str) -> Mutant:
    return Mutant(bug, old, new, chess960=True)


CHESS960 = {
    "castling-bare-king": chess960(
        "the rook still shelters the king that it has left",
        "    after[rook] = EMPTY\n",
        "",
    ),
    "castling-king-stays": chess960(
        "the king does not castle if it stays where it is",
        WAY,
        f"    if castled(king, rook)[0] == king:\n        return False\n{WAY}",
    ),
    "castling-rook-stays": chess960(
        "the king does not castle if the rook stays where it is",
        WAY,
        f"    if castled(king, rook)[1] == rook:\n        return False\n{WAY}",
    ),
    "castling-king-way": chess960(
        "only the rook's way must be free", CROSSED, "crossed = path(rook, rook_to) - {king, rook}"
    ),
    "castling-rook-way": chess960(
        "only the king's way must be free", CROSSED, "crossed = path(king, king_to) - {king, rook}"
    ),
    "castling-between": chess960(
        "only the squares between king and rook must be free",
        CROSSED,
        "crossed = path(king, rook) - {king, rook}",
    ),
    "castling-rook-in-way": chess960(
        "the castling rook is in its king's way",
        CROSSED,
        "crossed = (path(king, king_to) | path(rook, rook_to) - {rook}) - {king}",
    ),
    "castling-king-in-way": chess960(
        "the castling king is in its rook's way",
        CROSSED,
        "crossed = (path(king, king_to) - {king} | path(rook, rook_to)) - {rook}",
    ),
    "castling-from-e": chess960(
        "the king's way is looked at as if it began on the e-file",
        SAFE,
        "crossed = path(position.home[4], king_to) - {king, king_to}",
    ),
    "castling-two-squares": chess960(
        "only the first square of the king's way must be safe",
        SAFE,
        "crossed = {king + (1 if king_to > king else -1)} - {king_to}",
    ),
    "castling-overwrites": chess960(
        "the rook's old square is emptied after the king has come",
        "        self.put(rook, EMPTY)\n"
        "        king_to, rook_to = castled(king, rook)\n"
        "        self.put(king_to, pieces[0])\n",
        "        king_to, rook_to = castled(king, rook)\n"
        "        self.put(king_to, pieces[0])\n"
        "        self.put(rook, EMPTY)\n",
    ),
    "castling-king-overwritten": chess960(
        "the king's old square is emptied after the rook has come",
        "        self.put(king, EMPTY)\n"
        "        self.put(rook, EMPTY)\n"
        "        king_to, rook_to = castled(king, rook)\n"
        "        self.put(king_to, pieces[0])\n"
        "        self.put(rook_to, pieces[1])\n",
        "        self.put(rook, EMPTY)\n"
        "        king_to, rook_to = castled(king, rook)\n"
        "        self.put(rook_to, pieces[1])\n"
        "        self.put(king, EMPTY)\n"
        "        self.put(king_to, pieces[0])\n",
    ),
    "uncastling-overwrites": chess960(
        "taken back, the king's new square is emptied after the rook has returned",
        "        self.board[king_to] = EMPTY\n"
        "        self.board[rook_to] = EMPTY\n"
        "        self.board[king] = pieces[0]\n"
        "        self.board[rook] = pieces[1]\n",
        "        self.board[rook_to] = EMPTY\n"
        "        self.board[rook] = pieces[1]\n"
        "        self.board[king_to] = EMPTY\n"
        "        self.board[king] = pieces[0]\n",
    ),
    "castling-outer-rook": chess960(
        "the outermost rook castles instead of the one with the right",
        "            self.castle(origin, target)",
        "            rooks = [s for s in self.home if self.board[s] == self.board[target]]\n"
        "            self.castle(origin, max(rooks) if target > origin else min(rooks))",
    ),
    "castling-e-to-side": chess960(
        "a rook on the king's half of the board castles kingside",
        "return (home + 6, home + 5) if rook > king else (home + 2, home + 3)",
        "return (home + 6, home + 5) if rook % 8 > 3 else (home + 2, home + 3)",
    ),
    "rights-corner": chess960(
        "only rooks from the corners lose their right when they move",
        "return {origin, target}",
        "return {origin, target} & {0, 7, 56, 63}",
    ),
}
