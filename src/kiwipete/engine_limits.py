"""The most that our own engine can be asked for; in a file that loads at once."""

MAX_HASH_MB = 1 << 20
MAX_THREADS = 1024
MAX_DEPTH = 127
MAX_LINES = 256
MAX_LEVEL = 10
