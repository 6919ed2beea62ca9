from __future__ import annotations

import threading
import time
from itertools import pairwise

from kiwipete.web.server.pulse import Pulse


def test_it_publishes_soon_and_not_too_often():
    times: list[float] = []
    several = threading.Event()

    def publish() -> None:
        times.append(time.monotonic())
        if len(times) == 3:
            several.set()

    pulse = Pulse("test", publish, pause=0.05)
    time.sleep(0.02)
    assert times == []  # no news
    while not several.wait(0.001):
        pulse.wake()
    pulse.close()
    assert all(later - earlier >= 0.05 for earlier, later in pairwise(times))
