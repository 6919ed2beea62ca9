"""Something that takes long: a search, a perft, a bench."""

from __future__ import annotations

from collections.abc import Callable


class Task:
    """Work that returns an answer; it ends by itself, or when the GUI says so.

    >>> task = Task(lambda: "bestmove e2e4", stop=lambda: None, infinite=True)
    >>> task.is_endless
    True
    >>> task.end()
    >>> task.is_endless
    False
    """

    def __init__(
        self,
        work: Callable[[], str],
        *,
        stop: Callable[[], None],
        hit: Callable[[], None] | None = None,
        pondering: bool = False,
        infinite: bool = False,
        endless: bool = False,
    ) -> None:
        """Set up `work`; `stop` makes it return soon, `hit` starts its clock.

        The answer is held back until `ponderhit` if it is `pondering`, and until `stop` if
        it is `infinite`. `endless` work goes on until `stop`.
        """
        self.work = work
        self._stop = stop
        self._hit = hit
        self._pondering = pondering
        self._infinite = infinite
        self._endless = endless

    @property
    def is_held(self) -> bool:
        """Whether the answer has to wait for the GUI."""
        return self._pondering or self._infinite

    @property
    def is_endless(self) -> bool:
        """Whether there is no answer unless the GUI sends another command."""
        return self._endless or self.is_held

    def end(self) -> None:
        """End the work as soon as possible, and release its answer."""
        self._pondering = self._infinite = self._endless = False
        self._stop()

    def ponder_hit(self) -> None:
        """Start the clock, if this is a search that still ponders."""
        if self._pondering:
            self._pondering = False
            if self._hit is not None:
                self._hit()
