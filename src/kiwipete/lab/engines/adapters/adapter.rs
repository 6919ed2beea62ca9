//! An adapter: it answers Kiwipete's questions with your move generator in Rust.
//!
//! Save this text as adapter.rs beside your engine (in a crate: as src/bin/adapter.rs), put
//! your own calls in the marked part, build it, and see whether the moves of the start
//! position look right. Then hunt:
//!
//!     rustc -O adapter.rs
//!     ./adapter 3 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
//!     kiwipete hunt --script -- ./adapter

// ---- Your engine. These calls are an example: write your own. ----
mod engine; // in a crate only: use your_crate::{Board, Move};
use engine::{Board, Move};

fn set_up(fen: &str) -> Board {
    Board::from_fen(fen)
}

// Legal moves only: none may leave the king in check.
fn legal_moves(board: &Board) -> Vec<Move> {
    board.legal_moves()
}

// If your engine unmakes moves, let perft make and unmake them instead.
fn after(board: &Board, chosen: &Move) -> Board {
    let mut next = board.clone();
    next.make(chosen);
    next
}

// As e2e4, a7a8q; castling is e1g1, and e1h1 in Chess960.
fn uci(chosen: &Move) -> String {
    chosen.to_string()
}

// ---- The rest can stay as it is. ----

fn perft(board: &Board, depth: u32, divide: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for each in legal_moves(board) {
        let below = perft(&after(board, &each), depth - 1, false);
        nodes += below;
        if divide {
            println!("{}: {}", uci(&each), below);
        }
    }
    nodes
}

fn play(board: &Board, text: &str) -> Board {
    let moves = legal_moves(board);
    let Some(chosen) = moves.iter().find(|each| uci(each) == text) else {
        eprintln!("{text} is not among the legal moves");
        std::process::exit(1);
    };
    after(board, chosen)
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let [_, depth, fen, moves @ ..] = &words[..] else {
        eprintln!("usage: adapter DEPTH FEN [\"MOVES\"]");
        std::process::exit(2);
    };
    let mut board = set_up(fen);
    for text in moves.iter().flat_map(|line| line.split_whitespace()) {
        board = play(&board, text);
    }
    let depth = depth.parse().expect("the depth is a number");
    println!("Nodes searched: {}", perft(&board, depth, true));
}
