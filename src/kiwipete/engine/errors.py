"""Errors of engines."""

from __future__ import annotations


class EngineError(RuntimeError):
    """The engine cannot do what was requested, or sent something impossible."""


class EngineTerminatedError(EngineError):
    """The engine's process has ended."""


class AnalysisComplete(Exception):
    """The analysis is complete; there is no more information."""
