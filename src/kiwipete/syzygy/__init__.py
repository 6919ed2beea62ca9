"""Syzygy endgame tables, with the API of `chess.syzygy`.

>>> from kiwipete.syzygy import Tablebase
>>> Tablebase().get_wdl(kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), "not here")
'not here'
"""

from kiwipete.errors import MissingTableError as MissingTableError
from kiwipete.syzygy.table_names import TABLENAME_REGEX as TABLENAME_REGEX
from kiwipete.syzygy.table_names import TBPIECES as TBPIECES
from kiwipete.syzygy.table_names import all_dependencies as all_dependencies
from kiwipete.syzygy.table_names import calc_key as calc_key
from kiwipete.syzygy.table_names import dependencies as dependencies
from kiwipete.syzygy.table_names import is_tablename as is_tablename
from kiwipete.syzygy.table_names import normalize_tablename as normalize_tablename
from kiwipete.syzygy.table_names import tablenames as tablenames
from kiwipete.syzygy.tablebase import DtzTable as DtzTable
from kiwipete.syzygy.tablebase import Table as Table
from kiwipete.syzygy.tablebase import Tablebase as Tablebase
from kiwipete.syzygy.tablebase import WdlTable as WdlTable
from kiwipete.syzygy.tablebase import dtz_before_zeroing as dtz_before_zeroing
from kiwipete.syzygy.tablebase import open_tablebase as open_tablebase
