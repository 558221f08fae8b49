//! Bulk play: many matches into columns, on as many threads as one likes, with the same result.
//!
//! Match `k` of a job is a function of the game with its options, the start, the players, `max_turns`, the seed and
//! `k` alone. Threads only decide who plays which stretch of matches.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::board::Seat;
use crate::play::{Game, Position, legal, play_unchecked};
use crate::rules::{Error, Past, Rules};
use crate::sow::Watch;
use crate::state::{Phase, Reason, State};
use crate::stream::{Stream, race_threshold};

/// What to play.
#[derive(Clone, Debug)]
pub struct Job {
    /// The game.
    pub game: Game,
    /// Where every match starts.
    pub start: Position,
    /// Seed of all streams.
    pub seed: u64,
    /// Index of the first match.
    pub first: u64,
    /// How many matches.
    pub n: usize,
    /// Turns after which a match is cut off as unfinished.
    pub max_turns: u32,
    /// Threads; 0: as many as the machine has cores.
    pub threads: usize,
}

/// How a job that runs elsewhere is followed and stopped.
#[derive(Debug, Default)]
pub struct Control {
    /// Matches done so far.
    pub done: AtomicU64,
    /// Set by whoever wants it to stop.
    pub cancel: AtomicBool,
}

/// One row a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// 0, 1 or -1 for nobody.
    pub winner: Vec<i8>,
    /// A [`Reason`].
    pub reason: Vec<u8>,
    /// Turns: lifts that players chose.
    pub turns: Vec<u32>,
    /// Rounds that were counted.
    pub rounds: Vec<u32>,
    /// Laps of all turns.
    pub laps: Vec<u64>,
    /// South's and north's counters off the board at the end.
    pub held: Vec<[i32; 2]>,
    /// Who made the first ordinary turn; -1: there was none.
    pub first_mover: Vec<i8>,
    /// The first move that a player made; -1: there was none.
    pub opening: Vec<i8>,
}

impl Columns {
    fn append(&mut self, mut other: Columns) {
        self.winner.append(&mut other.winner);
        self.reason.append(&mut other.reason);
        self.turns.append(&mut other.turns);
        self.rounds.append(&mut other.rounds);
        self.laps.append(&mut other.laps);
        self.held.append(&mut other.held);
        self.first_mover.append(&mut other.first_mover);
        self.opening.append(&mut other.opening);
    }

    fn push(&mut self, end: &End) {
        self.winner.push(end.winner);
        self.reason.push(end.reason as u8);
        self.turns.push(end.turns);
        self.rounds.push(end.rounds);
        self.laps.push(end.laps);
        self.held.push(end.held);
        self.first_mover.push(end.first_mover);
        self.opening.push(end.opening);
    }
}

/// How one match went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    winner: i8,
    reason: Reason,
    turns: u32,
    rounds: u32,
    laps: u64,
    held: [i32; 2],
    first_mover: i8,
    opening: i8,
}

fn seat_number(seat: Option<Seat>) -> i8 {
    seat.map_or(-1, |seat| seat as i8)
}

/// What every game can do in bulk, compiled once for each game so that its rules are inlined into the loops.
pub trait Play: Rules {
    /// Plays matches `first..first + n` of a job, as long as nobody cancels.
    fn playouts(&self, job: &Job, first: u64, n: usize, control: &Control) -> Columns;
}

impl<R: Rules> Play for R {
    fn playouts(&self, job: &Job, first: u64, n: usize, control: &Control) -> Columns {
        let mut columns = Columns::default();
        let mut past = Past::default();
        for index in first..first + n as u64 {
            let Some(end) = playout(self, job, index, &mut past, control) else { break };
            columns.push(&end);
            control.done.fetch_add(1, Ordering::Relaxed);
        }
        columns
    }
}

/// Counts rounds.
#[derive(Default)]
struct RoundCount(u32);

impl Watch for RoundCount {
    fn round(&mut self, _held: [u8; 2]) {
        self.0 += 1;
    }
}

/// Turns between two looks at whether somebody has cancelled.
const TURNS_BETWEEN_LOOKS: u32 = 4096;

/// Plays one match; nothing if it was cancelled.
fn playout<R: Rules>(rules: &R, job: &Job, index: u64, past: &mut Past, control: &Control) -> Option<End> {
    let threshold = race_threshold(rules.race_odds().unwrap_or_default());
    let mut stream = Stream::new(job.seed, index);
    let mut state: State = job.start.state;
    past.clone_from(&job.start.past);
    let mut rounds = RoundCount::default();
    let mut end = End {
        winner: -1,
        reason: Reason::Unfinished,
        turns: 0,
        rounds: 0,
        laps: 0,
        held: [0; 2],
        first_mover: -1,
        opening: -1,
    };
    while state.outcome.is_none() && end.turns < job.max_turns {
        let mv = if state.phase == Phase::Race {
            stream.race_drop(threshold)
        } else {
            let mv = stream.choose(legal(rules, &state, past));
            if end.opening < 0 {
                end.opening = mv as i8;
            }
            mv
        };
        if state.phase == Phase::Turns {
            if end.turns == 0 {
                end.first_mover = state.to_move as i8;
            }
            end.turns += 1;
            if end.turns.is_multiple_of(TURNS_BETWEEN_LOOKS) && control.cancel.load(Ordering::Relaxed) {
                return None;
            }
        }
        end.laps += u64::from(play_unchecked(rules, &mut state, past, mv, &mut rounds));
    }
    if let Some(outcome) = state.outcome {
        end.reason = outcome.reason;
        end.winner = seat_number(outcome.winner);
    }
    end.rounds = rounds.0;
    end.held = state.off_board(&rules.sowing().layout).map(i32::from);
    Some(end)
}

/// Matches that one thread plays in a row.
const STRETCH: usize = 1024;

/// Plays a job.
///
/// # Errors
/// [`Error::Cancelled`].
pub fn simulate(job: &Job, control: &Control) -> Result<Columns, Error> {
    let rules = &*job.game.rules;
    let threads = match job.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let stretches = job.n.div_ceil(STRETCH);
    let play = |stretch: usize| {
        if control.cancel.load(Ordering::Relaxed) {
            return Columns::default();
        }
        let done = stretch * STRETCH;
        rules.playouts(job, job.first + done as u64, STRETCH.min(job.n - done), control)
    };
    // A pool of one's own for each call: a global one would hang forked children.
    let parts: Vec<Columns> = if threads == 1 || stretches <= 1 {
        (0..stretches).map(play).collect()
    } else {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.min(stretches)).build();
        let pool = pool.map_err(|error| Error::Argument(format!("no threads to play on: {error}")))?;
        pool.install(|| (0..stretches).into_par_iter().map(play).collect())
    };
    if control.cancel.load(Ordering::Relaxed) {
        return Err(Error::Cancelled);
    }
    let mut columns = Columns::default();
    for part in parts {
        columns.append(part);
    }
    Ok(columns)
}
