import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A generator that knows kings and knights and nothing else, with the API of Adapter.java. */
class Board {
    private final char[] squares = new char[64];
    private boolean white;

    static Board fromFen(String fen) {
        Board board = new Board();
        Arrays.fill(board.squares, '.');
        String[] fields = fen.split(" ");
        int square = 56;
        for (char sign : fields[0].toCharArray()) {
            if (sign == '/') {
                square -= 16;
            } else if (Character.isDigit(sign)) {
                square += sign - '0';
            } else {
                board.squares[square++] = sign;
            }
        }
        board.white = fields[1].equals("w");
        return board;
    }

    List<Move> legalMoves() {
        List<Move> moves = allMoves();
        moves.removeIf(move -> {
            make(move);
            boolean takesKing = allMoves().stream()
                .anyMatch(answer -> Character.toLowerCase(answer.captured) == 'k');
            unmake(move);
            return takesKing;
        });
        return moves;
    }

    void make(Move move) {
        squares[move.to] = squares[move.from];
        squares[move.from] = '.';
        white = !white;
    }

    void unmake(Move move) {
        squares[move.from] = squares[move.to];
        squares[move.to] = move.captured;
        white = !white;
    }

    private List<Move> allMoves() {
        List<Move> moves = new ArrayList<>();
        for (int from = 0; from < 64; from++) {
            for (int to = 0; to < 64; to++) {
                if (isMine(from) && !isMine(to) && jumps(from, to)) {
                    moves.add(new Move(from, to, squares[to]));
                }
            }
        }
        return moves;
    }

    private boolean isMine(int square) {
        char piece = squares[square];
        return Character.isLetter(piece) && Character.isUpperCase(piece) == white;
    }

    private boolean jumps(int from, int to) {
        int x = to % 8 - from % 8;
        int y = to / 8 - from / 8;
        int length = x * x + y * y;
        switch (Character.toLowerCase(squares[from])) {
            case 'k': return length == 1 || length == 2;
            case 'n': return length == 5;
            default: return false;
        }
    }
}
