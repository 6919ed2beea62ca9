// chess-rules from npm: positions are plain objects that are never changed, and squares are
// numbers from a1 = 0 to h8 = 63. It reads no FEN, and knows no promotion but to a queen.
'use strict'
const rules = require('chess-rules')
const { serve } = require('./uci.js')

const FILES = 'abcdefgh'
let position
let before = []

const squareName = square => FILES[square % 8] + (1 + Math.floor(square / 8))
const squareNumber = name => FILES.indexOf(name[0]) + 8 * (name[1] - 1)

function pieceOf (letter) {
  const type = letter.toUpperCase()
  return { type, side: letter === type ? 'W' : 'B' }
}

function positionOf (fen) {
  const [placement, turn, rights, enPassant] = fen.split(' ')
  const ranks = placement.replace(/\d/g, count => '.'.repeat(count)).split('/').reverse()
  return {
    ...rules.getInitialPosition(),
    turn: turn.toUpperCase(),
    board: Array.from(ranks.join(''), letter => letter === '.' ? null : pieceOf(letter)),
    castlingFlags: {
      W: { K: rights.includes('K'), Q: rights.includes('Q') },
      B: { K: rights.includes('k'), Q: rights.includes('q') }
    },
    lastPawnMoveColumn: enPassant === '-' ? null : FILES.indexOf(enPassant[0])
  }
}

function nameOf (move) {
  const promotes = position.board[move.src].type === 'P' && (move.dst < 8 || move.dst > 55)
  return squareName(move.src) + squareName(move.dst) + (promotes ? 'q' : '')
}

serve('chess-rules', {
  setUp: fen => { position = positionOf(fen); before = [] },
  moves: () => rules.getAvailableMoves(position).map(nameOf),
  make: move => {
    before.push(position)
    position = rules.applyMove(
      position, { src: squareNumber(move.slice(0, 2)), dst: squareNumber(move.slice(2, 4)) })
  },
  unmake: () => { position = before.pop() }
})
