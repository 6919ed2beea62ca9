#include "engine.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void board_from_fen(Board *board, const char *fen)
{
    memset(board->squares, '.', 64);
    for (int square = 56; *fen != ' '; fen++) {
        if (*fen == '/')
            square -= 16;
        else if (isdigit(*fen))
            square += *fen - '0';
        else
            board->squares[square++] = *fen;
    }
    board->white = fen[1] == 'w';
}

void board_make(Board *board, Move move)
{
    board->squares[move.to] = board->squares[move.from];
    board->squares[move.from] = '.';
    board->white = !board->white;
}

void board_unmake(Board *board, Move move)
{
    board->squares[move.from] = board->squares[move.to];
    board->squares[move.to] = move.captured;
    board->white = !board->white;
}

const char *move_to_uci(Move move)
{
    static char text[16];
    snprintf(text, sizeof text, "%c%c%c%c", 'a' + move.from % 8, '1' + move.from / 8,
             'a' + move.to % 8, '1' + move.to / 8);
    return text;
}

static bool is_mine(const Board *board, int square)
{
    char piece = board->squares[square];
    return isalpha(piece) && (isupper(piece) != 0) == board->white;
}

static bool jumps(char piece, int x, int y)
{
    int length = x * x + y * y;
    return tolower(piece) == 'k' ? length == 1 || length == 2 : tolower(piece) == 'n' && length == 5;
}

static int all_moves(const Board *board, Move *moves)
{
    int count = 0;
    for (int from = 0; from < 64; from++)
        for (int to = 0; to < 64; to++)
            if (is_mine(board, from) && !is_mine(board, to)
                && jumps(board->squares[from], to % 8 - from % 8, to / 8 - from / 8))
                moves[count++] = (Move){from, to, board->squares[to]};
    return count;
}

static bool takes_king(const Board *board)
{
    Move moves[256];
    for (int i = all_moves(board, moves) - 1; i >= 0; i--)
        if (tolower(moves[i].captured) == 'k')
            return true;
    return false;
}

int board_legal_moves(Board *board, Move *moves)
{
    int count = all_moves(board, moves), kept = 0;
    for (int i = 0; i < count; i++) {
        Move move = moves[i];
        board_make(board, move);
        if (!takes_king(board))
            moves[kept++] = move;
        board_unmake(board, move);
    }
    return kept;
}
