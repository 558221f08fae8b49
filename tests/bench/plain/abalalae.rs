//! Abalala'e with its default readings.

use super::Turn;
use super::{Limits, MAX_LAPS, Outcome, Reason, Watch, sow};
use gabata::stream::Stream;

const CELLS: usize = 18;
const HALF: usize = 9;

/// B12: what faces each own hole, as positions of the mover's own track (18: nothing).
const FACING: [[u8; 2]; HALF] =
    [[11, 12], [10, 13], [9, 14], [15, 18], [16, 18], [17, 18], [17, 18], [16, 18], [15, 18]];

/// Cells are south's track positions; north's position k is cell 17 - k.
#[derive(Clone)]
struct Abalalae {
    board: [u8; CELLS],
    racing: bool,
    hands: [u8; 2],
    places: [usize; 2],
    to_move: usize,
    held: [i32; 2],
    rounds: u32,
    over: Option<(Reason, i8)>,
}

fn cell(player: usize, position: usize) -> usize {
    if player == 0 { position } else { CELLS - 1 - position }
}

impl Abalalae {
    fn start() -> Self {
        let mut board = [0; CELLS];
        board[..CELLS].fill(3);
        let mut game = Self {
            board,
            racing: true,
            hands: [0; 2],
            places: [0; 2],
            to_move: 0,
            held: [0; 2],
            rounds: 0,
            over: None,
        };
        game.begin_race();
        game
    }

    fn begin_race(&mut self) {
        self.racing = true;
        for player in 0..2 {
            self.places[player] = 0;
            self.hands[player] = std::mem::take(&mut self.board[cell(player, 0)]);
        }
    }

    fn legal(&self) -> ([u8; HALF], usize) {
        let mut moves = [0; HALF];
        let mut count = 0;
        for position in 0..HALF {
            if self.board[cell(self.to_move, position)] > 0 {
                moves[count] = position as u8;
                count += 1;
            }
        }
        (moves, count)
    }

    /// One drop of a racer; is that racer done?
    fn race_step(&mut self, player: usize) -> bool {
        self.places[player] = if self.places[player] + 1 == CELLS { 0 } else { self.places[player] + 1 };
        let at = &mut self.board[cell(player, self.places[player])];
        let landed = *at;
        *at += 1;
        self.hands[player] -= 1;
        if self.hands[player] == 0 && landed > 0 {
            self.hands[player] = std::mem::take(at);
        }
        self.hands[player] == 0
    }

    /// B5 to B7: chance says that `player` drops a counter.
    fn drop(&mut self, player: usize, limits: Limits) {
        let before = self.clone();
        if !self.race_step(player) {
            return;
        }
        if self.finish_alone(1 - player) {
            *self = before;
            self.over = Some((Reason::Endless, -1));
            return;
        }
        self.racing = false;
        self.to_move = player;
        self.end_round(limits);
    }

    /// B7: who is left sows on alone; is that endless?
    fn finish_alone(&mut self, player: usize) -> bool {
        let mut watch = Watch::default();
        let mut drops = 0;
        while self.hands[player] > 0 {
            if drops >= MAX_LAPS || watch.endless(|| (self.board, self.places[player], self.hands[player])) {
                return true;
            }
            drops += 1;
            self.race_step(player);
        }
        false
    }

    fn turn(&mut self, position: usize, limits: Limits) -> Turn {
        let before = (self.board, self.held);
        let turn = self.relay(position);
        if turn == Turn::Endless {
            (self.board, self.held) = before;
            self.over = Some((Reason::Endless, -1));
        } else {
            self.to_move ^= 1;
            self.end_round(limits);
        }
        turn
    }

    /// Sows from track position `from` to the end of a turn that has made `laps` laps already.
    fn relay(&mut self, mut from: usize) -> Turn {
        let mut laps = 0;
        let mover = self.to_move;
        let mut watch = Watch::default();
        loop {
            if watch.endless(|| (self.board, from)) {
                return Turn::Endless;
            }
            laps += 1;
            let (landed_in, landed) = sow(&mut self.board[..CELLS], cell(mover, from), mover == 1);
            let at = cell(mover, landed_in);
            if landed == 0 {
                if at >= HALF {
                    break; // B11
                }
                let mut captured = 0;
                for facing in FACING[at] {
                    if usize::from(facing) < CELLS {
                        captured += std::mem::take(&mut self.board[cell(mover, usize::from(facing))]);
                    }
                }
                self.held[mover] += i32::from(captured);
                if captured == 0 {
                    break; // B14
                }
            }
            from = at;
        }
        Turn::Ended { laps }
    }

    /// B15 to B19, if the round is over.
    fn end_round(&mut self, limits: Limits) {
        let on_board = [0, 1].map(|player| (0..HALF).map(|p| i32::from(self.board[cell(player, p)])).sum::<i32>());
        if on_board[0] > 0 && on_board[1] > 0 {
            return;
        }
        self.board = [0; CELLS];
        self.held[0] += on_board[0];
        self.held[1] += on_board[1];
        self.rounds += 1;
        if self.held[0] == 0 || self.held[1] == 0 {
            self.over = Some((Reason::Won, if self.held[0] == 0 { 1 } else { 0 }));
        } else if self.rounds >= limits.max_rounds {
            let winner = match self.held[0].cmp(&self.held[1]) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => -1,
            };
            self.over = Some((Reason::Rounds, winner));
        } else {
            let fewer = self.held[0].min(self.held[1]);
            let holes = (fewer as usize).div_ceil(3);
            for player in 0..2 {
                // Who holds more lays full holes; the last hole of who holds fewer gets what is left.
                let laid = if self.held[player] == fewer { fewer } else { 3 * holes as i32 };
                for position in 0..holes {
                    self.board[cell(player, position)] = (laid - 3 * position as i32).min(3) as u8;
                }
                self.held[player] -= laid;
            }
            self.begin_race();
        }
    }
}

/// Match `index` under `seed`.
pub fn simulate(threshold: u64, seed: u64, index: u64, limits: Limits) -> Outcome {
    let mut stream = Stream::new(seed, index);
    let mut game = Abalalae::start();
    let mut outcome = Outcome::default();
    while outcome.turns < limits.max_turns {
        if game.racing {
            let player = usize::from(u64::from(stream.draw()) >= threshold);
            game.drop(player, limits);
        } else {
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
