"""Matches between UCI engines, and estimates of their strength."""

from kiwipete.match.ledger import Ledger as Ledger
from kiwipete.match.ledger import LedgerError as LedgerError
from kiwipete.match.openings import OpeningError as OpeningError
from kiwipete.match.openings import balanced_by as balanced_by
from kiwipete.match.openings import random_opening as random_opening
from kiwipete.match.openings import read_openings as read_openings
from kiwipete.match.pentanomial import Estimate as Estimate
from kiwipete.match.pentanomial import Pentanomial as Pentanomial
from kiwipete.match.player import EngineSpec as EngineSpec
from kiwipete.match.playing import GameProgress as GameProgress
from kiwipete.match.record import Game as Game
from kiwipete.match.record import Opening as Opening
from kiwipete.match.running import Match as Match
from kiwipete.match.running import MatchPlan as MatchPlan
from kiwipete.match.sprt import Sprt as Sprt
from kiwipete.match.standing import Standing as Standing
from kiwipete.match.terms import Adjudication as Adjudication
from kiwipete.match.terms import Control as Control
from kiwipete.match.terms import Terms as Terms
