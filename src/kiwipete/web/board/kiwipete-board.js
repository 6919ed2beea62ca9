// <kiwipete-board>: a chess board for any page. docs/board-element.md describes it.
import { START, isSquare, readFen } from "./squares.js";
import { View } from "./view.js";
import { Controller } from "./controller.js";
import { listenToPointer } from "./pointer.js";
import { listenToKeys } from "./keyboard.js";
import { image } from "./image.js";
import { drawPiece, drawPieces } from "./drawing.js";

export { drawPiece, drawPieces };

const ATTRIBUTES = ["orientation", "coordinates", "theme", "movable", "animation", "label"];
const PROPERTIES = ["position", "fen", "shapes", "userShapes", "ghost"];

export class KiwipeteBoard extends HTMLElement {
  static observedAttributes = ["fen", ...ATTRIBUTES];
  #view;
  #board;

  constructor() {
    super();
    this.#view = new View(this.attachShadow({ mode: "open" }));
    this.#board = new Controller(this.#view, (name, detail) => {
      if (name === "flip") return this.flip();
      return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
    });
    this.#board.setGhost = (ghost) => { this.ghost = ghost; };
    this.#view.grid.setAttribute("aria-label", "Chess board");
    listenToPointer(this.#board);
    listenToKeys(this.#board);
  }

  connectedCallback() {
    // Properties that were set before the element was defined.
    for (const name of [...PROPERTIES, ...ATTRIBUTES]) {
      if (Object.hasOwn(this, name)) {
        const value = this[name];
        delete this[name];
        this[name] = value;
      }
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
      view.moveCursor(board.cursor, this.shadowRoot.activeElement?.dataset.square);
      board.refresh();
    } else if (name === "movable") {
      board.movable = ["white", "black", "both"].includes(value) ? value : "none";
      board.release();
    } else if (name === "animation") view.duration = value === null ? 200 : Math.max(+value || 0, 0);
    else if (name === "label") view.grid.setAttribute("aria-label", value || "Chess board");
  }

  get position() {
    return { legal: undefined, check: null, lastMove: null, ...this.#board.position };
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

  get ghost() {
    return this.#board.ghost?.fen ?? null;
  }

  set ghost(ghost) {
    const shown = typeof ghost === "string" ? { fen: ghost } : ghost;
    this.#board.ghost = shown && { ...shown, ...readFen(shown.fen) };
    this.#board.refresh();
  }

  flip() {
    this.orientation = this.#view.orientation === "white" ? "black" : "white";
    this.announce(`${this.orientation} below`);
    this.dispatchEvent(new CustomEvent("kiwipete-flip", {
      detail: { orientation: this.orientation }, bubbles: true, composed: true,
    }));
  }

  announce(text) {
    this.#view.announce(text);
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
    const { ghost, pieces, position, shapes, userShapes } = this.#board;
    return image(this, this.#view, ghost ?? { pieces, ...position }, ghost ? [] : [...shapes, ...userShapes]);
  }
}

for (const name of ATTRIBUTES) {
  Object.defineProperty(KiwipeteBoard.prototype, name, {
    get() { return this.getAttribute(name); },
    set(value) { this.setAttribute(name, value); },
  });
}

if (!customElements.get("kiwipete-board")) customElements.define("kiwipete-board", KiwipeteBoard);
