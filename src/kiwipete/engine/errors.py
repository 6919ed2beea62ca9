"""The exceptions of the engine client."""

from __future__ import annotations

from kiwipete.errors import EngineError as EngineError
from kiwipete.errors import EngineTerminatedError as EngineTerminatedError


class AnalysisComplete(Exception):
    """There is no more information to wait for."""
