// js-chess-engine from npm: there is no undo, so the FEN before each move is kept.
// It makes a queen of every pawn that arrives, and 2.4.6 lists that move four times.
'use strict'
const { Game } = require('js-chess-engine')
const { serve } = require('./uci.js')

let game
let before = []

function namesOf (piece, from, targets) {
  const isPawn = piece.toLowerCase() === 'p'
  return [...new Set(targets)].map(
    to => (from + to).toLowerCase() + (isPawn && /[18]/.test(to) ? 'q' : ''))
}

serve('js-chess-engine', {
  setUp: fen => { game = new Game(fen); before = [] },
  moves: () => {
    const { pieces } = game.exportJson()
    return Object.entries(game.moves()).flatMap(
      ([from, targets]) => namesOf(pieces[from], from, targets))
  },
  make: move => {
    before.push(game.exportFEN())
    game.move(move.slice(0, 2), move.slice(2, 4))
  },
  unmake: () => { game = new Game(before.pop()) }
})
