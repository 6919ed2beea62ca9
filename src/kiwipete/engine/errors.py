"""What goes wrong with engines."""

from __future__ import annotations


class EngineError(RuntimeError):
    """An engine does not know what it was asked, or said what cannot be."""


class EngineTerminatedError(EngineError):
    """The engine's process has ended."""


class AnalysisComplete(Exception):
    """There is no more information to wait for."""
