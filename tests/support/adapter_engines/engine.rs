//! A generator that knows kings and knights and nothing else, with the API of adapter.rs.

use std::fmt;

#[derive(Clone)]
pub struct Board {
    squares: [char; 64],
    white: bool,
}

pub struct Move {
    from: usize,
    to: usize,
}

impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        for square in [self.from, self.to] {
            let file = char::from(b'a' + (square % 8) as u8);
            write!(out, "{}{}", file, square / 8 + 1)?;
        }
        Ok(())
    }
}

impl Board {
    pub fn from_fen(fen: &str) -> Board {
        let mut squares = ['.'; 64];
        let mut fields = fen.split(' ');
        let mut square = 56;
        for sign in fields.next().unwrap().chars() {
            if sign == '/' {
                square -= 16;
            } else if let Some(empty) = sign.to_digit(10) {
                square += empty as usize;
            } else {
                squares[square] = sign;
                square += 1;
            }
        }
        let white = fields.next() == Some("w");
        Board { squares, white }
    }

    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.all_moves();
        moves.retain(|each| {
            let mut next = self.clone();
            next.make(each);
            let answers = next.all_moves();
            !answers
                .iter()
                .any(|answer| next.squares[answer.to].eq_ignore_ascii_case(&'k'))
        });
        moves
    }

    pub fn make(&mut self, chosen: &Move) {
        self.squares[chosen.to] = self.squares[chosen.from];
        self.squares[chosen.from] = '.';
        self.white = !self.white;
    }

    fn all_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in (0..64).filter(|&square| self.is_mine(square)) {
            for to in (0..64).filter(|&square| !self.is_mine(square)) {
                let length =
                    (to % 8).abs_diff(from % 8).pow(2) + (to / 8).abs_diff(from / 8).pow(2);
                if match self.squares[from].to_ascii_lowercase() {
                    'k' => length == 1 || length == 2,
                    'n' => length == 5,
                    _ => false,
                } {
                    moves.push(Move { from, to });
                }
            }
        }
        moves
    }

    fn is_mine(&self, square: usize) -> bool {
        let piece = self.squares[square];
        piece.is_ascii_alphabetic() && piece.is_ascii_uppercase() == self.white
    }
}
