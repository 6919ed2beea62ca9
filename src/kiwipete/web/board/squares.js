// Squares, placements and their names. A square is text such as "e4", a piece a letter of FEN.
export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
export const SQUARE = 45; // the width of a square in the units of every drawing
export const KINDS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

const files = "abcdefgh";

export const colorOf = (piece) => (piece < "a" ? "white" : "black");
export const pieceName = (piece) => `${colorOf(piece)} ${KINDS[piece.toLowerCase()]}`;
export const isSquare = (text) => /^[a-h][1-8]$/.test(text);

/** Return the square in a row and column of the board as it is seen, from the upper left. */
export function squareIn(row, column, orientation) {
  return orientation === "black" ? files[7 - column] + (row + 1) : files[column] + (8 - row);
}

/** Return the column and row of a square, from the upper left. */
export function place(square, orientation) {
  const file = files.indexOf(square[0]);
  const rank = square[1] - 1;
  return orientation === "black" ? [7 - file, rank] : [file, 7 - rank];
}

/** Read a FEN into {pieces: Map of square to piece, turn}; throw an Error that says what is wrong. */
export function readFen(fen) {
  const [placement, side = "w"] = String(fen).trim().split(/\s+/);
  const ranks = placement.replace(/\[.*|~/g, "").split("/").slice(0, 8);
  if (ranks.length < 8) throw new Error(`FEN: ${ranks.length} ranks instead of 8: ${fen}`);
  const pieces = new Map();
  ranks.forEach((text, row) => {
    let column = 0;
    for (const letter of text) {
      if (letter >= "1" && letter <= "8") column += +letter;
      else if (!KINDS[letter.toLowerCase()]) {
        throw new Error(`FEN: ${JSON.stringify(letter)} is not a piece: ${fen}`);
      } else {
        if (column < 8) pieces.set(squareIn(row, column, "white"), letter);
        column++;
      }
    }
    if (column !== 8) throw new Error(`FEN: rank ${8 - row} has ${column} squares: ${fen}`);
  });
  return { pieces, turn: side === "b" ? "black" : "white" };
}

/** Describe a placement in words, one side after the other. */
export function describe(pieces) {
  return ["white", "black"].map((color) => {
    const parts = [..."kqrbnp"].map((kind) => {
      const squares = [...pieces].filter(([, piece]) => {
        return piece.toLowerCase() === kind && colorOf(piece) === color;
      }).map(([square]) => square).sort();
      return squares.length && `${KINDS[kind]}${squares.length > 1 ? "s" : ""} ${squares.join(" ")}`;
    });
    return `${color}: ${parts.filter(Boolean).join(", ") || "no pieces"}`;
  }).join(". ");
}
