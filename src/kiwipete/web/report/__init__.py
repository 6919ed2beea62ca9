"""Reports of games, matches and hunts: one HTML file each, which needs no server and no network."""
