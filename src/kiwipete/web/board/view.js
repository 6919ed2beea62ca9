// What is seen: a grid of squares for eyes and screen readers alike, and drawings above it.
import { SQUARE, pieceName, place, squareIn } from "./squares.js";
import { drawPiece, drawShapes } from "./drawing.js";
import { addStyles } from "./style.js";

const HELP = "Arrow keys move between squares. Enter picks up a piece and puts it down. "
  + "Type a move such as N f 3 and press Enter. Question mark lists all keys.";
const SHELL = `<div class="frame" part="board"><div class="grid" role="grid" aria-describedby="help">${
  `<div class="row" role="row">${'<div class="cell" role="gridcell" tabindex="-1"></div>'.repeat(8)}</div>`.repeat(8)
}</div><svg viewBox="0 0 360 360" aria-hidden="true"><g class="pieces"></g><g class="shapes"></g></svg></div>
<div class="unseen" id="help">${HELP}</div><div class="unseen" id="live" role="status" aria-live="polite"></div>`;

export class View {
  orientation = "white";
  duration = 200;
  #nodes = new Map(); // square: {piece, node}
  #texts = [];
  #drawn = "";

  constructor(root) {
    root.innerHTML = SHELL;
    addStyles(root);
    this.root = root;
    this.frame = root.querySelector(".frame");
    this.grid = root.querySelector(".grid");
    this.cells = [...root.querySelectorAll(".cell")];
    this.layer = root.querySelector(".pieces");
    this.turnTo("white");
  }

  /** Show the board from a side. */
  turnTo(orientation) {
    this.orientation = orientation;
    this.cells.forEach((cell, index) => {
      const [row, column] = [index >> 3, index & 7];
      const square = (cell.dataset.square = squareIn(row, column, orientation));
      cell.classList.toggle("dark", (row + column) % 2 === 1);
      if (column === 0) cell.dataset.rank = square[1];
      if (row === 7) cell.dataset.file = square[0];
    });
    for (const [square, { node }] of this.#nodes) this.#put(node, square);
  }

  cell(square) {
    const [column, row] = place(square, this.orientation);
    return this.cells[8 * row + column];
  }

  /** Return the square under a point of the window, or null. */
  squareAt(x, y) {
    const box = this.grid.getBoundingClientRect();
    const column = Math.floor((8 * (x - box.left)) / box.width);
    const row = Math.floor((8 * (y - box.top)) / box.height);
    const inside = column >= 0 && column < 8 && row >= 0 && row < 8;
    return inside ? squareIn(row, column, this.orientation) : null;
  }

  /** Show a placement, moving pieces from where they were; `lastMove` says which one moved. */
  showPieces(pieces, lastMove) {
    const before = this.#nodes;
    const after = (this.#nodes = new Map());
    const wanted = new Map(pieces);
    for (const [square, piece] of pieces) {
      if (before.get(square)?.piece === piece) {
        after.set(square, before.get(square));
        this.#put(after.get(square).node, square);
        before.delete(square);
        wanted.delete(square);
      }
    }
    const bring = (from, to) => {
      const { node } = before.get(from);
      this.#put(node, to, true);
      after.set(to, { piece: wanted.get(to), node });
      before.delete(from);
      wanted.delete(to);
    };
    const [from, to] = [lastMove?.slice(0, 2), lastMove?.slice(2, 4)];
    if (before.get(from)?.piece === wanted.get(to) && wanted.has(to)) bring(from, to);
    for (const [square, piece] of [...wanted]) {
      const near = ([other]) => distance(other, square);
      const [source] = [...before].filter(([, old]) => old.piece === piece)
        .sort((one, other) => near(one) - near(other));
      if (source) bring(source[0], square);
    }
    for (const [square, piece] of wanted) {
      this.layer.insertAdjacentHTML("beforeend", drawPiece(piece));
      const node = this.layer.lastElementChild;
      this.#put(node, square);
      if (before.size || after.size) this.#animate(node, [{ opacity: 0 }, {}]);
      after.set(square, { piece, node });
    }
    for (const { node } of before.values()) {
      const end = this.#animate(node, [{}, { opacity: 0 }]);
      if (end) end.onfinish = end.oncancel = () => node.remove();
      else node.remove();
    }
  }

  #put(node, square, moved) {
    const [x, y] = place(square, this.orientation).map((number) => number * SQUARE);
    const target = `translate(${x}px, ${y}px)`;
    node.classList.remove("lifted");
    if (node.style.transform === target) return;
    const transform = moved || node.dataset.held ? getComputedStyle(node).transform : null;
    delete node.dataset.held;
    node.getAnimations().forEach((animation) => animation.cancel());
    node.style.transform = target;
    if (transform) {
      this.layer.append(node);
      this.#animate(node, [{ transform }, {}]);
    }
  }

  #animate(node, frames) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || !node.isConnected;
    return still || !this.duration ? null
      : node.animate(frames, { duration: this.duration, easing: "cubic-bezier(.2, .7, .3, 1)" });
  }

  /** Hold the piece of a square under a point of the window, above all others. */
  hold(square, x, y) {
    const node = this.#nodes.get(square)?.node;
    if (!node) return;
    const box = this.grid.getBoundingClientRect();
    const scale = (8 * SQUARE) / box.width;
    const [left, top] = [(x - box.left) * scale - SQUARE / 2, (y - box.top) * scale - SQUARE / 2];
    if (!node.dataset.held) this.layer.append(node);
    node.dataset.held = "yes";
    node.classList.add("lifted");
    node.getAnimations().forEach((animation) => animation.cancel());
    node.style.transform = `translate(${left}px, ${top}px)`;
  }

  /** Put a held piece back, or set the piece of a square on another until the position follows. */
  settle(square, to = square) {
    const node = this.#nodes.get(square)?.node;
    if (node) this.#put(node, to, to !== square);
  }

  /** Mark squares: `marks` has the classes of each. */
  mark(marks) {
    for (const cell of this.cells) {
      const dark = cell.classList.contains("dark") ? " dark" : "";
      cell.className = `cell${dark} ${marks[cell.dataset.square] ?? ""}`;
    }
  }

  /** Name the squares for screen readers. */
  label(pieces, targets, picked) {
    for (const cell of this.cells) {
      const { square } = cell.dataset;
      const piece = pieces.get(square);
      const target = { move: ", possible move", capture: ", possible capture" }[targets[square]];
      cell.setAttribute("aria-label", square + (piece ? `, ${pieceName(piece)}` : "") + (target ?? ""));
      cell.setAttribute("aria-selected", String(square === picked));
    }
  }

  showShapes(shapes) {
    const text = drawShapes(shapes, this.orientation);
    if (text !== this.#drawn) this.root.querySelector(".shapes").innerHTML = this.#drawn = text;
  }

  /** Make a square the one that Tab reaches, and focus it if asked. */
  moveCursor(square, focus) {
    for (const cell of this.cells) cell.tabIndex = cell.dataset.square === square ? 0 : -1;
    if (focus) this.cell(square).focus({ preventScroll: true });
  }

  /** Say a text to screen readers; texts that come together are said together. */
  announce(text) {
    const live = this.root.querySelector("#live");
    if (this.#texts.push(String(text)) > 1) return;
    setTimeout(() => {
      const all = this.#texts.splice(0).join(". ");
      live.textContent = all === live.textContent ? `${all}\u00a0` : all;
    }, 40);
  }
}

function distance(one, other) {
  const [x, y] = place(one, "white");
  const [column, row] = place(other, "white");
  return Math.hypot(x - column, y - row);
}
