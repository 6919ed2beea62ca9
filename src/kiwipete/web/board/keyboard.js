// Everything by keys. A letter that begins a move opens the box for typed moves.
import { describe, place, squareIn } from "./squares.js";
import { speakUci, targets } from "./notation.js";
import { shapeOf } from "./controller.js";

const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  Home: [-7, 0], End: [7, 0], PageUp: [0, -7], PageDown: [0, 7],
};

export function listenToKeys(board) {
  const { view } = board;
  let tail = null; // the square where an arrow begins

  const answers = {
    "?": () => view.help.textContent,
    S: () => describe(board.pieces),
    T: () => `${board.turn} to move${board.position.check ? ", check" : ""}`,
    L: ({ lastMove } = board.position) => `last move: ${lastMove ? speakUci(lastMove, board.pieces) : "none"}`,
    M: () => Object.keys(targets(board.legal, board.cursor, board.pieces)).join(" ") || "no moves",
  };

  view.grid.addEventListener("keydown", (event) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    if (key === "x" || key === "X") {
      if (tail) board.toggle(shapeOf(tail, board.cursor, event));
      else board.say(`arrow from ${board.cursor}`);
      tail = tail ? null : board.cursor;
    } else if (altKey) return;
    else if (STEPS[key]) {
      const at = place(board.cursor, view.side).map((number, axis) => Math.min(Math.max(number + STEPS[key][axis], 0), 7));
      board.go(squareIn(...at, view.side));
    } else if (key === "Enter" || key === " ") board.activate(board.cursor);
    else if (key === "Escape" && (board.picked || tail)) {
      tail = null;
      board.release();
      board.say("put back");
    } else if (key === "Delete" || key === "Backspace") board.draw([]);
    else if (shiftKey && key === "F") board.flip();
    else if (shiftKey && answers[key]) board.say(answers[key]());
    else if (/^[a-hknopqr0]$/i.test(key)) board.type(key);
    else return;
    event.preventDefault();
  });
  view.grid.addEventListener("focusin", ({ target }) => board.go(target.dataset.square, false));
}
