"""Games between two settings of the search's margins, in this process."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from kiwipete._core.network import NetworkWeights
from kiwipete._core.searcher import (
    MARGINS_CAN_BE_SET,
    TECHNIQUE_TABLE,
    Searcher,
    get_margin,
    set_margin,
)
from kiwipete.board import Board
from kiwipete.match import Adjudication, random_opening
from kiwipete.match.terms import Referee
from kiwipete.own_engine.network_file import Network
from kiwipete.own_engine.networks import load_network
from kiwipete.training.spsa import Margin

_HASH_MB = 4
_MATE = 100_000
_MARGINS = {row[0]: Margin(*row) for *_, rows in TECHNIQUE_TABLE for row in rows}

CAN_TUNE = MARGINS_CAN_BE_SET
NO_TUNING = (
    "margins are constants in this build: install Kiwipete from its sources with "
    "pip install -Csetup-args=-Dtuning=true ."
)


def known_margins() -> dict[str, Margin]:
    """Return the margins of the search by name.

    >>> known_margins()["razoring_depth"]
    Margin(name='razoring_depth', default=3, minimum=1, maximum=8)
    """
    return dict(_MARGINS)


def play_pair(
    seed: int,
    number: int,
    first: Mapping[str, int],
    second: Mapping[str, int],
    nodes: int,
    network: Network | str | None,
) -> float:
    """Play an opening twice with colours reversed; return the first setting's share, -1 to 1.

    Both evaluate with the same network.
    """
    # Openings are chosen with the default margins, whatever is tuned.
    _set({name: margin.default for name, margin in _MARGINS.items()})
    opening = random_opening(seed, number)
    points = 0.0
    for first_is_white in (True, False):
        board = Board(opening.fen)
        for move in opening.moves:
            board.push_uci(move)
        sides = (first, second) if first_is_white else (second, first)
        winner = _play(board, *sides, nodes, _weights(network))
        if winner is not None:
            points += 0.5 if winner == first_is_white else -0.5
    return points


@lru_cache(maxsize=1)
def _weights(network: Network | str | None) -> NetworkWeights | None:
    """Load the network once in each process."""
    return load_network(network)


def _play(
    board: Board,
    white: Mapping[str, int],
    black: Mapping[str, int],
    nodes: int,
    network: NetworkWeights | None,
) -> bool | None:
    """Play a game to its end; return the colour that wins."""
    searchers = {}
    for colour, margins in ((True, white), (False, black)):
        _set(margins)  # a searcher computes its reductions from them when it is made
        searchers[colour] = Searcher(1, _HASH_MB)
        searchers[colour].use_network(network)
    referee = Referee(Adjudication())
    while True:
        outcome = board.outcome(claim_draw=False)
        if outcome is not None:
            return outcome.winner
        if board.is_repetition(3) or board.is_fifty_moves():
            return None
        turn, move_number = board.turn, board.fullmove_number
        _set(white if turn else black)
        searchers[turn].begin(board, nodes=nodes)
        best = searchers[turn].run()[0]
        score = best.centipawns
        if score is None:
            score = _MATE if (best.mate or 0) > 0 else -_MATE
        board.push(best.moves[0])
        verdict = referee.hear(move_number, turn, score)
        if verdict is not None:
            return verdict[1]


def _set(margins: Mapping[str, int]) -> None:
    """Set margins; those of a build with constants must be what they are."""
    for name, value in margins.items():
        if get_margin(name) != value:
            set_margin(name, value)
