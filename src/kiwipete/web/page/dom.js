// Build and find elements.
//
// Text always goes through textContent, so that names from games and engines never become markup.

const SVG = "http://www.w3.org/2000/svg";

export const find = (id) => document.getElementById(id);

/** Build an element: `properties` are set as properties, `data-…`, `aria-…` and `role` as attributes. */
export function build(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  assign(element, properties);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Build an SVG element from attributes. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Build an icon of the page's sprite. */
export function icon(name) {
  return svg("svg", { class: "icon" }, svg("use", { href: `#i-${name}` }));
}

function assign(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name === "on") {
      for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    } else if (name.includes("-") || name === "role" || name === "for") {
      element.setAttribute(name, value);
    } else {
      element[name] = value;
    }
  }
}

/** Change an element's text only when it differs: live regions stay quiet otherwise. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Whether this element uses letters or arrow keys itself. */
export function isTyping(element) {
  if (!element) return false;
  if (element.isContentEditable) return true;
  if (element.tagName === "INPUT") return !["checkbox", "button", "file"].includes(element.type);
  return element.tagName === "TEXTAREA" || element.tagName === "SELECT";
}

/** The innermost focused element, inside shadow trees as well. */
export function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** Call `work` at most once a frame, with the latest arguments. */
export function everyFrame(work) {
  let waiting = null;
  return (...latest) => {
    if (waiting === null) requestAnimationFrame(() => {
      const last = waiting;
      waiting = null;
      work(...last);
    });
    waiting = latest;
  };
}
