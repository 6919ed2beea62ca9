// Which legal move two squares or a typed text mean, and moves in words. The host has the rules.
import { KINDS, colorOf, pieceName } from "./squares.js";

const bare = (text) => text.replace(/[\s+#!?x=:.-]|e\.?p\.?$/g, "").replace(/0/g, "O");

/** Cut a move in UCI into the square it leaves, its target and its promotion. */
export const cut = (uci) => [uci.slice(0, 2), uci.slice(2, 4), uci[4] ?? null];

/** Return the legal moves from one square to another; several are promotions. */
export function movesBetween(legal, from, to, pieces) {
  const mine = legal.filter(({ uci }) => uci.startsWith(from));
  const exact = mine.filter(({ uci }) => cut(uci)[1] === to);
  return exact.length ? exact : mine.filter((move) => [move.to2, alias(move, pieces)].includes(to));
}

/** Return the other square that castling goes to: the king's if `uci` has the rook's, or the reverse. */
function alias({ uci, san = "" }, pieces) {
  if (!san.startsWith("O-O")) return null;
  return (san.startsWith("O-O-O") ? "ca" : "gh")[pieces.has(cut(uci)[1]) ? 0 : 1] + uci[1];
}

/** Return the targets of a piece, as {square: "move" or "capture"}. */
export function targets(legal, from, pieces) {
  return Object.fromEntries(legal.filter(({ uci }) => uci.startsWith(from)).map(({ uci, san = "" }) => {
    const to = cut(uci)[1];
    return [to, san.includes("x") || (pieces.has(to) && san[0] !== "O") ? "capture" : "move"];
  }));
}

/** Return the legal moves that a typed text means, in SAN or UCI, with or without x, = and +. */
export function movesTyped(legal, text, pieces) {
  const typed = bare(text);
  const small = typed.toLowerCase();
  const tests = [
    ({ uci, to2 }) => uci === small || uci.slice(0, 2) + to2 === small,
    ({ san = "" }) => bare(san) === typed,
    ({ san = "" }) => bare(san).toLowerCase() === small,
  ];
  const parts = /^([kqrbn]?)([a-h]?)([1-8]?)([a-h][1-8])([qrbn]?)$/.exec(small);
  if (parts) {
    const [, kind, file, rank, to, promotion] = parts;
    tests.push(({ uci }) => uci.slice(2).startsWith(to + promotion) && uci[0].startsWith(file)
      && uci[1].startsWith(rank) && pieces.get(uci.slice(0, 2))?.toLowerCase() === (kind || "p"));
  }
  return tests.map((test) => legal.filter(test)).find((found) => found.length) ?? [];
}

/** Return the SANs that begin as a typed text does. */
export function completions(legal, text) {
  const typed = bare(text).toLowerCase();
  return legal.map(({ san = "" }) => san).filter((san) => bare(san).toLowerCase().startsWith(typed));
}

/** Say a move in SAN with words: "knight takes f3, check". */
export function speak(san) {
  const end = { "#": ", checkmate", "+": ", check" }[san.at(-1)] ?? "";
  if (san.startsWith("O-O")) return `castles ${san[4] === "O" ? "queenside" : "kingside"}${end}`;
  return san.replace(/[+#]/g, "").replace(/^[KQRBN]/, (kind) => `${KINDS[kind.toLowerCase()]} `)
    .replace(/ ?x/, " takes ").replace(/=(.)/, (_, kind) => `, promotes to ${KINDS[kind.toLowerCase()]}`) + end;
}

/** Say a move in UCI with words, from the pieces before and after it. */
export function speakUci(uci, before, after = before) {
  const [from, to, promotion] = cut(uci);
  const piece = before.get(from) ?? after.get(to);
  const taken = before.has(from) && before.get(to);
  if (taken && colorOf(taken) === colorOf(piece) && after !== before) return `${pieceName(piece)} castles`;
  return `${piece ? pieceName(piece) : ""} ${from} ${taken ? "takes" : "to"} ${to}`.trim()
    + (KINDS[promotion] ? `, promotes to ${KINDS[promotion]}` : "");
}
