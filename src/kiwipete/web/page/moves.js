// The move list: the main line in rows of two moves, with comments and variations between them.
//
// Each row of the main line is drawn on its own, and only again when one of its nodes changes, so
// that a game of thousands of moves costs no more for a new move than a short one. Rows sit in
// chunks that the browser lays out only when they are in sight.

import { build, find } from "./dom.js";
import { judgementText, nagText, scoreText } from "./scores.js";

const CHUNK = 40;

export class MoveList {
  #box = find("moves");
  #tree;
  #rows = []; // {element, ids, key}
  #rowOf = new Map(); // main-line node id -> index in #rows
  #current = null;
  #root = build("div", { className: "root-comment" });

  /** `go(id)` is called with the node that the user chose. */
  constructor(store, go) {
    this.#tree = store.tree;
    this.#box.append(this.#root);
    store.on("tree", (touched) => this.#update(touched));
    store.on("position", ({ node }) => this.#select(node));
    new ResizeObserver(() => this.#showCurrent()).observe(this.#box);
    this.#box.addEventListener("click", (event) => {
      const button = event.target.closest("[data-node]");
      if (button) go(Number(button.dataset.node));
    });
  }

  /** Draw what changed: `touched` are node ids, or null for everything. */
  #update(touched) {
    const mainLine = this.#tree.line(0);
    const rows = this.#split(mainLine);
    const dirty = touched && this.#dirtyRows(touched, mainLine);
    this.#rowOf = new Map();
    rows.forEach((ids, index) => {
      for (const id of ids) this.#rowOf.set(id, index);
      const old = this.#rows[index];
      if (old && dirty && !dirty.has(index) && same(old.ids, ids)) return;
      const content = this.#drawRow(ids, index === 0);
      if (old) {
        old.ids = ids;
        old.element.replaceChildren(...content);
      } else {
        const element = build("div", { className: "row" }, ...content);
        this.#chunk(index).append(element);
        this.#rows.push({ element, ids });
      }
    });
    for (const row of this.#rows.splice(rows.length)) row.element.remove();
    while (this.#box.lastChild !== this.#root && !this.#box.lastChild.firstChild) this.#box.lastChild.remove();
    this.#root.replaceChildren(...this.#comment(this.#tree.get(0)));
    this.#box.classList.toggle("empty", mainLine.length === 0);
    const current = this.#current;
    this.#current = null;
    this.#select(current);
  }

  #chunk(row) {
    const index = Math.floor(row / CHUNK) + 1; // the first child is the root's comment
    while (this.#box.children.length <= index) this.#box.append(build("div", { className: "chunk" }));
    return this.#box.children[index];
  }

  /** Split the main line into rows of White's and Black's move. */
  #split(mainLine) {
    const rows = [];
    for (const id of mainLine) {
      const black = this.#tree.get(id).ply % 2 === 0;
      if (black && rows.length && rows.at(-1).length === 1) rows.at(-1).push(id);
      else rows.push([id]);
    }
    return rows;
  }

  /** The rows that show any of these nodes: a variation stands after the main move it replaces. */
  #dirtyRows(touched, mainLine) {
    const rowOf = new Map();
    this.#split(mainLine).forEach((ids, index) => ids.forEach((id) => rowOf.set(id, index)));
    const dirty = new Set([0]);
    for (const id of touched) {
      let node = this.#tree.get(id);
      while (node && !rowOf.has(node.id) && node.parent !== null && node.parent !== 0 && !rowOf.has(node.parent)) {
        node = this.#tree.get(node.parent);
      }
      if (!node) continue;
      if (rowOf.has(node.id)) dirty.add(rowOf.get(node.id));
      const first = this.#tree.children(rowOf.has(node.id) || node.parent === null ? node.id : node.parent)[0];
      if (rowOf.has(first)) dirty.add(rowOf.get(first));
    }
    return dirty;
  }

  #drawRow(ids, first) {
    const parts = [];
    ids.forEach((id, index) => {
      const node = this.#tree.get(id);
      const black = node.ply % 2 === 0;
      const interrupted = parts.length && parts.at(-1).classList.contains("between");
      if (index === 0 || interrupted) {
        parts.push(build("span", { className: "number", textContent: Math.ceil(node.ply / 2) }));
        if (black) parts.push(build("span", { className: "gap", textContent: "…" }));
      }
      parts.push(this.#button(node, true));
      const between = [...this.#comment(node), ...this.#variations(id)];
      if (between.length) {
        if (!black) parts.push(build("span", { className: "gap", textContent: ids.length > 1 ? "…" : "" }));
        parts.push(build("div", { className: "between" }, ...between));
      }
    });
    return parts;
  }

  #button(node, inMainLine) {
    const nags = node.nags.map(nagText);
    const sign = judgementText(node.judgement);
    if (sign && !node.nags.some((nag) => nag >= 1 && nag <= 6)) nags.unshift(sign);
    const button = build("button", { type: "button", className: "move", tabIndex: -1, "data-node": node.id }, node.san);
    if (nags.length) button.append(build("span", { className: "nag", textContent: nags.join(" ") }));
    if (inMainLine && node.score) button.append(build("span", { className: "score", textContent: scoreText(node.score) }));
    if (node.judgement) button.classList.add(node.judgement);
    return button;
  }

  #comment(node) {
    return node?.comment ? [build("p", { className: "comment", textContent: node.comment })] : [];
  }

  /** The variations that replace this node: its later siblings, when it is the first. */
  #variations(id) {
    const siblings = this.#tree.children(this.#tree.get(id).parent);
    if (siblings[0] !== id) return [];
    return siblings.slice(1).map((other) => this.#drawVariation(other));
  }

  #drawVariation(start) {
    const box = build("div", { className: "variation" });
    const before = this.#tree.get(start).before;
    if (before) box.append(build("p", { className: "comment", textContent: before }));
    let fresh = true; // whether a move number is needed even for Black
    for (const id of [start, ...this.#tree.line(start)]) {
      const node = this.#tree.get(id);
      if (fresh || node.ply % 2) box.append(build("span", { className: "number", textContent: this.#tree.number(node) }));
      box.append(this.#button(node, false));
      const between = [...this.#comment(node), ...(id === start ? [] : this.#variations(id))];
      box.append(...between);
      fresh = between.length > 0;
    }
    return box;
  }

  #find(id) {
    return this.#box.querySelector(`[data-node="${Number(id)}"]`);
  }

  /** Mark the current move, and keep it in sight. */
  #select(id) {
    if (this.#current !== null && this.#current !== id) this.#mark(this.#find(this.#current), false);
    this.#current = id;
    const button = id === null ? null : this.#find(id);
    this.#mark(button, true);
    // At the start no move is current; Tab still reaches the list.
    const first = this.#box.querySelector(".move");
    if (first && first !== button) first.tabIndex = button ? -1 : 0;
    this.#showCurrent();
  }

  #showCurrent() {
    const button = this.#current === null ? null : this.#find(this.#current);
    if (button) this.#reveal(button);
    else this.#box.scrollTop = 0;
  }

  #mark(button, on) {
    if (!button) return;
    button.tabIndex = on ? 0 : -1;
    if (on) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }

  /** Scroll the list alone: scrollIntoView would move the page on a phone. */
  #reveal(button) {
    const list = this.#box.getBoundingClientRect();
    const move = button.getBoundingClientRect();
    if (move.top < list.top + 8 || move.bottom > list.bottom - 8) {
      this.#box.scrollTop += move.top - list.top - (list.height - move.height) / 2;
    }
  }

  /** Put the keyboard's focus on the current move. */
  focus() {
    this.#find(this.#current)?.focus({ preventScroll: true });
  }
}

const same = (one, other) => one.length === other.length && one.every((id, index) => id === other[index]);
