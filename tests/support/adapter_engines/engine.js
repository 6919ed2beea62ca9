// A generator that knows kings and knights and nothing else, with the API of adapter.mjs.

const name = (square) => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);
const number = (text) => "abcdefgh".indexOf(text[0]) + 8 * (text[1] - 1);

class Board {
  constructor(fen) {
    const [placement, side] = fen.split(" ");
    const ranks = placement.replace(/\d/g, (empty) => ".".repeat(empty)).split("/").reverse();
    this.squares = [...ranks.join("")];
    this.white = side === "w";
  }

  legalMoves() {
    return this.allMoves().filter((move) => {
      this.make(move);
      const legal = this.allMoves().every((answer) => answer.captured.toLowerCase() !== "k");
      this.unmake(move);
      return legal;
    });
  }

  make({ from, to }) {
    this.squares[number(to)] = this.squares[number(from)];
    this.squares[number(from)] = ".";
    this.white = !this.white;
  }

  unmake({ from, to, captured }) {
    this.squares[number(from)] = this.squares[number(to)];
    this.squares[number(to)] = captured;
    this.white = !this.white;
  }

  allMoves() {
    const moves = [];
    for (let from = 0; from < 64; from++)
      for (let to = 0; to < 64; to++)
        if (this.isMine(from) && !this.isMine(to) && this.jumps(from, to))
          moves.push({ from: name(from), to: name(to), captured: this.squares[to] });
    return moves;
  }

  isMine(square) {
    const piece = this.squares[square];
    return piece !== "." && (piece === piece.toUpperCase()) === this.white;
  }

  jumps(from, to) {
    const length = ((to % 8) - (from % 8)) ** 2 + (Math.floor(to / 8) - Math.floor(from / 8)) ** 2;
    return { k: length === 1 || length === 2, n: length === 5 }[this.squares[from].toLowerCase()];
  }
}

module.exports = { Board };
