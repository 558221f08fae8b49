//! What is kept of matches on request, beyond their rows.

use super::run::Keep;
use super::{Control, Job};
use crate::play::Game;
use crate::rules::{Error, Rules};
use crate::state::{Outcome, State};

/// What to keep, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record(u8);

impl Record {
    /// Every move and who made it.
    pub const MOVES: Record = Record(1);
    /// The board after every move.
    pub const BOARDS: Record = Record(2);
    /// Every round that was counted.
    pub const ROUNDS: Record = Record(4);
    /// The board at the end.
    pub const FINAL: Record = Record(8);

    /// What can be kept, by name.
    pub const NAMED: [(&str, Record); 4] =
        [("rounds", Record::ROUNDS), ("moves", Record::MOVES), ("boards", Record::BOARDS), ("final", Record::FINAL)];

    /// Everything of those names.
    ///
    /// # Errors
    /// [`Error::Argument`], which says which there are.
    pub fn named<S: AsRef<str>>(names: &[S]) -> Result<Record, Error> {
        names.iter().try_fold(Record::default(), |all, name| {
            let found = Record::NAMED.iter().find(|(own, _)| own == &name.as_ref());
            found.map(|&(_, record)| Record(all.0 | record.0)).ok_or_else(|| {
                let names = Record::NAMED.map(|(own, _)| own).join(", ");
                Error::Argument(format!("record: there is no {:?} to keep; there are {names}", name.as_ref()))
            })
        })
    }

    /// Whether something is to be kept.
    #[inline]
    pub const fn has(self, what: Record) -> bool {
        self.0 & what.0 != 0
    }

    /// Bytes that a match takes at the least.
    pub(super) fn least_bytes(self, game: &Game) -> u64 {
        let holes = game.rules.sowing().layout.holes;
        let ends = if self.has(Record::MOVES) || self.has(Record::BOARDS) { size_of::<i64>() } else { 0 };
        (ends + if self.has(Record::FINAL) { holes } else { 0 }) as u64
    }
}

/// A round that was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The index of the match.
    pub index: u64,
    /// Who made its first turn; -1: there was none.
    pub began: i8,
    /// What south and north hold.
    pub held: [i32; 2],
    /// Its turns.
    pub turns: u32,
    /// The [`Reason`](crate::state::Reason) for which the match ended with this round; -1: it went on.
    pub reason: i8,
}

/// What was kept of some matches; what nobody wanted stays empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The moves of all matches, one match after the other.
    pub moves: Vec<u8>,
    /// Who made each of them; -1: chance.
    pub movers: Vec<i8>,
    /// The board after each of them, in the order of the array.
    pub boards: Vec<u8>,
    /// How many moves were made until the end of each match.
    pub ends: Vec<i64>,
    /// The rounds of all matches, one match after the other.
    pub rounds: Vec<Round>,
    /// The board at the end of each match, in the order of the array.
    pub finals: Vec<u8>,
}

impl Records {
    /// The records of neighbouring matches, joined. Each part is given back as soon as it is copied.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub(super) fn join(mut parts: Vec<Records>) -> Result<Records, Error> {
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        let total = |len: fn(&Records) -> usize| parts.iter().map(len).sum();
        let mut all = Records::default();
        reserve(&mut all.moves, total(|part| part.moves.len()))?;
        reserve(&mut all.movers, total(|part| part.movers.len()))?;
        reserve(&mut all.boards, total(|part| part.boards.len()))?;
        reserve(&mut all.ends, total(|part| part.ends.len()))?;
        reserve(&mut all.rounds, total(|part| part.rounds.len()))?;
        reserve(&mut all.finals, total(|part| part.finals.len()))?;
        for mut part in parts {
            let before = all.ends.last().copied().unwrap_or_default();
            all.moves.append(&mut part.moves);
            all.movers.append(&mut part.movers);
            all.boards.append(&mut part.boards);
            all.ends.extend(part.ends.iter().map(|end| before + end));
            all.rounds.append(&mut part.rounds);
            all.finals.append(&mut part.finals);
        }
        Ok(all)
    }
}

/// Makes room for some more entries of a list: one that the system does not give on the way is the end of the process.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), Error> {
    list.try_reserve(more).map_err(|_| {
        let needed = ((list.len() as u64).saturating_add(more as u64)).saturating_mul(size_of::<T>() as u64);
        Error::NoMemory { what: "the records that are kept of these matches".into(), needed }
    })
}

/// Keeps what a job wants kept of some matches, one after the other.
pub(super) struct Kept<'a> {
    records: Records,
    job: &'a Job,
    control: &'a Control,
    /// The index of the match.
    index: u64,
    /// Moves of this match.
    moves: u64,
    /// Bytes that `control` has not heard of.
    bytes: u64,
    failure: Option<Error>,
}

/// Bytes that records grow by before somebody looks whether there is room.
const BYTES_BETWEEN_LOOKS: u64 = 1 << 16;

impl<'a> Kept<'a> {
    /// Keeps matches of a job.
    pub fn new(job: &'a Job, control: &'a Control) -> Kept<'a> {
        Kept { records: Records::default(), job, control, index: 0, moves: 0, bytes: 0, failure: None }
    }

    /// Begins match `index`.
    pub fn begin(&mut self, index: u64) {
        self.index = index;
        self.moves = 0;
        self.control.begin();
    }

    /// The index of the match.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Moves of the match so far.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Ends the match.
    pub fn end(&mut self, rules: &(impl Rules + ?Sized), state: &State) -> Result<(), Error> {
        let record = self.job.record;
        if record.has(Record::MOVES) || record.has(Record::BOARDS) {
            let before = self.records.ends.last().copied().unwrap_or_default();
            reserve(&mut self.records.ends, 1)?;
            self.records.ends.push(before + self.moves as i64);
            self.bytes += size_of::<i64>() as u64;
        }
        if record.has(Record::FINAL) {
            let board = rules.sowing().layout.array(|cell| state.cells[cell]);
            self.bytes += board.len() as u64;
            reserve(&mut self.records.finals, board.len())?;
            self.records.finals.extend(board);
        }
        self.grow();
        self.check()
    }

    /// Whether there was room for all.
    pub fn check(&self) -> Result<(), Error> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    /// What was kept.
    pub fn take(&mut self) -> Records {
        std::mem::take(&mut self.records)
    }

    fn grow(&mut self) {
        let grown = self.control.grow(self.job, std::mem::take(&mut self.bytes));
        self.note(grown);
    }

    /// Notes whether there was room.
    fn note(&mut self, room: Result<(), Error>) {
        if let Err(error) = room {
            self.failure.get_or_insert(error);
        }
    }

    fn keep_move(&mut self, rules: &(impl Rules + ?Sized), mover: i8, mv: u8, state: &State) -> Result<(), Error> {
        let record = self.job.record;
        if record.has(Record::MOVES) {
            reserve(&mut self.records.moves, 1)?;
            reserve(&mut self.records.movers, 1)?;
            self.records.moves.push(mv);
            self.records.movers.push(mover);
            self.bytes += 2;
        }
        if record.has(Record::BOARDS) {
            let board = rules.sowing().layout.array(|cell| state.cells[cell]);
            self.bytes += board.len() as u64;
            reserve(&mut self.records.boards, board.len())?;
            self.records.boards.extend(board);
        }
        Ok(())
    }
}

impl Keep for Kept<'_> {
    fn moved(&mut self, rules: &(impl Rules + ?Sized), mover: i8, mv: u8, state: &State) -> bool {
        self.moves += 1;
        let kept = self.keep_move(rules, mover, mv, state);
        self.note(kept);
        if self.bytes >= BYTES_BETWEEN_LOOKS {
            self.grow();
        }
        self.failure.is_none()
    }

    fn counted(&mut self, held: [u8; 2], began: i8, turns: u32, end: Option<Outcome>) {
        if self.job.record.has(Record::ROUNDS) {
            let reason = end.map_or(-1, |end| end.reason as i8);
            if let Err(error) = reserve(&mut self.records.rounds, 1) {
                return self.note(Err(error));
            }
            self.records.rounds.push(Round { index: self.index, began, held: held.map(i32::from), turns, reason });
            self.bytes += size_of::<Round>() as u64;
        }
    }
}
