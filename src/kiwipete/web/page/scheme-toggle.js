// The button for light, dark, or what the system prefers.

import { find } from "./dom.js";

const NEXT = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: "system", light: "sun", dark: "moon" };

export class Scheme {
  #button = find("scheme");

  constructor() {
    this.#button.addEventListener("click", () => this.#set(NEXT[this.#current]));
    this.#show();
  }

  get #current() {
    return document.documentElement.dataset.scheme ?? "system";
  }

  #set(scheme) {
    if (scheme === "system") {
      delete document.documentElement.dataset.scheme;
      localStorage.removeItem("kiwipete-scheme");
    } else {
      document.documentElement.dataset.scheme = scheme;
      localStorage.setItem("kiwipete-scheme", scheme);
    }
    this.#show();
  }

  #show() {
    const label = `Colours: ${this.#current}. Switch to ${NEXT[this.#current]}`;
    this.#button.setAttribute("aria-label", label);
    this.#button.title = label;
    this.#button.querySelector("use").setAttribute("href", `#i-${ICONS[this.#current]}`);
  }
}
