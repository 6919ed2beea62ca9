"""Self-play: games of the engine against itself, on threads, each with a file of its own."""

from __future__ import annotations

import os
import threading
from collections.abc import Generator
from queue import Empty, SimpleQueue

from kiwipete._core.network import NetworkWeights
from kiwipete._core.searcher import Searcher
from kiwipete._core.self_play import Player
from kiwipete.own_engine.networks import NetworkSource, load_network
from kiwipete.training.game_file import Game
from kiwipete.training.game_folder import GameFolder
from kiwipete.training.game_writer import Conditions, GameWriter

HASH_MB = 4  # for each thread; it is cleared for every game
CHESS960_SHARE = 0.15

_TICK = 0.2  # seconds; Windows doesn't interrupt a longer wait for Ctrl-C


def searchers_with(network: NetworkWeights | None, threads: int) -> list[Searcher]:
    """Return a searcher for each thread; without a network they evaluate by piece-square values."""
    searchers = [Searcher(1, HASH_MB) for _ in range(threads)]
    for searcher in searchers:
        searcher.use_network(network)
    return searchers


class SelfPlay:
    """Plays games into the files of a folder, `1.kwg` and so on, one for each thread.

    Files of an earlier run are continued: a game depends only on its file's seed and its
    number there, so a run that was killed and continued has the same games as one that wasn't.
    Raises TrainingFileError for files that can't be continued.

    >>> import tempfile
    >>> with SelfPlay(tempfile.mkdtemp(), nodes=10, seed=1) as run:
    ...     lengths = [len(game.plies) // 4 for game in run.play(3)]
    >>> len(lengths), run.games
    (3, 3)
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        nodes: int,
        threads: int = 1,
        chess960: float = CHESS960_SHARE,
        seed: int | None = None,
        network: NetworkSource = None,
    ) -> None:
        weights = load_network(network)
        searchers = searchers_with(weights, threads)
        self._players = [Player(each, nodes=nodes, chess960=chess960) for each in searchers]
        conditions = Conditions(nodes, 0 if weights is None else weights.checksum, chess960)
        self._folder = GameFolder(folder, conditions, files=threads, seed=seed)
        self._lock = threading.Lock()
        self._wanted = 0
        self.threads: list[threading.Thread] = []

    def __enter__(self) -> SelfPlay:
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

    @property
    def nodes(self) -> int:
        """The nodes searched in this run."""
        return sum(player.nodes for player in self._players)

    @property
    def openings(self) -> int:
        """The openings tried in this run, with those that were out of balance."""
        return sum(player.openings for player in self._players)

    def play(self, games: int) -> Generator[Game, None, None]:
        """Play this many games, and yield each after it was written.

        Closing the generator stops the games under way and drops them; nothing can be
        played afterwards.
        """
        self._wanted = games
        ended: SimpleQueue[Game | BaseException | None] = SimpleQueue()
        self.threads = [
            threading.Thread(target=self._work, args=(player, writer, ended), daemon=True)
            for player, writer in zip(self._players, self._folder.files, strict=True)
        ]
        try:
            for thread in self.threads:
                thread.start()
            working = len(self.threads)
            while working:
                try:
                    event = ended.get(timeout=_TICK)
                except Empty:
                    continue
                if event is None:
                    working -= 1
                elif isinstance(event, BaseException):
                    raise event
                else:
                    yield event
        except BaseException:
            for player in self._players:
                player.stop()
            raise
        finally:
            for thread in self.threads:
                if thread.ident is not None:  # it was started
                    thread.join()

    def _work(
        self,
        player: Player,
        writer: GameWriter,
        ended: SimpleQueue[Game | BaseException | None],
    ) -> None:
        """Play games with one thread, as long as some are wanted."""
        try:
            while self._take():
                fields = player.play(writer.seed, writer.games)
                if fields is None:
                    break
                game = Game(*fields)
                writer.append(game)
                ended.put(game)
        except BaseException as error:
            ended.put(error)
        ended.put(None)

    def _take(self) -> bool:
        """Take one of the games that are still wanted."""
        with self._lock:
            self._wanted -= 1
            return self._wanted >= 0
