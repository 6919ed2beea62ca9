// Short messages below the bar at the top, and questions before anything is lost.

import { build, find, icon } from "./dom.js";

const SECONDS = { info: 4, error: 9 };
const MOST = 4;

/** Make a sentence of a message. */
export function sentence(text) {
  const stop = /[.!?…]$/.test(text) ? "" : ".";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${stop}`;
}

/** Show a message for a few seconds. */
export function showNotice(kind, message) {
  const text = sentence(message);
  const box = find("notices");
  for (const old of box.children) if (old.dataset.text === text) old.remove();
  while (box.children.length >= MOST) box.firstChild.remove();
  const notice = build("div", { className: `notice ${kind}`, "data-text": text, role: kind === "error" ? "alert" : "status" }, build("span", { textContent: text }));
  const close = () => notice.remove();
  notice.append(
    build("button", { type: "button", className: "quiet square small", "aria-label": "Dismiss", on: { click: close } }, icon("close")),
  );
  box.append(notice);
  setTimeout(close, 1000 * (SECONDS[kind] ?? SECONDS.info));
}

/** Ask a question with two answers; return whether the user agreed. */
export function confirm(title, text, yes) {
  const dialog = find("confirm-dialog");
  find("confirm-title").textContent = title;
  find("confirm-text").textContent = text;
  find("confirm-yes").textContent = yes;
  dialog.returnValue = "cancel";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
