//! The player who takes what there is to take.

use crate::board::{Seat, bits};
use crate::play::play_unchecked;
use crate::rules::{Moves, Past, Rules};
use crate::sow::Watch;
use crate::state::{Phase, State};

/// Those of some moves that gain the most.
pub(super) fn best<R: Rules + ?Sized>(rules: &R, state: &State, past: &Past, moves: Moves) -> Moves {
    if state.phase != Phase::Turns {
        return moves;
    }
    let mut most = (i16::MIN, Moves::default());
    let mut scratch = Past::default();
    for mv in moves.iter() {
        scratch.clone_from(past);
        let gain = gain(rules, state, &mut scratch, mv);
        if gain > most.0 {
            most = (gain, Moves::default());
        }
        if gain == most.0 {
            most.1.0 |= 1 << mv;
        }
    }
    most.1
}

/// How many counters a turn adds to what its mover has: off the board, in their store, in their wegues. A turn that
/// ends the round is taken by what its count gives. `past` is used up.
pub fn gain<R: Rules + ?Sized>(rules: &R, state: &State, past: &mut Past, mv: u8) -> i16 {
    let seat = state.to_move;
    let mut after = *state;
    let mut count = Count(None);
    play_unchecked(rules, &mut after, past, mv, &mut count);
    let has = count.0.map_or_else(|| has(&after, seat), |held| held[seat.index()].into());
    has - self::has(state, seat)
}

/// Counters that a player has taken in this round: those kept back for good before it are in no round's count.
fn has(state: &State, seat: Seat) -> i16 {
    let marked: i16 = bits(state.marks[seat.index()]).map(|cell| i16::from(state.cells[cell])).sum();
    i16::from(state.held[seat.index()] - state.out[seat.index()]) + marked
}

/// What a round's count gave.
struct Count(Option<[u8; 2]>);

impl Watch for Count {
    fn round(&mut self, held: [u8; 2]) {
        self.0 = Some(held);
    }
}
