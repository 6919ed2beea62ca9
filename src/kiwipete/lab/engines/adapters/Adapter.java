/* An adapter: it answers Kiwipete's questions with your move generator in Java.
 *
 * Save this text as Adapter.java beside your engine, put your own calls in the marked part,
 * build it, and hunt: first in the start position, then everywhere.
 *
 *     javac Adapter.java
 *     kiwipete hunt --fen startpos --depth 3 -- java Adapter
 *     kiwipete hunt -- java Adapter
 */
import java.util.List;
import java.util.Scanner;

public class Adapter {
    // ---- Your engine. These calls are an example: write your own. ----
    static Board board;

    static void setUp(String fen) { board = Board.fromFen(fen); }

    // Legal moves only: none may leave the king in check.
    static List<Move> legalMoves() { return board.legalMoves(); }

    static void make(Move move) { board.make(move); }

    // If your engine copies boards, let perft keep the old one and put it back.
    static void unmake(Move move) { board.unmake(move); }

    // As e2e4, a7a8q; castling is e1g1, and e1h1 in Chess960.
    static String uci(Move move) { return move.toString(); }

    // ---- The rest can stay as it is. ----

    static long perft(int depth, boolean divide) {
        if (depth == 0) return 1;
        long nodes = 0;
        for (Move move : List.copyOf(legalMoves())) {
            make(move);
            long below = perft(depth - 1, false);
            unmake(move);
            nodes += below;
            if (divide) System.out.println(uci(move) + ": " + below);
        }
        return nodes;
    }

    static void play(String text) {
        for (Move move : legalMoves()) {
            if (uci(move).equals(text)) {
                make(move);
                return;
            }
        }
        throw new IllegalArgumentException(text + " is not among the legal moves");
    }

    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String line = input.nextLine().trim();
            if (line.equals("uci")) {
                System.out.println("id name adapter\nuciok");
            } else if (line.equals("isready")) {
                System.out.println("readyok");
            } else if (line.startsWith("position fen ")) {
                String[] parts = line.substring("position fen ".length()).split(" moves ");
                setUp(parts[0]);
                if (parts.length > 1) List.of(parts[1].split(" ")).forEach(Adapter::play);
            } else if (line.startsWith("go perft ")) {
                int depth = Integer.parseInt(line.substring("go perft ".length()));
                System.out.println("Nodes searched: " + perft(depth, true));
            } else if (line.equals("quit")) {
                return;
            }
        }
    }
}
