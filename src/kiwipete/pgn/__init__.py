"""Reading, changing and writing games in Portable Game Notation, with the API of `chess.pgn`.

>>> game = read_game(io.StringIO("1. e4 e5 (1... c5) 2. Nf3 *"))
>>> game.headers["White"] = "Carlsen"
>>> [node.san() for node in game.mainline()]
['e4', 'e5', 'Nf3']
"""

import typing as _typing
from importlib import import_module as _import_module

from kiwipete.errors import PgnError as PgnError
from kiwipete.pgn.annotations import *
from kiwipete.pgn.exporters import FileExporter as FileExporter
from kiwipete.pgn.exporters import StringExporter as StringExporter
from kiwipete.pgn.exporters import StringExporterMixin as StringExporterMixin
from kiwipete.pgn.game import Game as Game
from kiwipete.pgn.game import GameT as GameT
from kiwipete.pgn.headers import TAG_NAME_REGEX as TAG_NAME_REGEX
from kiwipete.pgn.headers import TAG_REGEX as TAG_REGEX
from kiwipete.pgn.headers import TAG_ROSTER as TAG_ROSTER
from kiwipete.pgn.headers import Headers as Headers
from kiwipete.pgn.headers import HeadersT as HeadersT
from kiwipete.pgn.nodes import ChildNode as ChildNode
from kiwipete.pgn.nodes import GameNode as GameNode
from kiwipete.pgn.reading import MOVETEXT_REGEX as MOVETEXT_REGEX
from kiwipete.pgn.reading import SKIP_MOVETEXT_REGEX as SKIP_MOVETEXT_REGEX
from kiwipete.pgn.reading import BoardBuilder as BoardBuilder
from kiwipete.pgn.reading import GameBuilder as GameBuilder
from kiwipete.pgn.reading import HeadersBuilder as HeadersBuilder
from kiwipete.pgn.reading import read_game as read_game
from kiwipete.pgn.reading import read_headers as read_headers
from kiwipete.pgn.reading import skip_game as skip_game
from kiwipete.pgn.visitors import SKIP as SKIP
from kiwipete.pgn.visitors import BaseVisitor as BaseVisitor
from kiwipete.pgn.visitors import Mainline as Mainline
from kiwipete.pgn.visitors import MainlineMapT as MainlineMapT
from kiwipete.pgn.visitors import ResultT as ResultT
from kiwipete.pgn.visitors import SkipType as SkipType
from kiwipete.pgn.visitors import SkipVisitor as SkipVisitor

# Loaded on first use: logging and dataclasses take as long as the rest.
_HOMES = {
    "LOGGER": "kiwipete.pgn.reading",
    "TimeControl": "kiwipete.pgn.time_control",
    "TimeControlPart": "kiwipete.pgn.time_control",
    "TimeControlType": "kiwipete.pgn.time_control",
    "parse_time_control": "kiwipete.pgn.time_control",
}

if _typing.TYPE_CHECKING:
    from kiwipete.pgn.reading import LOGGER as LOGGER
    from kiwipete.pgn.time_control import TimeControl as TimeControl
    from kiwipete.pgn.time_control import TimeControlPart as TimeControlPart
    from kiwipete.pgn.time_control import TimeControlType as TimeControlType
    from kiwipete.pgn.time_control import parse_time_control as parse_time_control
else:
    from types import ModuleType as _ModuleType

    __all__ = [
        name
        for name, value in globals().items()
        if name[0] != "_" and not isinstance(value, _ModuleType)
    ]
    __all__ += _HOMES


def __getattr__(name: str) -> object:
    """Load the module that a name comes from."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(_import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
