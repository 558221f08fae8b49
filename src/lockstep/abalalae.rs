//! Abalala'e side by side. Cells are in south's track order; north's track is the same backwards. Races and the counts
//! of rounds are the one loop's.

use super::driver::{Boards, Lap, Matches, run};
use super::lanes::{Lanes, Work};
use super::sow::{Hand, Sowing, gather};
use super::streams::Streams;
use crate::board::Seat;
use crate::rules::Error;
use crate::state::State;

pub struct Kernel<'a>(pub Matches<'a>);

impl Work for Kernel<'_> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn with<V: Lanes>(self) -> Self::Output {
        run(Tracks::<V>::new(), self.0)
    }
}

const CELLS: usize = 18;
const HALF: usize = CELLS / 2;

struct Tracks<V> {
    board: [V; CELLS],
    hand: Hand<V>,
    north: V,
    held: [V; 2],
    /// Room to work in.
    row: [V; CELLS],
    level: [V; CELLS],
}

impl<V: Lanes> Tracks<V> {
    #[inline(always)]
    fn new() -> Self {
        let zero = V::splat(0);
        Self {
            board: [zero; CELLS],
            hand: Hand::empty(),
            north: zero,
            held: [zero; 2],
            row: [zero; CELLS],
            level: [zero; CELLS],
        }
    }
}

impl<V: Lanes> Boards<V> for Tracks<V> {
    #[inline(always)]
    fn load(&mut self, lane: usize, state: &State) {
        for (hole, counters) in self.board.iter_mut().zip(state.cells) {
            hole.bytes_mut()[lane] = counters;
        }
        for (held, counters) in self.held.iter_mut().zip(state.held) {
            held.bytes_mut()[lane] = counters;
        }
        self.north.bytes_mut()[lane] = if state.to_move == Seat::North { 255 } else { 0 };
    }

    #[inline(always)]
    fn store(&self, lane: usize, state: &mut State) {
        for (hole, counters) in self.board.iter().zip(&mut state.cells) {
            *counters = hole.bytes()[lane];
        }
        state.held = self.held.map(|held| held.bytes()[lane]);
        state.to_move = Seat::BOTH[usize::from(self.north.bytes()[lane] & 1)];
    }

    #[inline(always)]
    fn choose(&mut self, choosing: V, streams: &mut Streams) {
        let s = V::splat;
        let mut legal = s(0);
        for p in 0..HALF {
            self.row[p] = self.north.select(self.board[CELLS - 1 - p], self.board[p]);
            legal = legal.sub(s(0).lt(self.row[p]));
        }
        let pick = streams.draw(choosing).pick(legal).add(s(1));
        let (mut upto, mut position) = (s(0), s(0));
        for p in 0..HALF {
            upto = upto.sub(s(0).lt(self.row[p]));
            position = position.sub(upto.lt(pick));
        }
        let counters = gather(&self.row, HALF, position, &mut self.level);
        self.hand = Hand::select(choosing, Hand { from: position, counters, lifts: s(255) }, self.hand);
    }

    #[inline(always)]
    fn lap(&mut self, live: V) -> Lap<V> {
        let s = V::splat;
        let zero = s(0);
        let north = self.north;
        self.hand.counters = self.hand.counters.and(live);
        self.hand.lifts = self.hand.lifts.and(live);
        self.hand.drop_rounds(&mut self.board, north);
        let Hand { from, counters, lifts } = self.hand;
        let mut sowing = Sowing::new::<CELLS>(from, counters).reversed::<CELLS>(north);
        let land = sowing.land;
        let land_cell = north.select(s(CELLS as u8 - 1).sub(land), land);
        let before = gather(&self.board, CELLS, land_cell, &mut self.level);
        let empty = before.eq(zero);

        // B12: what faces an own hole, in the far row and, from the left half of the own row, in the middle row.
        let captures = live.and(empty).and(land.lt(s(HALF as u8)));
        let far = land.lt(s(6)).select(land.add(s(12)), s(23).sub(land));
        let first = sowing.mark(captures, far);
        let second = sowing.mark(captures.and(land.lt(s(3))), s(11).sub(land));
        let lifted = Sowing::mark_from(lifts);

        let step = north.or(s(1));
        let mut captured = zero;
        let mut homes = [zero; 2];
        for (half, home) in homes.iter_mut().enumerate() {
            for h in half * HALF..(half + 1) * HALF {
                let hole = self.board[h].and_not(sowing.meets(lifted)).sub(sowing.sows());
                let taken = sowing.meets(first).or(sowing.meets(second));
                sowing.next(step);
                captured = captured.add(hole.and(taken));
                let hole = hole.and_not(taken);
                self.board[h] = hole;
                *home = home.or(hole);
            }
        }
        self.held[0] = self.held[0].add(captured.and_not(north));
        self.held[1] = self.held[1].add(captured.and(north));

        // B10, B13: on from where the counter fell.
        let ends = live.and(empty).and(captured.eq(zero));
        self.hand = Hand { from: land, counters: before.add(s(1)), lifts: live };
        // B15.
        let leaves = homes[0].eq(zero).or(homes[1].eq(zero)).and(ends);
        self.north = north.xor(ends.and_not(leaves));
        Lap { ends, leaves }
    }
}
