// What happens on a board: picking up, putting down, drawing, typing, and what is said about it.
import { START, colorOf, describe, isSquare, pieceName, readFen } from "./squares.js";
import { movesBetween, movesTyped, speak, speakUci, targets } from "./notation.js";
import { askPromotion, askTyped } from "./dialogs.js";

const lastRank = { P: "8", p: "1" };

export class Controller {
  position = { fen: START };
  movable = "none";
  cursor = "e1";
  picked = null;
  shapes = [];
  userShapes = [];
  ghost = null;

  constructor(view, emit) {
    this.view = view;
    this.emit = emit;
    Object.assign(this, readFen(START));
    this.refresh();
    view.moveCursor(this.cursor);
  }

  get legal() {
    return this.position.legal ?? [];
  }

  /** Show a new position; an Error says what is wrong with its FEN, and nothing changes. */
  setPosition(position) {
    const { pieces, turn } = readFen(position.fen);
    const old = this.position;
    const { lastMove } = position;
    if (lastMove && position.fen !== old.fen) {
      const san = position.san ?? old.legal?.find(({ uci }) => uci === lastMove)?.san;
      this.view.announce(san ? `${this.turn}: ${speak(san)}` : speakUci(lastMove, this.pieces));
    } else if (old.fen !== position.fen && this.view.grid.isConnected) {
      this.view.announce(`New position, ${turn} to move`);
    }
    const changed = old.fen !== position.fen;
    Object.assign(this, { position, pieces, turn, picked: null });
    this.view.closeDialog?.();
    if (changed && this.userShapes.length) this.draw([]);
    this.refresh();
  }

  /** Draw everything anew as it stands. */
  refresh() {
    const { view, picked, ghost, pieces, position } = this;
    const shown = ghost ?? { pieces, ...position };
    const goals = picked ? targets(this.legal, picked, pieces) : {};
    const marks = {};
    const mark = (square, name) => { if (square) marks[square] = `${marks[square] ?? ""} ${name}`; };
    if (isSquare(shown.lastMove?.slice(0, 2))) {
      mark(shown.lastMove.slice(0, 2), "last");
      mark(shown.lastMove.slice(2, 4), "last");
    }
    for (const square of pieces.keys()) if (this.mayPick(square)) mark(square, "own");
    mark(shown.check, "check");
    mark(picked, "picked");
    for (const square in goals) mark(square, goals[square]);
    mark(this.over, "over");
    view.frame.classList.toggle("ghost", Boolean(ghost));
    view.grid.setAttribute("aria-readonly", String(this.movable === "none"));
    view.mark(marks);
    view.label(pieces, goals, picked);
    view.showPieces(shown.pieces, shown.lastMove);
    this.showShapes();
  }

  showShapes() {
    this.view.showShapes([...this.shapes, ...this.userShapes, ...(this.drawing ? [this.drawing] : [])]);
  }

  mayPick(square) {
    const piece = this.pieces.get(square);
    return Boolean(piece) && ["both", colorOf(piece)].includes(this.movable);
  }

  pick(square) {
    this.picked = square;
    const goals = Object.keys(targets(this.legal, square, this.pieces));
    const moves = this.position.legal ? `, ${goals.length || "no"} move${goals.length === 1 ? "" : "s"}` : "";
    this.view.announce(`${pieceName(this.pieces.get(square))} ${square}${moves}`);
    this.refresh();
  }

  /** Put the picked piece back. */
  release() {
    if (this.picked) this.view.settle(this.picked);
    this.picked = null;
    this.refresh();
  }

  /** Do what a click or Enter on a square does. */
  activate(square) {
    const { picked } = this;
    const other = picked && picked !== square;
    if (other && (!this.mayPick(square) || movesBetween(this.legal, picked, square, this.pieces).length
      || colorOf(this.pieces.get(square)) !== colorOf(this.pieces.get(picked)))) this.tryMove(picked, square);
    else if (picked === square) this.release();
    else if (this.mayPick(square)) this.pick(square);
    else if (this.pieces.has(square) && this.movable !== "none") this.view.announce("This piece can't be moved");
  }

  /** Play a move if it is legal, after asking for the promotion; otherwise it is an attempt. */
  async tryMove(from, to) {
    const { pieces, position } = this;
    const found = movesBetween(this.legal, from, to, pieces);
    const promotes = lastRank[pieces.get(from)] === to[1];
    if (found.length > 1 || (promotes && !position.legal)) return this.choose(from, to, found);
    if (found.length) return this.play(found[0]);
    return this.attempt(from, to, promotes ? "q" : null);
  }

  async choose(from, to, found) {
    const letters = found.length ? [..."qrbnk"].filter((letter) => found.some(({ uci }) => uci[4] === letter))
      : [..."qrbn"];
    const { position } = this;
    this.view.settle(from, to);
    const letter = await askPromotion(this.view, to, colorOf(this.pieces.get(from)), letters);
    this.view.closeDialog = null;
    if (position !== this.position) return;
    this.view.moveCursor(to, true);
    if (!letter) this.release();
    else if (found.length) this.play(found.find(({ uci }) => uci[4] === letter));
    else this.attempt(from, to, letter);
  }

  play({ uci, san }) {
    const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci[4] ?? null];
    const { position } = this;
    this.picked = null;
    const proceed = this.emit("kiwipete-move", { uci, san, from, to, promotion });
    if (position !== this.position) return;
    this.refresh();
    if (proceed) this.view.settle(from, san?.startsWith("O-O") ? (san[4] ? "c" : "g") + from[1] : to);
  }

  attempt(from, to, promotion) {
    const uci = from + to + (promotion ?? "");
    this.release();
    if (this.emit("kiwipete-attempt", { from, to, promotion, uci })) {
      this.view.announce(`${speakUci(from + to, this.pieces)} is not legal`);
    }
  }

  /** Open the box for a typed move. */
  type(text) {
    const { view } = this;
    askTyped(view, text, this.movable === "none" ? [] : this.legal, (typed) => {
      view.moveCursor(this.cursor, true);
      if (typed) this.enter(typed);
    });
  }

  enter(text) {
    if (/^f(lip)?$/i.test(text)) return this.emit("flip");
    const able = ["both", this.turn].includes(this.movable);
    const found = able ? movesTyped(this.legal, text, this.pieces) : [];
    const ends = new Set(found.map(({ uci }) => uci.slice(0, 4)));
    if (found.length === 1) return this.play(found[0]);
    if (ends.size === 1) return this.choose(found[0].uci.slice(0, 2), found[0].uci.slice(2, 4), found);
    if (ends.size) return this.view.announce(`${text} may be ${found.map(({ san }) => san).join(" or ")}`);
    if (this.emit("kiwipete-typed", { text })) this.view.announce(`${text} is not a legal move`);
  }

  /** Add a shape of the user's, or remove it if it is there. */
  toggle(shape) {
    const same = ({ kind, from, to, square }) => kind === shape.kind && from === shape.from
      && to === shape.to && square === shape.square;
    const rest = this.userShapes.filter((each) => !same(each));
    const old = this.userShapes.find(same);
    this.draw(old?.color === shape.color ? rest : [...rest, shape]);
    const what = shape.kind === "arrow" ? `arrow from ${shape.from} to ${shape.to}` : `circle on ${shape.square}`;
    this.view.announce(`${shape.color} ${what}${old?.color === shape.color ? " removed" : ""}`);
  }

  draw(shapes) {
    this.userShapes = shapes;
    this.showShapes();
    this.emit("kiwipete-shapes", { shapes });
  }

  /** Move the keyboard's cursor. */
  go(square, focus = true) {
    this.cursor = square;
    this.view.moveCursor(square, focus);
  }

  describe() {
    this.view.announce(`${describe(this.pieces)}. ${this.turn} to move`);
  }
}

/** Return the shape between two squares, in the colour that the modifier keys mean. */
export function shapeOf(from, to, { shiftKey, altKey }) {
  const color = [["green", "blue"], ["red", "yellow"]][+shiftKey][+altKey];
  return from === to ? { kind: "circle", square: from, color } : { kind: "arrow", from, to, color };
}
