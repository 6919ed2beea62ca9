"""Kiwipete's own engine: in this process (`engine.Engine`) and over UCI (`kiwipete uci`).

This file is kept import-light: the command line reads the limits below before it runs a command.
"""

MAX_HASH_MB = 1 << 20
MAX_THREADS = 1024
MAX_DEPTH = 127
MAX_LINES = 256
MAX_LEVEL = 10

SHIPPED = "<shipped>"  # the network in the package, as the default of EvalFile and --network
