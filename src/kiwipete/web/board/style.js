// The look of the board. Themes are custom properties, which a page may set too.
import { PAINTS, SQUARES } from "./pieces.js";

const theme = (...colors) => ["light", "dark", "last-light", "last-dark", "ink"]
  .map((name, index) => `--kp-${name}:${colors[index]};`).join("");

const CONTRAST = theme("#fff3c4", "#5b93d6", "#ffb3e6", "#d65ab0", "#000")
  + "--kp-white:#fff;--kp-black:#000;--kp-target:#000;--kp-focus:#c00000;";

const CSS = `
:host { display: block; width: 100%; box-sizing: border-box; line-height: 1; ${theme(...SQUARES, "#2c3a1d")}
  --kp-target: #14210e80; --kp-picked: #f7c948; --kp-focus: #0b57d0 }
:host([theme=blue]) { ${theme("#e9eef4", "#7f9cc0", "#cfe0a6", "#9dbb6c", "#1b2c44")} }
:host([theme=brown]) { ${theme("#f0dfc6", "#b98f6b", "#f0d784", "#cfa545", "#3c2413")} }
:host([theme=contrast]) { ${CONTRAST} }
@media (prefers-contrast: more) { :host(:not([theme])) { ${CONTRAST} } }
:host([hidden]) { display: none }
:host([coordinates=outside]) { padding: 0 0 1.4em 1.4em }
.frame { position: relative; aspect-ratio: 1; container-type: inline-size; forced-color-adjust: none }
.grid, svg, .veil { position: absolute; inset: 0 }
.grid, .row { display: grid; grid: repeat(8, 1fr) / 1fr; user-select: none; touch-action: manipulation }
.row { grid: 1fr / repeat(8, 1fr) }
.cell { position: relative; background: var(--kp-light); color: var(--kp-ink); outline: none }
.dark { background: var(--kp-dark) }
.last { background: var(--kp-last-light) }
.dark.last { background: var(--kp-last-dark) }
.cell.picked { background: var(--kp-picked) }
.cell.check { background-image: radial-gradient(#ff2a1a 10%, #e02214d9 50%, #b0100800 75%) }
.cell.move { background-image: radial-gradient(circle closest-side, var(--kp-target) 29%, #0000 32%) }
.cell.capture { background-image: radial-gradient(circle closest-side, #0000 80%, var(--kp-target) 82% 96%, #0000 98%) }
.over { box-shadow: inset 0 0 0 .7cqw var(--kp-picked) }
.cell:focus-visible { box-shadow: inset 0 0 0 .75cqw var(--kp-focus), inset 0 0 0 1.15cqw #fff }
.own { cursor: grab }
.own:active { cursor: grabbing }
.cell::before, .cell::after { position: absolute; opacity: .85; font: 600 clamp(8px, 2.5cqw, 14px)/1 system-ui, sans-serif }
.cell::before { top: 6%; left: 6% }
.cell::after { bottom: 5%; right: 7% }
:host(:not([coordinates=off])) .cell::before { content: attr(data-rank) }
:host(:not([coordinates=off])) .cell::after { content: attr(data-file) }
:host([coordinates=outside]) .cell { color: inherit }
:host([coordinates=outside]) .cell::before { top: calc(50% - .5em); left: -1.2em }
:host([coordinates=outside]) .cell::after { bottom: -1.35em; right: calc(50% - .3em) }
svg { width: 100%; height: 100%; overflow: visible; pointer-events: none }
.white { fill: var(--kp-white, ${PAINTS.white[0]}) }
.black { fill: var(--kp-black, ${PAINTS.black[0]}) }
.held { filter: drop-shadow(0 2px 2.5px #0006) }
.ghost .pieces { opacity: .75 }
.veil { background: #10141880 }
.choice { position: absolute; width: 12.5%; display: flex; flex-direction: column; border-radius: 6px;
  box-shadow: 0 4px 18px #0008; overflow: hidden }
.up { flex-direction: column-reverse }
.choice button { aspect-ratio: 1; border: 0; padding: 0; background: var(--kp-dark); cursor: pointer }
.choice button:is(:hover, :focus) { background: var(--kp-picked); outline: none }
.choice svg { position: static; display: block }
.typed { position: absolute; inset: auto 15% 7% }
input { width: 100%; box-sizing: border-box; padding: .5em .7em; font: 600 1.3em system-ui, sans-serif;
  border: 2px solid var(--kp-focus); border-radius: 10px; outline: none; box-shadow: 0 4px 24px #000a }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
`;

let sheet;

// One sheet for all boards, of a kind that a strict CSP allows.
export function addStyles(root) {
  if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(CSS);
  root.adoptedStyleSheets = [sheet];
}
