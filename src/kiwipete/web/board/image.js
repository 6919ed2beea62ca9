// The board as a stand-alone SVG image.
import { SQUARE, place } from "./squares.js";
import { drawPieces, drawShapes } from "./drawing.js";

/** Return the image of what a board shows; colours come from its theme. */
export function image(element, view, { pieces, lastMove, check }, shapes) {
  const style = getComputedStyle(element);
  const color = (name) => style.getPropertyValue(`--kp-${name}`).trim();
  const squares = view.cells.map(({ dataset, classList }) => {
    const [x, y] = place(dataset.square, view.orientation).map((number) => number * SQUARE);
    const shade = classList.contains("dark") ? "dark" : "light";
    const moved = lastMove && [lastMove.slice(0, 2), lastMove.slice(2, 4)].includes(dataset.square);
    const text = (letter, dx, dy) => letter && element.getAttribute("coordinates") !== "off"
      ? `<text x="${x + dx}" y="${y + dy}" fill="${color("ink")}">${letter}</text>` : "";
    return `<rect x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}" fill="${color((moved ? "last-" : "") + shade)}"/>`
      + (dataset.square === check ? `<circle cx="${x + 22.5}" cy="${y + 22.5}" r="21" fill="#e02214" opacity=".75"/>` : "")
      + text(dataset.rank, 3, 11) + text(dataset.file, 36, 42);
  });
  return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 360" width="720" height="720">'
    + `<g font-family="system-ui,sans-serif" font-size="9" font-weight="600">${squares.join("")}</g>`
    + `${drawPieces(pieces, view.orientation)}${drawShapes(shapes, view.orientation)}</svg>`;
}
