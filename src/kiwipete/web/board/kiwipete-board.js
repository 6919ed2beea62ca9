// The custom element kiwipete-board, a chess board for any page; see docs/board-element.md.
import { START, isSquare, readFen } from "./squares.js";
import { View } from "./view.js";
import { Controller } from "./controller.js";
import { listenToPointer } from "./pointer.js";
import { listenToKeys } from "./keyboard.js";
import { drawImage, drawPiece, drawPieces } from "./drawing.js";

export { drawPiece, drawPieces };

export class KiwipeteBoard extends HTMLElement {
  static observedAttributes = ["fen", "orientation", "movable", "animation", "label"];
  #view = new View(this.attachShadow({ mode: "open" }));
  #board = new Controller(this.#view, (name, detail) => this.dispatchEvent(
    new CustomEvent(`kiwipete-${name}`, { detail, bubbles: true, composed: true, cancelable: true }),
  ));

  constructor() {
    super();
    this.#board.flip = () => this.flip();
    listenToPointer(this.#board);
    listenToKeys(this.#board);
  }

  connectedCallback() {
    // Properties that were set before the element was defined hide ours.
    for (const [name, value] of Object.entries(this)) {
      delete this[name];
      this[name] = value;
    }
  }

  attributeChangedCallback(name, _old, value) {
    const [view, board] = [this.#view, this.#board];
    if (name === "fen") this.fen = value ?? START;
    else if (name === "orientation") {
      view.turnTo(value === "black" ? "black" : "white");
      view.moveCursor(board.cursor, view.root.activeElement);
      board.refresh();
    } else if (name === "movable") {
      board.movable = ["white", "black", "both"].includes(value) ? value : "none";
      board.release();
    } else if (name === "animation") view.duration = value === null ? 200 : Math.max(+value || 0, 0);
    else if (name === "label") view.grid.ariaLabel = value || "Chess board";
  }

  get position() { return { ...this.#board.position }; }
  set position(position) { this.#board.setPosition({ ...position }); }

  get fen() { return this.position.fen; }
  set fen(fen) { this.position = { fen }; }

  get ghost() { return this.#board.ghost?.fen ?? null; }
  set ghost(ghost) {
    const shown = typeof ghost === "string" ? { fen: ghost } : ghost;
    this.#board.ghost = shown && { ...shown, ...readFen(shown.fen) };
    this.#board.refresh();
  }

  get shapes() { return this.#board.shapes; }
  set shapes(shapes) { this.#draw({ shapes: [...(shapes ?? [])] }); }

  get userShapes() { return this.#board.userShapes; }
  set userShapes(shapes) { this.#draw({ userShapes: [...(shapes ?? [])] }); }

  #draw(shapes) { Object.assign(this.#board, shapes).showShapes(); }

  flip() {
    const orientation = this.#view.side === "white" ? "black" : "white";
    this.setAttribute("orientation", orientation);
    this.announce(`${orientation} below`);
    this.#board.emit("flip", { orientation });
  }

  announce(text) { this.#board.say(text); }

  focusSquare(square) { if (isSquare(square)) this.#board.go(square); }

  // Play a legal move as if by hand; return whether it is one.
  play(uci) {
    const move = this.#board.legal.find((each) => each.uci === uci);
    if (move) this.#board.play(move);
    return Boolean(move);
  }

  toSVG() {
    return drawImage(this.#view, this.#board.shown.pieces, this.getAttribute("coordinates") !== "off");
  }
}

if (!customElements.get("kiwipete-board")) customElements.define("kiwipete-board", KiwipeteBoard);
