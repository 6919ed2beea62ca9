// An adapter: it answers Kiwipete's questions with your move generator in Go.
//
// Save this text as adapter.go beside your engine, put your own calls in the marked part,
// build it, and see whether the moves of the start position look right. Then hunt:
//
//	go build -o adapter adapter.go engine.go
//	./adapter 3 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
//	kiwipete hunt --script -- ./adapter
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
)

// ---- Your engine. These calls are an example: write your own. ----
// If it is a package, import it; this file then goes in a folder of its own.

func setUp(fen string) *Board { return NewBoard(fen) }

// Legal moves only: none may leave the king in check. A new slice each time.
func legalMoves(board *Board) []Move { return board.LegalMoves() }

func doMove(board *Board, move Move) { board.Make(move) }

// If your engine copies boards, let perft do that instead.
func undoMove(board *Board, move Move) { board.Unmake(move) }

// As e2e4, a7a8q; castling is e1g1, and e1h1 in Chess960.
func uci(move Move) string { return move.String() }

// ---- The rest can stay as it is. ----

func perft(board *Board, depth int, divide bool) uint64 {
	if depth == 0 {
		return 1
	}
	var nodes uint64
	for _, move := range legalMoves(board) {
		doMove(board, move)
		below := perft(board, depth-1, false)
		undoMove(board, move)
		nodes += below
		if divide {
			fmt.Printf("%s: %d\n", uci(move), below)
		}
	}
	return nodes
}

func play(board *Board, text string) {
	for _, move := range legalMoves(board) {
		if uci(move) == text {
			doMove(board, move)
			return
		}
	}
	log.Fatalf("%s is not among the legal moves", text)
}

func main() {
	if len(os.Args) < 3 {
		log.Fatal("usage: adapter DEPTH FEN [\"MOVES\"]")
	}
	depth, err := strconv.Atoi(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	board := setUp(os.Args[2])
	for _, text := range strings.Fields(strings.Join(os.Args[3:], " ")) {
		play(board, text)
	}
	fmt.Println("Nodes searched:", perft(board, depth, true))
}
