"""Adapters: programs that let a hunt ask a move generator which speaks no protocol.

They are files of `adapters/`, for an author to save beside an engine and to complete with
the calls of its generator. What starts fast is asked as a script, the rest by UCI.
"""

from __future__ import annotations

from importlib.resources import files

# The names under which they are best saved.
ADAPTERS = {
    "python": "adapter.py",
    "c": "adapter.c",
    "cpp": "adapter.cpp",
    "rust": "adapter.rs",
    "java": "Adapter.java",
    "go": "adapter.go",
    "js": "adapter.mjs",
}


def adapter(language: str) -> str:
    """Return the text of the adapter for a language: python, c, cpp, rust, java, go or js.

    >>> print(adapter("rust").splitlines()[0])
    //! An adapter: it answers Kiwipete's questions with your move generator in Rust.
    >>> adapter("perl")
    Traceback (most recent call last):
    ...
    ValueError: no adapter for 'perl', only for python, c, cpp, rust, java, go and js
    """
    if language not in ADAPTERS:
        *most, last = ADAPTERS
        raise ValueError(f"no adapter for {language!r}, only for {', '.join(most)} and {last}")
    path = files("kiwipete.lab") / "adapters" / ADAPTERS[language]
    return path.read_text("utf-8")
