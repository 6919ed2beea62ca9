// The two questions that the board asks: what a pawn becomes, and which move is typed.
import { SIZE, kindName, place } from "./squares.js";
import { drawPiece } from "./drawing.js";

function open(view, tag, className, innerHTML) {
  const element = Object.assign(document.createElement(tag), { className, innerHTML });
  view.frame.append(element);
  element.addEventListener("keydown", (event) => event.stopPropagation());
  return element;
}

/** Resolve to a letter such as "q", or to null. */
export function askPromotion(view, square, letters, color) {
  const [column, row] = place(square, view.side);
  const veil = open(view, "div", "veil", `<div class="choice${row ? " up" : ""}" role="dialog" aria-modal="true" aria-label="Promote to">${
    letters.map((letter) => `<button value="${letter}" aria-label="${kindName(letter)}"><svg aria-hidden="true"`
      + ` viewBox="0 0 ${SIZE} ${SIZE}">${drawPiece(color === "white" ? letter.toUpperCase() : letter)}</svg></button>`).join("")
  }</div>`);
  const { style, children } = veil.firstChild;
  style.left = `${column * 12.5}%`;
  style[row ? "bottom" : "top"] = 0;
  const buttons = [...children];
  buttons[0].focus();
  return new Promise((resolve) => {
    const close = view.closeDialog = (button) => {
      veil.remove();
      view.closeDialog = null;
      resolve(button?.value ?? null);
    };
    veil.onclick = ({ target }) => close(target.closest("button"));
    veil.onkeydown = (event) => {
      const { key, shiftKey } = event;
      const back = key === "Tab" ? shiftKey : /Up|Left/.test(key) === !row;
      const named = buttons[letters.indexOf(key.toLowerCase())];
      if (named || key === "Escape") close(named);
      else if (/Arrow|Tab/.test(key)) {
        buttons.at((buttons.indexOf(view.root.activeElement) + (back ? -1 : 1)) % buttons.length).focus();
      } else return;
      event.preventDefault();
    };
  });
}

/** Resolve to the text of a typed move, or to null. */
export function askMove(view, begin) {
  const form = open(view, "form", "typed", '<input aria-label="Move, such as Nf3 or e2e4" autocomplete="off"'
    + ' spellcheck="false" maxlength="40">');
  const input = form.firstChild;
  input.value = begin;
  input.focus();
  return new Promise((resolve) => {
    const close = (typed) => {
      input.onblur = null;
      form.remove();
      resolve(typed);
    };
    input.onblur = () => close(null);
    form.onkeydown = ({ key }) => { if (key === "Escape") close(null); };
    form.onsubmit = (event) => {
      event.preventDefault();
      close(input.value.trim());
    };
  });
}
