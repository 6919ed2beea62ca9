// The board as a stand-alone SVG image.
import { SIZE, place } from "./squares.js";
import { cut } from "./notation.js";
import { drawPieces, drawShapes } from "./drawing.js";

/** Return the image of what a board shows, in the colours of its theme. */
export function drawImage(element, view, { pieces, lastMove, check }, shapes) {
  const style = getComputedStyle(element);
  const color = (name) => `fill="${style.getPropertyValue(`--kp-${name}`).trim()}"`;
  const squares = view.cells.map(({ dataset: { square, rank, file }, classList }) => {
    const [x, y] = place(square, view.side).map((number) => number * SIZE);
    const moved = lastMove && cut(lastMove).includes(square) ? "last-" : "";
    const text = (letter, right, down) => letter && element.coordinates !== "off"
      ? `<text x="${x + right}" y="${y + down}" ${color("ink")}>${letter}</text>` : "";
    return `<rect x="${x}" y="${y}" width="45" height="45" ${color(moved + (classList.contains("dark") ? "dark" : "light"))}/>`
      + (square === check ? `<circle cx="${x + 22.5}" cy="${y + 22.5}" r="21" fill="#e02214" opacity=".75"/>` : "")
      + text(rank, 3, 11) + text(file, 36, 42);
  });
  return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 360" width="720" height="720">'
    + `<g font-family="system-ui,sans-serif" font-size="9" font-weight="600">${squares.join("")}</g>`
    + `${drawPieces(pieces, view.side)}${drawShapes(shapes, view.side)}</svg>`;
}
