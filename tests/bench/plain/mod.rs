//! The baseline: byte boards, one counter at a time, nothing clever; and a second answer, written without the library.

pub mod abalalae;
pub mod adwa;
pub mod andada;

pub use gabata::Reason;

/// What is reported of one match: [`gabata::bulk::Row`], with its reason by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub winner: i8,
    pub reason: Reason,
    pub turns: u32,
    pub rounds: u32,
    pub laps: u64,
    pub held: [i32; 2],
    pub first_mover: i8,
    pub opening: i8,
}

impl Default for Outcome {
    fn default() -> Self {
        Self {
            winner: -1,
            reason: Reason::Unfinished,
            turns: 0,
            rounds: 0,
            laps: 0,
            held: [0; 2],
            first_mover: -1,
            opening: -1,
        }
    }
}

/// What cuts a match short.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub max_turns: u32,
    pub max_rounds: u32,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Ended { laps: u32 },
    Endless,
}

/// A turn that has made so many laps, and would lift again, is endless.
const MAX_LAPS: u32 = 1_000_000;

/// Brent's method: remembers one position, at laps 1, 2, 4, 8 ..., and says when it comes back.
struct Watch<P> {
    seen: Option<P>,
    laps: u32,
    next: u32,
}

impl<P> Default for Watch<P> {
    fn default() -> Self {
        Self { seen: None, laps: 0, next: 1 }
    }
}

impl<P: PartialEq> Watch<P> {
    /// To be asked before every lift of a turn: is the turn endless?
    fn endless(&mut self, position: impl FnOnce() -> P) -> bool {
        if self.laps < 64 {
            // Nearly every turn is over by now; one that repeats will still do so later.
            self.laps += 1;
            return false;
        }
        let position = position();
        if self.laps >= MAX_LAPS || self.seen.as_ref() == Some(&position) {
            return true;
        }
        self.laps += 1;
        if self.laps >= self.next {
            self.next = self.laps * 2;
            self.seen = Some(position);
        }
        false
    }
}

/// Sows what lies in `from`; says where the last counter fell, and what lay there before it. `backwards` runs from the
/// last cell to the first.
#[inline(always)]
fn sow(board: &mut [u8], from: usize, backwards: bool) -> (usize, u8) {
    let hand = std::mem::take(&mut board[from]);
    let (mut cell, mut before) = (from, 0);
    for _ in 0..hand {
        cell = match (backwards, cell) {
            (false, c) if c + 1 == board.len() => 0,
            (false, c) => c + 1,
            (true, 0) => board.len() - 1,
            (true, c) => c - 1,
        };
        before = board[cell];
        board[cell] += 1;
    }
    (cell, before)
}
