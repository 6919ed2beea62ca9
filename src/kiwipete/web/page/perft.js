// The Perft view: a divide that unfolds move by move.

import { post, Refused } from "./api.js";
import { build, find, setText } from "./dom.js";
import { long } from "./scores.js";

export class Perft {
  #store;
  #stage;
  #tree = find("perft-tree");
  #root = null; // the position of the tree on show: {fen}
  #compare;
  #counting = null; // stops the requests of the tree on show
  #rowCount = 0; // for the ids that name the rows

  /** `compare` is the part below, which follows the same position. */
  constructor(store, stage, compare) {
    this.#store = store;
    this.#stage = stage;
    this.#compare = compare;
    find("perft-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#count();
    });
    this.#tree.addEventListener("click", (event) => {
      const row = event.target.closest(".perft-row");
      if (row) this.#toggle(row.parentElement);
    });
    this.#tree.addEventListener("keydown", (event) => this.#key(event));
    for (const type of ["pointerover", "focusin"]) this.#tree.addEventListener(type, (event) => this.#point(event.target));
    for (const type of ["pointerleave", "focusout"]) this.#tree.addEventListener(type, () => this.#point(null));
    store.on("position", ({ fen }) => {
      if (this.#root && this.#root.fen !== fen) this.clear();
    });
  }

  /** Forget the tree: the position has changed. */
  clear() {
    this.#root = null;
    this.#counting?.abort();
    this.#tree.replaceChildren();
    this.#point(null);
    setText(find("perft-total"), "");
  }

  /** Another view is on show: take the arrow off the board. */
  leave() {
    this.#point(null);
  }

  async #count() {
    const fen = this.#store.state.position.fen;
    const depth = Number(find("perft-depth").value);
    this.clear();
    const root = { fen };
    this.#root = root;
    this.#counting = new AbortController(); // the server stops a count that nobody waits for
    setText(find("perft-total"), "Counting…");
    const answer = await this.#ask(fen, [], depth);
    if (!answer || this.#root !== root) return;
    setText(find("perft-total"), `${long(answer.nodes)} positions in ${answer.seconds.toFixed(answer.seconds < 1 ? 3 : 1)} s`);
    this.#tree.replaceChildren(...this.#rows(answer, [], depth, 1));
    if (this.#tree.firstChild) this.#tree.firstChild.tabIndex = 0;
    this.#compare.start(fen, depth);
  }

  async #ask(fen, moves, depth) {
    try {
      return await post("perft", { fen, moves, depth, chess960: Boolean(this.#store.state.position.chess960) }, { signal: this.#counting.signal });
    } catch (error) {
      if (error.name === "AbortError") return null;
      if (!(error instanceof Refused)) throw error;
      setText(find("perft-total"), error.message);
      return null;
    }
  }

  #rows(answer, moves, depth, level) {
    const largest = Math.max(...answer.children.map((child) => child.nodes), 1);
    return answer.children.map((child) => {
      const item = build("li", {
        role: "treeitem", tabIndex: -1, "aria-level": level, "data-moves": [...moves, child.uci].join(" "),
        "data-depth": depth - 1, "data-before": answer.fen ?? "", "aria-labelledby": `perft-row-${++this.#rowCount}`,
      });
      if (depth > 1 && child.nodes > 0) item.setAttribute("aria-expanded", "false");
      const share = build("span", { className: "perft-share" });
      share.style.setProperty("--share", `${(100 * child.nodes) / largest}%`);
      item.append(build("div", { className: "perft-row", id: `perft-row-${this.#rowCount}` },
        build("span", { className: "twist" }),
        build("span", { className: "perft-san", textContent: child.san }),
        build("span", { className: "perft-uci", textContent: child.uci }),
        share,
        build("span", { className: "perft-nodes", textContent: long(child.nodes) })));
      return item;
    });
  }

  async #toggle(item, open = item.getAttribute("aria-expanded") !== "true") {
    this.#focus(item);
    if (!item.hasAttribute("aria-expanded")) return;
    let group = item.querySelector(":scope > ul");
    if (!group && open) {
      item.setAttribute("aria-busy", "true");
      const moves = item.dataset.moves.split(" ");
      const depth = Number(item.dataset.depth);
      const answer = await this.#ask(this.#root.fen, moves, depth);
      item.removeAttribute("aria-busy");
      if (!answer || item.querySelector(":scope > ul")) return;
      group = build("ul", { role: "group" }, ...this.#rows(answer, moves, depth, moves.length + 1));
      item.append(group);
    }
    if (group) group.hidden = !open;
    item.setAttribute("aria-expanded", String(open));
  }

  #focus(item) {
    for (const old of this.#tree.querySelectorAll('[tabindex="0"]')) old.tabIndex = -1;
    item.tabIndex = 0;
    item.focus({ preventScroll: true });
    item.firstChild.scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    const shown = [...this.#tree.querySelectorAll("[role=treeitem]")].filter((each) => each.offsetParent);
    const at = shown.indexOf(item);
    const open = item.getAttribute("aria-expanded");
    const parent = item.parentElement.closest("[role=treeitem]");
    const actions = {
      ArrowDown: () => shown[at + 1] && this.#focus(shown[at + 1]),
      ArrowUp: () => shown[at - 1] && this.#focus(shown[at - 1]),
      Home: () => this.#focus(shown[0]),
      End: () => this.#focus(shown.at(-1)),
      ArrowRight: () => (open === "false" ? this.#toggle(item, true) : open === "true" && shown[at + 1] && this.#focus(shown[at + 1])),
      ArrowLeft: () => (open === "true" ? this.#toggle(item, false) : parent && this.#focus(parent)),
      Enter: () => this.#toggle(item),
      " ": () => this.#toggle(item),
    };
    if (!(event.key in actions)) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }

  /** Show the move under the pointer on the board, in its own position. */
  #point(target) {
    const item = target?.closest?.("[role=treeitem]");
    const uci = item?.dataset.moves.split(" ").at(-1);
    const before = item?.dataset.before;
    this.#stage.preview(before && before !== this.#store.state.position?.fen ? before : null, uci);
    this.#stage.draw("perft", uci ? [{ kind: "arrow", from: uci.slice(0, 2), to: uci.slice(2, 4), color: "green" }] : []);
  }
}
