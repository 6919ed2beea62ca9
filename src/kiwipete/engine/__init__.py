"""Play and analyse with UCI and XBoard engines, with the API of python-chess.

>>> Limit(time=0.1)
Limit(time=0.1)
>>> PovScore(Mate(3), turn=True).black()
Mate(-3)
"""

import asyncio as _asyncio

from kiwipete.engine.analysis import AnalysisResult as AnalysisResult
from kiwipete.engine.background import run_in_background as run_in_background
from kiwipete.engine.command import BaseCommand as BaseCommand
from kiwipete.engine.command import CommandState as CommandState
from kiwipete.engine.errors import AnalysisComplete as AnalysisComplete
from kiwipete.engine.errors import EngineError as EngineError
from kiwipete.engine.errors import EngineTerminatedError as EngineTerminatedError
from kiwipete.engine.info import INFO_ALL as INFO_ALL
from kiwipete.engine.info import INFO_BASIC as INFO_BASIC
from kiwipete.engine.info import INFO_CURRLINE as INFO_CURRLINE
from kiwipete.engine.info import INFO_NONE as INFO_NONE
from kiwipete.engine.info import INFO_PV as INFO_PV
from kiwipete.engine.info import INFO_REFUTATION as INFO_REFUTATION
from kiwipete.engine.info import INFO_SCORE as INFO_SCORE
from kiwipete.engine.info import UCI_REGEX as UCI_REGEX
from kiwipete.engine.info import Info as Info
from kiwipete.engine.info import InfoDict as InfoDict
from kiwipete.engine.info import read_info as _parse_uci_info  # noqa: F401 (python-chess's tests)
from kiwipete.engine.limits import Limit as Limit
from kiwipete.engine.limits import Opponent as Opponent
from kiwipete.engine.mock import MockTransport as MockTransport
from kiwipete.engine.options import MANAGED_OPTIONS as MANAGED_OPTIONS
from kiwipete.engine.options import ConfigMapping as ConfigMapping
from kiwipete.engine.options import ConfigValue as ConfigValue
from kiwipete.engine.options import Option as Option
from kiwipete.engine.options import UciOptionMap as UciOptionMap
from kiwipete.engine.own import Engine as Engine
from kiwipete.engine.own_analysis import OwnAnalysis as OwnAnalysis
from kiwipete.engine.process import LOGGER as LOGGER
from kiwipete.engine.protocol import Protocol as Protocol
from kiwipete.engine.results import BestMove as BestMove
from kiwipete.engine.results import PlayResult as PlayResult
from kiwipete.engine.score import Cp as Cp
from kiwipete.engine.score import Mate as Mate
from kiwipete.engine.score import MateGiven as MateGiven
from kiwipete.engine.score import MateGivenType as MateGivenType
from kiwipete.engine.score import PovScore as PovScore
from kiwipete.engine.score import Score as Score
from kiwipete.engine.simple import SimpleEngine as SimpleEngine
from kiwipete.engine.simple_analysis import SimpleAnalysisResult as SimpleAnalysisResult
from kiwipete.engine.uci import UciProtocol as UciProtocol
from kiwipete.engine.uci import popen_uci as popen_uci
from kiwipete.engine.wdl import PovWdl as PovWdl
from kiwipete.engine.wdl import Wdl as Wdl
from kiwipete.engine.wdl import WdlModel as WdlModel
from kiwipete.engine.xboard import XBoardProtocol as XBoardProtocol
from kiwipete.engine.xboard import popen_xboard as popen_xboard
from kiwipete.engine.xboard_text import XBOARD_ERROR_REGEX as XBOARD_ERROR_REGEX


def __getattr__(name: str) -> object:
    """Return the policy that old programs set; accessing it makes new Pythons warn."""
    if name == "EventLoopPolicy":
        return _asyncio.DefaultEventLoopPolicy
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
