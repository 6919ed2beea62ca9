"""Find mates in 2 to 6 moves in games of the engine, prove them, and write them as a file of tests.

    python tools/make_mates.py --games 400 --out tests/data/mates.epd

The engine plays against itself, from the start and from random positions with few
pieces, and with random moves here and there, so that all kinds of mates come about.
The search finds them; tests/search/mate_proof.py proves that each is forced and that
there is no shorter one, by trying everything. A mate that takes too long to prove is
left out. Of the others, those are chosen whose features are the rarest.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.search.mate_proof import MateProof, TooLong

from kiwipete import PIECE_NAMES, QUEEN, SQUARES, Board, Move, Piece
from kiwipete.search import Budget, Thinker

LENGTHS = range(2, 7)
RANDOM_PLIES = 6
SLIP = 0.08  # how often a random move is played
NODES = 2000  # of a move
AHEAD = 300  # centipawns; from here on a mate is looked for
SEEKING_NODES = 8000
DETOUR = 2  # moves that a mate may be shorter than it seems
MOST_POSITIONS = 200_000  # of a proof
LONGEST = 200  # plies of a game
PAWNS = (1, 3, 3, 5, 9)  # what pieces are worth, for "behind in material"

HEADER = """\
# Mates in 2 to 6 moves, from games of Kiwipete against itself, made by
#   {command}
# and proved by tests/search/mate_proof.py, which tries all moves of both sides: dm is the
# number of moves in which the side to move mates, and there is no shorter mate. pv is one
# such line, with a longest defence; other moves may mate as soon.
"""


@dataclass(frozen=True, eq=False)
class Mate:
    """A proved mate."""

    board: Board
    line: list[Move]
    game: int

    @property
    def moves(self) -> int:
        """In how many moves it is mate."""
        return (len(self.line) + 1) // 2

    def features(self) -> list[str]:
        """Name what may be rare about it."""
        board, first = self.board.copy(stack=False), self.line[0]
        men = board.occupied.bit_count()
        found = ["end game" if men <= 10 else "middle game" if men > 20 else "few pieces"]
        if not (board.gives_check(first) or board.is_capture(first) or first.promotion):
            found.append("quiet first move")
        if _pawns(board, board.turn) + 3 <= _pawns(board, not board.turn):
            found.append("behind in material")
        if board.is_check():
            found.append("out of check")
        for ply, move in enumerate(self.line):
            if ply % 2 == 0:
                found += _kinds(board, move)
            board.push(move)
        mover = board.piece_type_at(self.line[-1].to_square)
        return list(dict.fromkeys([*found, f"mate by a {PIECE_NAMES[mover or 0]}"]))

    def epd(self, number: int) -> str:
        """Write it as a line of the file."""
        name = f"mate in {self.moves}, {number}: game {self.game}, {', '.join(self.features())}"
        return self.board.epd(dm=self.moves, pv=self.line, id=name)


def main() -> None:
    """Play, prove, choose, write."""
    arguments = _arguments()
    mates: dict[int, list[Mate]] = {moves: [] for moves in LENGTHS}
    with multiprocessing.Pool(arguments.jobs) as pool:
        work = partial(_mates_of_game, arguments.seed)
        for game, found in enumerate(pool.imap(work, range(arguments.games)), start=1):
            for mate in found:
                mates[mate.moves].append(mate)
            if game % 20 == 0:
                counts = ", ".join(f"{len(mates[moves])} in {moves}" for moves in LENGTHS)
                print(f"{game} games, mates: {counts}", flush=True)
    command = f"python tools/make_mates.py --games {arguments.games} --seed {arguments.seed}"
    with arguments.out.open("w") as out:
        out.write(HEADER.format(command=command))
        for found in mates.values():
            for number, mate in enumerate(_choose(found, arguments.each), start=1):
                out.write(f"{mate.epd(number)}\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400, help="how many games to play (400)")
    parser.add_argument("--each", type=int, default=20, help="mates of each length (20)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--seed", type=int, default=0, help="of the random moves (0)")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    return parser.parse_args()


def _mates_of_game(seed: int, game: int) -> list[Mate]:
    """Play a game; return the mates that were met in it and could be proved."""
    return [mate for board in _positions(seed, game) if (mate := _prove(board, game)) is not None]


def _positions(seed: int, game: int) -> Iterator[Board]:
    """Play a game, and yield the positions in which the search sees a mate, one of each length."""
    dice = random.Random(f"{seed}/{game}")
    thinker, seeker = Thinker(), Thinker()
    board = _ending(dice) if game % 3 else Board()
    seen = {0, 1}
    for ply in range(LONGEST):
        if board.is_game_over(claim_draw=True):
            return
        best = thinker.think(board, Budget(nodes=NODES))[0]
        if best.centipawns is None or best.centipawns > AHEAD:
            mate = _seek(seeker, board)
            if mate not in seen and _is_within_reach(board, mate):
                seen.add(mate)
                yield board.copy(stack=False)
        random_move = ply < RANDOM_PLIES or dice.random() < SLIP
        board.push(dice.choice(list(board.legal_moves)) if random_move else best.moves[0])


def _ending(dice: random.Random) -> Board:
    """Return a random position with few pieces: in these, long mates can be proved."""
    while True:
        board = Board(None)
        pieces = ["K", "k", *dice.choices("QRBNPPP", k=3), *dice.choices("rbnppp", k=2)]
        for square, symbol in zip(dice.sample(SQUARES, len(pieces)), pieces, strict=True):
            board.set_piece_at(square, Piece.from_symbol(symbol))
        board.turn = dice.random() < 0.5
        if board.is_valid():
            return board if dice.random() < 0.5 else board.mirror()


def _is_within_reach(board: Board, mate: int) -> bool:
    """Guess from the number of moves whether a proof may be short enough."""
    return board.legal_moves.count() ** (min(mate, LENGTHS[-1]) - 2) <= 2 * MOST_POSITIONS


def _seek(seeker: Thinker, board: Board) -> int:
    """Return the length of a mate that the search sees, or 0; first it looks for nothing else."""
    for most in (LENGTHS[-1], 0):
        mate = seeker.think(board, Budget(mate=most, nodes=SEEKING_NODES))[0].mate
        if mate is not None and 0 < mate <= LENGTHS[-1] + DETOUR:
            return mate
    return 0


def _prove(board: Board, game: int) -> Mate | None:
    """Return the mate with its true length, None if it is out of reach."""
    proof = MateProof(MOST_POSITIONS)
    try:
        moves = proof.shortest(board.copy(), LENGTHS[-1])
        if moves in LENGTHS:
            return Mate(board, proof.line(board, moves), game)
    except TooLong:
        pass
    return None


def _pawns(board: Board, color: bool) -> int:
    """Return the material of a side in pawns."""
    return sum(pawns * len(board.pieces(kind, color)) for kind, pawns in enumerate(PAWNS, start=1))


def _kinds(board: Board, move: Move) -> Iterator[str]:
    """Name what is rare about a move of the side that mates."""
    if board.is_castling(move):
        yield "castling"
    if board.is_en_passant(move):
        yield "en passant"
    if move.promotion:
        yield "promotion" if move.promotion == QUEEN else "underpromotion"


def _choose(mates: list[Mate], count: int) -> list[Mate]:
    """Choose mates of many kinds for both colours, and no two of a game."""
    seen: Counter[str | bool] = Counter()
    chosen: list[Mate] = []
    left = {mate: [*mate.features(), mate.board.turn] for mate in mates}

    def rarity(mate: Mate) -> float:
        return sum(1 / (1 + seen[feature]) ** 2 for feature in left[mate])

    while left and len(chosen) < count:
        best = max(left, key=rarity)
        seen.update(left[best])
        chosen.append(best)
        left = {mate: kinds for mate, kinds in left.items() if mate.game != best.game}
    return chosen


if __name__ == "__main__":
    main()
