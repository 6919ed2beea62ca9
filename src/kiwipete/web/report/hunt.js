// A report of a hunt: boards with the wrong moves as arrows.
import "../board/kiwipete-board.js";
import { readData } from "./data.js";

const { boards } = readData();

for (const element of document.querySelectorAll("kiwipete-board")) {
  const [finding, place] = element.dataset.key.split("-");
  const { shapes, ...position } = boards[finding][place];
  element.position = position;
  element.shapes = shapes;
}

// A row of the divide shows its move on the first board of its finding.
for (const section of document.querySelectorAll(".finding")) {
  const board = section.querySelector("kiwipete-board");
  const shown = board.shapes;
  const look = ({ target }) => {
    const [, from, to] = /^([a-h]\d)([a-h]\d)/.exec(target.closest("tr")?.dataset.move ?? "") ?? [];
    board.shapes = from ? [...shown, { kind: "arrow", from, to, color: "yellow", width: 10 }] : shown;
  };
  const table = section.querySelector(".divide tbody");
  table?.addEventListener("pointerover", look);
  table?.addEventListener("pointerleave", () => { board.shapes = shown; });
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const code = button.previousElementSibling;
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  } catch {
    getSelection().selectAllChildren(code); // the browser refuses: Ctrl-C does the rest
  }
});
