// The look of the board: themes as custom properties, which a page can set too, and the layout.
import { COLORS, PAINTS } from "./pieces.js";

const theme = (light, dark, lastLight, lastDark, ink, more = "") =>
  `--kp-light:${light};--kp-dark:${dark};--kp-last-light:${lastLight};--kp-last-dark:${lastDark};--kp-ink:${ink};${more}`;

const green = theme(COLORS["square light"], COLORS["square dark"],
  COLORS["square light lastmove"], COLORS["square dark lastmove"], "#2c3a1d");
const contrast = theme("#fff3c4", "#5b93d6", "#ffb3e6", "#d65ab0", "#000",
  "--kp-white:#fff;--kp-black:#000;--kp-line:#000;--kp-detail:#fff;--kp-target:#000;--kp-focus:#c00000;");

const css = `
:host {
  display: block; position: relative; min-width: 8em; line-height: 1; ${green}
  --kp-target: #14210e80; --kp-picked: #f7c948; --kp-focus: #0b57d0; --kp-radius: 4px;
  --kp-white: ${PAINTS.white[0]}; --kp-black: ${PAINTS.black[0]}; --kp-line: ${PAINTS.black[1]}; --kp-detail: ${PAINTS.black[2]};
}
:host([hidden]) { display: none }
:host([theme=blue]) { ${theme("#e9eef4", "#7f9cc0", "#cfe0a6", "#9dbb6c", "#1b2c44")} }
:host([theme=brown]) { ${theme("#f0dfc6", "#b98f6b", "#f0d784", "#cfa545", "#3c2413")} }
:host([theme=gray]) { ${theme("#e6e6e6", "#9a9da1", "#d9dfa0", "#b0b566", "#25282b")} }
:host([theme=contrast]) { ${contrast} }
@media (prefers-contrast: more) { :host(:not([theme])) { ${contrast} } }
.frame { position: relative; aspect-ratio: 1; container-type: inline-size; forced-color-adjust: none }
.grid { position: absolute; inset: 0; display: grid; grid-template-rows: repeat(8, 1fr);
  touch-action: manipulation; user-select: none; -webkit-user-select: none;
  -webkit-touch-callout: none; -webkit-tap-highlight-color: transparent; border-radius: var(--kp-radius) }
.row { display: grid; grid-template-columns: repeat(8, 1fr); min-height: 0 }
.cell { position: relative; background: var(--kp-light); color: var(--kp-ink); outline: none; min-width: 0 }
.cell.dark { background: var(--kp-dark) }
.row:first-child .cell:first-child { border-top-left-radius: inherit }
.cell.last { background-color: var(--kp-last-light) }
.cell.dark.last { background-color: var(--kp-last-dark) }
.cell.picked { background-color: var(--kp-picked) }
.cell.check { background-image: radial-gradient(#ff2a1a 10%, #e02214d9 50%, #b0100800 75%) }
.cell.move { background-image: radial-gradient(circle closest-side, var(--kp-target) 29%, #0000 32%) }
.cell.capture { background-image: radial-gradient(circle, #0000 59%, var(--kp-target) 61%, var(--kp-target) 68%, #0000 70%) }
.cell.over { box-shadow: inset 0 0 0 .7cqw #fffc }
.cell:focus-visible { box-shadow: inset 0 0 0 .75cqw var(--kp-focus), inset 0 0 0 1.15cqw #fff }
.cell.own { cursor: grab }
.dragging .cell { cursor: grabbing }
.cell::before, .cell::after { position: absolute; font: 650 clamp(8px, 2.5cqw, 14px)/1 system-ui, sans-serif;
  opacity: .85; pointer-events: none }
.cell::before { content: attr(data-rank); top: 6%; left: 6% }
.cell::after { content: attr(data-file); bottom: 5%; right: 7% }
:host([coordinates=off]) .cell::before, :host([coordinates=off]) .cell::after { content: none }
:host([coordinates=outside]) { padding: 0 0 1.35em 1.35em }
:host([coordinates=outside]) .cell::before { top: calc(50% - .5em); left: -1.2em }
:host([coordinates=outside]) .cell::after { bottom: -1.35em; right: calc(50% - .3em) }
:host([coordinates=outside]) .cell { color: inherit }
svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none }
.piece.white { fill: var(--kp-white); stroke: var(--kp-line) }
.piece.black { fill: var(--kp-black); stroke: var(--kp-line) }
.black .detail { stroke: var(--kp-detail) }
.black .dots { fill: var(--kp-detail) }
.lifted { filter: drop-shadow(0 2px 2.5px #0006) }
.ghost .pieces { opacity: .72 }
.ghost .shapes { display: none }
.veil { position: absolute; inset: 0; background: #10141880; border-radius: var(--kp-radius) }
.choice { position: absolute; width: 12.5%; display: flex; flex-direction: column; background: Canvas;
  border-radius: 6px; box-shadow: 0 4px 18px #0008; overflow: hidden }
.choice.up { flex-direction: column-reverse }
.choice button { aspect-ratio: 1; border: 0; padding: 0; background: #f2f1ea; cursor: pointer }
.choice button:is(:hover, :focus-visible) { background: #f7c948; outline: 3px solid var(--kp-focus); outline-offset: -3px }
.choice svg { position: static; display: block }
.typed { position: absolute; left: 50%; bottom: 6%; translate: -50%; width: min(90%, 20em); display: grid; gap: .5em;
  padding: .7em; background: Canvas; color: CanvasText; border-radius: 10px; box-shadow: 0 4px 24px #0008;
  font: 16px/1.3 system-ui, sans-serif; box-sizing: border-box }
.typed input { font: 600 1.25em system-ui, sans-serif; padding: .35em .5em; border: 2px solid color-mix(in srgb, CanvasText 45%, Canvas);
  border-radius: 6px; background: Field; color: FieldText; width: 100%; box-sizing: border-box }
.typed input:focus { outline: none; border-color: var(--kp-focus) }
.typed output { min-height: 1.3em; font-size: .85em; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
[hidden] { display: none !important }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
`;

let sheet;

/** Give a shadow root the styles: one sheet for all boards, which a strict CSP allows. */
export function addStyles(root) {
  if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(css);
  root.adoptedStyleSheets = [sheet];
}
