// The Watch view: a match under way, with its standing and the state of its test.

import { send } from "./api.js";
import { build, everyFrame, find, setText, svg } from "./dom.js";
import { clockText, scoreText } from "./scores.js";

const signed = (value) => value.toFixed(2).replace("-", "−");
const PAIRS = ["0", "½", "1", "1½", "2"];

export class Watch {
  #store;
  #cards = new Map(); // game id -> its card
  #show = everyFrame((match) => this.#draw(match));
  #opened;

  /** `appear(present)` is called when a match begins or is gone, `opened()` after a game is opened. */
  constructor(store, appear, opened) {
    this.#store = store;
    this.#opened = opened;
    store.on("match", (match) => {
      appear(Boolean(match));
      if (match) this.#show(match);
    });
  }

  #draw(match) {
    setText(find("match-title"), match.title ?? "Match");
    const total = match.total ? ` of ${match.total}` : "";
    setText(find("match-progress"), `${match.done}${total} games played${match.running ? "" : " · finished"}`);
    find("match-table").tBodies[0].replaceChildren(...(match.standing ?? []).map(standingRow));
    find("match-pentanomial").replaceChildren(...(match.pentanomial ? [pentanomial(match.pentanomial)] : []));
    find("match-sprt").replaceChildren(...(match.sprt ? sprt(match.sprt) : []));
    this.#drawGames(match.games ?? []);
  }

  #drawGames(games) {
    const cards = games.map((game) => {
      if (!this.#cards.has(game.id)) this.#cards.set(game.id, newCard(() => this.#openGame(game.id)));
      const card = this.#cards.get(game.id);
      showGame(card, game);
      return card;
    });
    const box = find("match-games");
    const shown = new Set(cards);
    for (const [id, card] of this.#cards) {
      if (shown.has(card)) continue;
      card.remove();
      this.#cards.delete(id);
    }
    cards.forEach((card, place) => {
      if (box.children[place] !== card) box.insertBefore(card, box.children[place] ?? null);
    });
  }

  /** Open a finished game: the workspace has them in the order in which they ended, from 1. */
  async #openGame(id) {
    const { done, games } = this.#store.state.match;
    const place = games.filter((game) => game.result).findIndex((game) => game.id === id);
    if (place >= 0 && (await send("game", { index: done - place }))) this.#opened();
  }
}

function standingRow(row) {
  const elo = row.elo === null || row.elo === undefined ? "" : `${row.elo > 0 ? "+" : ""}${row.elo.toFixed(1)}${row.error ? ` ± ${row.error.toFixed(1)}` : ""}`;
  return build("tr", {},
    build("th", { scope: "row", textContent: row.name }),
    ...[row.points, row.wins, row.draws, row.losses, elo].map((value) => build("td", { textContent: String(value ?? "") })));
}

/** A bar for each result of a pair of games. */
function pentanomial(counts) {
  const most = Math.max(...counts, 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const label = counts.map((count, index) => `${PAIRS[index]} points: ${count}`).join(", ");
  return build("figure", { className: "pentanomial", role: "img", "aria-label": `Pairs of games. ${label}` },
    build("figcaption", { textContent: `${total} pairs by points` }),
    build("div", { className: "columns" }, ...counts.map((count, index) => {
      const bar = build("span", { className: "column-bar" });
      bar.style.setProperty("--share", `${(100 * count) / most}%`);
      return build("div", { className: "column" }, build("span", { className: "column-count", textContent: count }), bar, build("span", { textContent: PAIRS[index] }));
    })));
}

/** The log-likelihood ratio on its way between the bounds. */
function sprt({ elo0, elo1, llr, lower, upper, verdict, history = [] }) {
  const place = (value) => Math.max(0, Math.min(100, (100 * (value - lower)) / (upper - lower)));
  const text = `LLR ${llr.toFixed(2)} between ${lower.toFixed(2)} and ${upper.toFixed(2)}`;
  const meter = build("div", {
    className: "llr", role: "meter", "aria-label": "Log-likelihood ratio", "aria-valuemin": lower, "aria-valuemax": upper,
    "aria-valuenow": llr, "aria-valuetext": text,
  }, build("span", { className: "llr-zero" }), build("span", { className: "llr-dot" }));
  meter.style.setProperty("--zero", `${place(0)}%`);
  meter.style.setProperty("--at", `${place(llr)}%`);
  const parts = [
    build("h3", { textContent: `SPRT: ${elo0} or ${elo1} Elo` }),
    meter,
    build("div", { className: "llr-ends" }, build("span", { textContent: signed(lower) }), build("strong", { textContent: signed(llr) }), build("span", { textContent: signed(upper) })),
  ];
  if (verdict) parts.push(build("p", { className: "verdict", textContent: `Accepted: ${verdict}` }));
  if (history.length > 1) parts.push(historyGraph(history, place));
  return parts;
}

function historyGraph(history, place) {
  const step = 1000 / (history.length - 1);
  const points = history.map((value, index) => `${(index * step).toFixed(1)},${(100 - place(value)).toFixed(1)}`).join(" ");
  return svg("svg", { class: "llr-history", viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img", "aria-label": "LLR by game" },
    svg("line", { class: "middle", x1: 0, x2: 1000, y1: 100 - place(0), y2: 100 - place(0) }),
    svg("polyline", { points }));
}

function newCard(open) {
  const side = () => build("div", { className: "watch-side" }, build("span", { className: "disc" }), build("span", { className: "name" }), build("span", { className: "clock" }));
  const board = build("kiwipete-board");
  board.setAttribute("coordinates", "off");
  return build("article", { className: "card watch-game" }, side(), board, side(), 
    build("div", { className: "watch-foot" }, build("span", { className: "muted" }),
      build("button", { type: "button", className: "plain small", textContent: "Open", on: { click: open } })));
}

function showGame(card, game) {
  const [top, board, bottom, foot] = card.children;
  for (const [element, color] of [[top, "black"], [bottom, "white"]]) {
    element.dataset.color = color;
    setText(element.querySelector(".name"), game[color]);
    setText(element.querySelector(".clock"), game.clock ? clockText(game.clock[color]) : "");
  }
  board.setAttribute("label", `Game ${game.number}: ${game.white} against ${game.black}`);
  if (board.fen !== game.fen) board.position = { fen: game.fen, legal: [], check: null, lastMove: game.lastMove };
  const parts = game.result ? [game.result, game.reason] : [`Game ${game.number}`, game.san, scoreText(game.score)];
  setText(foot.firstChild, parts.filter(Boolean).join(" · "));
  foot.lastChild.hidden = !game.result;
  foot.lastChild.setAttribute("aria-label", `Open game ${game.number}`);
}
