// The address restores the position: #fen=… or #game=N&node=ID.

import { send } from "./api.js";

export class Address {
  #store;
  #stage;
  #ready = false;

  constructor(store, stage) {
    this.#store = store;
    this.#stage = stage;
    store.on("position", () => this.#arrived());
    window.addEventListener("hashchange", () => this.#restore());
  }

  /** The first position has come: go where the address points, then keep it up to date. */
  async #arrived() {
    if (!this.#ready) {
      this.#ready = true;
      await this.#restore();
    }
    this.#write();
  }

  #write() {
    const { game, position } = this.#store.state;
    if (!game || !position) return;
    const hash = `#game=${game.index}&node=${position.node}`;
    if (location.hash !== hash) history.replaceState(history.state, "", hash);
  }

  async #restore() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (wanted.has("fen")) {
      if (wanted.get("fen") !== this.#store.state.position?.fen) await this.#stage.setUp(wanted.get("fen"));
      this.#write();
    } else if (wanted.has("game")) {
      const index = Number(wanted.get("game"));
      const node = Number(wanted.get("node") ?? 0);
      const { game } = this.#store.state;
      if (!Number.isInteger(index) || !Number.isInteger(node) || !game) return;
      if (index === game.index) {
        if (this.#store.tree.get(node)) await this.#stage.go(node);
      } else if (index >= 0 && index < game.count) {
        await send("game", { index, node });
      }
    }
  }
}
