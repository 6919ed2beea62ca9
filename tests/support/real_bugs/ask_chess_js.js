// chess.js from npm: move() takes and moves({ verbose: true }) gives the squares of a move.
'use strict'
const { Chess } = require('chess.js')
const { serve } = require('./uci.js')

const chess = new Chess()

serve('chess.js', {
  setUp: fen => chess.load(fen),
  moves: () => chess.moves({ verbose: true }).map(m => m.from + m.to + (m.promotion || '')),
  make: move => chess.move({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4] }),
  unmake: () => chess.undo()
})
