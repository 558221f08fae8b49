//! The Gabata of Adwa side by side. Cells are in the order of the track, which both players share. The counts of rounds
//! are the one loop's.

use super::LastHole;
use super::driver::{Boards, Lap, Matches, run};
use super::lanes::{Lanes, Work};
use super::sow::{Hand, Sowing, gather};
use super::streams::Streams;
use crate::board::Seat;
use crate::landing::Action;
use crate::rules::Error;
use crate::state::State;

/// The landing table, what a last hole is, whether a capture moves again.
pub struct Kernel<'a>(pub [u8; 64], pub LastHole, pub bool, pub Matches<'a>);

impl Work for Kernel<'_> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn with<V: Lanes>(self) -> Self::Output {
        run(Ring::<V>::new(self.0, self.1, self.2), self.3)
    }
}

const CELLS: usize = 18;
const HALF: usize = CELLS / 2;

// What is known of a hole beside its counters; from south's seat these are bits of the landing table's keys.
const NORTHS: u8 = 32;
const NORTHS_WEGUE: u8 = 16;
const SOUTHS_WEGUE: u8 = 8;
const FRESH: u8 = 4;
const WEGUE: u8 = SOUTHS_WEGUE | NORTHS_WEGUE;
// What lay in it, the rest of a key.
const THREE: u8 = 2;
const OCCUPIED: u8 = 1;

struct Ring<V> {
    actions: [u8; 64],
    last_hole: LastHole,
    again: V,
    board: [V; CELLS],
    marks: [V; CELLS],
    hand: Hand<V>,
    north: V,
    held: [V; 2],
    /// How many holes each player has left, of those that `last_hole` counts.
    left: [V; 2],
    /// How many holes each player may lift, and north of those in the first half of the cells.
    legal: [V; 2],
    norths_first: V,
    level: [V; CELLS],
}

impl<V: Lanes> Ring<V> {
    #[inline(always)]
    fn new(actions: [u8; 64], last_hole: LastHole, again: bool) -> Self {
        let zero = V::splat(0);
        Self {
            actions,
            last_hole,
            again: V::splat(if again { 255 } else { 0 }),
            board: [zero; CELLS],
            marks: [zero; CELLS],
            hand: Hand::empty(),
            north: zero,
            held: [zero; 2],
            left: [zero; 2],
            legal: [zero; 2],
            norths_first: zero,
            level: [zero; CELLS],
        }
    }
}

impl<V: Lanes> Boards<V> for Ring<V> {
    #[inline(always)]
    fn load(&mut self, lane: usize, state: &State) {
        let all = (1 << CELLS) - 1;
        let wegues = state.marks[0] | state.marks[1];
        for cell in 0..CELLS {
            let bit = |set: u64, mark: u8| if set >> cell & 1 == 1 { mark } else { 0 };
            self.board[cell].bytes_mut()[lane] = state.cells[cell];
            self.marks[cell].bytes_mut()[lane] = bit(state.north, NORTHS)
                | bit(state.marks[0], SOUTHS_WEGUE)
                | bit(state.marks[1], NORTHS_WEGUE)
                | bit(state.fresh, FRESH);
        }
        let stocked = crate::board::occupied(&state.cells) & !wegues;
        for (seat, owned) in [all & !state.north, all & state.north].into_iter().enumerate() {
            let left = match self.last_hole {
                LastHole::Uncaptured => (owned & !wegues).count_ones(),
                LastHole::Owned => owned.count_ones(),
                LastHole::Never => 0,
            };
            self.left[seat].bytes_mut()[lane] = left as u8;
            self.legal[seat].bytes_mut()[lane] = (stocked & owned).count_ones() as u8;
            self.held[seat].bytes_mut()[lane] = state.held[seat];
        }
        let first = (1 << HALF) - 1;
        self.norths_first.bytes_mut()[lane] = (stocked & state.north & first).count_ones() as u8;
        self.north.bytes_mut()[lane] = if state.to_move == Seat::North { 255 } else { 0 };
    }

    #[inline(always)]
    fn store(&self, lane: usize, state: &mut State) {
        state.marks = [0; 2];
        state.fresh = 0;
        for cell in 0..CELLS {
            state.cells[cell] = self.board[cell].bytes()[lane];
            let mark = self.marks[cell].bytes()[lane];
            state.marks[0] |= u64::from(mark & SOUTHS_WEGUE != 0) << cell;
            state.marks[1] |= u64::from(mark & NORTHS_WEGUE != 0) << cell;
            state.fresh |= u64::from(mark & FRESH != 0) << cell;
        }
        state.held = self.held.map(|held| held.bytes()[lane]);
        state.to_move = Seat::BOTH[usize::from(self.north.bytes()[lane] & 1)];
    }

    #[inline(always)]
    fn choose(&mut self, choosing: V, streams: &mut Streams) {
        let s = V::splat;
        let legal = self.north.select(self.legal[1], self.legal[0]);
        let pick = streams.draw(choosing).pick(legal);
        // North's positions start in the middle of the cells: the first cells' holes come last.
        let pick = pick.add(self.north.and(self.norths_first));
        let pick = pick.sub(pick.lt(legal).select(s(0), legal)).add(s(1));
        let mover = self.north.and(s(NORTHS));
        let (mut upto, mut cell) = (s(0), s(0));
        for h in 0..CELLS {
            let lifts = self.marks[h].and(s(WEGUE | NORTHS)).eq(mover).and(s(0).lt(self.board[h]));
            upto = upto.sub(lifts);
            cell = cell.sub(upto.lt(pick));
        }
        let counters = gather(&self.board, CELLS, cell, &mut self.level);
        self.hand = Hand::select(choosing, Hand { from: cell, counters, lifts: s(255) }, self.hand);
    }

    #[inline(always)]
    fn lap(&mut self, live: V) -> Lap<V> {
        let s = V::splat;
        let zero = s(0);
        self.hand.counters = self.hand.counters.and(live);
        self.hand.lifts = self.hand.lifts.and(live);
        let lifting = self.hand;
        self.hand.drop_rounds(&mut self.board, zero);
        let Hand { from, counters, lifts } = self.hand;
        let mut sowing = Sowing::new::<CELLS>(from, counters);
        let land = sowing.land;
        let before = gather(&self.board, CELLS, land, &mut self.level);
        let mark = gather(&self.marks, CELLS, land, &mut self.level);
        // The hole that was lifted is met again only by a hand of a round or more.
        let mark = mark.and_not(land.eq(lifting.from).and(s(FRESH)));

        // The landing, G6 to G13: the key is turned for north.
        let no_wegue = mark.and(s(WEGUE)).eq(zero);
        let turned = self.north.and(s(WEGUE).and_not(no_wegue).or(s(NORTHS)));
        let lay = before.eq(s(3)).select(s(THREE), zero.lt(before).and(s(OCCUPIED)));
        let action = mark.xor(turned).or(lay).lookup(&self.actions);
        let does = |wanted: Action| action.eq(s(wanted as u8)).and(live);
        let (relays, fours, takes) = (does(Action::Relay), does(Action::Mark), does(Action::TakeTwo));
        let last = fours.and(self.north.select(self.left[0], self.left[1]).eq(s(1)));
        let captures = fours.and_not(last);
        let ends = live.and_not(relays);
        let taken = last.and(s(3)).or(takes.and(before.add(s(1)).min(s(2))));
        let marked = captures.and(self.north.select(s(NORTHS_WEGUE), s(SOUTHS_WEGUE)));
        if self.last_hole == LastHole::Uncaptured {
            self.left[0] = self.left[0].add(captures.and(self.north));
            self.left[1] = self.left[1].add(captures.and_not(self.north));
        }
        self.held[0] = self.held[0].add(taken.and_not(self.north));
        self.held[1] = self.held[1].add(taken.and(self.north));

        let lifted = Sowing::mark_from(lifts);
        let touched = sowing.mark(lifting.lifts, lifting.from);
        let landed = sowing.mark(live, land);
        let mut legal = [zero; 2];
        for h in 0..CELLS {
            if h == HALF {
                self.norths_first = legal[1];
            }
            let landing = sowing.meets(landed);
            let hole = self.board[h].and_not(sowing.meets(lifted)).sub(sowing.sows()).sub(landing.and(taken));
            let touches = sowing.meets(touched).and(s(FRESH));
            let mark = self.marks[h].and_not(touches).or(landing.and(marked));
            sowing.next(s(1));
            self.board[h] = hole;
            self.marks[h] = mark;
            let owner = mark.and(s(WEGUE | NORTHS)).or(hole.eq(zero));
            legal[0] = legal[0].sub(owner.eq(zero));
            legal[1] = legal[1].sub(owner.eq(s(NORTHS)));
        }
        self.legal = legal;
        self.hand = Hand { from: land, counters: before.add(s(1)), lifts: live };
        // G15.
        let leaves = legal[0].or(legal[1]).eq(zero).and(ends);
        // G7, G14: who has nothing to lift is passed over.
        let next = self.north.xor(fours.and(self.again).not());
        let can_lift = zero.lt(next.select(legal[1], legal[0]));
        let next = can_lift.select(next, next.not());
        self.north = ends.and_not(leaves).select(next, self.north);
        Lap { ends, leaves }
    }
}
