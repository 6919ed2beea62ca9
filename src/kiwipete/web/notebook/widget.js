// The adapter between the board and a notebook's kernel, for anywidget.
import "../board/kiwipete-board.js";

const SETTINGS = ["orientation", "movable", "theme", "coordinates"];

function add(parent, name, kind) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  parent.append(element);
  return element;
}

export function render({ model, el }) {
  const root = add(el, "div", "kiwipete-widget");
  // Notebooks have shortcuts for single letters; here letters are moves.
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  const stage = add(root, "div", "kiwipete-stage");
  const bar = add(stage, "div", "kiwipete-bar");
  bar.setAttribute("aria-hidden", "true");
  add(bar, "div");
  const score = add(bar, "span");
  const board = add(stage, "kiwipete-board");
  const message = add(root, "p", "kiwipete-message");
  message.setAttribute("role", "status");
  const lines = add(root, "div", "kiwipete-lines");

  const show = {
    _position() {
      board.position = model.get("_position");
    },
    _shapes() {
      board.shapes = model.get("_shapes");
    },
    size() {
      root.style.maxWidth = `${model.get("size")}px`;
    },
    message() {
      message.textContent = model.get("message");
      message.hidden = !message.textContent;
    },
    user_shapes() {
      board.userShapes = model.get("user_shapes");
    },
    _analysis() {
      const known = model.get("_analysis");
      bar.hidden = known.win === undefined;
      bar.firstElementChild.style.height = `${known.win ?? 50}%`;
      bar.classList.toggle("kiwipete-below", (known.win ?? 50) >= 50);
      score.textContent = known.short ?? "";
      const rows = (known.lines ?? []).map(({ text, san }) => {
        const row = document.createElement("p");
        add(row, "b").textContent = text;
        row.append(` ${san}`);
        return row;
      });
      const state = document.createElement("p");
      state.className = "kiwipete-state";
      state.textContent = known.error ?? known.state ?? "";
      lines.replaceChildren(...rows, ...(state.textContent ? [state] : []));
      lines.hidden = !lines.childElementCount;
    },
  };
  for (const name of SETTINGS) {
    show[name] = () => {
      const value = model.get(name);
      if (value) board.setAttribute(name, value);
      else board.removeAttribute(name);
      if (name === "orientation") bar.classList.toggle("kiwipete-turned", value === "black");
    };
  }
  for (const [name, update] of Object.entries(show)) {
    update();
    model.on(`change:${name}`, update);
  }

  board.addEventListener("kiwipete-move", ({ detail }) => model.send({ kind: "move", text: detail.uci }));
  board.addEventListener("kiwipete-attempt", ({ detail: { uci, from, to, promotion } }) =>
    model.send({ kind: "move", text: uci ?? from + to + (promotion ?? "") }));
  board.addEventListener("kiwipete-typed", ({ detail }) => model.send({ kind: "move", text: detail.text }));
  board.addEventListener("kiwipete-flip", ({ detail }) => keep("orientation", detail.orientation));
  board.addEventListener("kiwipete-shapes", ({ detail }) => keep("user_shapes", detail.shapes));

  function keep(name, value) {
    model.set(name, value);
    model.save_changes();
  }

  return () => {
    for (const [name, update] of Object.entries(show)) model.off(`change:${name}`, update);
  };
}
