// Squares, placements and their names. A square is text such as "e4", a piece a letter of FEN.
export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
export const SIZE = 45; // of a square in every drawing
export const KINDS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

const FILES = "abcdefgh";

export const colorOf = (piece) => (piece < "a" ? "white" : "black");
export const pieceName = (piece) => `${colorOf(piece)} ${KINDS[piece.toLowerCase()]}`;
export const isSquare = (text) => /^[a-h][1-8]$/.test(text);

/** Return the square in a column and row of the board as it is seen, from the upper left. */
export function squareIn(column, row, side) {
  return side === "black" ? FILES[7 - column] + (row + 1) : FILES[column] + (8 - row);
}

/** Return the column and row of a square, from the upper left. */
export function place(square, side) {
  const [file, rank] = [FILES.indexOf(square[0]), square[1] - 1];
  return side === "black" ? [7 - file, rank] : [file, 7 - rank];
}

/** Read a FEN into {pieces: Map of square to piece, turn}; throw an Error that says what is wrong. */
export function readFen(fen) {
  const [placement, side] = String(fen).trim().split(/\s+/);
  const ranks = placement.replace(/\[.*|~/g, "").split("/").slice(0, 8);
  const pieces = new Map();
  if (ranks.length < 8) throw new Error(`FEN: ${ranks.length} ranks instead of 8: ${fen}`);
  ranks.forEach((text, row) => {
    let column = 0;
    for (const letter of text) {
      if (letter >= "1" && letter <= "8") column += +letter;
      else if (KINDS[letter.toLowerCase()]) pieces.set(squareIn(column++, row), letter);
      else throw new Error(`FEN: ${JSON.stringify(letter)} is not a piece: ${fen}`);
    }
    if (column !== 8) throw new Error(`FEN: rank ${8 - row} has ${column} squares: ${fen}`);
  });
  return { pieces, turn: side === "b" ? "black" : "white" };
}

/** Describe a placement in words, one side after the other. */
export function describe(pieces) {
  return ["KQRBNP", "kqrbnp"].map((letters) => {
    const parts = [...letters].map((letter) => {
      const squares = [...pieces.keys()].filter((square) => pieces.get(square) === letter).sort();
      const name = KINDS[letter.toLowerCase()] + (squares.length > 1 ? "s" : "");
      return squares.length && `${name} ${squares.join(" ")}`;
    });
    return `${colorOf(letters)}: ${parts.filter(Boolean).join(", ") || "no pieces"}`;
  }).join(". ");
}
