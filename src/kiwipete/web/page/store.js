// What the server has said last, and who wants to hear about it.

import { Tree } from "./tree.js";

/** The latest event of each kind; `tree` is the game with the changes of `nodes` applied. */
export class Store {
  state = {
    game: null, position: null, analysis: null, review: null, play: null, games: null, match: null,
    engines: [], levels: [],
  };
  tree = new Tree();
  #listeners = new Map();

  /** Call `listener(data)` after each event of this kind. */
  on(kind, listener) {
    if (!this.#listeners.has(kind)) this.#listeners.set(kind, []);
    this.#listeners.get(kind).push(listener);
  }

  /** Take in an event of the server. */
  receive(kind, data) {
    if (kind === "game") {
      this.state.game = data;
      this.tree.load(data.nodes);
      this.#emit("tree", null);
    } else if (kind === "nodes") {
      this.#emit("tree", this.tree.apply(data));
    } else if (kind !== "notice") {
      this.state[kind] = data;
    }
    this.#emit(kind, data);
  }

  /** The node of the position on the board. */
  get node() {
    return this.state.position?.node ?? 0;
  }

  /** Whether a game against the engine is under way. */
  get playing() {
    return Boolean(this.state.play?.active);
  }

  #emit(kind, data) {
    for (const listener of this.#listeners.get(kind) ?? []) listener(data);
  }
}
