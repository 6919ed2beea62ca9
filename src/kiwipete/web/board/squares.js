// Squares and placements. A square is text such as "e4", a piece is a letter of FEN.
export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
export const SIZE = 45; // of a square in every drawing

const FILES = "abcdefgh";
const KINDS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

export const colorOf = (piece) => (piece < "a" ? "white" : "black");
export const kindName = (piece) => KINDS[piece.toLowerCase()];
export const pieceName = (piece) => `${colorOf(piece)} ${kindName(piece)}`;
export const isSquare = (text) => /^[a-h][1-8]$/.test(text);

// Columns and rows are counted from the upper left, as seen from a side.
export const squareIn = (column, row, side) =>
  side === "black" ? FILES[7 - column] + (row + 1) : FILES[column] + (8 - row);

export function place(square, side) {
  const [file, rank] = [FILES.indexOf(square[0]), square[1] - 1];
  return side === "black" ? [7 - file, rank] : [file, 7 - rank];
}
export const corner = (square, side) => place(square, side).map((number) => number * SIZE);

// {pieces: Map of square to piece, turn}
export function readFen(fen) {
  const [placement, side] = String(fen).trim().split(/\s+/);
  const ranks = placement.replace(/\[.*|~/g, "").split("/");
  const pieces = new Map();
  for (let row = 0; row < 8; row++) {
    const rank = (ranks[row] ?? "").replace(/[1-8]/g, (count) => " ".repeat(count));
    if (!/^[ prnbqk]{8}$/i.test(rank)) throw new Error(`FEN: rank ${8 - row} is not eight squares: ${fen}`);
    [...rank].forEach((piece, column) => piece !== " " && pieces.set(squareIn(column, row), piece));
  }
  return { pieces, turn: side === "b" ? "black" : "white" };
}

export const describe = (pieces) => ["KQRBNP", "kqrbnp"].map((letters) => {
  const parts = [...letters].map((letter) => {
    const squares = [...pieces.keys()].filter((square) => pieces.get(square) === letter).sort();
    return squares[0] && `${kindName(letter)}${squares[1] ? "s" : ""} ${squares.join(" ")}`;
  });
  return `${colorOf(letters)}: ${parts.filter(Boolean).join(", ") || "no pieces"}`;
}).join(". ");
