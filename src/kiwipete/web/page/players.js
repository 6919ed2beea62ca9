// Names and clocks above and below the board.

import { find, setText } from "./dom.js";
import { clockText } from "./scores.js";

const TICK = 100;

export class Players {
  #store;
  #stage;
  #timer = null;

  constructor(store, stage) {
    this.#store = store;
    this.#stage = stage;
    for (const kind of ["game", "nodes", "position", "play"]) store.on(kind, () => this.#show());
    document.addEventListener("kiwipete-turned", () => this.#show());
  }

  #show() {
    const top = this.#stage.orientation === "white" ? "black" : "white";
    this.#side(find("player-top"), top);
    this.#side(find("player-bottom"), top === "white" ? "black" : "white");
    const running = Boolean(this.#store.playing && this.#store.state.play.clock?.running);
    if (running && this.#timer === null) this.#timer = setInterval(() => this.#show(), TICK);
    if (!running) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
  }

  #side(element, color) {
    const { game, position, play } = this.#store.state;
    const tag = color === "white" ? "White" : "Black";
    const name = game?.headers?.[tag];
    element.dataset.color = color;
    const moving = position && !position.outcome && position.turn === color;
    element.classList.toggle("moving", Boolean(moving));
    setText(element.querySelector(".name"), name && name !== "?" ? name : tag);
    setText(element.querySelector(".elo"), game?.headers?.[`${tag}Elo`] ?? "");
    const thinking = this.#store.playing && play.thinking && play.human !== color;
    setText(element.querySelector(".state"), thinking ? "is thinking" : "");
    const clock = element.querySelector(".clock");
    const seconds = this.#seconds(color);
    clock.hidden = seconds === null;
    if (seconds === null) return;
    setText(clock, clockText(seconds));
    clock.classList.toggle("running", this.#store.playing && play.clock?.running === color);
    clock.classList.toggle("low", this.#store.playing && seconds < 20);
  }

  /** What is left on a clock: of the game under way, or what the PGN says. */
  #seconds(color) {
    const { play } = this.#store.state;
    if (play?.clock && (play.active || play.result)) {
      const passed = play.active && play.clock.running === color ? (Date.now() - play.clock.at) / 1000 : 0;
      return Math.max(0, play.clock[color] - Math.max(0, passed));
    }
    let node = this.#store.tree.get(this.#store.node);
    for (let back = 0; node && back < 2; back++) {
      const mover = node.ply % 2 ? "white" : "black";
      if (node.parent !== null && mover === color) return node.clock ?? null;
      node = this.#store.tree.get(node.parent);
    }
    return null;
  }
}
