"""Games that meet again and again in the same positions, and what python-chess counts in them."""

from __future__ import annotations

import io
import random
from collections import Counter, defaultdict

import chess
import chess.pgn

STARTS = (
    ("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 6 8", ""),
    ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", ""),
    ("bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1", "Chess960"),
    (chess.STARTING_FEN, "Chess960"),
    ("8/P6k/8/8/8/8/p6K/8 w - - 0 1", ""),
)
RESULTS = ("1-0", "1-0", "0-1", "1/2-1/2", "*")


def game_text(rng: random.Random, plies: int = 24) -> str:
    """Return a game as PGN. Sides choose among few moves, so games transpose into each other."""
    board = chess.Board()
    tags = {"Event": "x", "Result": rng.choice(RESULTS)}
    if rng.random() < 0.2:
        fen, variant = rng.choice(STARTS)
        board = chess.Board(fen, chess960=bool(variant))
        tags |= {"FEN": fen} | ({"Variant": variant} if variant else {})
    if rng.random() < 0.8:
        tags["WhiteElo"] = str(rng.randrange(800, 2900))
    if rng.random() < 0.8:
        tags["BlackElo"] = rng.choice(
            ["?", "0", *(str(rng.randrange(800, 2900)) for _ in range(8))]
        )
    if rng.random() < 0.7:
        tags["Date"] = rng.choice(["????.??.??", f"{rng.randrange(1900, 2027)}.01.31"])
    if rng.random() < 0.3:
        tags["UTCDate"] = f"{rng.randrange(2000, 2027)}.02.01"
    words = []
    for _ in range(rng.randrange(plies)):
        moves = sorted(
            board.legal_moves, key=lambda move: (not board.is_castling(move), move.uci())
        )
        if not moves:
            break
        move = rng.choice(moves[:4])
        words.append(board.san(move))
        board.push(move)
    header = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{header}\n{' '.join(words)} {tags['Result']}\n\n"


def games_text(count: int, seed: int = 1) -> bytes:
    """Return some games."""
    rng = random.Random(seed)
    return "".join(game_text(rng) for _ in range(count)).encode()


def position_key(board: chess.Board) -> str:
    """Return what makes positions the same, as text."""
    return board.shredder_fen(en_passant="legal").rsplit(" ", 2)[0]


class SlowCount:
    """Moves by position, as python-chess reads and plays the games."""

    def __init__(self, text: bytes, plies: int | None = None) -> None:
        self.rows: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        self.boards: dict[str, chess.Board] = {}
        self.games = 0
        handle = io.StringIO(text.decode())
        while (game := chess.pgn.read_game(handle)) is not None:
            self._add(game, plies)

    def _add(self, game: chess.pgn.Game, plies: int | None) -> None:
        board = game.board()
        ratings = [_number(game.headers.get(name)) for name in ("BlackElo", "WhiteElo")]
        rated = all(ratings)
        year = _year(game.headers.get("Date")) or _year(game.headers.get("UTCDate"))
        seen = set()
        moves = list(game.mainline_moves())
        self.games += bool(moves)
        for move in moves[:plies]:
            key, uci = position_key(board), board.uci(move, chess960=True)
            if (key, uci) not in seen:
                seen.add((key, uci))
                self.boards.setdefault(key, board.copy(stack=False))
                tally = self.rows[key][uci]
                tally[game.headers["Result"]] += 1
                tally["games"] += 1
                if rated:
                    tally["rated"] += 1
                    tally["rating"] += ratings[board.turn]
                    tally["opposing"] += ratings[not board.turn]
                tally["year"] = max(tally["year"], year)
            board.push(move)


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isdecimal() else 0


def _year(date: str | None) -> int:
    return int(date[:4]) if date is not None and date[:4].isdecimal() else 0
