// <kiwipete-board>: a chess board for any page; docs/board-element.md describes it.
import { START, isSquare, readFen } from "./squares.js";
import { View } from "./view.js";
import { Controller } from "./controller.js";
import { listenToPointer } from "./pointer.js";
import { listenToKeys } from "./keyboard.js";
import { drawImage } from "./image.js";
import { drawPiece, drawPieces } from "./drawing.js";

export { drawPiece, drawPieces };

const ATTRIBUTES = ["orientation", "coordinates", "theme", "movable", "animation", "label"];

export class KiwipeteBoard extends HTMLElement {
  static observedAttributes = ["fen", ...ATTRIBUTES];
  #view = new View(this.attachShadow({ mode: "open" }));
  #board = new Controller(this.#view, (name, detail) => this.dispatchEvent(
    new CustomEvent(`kiwipete-${name}`, { detail, bubbles: true, composed: true, cancelable: true }),
  ));

  constructor() {
    super();
    this.#board.flip = () => this.flip();
    this.#board.setGhost = (ghost) => { this.ghost = ghost; };
    this.#view.grid.ariaLabel = "Chess board";
    listenToPointer(this.#board);
    listenToKeys(this.#board);
  }

  connectedCallback() {
    // Properties that were set before the element was defined hide ours.
    for (const name of Object.keys(this)) {
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
  }

  attributeChangedCallback(name, _old, value) {
    const [view, board] = [this.#view, this.#board];
    if (name === "fen") {
      try {
        this.fen = value ?? START;
      } catch (error) {
        console.error(error.message);
      }
    } else if (name === "orientation") {
      view.turnTo(value === "black" ? "black" : "white");
      view.moveCursor(board.cursor, view.root.activeElement);
      board.refresh();
    } else if (name === "movable") {
      board.movable = ["white", "black", "both"].includes(value) ? value : "none";
      board.release();
    } else if (name === "animation") view.duration = value === null ? 200 : Math.max(+value || 0, 0);
    else if (name === "label") view.grid.ariaLabel = value || "Chess board";
  }

  get position() {
    return { check: null, lastMove: null, ...this.#board.position };
  }

  set position(position) {
    this.#board.setPosition({ ...position, fen: position.fen ?? START });
  }

  get fen() {
    return this.#board.position.fen;
  }

  set fen(fen) {
    this.position = { fen };
  }

  get ghost() {
    return this.#board.ghost?.fen ?? null;
  }

  set ghost(ghost) {
    const shown = typeof ghost === "string" ? { fen: ghost } : ghost;
    this.#board.ghost = shown && { ...shown, ...readFen(shown.fen) };
    this.#board.refresh();
  }

  get shapes() {
    return this.#board.shapes;
  }

  set shapes(shapes) {
    this.#board.shapes = [...(shapes ?? [])];
    this.#board.showShapes();
  }

  get userShapes() {
    return this.#board.userShapes;
  }

  set userShapes(shapes) {
    this.#board.userShapes = [...(shapes ?? [])];
    this.#board.showShapes();
  }

  flip() {
    this.orientation = this.#view.side === "white" ? "black" : "white";
    this.announce(`${this.orientation} below`);
    this.#board.emit("flip", { orientation: this.orientation });
  }

  announce(text) {
    this.#view.announce(text);
  }

  focus(options) {
    this.#view.cell(this.#board.cursor).focus(options);
  }

  focusSquare(square) {
    if (isSquare(square)) this.#board.go(square);
  }

  /** Play a legal move as if by hand; return whether it is one. */
  play(uci) {
    const move = this.#board.legal.find((each) => each.uci === uci);
    if (move) this.#board.play(move);
    return Boolean(move);
  }

  /** Return what is shown as a stand-alone SVG image. */
  toSVG() {
    const { ghost, shown, shapes, userShapes } = this.#board;
    return drawImage(this, this.#view, shown, ghost ? [] : [...shapes, ...userShapes]);
  }
}

for (const name of ATTRIBUTES) {
  Object.defineProperty(KiwipeteBoard.prototype, name, {
    get() { return this.getAttribute(name); },
    set(value) { this.setAttribute(name, value); },
  });
}

if (!customElements.get("kiwipete-board")) customElements.define("kiwipete-board", KiwipeteBoard);
