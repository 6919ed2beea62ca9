// Positions of a game from its moves, each of which names the squares it changes: no rules here.

/** Return the pieces of a FEN as an array of 64, from a8 to h1; a dash for none. */
function read(fen) {
  const rows = fen.split(" ")[0].replace(/\d/g, (count) => "-".repeat(count));
  return [...rows.replaceAll("/", "")];
}

function write(pieces, rest) {
  const rows = [];
  for (let row = 0; row < 8; row += 1) {
    rows.push(pieces.slice(8 * row, 8 * row + 8).join("").replace(/-+/g, (gap) => gap.length));
  }
  return `${rows.join("/")} ${rest}`;
}

/** Return the FENs before and after each move; castling rights and clocks are left out. */
export function positionsOf(start, moves) {
  const pieces = read(start);
  let white = start.split(" ")[1] !== "b";
  const fens = [start];
  for (const [, , changes] of moves) {
    for (const [, file, rank, piece] of changes.matchAll(/([a-h])([1-8])(.)/g)) {
      pieces[8 * (8 - rank) + file.charCodeAt(0) - 97] = piece;
    }
    white = !white;
    fens.push(write(pieces, `${white ? "w" : "b"} - - 0 1`));
  }
  return fens;
}

/** Return the number to write before a move: "12." or "12…". */
export function numberOf(start, ply) {
  const [, turn, , , , first] = start.split(" ");
  const half = 2 * (Number(first || 1) - 1) + (turn === "b" ? 1 : 0) + ply;
  return `${Math.floor(half / 2) + 1}${half % 2 ? "…" : "."}`;
}
