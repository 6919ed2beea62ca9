#!/usr/bin/env python3
"""The version, in one place: the package imports this file, and meson.build runs it."""

__version__ = "0.3.0"

if __name__ == "__main__":
    print(__version__)
