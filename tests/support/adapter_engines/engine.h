/* A generator that knows kings and knights and nothing else, with the API of adapter.c. */
#include <stdbool.h>

typedef struct {
    char squares[64];
    bool white;
} Board;

typedef struct {
    int from, to;
    char captured;
} Move;

void board_from_fen(Board *board, const char *fen);
int board_legal_moves(Board *board, Move *moves);
void board_make(Board *board, Move move);
void board_unmake(Board *board, Move move);
const char *move_to_uci(Move move);
