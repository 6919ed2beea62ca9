"""Chess for Gymnasium: one game (ChessEnv), or many at once (ChessVectorEnv), both by self-play.

Importing this module registers `kiwipete/Chess-v0`:

>>> import gymnasium
>>> env = gymnasium.make("kiwipete.arrays.gymnasium_env:kiwipete/Chess-v0")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["action_mask"].sum()
((119, 8, 8), np.int64(20))
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> reward, terminated, truncated, info["white_to_move"]
(0.0, False, False, False)

One agent plays both sides. An observation is the codec's planes as the side to move sees them, an
action the codec's index of a move, and the reward is for the side that has just moved: 1 for
checkmate, 0 for a draw and for a game that goes on, -1 for an illegal move, which ends the game.
The game is never truncated. `info` has `action_mask` (int8, 1 for each legal move),
`white_to_move`, `termination` (0, or the value of a `kiwipete.Termination`), and `illegal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kiwipete.arrays.boards import Boards
from kiwipete.arrays.codecs import Codec

__all__ = ["ChessEnv", "ChessVectorEnv"]

Planes = NDArray[np.float32]
IllegalMoves = Literal["lose", "raise"]

# Some planes have counters, which come from the text of a FEN.
_LARGEST = float(1 << 34)


def _spaces(boards: Boards) -> tuple[Any, Discrete]:
    return Box(0, _LARGEST, boards.shape, np.float32), Discrete(boards.moves)


def _checked(illegal: str, render_mode: str | None) -> None:
    if illegal not in ("lose", "raise"):
        raise ValueError(f'illegal must be "lose" or "raise", not {illegal!r}')
    if render_mode not in (None, "ansi"):
        raise ValueError(f'render_mode must be None or "ansi", not {render_mode!r}')


def _option(options: dict[str, Any] | None, names: tuple[str, ...]) -> dict[str, Any]:
    unknown = [name for name in options or {} if name not in names]
    if unknown:
        raise ValueError(f"reset has no option {unknown[0]!r}; there are: {', '.join(names)}")
    return dict(options or {})


class ChessEnv(gymnasium.Env[Planes, np.int64]):
    """One game of chess. See the module for observations, actions, rewards and info.

    `codec`, `chess960` and `claim_draws` are those of `kiwipete.arrays.Boards`; draws that a player
    may claim end the game by default. The game starts from `fen`, or from the usual position, or
    with `chess960` from one that is drawn; `reset(options={"fen": ...})` starts from another one,
    now and later. An illegal action loses the game, or raises ValueError if `illegal` is "raise".

    >>> env = ChessEnv("lc0", fen="k7/7Q/1K6/8/8/8/8/8 w - - 0 1")
    >>> observation, info = env.reset()
    >>> mate = env.board.parse_san("Qb7")
    >>> observation, reward, terminated, truncated, info = env.step(env.action_of(mate))
    >>> reward, terminated, info["termination"]
    (1.0, True, 1)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        codec: str | Codec = "alphazero",
        chess960: bool = False,
        fen: str | None = None,
        *,
        claim_draws: bool = True,
        illegal: IllegalMoves = "lose",
        render_mode: str | None = None,
    ) -> None:
        _checked(illegal, render_mode)
        self._boards = Boards(1, codec, chess960, fen, threads=1, claim_draws=claim_draws)
        self.observation_space, self.action_space = _spaces(self._boards)
        self.illegal = illegal
        self.render_mode = render_mode
        self._lost = False

    @property
    def board(self) -> Any:
        """A copy of the game as a `kiwipete.Board`, with its moves."""
        return self._boards[0]

    def action_of(self, move: Any) -> np.int64:
        """Return the action for a legal move.

        >>> env = ChessEnv()
        >>> env.action_of(env.board.parse_san("a3"))
        np.int64(584)
        """
        codec = self._boards.codec
        return np.int64(codec.indices(self._boards.positions(), np.array([int(move)]))[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Start a new game; `options` may have a "fen" to start from."""
        super().reset(seed=seed)
        given = _option(options, ("fen",))
        new_seed = None if seed is None else int(self.np_random.integers(1 << 63))
        self._boards.reset(fens=given.get("fen"), seed=new_seed)
        self._lost = False
        return self._boards.planes()[0], self._info()

    def step(self, action: np.int64) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Play a move; ValueError if the game is over."""
        boards, actions = self._boards, np.array([action])
        if self._lost:
            raise ValueError("the game is over by an illegal move")
        if self.illegal == "lose" and not boards.outcome().termination[0]:
            self._lost = not boards.is_legal(actions)[0]
        if self._lost:
            return boards.planes()[0], -1.0, True, False, self._info()
        boards.push(actions)
        termination, winner = boards.outcome()
        reward = 1.0 if winner[0] else 0.0
        return boards.planes()[0], reward, bool(termination[0]), False, self._info()

    def _info(self) -> dict[str, Any]:
        mask = np.empty((1, self._boards.moves), np.int8)
        return {
            "action_mask": self._boards.legal_mask(out=mask)[0],
            "white_to_move": bool(self._boards.turns[0]),
            "termination": int(self._boards.outcome().termination[0]),
            "illegal": self._lost,
        }

    def render(self) -> str | None:
        """Return the board as text if the render mode is "ansi"."""
        return str(self._boards[0]) if self.render_mode == "ansi" else None


class ChessVectorEnv(VectorEnv[Planes, NDArray[np.int64], NDArray[Any]]):
    """Many games of chess on all cores. See the module for observations, actions, rewards and info.

    All of Gymnasium's modes of autoreset are there. By default (NEXT_STEP) a game that is over
    starts anew with the next step, which ignores its action; with SAME_STEP it starts anew at once,
    and `info` has `final_obs` and `final_info`; with DISABLED call `reset` with the option
    "reset_mask". `reset` also has the option "fens": one for all games that start, or one for each.

    The arrays that `reset` and `step` return are new ones, unless `copy` is False: then the next
    call overwrites the observation and the action mask. `seed` is one number for all games.
    The other arguments are those of ChessEnv.

    >>> envs = ChessVectorEnv(3)
    >>> observations, info = envs.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape
    ((3, 119, 8, 8), (3, 4672))
    >>> observations, rewards, terminations, truncations, info = envs.step(envs.sample())
    >>> rewards, terminations
    (array([0., 0., 0.]), array([False, False, False]))
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        codec: str | Codec = "alphazero",
        chess960: bool = False,
        fens: str | Sequence[str] | None = None,
        *,
        claim_draws: bool = True,
        illegal: IllegalMoves = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        _checked(illegal, render_mode)
        self.boards = Boards(
            num_envs, codec, chess960, fens, threads=threads, claim_draws=claim_draws
        )
        self.num_envs = num_envs
        self.illegal = illegal
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.copy = copy
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.single_observation_space, self.single_action_space = _spaces(self.boards)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete(np.full(num_envs, self.boards.moves))
        self._planes = None if copy else self.boards.planes()
        self._over = np.zeros(num_envs, np.bool_)  # as of the last step
        self._lost = np.zeros(num_envs, np.bool_)  # by an illegal move

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Start new games: all, or those of the option "reset_mask"."""
        super().reset(seed=seed)
        given = _option(options, ("reset_mask", "fens"))
        new_seed = None if seed is None else int(self.np_random.integers(1 << 63))
        where = given.get("reset_mask")
        self.boards.reset(where, given.get("fens"), seed=new_seed)
        chosen = slice(None) if where is None else np.asarray(where)
        self._over[chosen] = self._lost[chosen] = False
        return self.boards.planes(out=self._planes), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Planes, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play a move in each game."""
        boards, again = self.boards, self._over
        if again.any():
            if self.autoreset_mode == AutoresetMode.DISABLED:
                raise ValueError(f"game {again.argmax()} is over and must be reset")
            self._restart(again)
        playing = ~again
        if self.illegal == "lose":
            self._lost = playing & ~boards.is_legal(actions)
            playing = playing & ~self._lost
        boards.push(actions, where=playing)
        termination, winner = boards.outcome()
        over = playing & (termination != 0) | self._lost
        rewards = np.where(self._lost, -1.0, np.where(playing & (winner != 0), 1.0, 0.0))
        final: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            final = self._final(over)
            self._restart(over)
        else:
            self._over = over.copy()
        info = {**self._info(), **final}
        return boards.planes(out=self._planes), rewards, over, np.zeros_like(over), info

    def _restart(self, where: NDArray[np.bool_]) -> None:
        self.boards.reset(where)
        self._lost[where] = False

    def _final(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Return what `info` says of the games that have just ended."""
        rows = np.flatnonzero(over)
        observations = np.full(self.num_envs, None, dtype=object)
        for row, planes in zip(rows, self.boards.planes(rows=rows), strict=True):
            observations[row] = planes
        info: dict[str, Any] = {}
        for key, values in self._info().items():
            if not key.startswith("_"):
                info[key] = np.zeros_like(values)
                info[key][rows] = values[rows]
                info[f"_{key}"] = over.copy()
        return {
            "final_obs": observations, "_final_obs": over.copy(),
            "final_info": info, "_final_info": over.copy(),
        }  # fmt: skip

    def _info(self) -> dict[str, Any]:
        """Return an array for each value, and one of the games that have it, as Gymnasium does."""
        mask = self.boards.legal_mask().view(np.int8)
        info = {
            "action_mask": mask.copy() if self.copy else mask,
            "white_to_move": self.boards.turns,
            "termination": self.boards.outcome().termination,
            "illegal": self._lost.copy(),
        }
        return info | {f"_{key}": np.ones(self.num_envs, np.bool_) for key in info}

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game, 0 for games that are over."""
        return np.maximum(self.boards.sample(), 0)

    def render(self) -> tuple[str, ...] | None:
        """Return the boards as text if the render mode is "ansi"."""
        return tuple(map(str, self.boards)) if self.render_mode == "ansi" else None


gymnasium.register(
    "kiwipete/Chess-v0",
    entry_point="kiwipete.arrays.gymnasium_env:ChessEnv",
    vector_entry_point="kiwipete.arrays.gymnasium_env:ChessVectorEnv",
)
