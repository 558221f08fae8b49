//! The Gabata of Adwa with its default readings.

use super::Turn;
use super::{Limits, Outcome, Reason, Watch, sow};
use gabata::stream::Stream;

const CELLS: usize = 18;
const NOBODY: u8 = 2;

#[derive(Clone)]
struct Adwa {
    board: [u8; CELLS],
    /// Who owns the hole: 0 or 1.
    owner: [u8; CELLS],
    /// Whose wegue it is: 0, 1 or NOBODY.
    wegue: [u8; CELLS],
    /// Not lifted yet in this round.
    untouched: [bool; CELLS],
    to_move: u8,
    began: u8,
    held: [i32; 2],
    rounds: u32,
    over: Option<(Reason, i8)>,
}

impl Adwa {
    fn start() -> Self {
        let mut game = Self {
            board: [0; CELLS],
            owner: [0; CELLS],
            wegue: [NOBODY; CELLS],
            untouched: [true; CELLS],
            to_move: 0,
            began: 0,
            held: [0; 2],
            rounds: 0,
            over: None,
        };
        game.lay([9, 9]);
        game
    }

    /// G16, G17.
    fn lay(&mut self, holes: [usize; 2]) {
        let fewer = usize::from(holes[1] < holes[0]);
        self.owner = [1 - fewer as u8; CELLS];
        for position in 0..holes[fewer] {
            self.owner[(position + 9 * fewer) % CELLS] = fewer as u8;
        }
        self.board[..CELLS].fill(3);
        self.wegue = [NOBODY; CELLS];
        self.untouched = [true; CELLS];
        self.held = [0; 2];
    }

    fn may_lift(&self, player: u8, cell: usize) -> bool {
        self.owner[cell] == player && self.wegue[cell] == NOBODY && self.board[cell] > 0
    }

    fn legal(&self) -> ([u8; CELLS], usize) {
        let mut moves = [0; CELLS];
        let mut count = 0;
        for position in 0..CELLS {
            if self.may_lift(self.to_move, self.cell(position)) {
                moves[count] = position as u8;
                count += 1;
            }
        }
        (moves, count)
    }

    fn cell(&self, position: usize) -> usize {
        let cell = position + 9 * usize::from(self.to_move);
        if cell >= CELLS { cell - CELLS } else { cell }
    }

    fn turn(&mut self, position: usize, limits: Limits) -> Turn {
        let before = (self.board, self.untouched);
        let turn = self.relay(self.cell(position));
        if turn == Turn::Endless {
            (self.board, self.untouched) = before;
            self.over = Some((Reason::Endless, -1));
        } else {
            self.after_turn(limits);
        }
        turn
    }

    /// Sows from the cell `from` to the end of a turn that has made `laps` laps already.
    fn relay(&mut self, mut from: usize) -> Turn {
        let mut laps = 0;
        let mover = self.to_move;
        let mut watch = Watch::default();
        loop {
            if watch.endless(|| (self.board, self.untouched, from)) {
                return Turn::Endless;
            }
            laps += 1;
            self.untouched[from] = false;
            let (cell, landed) = sow(&mut self.board[..CELLS], from, false);
            if self.wegue[cell] == mover {
                break; // G11
            }
            if self.wegue[cell] != NOBODY {
                let taken = self.board[cell].min(2); // G12
                self.board[cell] -= taken;
                self.held[usize::from(mover)] += i32::from(taken);
                break;
            }
            if landed == 0 {
                break; // G6
            }
            if landed == 3 && self.owner[cell] != mover && !self.untouched[cell] {
                let free = (0..CELLS).filter(|&c| self.owner[c] != mover && self.wegue[c] == NOBODY).count();
                if free == 1 {
                    self.board[cell] = 1; // G13
                    self.held[usize::from(mover)] += 3;
                } else {
                    self.wegue[cell] = mover; // G7
                }
                break;
            }
            from = cell;
        }
        Turn::Ended { laps }
    }

    fn after_turn(&mut self, limits: Limits) {
        let mover = self.to_move;
        if (0..CELLS).all(|c| self.wegue[c] != NOBODY || self.board[c] == 0) {
            for cell in 0..CELLS {
                if self.wegue[cell] != NOBODY {
                    self.held[usize::from(self.wegue[cell])] += i32::from(self.board[cell]);
                }
            }
            self.rounds += 1;
            let holes = self.held.map(|t| (t as usize + 1) / 3);
            if holes[0] == 0 || holes[1] == 0 {
                self.over = Some((Reason::Won, if holes[0] == 0 { 1 } else { 0 }));
            } else if self.rounds >= limits.max_rounds {
                let winner = match self.held[0].cmp(&self.held[1]) {
                    std::cmp::Ordering::Greater => 0,
                    std::cmp::Ordering::Less => 1,
                    std::cmp::Ordering::Equal => -1,
                };
                self.over = Some((Reason::Rounds, winner));
            } else {
                self.lay(holes);
                self.began ^= 1;
                self.to_move = self.began;
            }
            return;
        }
        if (0..CELLS).any(|c| self.may_lift(mover ^ 1, c)) {
            self.to_move ^= 1;
        }
    }
}

/// Match `index` under `seed`.
pub fn simulate(seed: u64, index: u64, limits: Limits) -> Outcome {
    let mut stream = Stream::new(seed, index);
    let mut game = Adwa::start();
    let mut outcome = Outcome::default();
    while outcome.turns < limits.max_turns {
        let (moves, count) = game.legal();
        let position = moves[stream.pick(count)];
        if outcome.turns == 0 {
            outcome.first_mover = game.to_move as i8;
            outcome.opening = position as i8;
        }
        outcome.turns += 1;
        if let Turn::Ended { laps } = game.turn(usize::from(position), limits) {
            outcome.laps += u64::from(laps);
        }
        if let Some((reason, winner)) = game.over {
            outcome.reason = reason;
            outcome.winner = winner;
            break;
        }
    }
    outcome.rounds = game.rounds;
    outcome.held = game.held;
    outcome
}
