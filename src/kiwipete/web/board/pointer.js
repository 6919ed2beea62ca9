// Mouse, touch and pen: click, drag, and drawing by the right button or a long press.
import { shapeOf } from "./controller.js";

const LONG_PRESS = 450; // ms

/** Connect the pointer's events with a board. */
export function listenToPointer(board) {
  const { view } = board;
  const { grid, frame } = view;
  let press = null; // {id, from, x, y, touch, again, drag, draw, timer}

  const over = (square) => {
    if (board.over === square) return;
    board.over = square;
    board.refresh();
  };
  const end = () => {
    clearTimeout(press?.timer);
    press = board.drawing = board.over = null;
    frame.classList.remove("dragging");
  };
  const draw = (event) => {
    const to = view.squareAt(event.clientX, event.clientY);
    board.drawing = to && shapeOf(press.from, to, event);
    board.showShapes();
  };

  grid.addEventListener("pointerdown", (event) => {
    const from = view.squareAt(event.clientX, event.clientY);
    if (press || !from || (event.button !== 0 && event.button !== 2)) return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    const touch = event.pointerType !== "mouse";
    if (board.ghost) board.setGhost(null);
    press = { id, from, x, y, touch, again: board.picked === from, draw: event.button === 2 };
    board.go(from, false); // the browser focuses the square
    if (press.draw) return draw(event);
    if (touch) {
      press.timer = setTimeout(() => {
        Object.assign(press, { draw: true, drag: false });
        if (board.picked === from) board.release();
        draw(event);
        navigator.vibrate?.(15);
      }, LONG_PRESS);
    }
    // A piece that can be reached by the picked one is a target; every other one is picked up.
    if (!board.picked && board.mayPick(from)) board.pick(from);
    else if (board.picked !== from) press.drag = false;
  });

  grid.addEventListener("pointermove", (event) => {
    if (event.pointerId !== press?.id) return;
    const { clientX, clientY } = event;
    grid.setPointerCapture(press.id);
    const far = Math.hypot(clientX - press.x, clientY - press.y) > (press.touch ? 8 : 4);
    if (press.draw) return draw(event);
    if (!far && !press.drag) return;
    clearTimeout(press.timer);
    if (press.drag === false) {
      if (!board.mayPick(press.from)) return;
      board.pick(press.from);
    }
    if (board.picked !== press.from) return;
    press.drag = true;
    frame.classList.add("dragging");
    view.hold(press.from, clientX, clientY);
    over(view.squareAt(clientX, clientY));
  });

  grid.addEventListener("pointerup", (event) => {
    if (event.pointerId !== press?.id) return;
    const { from, drag, draw: drawn, again } = press;
    const to = view.squareAt(event.clientX, event.clientY);
    end();
    if (drawn) {
      if (to) board.toggle(shapeOf(from, to, event));
      else board.showShapes();
    } else if (drag) {
      if (to && to !== from) {
        board.go(to);
        board.tryMove(from, to);
      } else board.release();
    } else if (board.picked !== from || again) {
      const idle = !board.picked && !board.mayPick(from);
      board.activate(from);
      if (idle && board.userShapes.length) board.draw([]);
    }
  });

  grid.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== press?.id) return;
    const { drag } = press;
    end();
    if (drag) board.release();
    board.refresh();
  });

  // A finger scrolls the page unless it holds a piece or draws.
  grid.addEventListener("touchmove", (event) => {
    if (event.cancelable && (press?.draw || (press && board.picked === press.from))) event.preventDefault();
  }, { passive: false });
  grid.addEventListener("contextmenu", (event) => event.preventDefault());
}
