// Game review: the graph of the evaluation, accuracy, and the counts of bad moves.

import { send } from "./api.js";
import { build, everyFrame, find, setText, svg } from "./dom.js";
import { judgementText, scoreSpeech, share } from "./scores.js";

const WIDTH = 1000;
const HEIGHT = 100;
const KINDS = ["inaccuracy", "mistake", "blunder"];
const PLURALS = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };

export class Review {
  #store;
  #stage;
  #graph = find("graph");
  #line = []; // the main line's node ids, root first
  #place = new Map(); // node id -> index in #line
  #cursor = svg("line", { class: "cursor", y1: 0, y2: HEIGHT });
  #show = everyFrame(() => this.#draw());

  constructor(store, stage) {
    this.#store = store;
    this.#stage = stage;
    for (const kind of ["review", "tree"]) store.on(kind, () => this.#show());
    let first = true;
    store.on("review", ({ running, points }) => {
      if (first && (running || points.length)) find("review").open = true; // after a reload
      first = false;
    });
    store.on("position", () => this.#moveCursor());
    find("review-start").addEventListener("click", () => this.toggle());
    find("review-save").addEventListener("click", () => send("review", { action: "save" }));
    this.#graph.addEventListener("pointerdown", (event) => this.#point(event));
    this.#graph.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) this.#point(event);
    });
    this.#graph.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Start or stop the review. */
  toggle() {
    find("review").open = true;
    if (this.#store.state.review?.running) return send("review", { action: "stop" });
    return send("review", { action: "start", seconds: Number(find("review-seconds").value) });
  }

  #draw() {
    const review = this.#store.state.review ?? { running: false, points: [], accuracy: null };
    this.#line = [0, ...this.#store.tree.line(0)];
    this.#place = new Map(this.#line.map((id, index) => [id, index]));
    find("review-start").textContent = review.running ? "Stop" : review.accuracy ? "Review again" : "Review the game";
    find("review-start").disabled = !review.running && this.#line.length < 2;
    find("review-save").hidden = !review.accuracy || review.running;
    const progress = find("review-progress");
    progress.hidden = !review.running && !review.error;
    progress.querySelector("progress").hidden = !review.running;
    progress.querySelector("progress").value = review.total ? review.done / review.total : 0;
    setText(progress.querySelector("span"), review.error ?? `${review.done} of ${review.total} positions`);
    this.#drawAccuracy(review.accuracy);
    this.#drawGraph(review);
    this.#drawCounts(review);
  }

  #drawAccuracy(accuracy) {
    const box = find("accuracy");
    if (!accuracy) return box.replaceChildren();
    const part = (name, value) => build("span", { className: `share ${name}` },
      build("span", { className: "disc" }), build("span", { className: "hidden", textContent: `${name} accuracy ` }),
      value === null || value === undefined ? "–" : `${value.toFixed(1)} %`);
    return box.replaceChildren(part("white", accuracy.white), part("black", accuracy.black));
  }

  /** The points by place in the game: of the review, and before it scores that the PGN has. */
  #points(review) {
    const points = [];
    if (review.points?.length) {
      for (const point of review.points) {
        const at = this.#place.get(point.node);
        if (at !== undefined) points.push({ at, win: point.win ?? share(point.score), score: point.score });
      }
    } else {
      this.#line.forEach((id, at) => {
        const score = this.#store.tree.get(id)?.score;
        if (score) points.push({ at, win: share(score), score });
      });
    }
    return points.sort((one, other) => one.at - other.at);
  }

  #drawGraph(review) {
    const points = this.#points(review);
    this.#graph.parentElement.hidden = points.length < 2;
    this.#graph.setAttribute("aria-valuemax", String(this.#line.length - 1));
    if (points.length < 2) return this.#graph.replaceChildren();
    const last = Math.max(1, this.#line.length - 1);
    const x = (at) => (WIDTH * at) / last;
    const y = (win) => HEIGHT - win;
    const path = points.map(({ at, win }) => `${x(at).toFixed(1)} ${y(win).toFixed(1)}`).join("L");
    const ends = [x(points[0].at).toFixed(1), x(points.at(-1).at).toFixed(1)];
    const image = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("path", { class: "area", d: `M${ends[0]} ${HEIGHT}L${path}L${ends[1]} ${HEIGHT}z` }),
      svg("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      svg("path", { class: "curve", d: `M${path}` }),
      this.#cursor);
    const marks = points.flatMap(({ at, win }) => {
      const judgement = this.#store.tree.get(this.#line[at])?.judgement;
      if (!judgement || judgement === "inaccuracy") return [];
      const mark = build("span", { className: `mark ${judgement}` });
      mark.style.setProperty("--x", `${(100 * at) / last}%`);
      mark.style.setProperty("--y", `${100 - win}%`);
      return [mark];
    });
    this.#graph.replaceChildren(image, ...marks);
    this.#moveCursor();
    return undefined;
  }

  #moveCursor() {
    const at = this.#mainPlace();
    const x = (WIDTH * at) / Math.max(1, this.#line.length - 1);
    this.#cursor.setAttribute("x1", x);
    this.#cursor.setAttribute("x2", x);
    const node = this.#store.tree.get(this.#line[at]);
    this.#graph.setAttribute("aria-valuenow", String(at));
    const where = !node || node.id === 0 ? "Start" : `${this.#store.tree.number(node)} ${node.san}`;
    this.#graph.setAttribute("aria-valuetext", node?.score ? `${where}, ${scoreSpeech(node.score)}` : where);
  }

  /** Where the position stands in the main line: for a variation, where it leaves it. */
  #mainPlace() {
    let id = this.#store.node;
    while (id && !this.#place.has(id)) id = this.#store.tree.get(id)?.parent;
    return this.#place.get(id) ?? 0;
  }

  #drawCounts(review) {
    const box = find("review-counts");
    if (!review.accuracy) return box.replaceChildren();
    const counts = { white: {}, black: {} };
    for (const id of this.#line) {
      const node = this.#store.tree.get(id);
      if (!node?.judgement) continue;
      const side = counts[node.ply % 2 ? "white" : "black"];
      side[node.judgement] = (side[node.judgement] ?? 0) + 1;
    }
    const text = (kind, count) => `${count} ${count === 1 ? kind : PLURALS[kind]}`;
    const name = { white: "White", black: "Black" };
    return box.replaceChildren(...["white", "black"].map((side) => build("div", { className: `count ${side}` },
      build("span", { className: "disc" }),
      ...KINDS.map((kind) => build("button", {
        type: "button", className: `count-${kind}`, textContent: `${judgementText(kind)} ${counts[side][kind] ?? 0}`,
        title: text(kind, counts[side][kind] ?? 0), "aria-label": `${name[side]}: ${text(kind, counts[side][kind] ?? 0)}`,
        disabled: !counts[side][kind], on: { click: () => this.#next(side, kind) },
      })))));
  }

  /** Go to the next move of this side with this judgement, around the end of the game. */
  #next(side, kind) {
    const at = this.#mainPlace();
    const after = [...this.#line.slice(at + 1), ...this.#line.slice(0, at + 1)];
    this.#stage.go(after.find((id) => {
      const node = this.#store.tree.get(id);
      return node?.judgement === kind && (node.ply % 2 ? "white" : "black") === side;
    }));
  }

  #point(event) {
    const box = this.#graph.getBoundingClientRect();
    const at = Math.round(((event.clientX - box.left) / box.width) * (this.#line.length - 1));
    this.#stage.go(this.#line[Math.max(0, Math.min(this.#line.length - 1, at))]);
  }

  #key(event) {
    const at = this.#mainPlace();
    const last = this.#line.length - 1;
    const places = {
      ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, PageUp: at - 10, PageDown: at + 10,
      Home: 0, End: last,
    };
    if (!(event.key in places)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#stage.go(this.#line[Math.max(0, Math.min(last, places[event.key]))]);
  }
}
