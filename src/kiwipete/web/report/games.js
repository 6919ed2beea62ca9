// A report of reviewed games: a viewer for each.
import "../board/kiwipete-board.js";
import { Viewer } from "./viewer.js";
import { readData } from "./data.js";

const { games } = readData();
for (const section of document.querySelectorAll("section.game")) {
  const viewer = new Viewer(section.querySelector(".viewer"));
  viewer.open(games[section.dataset.game]);
}
