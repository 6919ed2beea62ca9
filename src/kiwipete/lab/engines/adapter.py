"""Adapters: template programs that connect a move generator without a protocol to a hunt.

Each is a file of `adapters/`. An author saves it next to the engine and fills in the calls of
the generator. Adapters in languages that start fast run as scripts, the others speak UCI.
"""

from __future__ import annotations

from importlib.resources import files

# The file name of each, which is also the best name to save it under.
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
    path = files("kiwipete.lab.engines") / "adapters" / ADAPTERS[language]
    return path.read_text("utf-8")
