// What happens on a board: moving, drawing and typing, and what is said about it.
import { START, colorOf, isSquare, pieceName, readFen } from "./squares.js";
import { cut, movesBetween, movesTyped, speak, speakUci, targets } from "./notation.js";
import { askMove, askPromotion } from "./dialogs.js";

export class Controller {
  movable = "none";
  cursor = "e1";
  shapes = [];
  userShapes = [];
  picked = null; // where the piece in the hand stands
  over = null; // the square it is dragged over
  drawing = null; // a shape
  ghost = null;

  constructor(view, emit) {
    Object.assign(this, { view, emit, position: { fen: START }, ...readFen(START) });
    this.say = (text) => view.announce(text);
    this.refresh();
    view.moveCursor(this.cursor);
  }

  get legal() { return this.position.legal ?? []; }
  get shown() { return this.ghost ?? { ...this.position, pieces: this.pieces }; }

  // A wrong FEN throws and changes nothing.
  setPosition(position) {
    const read = readFen(position.fen);
    const { lastMove } = position;
    if (position.fen !== this.position.fen) {
      const san = position.san ?? this.legal.find(({ uci }) => uci === lastMove)?.san;
      this.say(san ? `${this.turn}: ${speak(san)}` : lastMove ? speakUci(lastMove, this.pieces)
        : `New position, ${read.turn} to move`);
      this.picked = null;
      this.view.closeDialog?.();
      if (this.userShapes.length) this.draw([]);
    }
    Object.assign(this, { position, ...read });
    this.refresh();
  }

  refresh() {
    this.view.showPieces(this.shown.pieces, this.shown.lastMove);
    this.mark();
    this.showShapes();
  }

  mark() {
    const { view, picked, pieces } = this;
    const { lastMove, check } = this.shown;
    const marks = {};
    const add = (name, ...squares) => squares.filter(isSquare).forEach((square) => {
      marks[square] = `${marks[square] ?? ""} ${name}`;
    });
    add("last", ...cut(lastMove ?? ""));
    add("own", ...[...pieces.keys()].filter((square) => this.mayPick(square)));
    add("check", check);
    add("picked", picked);
    add("over", this.over);
    if (picked) Object.entries(targets(this.legal, picked, pieces)).forEach(([to, name]) => add(name, to));
    view.frame.className = this.ghost ? "frame ghost" : "frame";
    view.grid.ariaReadOnly = this.movable === "none";
    view.showSquares(marks, pieces);
  }

  showShapes() {
    this.view.showShapes(this.ghost ? [] : [...this.shapes, ...this.userShapes, this.drawing ?? {}]);
  }

  may(color) { return ["both", color].includes(this.movable); }
  mayPick(square) { return this.pieces.has(square) && this.may(colorOf(this.pieces.get(square))); }

  pick(square) {
    const moves = Object.keys(targets(this.legal, square, this.pieces));
    this.say(`${pieceName(this.pieces.get(square))} ${square}, moves: ${moves.length}`);
    this.picked = square;
    this.mark();
  }

  release(square = this.picked) {
    this.view.settle(square);
    this.picked = null;
    this.mark();
  }

  activate(square) {
    const { picked, pieces } = this;
    const side = (each) => pieces.has(each) && colorOf(pieces.get(each));
    if (picked === square) this.release();
    else if (picked && (side(picked) !== side(square) || movesBetween(this.legal, picked, square, pieces).length)) {
      this.tryMove(picked, square);
    } else if (this.mayPick(square)) this.pick(square);
  }

  tryMove(from, to) {
    const found = movesBetween(this.legal, from, to, this.pieces);
    const ends = { P: "8", p: "1" }[this.pieces.get(from)] === to[1];
    if (found.length > 1 || (ends && !this.position.legal)) this.choose(from, to, found);
    else if (found.length) this.play(found[0]);
    else this.attempt(from, to, ends ? "q" : null);
  }

  async choose(from, to, found) {
    const { view, position: { fen } } = this;
    const letters = found.length ? found.map(({ uci }) => uci[4]) : [..."qrbn"];
    view.settle(from, to);
    const letter = await askPromotion(view, to, letters, colorOf(this.pieces.get(from)));
    if (fen !== this.position.fen) return;
    this.go(to);
    if (!letter) this.release(from);
    else if (found.length) this.play(found.find(({ uci }) => uci[4] === letter));
    else this.attempt(from, to, letter);
  }

  play({ uci, san = "" }) {
    const [from, to, promotion] = cut(uci);
    const { position } = this;
    this.picked = null;
    const goes = this.emit("move", { uci, san, from, to, promotion });
    if (position !== this.position) return; // the host has answered
    this.mark();
    this.view.settle(from, !goes ? from : san.startsWith("O-O") ? (san[4] ? "c" : "g") + from[1] : to);
  }

  attempt(from, to, promotion) {
    this.release(from);
    if (this.emit("attempt", { from, to, promotion, uci: from + to + (promotion ?? "") })) {
      this.say(`${speakUci(from + to, this.pieces)} is not legal`);
    }
  }

  async type(begin) {
    const text = await askMove(this.view, begin);
    this.go(this.cursor);
    if (!text) return;
    const found = this.may(this.turn) ? movesTyped(this.legal, text, this.pieces) : [];
    const [from, to] = cut(found[0]?.uci ?? "");
    if (found.length === 1) this.play(found[0]);
    else if (found.some(({ uci }) => !uci.startsWith(from + to))) {
      this.say(`${text} may be ${found.map(({ san }) => san).join(" or ")}`);
    } else if (to) this.choose(from, to, found);
    else if (this.emit("typed", { text })) this.say(`${text} is not a legal move`);
  }

  toggle(shape) {
    const { from, to, square, color } = shape;
    const old = this.userShapes.find((each) => each.from === from && each.to === to && each.square === square);
    const gone = old?.color === color;
    this.draw([...this.userShapes.filter((each) => each !== old), ...(gone ? [] : [shape])]);
    this.say(`${color} ${square ? `circle ${square}` : `arrow ${from} ${to}`}${gone ? " removed" : ""}`);
  }

  draw(shapes) {
    this.userShapes = shapes;
    this.showShapes();
    this.emit("shapes", { shapes });
  }

  go(square, focus = true) {
    this.cursor = square;
    this.view.moveCursor(square, focus);
  }
}

export function shapeOf(from, to, { shiftKey, altKey }) {
  const color = ["green", "red", "blue", "yellow"][shiftKey + 2 * altKey];
  return from === to ? { kind: "circle", square: from, color } : { kind: "arrow", from, to, color };
}
