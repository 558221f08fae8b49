//! Andada side by side. Cells are in the order of the track; the rows are cells 0 to n - 1 and n to 2n - 1.

use super::Singles;
use super::driver::{Boards, Lap, Matches, run};
use super::lanes::{Lanes, Work};
use super::sow::{Hand, Sowing, gather};
use super::streams::Streams;
use crate::board::{Seat, only_singles};
use crate::rules::Error;
use crate::state::State;

/// Boards of `H` holes.
pub struct Kernel<'a, const H: usize>(pub Singles, pub Matches<'a>);

impl<const H: usize> Work for Kernel<'_, H> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn with<V: Lanes>(self) -> Self::Output {
        run(Rows::<V, H>::new(self.0), self.1)
    }
}

struct Rows<V, const H: usize> {
    reading: Singles,
    board: [V; H],
    hand: Hand<V>,
    north: V,
    /// The turn takes counters off at the row's end (A11).
    singles: V,
    held: [V; 2],
    /// Room to work in; made once, for clearing it would cost as much as a lap.
    row: [V; H],
    upto: [V; H],
    level: [V; H],
}

impl<V: Lanes, const H: usize> Rows<V, H> {
    const N: usize = H / 2;

    #[inline(always)]
    fn new(reading: Singles) -> Self {
        let zero = V::splat(0);
        Self {
            reading,
            board: [zero; H],
            hand: Hand::empty(),
            north: zero,
            singles: zero,
            held: [zero; 2],
            row: [zero; H],
            upto: [zero; H],
            level: [zero; H],
        }
    }
}

impl<V: Lanes, const H: usize> Boards<V> for Rows<V, H> {
    #[inline(always)]
    fn load(&mut self, lane: usize, state: &State) {
        for (hole, counters) in self.board.iter_mut().zip(state.cells) {
            hole.bytes_mut()[lane] = counters;
        }
        for (held, counters) in self.held.iter_mut().zip(state.held) {
            held.bytes_mut()[lane] = counters;
        }
        let singles = match self.reading {
            Singles::Turn => only_singles(&state.cells),
            Singles::Latched => state.latched || only_singles(&state.cells),
            Singles::Never => false,
        };
        self.singles.bytes_mut()[lane] = if singles { 255 } else { 0 };
        self.north.bytes_mut()[lane] = if state.to_move == Seat::North { 255 } else { 0 };
    }

    #[inline(always)]
    fn store(&self, lane: usize, state: &mut State) {
        for (hole, counters) in self.board.iter().zip(&mut state.cells) {
            *counters = hole.bytes()[lane];
        }
        state.held = self.held.map(|held| held.bytes()[lane]);
        state.latched |= self.reading == Singles::Latched && self.singles.bytes()[lane] != 0;
        state.to_move = Seat::BOTH[usize::from(self.north.bytes()[lane] & 1)];
    }

    #[inline(always)]
    fn choose(&mut self, choosing: V, streams: &mut Streams) {
        let s = V::splat;
        let mut legal = s(0);
        for p in 0..Self::N {
            self.row[p] = self.north.select(self.board[Self::N + p], self.board[p]);
            legal = legal.sub(s(0).lt(self.row[p]));
            self.upto[p] = legal;
        }
        // The hole before which as many legal ones lie as were drawn.
        let pick = streams.draw(choosing).pick(legal).add(s(1));
        let mut position = s(0);
        for p in 0..Self::N {
            position = position.sub(self.upto[p].lt(pick));
        }
        let counters = gather(&self.row, Self::N, position, &mut self.level);
        let from = position.add(self.north.and(s(Self::N as u8)));
        self.hand = Hand::select(choosing, Hand { from, counters, lifts: s(255) }, self.hand);
    }

    #[inline(always)]
    fn lap(&mut self, live: V) -> Lap<V> {
        let s = V::splat;
        let zero = s(0);
        self.hand.counters = self.hand.counters.and(live);
        self.hand.lifts = self.hand.lifts.and(live);
        self.hand.drop_rounds(&mut self.board, zero);
        let Hand { from, counters, lifts } = self.hand;

        // A11: what would leave the row is taken off, and ends the turn.
        let room = s(Self::N as u8 - 1).add(self.north.and(s(Self::N as u8))).sub(from);
        let sown = self.singles.select(counters.min(room), counters);
        let off = counters.sub(sown);
        let mut sowing = Sowing::new::<H>(from, sown);
        let land = sowing.land;
        let before = gather(&self.board, H, land, &mut self.level);
        let empty = before.eq(zero);
        let ends = empty.or(zero.lt(off)).and(live);
        let own = land.lt(s(Self::N as u8)).xor(self.north);
        let captures = empty.and(own).and(live).and(off.eq(zero));
        let facing = sowing.mark(captures, s(H as u8 - 1).sub(land));
        let lifted = Sowing::mark_from(lifts);

        let mut captured = zero;
        let mut rows = [zero; 2];
        for (r, counters) in rows.iter_mut().enumerate() {
            let mut row = zero;
            for h in r * Self::N..(r + 1) * Self::N {
                let hole = self.board[h].and_not(sowing.meets(lifted)).sub(sowing.sows());
                let taken = sowing.meets(facing);
                captured = captured.or(hole.and(taken));
                let hole = hole.and_not(taken);
                row = row.or(hole);
                self.board[h] = hole;
                sowing.next(s(1));
            }
            *counters = row;
        }
        let taken = captured.add(off);
        self.held[0] = self.held[0].add(taken.and_not(self.north));
        self.held[1] = self.held[1].add(taken.and(self.north));
        self.hand = Hand { from: land, counters: before.add(s(1)), lifts: live };
        if self.reading != Singles::Never {
            let single = rows[0].or(rows[1]).lt(s(2));
            let latch = if self.reading == Singles::Latched { self.singles } else { zero };
            self.singles = ends.select(single.or(latch), self.singles);
        }
        // A12.
        let leaves = rows[0].eq(zero).or(rows[1].eq(zero)).and(ends);
        self.north = self.north.xor(ends.and_not(leaves));
        Lap { ends, leaves }
    }
}
