// A generator that knows kings and knights and nothing else, with the API of adapter.go.
package main

import (
	"fmt"
	"strings"
	"unicode"
)

type Board struct {
	squares [64]rune
	white   bool
}

type Move struct {
	from, to int
	captured rune
}

func (move Move) String() string {
	return name(move.from) + name(move.to)
}

func name(square int) string {
	return fmt.Sprintf("%c%d", 'a'+square%8, square/8+1)
}

func NewBoard(fen string) *Board {
	board := &Board{}
	fields := strings.Fields(fen)
	square := 56
	for _, sign := range fields[0] {
		switch {
		case sign == '/':
			square -= 16
		case unicode.IsDigit(sign):
			square += int(sign - '0')
		default:
			board.squares[square] = sign
			square++
		}
	}
	board.white = fields[1] == "w"
	return board
}

func (board *Board) LegalMoves() []Move {
	var legal []Move
	for _, move := range board.allMoves() {
		board.Make(move)
		if !board.takesKing() {
			legal = append(legal, move)
		}
		board.Unmake(move)
	}
	return legal
}

func (board *Board) Make(move Move) {
	board.squares[move.to] = board.squares[move.from]
	board.squares[move.from] = 0
	board.white = !board.white
}

func (board *Board) Unmake(move Move) {
	board.squares[move.from] = board.squares[move.to]
	board.squares[move.to] = move.captured
	board.white = !board.white
}

func (board *Board) takesKing() bool {
	for _, move := range board.allMoves() {
		if unicode.ToLower(move.captured) == 'k' {
			return true
		}
	}
	return false
}

func (board *Board) allMoves() []Move {
	var moves []Move
	for from := range board.squares {
		for to := range board.squares {
			if board.isMine(from) && !board.isMine(to) && board.jumps(from, to) {
				moves = append(moves, Move{from, to, board.squares[to]})
			}
		}
	}
	return moves
}

func (board *Board) isMine(square int) bool {
	piece := board.squares[square]
	return piece != 0 && unicode.IsUpper(piece) == board.white
}

func (board *Board) jumps(from, to int) bool {
	x, y := to%8-from%8, to/8-from/8
	length := x*x + y*y
	switch unicode.ToLower(board.squares[from]) {
	case 'k':
		return length == 1 || length == 2
	case 'n':
		return length == 5
	}
	return false
}
