// An adapter: it answers Kiwipete's questions with your move generator in C++.
//
// Save this text as adapter.cpp beside your engine, put your own calls in the marked part,
// build it, and see whether the moves of the start position look right. Then hunt:
//
//     c++ -std=c++17 -O2 -o adapter adapter.cpp engine.cpp
//     ./adapter 3 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
//     kiwipete hunt --script -- ./adapter

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

// ---- Your engine. These calls are an example: write your own. ----
#include "engine.hpp"

static Board set_up(const std::string &fen) { return Board(fen); }

// Legal moves only: none may leave the king in check.
static auto legal_moves(Board &board) { return board.legal_moves(); }

static void make(Board &board, Move move) { board.make(move); }

// If your engine copies boards, let perft do that instead.
static void unmake(Board &board, Move move) { board.unmake(move); }

// As e2e4, a7a8q; castling is e1g1, and e1h1 in Chess960.
static std::string uci(Move move) { return move.uci(); }

// ---- The rest can stay as it is. ----

static std::uint64_t perft(Board &board, int depth, bool divide = false)
{
    if (depth == 0)
        return 1;
    std::uint64_t nodes = 0;
    for (Move move : legal_moves(board)) {
        make(board, move);
        std::uint64_t below = perft(board, depth - 1);
        unmake(board, move);
        nodes += below;
        if (divide)
            std::cout << uci(move) << ": " << below << '\n';
    }
    return nodes;
}

static void play(Board &board, const std::string &text)
{
    for (Move move : legal_moves(board))
        if (uci(move) == text)
            return make(board, move);
    std::cerr << text << " is not among the legal moves\n";
    std::exit(1);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::cerr << "usage: adapter DEPTH FEN [\"MOVES\"]\n";
        return 2;
    }
    Board board = set_up(argv[2]);
    std::istringstream moves(argc > 3 ? argv[3] : "");
    for (std::string text; moves >> text;)
        play(board, text);
    std::uint64_t nodes = perft(board, std::stoi(argv[1]), true);
    std::cout << "Nodes searched: " << nodes << '\n';
}
