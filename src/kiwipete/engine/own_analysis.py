"""An analysis by Kiwipete's own engine: read it while it runs, leave it at any time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kiwipete.engine.errors import AnalysisComplete
from kiwipete.engine.info import InfoDict
from kiwipete.engine.own_search import Search
from kiwipete.engine.results import BestMove

if TYPE_CHECKING:
    from kiwipete.engine.own import Engine


class OwnAnalysis:
    """An analysis with the methods of SimpleAnalysisResult.

    It ends with its limit, with `stop`, with the engine's next search, or when nobody refers
    to it and its engine any more.
    """

    def __init__(self, engine: Engine, search: Search) -> None:
        self._engine = engine  # lives as long as its analysis
        self._search = search

    @property
    def info(self) -> InfoDict:
        """All that is known of the best line."""
        return self._search.infos[0]

    @property
    def multipv(self) -> list[InfoDict]:
        """All that is known of the best lines."""
        return self._search.infos

    def stop(self) -> None:
        """End the analysis as soon as it can; the engine's other searches go on."""
        self._search.stop()

    def wait(self) -> BestMove:
        """Wait until the analysis is finished."""
        return self._search.wait()

    def empty(self) -> bool:
        """Return True if everything found so far has been read."""
        return self._search.is_read

    def would_block(self) -> bool:
        """Return True if `get` would have to wait."""
        return self._search.is_read and not self._search.is_done

    def get(self) -> InfoDict:
        """Wait for the next thing found; AnalysisComplete if there is no more."""
        return self._search.get()

    def next(self) -> InfoDict | None:
        """Wait for the next thing found; None if there is no more."""
        try:
            return self.get()
        except AnalysisComplete:
            return None

    def __iter__(self) -> Iterator[InfoDict]:
        return self

    def __next__(self) -> InfoDict:
        info = self.next()
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> OwnAnalysis:
        return self

    def __exit__(self, *_: object) -> None:
        self._search.end()
