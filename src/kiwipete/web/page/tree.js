// The moves of a game as a tree. Node 0 is the root; the first child of a node is its main line.

export class Tree {
  nodes = new Map();
  #children = new Map();

  /** Replace the whole tree. Children come in order. */
  load(nodes) {
    this.nodes = new Map();
    this.#children = new Map();
    for (const node of nodes) this.#add(node);
  }

  /** Apply a `nodes` event; return the ids of all nodes whose display may change. */
  apply({ added = [], changed = [], removed = [], order = {} }) {
    const touched = new Set();
    for (const id of removed) {
      const node = this.nodes.get(id);
      if (!node) continue;
      touched.add(node.parent);
      const siblings = this.children(node.parent);
      const at = siblings.indexOf(id);
      if (at >= 0) siblings.splice(at, 1);
      this.nodes.delete(id);
      this.#children.delete(id);
    }
    for (const node of added) {
      if (this.nodes.has(node.id)) this.nodes.set(node.id, node);
      else this.#add(node);
      touched.add(node.id);
    }
    for (const node of changed) {
      this.nodes.set(node.id, node);
      touched.add(node.id);
    }
    for (const [parent, ids] of Object.entries(order)) {
      this.#children.set(Number(parent), ids.filter((id) => this.nodes.has(id)));
      touched.add(Number(parent));
    }
    for (const id of touched) if (!this.nodes.has(id)) touched.delete(id);
    return touched;
  }

  #add(node) {
    this.nodes.set(node.id, node);
    if (node.parent === null) return;
    if (!this.#children.has(node.parent)) this.#children.set(node.parent, []);
    this.#children.get(node.parent).push(node.id);
  }

  get(id) {
    return this.nodes.get(id);
  }

  /** The ids of a node's children; the first is the main line. */
  children(id) {
    return this.#children.get(id) ?? [];
  }

  /** The ids of the line that continues from a node along first children, without the node. */
  line(id) {
    const found = [];
    for (let next = this.children(id)[0]; next !== undefined; next = this.children(next)[0]) found.push(next);
    return found;
  }

  /** The ids from the root to a node, without the root. */
  path(id) {
    const found = [];
    for (let node = this.get(id); node && node.parent !== null; node = this.get(node.parent)) found.push(node.id);
    return found.reverse();
  }

  /** The next or previous sibling, or null. */
  sibling(id, step) {
    const node = this.get(id);
    if (!node || node.parent === null) return null;
    const siblings = this.children(node.parent);
    return siblings[siblings.indexOf(id) + step] ?? null;
  }

  /** The number before a move: "12." or "12…", counted by plies from the start of the game. */
  number(node) {
    return `${Math.ceil(node.ply / 2)}${node.ply % 2 ? "." : "…"}`;
  }
}
