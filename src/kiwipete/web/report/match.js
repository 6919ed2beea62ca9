// A report of a match: a list of games, and a viewer for the one that is chosen.
import "../board/kiwipete-board.js";
import { readData } from "./data.js";
import { Viewer } from "./viewer.js";

const { games } = readData();
const section = document.querySelector(".match-games");

function choose(row) {
  section.querySelector("tr[aria-selected]")?.removeAttribute("aria-selected");
  row.setAttribute("aria-selected", "true");
  const [number, white, black, result, ending] = [...row.cells].map((cell) => cell.innerText.trim());
  section.querySelector(".playing").textContent = `Game ${number}: ${white} – ${black}, ${result}, ${ending}`;
  viewer.open(games[row.dataset.game]);
}

const viewer = section && new Viewer(section.querySelector(".viewer"));
if (section) {
  section.querySelector("tbody").addEventListener("click", ({ target }) => {
    const row = target.closest("tr");
    if (row) choose(row);
  });
  choose(section.querySelector("tbody tr"));
}
