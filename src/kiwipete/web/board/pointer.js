// Mouse, touch and pen: click, drag, and drawing with the right button or after a long press.
import { shapeOf } from "./controller.js";

export function listenToPointer(board) {
  const { view } = board;
  const { grid } = view;
  let press = null; // {id, from, x, y, again, idle, dragged, draws, timer}

  const squareOf = ({ clientX, clientY }) => view.squareAt(clientX, clientY);
  const on = (name, handle) => grid.addEventListener(name, (event) => {
    if (event.pointerId === press?.id) handle(event);
  });
  const draw = (event) => {
    const to = squareOf(event);
    board.drawing = to && shapeOf(press.from, to, event);
    board.showShapes();
  };
  const end = () => {
    const ended = press;
    clearTimeout(press.timer);
    press = board.drawing = board.over = null;
    return ended;
  };

  grid.addEventListener("pointerdown", (event) => {
    const { button, pointerId: id, clientX: x, clientY: y, pointerType } = event;
    const from = squareOf(event);
    if (press?.id === id) end(); // its end was lost
    if (press || !from || ![0, 2].includes(button)) return;
    const touch = pointerType !== "mouse";
    const idle = !board.picked && !board.mayPick(from);
    press = { id, from, x, y, idle, again: board.picked === from, draws: button === 2 };
    if (board.ghost) {
      board.ghost = null;
      board.refresh();
    }
    board.go(from, touch); // a mouse's focus comes from the browser
    if (press.draws) return draw(event);
    if (touch) {
      press.timer = setTimeout(() => {
        press.draws = true;
        if (board.picked === from) board.release();
        draw(event);
      }, 450);
    }
    // With another piece in the hand this square may be its target.
    if (!board.picked && !idle) board.pick(from);
  });

  on("pointermove", (event) => {
    const { clientX, clientY } = event;
    const { from, x, y } = press;
    grid.setPointerCapture(press.id);
    if (press.draws) return draw(event);
    if (!press.dragged && Math.hypot(clientX - x, clientY - y) < 6) return;
    clearTimeout(press.timer);
    if (!press.dragged && board.picked !== from && board.mayPick(from)) board.pick(from);
    if (board.picked !== from) return;
    press.dragged = true;
    view.hold(from, clientX, clientY);
    const over = squareOf(event);
    if (over !== board.over) {
      board.over = over;
      board.mark();
    }
  });

  on("pointerup", (event) => {
    const to = squareOf(event);
    const { from, again, idle, dragged, draws } = end();
    if (draws) {
      if (to) board.toggle(shapeOf(from, to, event));
      else board.showShapes();
    } else if (dragged && board.picked === from && to && to !== from) {
      board.go(to);
      board.tryMove(from, to);
    } else if (dragged) board.release(from);
    else if (idle && board.userShapes.length) board.draw([]);
    else if (board.picked !== from || again) board.activate(from);
  });

  on("pointercancel", () => {
    board.release(end().from);
    board.showShapes();
  });

  // A finger scrolls the page unless it holds a piece or draws.
  grid.addEventListener("touchmove", (event) => {
    if (press && event.cancelable && (press.draws || board.picked === press.from)) event.preventDefault();
  }, { passive: false });
  // No click follows, which would hit a dialog that has opened under the finger.
  grid.addEventListener("touchend", (event) => event.cancelable && event.preventDefault());
  view.frame.addEventListener("contextmenu", (event) => event.preventDefault());
}
