// A generator that knows kings and knights and nothing else, with the API of adapter.cpp.
#include <string>
#include <vector>

struct Move {
    int from, to;
    char captured;

    std::string uci() const;
};

class Board {
public:
    explicit Board(const std::string &fen);
    std::vector<Move> legal_moves();
    void make(Move move);
    void unmake(Move move);

private:
    std::string squares = std::string(64, '.');
    bool white;

    bool is_mine(int square) const;
    std::vector<Move> all_moves() const;
    bool takes_king() const;
};
