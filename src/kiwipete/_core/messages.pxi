# What the kernel's codes for faults say in words.

cdef tuple FAULTS = (
    "nothing",
    "the mailbox holds no piece there is",
    "the piece sets disagree with the mailbox",
    "the sets of white and black disagree with the mailbox",
    "the king's square is wrong",
    "the side to move is neither white nor black",
    "the castling rights that count are wrong",
    "the en passant square is wrong",
    "the Zobrist key is wrong",
    "the keys of pawns and of pieces are wrong",
    "the material sums are wrong",
    "the middle-game sum is wrong",
    "the end-game sum is wrong",
    "the phase is wrong",
    "unused bytes are not zero",
    "a promoted piece stands where there is none",
    "there is not one king a side",
)


cdef str describe_fault(Fault fault, int square):
    cdef str where = f" on {name_of_square(square)}" if square < 64 else ""
    return FAULTS[<int> fault] + where


cdef object fen_error(const FenReader* r, fen):
    cdef str text = str.__str__(fen)
    cdef str quoted = repr(text if len(text) <= 200 else text[:200] + "…")
    cdef str shown = text[r.at:r.at + 1]
    cdef int character = r.at + 1
    if r.fault == FEN_FIELD_COUNT:
        fields = "1 field" if r.detail == 1 else f"{r.detail} fields"
        return InvalidFenError(f"FEN: {fields} instead of 1 to 6: {quoted}", text, 0, 0)
    if r.fault == FEN_MORE:
        what = "there is more than a placement"
    elif r.fault == FEN_RANK_COUNT:
        ranks = "1 rank" if r.detail == 1 else f"{r.detail} ranks"
        what = f"{ranks} instead of 8" if r.detail < 9 else "more than 8 ranks"
    elif r.fault == FEN_RANK_LENGTH:
        what = f"rank {r.detail} has {r.detail2} square{'s' * (r.detail2 != 1)}"
    elif r.fault == FEN_PIECE:
        what = f"{shown!r} is not a piece or a number of empty squares"
    elif r.fault == FEN_DIGITS:
        what = f"two numbers side by side in rank {r.detail}"
    elif r.fault == FEN_PROMOTED:
        what = "'~' marks a promoted piece, and there is no piece before it"
    elif r.fault == FEN_SIDE:
        what = "the side to move is not 'w' or 'b'"
    elif r.fault == FEN_CASTLING:
        what = "castling rights are at most two of KQ or A-H, then two of kq or a-h, or '-'"
    elif r.fault == FEN_CASTLING_TWICE:
        what = f"castling right {shown!r} names a rook that has been named"
    elif r.fault == FEN_EN_PASSANT:
        what = "the en passant square is not a square or '-'"
    elif r.fault == FEN_NUMBER:
        what = f"the {'half-move clock' if r.field == 5 else 'full-move number'} is not a number"
    else:
        what = f"the {'half-move clock' if r.field == 5 else 'full-move number'} is over {MAX_COUNTER}"
    return InvalidFenError(f"FEN: {what} (field {r.field}, character {character}): {quoted}", text, r.field, character)
