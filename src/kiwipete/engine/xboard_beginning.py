"""The commands for an XBoard engine when a game begins."""

from __future__ import annotations

from kiwipete.engine.limits import Opponent
from kiwipete.engine.options import ConfigMapping, ConfigValue, Option, Settings

# They are set like options, but sent only when a game begins.
GAME_OPTIONS = (
    Option("random", "check", False, None, None, None),
    Option("computer", "check", False, None, None, None),
    Option("name", "string", "", None, None, None),
    Option("engine_rating", "spin", 0, None, None, None),
    Option("opponent_rating", "spin", 0, None, None, None),
)


def opponent_options(opponent: Opponent, engine_rating: int | None) -> dict[str, ConfigValue]:
    """Return the options that describe the opponent.

    >>> opponent_options(Opponent("Ada", "GM", 2600, False), None)
    {'name': 'GM Ada', 'opponent_rating': 2600, 'computer': False}
    """
    name = opponent.name or ""
    options: dict[str, ConfigValue] = {
        "name": f"{opponent.title} {name}" if opponent.title and name else name,
        "opponent_rating": opponent.rating or 0,
        "computer": bool(opponent.is_engine),
    }
    return options if engine_rating is None else {**options, "engine_rating": engine_rating}


def beginning(settings: Settings, options: ConfigMapping) -> list[str]:
    """Return the commands for a new game, from the permanent settings and those of one search."""
    given = settings.checked(options)
    random, computer, name, rating, opponent_rating = (
        given.get(option.name, settings.lasting(option.name)) for option in GAME_OPTIONS
    )
    lines = {
        "random": random,
        f"name {name}": name,
        f"rating {rating} {opponent_rating}": rating or opponent_rating,
        "computer": computer,
    }
    return [line for line, is_wanted in lines.items() if is_wanted]
