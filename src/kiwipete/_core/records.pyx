"""Records of positions to train on, made from games; `training/record_file.py` has their layout."""

from kiwipete._core.kernel.types cimport Position
from kiwipete._core.position_board cimport state_of

from kiwipete._core.game_board import GameBoard
from kiwipete.chess960 import back_rank

cdef Position[STARTS] starts


cdef const Position* start_position(int number) noexcept nogil:
    return &starts[number]


cdef int fill_starts() except -1:
    for number in range(STARTS):
        rank = back_rank(number)
        board = GameBoard(
            f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1", chess960=number != STANDARD_START,
        )
        starts[number] = state_of(board).position
    return 0


fill_starts()
