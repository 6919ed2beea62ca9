// An adapter: it answers Kiwipete's questions with your move generator in JavaScript.
//
// Save this text as adapter.mjs beside your engine, put your own calls in the marked part,
// and hunt: first in the start position, then everywhere.
//
//     kiwipete hunt --fen startpos --depth 3 -- node adapter.mjs
//     kiwipete hunt -- node adapter.mjs

import { createInterface } from "node:readline";

// ---- Your engine. These calls are an example: write your own. ----
import { Board } from "./engine.js";

const setUp = (fen) => new Board(fen);

// Legal moves only: none may leave the king in check.
const legalMoves = (board) => board.legalMoves();

const make = (board, move) => board.make(move);

// If your engine copies boards, let perft do that instead.
const unmake = (board, move) => board.unmake(move);

// As e2e4, a7a8q; castling is e1g1, and e1h1 in Chess960.
const uci = (move) => move.from + move.to + (move.promotion ?? "");

// ---- The rest can stay as it is. ----

function perft(board, depth, divide = false) {
  if (depth === 0) return 1;
  let nodes = 0;
  for (const move of [...legalMoves(board)]) {
    make(board, move);
    const below = perft(board, depth - 1);
    unmake(board, move);
    nodes += below;
    if (divide) console.log(`${uci(move)}: ${below}`);
  }
  return nodes;
}

function play(board, text) {
  const found = legalMoves(board).find((move) => uci(move) === text);
  if (!found) throw new Error(`${text} is not among the legal moves`);
  make(board, found);
}

let board;
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "uci") console.log("id name adapter\nuciok");
  else if (line === "isready") console.log("readyok");
  else if (line === "quit") process.exit();
  else if (line.startsWith("position fen ")) {
    const [fen, moves] = line.slice("position fen ".length).split(" moves ");
    board = setUp(fen);
    moves?.split(" ").forEach((text) => play(board, text));
  } else if (line.startsWith("go perft ")) {
    const depth = Number(line.slice("go perft ".length));
    console.log(`Nodes searched: ${perft(board, depth, true)}`);
  }
}
