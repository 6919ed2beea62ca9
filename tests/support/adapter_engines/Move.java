class Move {
    final int from;
    final int to;
    final char captured;

    Move(int from, int to, char captured) {
        this.from = from;
        this.to = to;
        this.captured = captured;
    }

    @Override
    public String toString() {
        return name(from) + name(to);
    }

    private static String name(int square) {
        return "" + "abcdefgh".charAt(square % 8) + (square / 8 + 1);
    }
}
