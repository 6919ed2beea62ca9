#include "engine.hpp"

#include <algorithm>
#include <cctype>

std::string Move::uci() const
{
    std::string text;
    for (int square : {from, to}) {
        text += static_cast<char>('a' + square % 8);
        text += static_cast<char>('1' + square / 8);
    }
    return text;
}

Board::Board(const std::string &fen)
{
    int square = 56;
    for (char sign : fen.substr(0, fen.find(' '))) {
        if (sign == '/')
            square -= 16;
        else if (std::isdigit(sign))
            square += sign - '0';
        else
            squares[square++] = sign;
    }
    white = fen[fen.find(' ') + 1] == 'w';
}

void Board::make(Move move)
{
    squares[move.to] = squares[move.from];
    squares[move.from] = '.';
    white = !white;
}

void Board::unmake(Move move)
{
    squares[move.from] = squares[move.to];
    squares[move.to] = move.captured;
    white = !white;
}

bool Board::is_mine(int square) const
{
    char piece = squares[square];
    return std::isalpha(piece) && (std::isupper(piece) != 0) == white;
}

static bool jumps(char piece, int x, int y)
{
    int length = x * x + y * y;
    if (std::tolower(piece) == 'k')
        return length == 1 || length == 2;
    return std::tolower(piece) == 'n' && length == 5;
}

std::vector<Move> Board::all_moves() const
{
    std::vector<Move> moves;
    for (int from = 0; from < 64; from++)
        for (int to = 0; to < 64; to++)
            if (is_mine(from) && !is_mine(to)
                && jumps(squares[from], to % 8 - from % 8, to / 8 - from / 8))
                moves.push_back({from, to, squares[to]});
    return moves;
}

bool Board::takes_king() const
{
    auto moves = all_moves();
    return std::any_of(moves.begin(), moves.end(),
                       [](Move move) { return std::tolower(move.captured) == 'k'; });
}

std::vector<Move> Board::legal_moves()
{
    std::vector<Move> moves;
    for (Move move : all_moves()) {
        make(move);
        if (!takes_king())
            moves.push_back(move);
        unmake(move);
    }
    return moves;
}
