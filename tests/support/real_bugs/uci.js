// What of UCI a hunt asks for, around a board with four functions:
// setUp(fen), moves() as UCI text, make(move), unmake().
'use strict'
const readline = require('node:readline')

function perft (board, depth) {
  if (depth === 0) return 1
  let leaves = 0
  for (const move of board.moves()) leaves += countBelow(board, move, depth)
  return leaves
}

function countBelow (board, move, depth) {
  board.make(move)
  const leaves = perft(board, depth - 1)
  board.unmake()
  return leaves
}

function divide (board, depth) {
  let total = 0
  for (const move of board.moves()) {
    const leaves = countBelow(board, move, depth)
    console.log(`${move}: ${leaves}`)
    total += leaves
  }
  console.log(`Nodes searched: ${total}`)
}

exports.serve = function (name, board) {
  readline.createInterface({ input: process.stdin }).on('line', line => {
    const words = line.trim().split(/\s+/)
    if (words[0] === 'uci') console.log(`id name ${name}\nuciok`)
    if (words[0] === 'isready') console.log('readyok')
    if (words[0] === 'position') { // position fen and six words, then moves
      board.setUp(words.slice(2, 8).join(' '))
      words.slice(9).forEach(move => board.make(move))
    }
    if (words[0] === 'go') divide(board, Number(words[2]))
    if (words[0] === 'quit') process.exit(0)
  })
}
