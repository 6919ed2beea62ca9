// Everything by keys. Letters that begin a move open the box for typed moves.
import { place, squareIn } from "./squares.js";
import { speakUci, targets } from "./notation.js";
import { shapeOf } from "./controller.js";

const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  Home: [-7, 0], End: [7, 0], PageUp: [0, -7], PageDown: [0, 7],
};
const KEYS = "Arrows, Home, End, Page Up, Page Down: move. Enter or Space: pick up, put down. "
  + "Escape: put back. Letters: type a move. X: start and end an arrow, twice for a circle; "
  + "with Shift red, with Alt blue. Delete: remove drawings. Shift F: flip. Shift S: say the position. "
  + "Shift T: whose turn. Shift L: last move. Shift M: moves of this piece";

/** Connect the keyboard with a board. */
export function listenToKeys(board) {
  const { view } = board;
  let tail = null; // the square where an arrow begins

  const say = {
    "?": () => view.announce(KEYS),
    F: () => board.emit("flip"),
    S: () => board.describe(),
    T: () => view.announce(`${board.turn} to move${board.position.check ? ", check" : ""}`),
    L: () => {
      const { lastMove, san } = board.position;
      view.announce(lastMove ? `Last move ${san ?? speakUci(lastMove, new Map())}` : "No last move");
    },
    M: () => view.announce(Object.keys(targets(board.legal, board.cursor, board.pieces)).join(" ") || "No moves"),
  };
  const draw = (event) => {
    if (tail) board.toggle(shapeOf(tail, board.cursor, event));
    else view.announce(`Arrow from ${board.cursor}`);
    tail = tail ? null : board.cursor;
  };

  view.grid.addEventListener("keydown", (event) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return;
    if (event.code === "KeyX") draw(event);
    else if (event.altKey) return;
    else if (STEPS[key]) {
      const at = place(board.cursor, view.orientation);
      const [column, row] = at.map((number, axis) => Math.min(Math.max(number + STEPS[key][axis], 0), 7));
      board.go(squareIn(row, column, view.orientation));
    } else if (key === "Enter" || key === " ") board.activate(board.cursor);
    else if (key === "Escape") {
      if (!board.picked && !tail) return;
      tail = null;
      board.release();
      view.announce("Put back");
    } else if (key === "Delete" || key === "Backspace") board.draw([]);
    else if (say[key] && (event.shiftKey || key === "?")) say[key]();
    else if (/^[a-hknopqr0]$/i.test(key)) board.type(key);
    else return;
    event.preventDefault();
  });
  view.grid.addEventListener("focusin", ({ target }) => {
    if (target.dataset.square) board.go(target.dataset.square, false);
  });
}
