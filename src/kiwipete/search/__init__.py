"""The engine behind `kiwipete uci` and `kiwipete.engine.Engine`: its search, clock and bench."""

from kiwipete._core.line import Bound as Bound
from kiwipete._core.line import Line as Line
from kiwipete.search.player import Player as Player
from kiwipete.search.thinker import Thinker as Thinker
from kiwipete.search.time_plan import Budget as Budget
from kiwipete.search.time_plan import Clock as Clock
