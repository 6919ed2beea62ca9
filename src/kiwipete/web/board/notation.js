// Moves in words: which legal move two squares or a typed text mean. The rules are the host's.
import { KINDS, colorOf, pieceName } from "./squares.js";

const bare = (text) => text.replace(/[\s+#!?x=:.-]|e\.?p\.?$/g, "").replace(/0/g, "O");

/** Return the legal moves from one square to another; several are promotions. */
export function movesBetween(legal, from, to, pieces) {
  const mine = legal.filter(({ uci }) => uci.startsWith(from));
  const exact = mine.filter(({ uci }) => uci.slice(2, 4) === to);
  if (exact.length) return exact;
  return mine.filter((move) => move.to2 === to || castlingAlias(move, pieces) === to);
}

/** Return the other square of a castling move: the rook's if `uci` has the king's, or the reverse. */
function castlingAlias({ uci, san = "" }, pieces) {
  if (!san.startsWith("O-O")) return null;
  const rook = pieces.get(uci.slice(2, 4));
  const long = san.startsWith("O-O-O");
  if (rook && colorOf(rook) === colorOf(pieces.get(uci.slice(0, 2)) ?? "")) {
    return (long ? "c" : "g") + uci[1];
  }
  return (long ? "a" : "h") + uci[1];
}

/** Return the squares a piece can go to: {square: "move" or "capture"}, each castling once. */
export function targets(legal, from, pieces) {
  const found = {};
  for (const { uci, san = "" } of legal) {
    if (uci.startsWith(from)) {
      const takes = san.includes("x") || (pieces.has(uci.slice(2, 4)) && !san.startsWith("O"));
      found[uci.slice(2, 4)] = takes ? "capture" : "move";
    }
  }
  return found;
}

/** Return the legal moves that a typed text means, in SAN or UCI, with or without x, = and +. */
export function movesTyped(legal, text, pieces) {
  const typed = bare(text);
  const uci = typed.toLowerCase();
  let found = legal.filter((move) => move.uci === uci || move.uci.slice(0, 2) + move.to2 === uci);
  for (const fold of [(san) => san, (san) => san.toLowerCase()]) {
    if (!found.length) found = legal.filter(({ san }) => san && fold(bare(san)) === fold(typed));
  }
  const parts = /^([KQRBN]?)([a-h]?)([1-8]?)([a-h][1-8])([qrbn]?)$/i.exec(typed);
  if (found.length || !parts) return found;
  const [, kind, file, rank, to, promotion] = parts.map((part) => part.toLowerCase());
  return legal.filter((move) => {
    const piece = (pieces.get(move.uci.slice(0, 2)) ?? "").toLowerCase();
    return piece === (kind || "p") && move.uci.slice(2, 4) === to
      && (!file || move.uci[0] === file) && (!rank || move.uci[1] === rank)
      && (!promotion || move.uci[4] === promotion);
  });
}

/** Return the SANs that begin as a typed text does. */
export function completions(legal, text) {
  const typed = bare(text).toLowerCase();
  return legal.filter(({ san = "" }) => bare(san).toLowerCase().startsWith(typed))
    .map(({ san }) => san);
}

/** Say a move in SAN with words: "knight takes f3, check". */
export function speak(san) {
  const end = san.endsWith("#") ? ", checkmate" : san.endsWith("+") ? ", check" : "";
  if (san.startsWith("O-O")) return `castles ${san[4] === "O" ? "queenside" : "kingside"}${end}`;
  const [move, promotion] = san.replace(/[+#]/g, "").split("=");
  const words = move.replace(/^[KQRBN]/, (kind) => `${KINDS[kind.toLowerCase()]} `)
    .replace("x", " takes ").replace(/ +/g, " ");
  return words + (promotion ? `, promotes to ${KINDS[promotion.toLowerCase()]}` : "") + end;
}

/** Say a move in UCI with words, from the pieces before it. */
export function speakUci(uci, pieces) {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const name = pieces.has(from) ? pieceName(pieces.get(from)) : "";
  const promotion = KINDS[uci[4]] ? `, promotes to ${KINDS[uci[4]]}` : "";
  return `${name} ${from} ${pieces.has(to) ? "takes" : "to"} ${to}${promotion}`.trim();
}
