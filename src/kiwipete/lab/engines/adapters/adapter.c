/* An adapter: it answers Kiwipete's questions with your move generator in C.
 *
 * Save this text as adapter.c beside your engine, put your own calls in the marked part,
 * build it, and see whether the moves of the start position look right. Then hunt:
 *
 *     cc -O2 -o adapter adapter.c engine.c
 *     ./adapter 3 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
 *     kiwipete hunt --script -- ./adapter
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Your engine. These calls are an example: write your own. ---- */
#include "engine.h"

static Board board;

static void set_up(const char *fen) { board_from_fen(&board, fen); }

/* Legal moves only: none may leave the king in check. */
static int legal_moves(Move *moves) { return board_legal_moves(&board, moves); }

static void make(Move move) { board_make(&board, move); }

/* If your engine copies boards, let perft keep the old one and put it back. */
static void unmake(Move move) { board_unmake(&board, move); }

/* As e2e4, a7a8q; castling is e1g1, and e1h1 in Chess960. */
static const char *uci(Move move) { return move_to_uci(move); }

/* ---- The rest can stay as it is. ---- */

static unsigned long long perft(int depth, bool divide)
{
    if (depth == 0)
        return 1;
    Move moves[256];
    int count = legal_moves(moves);
    unsigned long long nodes = 0;
    for (int i = 0; i < count; i++) {
        make(moves[i]);
        unsigned long long below = perft(depth - 1, false);
        unmake(moves[i]);
        nodes += below;
        if (divide)
            printf("%s: %llu\n", uci(moves[i]), below);
    }
    return nodes;
}

static void play(const char *text)
{
    Move moves[256];
    int count = legal_moves(moves);
    for (int i = 0; i < count; i++) {
        if (strcmp(uci(moves[i]), text) == 0) {
            make(moves[i]);
            return;
        }
    }
    fprintf(stderr, "%s is not among the legal moves\n", text);
    exit(1);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: adapter DEPTH FEN [\"MOVES\"]\n", stderr);
        return 2;
    }
    set_up(argv[2]);
    for (char *text = argc > 3 ? strtok(argv[3], " ") : NULL; text; text = strtok(NULL, " "))
        play(text);
    printf("Nodes searched: %llu\n", perft(atoi(argv[1]), true));
}
