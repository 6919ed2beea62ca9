// Which legal move two squares or a text mean, and moves in words. The host has the rules.
import { kindName, pieceName } from "./squares.js";

const leaving = (legal, from) => legal.filter(({ uci }) => uci.startsWith(from));
const bare = (text = "") => text.replace(/[\s+#!?x=:.-]|e\.?p\.?$/g, "").replace(/[0o]/g, "O");

export const cut = (uci) => [uci.slice(0, 2), uci.slice(2, 4), uci[4] ?? null];

// Several moves are promotions.
export function movesBetween(legal, from, to, pieces) {
  const mine = leaving(legal, from);
  const exact = mine.filter(({ uci }) => cut(uci)[1] === to);
  return exact.length ? exact : mine.filter((move) => move.to2 === to || castlingTo(move, pieces) === to);
}

// The square of castling that `uci` does not have: the king's or the rook's.
const castlingTo = ({ uci, san = "" }, pieces) => san.startsWith("O-O")
  && (san.startsWith("O-O-O") ? "ac" : "hg")[+pieces.has(cut(uci)[1])] + uci[1];

// {square: "move" or "capture"}
export const targets = (legal, from, pieces) => Object.fromEntries(
  leaving(legal, from).map(({ uci, san = "" }) => {
    const to = cut(uci)[1];
    return [to, san.includes("x") || (pieces.has(to) && san[0] !== "O") ? "capture" : "move"];
  }),
);

// SAN or UCI, with or without x, = and +.
export function movesTyped(legal, text, pieces) {
  const typed = bare(text);
  const small = typed.toLowerCase();
  const [, kind, file, rank, to, promotion] = /^([kqrbn]?)([a-h]?)([1-8]?)([a-h][1-8])([qrbn]?)$/.exec(small) ?? [];
  return [
    ({ uci }) => uci === small,
    ({ san }) => bare(san) === typed,
    ({ uci }) => to && uci.slice(2).startsWith(to + promotion) && uci[0].startsWith(file)
      && uci[1].startsWith(rank) && pieces.get(uci.slice(0, 2))?.toLowerCase() === (kind || "p"),
  ].map((test) => legal.filter(test)).find((found) => found.length) ?? [];
}

/** Say a move in SAN with words: "knight takes f3, check". */
export function speak(san) {
  const end = { "#": ", checkmate", "+": ", check" }[san.at(-1)] ?? "";
  if (san.startsWith("O-O")) return `castles ${san[4] === "O" ? "queenside" : "kingside"}${end}`;
  return san.replace(/[+#]/, "").replace("=", ", promotes to ").replace(/[KQRBN]/, (kind) => `${kindName(kind)} `)
    .replace(/ ?x/, " takes ").trim() + end;
}

/** Say a move in UCI with words, from the pieces before or after it. */
export function speakUci(uci, pieces) {
  const [from, to] = cut(uci);
  const piece = pieces.get(from) ?? pieces.get(to);
  return `${piece ? pieceName(piece) : ""} ${from} to ${to}`;
}
