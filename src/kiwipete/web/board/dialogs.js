// The two questions that the board asks: which piece a pawn becomes, and which move to type.
import { KINDS, SQUARE, place } from "./squares.js";
import { completions } from "./notation.js";
import { drawPiece } from "./drawing.js";

/** Ask what a pawn becomes; resolve to a letter such as "q", or to null if the player changes their mind. */
export function askPromotion(view, square, color, letters) {
  const [column, row] = place(square, view.orientation);
  const veil = document.createElement("div");
  veil.className = "veil";
  const buttons = letters.map((letter) => {
    const piece = color === "white" ? letter.toUpperCase() : letter;
    return `<button type="button" value="${letter}" aria-label="${KINDS[letter]}"><svg aria-hidden="true"`
      + ` viewBox="0 0 ${SQUARE} ${SQUARE}">${drawPiece(piece)}</svg></button>`;
  });
  veil.innerHTML = `<div class="choice${row > 3 ? " up" : ""}" role="dialog" aria-modal="true"`
    + ` aria-label="Promote to">${buttons.join("")}</div>`;
  const choice = veil.firstChild;
  choice.style.left = `${column * 12.5}%`;
  choice.style[row > 3 ? "bottom" : "top"] = "0";
  view.frame.append(veil);
  const all = [...choice.children];
  all[0].focus({ preventScroll: true });
  view.announce(`Promote to: ${letters.map((letter) => KINDS[letter]).join(", ")}`);
  return new Promise((resolve) => {
    const close = (letter) => {
      veil.remove();
      resolve(letter);
    };
    view.closeDialog = () => close(null);
    veil.addEventListener("click", ({ target }) => close(target.closest("button")?.value ?? null));
    veil.addEventListener("contextmenu", (event) => event.preventDefault());
    veil.addEventListener("keydown", (event) => {
      const { key } = event;
      event.stopPropagation();
      const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1, Tab: event.shiftKey ? -1 : 1 }[key];
      if (step) {
        const seen = row > 3 && key.startsWith("Arrow") ? -step : step;
        const index = all.indexOf(view.root.activeElement);
        all[(index + seen + all.length) % all.length].focus();
      } else if (key === "Escape") close(null);
      else if (letters.includes(key.toLowerCase())) close(key.toLowerCase());
      else return;
      event.preventDefault();
    });
  });
}

/** Ask for a typed move that begins with some text; `done` gets the text, or null. */
export function askTyped(view, text, legal, done) {
  if (view.root.querySelector(".typed")) return;
  const form = document.createElement("form");
  form.className = "typed";
  form.innerHTML = '<input type="text" aria-label="Move, such as Nf3 or e2e4" autocomplete="off"'
    + ' autocapitalize="off" spellcheck="false" enterkeyhint="go" maxlength="40"><output aria-hidden="true"></output>';
  const [input, hint] = form.children;
  let over = false;
  const close = (typed) => {
    if (over) return;
    over = true;
    form.remove();
    done(typed);
  };
  const suggest = () => {
    hint.textContent = input.value ? completions(legal, input.value).slice(0, 12).join("  ") : "";
  };
  input.value = text;
  input.addEventListener("input", suggest);
  input.addEventListener("blur", () => close(null));
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") close(null);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    close(input.value.trim() || null);
  });
  view.frame.append(form);
  suggest();
  input.focus({ preventScroll: true });
}
