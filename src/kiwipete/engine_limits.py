"""The limits of our own engine's options; kept import-light."""

MAX_HASH_MB = 1 << 20
MAX_THREADS = 1024
MAX_DEPTH = 127
MAX_LINES = 256
MAX_LEVEL = 10
