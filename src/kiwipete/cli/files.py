"""Files that commands write."""

from __future__ import annotations

from pathlib import Path

from kiwipete.cli.ends import UsageError


def write_file(path: str, text: str) -> None:
    """Write a file, or raise a UsageError that says why it cannot be written."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error
