"""The gate: a new network plays the old one, and a sequential test decides whether it passes."""

from __future__ import annotations

import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from kiwipete.match import Control, EngineSpec, Match, MatchPlan, Sprt, Terms
from kiwipete.match.running import ENDLESS
from kiwipete.own_engine.network_file import Network, read_network
from kiwipete.own_engine.networks import SHIPPED_PATH, find_network, is_file

PIECE_SQUARE = "piece-square"  # in ledgers, the name of piece-square values

OWN_ENGINE = (sys.executable, "-m", "kiwipete", "uci")
_WISHES = (("Threads", "1"), ("Hash", "16"), ("OwnBook", "false"), ("Ponder", "false"))


@dataclass(frozen=True)
class Player:
    """An evaluation that takes part: a network file, or the piece-square values."""

    path: str  # "none" for piece-square values, as EvalFile takes it
    network: Network | None

    @classmethod
    def of(cls, name: str | os.PathLike[str]) -> Player:
        """Read a network; "none" are the piece-square values, "shipped" the one in the package."""
        if is_file(name):
            return cls.of_file(name)[0]
        network = find_network(name)
        return cls("none" if network is None else str(SHIPPED_PATH), network)

    @classmethod
    def of_file(cls, path: str | os.PathLike[str]) -> tuple[Player, Network]:
        """Read a network from a file, whatever its name."""
        network = read_network(path)
        return cls(str(Path(path).resolve()), network), network

    @property
    def key(self) -> str:
        """Its name in ledgers: the network's checksum."""
        return f"{self.network.checksum:08x}" if self.network else PIECE_SQUARE

    def engine(self, command: tuple[str, ...]) -> EngineSpec:
        """Return the engine that plays with it."""
        name = f"{Path(self.path).stem}-{self.key}" if self.network else PIECE_SQUARE
        return EngineSpec(name, command, (("EvalFile", self.path),), _WISHES)


def gate_plan(
    new: Player,
    old: Player,
    *,
    nodes: int,
    sprt: Sprt,
    games: int | None = None,
    seed: int = 0,
    command: tuple[str, ...] = OWN_ENGINE,
) -> MatchPlan:
    """Return the match that decides; without `games` only the test ends it."""
    if new.key == old.key:
        raise ValueError(f"{new.path} is the same network as {old.path}")
    return MatchPlan(
        (new.engine(command), old.engine(command)),
        Terms(Control(nodes=nodes)),
        games or ENDLESS,
        seed=seed,
        sprt=sprt,
    )


def gate_entry(match: Match, old: Player, nodes: int) -> dict[str, object]:
    """Return what the ledger says about the games."""
    pairs, mine = match.standing.pairs(), match.standing.players[0]
    elo = pairs.elo()
    return {
        "against": old.key,
        "nodes": nodes,
        "games": match.standing.games,
        "wins": mine.wins,
        "draws": mine.draws,
        "losses": mine.losses,
        "elo": _finite(elo.value),
        "elo_error": _finite(elo.error),
        "verdict": {"H1": "passed", "H0": "failed"}.get(match.verdict or "", "undecided"),
    }


def _finite(value: float) -> float | None:
    """Return a number for JSON, which has no infinity."""
    return round(value, 1) if math.isfinite(value) else None
