"""The bug hunt: find a difference, trace it to a rule, shrink the position."""
