// Keyboard shortcuts, and the dialog that lists them.

import { build, find, focused, isTyping } from "./dom.js";

const BOARD_KEYS = [
  ["Arrow keys", "Move over the squares"],
  ["Enter", "Pick up or put down a piece"],
  ["Letters", "Type a move such as Nf3, then Enter"],
  ["x", "Begin and end an arrow; twice for a circle"],
  ["Shift+S", "Speak the pieces"],
  ["Shift+F", "Turn the board"],
  ["Esc", "Put the piece back"],
];

export class Keys {
  #groups;
  #board;

  /**
   * `groups` are {title, keys: [{press, show, text, action, everywhere}]}. A key that is not for
   * everywhere does nothing while the board has the focus, which uses letters and arrows itself.
   */
  constructor(board, groups) {
    this.#board = board;
    this.#groups = groups;
    document.addEventListener("keydown", (event) => this.#press(event));
    find("open-help").addEventListener("click", () => this.help());
    const single = find("single-keys");
    single.checked = localStorage.getItem("kiwipete-single-keys") !== "off";
    single.addEventListener("change", () => localStorage.setItem("kiwipete-single-keys", single.checked ? "on" : "off"));
    const all = [...groups, { title: "On the board", keys: BOARD_KEYS.map(([key, text]) => ({ show: key, text })) }];
    find("help-keys").append(...all.map(({ title, keys }) => build("section", {},
      build("h3", { textContent: title }),
      build("dl", {}, ...keys.filter(({ show }) => show).flatMap(({ show, text }) => [
        build("dt", {}, ...show.split(" or ").flatMap((key, index) => [...(index ? [" or "] : []), build("kbd", { textContent: key })])),
        build("dd", { textContent: text }),
      ])))));
  }

  help() {
    const dialog = find("help-dialog");
    if (!dialog.open) dialog.showModal();
  }

  #press(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const typing = isTyping(focused());
    const inBoard = document.activeElement === this.#board;
    const control = event.ctrlKey || event.metaKey;
    for (const { keys } of this.#groups) {
      for (const { press, action, everywhere } of keys) {
        if (!press.includes(control ? `Ctrl+${event.key}` : event.key) || event.altKey) continue;
        if (typing && !control) return;
        const plain = event.key.length === 1 && !control;
        if (plain && localStorage.getItem("kiwipete-single-keys") === "off" && event.key !== "?") return;
        if (inBoard && !everywhere && !control) return;
        event.preventDefault();
        action(event);
        return;
      }
    }
  }
}
