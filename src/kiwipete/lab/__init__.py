"""The perft laboratory: compare move generators, find differences and shrink them."""

import typing

from kiwipete.cluster import ClusterError as ClusterError
from kiwipete.cluster import open_cluster as open_cluster
from kiwipete.lab.engines import adapter as adapter
from kiwipete.lab.engines import open_engine as open_engine
from kiwipete.lab.engines.divider import Divider as Divider
from kiwipete.lab.engines.divider import EngineCrashed as EngineCrashed
from kiwipete.lab.engines.divider import EngineError as EngineError
from kiwipete.lab.engines.divider import EngineFailure as EngineFailure
from kiwipete.lab.engines.divider import EngineNonsense as EngineNonsense
from kiwipete.lab.engines.divider import EngineTimeout as EngineTimeout
from kiwipete.lab.engines.divider import Rules as Rules
from kiwipete.lab.hunting import Hunt as Hunt
from kiwipete.lab.hunting import hunt as hunt
from kiwipete.lab.hunting.compare import Difference as Difference
from kiwipete.lab.hunting.compare import compare as compare
from kiwipete.lab.hunting.descent import Divergence as Divergence
from kiwipete.lab.hunting.descent import descend as descend
from kiwipete.lab.hunting.positions import LabelledPosition as LabelledPosition
from kiwipete.lab.hunting.positions import PositionList as PositionList
from kiwipete.lab.hunting.positions import collection as collection
from kiwipete.lab.hunting.positions import labelled_position as labelled_position
from kiwipete.lab.hunting.positions import random_positions as random_positions
from kiwipete.lab.hunting.positions import read_position_list as read_position_list
from kiwipete.lab.hunting.report import Cause as Cause
from kiwipete.lab.hunting.report import Finding as Finding
from kiwipete.lab.hunting.report import HuntReport as HuntReport
from kiwipete.lab.hunting.shrinking import shrink as shrink
from kiwipete.lab.junit import as_junit as as_junit
from kiwipete.lab.junit import suite_as_junit as suite_as_junit
from kiwipete.lab.long_counts import LongCount as LongCount
from kiwipete.lab.long_counts import Split as Split
from kiwipete.lab.long_counts import count as count
from kiwipete.lab.long_counts import split as split
from kiwipete.lab.long_counts.count_store import CountStore as CountStore
from kiwipete.lab.long_counts.count_store import CountStoreError as CountStoreError
from kiwipete.lab.suites import Suite as Suite
from kiwipete.lab.suites import SuiteCount as SuiteCount
from kiwipete.lab.suites import SuitePosition as SuitePosition
from kiwipete.lab.suites import known_counts as known_counts
from kiwipete.lab.suites import parse_suite as parse_suite
from kiwipete.lab.suites import read_suite as read_suite
from kiwipete.lab.suites.entry import WrongLine as WrongLine
from kiwipete.lab.suites.run import SuiteResult as SuiteResult
from kiwipete.lab.suites.run import run_suite as run_suite

# Former names, which still work.
_FORMER_NAMES = {
    "Ground": "PositionList",
    "ground_position": "labelled_position",
    "read_ground": "read_position_list",
}

if not typing.TYPE_CHECKING:  # else every name would exist for type checkers

    def __getattr__(name: str) -> object:
        if name not in _FORMER_NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from warnings import warn

        warn(f"lab.{name} is called {_FORMER_NAMES[name]} now", DeprecationWarning, stacklevel=2)
        return globals()[_FORMER_NAMES[name]]
