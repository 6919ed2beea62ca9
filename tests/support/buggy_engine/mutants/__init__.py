"""The engine's mutants, rule by rule: what is wrong, and how its source has to be changed."""
