"""The exceptions of the engine client."""

from __future__ import annotations

from kiwipete.errors import EngineError as EngineError


class EngineTerminatedError(EngineError):
    """The engine's process has ended."""


class AnalysisComplete(Exception):
    """There is no more information to wait for."""
