"""Find mates in 2 to 6 moves in games of the engine, prove them, and write them as a file of tests.

    python tools/make_mates.py --games 400 --puzzles 40000 --out tests/data/mates.epd

The engine plays against itself, from the start position and from random positions with
few pieces, and with occasional random moves, so that all kinds of mates occur. The search
finds them; tests/support/mate_proof.py proves that each is forced and that there is no
shorter one, by trying everything. A mate that takes too long to prove is left out. Of the
others, those with the rarest features are chosen.

Mates by castling and en passant do not occur in so few games: for these, pieces are
placed at random until the search sees a mate that begins that way.
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

from tests.support.mate_proof import MateProof, TooLong

from kiwipete import A1, BB_SQUARES, E1, H1, PIECE_NAMES, QUEEN, SQUARES, Board, Move, Piece, square
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits

LENGTHS = range(2, 7)
RANDOM_PLIES = 6
SLIP = 0.08  # how often a random move is played
NODES = 2000  # per move
AHEAD = 300  # centipawns; the search looks for mates from here on
SEEKING_NODES = 8000
DETOUR = 2  # moves by which a mate may be shorter than it seems
PUZZLE_NODES = 3000
MOST_POSITIONS = 200_000  # per proof
LONGEST = 200  # plies of a game
PAWNS = (1, 3, 3, 5, 9)  # piece values, for "behind in material"

HEADER = """\
# Mates in 2 to 6 moves, from games of Kiwipete against itself and from random positions, made by
#   {command}
# and proved by tests/support/mate_proof.py, which tries all moves of both sides: dm is the
# number of moves in which the side to move mates, and there is no shorter mate. pv is one
# such line, with a longest defence; other moves may mate as soon.
"""


@dataclass(frozen=True, eq=False)
class Mate:
    """A proved mate."""

    board: Board
    line: list[Move]
    source: str

    @property
    def moves(self) -> int:
        """The number of moves to mate."""
        return (len(self.line) + 1) // 2

    def features(self) -> list[str]:
        """Name its rare features."""
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
        """Return its line of the file."""
        about = f"{self.source}: {', '.join(self.features())}"
        return self.board.epd(
            dm=self.moves, pv=self.line, id=f"mate in {self.moves}, {number}", c0=about
        )


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
        work = partial(_mate_of_puzzle, arguments.seed)
        puzzles = [mate for mate in pool.imap(work, range(arguments.puzzles), 100) if mate]
    options = f"--games {arguments.games} --puzzles {arguments.puzzles} --seed {arguments.seed}"
    with arguments.out.open("w") as out:
        out.write(HEADER.format(command=f"python tools/make_mates.py {options}"))
        for moves, found in mates.items():
            chosen = _choose(found, arguments.each)
            chosen += _choose(
                [mate for mate in puzzles if mate.moves == moves], arguments.each // 2
            )
            for number, mate in enumerate(chosen, start=1):
                out.write(f"{mate.epd(number)}\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400, help="games to play (400)")
    parser.add_argument("--puzzles", type=int, default=0, help="random positions to try (0)")
    parser.add_argument(
        "--each", type=int, default=20, help="mates of each length, half as many of puzzles (20)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--seed", type=int, default=0, help="of the random moves (0)")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    return parser.parse_args()


def _mates_of_game(seed: int, game: int) -> list[Mate]:
    """Play a game; return the mates in it that could be proved."""
    return [
        mate
        for board in _positions(seed, game)
        if (mate := _prove(board, f"game {game}")) is not None
    ]


def _positions(seed: int, game: int) -> Iterator[Board]:
    """Play a game, and yield positions in which the search sees a mate, one of each length."""
    dice = random.Random(f"{seed}/{game}")
    engine, seeker = SearchEngine(), SearchEngine()
    board = _ending(dice) if game % 3 else Board()
    seen = {0, 1}
    for ply in range(LONGEST):
        if board.is_game_over(claim_draw=True):
            return
        best = engine.search(board, SearchLimits(nodes=NODES))[0]
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
        for place, symbol in zip(dice.sample(SQUARES, len(pieces)), pieces, strict=True):
            board.set_piece_at(place, Piece.from_symbol(symbol))
        board.turn = dice.random() < 0.5
        if board.is_valid():
            return board if dice.random() < 0.5 else board.mirror()


def _is_within_reach(board: Board, mate: int) -> bool:
    """Guess from the number of moves whether a proof may be short enough."""
    return board.legal_moves.count() ** (min(mate, LENGTHS[-1]) - 2) <= 2 * MOST_POSITIONS


def _seek(seeker: SearchEngine, board: Board) -> int:
    """Return the length of a mate that the search sees, or 0; a mate search comes first."""
    for most in (LENGTHS[-1], 0):
        mate = seeker.search(board, SearchLimits(mate=most, nodes=SEEKING_NODES))[0].mate
        if mate is not None and 0 < mate <= LENGTHS[-1] + DETOUR:
            return mate
    return 0


def _prove(board: Board, source: str) -> Mate | None:
    """Return the mate with its true length, or None if it cannot be proved."""
    proof = MateProof(MOST_POSITIONS)
    try:
        moves = proof.shortest(board.copy(), LENGTHS[-1])
        if moves in LENGTHS:
            return Mate(board, proof.line(board, moves), source)
    except TooLong:
        pass
    return None


def _mate_of_puzzle(seed: int, number: int) -> Mate | None:
    """Return a mate by castling or en passant in a random position, if there is one."""
    dice = random.Random(f"{seed}/puzzle {number}")
    board = _castling(dice) if number % 2 else _en_passant(dice)
    first = next((move for move in board.legal_moves if any(_kinds(board, move))), None)
    if not board.is_valid() or first is None or first.promotion:
        return None
    limits = SearchLimits(mate=LENGTHS[-1], nodes=PUZZLE_NODES)
    moves = SearchEngine(hash_mb=1).search(board, limits, root_moves=[first])[0].mate
    proof = MateProof(MOST_POSITIONS)
    try:
        if (
            moves in LENGTHS
            and proof.mates_by(board.copy(), first, moves)
            and proof.shortest(board.copy(), moves) == moves
        ):
            return Mate(board, proof.line(board, moves, first), f"puzzle {number}")
    except TooLong:
        pass
    return None


def _castling(dice: random.Random) -> Board:
    """Place pieces at random around a king and a rook at home."""
    rook = dice.choice((A1, H1))
    board = _scattered(dice, {E1: "K", rook: "R", dice.choice(SQUARES[8:40]): "k"})
    board.castling_rights = BB_SQUARES[rook]
    return board if dice.random() < 0.5 else board.mirror()


def _en_passant(dice: random.Random) -> Board:
    """Place pieces at random around a pawn that may be taken en passant."""
    left = dice.randrange(7)
    pawns = dice.choice(("Pp", "pP"))
    board = _scattered(dice, {square(left, 4): pawns[0], square(left + 1, 4): pawns[1]}, "Kk")
    board.ep_square = square(left + pawns.index("p"), 5)
    return board if dice.random() < 0.5 else board.mirror()


def _scattered(dice: random.Random, placed: dict[int, str], kings: str = "") -> Board:
    """Return a board with these pieces and others at random."""
    others = [*kings, *dice.choices("QRBNP", k=3), *dice.choices("rbnpp", k=3)]
    free = [place for place in SQUARES if place not in placed]
    scattered = dict(zip(dice.sample(free, len(others)), others, strict=True))
    board = Board(None)
    for place, symbol in (placed | scattered).items():
        board.set_piece_at(place, Piece.from_symbol(symbol))
    return board


def _pawns(board: Board, color: bool) -> int:
    """Return the material of a side in pawns."""
    return sum(pawns * len(board.pieces(kind, color)) for kind, pawns in enumerate(PAWNS, start=1))


def _kinds(board: Board, move: Move) -> Iterator[str]:
    """Name the rare features of a move of the mating side."""
    if board.is_castling(move):
        yield "castling"
    if board.is_en_passant(move):
        yield "en passant"
    if move.promotion:
        yield "promotion" if move.promotion == QUEEN else "underpromotion"


def _choose(mates: list[Mate], count: int) -> list[Mate]:
    """Choose mates of many kinds for both colours, and no two of one game."""
    seen: Counter[str | bool] = Counter()
    chosen: list[Mate] = []
    left = {mate: [*mate.features(), mate.board.turn] for mate in mates}

    def rarity(mate: Mate) -> float:
        return sum(1 / (1 + seen[feature]) ** 2 for feature in left[mate])

    while left and len(chosen) < count:
        best = max(left, key=rarity)
        seen.update(left[best])
        chosen.append(best)
        left = {mate: kinds for mate, kinds in left.items() if mate.source != best.source}
    return chosen


if __name__ == "__main__":
    main()
