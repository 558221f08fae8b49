//! Bulk play: many matches into columns, on as many threads as one likes, with the same result.
//!
//! Match `k` of a job is a function of the game with its options, the start, the players, `max_turns`, the seed and
//! `k` alone. Threads only decide who plays which stretch of matches.

mod asked;
mod columns;
mod records;
mod run;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

pub use asked::{Outside, Waiting, simulate_asked};
pub use columns::{Columns, Row, Rows};
pub use records::{Record, Records, Round, reserve};
pub use run::{Halt, Keep, Run};

use records::Kept;

#[cfg(target_arch = "x86_64")]
use crate::lockstep;
use crate::play::{Game, Position};
use crate::players::Player;
use crate::rules::{Error, Rules};
use crate::vector::StepRows;

/// What to play.
#[derive(Clone, Debug)]
pub struct Job {
    /// The game.
    pub game: Game,
    /// Where matches start: match `k` from number `k / games_each`.
    pub starts: Vec<Position>,
    /// Matches from each start; `u64::MAX` for one start of all.
    pub games_each: u64,
    /// South's and north's player.
    pub players: [Player; 2],
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
    /// What is kept beside the columns.
    pub record: Record,
    /// Bytes that columns and records may take.
    pub max_bytes: u64,
}

impl Job {
    /// `n` matches of a game between random players from its first position, seed 0, no records.
    pub fn new(game: &Game, n: usize) -> Job {
        Job {
            starts: vec![game.start()],
            game: game.clone(),
            games_each: u64::MAX,
            players: [Player::Random; 2],
            seed: 0,
            first: 0,
            n,
            max_turns: 10_000,
            threads: 0,
            record: Record::default(),
            max_bytes: u64::MAX,
        }
    }

    /// Where match `index` starts.
    #[inline]
    pub fn start(&self, index: u64) -> &Position {
        &self.starts[(index / self.games_each) as usize]
    }

    /// Whether the job can be played at all.
    ///
    /// # Errors
    /// [`Error::Argument`] or [`Error::TooLarge`], in words for the caller.
    pub fn check(&self) -> Result<(), Error> {
        let Job { n, first, games_each, .. } = *self;
        let Some(end) = first.checked_add(n as u64) else {
            return Err(Error::Argument(format!("first={first} with n={n}: the last index there is is 2^64 - 2")));
        };
        if games_each == 0 {
            return Err(Error::Argument("games_each is 0; it is a positive number".into()));
        }
        let most = games_each.saturating_mul(self.starts.len() as u64);
        if end > most {
            return Err(Error::Argument(format!(
                "matches with indices below {end} are asked for; {} starts with {games_each} games each make {most}",
                self.starts.len()
            )));
        }
        let needed = (n as u64).saturating_mul(Columns::BYTES + self.record.least_bytes(&self.game));
        if needed > self.max_bytes {
            return Err(Error::TooLarge { n, needed, seen: n as u64, max_bytes: self.max_bytes });
        }
        Ok(())
    }

    /// Threads to play on.
    fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    /// Whether rows are all there is to find out, and every decision is a random player's: what a faster kernel can
    /// serve.
    fn is_plain(&self) -> bool {
        self.players == [Player::Random; 2] && self.record == Record::default()
    }
}

/// How a job that runs elsewhere is followed and stopped.
#[derive(Debug, Default)]
pub struct Control {
    /// Matches done so far.
    pub done: AtomicU64,
    /// Set by whoever wants it to stop.
    pub stop: AtomicBool,
    /// When to give up.
    deadline: Option<Instant>,
    /// Bytes of records so far.
    bytes: AtomicU64,
    /// Matches that they are of, those under way included.
    begun: AtomicU64,
}

impl Control {
    /// A control that gives up at some time.
    pub fn until(deadline: Instant) -> Control {
        Control { deadline: Some(deadline), ..Control::default() }
    }

    /// Whether to go on; asked every some thousand laps.
    pub fn go_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed) && self.deadline.is_none_or(|deadline| Instant::now() < deadline)
    }

    /// Notes that the records of one more match begin.
    fn begin(&self) {
        self.begun.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that records grew, and says whether there is still room for them.
    fn grow(&self, job: &Job, bytes: u64) -> Result<(), Error> {
        let grown = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let columns = job.n as u64 * Columns::BYTES;
        if grown.saturating_add(columns) <= job.max_bytes {
            return Ok(());
        }
        self.stop.store(true, Ordering::Relaxed);
        let seen = self.begun.load(Ordering::Relaxed).clamp(1, job.n as u64);
        let needed = (grown as f64 * (job.n as f64 / seen as f64)) as u64;
        Err(Error::TooLarge { n: job.n, needed: needed.saturating_add(columns), seen, max_bytes: job.max_bytes })
    }
}

/// What every game can do in bulk, compiled once for each game so that its rules are inlined into the loops.
pub trait Play: Rules + StepRows {
    /// Plays the matches from `first` on into as many rows as are given, and keeps what the job wants kept.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when `control` does not want to go on, [`Error::TooLarge`] when records outgrow the job's
    /// `max_bytes`.
    fn playouts(&self, job: &Job, first: u64, rows: Rows<'_>, control: &Control) -> Result<Records, Error>;

    /// Plays random matches from `first` on, one at a time, into as many rows as are given: what [`crate::lockstep`]
    /// must equal.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn one_by_one(&self, job: &Job, first: u64, rows: Rows<'_>, control: &Control) -> Result<(), Error>;
}

impl<R: Rules> Play for R {
    fn playouts(&self, job: &Job, first: u64, rows: Rows<'_>, control: &Control) -> Result<Records, Error> {
        if !job.is_plain() {
            return recorded(self, job, first, rows, control);
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = self.lockstep()
            && rows.len() >= lockstep::WORTH
        {
            lockstep::play(lockstep::Set::best(), kernel, self, job, first, rows, control)?;
            return Ok(Records::default());
        }
        self.one_by_one(job, first, rows, control)?;
        Ok(Records::default())
    }

    fn one_by_one(&self, job: &Job, first: u64, mut rows: Rows<'_>, control: &Control) -> Result<(), Error> {
        let mut run = Run::new(self);
        for at in 0..rows.len() {
            run.begin(job, first + at as u64);
            if run.advance(self, job.max_turns, [Player::Random; 2], &mut (), || control.go_on()) == Halt::Paused {
                return Err(Error::Cancelled);
            }
            rows.set(at, run.row(self));
            control.done.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Matches of any players with any records.
fn recorded<R: Rules>(
    rules: &R,
    job: &Job,
    first: u64,
    mut rows: Rows<'_>,
    control: &Control,
) -> Result<Records, Error> {
    let mut kept = Kept::new(job, control);
    let mut run = Run::new(rules);
    for at in 0..rows.len() {
        let index = first + at as u64;
        run.begin(job, index);
        kept.begin(index);
        if run.advance(rules, job.max_turns, job.players, &mut kept, || control.go_on()) == Halt::Paused {
            kept.check()?;
            return Err(Error::Cancelled);
        }
        kept.end(rules, &run.state)?;
        rows.set(at, run.row(rules));
        control.done.fetch_add(1, Ordering::Relaxed);
    }
    Ok(kept.take())
}

/// The most matches that one thread plays in a row.
pub const STRETCH: usize = 4096;

/// The fewest that are worth a stretch of their own, where there are more: lanes of [`crate::lockstep`] stay busy.
const LEAST_STRETCH: usize = 256;

/// What a job comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// One row a match.
    pub columns: Columns,
    /// What was kept beside them.
    pub records: Records,
}

/// Plays a job, on the calling thread and as many others as it wants.
///
/// # Errors
/// [`Error::Cancelled`]; [`Error::Argument`] and [`Error::TooLarge`] for a job that cannot be played.
pub fn simulate(job: &Job, control: &Control) -> Result<Played, Error> {
    job.check()?;
    let rules = &*job.game.rules;
    let mut columns = Columns::new(job.n)?;
    let threads = job.threads();
    // Long matches in small stretches, so that no thread is left with the last one alone.
    let least = (job.n / threads).clamp(1, LEAST_STRETCH);
    let stretch = (job.n / threads.saturating_mul(8)).clamp(least, STRETCH);
    let stretches = columns.rows().chunks(stretch);
    let parts = in_order(stretches, threads, |(at, rows)| {
        if !control.go_on() {
            return Err(Error::Cancelled);
        }
        rules.playouts(job, job.first + at as u64, rows, control).inspect_err(|_| {
            control.stop.store(true, Ordering::Relaxed);
        })
    })?;
    // That something was too large tells more than that all others were cancelled because of it.
    let told = |part: &Result<Records, Error>| part.as_ref().is_err_and(|error| *error != Error::Cancelled);
    if let Some(Err(error)) = parts.iter().find(|part| told(part)) {
        return Err(error.clone());
    }
    let parts: Vec<Records> = parts.into_iter().collect::<Result<_, _>>()?;
    Ok(Played { columns, records: Records::join(parts)? })
}

/// The system gives no more threads.
pub fn no_thread(error: &std::io::Error) -> Error {
    Error::Argument(format!("the system gives no more threads ({error}); threads=1 takes the fewest"))
}

/// Does some pieces of work on the calling thread and up to `threads - 1` others, and returns what they come to, in
/// the order of the pieces. Threads live no longer than the call: a child that is forked later inherits none.
///
/// # Errors
/// [`Error::Argument`] when the system gives no more threads.
///
/// # Panics
/// When `work` does.
pub fn in_order<I, T, F>(pieces: I, threads: usize, work: F) -> Result<Vec<T>, Error>
where
    I: ExactSizeIterator + Send,
    I::Item: Send,
    T: Send,
    F: Fn(I::Item) -> T + Sync,
{
    let others = threads.min(pieces.len()).saturating_sub(1);
    let queue = Mutex::new(pieces.enumerate());
    let done = Mutex::new(Vec::new());
    let take = || queue.lock().expect("no piece panics while it is taken").next();
    let help = || {
        while let Some((place, piece)) = take() {
            let result = work(piece);
            done.lock().expect("no piece panics while it is put").push((place, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..others {
            let started = std::thread::Builder::new().spawn_scoped(scope, help);
            if let Err(error) = started {
                // Those that have started find the queue empty and end.
                while take().is_some() {}
                return Err(no_thread(&error));
            }
        }
        help();
        Ok(())
    })?;
    let mut done = done.into_inner().expect("no piece panics while it is put");
    done.sort_unstable_by_key(|&(place, _)| place);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_back_in_order_and_threads_do_not_matter() {
        for threads in [1, 2, 7, 100] {
            let squares = in_order(0..50, threads, |piece| piece * piece).unwrap();
            assert!(squares.into_iter().eq((0..50).map(|piece| piece * piece)), "{threads} threads");
        }
    }

    #[test]
    fn a_job_comes_to_the_same_in_any_pieces() {
        let game = Game::new("abalalae", &[]).unwrap();
        let all = ["moves", "boards", "rounds", "final"];
        let whole = Job { max_turns: 200, record: Record::named(&all).unwrap(), ..Job::new(&game, 90) };
        let play = |job: &Job| simulate(job, &Control::default()).unwrap();
        let together = play(&whole);
        assert_eq!(together, play(&Job { threads: 3, ..whole.clone() }));
        let parts = [0, 30, 60].map(|first| play(&Job { first, n: 30, ..whole.clone() }));
        assert_eq!(together.records, Records::join(parts.iter().map(|part| part.records.clone()).collect()).unwrap());
        assert_eq!(together.columns.laps, parts.map(|part| part.columns.laps).concat());
        // Other loops, the same rows.
        let plain = Job { record: Record::default(), ..whole };
        assert_eq!(together.columns, play(&plain).columns);
    }

    #[test]
    fn what_no_system_gives_is_an_error() {
        let game = Game::new("andada", &[]).unwrap();
        for n in [1 << 56, usize::MAX / 2] {
            let played = simulate(&Job::new(&game, n), &Control::default());
            assert!(matches!(played, Err(Error::NoMemory { .. })), "{n} matches");
        }
        let mut list = vec![0u64; 3];
        let needed = u64::MAX / 16 * 8 + 8 * 4;
        let refused = reserve(&mut list, usize::MAX / 16 + 1).unwrap_err();
        assert!(matches!(refused, Error::NoMemory { needed: found, .. } if found == needed), "{refused}");
        assert_eq!(list, [0; 3]);
    }

    #[test]
    fn any_number_of_threads_will_do() {
        let job = Job { threads: usize::MAX, ..Job::new(&Game::new("andada", &[]).unwrap(), 3) };
        assert_eq!(simulate(&job, &Control::default()).unwrap().columns.winner.len(), 3);
    }

    #[test]
    fn a_job_that_is_stopped_says_so() {
        let job = Job { max_turns: u32::MAX, ..Job::new(&Game::new("gabata-adwa", &[]).unwrap(), 1000) };
        let control = Control::until(Instant::now());
        assert_eq!(simulate(&job, &control), Err(Error::Cancelled));
    }
}
