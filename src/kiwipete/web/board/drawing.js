// Pieces, shapes and whole boards as SVG text, in a box of 360 by 360.
import { SIZE, colorOf, corner, isSquare, pieceName, readFen } from "./squares.js";
import { ARROWS, DETAILS, DOTS, OUTLINES, PAINTS } from "./pieces.js";

const FONT = 'font-family="system-ui,sans-serif" font-weight="700"';
const round = (number) => +number.toFixed(1);

export function drawPiece(piece) {
  const kind = piece.toLowerCase();
  const [body, line, detail] = PAINTS[colorOf(piece)];
  return `<g class="${pieceName(piece)}" fill="${body}" stroke="${line}" stroke-width="1.5"`
    + ` stroke-linecap="round" stroke-linejoin="round"><path d="${OUTLINES[kind]}"/>`
    + `<path d="${DETAILS[kind]}" fill="none" stroke="${detail}" stroke-width="1.25"/>`
    + `${DOTS[kind] ? `<path d="${DOTS[kind]}" fill="${detail}" stroke="none"/>` : ""}</g>`;
}

// The position is a FEN, or a Map of square to piece.
export const drawPieces = (position, side) =>
  [...(position instanceof Map ? position : readFen(position).pieces)].map(([square, piece]) =>
    `<g transform="translate(${corner(square, side)})">${drawPiece(piece)}</g>`).join("");

// One of our colours or any of CSS, but nothing that could load a file.
function paint(attribute, color) {
  const text = ARROWS[color] ?? color;
  const safe = /^#?\w+$/.test(text ?? "") ? text : ARROWS.green;
  const [, solid, alpha] = /^(#\w{6})(\w\w)$/.exec(safe) ?? [0, safe, "ff"];
  return `${attribute}="${solid}" ${attribute}-opacity="${(parseInt(alpha, 16) / 255).toFixed(2)}"`;
}

// Shapes on squares that do not exist are left out.
export function drawShapes(shapes, side) {
  const labels = [];
  return shapes.map(({ kind, from, to, square, squares = [], color, label, width }) => {
    const ends = kind === "arrow" ? [from, to] : kind === "line" ? squares : [square];
    if (!ends.length || !ends.every(isSquare)) return "";
    const points = ends.map((end) => corner(end, side).map((number) => number + SIZE / 2));
    const [[x, y], [x2, y2] = []] = points;
    const arrow = kind === "arrow" && from !== to;
    if (label) labels.push(drawLabel(label, color, ...(arrow ? [(x + x2) / 2, (y + y2) / 2] : [x + 13, y - 14])));
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
  }).join("") + labels.join("");
}

// One polygon, because the colour may be transparent.
function drawArrow(x, y, x2, y2, width, color) {
  const shaft = Math.min(Math.max(width, 2), 16) / 2;
  const [barb, length] = [5 + shaft * 1.6, round(Math.hypot(x2 - x, y2 - y) - 3)];
  const base = round(length - 5 - shaft * 2.8);
  return `<polygon transform="translate(${x} ${y}) rotate(${round((Math.atan2(y2 - y, x2 - x) * 180) / Math.PI)})" points="9 ${shaft}`
    + ` ${base} ${shaft} ${base} ${barb} ${length} 0 ${base} ${-barb} ${base} ${-shaft} 9 ${-shaft}" ${paint("fill", color)}/>`;
}

function drawLabel(label, color, x, y) {
  const text = String(label).slice(0, 12);
  const width = 9 + 6.4 * text.length;
  return `<rect x="${round(x - width / 2)}" y="${y - 8}" width="${width}" height="16" rx="8" fill="#1d1f20"`
    + ` ${paint("stroke", color)} stroke-width="1.6"/><text x="${x}" y="${y + 3.7}" fill="#fff" text-anchor="middle" ${FONT}`
    + ` font-size="10.5">${text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt()};`)}</text>`;
}

// The whole board, in the colours that its squares have on the page.
export function drawImage({ cells, side, drawn }, pieces, coordinates) {
  const squares = cells.map((cell, index) => {
    const [x, y] = [(index % 8) * SIZE, (index >> 3) * SIZE];
    const { backgroundColor, color } = getComputedStyle(cell);
    const text = (letter, right, down) => letter && coordinates
      ? `<text x="${x + right}" y="${y + down}" fill="${color}">${letter}</text>` : "";
    return `<rect x="${x}" y="${y}" width="45" height="45" fill="${backgroundColor}"/>`
      + (cell.matches(".check") ? `<circle cx="${x + 22.5}" cy="${y + 22.5}" r="21" fill="#e02214" opacity=".75"/>` : "")
      + text(cell.dataset.rank, 3, 11) + text(cell.dataset.file, 36, 42);
  });
  return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 360" width="720" height="720">'
    + `<g ${FONT} font-size="9">${squares.join("")}</g>${drawPieces(pieces, side)}${drawn}</svg>`;
}
