"""The exceptions of the engine client."""

from __future__ import annotations

from kiwipete.errors import EngineError


class EngineTerminatedError(EngineError):
    """The engine's process has ended."""


class AnalysisComplete(Exception):
    """The analysis is complete; there is no more information."""
