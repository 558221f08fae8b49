//! The one loop of a turn: lift, lap, landing, relay, until the sowing stops or is found never to stop.

use crate::board::{CELLS, Cells, Layout, Seat, bits, only_singles};
use crate::landing::{Action, Circumstance, Landing};
use crate::rules::Rules;
use crate::state::State;

/// A turn that would make more laps than this is endless, as is one that comes back to where it stood.
pub const MAX_LAPS: u32 = 1_000_000;

/// Drops by one racer alone after which a race is endless.
pub const MAX_DROPS: u32 = 1_000_000;

/// A relay or a race that never stops. The position is as it was before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless;

/// Where the last counter of a lap fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The cell.
    pub cell: usize,
    /// What lay in it just before.
    pub before: u8,
}

/// Which cells a player's counters pass, as a table of additions: one row for each cell that is lifted and each number
/// of counters up to once round the track. A row takes its counters out of the cell and adds them to others, so that
/// lifting and sowing is one addition of a few words, and no single byte is written that the next addition would wait for.
#[derive(Clone, Debug)]
pub struct Laps {
    /// Cells that one round of the track sows.
    round: usize,
    rows: Vec<Row>,
    ends: Vec<u8>,
    /// Where each player's rows begin.
    bases: [usize; 2],
}

impl Laps {
    /// Laps on `layout`, passing the mover's own store where there are stores; `skip_origin`: the cell that was lifted
    /// is passed over, every time round.
    pub fn new(layout: &Layout, skip_origin: bool) -> Laps {
        let tracks = Seat::BOTH.map(|seat| track(layout, seat));
        let round = tracks[0].len() - usize::from(skip_origin);
        let mut laps = Laps { round, rows: Vec::new(), ends: Vec::new(), bases: [0; 2] };
        for seat in Seat::BOTH {
            let first = laps.rows.len();
            for origin in 0..layout.holes {
                laps.add_rows(&tracks[seat.index()], origin, skip_origin);
            }
            laps.bases[seat.index()] = first;
        }
        // Where both players' counters pass the same loop, one table serves both and stays in the nearest cache.
        let (south, north) = laps.rows.split_at(laps.bases[1]);
        if south == north {
            laps.rows.truncate(laps.bases[1]);
            laps.ends.truncate(laps.bases[1]);
            laps.bases[1] = 0;
        }
        laps
    }

    /// The cells that `hand` counters lifted from `origin` fall into, one after another.
    pub fn passed(&self, seat: Seat, origin: usize, hand: u8) -> impl Iterator<Item = usize> + '_ {
        let base = self.bases[seat.index()] + origin * self.round;
        self.ends[base..base + self.round].iter().map(|&cell| usize::from(cell)).cycle().take(hand.into())
    }

    fn add_rows(&mut self, track: &[usize], origin: usize, skip_origin: bool) {
        let start = track.iter().position(|&cell| cell == origin).expect("every hole is on both tracks");
        let passed = track.iter().cycle().skip(start + 1).filter(|&&cell| !(skip_origin && cell == origin));
        let mut row = Row::default();
        for &cell in passed.take(self.round) {
            move_one(&mut row, origin, cell);
            self.rows.push(row);
            self.ends.push(cell as u8);
        }
    }

    /// Lifts all counters of `origin`, which are `hand` and at least one, and sows them.
    #[inline]
    pub fn sow(&self, cells: &mut Cells, seat: Seat, origin: usize, mut hand: u8) -> Fall {
        let base = self.bases[seat.index()] + origin * self.round;
        while usize::from(hand) > self.round {
            add(cells, &self.rows[base + self.round - 1]);
            hand -= self.round as u8;
        }
        let row = base + usize::from(hand) - 1;
        let cell = usize::from(self.ends[row]);
        // Read before the addition, so that the landing does not wait for it; what is still to be lifted is in hand.
        let before = cells[cell] - if cell == origin { hand } else { 0 };
        add(cells, &self.rows[row]);
        Fall { cell, before }
    }
}

/// What a lap adds to the cells. The counters of eight cells are the digits, to base 256, of one number; taking some out
/// of one cell and putting them into others adds a difference to that number, and borrows and carries come out even,
/// since no cell ever holds more than 255.
type Row = [u64; CELLS / 8];

#[inline]
fn add(cells: &mut Cells, row: &Row) {
    for (eight, difference) in cells.as_chunks_mut::<8>().0.iter_mut().zip(row) {
        *eight = u64::from_le_bytes(*eight).wrapping_add(*difference).to_le_bytes();
    }
}

/// The row that takes one counter out of `from` and puts it into `to`.
fn move_one(row: &mut Row, from: usize, to: usize) {
    row[from / 8] = row[from / 8].wrapping_sub(1 << (from % 8 * 8));
    row[to / 8] = row[to / 8].wrapping_add(1 << (to % 8 * 8));
}

/// The cells of a player's track: the holes, and after the player's own row the store, if there is one.
fn track(layout: &Layout, seat: Seat) -> Vec<usize> {
    let mut track: Vec<usize> = (0..layout.holes).map(|k| layout.cell(seat, k)).collect();
    if let Some(stores) = layout.stores {
        track.insert(layout.columns, stores[seat.index()]);
    }
    track
}

/// What a row's end does to the counters of a lap (Andada's A11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowEnd {
    /// Counters cross to the other row.
    #[default]
    Crossed,
    /// Counters that would step past the end of a row are taken off the board.
    Off,
    /// They are taken off while no hole holds more than one, else they cross.
    OffWhileSingles,
}

/// Lifts and sows one counter at a time, taking off those that a row's end takes; returns where the last one fell, if it did not
/// leave the board, and how many did.
fn sow_to_row_end(
    layout: &Layout,
    cells: &mut Cells,
    seat: Seat,
    origin: usize,
    hand: u8,
    end: RowEnd,
) -> (Option<Fall>, u8) {
    cells[origin] = 0;
    let mut position = layout.position(seat, origin);
    let mut fall = None;
    for sown in 0..hand {
        let at_end = (position + 1).is_multiple_of(layout.columns);
        if at_end && (end == RowEnd::Off || (end == RowEnd::OffWhileSingles && only_singles(cells))) {
            // The board does not change any more: the rest of the lap leaves it too.
            return (None, hand - sown);
        }
        position = (position + 1) % layout.holes;
        let cell = layout.cell(seat, position);
        fall = Some(Fall { cell, before: cells[cell] });
        cells[cell] += 1;
    }
    (fall, 0)
}

/// How a game sows: its board, its laps and what happens where a lap ends.
#[derive(Clone, Debug)]
pub struct Sowing {
    /// The board.
    pub layout: Layout,
    /// The laps.
    pub laps: Laps,
    /// The landings.
    pub landing: Landing,
}

/// What a lap did, for those who watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lap {
    /// Who sowed.
    pub seat: Seat,
    /// The cell that was lifted.
    pub from: usize,
    /// Counters that were lifted.
    pub hand: u8,
    /// Where the last one fell; `None` when it left the board.
    pub fall: Option<Fall>,
    /// The circumstances of the landing and what followed from them; `None` where no landing is judged
    /// (an opening, a race, a counter that left the board).
    pub landed: Option<(Circumstance, Action)>,
}

/// What became of a counter that a racer dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// It lies there, and more are in hand.
    On,
    /// It was the last in hand and fell in an occupied hole, which was lifted.
    Relay,
    /// It was the last in hand and fell in an empty hole, or in any hole where one lap was left: the racer is done.
    Done,
}

/// Somebody who watches a move: nobody in bulk play, the story of a turn in `explain`.
pub trait Watch {
    /// A lap was sown.
    fn lap(&mut self, _lap: &Lap) {}
    /// A player took counters off the board, out of a cell or out of the hand.
    fn took(&mut self, _seat: Seat, _cell: usize, _counters: u8) {}
    /// A racer dropped a counter in a cell that held `before` (Abalala'e's race).
    fn dropped(&mut self, _seat: Seat, _cell: usize, _before: u8, _drop: Dropped) {}
    /// The sowing of a turn is over; what comes now follows from it: the end of a round or of the match.
    fn sown(&mut self, _sown: Sown) {}
    /// The clause that decided a landing, where the landing and what was taken there do not tell.
    fn ruled(&mut self, _clause: &'static str) {}
    /// A hole became a player's wegue.
    fn marked(&mut self, _seat: Seat, _cell: usize) {}
    /// A round was counted: what south and north hold.
    fn round(&mut self, _held: [u8; 2]) {}
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// What a game's own landing leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The turn ends.
    End,
    /// The hole is lifted and sown on.
    Relay,
    /// The turn ends and the same player moves again.
    Again,
}

/// What a turn came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sown {
    /// Laps.
    pub laps: u32,
    /// The same player moves again.
    pub again: bool,
    /// Counters left the board for the mover's hold.
    pub captured: bool,
}

/// Sows a whole turn of `seat` from the hole `origin`, which must hold counters.
///
/// # Errors
/// [`Endless`] when the relay never stops; `state` is then somewhere in the middle of it.
#[inline]
pub fn turn<R: Rules + ?Sized>(
    rules: &R,
    state: &mut State,
    seat: Seat,
    origin: usize,
    watch: &mut impl Watch,
) -> Result<Sown, Endless> {
    let Sowing { layout, laps, landing } = rules.sowing();
    let row_end = rules.row_end(state);
    let mut brent = Brent::new();
    let mut sown = Sown::default();
    let held = state.held[seat.index()];
    let mut from = origin;
    let mut hand = state.cells[from];
    loop {
        sown.laps += 1;
        state.fresh &= !(1 << from);
        let fall = if row_end == RowEnd::Crossed {
            laps.sow(&mut state.cells, seat, from, hand)
        } else {
            let (fall, off) = sow_to_row_end(layout, &mut state.cells, seat, from, hand, row_end);
            state.held[seat.index()] += off;
            if off > 0 {
                watch.lap(&Lap { seat, from, hand, fall: None, landed: None });
                watch.took(seat, from, off);
            }
            let Some(fall) = fall else { return Ok(sown) };
            fall
        };
        let key = landing.key(state, seat, fall.cell, fall.before);
        let action = landing.action(key);
        watch.lap(&Lap { seat, from, hand, fall: Some(fall), landed: Some((key.into(), action)) });
        if action != Action::Relay {
            let next = match action {
                Action::Relay => Next::Relay,
                Action::End => Next::End,
                Action::Again => Next::Again,
                Action::Capture | Action::CaptureOnward => {
                    let captured = capture(state, seat, landing.facing[seat.index()][fall.cell], watch);
                    if captured > 0 && action == Action::CaptureOnward { Next::Relay } else { Next::End }
                }
                Action::Mark | Action::TakeTwo | Action::Chain | Action::CaptureHome => {
                    rules.land(state, seat, fall, action, watch)
                }
            };
            if next != Next::Relay {
                sown.again = next == Next::Again;
                sown.captured = state.held[seat.index()] > held;
                return Ok(sown);
            }
        }
        from = fall.cell;
        hand = fall.before + 1;
        if brent.returned(state, from, sown.laps) {
            return Err(Endless);
        }
    }
}

/// Captures all counters of a set of cells for a player, telling the watch.
pub fn capture(state: &mut State, seat: Seat, set: u64, watch: &mut (impl Watch + ?Sized)) -> u8 {
    for cell in bits(set) {
        if state.cells[cell] > 0 {
            watch.took(seat, cell, state.cells[cell]);
        }
    }
    state.capture(seat, set)
}

/// Brent's method: one position of the relay is kept, a new one whenever the number of laps has doubled; a relay that
/// goes round in a circle sooner or later meets the one that is kept. Short turns pay one comparison of two numbers.
struct Brent {
    kept: Option<(State, usize)>,
    next: u32,
}

impl Brent {
    /// Hardly any turn has as many laps as this.
    const FIRST: u32 = 64;

    #[inline]
    fn new() -> Brent {
        Brent { kept: None, next: Brent::FIRST }
    }

    /// Whether a relay that is about to lift `from`, after `laps` laps, has come back to where it stood, or has gone on
    /// for too long.
    #[inline]
    fn returned(&mut self, state: &State, from: usize, laps: u32) -> bool {
        laps >= Brent::FIRST && self.look(state, from, laps)
    }

    #[cold]
    fn look(&mut self, state: &State, from: usize, laps: u32) -> bool {
        if laps >= MAX_LAPS {
            return true;
        }
        if laps == self.next {
            *self = Brent { kept: Some((*state, from)), next: self.next * 2 };
            return false;
        }
        self.kept.as_ref().is_some_and(|kept| kept.1 == from && kept.0 == *state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A relay that has made the last lap there may be would lift again: it is endless, and one lap earlier it is not.
    #[test]
    fn the_bound_of_laps_is_exact() {
        let state = State::empty(&Layout::two_rows(6));
        let mut brent = Brent::new();
        for laps in 1..MAX_LAPS {
            let elsewhere = State { round: laps, ..state }; // never where it stood
            assert!(!brent.returned(&elsewhere, 0, laps), "{laps}");
        }
        assert!(brent.returned(&state, 0, MAX_LAPS));
    }

    /// The plain twin of [`Laps::sow`]: one counter at a time.
    fn sow_one_by_one(
        layout: &Layout,
        skip_origin: bool,
        cells: &mut Cells,
        seat: Seat,
        origin: usize,
        hand: u8,
    ) -> Fall {
        cells[origin] = 0;
        let track = track(layout, seat);
        let mut at = track.iter().position(|&cell| cell == origin).unwrap();
        let mut fall = Fall { cell: origin, before: 0 };
        for _ in 0..hand {
            at = (at + 1) % track.len();
            if skip_origin && track[at] == origin {
                at = (at + 1) % track.len();
            }
            fall = Fall { cell: track[at], before: cells[track[at]] };
            cells[track[at]] += 1;
        }
        fall
    }

    #[test]
    fn a_lap_of_any_length_equals_sowing_one_by_one() {
        let boards = [
            (Layout::two_rows(1), true),
            (Layout::two_rows(1).with_stores(), false),
            (Layout::two_rows(6), true),
            (Layout::two_rows(12).with_stores(), false),
            (crate::games::abalalae::layout(), false),
            (crate::games::gabata_adwa::layout(), false),
            (crate::games::andada::layout(24, true), false),
            (crate::games::andada::layout(24, false), false),
        ];
        for (layout, skip_origin) in boards {
            let laps = Laps::new(&layout, skip_origin);
            for seat in Seat::BOTH {
                for origin in 0..layout.holes {
                    for hand in 1..=u8::MAX {
                        let mut fast = [0; CELLS];
                        fast[origin] = hand;
                        let mut plain = fast;
                        let fall = laps.sow(&mut fast, seat, origin, hand);
                        let twin = sow_one_by_one(&layout, skip_origin, &mut plain, seat, origin, hand);
                        assert_eq!((fall, fast), (twin, plain), "{hand} from {origin} by {seat:?}");
                        let mut named = [0; CELLS];
                        laps.passed(seat, origin, hand).for_each(|cell| named[cell] += 1);
                        assert_eq!(named, plain, "{hand} from {origin} by {seat:?}");
                    }
                }
            }
        }
    }
}
