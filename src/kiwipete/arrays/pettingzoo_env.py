"""Chess for PettingZoo: two agents that move in turn (AEC).

>>> chess = env()
>>> chess.reset(seed=1)
>>> for agent in chess.agent_iter(max_iter=4):
...     observation, reward, termination, truncation, info = chess.last()
...     chess.step(chess.action_space(agent).sample(observation["action_mask"]))
>>> chess.agent_selection, len(chess.unwrapped.board.move_stack)
('player_0', 4)

`player_0` moves first: it has White, unless a FEN says that Black is to move.
An observation is a dict: `observation` has the codec's planes as this agent sees them, float32 of
the codec's shape (119, 8, 8 for AlphaZero's), also while the opponent is to move; `action_mask` has
1 for each legal move (int8), and only zeros while the opponent is to move and when the game is
over. An action is the codec's index of a move. Rewards come with the end of the game: 1 for the
winner and -1 for the loser, 0 for both after a draw. An illegal action ends the game with -1 for
its agent and 0 for the other.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kiwipete.arrays.boards import Boards
from kiwipete.arrays.codecs import Codec
from kiwipete.outcome import Termination

__all__ = ["ChessAECEnv", "env", "raw_env"]

_AGENTS = ["player_0", "player_1"]
_LARGEST = float(1 << 34)  # of counters among the planes


class ChessAECEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game of chess between two agents. See the module for what they observe and do.

    `codec`, `chess960` and `claim_draws` are those of `kiwipete.arrays.Boards`; draws that a player
    may claim end the game by default. The game starts from `fen`, or from the usual position, or
    with `chess960` from one that is drawn; `reset(options={"fen": ...})` starts from another one,
    now and later. Illegal actions raise ValueError here; `env` lets them lose.

    >>> game = ChessAECEnv("lc0")
    >>> game.reset(options={"fen": "7k/8/8/8/8/8/8/K6R b - - 0 1"})
    >>> game.agent_selection, game.board.turn
    ('player_0', False)
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kiwipete_chess_v0",
        "render_modes": ["ansi"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        codec: str | Codec = "alphazero",
        chess960: bool = False,
        fen: str | None = None,
        *,
        claim_draws: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode must be None or "ansi", not {render_mode!r}')
        self._boards = Boards(1, codec, chess960, fen, threads=1, claim_draws=claim_draws)
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        planes = Box(0, _LARGEST, self._boards.shape, np.float32)
        mask = Box(0, 1, (self._boards.moves,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": planes, "action_mask": mask}) for agent in _AGENTS
        }
        self.action_spaces = {agent: Discrete(self._boards.moves) for agent in _AGENTS}
        self._begin()

    @property
    def board(self) -> Any:
        """A copy of the game as a `kiwipete.Board`, with its moves."""
        return self._boards[0]

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def _begin(self) -> None:
        self.agents = list(_AGENTS)
        self.agent_selection = _AGENTS[0]
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self._mover = _AGENTS[0]
        if self._boards.outcome().termination[0]:
            self._finish()
            self._accumulate_rewards()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; `options` may have a "fen" to start from, others are ignored."""
        self._boards.reset(fens=(options or {}).get("fen"), seed=seed)
        self._begin()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the board as an agent sees it, and its legal moves."""
        waits = agent != self._mover
        mask = np.zeros((1, self._boards.moves), np.int8)
        if not waits:
            self._boards.legal_mask(out=mask)
        planes = self._boards.planes(opponent=waits)
        return {"observation": planes[0], "action_mask": mask[0]}

    def step(self, action: int | None) -> None:
        """Play a move for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._boards.push([action])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._mover = self.agent_selection = _AGENTS[1 - _AGENTS.index(agent)]
        if self._boards.outcome().termination[0]:
            self._finish()
        self._accumulate_rewards()

    def _finish(self) -> None:
        ending = Termination(int(self._boards.outcome().termination[0]))
        if ending == Termination.CHECKMATE:
            self.rewards = {agent: -1.0 if agent == self._mover else 1.0 for agent in _AGENTS}
        self.terminations = dict.fromkeys(_AGENTS, True)
        self.infos = {agent: {"termination": ending.name} for agent in _AGENTS}

    def render(self) -> str | None:
        """Return the board as text if the render mode is "ansi"."""
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: nothing is open."""


def raw_env(**arguments: Any) -> ChessAECEnv:
    """Return the game itself, in which illegal actions raise ValueError."""
    return ChessAECEnv(**arguments)


def env(**arguments: Any) -> Any:
    """Return the game in PettingZoo's wrappers, in which an illegal action loses.

    The arguments are those of ChessAECEnv.

    >>> chess = env(codec="lc0", chess960=True)
    >>> chess.reset(seed=5)
    >>> chess.observe("player_0")["observation"].shape
    (112, 8, 8)
    """
    game: Any = wrappers.TerminateIllegalWrapper(raw_env(**arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(game))
