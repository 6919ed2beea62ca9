// Compare our divide with another engine's, and follow the branch that differs.

import { post, Refused, send } from "./api.js";
import { build, find, setText } from "./dom.js";
import { showNotice } from "./notices.js";
import { long } from "./scores.js";

export class Compare {
  #store;
  #stage;
  #fen = null;
  #depth = 0;
  #steps = []; // moves followed: {uci, san}

  constructor(store, stage) {
    this.#store = store;
    this.#stage = stage;
    find("compare-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#compare();
    });
    find("compare-copy").addEventListener("click", async () => {
      await navigator.clipboard.writeText(find("compare-command").textContent);
      showNotice("info", "Copied the commands.");
    });
    find("compare").addEventListener("toggle", () => {
      if (this.#fen === null && store.state.position) this.start(store.state.position.fen, Number(find("perft-depth").value));
    });
    store.on("position", ({ fen }) => {
      if (this.#fen !== null && fen !== this.#fen) this.start(fen, this.#depth + this.#steps.length);
    });
  }

  /** Begin at the root of a divide. */
  start(fen, depth) {
    this.#fen = fen;
    this.#follow([], depth);
  }

  /** The position in question, for the server. */
  get #place() {
    const chess960 = Boolean(this.#store.state.position.chess960);
    return { fen: this.#fen, chess960, moves: this.#steps.map((step) => step.uci) };
  }

  #follow(steps, depth) {
    this.#steps = steps;
    this.#depth = depth;
    find("compare-text").value = "";
    find("compare-result").replaceChildren();
    setText(find("compare-verdict"), "");
    const moves = steps.length ? ` moves ${steps.map((step) => step.uci).join(" ")}` : "";
    setText(find("compare-command"), `position fen ${this.#fen}${moves}\ngo perft ${depth}`);
    this.#showPath();
  }

  #showPath() {
    const total = this.#depth + this.#steps.length;
    const places = [{ san: "Start" }, ...this.#steps];
    find("compare-path").hidden = places.length < 2;
    find("compare-path").replaceChildren(...places.map((step, index) => build("button", {
      type: "button", className: "chip", textContent: step.san, disabled: index === places.length - 1,
      on: { click: () => this.#follow(this.#steps.slice(0, index), total - index) },
    })));
  }

  async #compare() {
    const divide = find("compare-text").value;
    let answer;
    try {
      answer = await post("compare", { ...this.#place, depth: this.#depth, divide });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(find("compare-verdict"), error.message);
      return;
    }
    const wrong = answer.rows.filter((row) => row.ours !== row.theirs);
    setText(find("compare-verdict"), wrong.length ? differences(wrong) : "All counts agree.");
    const rows = [...wrong, ...answer.rows.filter((row) => row.ours === row.theirs)];
    find("compare-result").replaceChildren(build("table", { className: "compare-table" },
      build("thead", {}, build("tr", {}, ...["Move", "Kiwipete", "Other", ""].map((text) => build("th", { scope: "col", textContent: text })))),
      build("tbody", {}, ...rows.map((row) => this.#row(row)))));
    this.#stage.board.announce(find("compare-verdict").textContent);
  }

  #row(row) {
    const differs = row.ours !== row.theirs;
    const cell = (text) => build("td", { textContent: text });
    const count = (value, otherwise) => (value === null || value === undefined ? otherwise : long(value));
    const last = build("td");
    const both = row.ours !== null && row.ours !== undefined && row.theirs !== null && row.theirs !== undefined;
    if (differs && both && this.#depth > 1) {
      last.append(build("button", {
        type: "button", className: "plain small", textContent: "Follow", "aria-label": `Follow ${row.san ?? row.uci}`,
        on: { click: () => this.#descend(row) },
      }));
    } else if (row.ours === null || row.ours === undefined) {
      last.append(build("button", {
        type: "button", className: "plain small", textContent: "Why?", "aria-label": `Why ${row.uci}?`,
        on: { click: () => this.#explain(row) },
      }));
    }
    const element = build("tr", {}, cell(row.san ?? row.uci), cell(count(row.ours, "not legal")), cell(count(row.theirs, "missing")), last);
    element.classList.toggle("differs", differs);
    return element;
  }

  #descend(row) {
    this.#follow([...this.#steps, { uci: row.uci, san: row.san ?? row.uci }], this.#depth - 1);
    find("compare-text").focus();
  }

  async #explain(row) {
    const answer = await send("explain", { ...this.#place, uci: row.uci });
    if (answer) setText(find("compare-verdict"), answer.explanation?.text ?? answer.error ?? `${row.uci} is legal.`);
  }
}

function differences(wrong) {
  const missing = wrong.filter((row) => row.theirs === null || row.theirs === undefined).length;
  const extra = wrong.filter((row) => row.ours === null || row.ours === undefined).length;
  const parts = [];
  const counts = wrong.length - missing - extra;
  if (counts) parts.push(`${counts} ${counts === 1 ? "count differs" : "counts differ"}`);
  if (missing) parts.push(`${missing} ${missing === 1 ? "move is" : "moves are"} missing`);
  if (extra) parts.push(`${extra} illegal ${extra === 1 ? "move" : "moves"}`);
  return `${parts.join(", ")}.`;
}
