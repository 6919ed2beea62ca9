// Pieces and shapes as SVG text, in a box of 360 by 360.
import { SQUARE, colorOf, isSquare, pieceName, place, readFen } from "./squares.js";
import { COLORS, DETAILS, DOTS, OUTLINES, PAINTS } from "./pieces.js";

const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const center = (square, orientation) =>
  place(square, orientation).map((number) => number * SQUARE + SQUARE / 2);

/** Draw a piece, named by its letter of FEN, as a group. */
export function drawPiece(piece) {
  const kind = piece.toLowerCase();
  const [body, line, detail] = PAINTS[colorOf(piece)];
  const dots = DOTS[kind] ? `<path class="detail dots" d="${DOTS[kind]}" fill="${detail}" stroke="none"/>` : "";
  return `<g class="piece ${pieceName(piece)}" fill="${body}" stroke="${line}" stroke-width="1.5"`
    + ` stroke-linecap="round" stroke-linejoin="round"><path d="${OUTLINES[kind]}"/>`
    + `<path class="detail" d="${DETAILS[kind]}" fill="none" stroke="${detail}" stroke-width="1.25"/>${dots}</g>`;
}

/** Draw the pieces of a FEN, or of a Map of square to piece. */
export function drawPieces(position, orientation = "white") {
  const pieces = position instanceof Map ? position : readFen(position).pieces;
  return [...pieces].map(([square, piece]) => {
    const corner = place(square, orientation).map((number) => number * SQUARE);
    return `<g transform="translate(${corner})">${drawPiece(piece)}</g>`;
  }).join("");
}

/** Return a colour as an attribute; any CSS colour is allowed, but nothing that loads a file. */
function paint(attribute, color = "green") {
  let text = COLORS[`arrow ${color}`] ?? String(color);
  if (!/^[#\w\s.,%()/+-]+$/.test(text) || /url|var|image/i.test(text)) text = COLORS["arrow green"];
  const [, solid, alpha] = /^(#\w{6})(\w\w)$/.exec(text) ?? [0, text];
  return `${attribute}="${solid}"` + (alpha ? ` opacity="${(parseInt(alpha, 16) / 255).toFixed(2)}"` : "");
}

/** Draw shapes: arrows, circles, crosses and lines; those with squares that do not exist are left out. */
export function drawShapes(shapes, orientation) {
  const labels = [];
  const drawn = shapes.map((shape) => {
    const { kind, from, to, square, squares = [], color, label } = shape;
    const ends = kind === "arrow" ? [from, to] : kind === "line" ? [...squares] : [square];
    if (!ends.length || !ends.every(isSquare)) return "";
    const points = ends.map((end) => center(end, orientation));
    const [x, y] = points[0];
    if (kind === "line") {
      return `<polyline class="line" points="${points.join(" ")}" fill="none" ${paint("stroke", color ?? "red")}`
        + ' stroke-width="5" stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="1 9"/>';
    }
    if (kind === "cross") {
      const path = `d="M${x - 11} ${y - 11}l22 22m0-22l-22 22" fill="none" stroke-linecap="round"`;
      return `<path class="cross" ${path} stroke="#fff" stroke-width="6"/>`
        + `<path ${path} ${paint("stroke", color ?? "#b3261e")} stroke-width="3.5"/>`;
    }
    if (kind === "arrow" && from !== to) {
      if (label) labels.push(drawLabel(label, ...middle(points), color));
      return drawArrow(points, shape);
    }
    if (label) labels.push(drawLabel(label, x + 13, y - 14, color));
    return `<circle class="circle" cx="${x}" cy="${y}" r="20" fill="none" ${paint("stroke", color)} stroke-width="3.6"/>`;
  });
  return drawn.join("") + labels.join("");
}

const middle = ([[x1, y1], [x2, y2]]) => [(x1 + 1.2 * x2) / 2.2, (y1 + 1.2 * y2) / 2.2];

/** Draw an arrow as one polygon, because its colour may be transparent. */
function drawArrow([[x1, y1], [x2, y2]], { color, width = 8 }) {
  const thick = Math.min(Math.max(+width || 8, 2), 16);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [right, down] = [(x2 - x1) / length, (y2 - y1) / length];
  const [shaft, barb, base] = [thick / 2, 5 + thick * 0.8, length - 8 - thick * 1.4];
  const corners = [[9, shaft], [base, shaft], [base, barb], [length - 3, 0], [base, -barb],
    [base, -shaft], [9, -shaft]].map(([ahead, aside]) =>
    [x1 + ahead * right - aside * down, y1 + ahead * down + aside * right].map((n) => +n.toFixed(2)));
  return `<polygon class="arrow" points="${corners.join(" ")}" ${paint("fill", color)} stroke-linejoin="round"/>`;
}

/** Draw a label, such as a score, on a dark plate. */
function drawLabel(label, x, y, color) {
  const text = String(label).slice(0, 12);
  const width = 8 + 6.2 * text.length;
  return `<g class="label"><rect x="${x - width / 2}" y="${y - 8}" width="${width}" height="16" rx="8"`
    + ` fill="#1d1f20"/><rect x="${x - width / 2}" y="${y - 8}" width="${width}" height="16" rx="8"`
    + ` fill="none" ${paint("stroke", color)} stroke-width="1.6"/><text x="${x}" y="${y + 3.7}" fill="#fff"`
    + ' text-anchor="middle" font-family="system-ui,sans-serif" font-size="10.5" font-weight="700">'
    + `${escape(text)}</text></g>`;
}
