"""Suites of positions with known counts: reading and running them."""
