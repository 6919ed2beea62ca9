// What is seen: a grid of squares, for screen readers too, and drawings above it.
import { SIZE, corner, pieceName, squareIn } from "./squares.js";
import { cut } from "./notation.js";
import { drawPiece, drawShapes } from "./drawing.js";
import { addStyles } from "./style.js";

const SHELL = `<div class="frame"><div class="grid" role="grid" aria-label="Chess board" aria-describedby="help">${
  `<div class="row" role="row">${'<div role="gridcell"></div>'.repeat(8)}</div>`.repeat(8)
}</div><svg viewBox="0 0 360 360" aria-hidden="true"><g class="pieces"></g><g class="shapes"></g></svg></div>
<div class="unseen" id="help">Arrow keys move. Enter picks up a piece and puts it down, Escape puts it back. Or type a move,
such as Nf3. X begins and ends an arrow or circle, Delete removes them. With Shift, F flips the board, S says the position,
T the turn, L the last move, M the moves from here. Question mark repeats this.</div><div class="unseen" role="status"></div>`;

export class View {
  duration = 200;
  #nodes = new Map(); // square: {piece, node}
  #texts = [];

  constructor(root) {
    root.innerHTML = SHELL;
    addStyles(root);
    this.root = root;
    [this.frame, this.grid, this.pieces, this.shapes, this.help, this.live] =
      [".frame", ".grid", ".pieces", ".shapes", "#help", "[role=status]"].map((name) => root.querySelector(name));
    this.cells = [...root.querySelectorAll("[role=gridcell]")];
    this.turnTo("white");
  }

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

  // A point of the window, in squares from the upper left of the board.
  #at(x, y) {
    const { left, top, width } = this.grid.getBoundingClientRect();
    return [x - left, y - top].map((number) => (8 * number) / width);
  }

  squareAt(x, y) {
    const [column, row] = this.#at(x, y).map(Math.floor);
    return Math.min(column, row) >= 0 && Math.max(column, row) < 8 ? squareIn(column, row, this.side) : null;
  }

  // Pieces slide from where they were, first the one of the last move.
  showPieces(pieces, lastMove) {
    const [before, after] = [this.#nodes, new Map()];
    const bring = (from, to) => {
      if (after.has(to) || !before.has(from) || before.get(from).piece !== pieces.get(to)) return false;
      after.set(to, before.get(from));
      before.delete(from);
      this.#put(after.get(to).node, to, from !== to);
      return true;
    };
    for (const square of pieces.keys()) bring(square, square);
    if (lastMove) bring(...cut(lastMove));
    for (const [square, piece] of pieces) {
      if (after.has(square) || [...before.keys()].some((from) => bring(from, square))) continue;
      this.pieces.insertAdjacentHTML("beforeend", drawPiece(piece));
      after.set(square, { piece, node: this.pieces.lastChild });
      this.#put(this.pieces.lastChild, square);
    }
    for (const { node } of before.values()) node.remove();
    this.#nodes = after;
  }

  #put(node, square, moves) {
    if (node.matches(".held") && !moves) return;
    node.classList.remove("held");
    const transform = this.#shift(node, ...corner(square, this.side));
    if (!transform || !moves || !this.duration || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.pieces.append(node);
    node.animate([{ transform }, {}], { duration: this.duration, easing: "cubic-bezier(.2, .7, .3, 1)" });
  }

  // Return the old transformation if it changes.
  #shift(node, x, y) {
    const target = `translate(${x}px, ${y}px)`;
    if (node.style.transform === target) return null;
    const { transform } = getComputedStyle(node);
    node.getAnimations().forEach((slide) => slide.cancel());
    node.style.transform = target;
    return transform;
  }

  hold(square, x, y) {
    const node = this.#nodes.get(square)?.node;
    if (!node) return;
    if (!node.matches(".held")) this.pieces.append(node);
    node.classList.add("held");
    this.#shift(node, ...this.#at(x, y).map((number) => (number - 0.5) * SIZE));
  }

  // Put a piece back, or on another square until the position follows.
  settle(square, to = square) {
    if (this.#nodes.has(square)) this.#put(this.#nodes.get(square).node, to, true);
  }

  showSquares(marks, pieces) {
    this.cells.forEach((cell, index) => {
      const { square } = cell.dataset;
      const mark = marks[square] ?? "";
      const target = / (move|capture)/.exec(mark)?.[1];
      cell.className = `cell${(index + (index >> 3)) % 2 ? " dark" : ""}${mark}`;
      cell.ariaLabel = square + (pieces.has(square) ? `, ${pieceName(pieces.get(square))}` : "")
        + (target ? `, possible ${target}` : "");
      cell.ariaSelected = mark.includes("picked");
    });
  }

  showShapes(shapes) {
    const text = drawShapes(shapes, this.side);
    if (text !== this.drawn) this.shapes.innerHTML = this.drawn = text;
  }

  // Only one square is reached by Tab.
  moveCursor(square, focus) {
    for (const cell of this.cells) {
      cell.tabIndex = cell.dataset.square === square ? 0 : -1;
      if (focus && cell.tabIndex === 0) cell.focus({ preventScroll: true });
    }
  }

  // Texts that come together are said together.
  announce(text) {
    if (this.#texts.push(text) > 1) return;
    setTimeout(() => {
      const all = this.#texts.splice(0).join(". ");
      this.live.textContent = all + (all === this.live.textContent ? "\u00a0" : "");
    }, 40);
  }
}
