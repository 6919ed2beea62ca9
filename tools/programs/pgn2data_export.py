"""Export 150 games to CSV: the games, and each move with the position after it."""

import itertools
import logging
import sys
from pathlib import Path

logging.disable()

import converter.process  # noqa: E402
from converter.pgn_data import PGNData  # noqa: E402

GAMES = 150

numbers = itertools.count()
converter.process.uuid.uuid4 = lambda: next(numbers)
converter.process.get_time_stamp = lambda: "now"

text = Path(sys.argv[1]).read_text()
games = text.split("[Event ")[1:]
Path("some.pgn").write_text("".join("[Event " + game for game in itertools.islice(games, GAMES)))
result = PGNData("some.pgn", "out").export()
result.print_summary()
