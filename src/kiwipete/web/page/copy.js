// Copy or download the position and the game: FEN, PGN, SVG, PNG, a link.

import { send } from "./api.js";
import { find } from "./dom.js";
import { showNotice } from "./notices.js";

const PNG_SIZE = 1024;

/** Give the browser a file to save. */
export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export class Copy {
  #store;
  #stage;
  #button = find("copy");
  #menu = find("copy-menu");

  constructor(store, stage) {
    this.#store = store;
    this.#stage = stage;
    this.#button.addEventListener("click", () => this.#open(this.#menu.hidden));
    this.#menu.addEventListener("click", ({ target }) => {
      const item = target.closest("[role=menuitem]");
      if (!item) return;
      this.#open(false);
      this.#button.focus();
      if (item.dataset.copy) this.#copy(item.dataset.copy);
      else this.#download(item.dataset.download);
    });
    this.#menu.addEventListener("keydown", (event) => this.#key(event));
    this.#menu.addEventListener("focusout", (event) => {
      if (!this.#menu.contains(event.relatedTarget) && event.relatedTarget !== this.#button) this.#open(false);
    });
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest?.(".menu-anchor")) this.#open(false);
    });
  }

  #open(open) {
    this.#menu.hidden = !open;
    this.#button.setAttribute("aria-expanded", String(open));
    if (open) this.#menu.querySelector("[role=menuitem]").focus();
  }

  #key(event) {
    const items = [...this.#menu.querySelectorAll("[role=menuitem]")];
    const at = items.indexOf(document.activeElement);
    const places = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    if (event.key in places) {
      event.preventDefault();
      items.at(places[event.key] % items.length).focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      this.#open(false);
      if (event.key === "Escape") this.#button.focus();
    } else {
      return;
    }
    event.stopPropagation();
  }

  async #copy(kind) {
    try {
      // The clipboard wants the promise, not its result: the click may not be awaited away.
      if (kind === "png") await navigator.clipboard.write([new ClipboardItem({ "image/png": this.#png() })]);
      else await navigator.clipboard.writeText(await this.#text(kind));
      showNotice("info", kind === "link" ? "Copied the link." : `Copied ${kind.toUpperCase()}.`);
    } catch {
      showNotice("error", "The browser did not allow copying. Download it instead.");
    }
  }

  async #text(kind) {
    const { fen } = this.#store.state.position;
    if (kind === "fen") return fen;
    if (kind === "svg") return this.#stage.board.toSVG();
    if (kind === "link") return `${location.origin}/#fen=${encodeURIComponent(fen)}`;
    const answer = await send("pgn", { scope: "game" });
    return answer?.pgn ?? "";
  }

  async #download(kind) {
    if (kind === "png") download("board.png", await this.#png());
    else if (kind === "svg") download("board.svg", new Blob([this.#stage.board.toSVG()], { type: "image/svg+xml" }));
    else download("game.pgn", new Blob([await this.#text("pgn")], { type: "application/x-chess-pgn" }));
  }

  /** Draw the board's SVG onto a canvas. */
  async #png() {
    const address = URL.createObjectURL(new Blob([this.#stage.board.toSVG()], { type: "image/svg+xml" }));
    try {
      const image = new Image(PNG_SIZE, PNG_SIZE);
      image.src = address;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = PNG_SIZE;
      canvas.getContext("2d").drawImage(image, 0, 0, PNG_SIZE, PNG_SIZE);
      return await new Promise((resolve, reject) => {
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
      });
    } finally {
      URL.revokeObjectURL(address);
    }
  }
}
