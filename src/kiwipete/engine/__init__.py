"""Play and analyse with UCI and XBoard engines, with the API of python-chess.

>>> from kiwipete.engine import Limit, Mate, PovScore
>>> Limit(time=0.1)
Limit(time=0.1)
>>> PovScore(Mate(3), turn=True).black()
Mate(-3)
"""

import typing as _typing
from importlib import import_module as _import_module

# Loaded on first use: asyncio alone takes longer to load than the rules of chess.
_NAMES = {
    "analysis": "AnalysisResult",
    "background": "run_in_background",
    "mock": "MockTransport",
    "options": "MANAGED_OPTIONS ConfigMapping ConfigValue Option UciOptionMap",
    "process": "LOGGER",
    "protocol": "BaseCommand CommandState Protocol",
    "score": "Cp Mate MateGiven MateGivenType PovScore Score",
    "search_types": "INFO_ALL INFO_BASIC INFO_CURRLINE INFO_NONE INFO_PV INFO_REFUTATION "
    "INFO_SCORE AnalysisComplete BestMove EngineTerminatedError Info InfoDict Limit "
    "Opponent PlayResult",
    "simple": "SimpleEngine SimpleAnalysisResult",
    "uci": "UciProtocol popen_uci",
    "uci_grammar": "UCI_REGEX",
    "wdl": "PovWdl Wdl WdlModel",
    "xboard": "XBoardProtocol popen_xboard",
    "xboard_text": "XBOARD_ERROR_REGEX",
}
_HOMES = {
    name: f"{__name__}.{module}" for module, names in _NAMES.items() for name in names.split()
}
_HOMES["EngineError"] = "kiwipete.errors"
# Our own engine stands on this package.
_HOMES |= dict.fromkeys(("Engine", "OwnAnalysis"), "kiwipete.own_engine.engine")

if _typing.TYPE_CHECKING:
    from kiwipete.engine.analysis import AnalysisResult as AnalysisResult
    from kiwipete.engine.background import run_in_background as run_in_background
    from kiwipete.engine.mock import MockTransport as MockTransport
    from kiwipete.engine.options import MANAGED_OPTIONS as MANAGED_OPTIONS
    from kiwipete.engine.options import ConfigMapping as ConfigMapping
    from kiwipete.engine.options import ConfigValue as ConfigValue
    from kiwipete.engine.options import Option as Option
    from kiwipete.engine.options import UciOptionMap as UciOptionMap
    from kiwipete.engine.process import LOGGER as LOGGER
    from kiwipete.engine.protocol import BaseCommand as BaseCommand
    from kiwipete.engine.protocol import CommandState as CommandState
    from kiwipete.engine.protocol import Protocol as Protocol
    from kiwipete.engine.score import Cp as Cp
    from kiwipete.engine.score import Mate as Mate
    from kiwipete.engine.score import MateGiven as MateGiven
    from kiwipete.engine.score import MateGivenType as MateGivenType
    from kiwipete.engine.score import PovScore as PovScore
    from kiwipete.engine.score import Score as Score
    from kiwipete.engine.search_types import INFO_ALL as INFO_ALL
    from kiwipete.engine.search_types import INFO_BASIC as INFO_BASIC
    from kiwipete.engine.search_types import INFO_CURRLINE as INFO_CURRLINE
    from kiwipete.engine.search_types import INFO_NONE as INFO_NONE
    from kiwipete.engine.search_types import INFO_PV as INFO_PV
    from kiwipete.engine.search_types import INFO_REFUTATION as INFO_REFUTATION
    from kiwipete.engine.search_types import INFO_SCORE as INFO_SCORE
    from kiwipete.engine.search_types import AnalysisComplete as AnalysisComplete
    from kiwipete.engine.search_types import BestMove as BestMove
    from kiwipete.engine.search_types import EngineTerminatedError as EngineTerminatedError
    from kiwipete.engine.search_types import Info as Info
    from kiwipete.engine.search_types import InfoDict as InfoDict
    from kiwipete.engine.search_types import Limit as Limit
    from kiwipete.engine.search_types import Opponent as Opponent
    from kiwipete.engine.search_types import PlayResult as PlayResult
    from kiwipete.engine.simple import SimpleAnalysisResult as SimpleAnalysisResult
    from kiwipete.engine.simple import SimpleEngine as SimpleEngine
    from kiwipete.engine.uci import UciProtocol as UciProtocol
    from kiwipete.engine.uci import popen_uci as popen_uci
    from kiwipete.engine.uci_grammar import UCI_REGEX as UCI_REGEX
    from kiwipete.engine.wdl import PovWdl as PovWdl
    from kiwipete.engine.wdl import Wdl as Wdl
    from kiwipete.engine.wdl import WdlModel as WdlModel
    from kiwipete.engine.xboard import XBoardProtocol as XBoardProtocol
    from kiwipete.engine.xboard import popen_xboard as popen_xboard
    from kiwipete.engine.xboard_text import XBOARD_ERROR_REGEX as XBOARD_ERROR_REGEX
    from kiwipete.errors import EngineError as EngineError
    from kiwipete.own_engine.engine import Engine as Engine
    from kiwipete.own_engine.engine import OwnAnalysis as OwnAnalysis
else:
    __all__ = [*_HOMES]


def __getattr__(name: str) -> object:
    """Load the module that a name comes from."""
    if name in _HOMES:
        value = getattr(_import_module(_HOMES[name]), name)
    elif name == "_parse_uci_info":  # python-chess's tests call it
        value = _import_module(f"{__name__}.uci_board").read_info
    elif name == "EventLoopPolicy":  # old programs set it; new Pythons warn
        return _import_module("asyncio").DefaultEventLoopPolicy
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
