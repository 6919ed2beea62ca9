// Why a move is illegal: the sentence under the board, the squares and lines on it.

import { find, setText } from "./dom.js";

const COLOR = "red";

export class Explanation {
  #box = find("explanation");
  #draw;

  /** `draw(shapes)` shows shapes on the board. */
  constructor(draw) {
    this.#draw = draw;
    this.#box.querySelector("button").addEventListener("click", () => this.hide());
  }

  show(explanation, error) {
    setText(this.#box.querySelector("strong"), explanation ? `Not legal: ${explanation.title.toLowerCase()}` : "Not a legal move");
    setText(this.#box.querySelector("p"), explanation?.text ?? error);
    this.#box.hidden = false;
    this.#draw(explanation ? shapes(explanation) : []);
  }

  /** Returns whether an explanation was on show. */
  hide() {
    if (this.#box.hidden) return false;
    this.#box.hidden = true;
    this.#draw([]);
    return true;
  }
}

function shapes({ squares = [], lines = [], arrows = [] }) {
  return [
    ...lines.map((line) => ({ kind: "line", squares: line, color: COLOR })),
    ...squares.map((square) => ({ kind: "circle", square, color: COLOR })),
    ...arrows.map(([from, to]) => ({ kind: "arrow", from, to, color: COLOR })),
  ];
}
