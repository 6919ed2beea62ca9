// What happens on a board: moving, drawing and typing, and what is said about it.
import { START, colorOf, isSquare, pieceName, readFen } from "./squares.js";
import { cut, movesBetween, movesTyped, speak, speakUci, targets } from "./notation.js";
import { askMove, askPromotion } from "./dialogs.js";

export class Controller {
  movable = "none";
  cursor = "e1";
  shapes = [];
  userShapes = [];
  picked = null; // the square of a piece in the hand
  over = null; // the square it is dragged over
  drawing = null; // a shape that is being drawn
  ghost = null;

  constructor(view, emit) {
    Object.assign(this, { view, emit, position: { fen: START }, ...readFen(START) });
    this.refresh();
    view.moveCursor(this.cursor);
  }

  get legal() {
    return this.position.legal ?? [];
  }

  say(text) {
    this.view.announce(text);
  }

  /** Show a new position. If its FEN is wrong, an Error says so and nothing changes. */
  setPosition(position) {
    const read = readFen(position.fen);
    const { lastMove } = position;
    if (position.fen !== this.position.fen) {
      const san = position.san ?? this.legal.find(({ uci }) => uci === lastMove)?.san;
      if (san) this.say(`${this.turn}: ${speak(san)}`);
      else this.say(lastMove ? speakUci(lastMove, this.pieces, read.pieces) : `New position, ${read.turn} to move`);
      this.picked = null;
      this.view.closeDialog?.();
      if (this.userShapes.length) this.draw([]);
    }
    Object.assign(this, { position, ...read });
    this.refresh();
  }

  get shown() {
    return this.ghost ?? { ...this.position, pieces: this.pieces };
  }

  refresh() {
    this.view.showPieces(this.shown.pieces, this.shown.lastMove);
    this.mark();
    this.showShapes();
  }

  /** Show the state of each square. */
  mark() {
    const { view, picked, pieces, ghost } = this;
    const { lastMove, check } = this.shown;
    const marks = {};
    const add = (square, name) => isSquare(square) && (marks[square] = `${marks[square] ?? ""} ${name}`);
    if (lastMove) cut(lastMove).forEach((square) => add(square, "last"));
    for (const square of pieces.keys()) if (this.mayPick(square)) add(square, "own");
    add(check, "check");
    add(picked, "picked");
    add(this.over, "over");
    if (picked) Object.entries(targets(this.legal, picked, pieces)).forEach((target) => add(...target));
    view.frame.classList.toggle("ghost", Boolean(ghost));
    view.grid.ariaReadOnly = String(this.movable === "none");
    view.showSquares(marks, pieces);
  }

  showShapes() {
    const { shapes, userShapes, drawing } = this;
    this.view.showShapes([...shapes, ...userShapes, ...(drawing ? [drawing] : [])]);
  }

  mayPick(square) {
    const piece = this.pieces.get(square);
    return Boolean(piece) && ["both", colorOf(piece)].includes(this.movable);
  }

  pick(square) {
    this.picked = square;
    const count = Object.keys(targets(this.legal, square, this.pieces)).length;
    const moves = this.position.legal ? `, ${count || "no"} move${count === 1 ? "" : "s"}` : "";
    this.say(`${pieceName(this.pieces.get(square))} ${square}${moves}`);
    this.mark();
  }

  /** Put the picked piece back. */
  release() {
    this.view.settle(this.picked);
    this.picked = null;
    this.mark();
  }

  /** Do what a click or Enter on a square does. */
  activate(square) {
    const { picked, pieces } = this;
    const side = (each) => pieces.has(each) && colorOf(pieces.get(each));
    if (picked === square) this.release();
    else if (picked && (side(picked) !== side(square) || movesBetween(this.legal, picked, square, pieces).length)) {
      this.tryMove(picked, square);
    } else if (this.mayPick(square)) this.pick(square);
  }

  /** Play a move if it is legal, after asking for the promotion; otherwise it is an attempt. */
  tryMove(from, to) {
    const found = movesBetween(this.legal, from, to, this.pieces);
    const promotes = { P: "8", p: "1" }[this.pieces.get(from)] === to[1];
    if (found.length > 1 || (promotes && !this.position.legal)) this.choose(from, to, found);
    else if (found.length) this.play(found[0]);
    else this.attempt(from, to, promotes ? "q" : null);
  }

  async choose(from, to, found) {
    const { pieces, view } = this;
    const white = colorOf(pieces.get(from)) === "white";
    const letters = [..."qrbnk"].filter((letter) =>
      found.length ? found.some(({ uci }) => uci[4] === letter) : letter !== "k");
    view.settle(from, to);
    const letter = await askPromotion(view, to, letters.map((each) => (white ? each.toUpperCase() : each)));
    if (pieces !== this.pieces) return;
    this.go(to);
    if (!letter) this.picked = from, this.release();
    else if (found.length) this.play(found.find(({ uci }) => uci[4] === letter));
    else this.attempt(from, to, letter);
  }

  play({ uci, san }) {
    const [from, to, promotion] = cut(uci);
    const { position } = this;
    this.picked = null;
    const goes = this.emit("move", { uci, san, from, to, promotion });
    if (position !== this.position) return; // the host has answered
    this.mark();
    this.view.settle(from, !goes ? from : san?.startsWith("O-O") ? (san[4] ? "c" : "g") + from[1] : to);
  }

  attempt(from, to, promotion) {
    this.picked = from;
    this.release();
    const goes = this.emit("attempt", { from, to, promotion, uci: from + to + (promotion ?? "") });
    if (goes) this.say(`${speakUci(from + to, this.pieces)} is not legal`);
  }

  /** Ask for a typed move, and play it. */
  async type(begin) {
    const text = await askMove(this.view, begin, this.legal);
    this.go(this.cursor);
    if (!text) return;
    if (/^f(lip)?$/i.test(text)) return this.flip();
    const able = ["both", this.turn].includes(this.movable);
    const found = able ? movesTyped(this.legal, text, this.pieces) : [];
    const [from, to] = cut(found[0]?.uci ?? "");
    if (found.length === 1) this.play(found[0]);
    else if (found.length && found.every(({ uci }) => uci.startsWith(from + to))) this.choose(from, to, found);
    else if (found.length) this.say(`${text} may be ${found.map(({ san }) => san).join(" or ")}`);
    else if (this.emit("typed", { text })) this.say(`${text} is not a legal move`);
  }

  /** Draw a shape of the user's, or remove the same one. */
  toggle(shape) {
    const { from, to, square, color } = shape;
    const rest = this.userShapes.filter((each) => each.from !== from || each.to !== to || each.square !== square);
    const gone = this.userShapes.some((each) => !rest.includes(each) && each.color === color);
    this.draw(gone ? rest : [...rest, shape]);
    this.say(`${color} ${square ? `circle ${square}` : `arrow ${from} ${to}`}${gone ? " removed" : ""}`);
  }

  draw(shapes) {
    this.userShapes = shapes;
    this.showShapes();
    this.emit("shapes", { shapes });
  }

  /** Move the cursor. */
  go(square, focus = true) {
    this.cursor = square;
    this.view.moveCursor(square, focus);
  }
}

/** Return the shape between two squares, in the colour of the modifier keys. */
export function shapeOf(from, to, { shiftKey, altKey }) {
  const color = ["green", "red", "blue", "yellow"][shiftKey + 2 * altKey];
  return from === to ? { kind: "circle", square: from, color } : { kind: "arrow", from, to, color };
}
