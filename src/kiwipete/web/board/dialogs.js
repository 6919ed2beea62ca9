// The two questions that the board asks: what a pawn becomes, and which move is typed.
import { KINDS, SIZE, place } from "./squares.js";
import { completions } from "./notation.js";
import { drawPiece } from "./drawing.js";

function open(view, tag, name, html) {
  const element = Object.assign(document.createElement(tag), { className: name, innerHTML: html });
  view.frame.append(element);
  element.addEventListener("keydown", (event) => event.stopPropagation());
  return element;
}

/** Ask what a pawn on a square becomes; resolve to a letter such as "q", or to null. */
export function askPromotion(view, square, letters) {
  const [column, row] = place(square, view.side);
  const up = row > 3;
  const shown = up ? letters.reverse() : letters;
  const veil = open(view, "div", "veil", `<div class="choice" role="dialog" aria-modal="true" aria-label="Promote to">${
    shown.map((letter) => `<button type="button" value="${letter}" aria-label="${KINDS[letter.toLowerCase()]}">`
      + `<svg aria-hidden="true" viewBox="0 0 ${SIZE} ${SIZE}">${drawPiece(letter)}</svg></button>`).join("")}</div>`);
  const { style, children } = veil.firstChild;
  style.left = `${column * 12.5}%`;
  style[up ? "bottom" : "top"] = 0;
  const buttons = [...children];
  buttons.at(up ? -1 : 0).focus();
  return new Promise((resolve) => {
    const close = view.closeDialog = (button) => {
      veil.remove();
      view.closeDialog = null;
      resolve(button?.value.toLowerCase() ?? null);
    };
    veil.addEventListener("click", ({ target }) => close(target.closest("button")));
    veil.addEventListener("keydown", (event) => {
      const { key, shiftKey } = event;
      const back = /Up|Left/.test(key) || (key === "Tab" && shiftKey);
      const named = buttons.find(({ value }) => value.toLowerCase() === key.toLowerCase());
      if (named || key === "Escape") close(named);
      else if (/Arrow|Tab/.test(key)) {
        buttons.at((buttons.indexOf(view.root.activeElement) + (back ? -1 : 1)) % buttons.length).focus();
      } else return;
      event.preventDefault();
    });
  });
}

/** Ask for a move that begins with some text; resolve to what is typed, or to null. */
export function askMove(view, text, legal) {
  const form = open(view, "form", "typed", '<input aria-label="Move, such as Nf3 or e2e4" autocomplete="off"'
    + ' autocapitalize="off" spellcheck="false" maxlength="40"><output aria-hidden="true"></output>');
  const [input, hint] = form.children;
  const suggest = () => {
    hint.textContent = input.value && completions(legal, input.value).slice(0, 12).join("  ");
  };
  input.value = text;
  input.focus();
  suggest();
  return new Promise((resolve) => {
    const close = (typed) => {
      input.onblur = null;
      form.remove();
      resolve(typed);
    };
    input.oninput = suggest;
    input.onblur = () => close(null);
    input.onkeydown = ({ key }) => { if (key === "Escape") close(null); };
    form.onsubmit = (event) => {
      event.preventDefault();
      close(input.value.trim());
    };
  });
}
