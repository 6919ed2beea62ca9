"""A running server: its link, the wait for its end, and the end itself."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from kiwipete.web.server.files import Files
from kiwipete.web.server.handler import BoardServer
from kiwipete.web.server.http_server import LOOPBACK

if TYPE_CHECKING:
    from typing_extensions import Self

    from kiwipete.web.server.application import Application

# How long no page may be there before the server ends: a reload takes a moment, in seconds.
GRACE = 5.0
_TICK = 0.2


class RunningServer:
    """Serves an application in a thread; closing it closes the application too."""

    def __init__(self, application: Application, port: int = 0) -> None:
        """Start the server; raises OSError if the port is in use."""
        self.application = application
        try:
            self._server = BoardServer(port, application, Files())
        except BaseException:
            application.close()
            raise
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": _TICK}, daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        """The port."""
        return self._server.port

    @property
    def link(self) -> str:
        """The address that lets one browser in."""
        return f"http://{LOOPBACK}:{self.port}/?token={self._server.guard.token}"

    def wait(self, *, until_closed: bool = False) -> None:
        """Wait for Ctrl-C, or until the last page has been closed."""
        hub = self.application.hub
        while True:
            time.sleep(_TICK)  # short, so that Ctrl-C is noticed everywhere
            since = hub.empty_since
            if until_closed and since is not None and time.monotonic() - since > GRACE:
                return

    def close(self) -> None:
        """End connections and engines."""
        self._server.shutdown()
        self.application.close()
        self._server.close_connections()
        self._server.server_close()
        self._thread.join(timeout=5.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
