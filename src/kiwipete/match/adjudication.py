"""Ending games whose result is clear from what both players say of them."""

from __future__ import annotations

from dataclasses import dataclass

WON, DRAWN = "adjudicated win", "adjudicated draw"


@dataclass(frozen=True)
class Adjudication:
    """When a game is taken for won or for drawn; None for never.

    It is won if for `win_moves` moves of each side both agree on a score of `win_score`
    centipawns, and drawn if for `draw_moves` moves of each side, from move `draw_from` on, both
    see less than `draw_score`.
    """

    win_score: int | None = 1000
    win_moves: int = 4
    draw_score: int | None = 10
    draw_moves: int = 8
    draw_from: int = 40

    @classmethod
    def never(cls) -> Adjudication:
        """Return the rule that lets every game be played to its end."""
        return cls(win_score=None, draw_score=None)


class Referee:
    """Applies an adjudication to one game, move by move.

    >>> referee = Referee(Adjudication(win_score=500, win_moves=1))
    >>> referee.hear(30, True, 600)
    >>> referee.hear(30, False, -550)
    ('adjudicated win', True)
    """

    def __init__(self, rules: Adjudication) -> None:
        self._rules = rules
        self._won = {True: 0, False: 0}  # plies in a row that see this colour win
        self._drawn = 0

    def hear(
        self, move_number: int, turn: bool, score: int | None
    ) -> tuple[str, bool | None] | None:
        """Hear a player's score for its move; return the reason and the winner if that is all."""
        rules = self._rules
        for colour in (True, False):
            seen = None if score is None else score if turn == colour else -score
            wins = rules.win_score is not None and seen is not None and seen >= rules.win_score
            self._won[colour] = self._won[colour] + 1 if wins else 0
            if wins and self._won[colour] >= 2 * rules.win_moves:
                return WON, colour
        level = (
            rules.draw_score is not None and score is not None and abs(score) <= rules.draw_score
        )
        self._drawn = self._drawn + 1 if level and move_number >= rules.draw_from else 0
        if level and self._drawn >= 2 * rules.draw_moves:
            return DRAWN, None
        return None
