"""Self-play on a cluster: tasks of some games each, whose results are written here.

Each thread of the cluster has a file, as each thread of one machine would have. A task plays the
next games of a file, so the files of a seed have the same games wherever they were played.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from concurrent.futures import CancelledError
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from kiwipete._core.self_play import Player
from kiwipete.cluster import spread
from kiwipete.own_engine.network_file import Network
from kiwipete.own_engine.networks import NetworkSource, find_network, load_network
from kiwipete.training.game_file import Game
from kiwipete.training.game_folder import GameFolder
from kiwipete.training.game_writer import Conditions
from kiwipete.training.self_play import CHESS960_SHARE, searchers_with

if TYPE_CHECKING:
    from kiwipete.cluster import ClusterExecutor

# Seconds of work: few enough to lose, and enough for the network to be sent with each task.
GAMES_A_TASK = 32


class GamesTask(NamedTuple):
    """The games of a file to play: its index and seed, the first game, and how many."""

    file: int
    seed: int
    first: int
    games: int


class PlayedTask(NamedTuple):
    """The games of a task, and what they took."""

    games: list[Game]
    nodes: int
    openings: int


class TaskPlayer:
    """Plays tasks; can be pickled and sent to workers. `stop` ends its tasks in this process."""

    def __init__(self, nodes: int, chess960: float, network: Network | None) -> None:
        self._settings = nodes, chess960, network
        self._players: set[Player] = set()
        self._stopped = False

    def __call__(self, task: GamesTask) -> PlayedTask:
        """Play the games; raise CancelledError if the player was stopped."""
        nodes, chess960, network = self._settings
        (searcher,) = searchers_with(load_network(network), 1)
        player = Player(searcher, nodes=nodes, chess960=chess960)
        self._players.add(player)
        games: list[Game] = []
        try:
            for number in range(task.first, task.first + task.games):
                fields = None if self._stopped else player.play(task.seed, number)
                if fields is None:
                    raise CancelledError
                games.append(Game(*fields))
        finally:
            self._players.discard(player)
        return PlayedTask(games, player.nodes, player.openings)

    def __reduce__(self) -> tuple[object, ...]:
        return TaskPlayer, self._settings

    def stop(self) -> None:
        """End the games in this process."""
        self._stopped = True
        for player in list(self._players):
            player.stop()


class ClusterSelfPlay:
    """Plays games on a cluster into the files of a folder; otherwise like SelfPlay.

    A lost worker loses only the games of its tasks, which are played again.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        cluster: ClusterExecutor,
        *,
        nodes: int,
        chess960: float = CHESS960_SHARE,
        seed: int | None = None,
        network: NetworkSource = None,
    ) -> None:
        own = find_network(network)  # workers' files may be others
        self._cluster = cluster
        self._player = TaskPlayer(nodes, chess960, own)
        conditions = Conditions(nodes, 0 if own is None else own.checksum, chess960)
        files = max(1, cluster.threads)
        self._folder = GameFolder(folder, conditions, files=files, seed=seed)
        self._idle = set(range(files))  # the indices of files without a task
        self.nodes = 0
        self.openings = 0

    def __enter__(self) -> ClusterSelfPlay:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files."""
        self._folder.close()

    @property
    def games(self) -> int:
        """The games in the folder, those of earlier runs among them."""
        return self._folder.games

    def play(self, games: int) -> Generator[Game, None, None]:
        """Play this many games, and yield each after it was written.

        Closing the generator drops the tasks under way.
        """
        left = games

        def following() -> GamesTask | None:
            nonlocal left
            if not left:
                return None
            share = -(-left // max(1, self._cluster.threads))  # so that all end together
            task = self._next_task(min(GAMES_A_TASK, share))
            left -= task.games
            return task

        batches = spread(
            self._cluster, self._player, following, ahead=lambda: self._cluster.threads
        )
        with closing(batches):
            for batch in batches:
                for task, played in batch:
                    yield from self._write(task, played)

    def _next_task(self, games: int) -> GamesTask:
        """Return the next games of a file that has no task, a new one if all have."""
        if not self._idle:  # workers have joined
            self._folder.add()
            self._idle.add(len(self._folder.files) - 1)
        index = min(self._idle)
        self._idle.discard(index)
        file = self._folder.files[index]
        return GamesTask(index, file.seed, file.games, games)

    def _write(self, task: GamesTask, played: PlayedTask) -> list[Game]:
        for game in played.games:
            self._folder.files[task.file].append(game)
        self._idle.add(task.file)
        self.nodes += played.nodes
        self.openings += played.openings
        return played.games
