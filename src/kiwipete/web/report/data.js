// What the page carries: its data, and small helpers to show them.

/** Return the data of the page, and mark it as one that runs scripts. */
export function readData() {
  document.documentElement.classList.add("runs");
  return JSON.parse(document.getElementById("data").textContent);
}

/** Return a new element with attributes and children; texts are never read as HTML. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
