"""The guard: which requests may enter, and the headers that keep a page inside.

The server listens on the loopback interface only, but every web page that the user visits can
send requests there. A request must therefore name a local host (a rebound DNS name doesn't),
come from our own page, and carry the cookie that the launch token was exchanged for.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from email.message import Message

# Sent with every response. Scripts and styles come from files only; PNG copies need blob images.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

_LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")
# What a browser says of requests by our own page, and of an address that the user typed.
_OWN_SITES = (None, "same-origin", "none")


class Guard:
    """Checks requests to a server on a port, and exchanges the launch token for the cookie.

    >>> guard = Guard(8000)
    >>> cookie = guard.redeem(guard.token)
    >>> cookie.startswith("kiwipete-8000="), guard.redeem(guard.token)
    (True, None)
    """

    def __init__(self, port: int) -> None:
        self.token = secrets.token_urlsafe(24)
        self._unused = True
        self._lock = threading.Lock()
        self._secret = secrets.token_urlsafe(32)
        # Cookies ignore ports, so the name must not clash with another board's.
        self._cookie = f"kiwipete-{port}"
        self._hosts = {f"{name}:{port}" for name in _LOCAL_NAMES}
        if port == 80:
            self._hosts |= set(_LOCAL_NAMES)

    def redeem(self, token: str) -> str | None:
        """Return the cookie to set for the launch token, which works once; otherwise None."""
        with self._lock:
            if not (self._unused and _same(token, self.token)):
                return None
            self._unused = False
        return f"{self._cookie}={self._secret}; Path=/; HttpOnly; SameSite=Strict"

    def fault(self, headers: Message, *, writes: bool) -> str | None:
        """Return why a request comes from outside, or None; requests that write need an Origin."""
        hosts = headers.get_all("Host", [])
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return "this server answers only to local names"
        origins = headers.get_all("Origin", [])
        if origins != [f"http://{hosts[0]}"] and (origins or writes):
            return "requests must come from this server's own page"
        if headers.get("Sec-Fetch-Site") not in _OWN_SITES:
            return "requests must come from this server's own page"
        return None

    def is_known(self, headers: Message) -> bool:
        """Return True if a request carries the cookie."""
        # Other programs on this machine set cookies for the same name, in any notation: a parser
        # that gives up at the first odd one would not find ours.
        for line in headers.get_all("Cookie", []):
            for cookie in line.split(";"):
                name, _, value = cookie.strip().partition("=")
                if name == self._cookie and _same(value, self._secret):
                    return True
        return False


def _same(given: str, secret: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())
