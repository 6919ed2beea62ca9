"""Ending games whose result is clear from the scores of both players."""

from __future__ import annotations

from dataclasses import dataclass

WON, DRAWN = "adjudicated win", "adjudicated draw"


@dataclass(frozen=True)
class Adjudication:
    """When a game is adjudicated as won or drawn; None for never.

    It is won if both sides agree on a score of `win_score` centipawns for `win_moves` moves
    each. It is drawn if both scores are below `draw_score` for `draw_moves` moves each, from
    move `draw_from` on.
    """

    win_score: int | None = 1000
    win_moves: int = 4
    draw_score: int | None = 10
    draw_moves: int = 8
    draw_from: int = 40

    @classmethod
    def never(cls) -> Adjudication:
        """Return the adjudication that never ends a game."""
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
        self._won = {True: 0, False: 0}  # consecutive plies with a winning score for this colour
        self._drawn = 0

    def hear(
        self, move_number: int, turn: bool, score: int | None
    ) -> tuple[str, bool | None] | None:
        """Add a player's score for its move; return reason and winner if the game is over."""
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
