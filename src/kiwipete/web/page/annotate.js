// Edit the current move: marks, comment, and its place among the variations.

import { post, send, Refused } from "./api.js";
import { build, find, setText } from "./dom.js";
import { confirm, showNotice } from "./notices.js";
import { nagText } from "./scores.js";

const MOVE_NAGS = [3, 1, 5, 6, 2, 4];
const NAMES = { 1: "Good move", 2: "Mistake", 3: "Brilliant move", 4: "Blunder", 5: "Interesting move", 6: "Dubious move" };

export class Annotate {
  #store;
  #panel = find("annotate");
  #comment = find("comment");
  #node = null; // the node that the comment box belongs to

  constructor(store) {
    this.#store = store;
    find("annotate-toggle").addEventListener("click", () => this.toggle());
    find("nags").append(...MOVE_NAGS.map((nag) => build("button", {
      type: "button", className: "chip", textContent: nagText(nag), "data-nag": nag, title: NAMES[nag],
      "aria-label": NAMES[nag], "aria-pressed": "false", on: { click: () => this.#toggleNag(nag) },
    })));
    this.#comment.addEventListener("change", () => this.#saveComment());
    this.#comment.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.#saveComment();
      if (event.key === "Escape") this.toggle(false);
    });
    for (const button of this.#panel.querySelectorAll("[data-edit]")) {
      button.addEventListener("click", () => this.#edit(button.dataset.edit));
    }
    store.on("position", () => this.#show());
    store.on("tree", () => this.#show());
    for (const kind of ["game", "games"]) store.on(kind, () => setText(find("file-name"), fileText(store.state)));
  }

  /** Open or close the editor. */
  toggle(open = this.#panel.hidden) {
    this.#panel.hidden = !open;
    find("annotate-toggle").setAttribute("aria-expanded", String(open));
    if (open) this.#comment.focus();
  }

  #show() {
    const node = this.#store.tree.get(this.#store.node);
    if (!node) return;
    if (this.#node !== node.id || document.activeElement !== this.#comment) {
      this.#node = node.id;
      this.#comment.value = node.comment ?? "";
    }
    for (const button of find("nags").children) {
      button.setAttribute("aria-pressed", String(node.nags.includes(Number(button.dataset.nag))));
      button.disabled = node.id === 0;
    }
    const siblings = node.parent === null ? [] : this.#store.tree.children(node.parent);
    const path = this.#store.tree.path(node.id);
    const inMainLine = path.every((id) => this.#store.tree.children(this.#store.tree.get(id).parent)[0] === id);
    for (const button of this.#panel.querySelectorAll("[data-edit]")) {
      button.disabled = button.dataset.edit === "delete" ? node.id === 0 : inMainLine && siblings[0] === node.id;
    }
  }

  #toggleNag(nag) {
    const node = this.#store.tree.get(this.#store.node);
    const others = node.nags.filter((each) => each > 6);
    send("edit", { node: node.id, action: "nags", value: node.nags.includes(nag) ? others : [nag, ...others] });
  }

  async #saveComment() {
    const node = this.#store.tree.get(this.#node);
    if (!node || (node.comment ?? "") === this.#comment.value) return;
    await send("edit", { node: node.id, action: "comment", value: this.#comment.value });
  }

  async #edit(action) {
    const node = this.#store.tree.get(this.#store.node);
    if (!node || node.id === 0) return;
    if (action === "delete") {
      const moves = 1 + this.#store.tree.line(node.id).length;
      const text = moves === 1 ? `${node.san} will be removed.` : `${node.san} and what follows will be removed.`;
      if (!(await confirm("Delete these moves?", text, "Delete"))) return;
    }
    try {
      await post("edit", { node: node.id, action });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      showNotice("error", error.message);
    }
  }
}

function fileText({ game, games }) {
  if (!game || !games) return "";
  const place = games.count > 1 ? `Game ${game.index + 1} of ${games.count}` : "";
  const name = games.file ? `${games.file}${games.dirty ? " (edited)" : ""}` : "";
  return [name, place].filter(Boolean).join(" · ");
}
