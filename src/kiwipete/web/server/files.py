"""The files that the server hands out: a fixed list, found once in the package."""

from __future__ import annotations

from pathlib import Path

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
_FOLDERS = ("page", "board")
_PAGE = "/page/index.html"


class Files:
    """Files by their address; no address is ever turned into a path."""

    def __init__(self, root: Path | None = None) -> None:
        root = root or Path(__file__).parents[1]
        self._paths = {
            f"/{path.relative_to(root).as_posix()}": path
            for folder in _FOLDERS
            for path in sorted((root / folder).rglob("*"))
            if path.suffix in _TYPES and path.is_file()
        }
        if _PAGE in self._paths:
            self._paths["/"] = self._paths[_PAGE]

    @property
    def addresses(self) -> list[str]:
        """All addresses."""
        return list(self._paths)

    def read(self, address: str) -> tuple[bytes, str] | None:
        """Return the content and the media type of a file, or None if there is none."""
        path = self._paths.get(address)
        if path is None:
            return None
        try:
            return path.read_bytes(), _TYPES[path.suffix]
        except OSError:
            return None
