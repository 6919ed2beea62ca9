// The tabs at the top: one view at a time beside the board.

import { find } from "./dom.js";

const WITH_MOVES = new Set(["analyse", "play"]);

export class Views {
  #tabs = [...document.querySelectorAll("[role=tab]")];
  #changed;
  #watchFirst; // whether a match opens its view: not if the user has chosen another
  current = "analyse";

  /** `changed(view)` is called after each change. */
  constructor(changed) {
    this.#changed = changed;
    for (const tab of this.#tabs) tab.addEventListener("click", () => this.show(tab.dataset.view));
    document.querySelector("[role=tablist]").addEventListener("keydown", (event) => this.#key(event));
    const saved = sessionStorage.getItem("kiwipete-view");
    if (saved && saved !== "watch" && find(`tab-${saved}`)) this.show(saved);
    this.#watchFirst = !saved || saved === "watch";
  }

  show(view) {
    if (find(`tab-${view}`).hidden) return;
    this.current = view;
    sessionStorage.setItem("kiwipete-view", view);
    document.body.dataset.view = view;
    for (const tab of this.#tabs) {
      const on = tab.dataset.view === view;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      find(tab.getAttribute("aria-controls")).hidden = !on;
    }
    find("moves-card").hidden = !WITH_MOVES.has(view);
    find("stage").hidden = view === "watch";
    this.#changed(view);
  }

  /** The view with this number, from 1, among those that can be seen. */
  showNumber(number) {
    const tab = this.#tabs.filter((each) => !each.hidden)[number - 1];
    if (tab) this.show(tab.dataset.view);
  }

  /** Show or hide the tab of a match. */
  allowWatch(present) {
    const tab = find("tab-watch");
    if (tab.hidden === !present) return;
    tab.hidden = !present;
    if (present && this.#watchFirst) this.show("watch");
    else if (this.current === "watch") this.show("analyse");
  }

  #key(event) {
    const shown = this.#tabs.filter((tab) => !tab.hidden);
    const at = shown.indexOf(document.activeElement);
    const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    if (!(event.key in places)) return;
    event.preventDefault();
    event.stopPropagation();
    const tab = shown.at(places[event.key] % shown.length);
    tab.focus();
    this.show(tab.dataset.view);
  }
}
