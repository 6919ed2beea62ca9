// The Analyse view: evaluation bar, lines of each engine, arrows, threats.

import { send } from "./api.js";
import { build, everyFrame, find, setText } from "./dom.js";
import { scoreSpeech, scoreText, share, short } from "./scores.js";

const MOST_LINES = 8;
const SHOWN_MOVES = 14;
const COLORS = ["green", "blue", "yellow", "yellow", "yellow", "yellow", "yellow", "yellow"];
const SPEAK_EVERY = 8000;

export class Analysis {
  #store;
  #stage;
  #showLines = everyFrame(() => this.#show());
  #blocks = new Map(); // engine id -> its part of the panel
  #spoken = { at: 0, text: "" };
  #hovered = null;
  visible = true;

  constructor(store, stage) {
    this.#store = store;
    this.#stage = stage;
    find("analyse-toggle").addEventListener("click", () => this.toggle());
    find("threats").addEventListener("click", () => this.toggleThreats());
    find("fewer-lines").addEventListener("click", () => this.#setLines(-1));
    find("more-lines").addEventListener("click", () => this.#setLines(1));
    const lines = find("lines");
    for (const type of ["pointerover", "focusin"]) lines.addEventListener(type, (event) => this.#hover(event.target));
    for (const type of ["pointerleave", "focusout"]) lines.addEventListener(type, () => this.#hover(null));
    lines.addEventListener("click", (event) => this.#play(event.target));
    document.addEventListener("kiwipete-turned", () => this.redraw());
    store.on("analysis", () => this.#showLines());
    store.on("engines", () => this.#showChoice());
    store.on("position", () => this.#showLines());
  }

  get #state() {
    return this.#store.state.analysis ?? { running: false, multipv: 1, threats: false, engines: [] };
  }

  /** Show everything again, after another view. */
  redraw() {
    this.#showLines();
  }

  toggle() {
    send("analyse", { running: !this.#state.running });
  }

  toggleThreats() {
    send("analyse", { running: true, threats: !this.#state.threats });
  }

  stop() {
    if (this.#state.running) send("analyse", { running: false });
  }

  #setLines(by) {
    const multipv = Math.min(MOST_LINES, Math.max(1, this.#state.multipv + by));
    send("analyse", { multipv });
  }

  #chosen() {
    const used = this.#state.engines.map((engine) => engine.id);
    return used.length ? used : this.#store.state.engines.slice(0, 1).map((engine) => engine.id);
  }

  /** Buttons to choose among several engines. */
  #showChoice() {
    const { engines } = this.#store.state;
    const box = find("engine-choice");
    box.hidden = engines.length < 2;
    const used = new Set(this.#chosen());
    box.replaceChildren(...engines.map((engine) => build("button", {
      type: "button", className: "chip", textContent: engine.name, "aria-pressed": String(used.has(engine.id)),
      on: { click: () => this.#choose(engine.id) },
    })));
  }

  #choose(id) {
    const used = this.#chosen();
    const engines = used.includes(id) ? used.filter((each) => each !== id) : [...used, id];
    if (engines.length) send("analyse", { engines });
  }

  #show() {
    const state = this.#state;
    const { position } = this.#store.state;
    find("analyse-toggle").setAttribute("aria-checked", String(state.running));
    find("threats").setAttribute("aria-pressed", String(Boolean(state.threats)));
    setText(find("line-count"), state.multipv === 1 ? "1 line" : `${state.multipv} lines`);
    find("fewer-lines").disabled = state.multipv <= 1;
    find("more-lines").disabled = state.multipv >= MOST_LINES;
    const fresh = position && state.node === position.node;
    const engines = fresh ? state.engines : [];
    this.#showHead(state, engines);
    this.#showThreat(state, fresh);
    this.#showBlocks(state, engines);
    this.#showBar(endScore(position) ?? this.#best(engines) ?? this.#store.tree.get(this.#store.node)?.score ?? null);
    this.#drawArrows(state, engines, fresh);
    this.#updateChoice();
    this.#speak(state, engines);
  }

  #best(engines) {
    return engines.find((engine) => engine.lines?.length)?.lines[0].score;
  }

  #showHead(state, engines) {
    const first = engines[0] ?? state.engines[0];
    const name = first?.name ?? this.#store.state.engines[0]?.name ?? "Engine";
    setText(find("engine-name"), engines.length > 1 ? `${engines.length} engines` : name);
    let text = "Analysis is off";
    if (state.running && this.#store.state.position?.outcome) text = "The game is over";
    else if (state.running && first?.depth) text = `Depth ${depthText(first)} · ${short(first.nps)}/s`;
    else if (state.running) text = "Thinking…";
    else if (first?.depth && engines.length) text = `Stopped at depth ${depthText(first)}`;
    setText(find("engine-speed"), text);
  }

  #showThreat(state, fresh) {
    const threat = fresh && state.threats ? state.threat : null;
    const box = find("threat");
    box.hidden = !threat;
    if (threat) setText(box, `Threat: ${threat.san} ${scoreText(threat.score)}`);
  }

  #showBlocks(state, engines) {
    const seen = new Set();
    for (const engine of engines) {
      seen.add(engine.id);
      let block = this.#blocks.get(engine.id);
      if (!block) {
        block = new EngineBlock();
        this.#blocks.set(engine.id, block);
        find("lines").append(block.element);
      }
      block.show(engine, engines.length > 1, this.#store.state.position);
    }
    for (const [id, block] of this.#blocks) {
      if (seen.has(id)) continue;
      block.element.remove();
      this.#blocks.delete(id);
    }
    const lines = find("lines");
    lines.hidden = [...this.#blocks.values()].every((block) => block.element.hidden);
    lines.classList.toggle("stopped", !state.running);
  }

  #showBar(score) {
    const bar = find("bar");
    const white = share(score);
    bar.classList.toggle("none", !score);
    bar.classList.toggle("flipped", this.#stage.orientation === "black");
    bar.style.setProperty("--white", `${white.toFixed(1)}%`);
    setText(bar.querySelector(".bar-text"), score ? barText(score) : "");
    bar.classList.toggle("black-ahead", white < 50);
    bar.setAttribute("aria-valuenow", String(Math.round(white)));
    bar.setAttribute("aria-valuetext", score ? scoreSpeech(score) : "No evaluation yet");
  }

  #drawArrows(state, engines, fresh) {
    const shapes = [];
    if (this.visible && fresh && (state.running || engines.length)) {
      const lines = engines.find((engine) => engine.lines?.length)?.lines ?? [];
      for (const line of [...lines].reverse()) {
        const uci = line.pv[0]?.uci;
        if (!uci) continue;
        const label = lines.length > 1 ? `${line.rank} ${scoreText(line.score, 1)}` : scoreText(line.score);
        shapes.push({
          kind: "arrow", from: uci.slice(0, 2), to: uci.slice(2, 4), color: COLORS[line.rank - 1] ?? "yellow", label,
          width: line.rank === 1 ? 8 : 6,
        });
      }
      if (state.threats && state.threat) {
        const { uci, score } = state.threat;
        shapes.push({ kind: "arrow", from: uci.slice(0, 2), to: uci.slice(2, 4), color: "red", label: scoreText(score) });
      }
    }
    this.#stage.draw("analysis", shapes);
  }

  #updateChoice() {
    const used = new Set(this.#chosen());
    this.#store.state.engines.forEach((engine, index) => {
      find("engine-choice").children[index]?.setAttribute("aria-pressed", String(used.has(engine.id)));
    });
  }

  /** Speak a changed evaluation, though not at every change. */
  #speak(state, engines) {
    const line = engines.find((engine) => engine.lines?.length)?.lines[0];
    if (!state.running || !line) return;
    const text = `${scoreSpeech(line.score)}, best move ${line.pv[0]?.san ?? "none"}, depth ${line.depth}`;
    const move = line.pv[0]?.san;
    const now = Date.now();
    if (now - this.#spoken.at < SPEAK_EVERY || this.#spoken.move === move) return;
    this.#spoken = { at: now, move };
    setText(find("evaluation-live"), text);
  }

  /** Speak the evaluation now. */
  say() {
    const line = this.#state.engines.find((engine) => engine.lines?.length)?.lines[0];
    const text = line && this.#state.node === this.#store.node
      ? `${scoreSpeech(line.score)}. Best line: ${line.pv.slice(0, 5).map((move) => move.san).join(" ")}. Depth ${line.depth}.`
      : "There is no evaluation of this position.";
    this.#stage.board.announce(text);
  }

  #hover(target) {
    const move = target?.closest?.("[data-fen]") ?? null;
    const line = move ?? target?.closest?.(".line")?.querySelector("[data-fen]:last-of-type") ?? null;
    const fen = line?.dataset.fen ?? null;
    if (fen === this.#hovered) return;
    this.#hovered = fen;
    this.#stage.preview(fen, line?.dataset.moves.split(" ").at(-1));
  }

  /** A click on a move of a line plays the line up to it. */
  async #play(target) {
    const move = target.closest("[data-moves]");
    if (!move) return;
    this.#hover(null);
    for (const uci of move.dataset.moves.split(" ")) {
      if (!(await send("move", { uci }))) return;
    }
  }
}

/** The lines of one engine. Elements are reused while the analysis streams. */
class EngineBlock {
  element = build("div", { className: "block" });
  #name = build("div", { className: "block-name" });
  #error = build("p", { className: "block-error", role: "alert", hidden: true });
  #list = build("ol", { className: "line-list" });

  constructor() {
    this.element.append(this.#name, this.#error, this.#list);
  }

  show(engine, several, position) {
    this.#name.hidden = !several;
    setText(this.#name, several ? `${engine.name} · depth ${depthText(engine)} · ${short(engine.nps)}/s` : "");
    this.element.hidden = !engine.error && !engine.lines?.length;
    this.#error.hidden = !engine.error;
    setText(this.#error, engine.error ?? "");
    const lines = engine.lines ?? [];
    while (this.#list.children.length > lines.length) this.#list.lastChild.remove();
    lines.forEach((line, index) => {
      const row = this.#list.children[index] ?? this.#list.appendChild(newRow());
      showLine(row, line, position, lines.length > 1);
    });
  }
}

function newRow() {
  return build("li", { className: "line" },
    build("span", { className: "line-rank", "aria-hidden": "true" }), build("span", { className: "line-score" }), build("span", { className: "line-moves" }));
}

function showLine(row, line, position, several) {
  const key = `${position?.node} ${line.pv.map((move) => move.uci).join(" ")}`;
  const [rank, score] = row.children;
  rank.hidden = !several;
  setText(rank, String(line.rank));
  setText(score, scoreText(line.score));
  score.classList.toggle("black-ahead", share(line.score) < 50);
  if (row.dataset.key === key) return;
  row.dataset.key = key;
  // Moves that stay keep their elements: what is under the pointer or has the focus must not go.
  const wanted = lineParts(line, position);
  const shown = row.lastChild.children;
  let same = 0;
  while (same < wanted.length && shown[same]?.dataset.part === wanted[same].part) same++;
  while (shown.length > same) row.lastChild.lastChild.remove();
  row.lastChild.append(...wanted.slice(same).map(drawPart));
}

/** The numbers and moves of a line; `part` says what each is, position and moves before it included. */
function lineParts(line, position) {
  const parts = [];
  const played = [];
  let [number, white] = start(position);
  line.pv.slice(0, SHOWN_MOVES).forEach(({ uci, san, fen }, index) => {
    played.push(uci);
    const moves = played.join(" ");
    const part = `${position?.node} ${moves}`;
    if (white || index === 0) parts.push({ part: `before ${part}`, text: `${number}${white ? "." : "…"}` });
    parts.push({ part, text: san, fen, moves });
    if (!white) number++;
    white = !white;
  });
  return parts;
}

function drawPart({ part, text, fen, moves }) {
  if (!moves) return build("span", { className: "number", textContent: text, "data-part": part });
  return build("button", {
    type: "button", className: "pv", textContent: text, "data-part": part, "data-fen": fen, "data-moves": moves,
  });
}

/** The move number and whether White moves, from a FEN. */
function start(position) {
  const fields = position?.fen.split(" ") ?? [];
  return [Number(fields[5]) || 1, fields[1] !== "b"];
}

/** The score of a game that is over. */
function endScore(position) {
  if (!position?.outcome) return null;
  const { result } = position.outcome;
  if (result === "1/2-1/2") return { cp: 0 };
  return { mate: 0, winner: result === "1-0" ? "white" : "black" };
}

function barText(score) {
  if (score.mate === 0) return score.winner === "white" ? "1–0" : "0–1";
  if (score.mate !== undefined && score.mate !== null) return `#${Math.abs(score.mate)}`;
  const pawns = Math.abs(score.cp) / 100;
  return pawns >= 10 ? pawns.toFixed(0) : pawns.toFixed(1);
}

function depthText(engine) {
  return engine.seldepth ? `${engine.depth}/${engine.seldepth}` : String(engine.depth ?? 0);
}
