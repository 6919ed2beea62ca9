"""Review two games with Stockfish at depth 6: accuracy, labels and turning points."""

import json
import os
import sys
from pathlib import Path

os.environ["XDG_DATA_HOME"] = str(Path.cwd())

from chess_analyzer import engines, openings, review
from chess_analyzer.sources import resolve

GAMES = 2
openings.load = lambda **_: {}  # the table of openings is on a server

texts = ["[Event " + game for game in Path(sys.argv[1]).read_text().split("[Event ")[1:]]
settings = review.Settings.from_preset("standard", depth=6, movetime=None, multipv=2)
settings.threads, settings.hash_mb = 1, 16
try:
    for text in texts[:GAMES]:
        result = review.review(resolve(text), settings)
        for time in ("elapsed", "generatedAt"):
            result.pop(time, None)
        print(json.dumps(result, indent=1, default=str))
finally:
    engines.close()
