//! Andada with its default readings.

use super::{Limits, Outcome, Reason, Turn, Watch, sow};
use gabata::stream::Stream;

/// Cells in south's track order; north's position k is cell (k + n) mod 2n.
#[derive(Clone)]
struct Andada {
    n: usize,
    board: [u8; 48],
    to_move: usize,
    held: [i32; 2],
}

impl Andada {
    /// The board after the opening move `hole` of south (A5).
    fn opened(n: usize, hole: usize) -> Self {
        let mut board = [0; 48];
        for (cell, counters) in board.iter_mut().enumerate().take(2 * n) {
            *counters = if cell % 3 == hole % 3 { 0 } else { 3 };
        }
        Self { n, board, to_move: 1, held: [0; 2] }
    }

    fn cell(&self, position: usize) -> usize {
        let cell = position + self.to_move * self.n;
        if cell >= 2 * self.n { cell - 2 * self.n } else { cell }
    }

    /// The legal moves, ascending, and how many they are.
    fn legal(&self) -> ([u8; 24], usize) {
        let mut moves = [0; 24];
        let mut count = 0;
        for position in 0..self.n {
            if self.board[self.cell(position)] > 0 {
                moves[count] = position as u8;
                count += 1;
            }
        }
        (moves, count)
    }

    fn turn(&mut self, position: usize) -> Turn {
        let before = self.board;
        let singles = self.board[..2 * self.n].iter().all(|&c| c <= 1);
        let turn = self.relay(self.cell(position), singles);
        if turn == Turn::Endless {
            self.board = before;
        }
        turn
    }

    /// Sows from the cell `from` to the end of a turn that has made `laps` laps already.
    fn relay(&mut self, mut from: usize, singles: bool) -> Turn {
        let mut laps = 0;
        let n = self.n;
        let own = |cell: usize| (cell >= n) == (self.to_move == 1);
        let mut watch = Watch::default();
        loop {
            if watch.endless(|| (self.board, from)) {
                return Turn::Endless;
            }
            laps += 1;
            let room = if from < n { n - 1 - from } else { 2 * n - 1 - from };
            let hand = usize::from(self.board[from]);
            if singles && hand > room {
                // A11: what would step past the row's last hole is taken off, and the turn ends.
                self.board[from] = 0;
                for hole in &mut self.board[from + 1..=from + room] {
                    *hole += 1;
                }
                self.held[self.to_move] += (hand - room) as i32;
                self.to_move ^= 1;
                return Turn::Ended { laps };
            }
            let (cell, landed) = sow(&mut self.board[..2 * n], from, false);
            if landed == 0 {
                if own(cell) {
                    let facing = 2 * n - 1 - cell;
                    self.held[self.to_move] += i32::from(self.board[facing]);
                    self.board[facing] = 0;
                }
                self.to_move ^= 1;
                return Turn::Ended { laps };
            }
            from = cell;
        }
    }

    fn winner(&self) -> i8 {
        if self.board[..self.n].iter().all(|&c| c == 0) {
            1
        } else if self.board[self.n..2 * self.n].iter().all(|&c| c == 0) {
            0
        } else {
            -1
        }
    }
}

/// Match `index` under `seed`.
pub fn simulate(n: usize, seed: u64, index: u64, limits: Limits) -> Outcome {
    let mut stream = Stream::new(seed, index);
    let opening = stream.pick(n);
    let mut game = Andada::opened(n, opening);
    game.to_move = if stream.pick(2) == 0 { 1 } else { 0 };
    let mut outcome = Outcome { opening: opening as i8, ..Outcome::default() };
    if limits.max_turns > 0 {
        outcome.first_mover = game.to_move as i8;
    }
    while outcome.turns < limits.max_turns {
        let (moves, count) = game.legal();
        let position = moves[stream.pick(count)];
        match game.turn(usize::from(position)) {
            Turn::Endless => {
                outcome.reason = Reason::Endless;
                outcome.turns += 1;
                break;
            }
            Turn::Ended { laps } => {
                outcome.turns += 1;
                outcome.laps += u64::from(laps);
            }
        }
        outcome.winner = game.winner();
        if outcome.winner >= 0 {
            outcome.reason = Reason::Won;
            break;
        }
    }
    outcome.held = game.held;
    outcome
}
