// The Games view: open, paste and save files; find a game among thousands.
//
// Rows have a fixed height, and only those in sight exist. Pages of the list are asked from the
// server as they come into sight and kept until the list changes.

import { post, Refused, send } from "./api.js";
import { build, find, setText } from "./dom.js";
import { download } from "./copy.js";
import { confirm, sentence, showNotice } from "./notices.js";

const ROW = 52;
const PAGE = 100;
const MOST_ROWS = 200; // more than any screen shows
const LARGEST_FILE = 60e6;
const CONFLICT = 409;

export class Games {
  #store;
  #stage;
  #list = find("games-list");
  #space = this.#list.querySelector(".list-space");
  #pages = new Map(); // page number -> rows, or "asked"
  #total = 0;
  #active = 0;
  #revision = null;
  #generation = 0;
  #typing = null;

  constructor(store, stage) {
    this.#store = store;
    this.#stage = stage;
    store.on("games", (games) => this.#changed(games));
    store.on("game", () => this.#showCurrent());
    find("open-file").addEventListener("change", ({ target }) => {
      if (target.files[0]) this.openFile(target.files[0]);
      target.value = "";
    });
    find("paste-open").addEventListener("click", () => this.paste());
    find("paste-dialog").addEventListener("close", () => this.#pasted());
    find("new-game").addEventListener("click", () => this.#newGame());
    find("save").addEventListener("click", () => this.save());
    find("download-all").addEventListener("click", () => this.#downloadAll());
    find("search").addEventListener("input", () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => this.refresh(), 150);
    });
    find("search").addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") {
        event.preventDefault();
        this.#list.focus();
      }
    });
    this.#list.addEventListener("scroll", () => this.#draw(), { passive: true });
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    this.#list.addEventListener("click", (event) => {
      const row = event.target.closest("[data-place]");
      if (row) this.#choose(Number(row.dataset.place));
    });
    new ResizeObserver(() => this.#draw()).observe(this.#list);
  }

  #changed(games) {
    find("save").hidden = !games.file;
    find("save").title = games.file ? `Save to ${games.file} (Ctrl+S)` : "";
    if (this.#revision === games.revision) return;
    this.#revision = games.revision;
    this.refresh();
  }

  #showCurrent() {
    this.#draw();
  }

  /** Ask for the list anew. */
  refresh() {
    this.#generation++;
    this.#pages.clear();
    this.#load(Math.floor(this.#first() / PAGE));
  }

  #first() {
    return Math.max(0, Math.floor(this.#list.scrollTop / ROW) - 4);
  }

  async #load(page) {
    if (this.#pages.has(page)) return;
    this.#pages.set(page, "asked");
    const generation = this.#generation;
    const search = find("search").value.trim();
    const answer = await send("games", { search, offset: page * PAGE, limit: PAGE });
    if (!answer || generation !== this.#generation) return;
    this.#pages.set(page, answer.rows);
    this.#total = answer.total;
    this.#active = Math.min(this.#active, Math.max(0, this.#total - 1));
    this.#space.style.height = `${this.#total * ROW}px`;
    const noun = this.#total === 1 ? "game" : "games";
    setText(find("games-count"), search ? `${this.#total.toLocaleString("en")} found` : `${this.#total.toLocaleString("en")} ${noun}`);
    this.#draw();
  }

  #row(place) {
    const page = this.#pages.get(Math.floor(place / PAGE));
    return Array.isArray(page) ? page[place % PAGE] : undefined;
  }

  #draw() {
    if (!this.#list.clientHeight) return;
    const first = this.#first();
    const below = Math.ceil((this.#list.scrollTop + this.#list.clientHeight) / ROW) + 4;
    const end = Math.min(this.#total, below, first + MOST_ROWS);
    for (let page = Math.floor(first / PAGE); page * PAGE < end; page++) this.#load(page);
    const rows = [];
    for (let place = first; place < end; place++) rows.push(this.#drawRow(place));
    this.#space.replaceChildren(...rows);
    this.#list.setAttribute("aria-activedescendant", this.#total ? `game-${this.#active}` : "");
  }

  #drawRow(place) {
    const game = this.#row(place);
    const current = game && game.index === this.#store.state.game?.index;
    const row = build("div", {
      className: "game-row", id: `game-${place}`, role: "option", "data-place": place,
      "aria-selected": String(Boolean(current)), "aria-setsize": this.#total, "aria-posinset": place + 1,
    });
    row.classList.toggle("active", place === this.#active);
    row.style.setProperty("--top", `${place * ROW}px`);
    if (!game) {
      row.setAttribute("aria-label", "Loading");
      return row;
    }
    const detail = [game.event, game.date, game.plies ? `${Math.ceil(game.plies / 2)} moves` : ""];
    row.append(
      build("span", { className: "game-names", textContent: `${known(game.white, "White")} – ${known(game.black, "Black")}` }),
      build("span", { className: "game-result", textContent: resultText(game.result) }),
      build("span", { className: "game-detail", textContent: detail.filter((text) => text && !/^[?.]+$/.test(text)).join(" · ") }),
    );
    return row;
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.#list.clientHeight / ROW) - 1);
    const places = {
      ArrowDown: this.#active + 1, ArrowUp: this.#active - 1, PageDown: this.#active + page,
      PageUp: this.#active - page, Home: 0, End: this.#total - 1,
    };
    if (event.key in places) {
      event.preventDefault();
      event.stopPropagation();
      this.#active = Math.max(0, Math.min(this.#total - 1, places[event.key]));
      this.#scrollToActive();
      this.#draw();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#choose(this.#active);
    }
  }

  #scrollToActive() {
    const top = this.#active * ROW;
    if (top < this.#list.scrollTop) this.#list.scrollTop = top;
    else if (top + ROW > this.#list.scrollTop + this.#list.clientHeight) {
      this.#list.scrollTop = top + ROW - this.#list.clientHeight;
    }
  }

  #choose(place) {
    this.#active = place;
    const game = this.#row(place);
    this.#draw();
    if (game) send("game", { index: game.index });
  }

  async #replaces() {
    if (!this.#store.state.games?.dirty) return true;
    return confirm("Replace the games on the board?", "They have changes that are not saved.", "Replace");
  }

  /** Open a file that the user chose or dropped. */
  async openFile(file) {
    if (file.size > LARGEST_FILE) {
      showNotice("error", `${file.name} is larger than ${LARGEST_FILE / 1e6} MB.`);
      return;
    }
    await this.openText(await file.text());
  }

  /** Open PGN or a FEN. */
  async openText(text, chess960 = undefined) {
    const trimmed = text.trim();
    if (!trimmed) return;
    if (looksLikeFen(trimmed)) {
      await this.#stage.setUp(trimmed, chess960);
      return;
    }
    if (!(await this.#replaces())) return;
    try {
      await post("open", { pgn: text });
      this.#list.scrollTop = 0;
      this.#active = 0;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      showNotice("error", error.message);
    }
  }

  /** Ask for text to open. */
  paste() {
    find("paste-text").value = "";
    const dialog = find("paste-dialog");
    dialog.returnValue = "cancel";
    dialog.showModal();
  }

  #pasted() {
    if (find("paste-dialog").returnValue !== "open") return;
    this.openText(find("paste-text").value, find("paste-960").checked || undefined);
  }

  async #newGame() {
    await send("new", { chess960: null });
  }

  /** Save to the file of the command line; without one, download. */
  async save() {
    document.activeElement?.blur?.(); // a comment or tag that is being typed is sent first
    if (!this.#store.state.games?.file) return this.#downloadAll();
    return this.#saveFile({});
  }

  async #saveFile(options) {
    try {
      await post("save", options);
      showNotice("info", `Saved ${this.#store.state.games.file}.`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const again = error.status === CONFLICT && !options.overwrite;
      if (!again) showNotice("error", error.message);
      else if (await confirm(sentence(error.message), "Save your games over it?", "Overwrite")) await this.#saveFile({ overwrite: true });
    }
  }

  async #downloadAll() {
    const answer = await send("pgn", { scope: "all" });
    if (answer) download("games.pgn", new Blob([answer.pgn], { type: "application/x-chess-pgn" }));
  }
}

const known = (name, otherwise) => (name && name !== "?" ? name : otherwise);
const resultText = (result) => ({ "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" })[result] ?? "*";

/** One line whose first field has seven slashes. */
export function looksLikeFen(text) {
  return !text.includes("\n") && (text.split(" ")[0].match(/\//g) ?? []).length === 7;
}
