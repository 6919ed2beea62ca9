// The board and what stands around it: moves by the user, ways through the game, FEN, drawings.

import { post, Refused, send } from "./api.js";
import { find, setText } from "./dom.js";
import { Explanation } from "./explanation.js";
import { showNotice } from "./notices.js";

export class Stage {
  board = find("board");
  #store;
  #layers = new Map(); // name -> shapes drawn by one part of the page
  #heading = null;
  #drawn = "[]";
  #explanation;

  constructor(store) {
    this.#store = store;
    this.#explanation = new Explanation((shapes) => this.draw("explanation", shapes));
    this.board.setAttribute("orientation", sessionStorage.getItem("kiwipete-orientation") ?? "white");
    this.board.addEventListener("kiwipete-move", ({ detail }) => this.#move({ uci: detail.uci }));
    this.board.addEventListener("kiwipete-attempt", ({ detail }) => this.#move({ uci: detail.uci }));
    this.board.addEventListener("kiwipete-typed", ({ detail }) => this.#move({ san: detail.text }));
    this.board.addEventListener("pointerdown", () => this.closeExplanation());
    this.board.addEventListener("kiwipete-flip", () => this.#turned());
    find("flip").addEventListener("click", () => this.flip());
    find("go-first").addEventListener("click", () => this.go(0));
    find("go-previous").addEventListener("click", () => this.step(-1));
    find("go-next").addEventListener("click", () => this.step(1));
    find("go-last").addEventListener("click", () => this.last());
    find("fen-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.setUp(find("fen").value.trim());
    });
    find("fen").addEventListener("blur", () => this.#showFen());
    find("fen").addEventListener("focus", (event) => event.target.select());
    store.on("position", (position) => this.#show(position));
    store.on("play", () => this.#whoMoves());
  }

  #show(position) {
    this.#explanation.hide();
    if (position.node === this.#heading) this.#heading = null;
    this.board.ghost = null;
    this.#place(position);
    this.#showFen();
    const at = this.#store.node;
    find("go-first").disabled = find("go-previous").disabled = at === 0;
    find("go-next").disabled = find("go-last").disabled = this.#store.tree.children(at).length === 0;
    setText(find("outcome"), this.#outcome(position));
    setText(find("opening"), position.opening ? `${position.opening.eco} ${position.opening.name}` : "Moves");
    this.#whoMoves();
  }

  /** How the game ended: by the rules, or at its last move by what the players agreed. */
  #outcome({ outcome, node }) {
    if (outcome) return `${outcome.result} · ${outcome.text}`;
    const result = this.#store.state.game?.headers?.Result;
    const ended = node !== 0 && node === this.#store.tree.line(0).at(-1);
    return ended && result && result !== "*" ? result : "";
  }

  #showFen() {
    const input = find("fen");
    const fen = this.#store.state.position?.fen;
    if (fen && document.activeElement !== input) input.value = fen;
  }

  /** In a game against the engine only the user's own pieces move. */
  #whoMoves() {
    const play = this.#store.state.play;
    this.board.setAttribute("movable", play?.active && play.human ? play.human : "both");
  }

  async #move(move) {
    try {
      const answer = await post("move", move);
      if (answer.ok) this.#explanation.hide();
      else this.#refuse(answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      showNotice("error", error.message);
      this.#reset();
    }
  }

  #refuse({ error, explanation }) {
    this.#reset();
    this.#explanation.show(explanation, error);
    this.board.announce(explanation?.text ?? error);
  }

  /** Put the pieces back where they are. */
  #reset() {
    this.#place(this.#store.state.position);
  }

  #place({ node, fen, legal, check, lastMove }) {
    this.board.position = { fen, legal, check, lastMove, san: this.#store.tree.get(node)?.san ?? undefined };
  }

  /** Close the explanation of an illegal move. Returns whether there was one. */
  closeExplanation() {
    return this.#explanation.hide();
  }

  /** Set up a position as a new game. */
  async setUp(fen, chess960 = namesRooks(fen)) {
    const answer = await send("fen", { fen, chess960 });
    if (answer) this.focus();
  }

  /** Draw the shapes of one part of the page; an explanation hides the others. */
  draw(layer, shapes) {
    this.#layers.set(layer, shapes);
    const explained = this.#layers.get("explanation") ?? [];
    const drawn = explained.length ? explained : [...this.#layers.values()].flat();
    const key = JSON.stringify(drawn);
    if (key === this.#drawn) return; // an analysis says the same many times
    this.#drawn = key;
    this.board.shapes = drawn;
  }

  /** Show another position, with a move marked, for as long as the pointer rests on a line. */
  preview(fen, move = null) {
    this.board.ghost = fen ? { fen, lastMove: move } : null;
  }

  flip() {
    this.board.flip(); // the board's event does the rest
  }

  /** Put the keyboard's focus on the board. */
  focus() {
    const move = this.#store.state.position?.lastMove;
    this.board.focusSquare(move ? move.slice(2, 4) : this.orientation === "white" ? "e2" : "e7");
  }

  /** Show the board from this side. */
  turn(color) {
    if (this.orientation !== color) this.flip();
  }

  get orientation() {
    return this.board.getAttribute("orientation") === "black" ? "black" : "white";
  }

  #turned() {
    sessionStorage.setItem("kiwipete-orientation", this.orientation);
    document.dispatchEvent(new CustomEvent("kiwipete-turned"));
  }

  /** Go to a node of the game. */
  async go(node) {
    if (node === null || node === undefined || node === this.#at) return;
    this.#heading = node;
    const answer = await send("goto", { node });
    const forget = () => {
      if (this.#heading === node) this.#heading = null;
    };
    if (answer) setTimeout(forget, 1000); // the event comes earlier, unless another tab went on
    else forget();
  }

  /** Where the board is, or will be once the server has answered: keys may come faster. */
  get #at() {
    return this.#heading ?? this.#store.node;
  }

  /** One move forward along the main line, or one back. */
  step(by) {
    const at = this.#at;
    this.go(by > 0 ? this.#store.tree.children(at)[0] : this.#store.tree.get(at)?.parent);
  }

  last() {
    this.go(this.#store.tree.line(this.#at).at(-1));
  }

  /** The next or previous variation at this move. */
  variation(by) {
    this.go(this.#store.tree.sibling(this.#at, by));
  }
}

/** Whether a FEN names the files of the castling rooks, as in Chess960. */
const namesRooks = (fen) => /[a-h]/i.test(fen.split(" ")[2] ?? "");
