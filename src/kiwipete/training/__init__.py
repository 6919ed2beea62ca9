"""Training: self-play games, records of positions, and networks, each in a file format of its own.

Every file begins with 64 bytes that name its kind, its version and its checksum.
`docs/network.md` describes the formats byte by byte.
"""
