// Pieces and shapes as SVG text, in a box of 360 by 360.
import { SIZE, colorOf, isSquare, pieceName, place, readFen } from "./squares.js";
import { COLORS, DETAILS, DOTS, OUTLINES, PAINTS } from "./pieces.js";

const escapeText = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Draw a piece, named by its letter of FEN. */
export function drawPiece(piece) {
  const kind = piece.toLowerCase();
  const [body, line, detail] = PAINTS[colorOf(piece)];
  const dots = DOTS[kind] ? `<path class="dots" d="${DOTS[kind]}" fill="${detail}" stroke="none"/>` : "";
  return `<g class="${pieceName(piece)}" fill="${body}" stroke="${line}" stroke-width="1.5"`
    + ` stroke-linecap="round" stroke-linejoin="round"><path d="${OUTLINES[kind]}"/>`
    + `<path class="detail" d="${DETAILS[kind]}" fill="none" stroke="${detail}" stroke-width="1.25"/>${dots}</g>`;
}

/** Draw the pieces of a FEN, or of a Map of square to piece. */
export function drawPieces(position, side = "white") {
  const pieces = position instanceof Map ? position : readFen(position).pieces;
  return [...pieces].map(([square, piece]) => {
    const corner = place(square, side).map((number) => number * SIZE);
    return `<g transform="translate(${corner})">${drawPiece(piece)}</g>`;
  }).join("");
}

/** Return a colour as attributes: one of ours or any of CSS, but nothing that could load a file. */
function paint(attribute, color = "green") {
  let text = COLORS[`arrow ${color}`] ?? String(color);
  if (!/^(#\w+|\w+|(rgb|hsl)a?\([\d\s.,%/]+\))$/.test(text)) text = COLORS["arrow green"];
  const [, solid, alpha] = /^(#\w{6})(\w\w)$/.exec(text) ?? [0, text, "ff"];
  return `${attribute}="${solid}" ${attribute}-opacity="${(parseInt(alpha, 16) / 255).toFixed(2)}"`;
}

/** Draw shapes; a shape with a square that does not exist is left out. */
export function drawShapes(shapes, side) {
  const labels = [];
  const drawn = shapes.map(({ kind, from, to, square, squares = [], color, label, width }) => {
    const ends = kind === "arrow" ? [from, to] : kind === "line" ? squares : [square];
    if (!ends.length || !ends.every(isSquare)) return "";
    const points = ends.map((end) => place(end, side).map((number) => (number + 0.5) * SIZE));
    const [[x, y], [x2, y2] = []] = points;
    const arrow = kind === "arrow" && from !== to;
    if (label) labels.push(drawLabel(label, color, arrow ? [0.46 * x + 0.54 * x2, 0.46 * y + 0.54 * y2] : [x + 13, y - 14]));
    if (arrow) return drawArrow(x, y, x2, y2, +width || 8, color);
    if (kind === "line") {
      return `<polyline points="${points.join(" ")}" ${paint("stroke", color ?? "red")} fill="none"`
        + ' stroke-width="5" stroke-linecap="round" stroke-dasharray="0 9"/>';
    }
    if (kind === "cross") {
      const path = `<path d="M${x - 11} ${y - 11}l22 22m0-22l-22 22" stroke-linecap="round"`;
      return `${path} stroke="#fff" stroke-width="6"/>${path} ${paint("stroke", color ?? "#b3261e")} stroke-width="3.5"/>`;
    }
    return `<circle cx="${x}" cy="${y}" r="20" fill="none" ${paint("stroke", color)} stroke-width="3.6"/>`;
  });
  return drawn.join("") + labels.join("");
}

/** Draw an arrow as one polygon, because its colour may be transparent. */
function drawArrow(x, y, x2, y2, width, color) {
  const thick = Math.min(Math.max(width, 2), 16);
  const length = Math.hypot(x2 - x, y2 - y);
  const [right, down] = [(x2 - x) / length, (y2 - y) / length];
  const [shaft, barb, base] = [thick / 2, 5 + thick * 0.8, length - 8 - thick * 1.4];
  const half = [[9, shaft], [base, shaft], [base, barb]];
  const all = [...half, [length - 3, 0], ...half.reverse().map(([ahead, aside]) => [ahead, -aside])];
  const corners = all.map(([ahead, aside]) =>
    [x + ahead * right - aside * down, y + ahead * down + aside * right].map((number) => +number.toFixed(1)));
  return `<polygon points="${corners.join(" ")}" ${paint("fill", color)}/>`;
}

/** Draw a label, such as a score, on a dark plate. */
function drawLabel(label, color, [x, y]) {
  const text = String(label).slice(0, 12);
  const width = 9 + 6.4 * text.length;
  return `<rect x="${x - width / 2}" y="${y - 8}" width="${width}" height="16" rx="8" fill="#1d1f20"`
    + ` ${paint("stroke", color)} stroke-width="1.6"/><text x="${x}" y="${y + 3.7}" fill="#fff" text-anchor="middle"`
    + ` font-family="system-ui,sans-serif" font-size="10.5" font-weight="700">${escapeText(text)}</text>`;
}
