// The PGN tags of the game, as a form.

import { send } from "./api.js";
import { build, find } from "./dom.js";

const FIRST = ["White", "Black", "Event", "Site", "Date", "Round", "WhiteElo", "BlackElo"];
const RESULTS = ["*", "1-0", "0-1", "1/2-1/2"];
const FIXED = new Set(["FEN", "SetUp", "Variant"]);

export class Headers {
  #store;
  #form = find("headers-form");
  #drawn = null;

  constructor(store) {
    this.#store = store;
    store.on("game", () => this.#show());
    this.#form.addEventListener("change", ({ target }) => {
      send("edit", { node: 0, action: "header", value: { [target.name]: target.value } });
    });
    this.#form.addEventListener("submit", (event) => event.preventDefault());
  }

  #show() {
    const headers = this.#store.state.game?.headers ?? {};
    const key = JSON.stringify(headers);
    if (key === this.#drawn || this.#form.contains(document.activeElement)) return;
    this.#drawn = key;
    const names = [...new Set([...FIRST, ...Object.keys(headers)])].filter((name) => name !== "Result" && !FIXED.has(name));
    const fields = names.map((name) => {
      const value = headers[name] ?? "";
      return this.#field(name, build("input", { name, value: value === "?" || value === "????.??.??" ? "" : value, autocomplete: "off" }));
    });
    const result = build("select", { name: "Result" }, ...RESULTS.map((value) => build("option", { value, textContent: value })));
    result.value = headers.Result ?? "*";
    this.#form.replaceChildren(...fields, this.#field("Result", result));
  }

  #field(name, input) {
    return build("label", {}, build("span", { textContent: name.replace(/([a-z])([A-Z])/g, "$1 $2") }), input);
  }
}
