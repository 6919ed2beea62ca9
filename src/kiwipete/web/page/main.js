// The page that `kiwipete board` serves: connects the server's events to the views.

import "/board/kiwipete-board.js";
import { Address } from "./address.js";
import { Analysis } from "./analysis.js";
import { Annotate } from "./annotate.js";
import { Events } from "./api.js";
import { Compare } from "./compare.js";
import { Copy } from "./copy.js";
import { find, focused, isTyping } from "./dom.js";
import { Games } from "./games.js";
import { Headers } from "./headers.js";
import { Keys } from "./keys.js";
import { MoveList } from "./moves.js";
import { showNotice } from "./notices.js";
import { Perft } from "./perft.js";
import { Play } from "./play.js";
import { Players } from "./players.js";
import { Review } from "./review.js";
import { Scheme } from "./scheme-toggle.js";
import { Stage } from "./stage.js";
import { Store } from "./store.js";
import { Views } from "./views.js";
import { Watch } from "./watch.js";

const store = new Store();
const stage = new Stage(store);
const analysis = new Analysis(store, stage);
const review = new Review(store, stage);
const games = new Games(store, stage);
const moves = new MoveList(store, (node) => stage.go(node));
const annotate = new Annotate(store);
const play = new Play(store, stage, () => {
  views.show("analyse");
  review.toggle();
});
const perft = new Perft(store, stage, new Compare(store, stage));
const views = new Views((view) => {
  analysis.visible = view === "analyse" || view === "games";
  analysis.redraw();
  stage.closeExplanation();
  if (view === "games") games.refresh();
  if (view !== "perft") perft.leave();
});
new Players(store, stage);
new Headers(store);
new Copy(store, stage);
new Watch(store, (present) => views.allowWatch(present), () => views.show("analyse"));
new Address(store, stage);
new Scheme();

new Keys(stage.board, [
  {
    title: "Game",
    keys: [
      { press: ["ArrowLeft"], show: "← or ,", text: "Previous move", action: () => stage.step(-1) },
      { press: ["ArrowRight"], show: "→ or .", text: "Next move", action: () => stage.step(1) },
      { press: ["Home"], show: "Home", text: "Start of the game", action: () => stage.go(0) },
      { press: ["End"], show: "End", text: "End of the line", action: () => stage.last() },
      { press: ["ArrowUp"], show: "↑", text: "Previous variation", action: () => stage.variation(-1) },
      { press: ["ArrowDown"], show: "↓", text: "Next variation", action: () => stage.variation(1) },
      { press: [","], action: () => stage.step(-1), everywhere: true },
      { press: ["."], action: () => stage.step(1), everywhere: true },
    ],
  },
  {
    title: "Page",
    keys: [
      { press: ["1", "2", "3", "4", "5"], show: "1 to 5", text: "Switch the view", action: ({ key }) => views.showNumber(Number(key)), everywhere: true },
      { press: ["a"], show: "a", text: "Start or stop the analysis", action: () => analysis.toggle() },
      { press: ["t"], show: "t", text: "Show threats", action: () => analysis.toggleThreats(), everywhere: true },
      { press: ["e", ";"], show: "e or ;", text: "Speak the evaluation", action: () => analysis.say(), everywhere: true },
      { press: ["p", ":"], show: "p or :", text: "Speak the position and its FEN", action: () => sayPosition(), everywhere: true },
      { press: ["h"], show: "h", text: "Hint, in a game", action: () => play.hint() },
      { press: ["f"], show: "f", text: "Turn the board", action: () => stage.flip() },
      { press: ["b"], show: "b", text: "Go to the board", action: () => stage.focus() },
      { press: ["m"], show: "m", text: "Go to the move list", action: () => moves.focus(), everywhere: true },
      { press: ["c"], show: "c", text: "Comment on the move", action: () => annotate.toggle(true) },
      { press: ["/"], show: "/", text: "Search the games", action: () => search(), everywhere: true },
      { press: ["Ctrl+s"], show: "Ctrl+S", text: "Save", action: () => games.save() },
      { press: ["Escape"], show: "Esc", text: "Close the explanation", action: () => stage.closeExplanation(), everywhere: true },
      { press: ["?"], show: "?", text: "This list", action: () => find("help-dialog").showModal(), everywhere: true },
    ],
  },
]);

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  stage.focus();
});

function search() {
  views.show("games");
  find("search").focus();
}

function sayPosition() {
  const { position } = store.state;
  if (position) stage.board.announce([position.text, position.pieces, `FEN: ${position.fen}`].filter(Boolean).join(" "));
}

// What the user pastes outside a text field, or drops anywhere, is opened.
document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text/plain");
  if (!text || isTyping(focused()) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  games.openText(text);
});
let inside = 0;
const carriesFile = (event) => event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain");
document.addEventListener("dragenter", (event) => {
  if (!carriesFile(event)) return;
  inside++;
  find("drop").hidden = false;
});
document.addEventListener("dragleave", () => {
  inside = Math.max(0, inside - 1);
  if (inside === 0) find("drop").hidden = true;
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  inside = 0;
  find("drop").hidden = true;
  const file = event.dataTransfer.files[0];
  if (file) games.openFile(file);
  else games.openText(event.dataTransfer.getData("text/plain"));
});

const connection = find("connection");
let lost = null;
const events = new Events(
  (kind, data) => store.receive(kind, data),
  (connected) => {
    clearTimeout(lost);
    if (connected) connection.hidden = true;
    else lost = setTimeout(() => showLost(), 400);
  },
);
function showLost() {
  connection.querySelector("span").textContent = "Kiwipete does not answer. Trying to reconnect… If you closed it, start “kiwipete board” again.";
  connection.hidden = false;
}
connection.querySelector("button").addEventListener("click", () => events.connect());
store.on("notice", ({ kind, text }) => showNotice(kind, text));
store.on("game", (game) => {
  const { White: white, Black: black } = game.headers ?? {};
  const named = white && black && white !== "?" && black !== "?";
  document.title = named ? `${white} – ${black} · Kiwipete` : "Kiwipete";
});
window.addEventListener("pagehide", () => events.close());
window.addEventListener("pageshow", (event) => {
  if (event.persisted) events.connect();
});
events.connect();
