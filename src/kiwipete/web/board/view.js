// What is seen: a grid of squares, for eyes and screen readers alike, with the drawings above it.
import { SIZE, pieceName, place, squareIn } from "./squares.js";
import { cut } from "./notation.js";
import { drawPiece, drawShapes } from "./drawing.js";
import { addStyles } from "./style.js";

const CELL = '<div class="cell" role="gridcell"></div>';
const SHELL = `<div class="frame" part="board"><div class="grid" role="grid" aria-describedby="help">${
  `<div class="row" role="row">${CELL.repeat(8)}</div>`.repeat(8)
}</div><svg viewBox="0 0 360 360" aria-hidden="true"><g class="pieces"></g><g class="shapes"></g></svg></div>
<div class="unseen" id="help">Arrow keys move, Enter picks up a piece and puts it down. Or type a move, such as Nf3.
Question mark lists all keys.</div><div class="unseen" id="live" role="status"></div>`;

export class View {
  side = "white"; // the one below
  duration = 200;
  #nodes = new Map(); // square: {piece, node}
  #texts = [];

  constructor(root) {
    root.innerHTML = SHELL;
    addStyles(root);
    this.root = root;
    [this.frame, this.grid, this.layer, this.shapes, this.live] =
      [".frame", ".grid", ".pieces", ".shapes", "#live"].map((name) => root.querySelector(name));
    this.cells = [...root.querySelectorAll(".cell")];
    this.turnTo("white");
  }

  /** Show the board from a side. */
  turnTo(side) {
    this.side = side;
    this.cells.forEach(({ dataset }, index) => {
      const [column, row] = [index % 8, index >> 3];
      dataset.square = squareIn(column, row, side);
      if (column === 0) dataset.rank = dataset.square[1];
      if (row === 7) dataset.file = dataset.square[0];
    });
    for (const [square, { node }] of this.#nodes) this.#put(node, square);
  }

  cell(square) {
    const [column, row] = place(square, this.side);
    return this.cells[8 * row + column];
  }

  /** Return where a point of the window is on the board, in squares from its upper left. */
  #at(x, y) {
    const box = this.grid.getBoundingClientRect();
    return [(8 * (x - box.left)) / box.width, (8 * (y - box.top)) / box.height];
  }

  /** Return the square at a point of the window, or null. */
  squareAt(x, y) {
    const [column, row] = this.#at(x, y).map(Math.floor);
    return [column, row].every((number) => number >= 0 && number < 8) ? squareIn(column, row, this.side) : null;
  }

  /** Show a placement; pieces move there from where they were, first the one of the last move. */
  showPieces(pieces, lastMove) {
    const [before, after] = [this.#nodes, new Map()];
    const take = (from, to) => {
      const { node } = before.get(from);
      before.delete(from);
      after.set(to, { piece: pieces.get(to), node });
      this.#put(node, to, from !== to);
    };
    const fits = (from, to) => before.has(from) && !after.has(to) && before.get(from).piece === pieces.get(to);
    for (const square of pieces.keys()) if (fits(square, square)) take(square, square);
    if (lastMove && fits(...cut(lastMove))) take(...cut(lastMove));
    for (const [square, piece] of pieces) {
      if (after.has(square)) continue;
      const from = [...before.keys()].find((other) => fits(other, square));
      if (from) take(from, square);
      else {
        this.layer.insertAdjacentHTML("beforeend", drawPiece(piece));
        const node = this.layer.lastChild;
        this.#put(node, square);
        after.set(square, { piece, node });
      }
    }
    for (const { node } of before.values()) node.remove();
    this.#nodes = after;
  }

  /** Set a piece on a square; one that has moved, or was held, slides there. */
  #put(node, square, moved) {
    const [x, y] = place(square, this.side).map((number) => number * SIZE);
    const target = `translate(${x}px, ${y}px)`;
    if (node.style.transform === target) return;
    const slides = (moved || node.classList.contains("held")) && this.duration
      && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const { transform } = getComputedStyle(node);
    node.classList.remove("held");
    node.getAnimations().forEach((animation) => animation.cancel());
    node.style.transform = target;
    if (!slides) return;
    this.layer.append(node);
    node.animate([{ transform }, {}], { duration: this.duration, easing: "cubic-bezier(.2, .7, .3, 1)" });
  }

  /** Hold the piece of a square at a point of the window, above all others. */
  hold(square, x, y) {
    const node = this.#nodes.get(square)?.node;
    const [left, top] = this.#at(x, y).map((number) => (number - 0.5) * SIZE);
    if (!node.classList.contains("held")) this.layer.append(node);
    node.classList.add("held");
    node.style.transform = `translate(${left}px, ${top}px)`;
  }

  /** Put the piece of a square back, or on another square until the position follows. */
  settle(square, to = square) {
    const node = this.#nodes.get(square)?.node;
    if (node) this.#put(node, to, true);
  }

  /** Mark and name the squares; `marks` has the classes of each. */
  showSquares(marks, pieces) {
    this.cells.forEach((cell, index) => {
      const { square } = cell.dataset;
      const mark = marks[square] ?? "";
      const names = [square, pieces.has(square) && pieceName(pieces.get(square)),
        /move|capture/.test(mark) && `possible ${mark.split(" ").pop()}`];
      cell.className = `cell${(index + (index >> 3)) % 2 ? " dark" : ""}${mark}`;
      cell.ariaLabel = names.filter(Boolean).join(", ");
      cell.ariaSelected = String(mark.includes("picked"));
    });
  }

  showShapes(shapes) {
    const text = drawShapes(shapes, this.side);
    if (text !== this.drawn) this.shapes.innerHTML = this.drawn = text;
  }

  /** Make a square the one that Tab reaches, and focus it if asked. */
  moveCursor(square, focus) {
    for (const cell of this.cells) cell.tabIndex = cell.dataset.square === square ? 0 : -1;
    if (focus) this.cell(square).focus({ preventScroll: true });
  }

  /** Say a text to screen readers; texts that come together are said together. */
  announce(text) {
    if (this.#texts.push(text) > 1) return;
    setTimeout(() => {
      const all = this.#texts.splice(0).join(". ");
      this.live.textContent = all + (all === this.live.textContent ? "\u00a0" : "");
    }, 40);
  }
}
