// The Play view: a game against the engine.

import { send } from "./api.js";
import { build, find, setText } from "./dom.js";
import { confirm } from "./notices.js";

export class Play {
  #store;
  #stage;
  #review;
  #setup = find("play-setup");
  #again = false; // the user asked for the form after a game

  /** `review()` opens the review of the game. */
  constructor(store, stage, review) {
    this.#store = store;
    this.#stage = stage;
    this.#review = review;
    this.#setup.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start();
    });
    find("play-from").addEventListener("change", () => this.#showNumber());
    find("play-takeback").addEventListener("click", () => send("play", { action: "takeback" }));
    find("play-ask").addEventListener("click", () => this.hint());
    find("play-stop").addEventListener("click", () => send("play", { action: "stop" }));
    find("play-resign").addEventListener("click", () => this.#resign());
    find("play-review").addEventListener("click", () => this.#review());
    find("play-again").addEventListener("click", () => {
      this.#again = true;
      this.#show();
      find("play-level").focus();
    });
    store.on("levels", (levels) => this.#showLevels(levels));
    store.on("play", () => this.#show());
    store.on("position", () => this.#show());
    this.#remember();
  }

  #showLevels(levels) {
    const select = find("play-level");
    const chosen = select.value || localStorage.getItem("kiwipete-level");
    select.replaceChildren(...levels.map((level) => build("option", {
      value: level.name, textContent: level.elo ? `${levelText(level.name)}, about ${level.elo} Elo` : levelText(level.name),
    })));
    select.value = chosen || this.#store.state.play?.level || "";
    if (select.selectedIndex < 0) select.selectedIndex = Math.min(4, levels.length - 1);
  }

  #remember() {
    const clock = localStorage.getItem("kiwipete-clock");
    if (clock !== null) find("play-clock").value = clock;
  }

  #showNumber() {
    find("play-number-field").hidden = find("play-from").value !== "number";
  }

  async #start() {
    const form = new FormData(this.#setup);
    const [base, increment] = (form.get("clock") || "").split("+").map(Number);
    const clock = form.get("clock") ? { base, increment } : null;
    let human = form.get("human");
    if (human === "random") human = Math.random() < 0.5 ? "white" : "black";
    localStorage.setItem("kiwipete-level", form.get("level"));
    localStorage.setItem("kiwipete-clock", form.get("clock"));
    if (this.#store.state.analysis?.running) await send("analyse", { running: false });
    if (form.get("from") !== "here") {
      const start = { start: null, random: "random", number: Number(form.get("number")) }[form.get("from")];
      if (!(await send("new", { chess960: start }))) return;
    }
    if (!(await send("play", { action: "start", level: form.get("level"), human, clock }))) return;
    this.#again = false;
    this.#stage.turn(human);
    this.#stage.focus();
  }

  /** Ask for a hint, in a game. */
  hint() {
    if (this.#store.playing) send("play", { action: "hint" });
  }

  async #resign() {
    if (await confirm("Resign this game?", "The engine wins.", "Resign")) send("play", { action: "resign" });
  }

  #show() {
    const { play, position } = this.#store.state;
    const over = play && !play.active && play.result;
    const inGame = Boolean(play && (play.active || (over && !this.#again)));
    if (play?.active) this.#again = false;
    this.#setup.hidden = inGame;
    find("play-game").hidden = !inGame;
    const hint = play?.active ? play.hint : null;
    this.#stage.draw("hint", hint ? [arrow(hint.uci)] : []);
    find("play-hint").hidden = !hint;
    if (hint) setText(find("play-hint"), `Hint: ${hint.san}`);
    if (!inGame) return;
    setText(find("play-title"), over ? resultText(play) : this.#turnText(play, position));
    setText(find("play-detail"), `${levelText(play.level)}${play.clock ? "" : " · no clock"}`);
    for (const id of ["play-takeback", "play-ask", "play-stop", "play-resign"]) find(id).hidden = !play.active;
    find("play-ask").disabled = play.thinking || position?.turn !== play.human;
    find("play-again").hidden = find("play-review").hidden = Boolean(play.active);
  }

  #turnText(play, position) {
    if (play.thinking) return "The engine is thinking";
    return position?.turn === play.human ? "Your move" : "The engine moves";
  }
}

/** "Level 3", "Full strength". */
const levelText = (name) => (/^\d+$/.test(name) ? `Level ${name}` : `${name[0].toUpperCase()}${name.slice(1)} strength`);

function resultText({ result }) {
  return [result.result, result.text ?? result.reason].filter(Boolean).join(" · ");
}

const arrow = (uci) => ({ kind: "arrow", from: uci.slice(0, 2), to: uci.slice(2, 4), color: "blue" });
