// A board to step through a game, with its graph, its moves and the engine's lines.
import { SIGNS, make } from "./data.js";
import { numberOf, positionsOf } from "./positions.js";

const WIDTH = 640;
const HEIGHT = 132;
const COLORS = ["green", "blue", "yellow"];

/** Write a score for the narrow bar: no sign, and one decimal below ten pawns. */
const short = (text) => (/^[+-]\d/.test(text) ? Math.abs(text).toFixed(Math.abs(text) < 10 ? 1 : 0) : text.replace(/^[+-]/, ""));
const arrow = (uci) => ({ kind: "arrow", from: uci.slice(0, 2), to: uci.slice(2, 4) });

export class Viewer {
  #root;
  #board;
  #game = { start: "", moves: [], positions: [] };
  #fens = [];
  #ply = 0;
  #buttons = [];
  #current; // the button that the Tab key reaches

  constructor(root) {
    this.#root = root;
    this.#board = root.querySelector("kiwipete-board");
    root.querySelector(".controls").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.#command(button.dataset.go);
    });
    root.addEventListener("keydown", (event) => this.#key(event));
    this.#part("graph").addEventListener("click", (event) => this.#point(event));
    this.#part("moves").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.go(Number(button.dataset.ply));
    });
  }

  /** Show a game from its first position, or from another ply. */
  open(game, ply = 0) {
    this.#game = game;
    this.#fens = positionsOf(game.start, game.moves);
    this.#listMoves();
    this.#drawGraph();
    const mistakes = game.moves.some((move) => move[3]);
    this.#root.querySelector("[data-go=mistake]").hidden = !mistakes;
    this.go(ply, { quiet: true });
  }

  /** Show the position after this many plies. */
  go(ply, { quiet = false } = {}) {
    const last = this.#game.moves.length;
    this.#ply = Math.max(0, Math.min(ply, last));
    const move = this.#game.moves[this.#ply - 1];
    const known = this.#game.positions[this.#ply] ?? {};
    this.#board.ghost = null;
    this.#board.position = {
      fen: this.#fens[this.#ply], lastMove: move?.[1] ?? null, check: known.check ?? null,
    };
    this.#board.shapes = this.#shapes(known);
    this.#showBar(known);
    this.#showAbout(move, known);
    this.#showLines(known);
    this.#showCursor();
    this.#showCurrent(quiet);
  }

  #part(name) {
    return this.#root.querySelector(`.${name}`);
  }

  #command(name) {
    if (name === "first") this.go(0);
    else if (name === "back") this.go(this.#ply - 1);
    else if (name === "on") this.go(this.#ply + 1);
    else if (name === "last") this.go(this.#game.moves.length);
    else if (name === "flip") this.#board.flip();
    else if (name === "mistake") this.#nextMistake();
  }

  /** Go to the next mistake; after the last one, to the first. */
  #nextMistake() {
    const plies = this.#game.moves.flatMap((move, index) => (move[3] ? [index + 1] : []));
    const next = plies.find((ply) => ply > this.#ply) ?? plies[0];
    if (next) this.go(next);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === this.#board) return;
    const commands = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", f: "flip" };
    const name = commands[event.key];
    if (!name) return;
    event.preventDefault();
    this.#command(name);
  }

  #point(event) {
    const box = this.#part("graph").querySelector("svg").getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    this.go(Math.round(share * this.#game.moves.length));
  }

  /** Arrows for the engine's moves, and a red one for a mistake that is about to be played. */
  #shapes({ lines = [] }) {
    const next = this.#game.moves[this.#ply];
    const mistake = next?.[3] ? next[1] : null;
    const shapes = lines.filter(({ moves }) => moves.length).map(({ text, moves }, rank) => ({
      ...arrow(moves[0][1]), label: text, width: rank ? 5 : 8,
      color: moves[0][1] === mistake ? "red" : COLORS[Math.min(rank, COLORS.length - 1)],
    }));
    if (mistake && !lines.some(({ moves }) => moves[0]?.[1] === mistake)) {
      shapes.push({ ...arrow(mistake), color: "red", width: 6 });
    }
    return shapes;
  }

  #showBar({ win, text }) {
    const bar = this.#part("bar");
    bar.firstElementChild.style.height = `${win ?? 50}%`;
    bar.lastElementChild.textContent = short(text ?? "");
    bar.classList.toggle("below", (win ?? 50) >= 50);
  }

  #showAbout(move, { text, win, depth, note }) {
    const about = this.#part("about");
    const parts = [];
    if (move) {
      const [san, , , judgement, comment] = move;
      const number = numberOf(this.#game.start, this.#ply - 1);
      parts.push(make("b", {}, `${number} ${san}${SIGNS[judgement] ?? ""}`));
      if (judgement) parts.push(" ", make("span", { class: `tag ${judgement}` }, judgement));
      if (comment) parts.push(" ", make("q", {}, comment));
    } else parts.push(make("b", {}, "Start of the game"));
    const facts = [
      text, win !== undefined && `${Math.round(win)} % for White`, depth && `depth ${depth}`, note,
    ].filter(Boolean);
    if (facts.length) parts.push(make("small", {}, ` ${facts.join(", ")}`));
    about.replaceChildren(...parts);
  }

  /** List the engine's lines; a move under the pointer or in focus shows its position. */
  #showLines({ lines = [] }) {
    const box = this.#part("lines");
    box.replaceChildren(...lines.map(({ text, moves }, rank) => {
      const fens = positionsOf(this.#fens[this.#ply], moves);
      const row = make("p", { class: "line" }, make("b", { class: `score rank-${rank}` }, text), " ");
      moves.forEach(([san, uci], index) => {
        const number = numberOf(this.#game.start, this.#ply + index);
        const shown = index && number.endsWith("…") ? san : `${number} ${san}`;
        const step = make("button", { type: "button", "aria-label": `${number} ${san}, look` }, shown);
        const look = () => { this.#board.ghost = { fen: fens[index + 1], lastMove: uci }; };
        const leave = () => { this.#board.ghost = null; };
        step.addEventListener("pointerenter", look);
        step.addEventListener("focus", look);
        step.addEventListener("pointerleave", leave);
        step.addEventListener("blur", leave);
        row.append(step, " ");
      });
      return row;
    }));
  }

  #listMoves() {
    const { start, moves, positions } = this.#game;
    const list = this.#part("moves");
    this.#buttons = [];
    this.#current = undefined;
    const cells = [];
    moves.forEach(([san, , , judgement], index) => {
      const number = numberOf(start, index);
      const black = number.endsWith("…");
      if (!black || !index) cells.push(make("span", { class: "number" }, number));
      if (black && !index) cells.push(make("span", {}, "…"));
      const text = positions[index + 1]?.text;
      const button = make(
        "button",
        { type: "button", "data-ply": index + 1, tabindex: -1, class: judgement ?? false },
        make("span", {}, san + (SIGNS[judgement] ?? "")),
        ...(text ? [make("small", {}, text)] : []),
      );
      this.#buttons.push(button);
      cells.push(button);
    });
    list.replaceChildren(...cells);
  }

  /** Draw the chances of a game, unless the page came with its graph. */
  #drawGraph() {
    const { positions, graph } = this.#game;
    if (graph === "drawn") return;
    const picture = this.#part("graph").querySelector("svg");
    picture.querySelectorAll(".area, .shade, .curve").forEach((old) => old.remove());
    const last = Math.max(1, positions.length - 1);
    const points = positions.flatMap(({ win }, ply) =>
      (win === undefined ? [] : [[(ply / last) * WIDTH, HEIGHT - 2 - (win / 100) * (HEIGHT - 4)].map((n) => n.toFixed(1))]));
    if (!points.length) return;
    const [first, end] = [points[0][0], points.at(-1)[0]];
    const shape = (name, kind, corners) => {
      const element = document.createElementNS(picture.namespaceURI, name);
      element.setAttribute("class", kind);
      element.setAttribute("points", corners.join(" "));
      picture.insertBefore(element, picture.querySelector(kind === "curve" ? ".cursor" : ".middle"));
    };
    shape("polygon", "shade", [[first, 0], ...points, [end, 0]]);
    shape("polygon", "area", [[first, HEIGHT], ...points, [end, HEIGHT]]);
    shape("polyline", "curve", points);
  }

  #showCursor() {
    const x = (this.#ply / Math.max(1, this.#game.moves.length)) * WIDTH;
    this.#part("graph").querySelector(".cursor")?.setAttribute("d", `M${x.toFixed(1)} 0V${HEIGHT}`);
  }

  /** Mark the current move; only it can be reached by the Tab key. */
  #showCurrent(quiet) {
    if (this.#current) {
      this.#current.tabIndex = -1;
      this.#current.removeAttribute("aria-current");
    }
    this.#current = this.#buttons[Math.max(0, this.#ply - 1)];
    if (this.#current) this.#current.tabIndex = 0;
    if (this.#ply) this.#current.setAttribute("aria-current", "true");
    const button = this.#buttons[this.#ply - 1];
    if (this.#part("moves").contains(document.activeElement)) button?.focus({ preventScroll: true });
    const list = this.#part("moves");
    if (button && !quiet) {
      const top = button.offsetTop; // within the list, which is positioned
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) {
        list.scrollTop = top - list.clientHeight / 2;
      }
    } else if (!this.#ply) list.scrollTop = 0;
  }
}
