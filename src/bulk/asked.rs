//! Matches with a player outside, who is asked for the moves of many at once.

use std::time::{Duration, Instant};

use super::records::{Kept, Record};
use super::{Columns, Control, Halt, Job, Played, Records, Run};
use crate::board::Seat;
use crate::rules::Error;

/// A player outside, and the world around.
pub trait Outside {
    /// What can go wrong there.
    type Error: From<Error>;

    /// Called every 20 ms or so, with the number of matches done: the place to look whether to go on.
    ///
    /// # Errors
    /// When not to.
    fn look(&mut self, done: u64) -> Result<(), Self::Error>;

    /// Whether one and the same player has both seats, and is asked for both at once.
    fn is_one_for_both(&self) -> bool;

    /// The moves of some matches that wait for this seat's player; they must be legal, one for each.
    ///
    /// # Errors
    /// When there is one that cannot be had.
    fn choose(&mut self, seat: Seat, waiting: &[Waiting<'_>]) -> Result<Vec<u8>, Self::Error>;
}

/// A match that waits for a move.
pub struct Waiting<'a> {
    /// Its index.
    pub index: u64,
    /// How many moves were made in it, chance's included.
    pub moves: u64,
    /// What stands.
    pub run: &'a Run,
}

/// The most matches that are under way at once.
const WAVE: usize = 1 << 16;

/// How long matches are played before somebody looks up.
const LOOK: Duration = Duration::from_millis(20);

/// A match that is under way.
struct Live<'a> {
    at: usize,
    run: Run,
    kept: Kept<'a>,
    asks: Seat,
}

/// Plays a job in which a seat's player is outside: wave after wave of matches, all of a wave side by side.
///
/// # Errors
/// Those of the players outside; [`Error::Argument`] and [`Error::TooLarge`] for a job that cannot be played.
pub fn simulate_asked<O: Outside>(job: &Job, outside: &mut O) -> Result<Played, O::Error> {
    job.check()?;
    let control = Control::default();
    let rules = &*job.game.rules;
    let mut columns = Columns::new(job.n)?;
    let is_recorded = job.record != Record::default();
    let mut parts = Vec::new();
    for (first, mut rows) in columns.rows().chunks(WAVE) {
        let mut done = first as u64;
        let mut look_at = Instant::now();
        let begin = |at| {
            let index = job.first + (first + at) as u64;
            let (mut run, mut kept) = (Run::new(rules), Kept::new(job, &control));
            run.begin(job, index);
            kept.begin(index);
            Live { at, run, kept, asks: Seat::South }
        };
        let mut live: Vec<Live> = (0..rows.len()).map(begin).collect();
        let mut records = vec![Records::default(); if is_recorded { rows.len() } else { 0 }];
        while !live.is_empty() {
            let mut waiting = Vec::with_capacity(live.len());
            for mut each in live {
                let Live { at, run, kept, asks } = &mut each;
                loop {
                    let now = Instant::now();
                    if now >= look_at {
                        outside.look(done)?;
                        look_at = now + LOOK;
                    }
                    let go_on = || Instant::now() < look_at;
                    match run.advance(rules, job.max_turns, job.players, kept, go_on) {
                        Halt::Paused => kept.check()?,
                        Halt::Asks(seat) => {
                            *asks = seat;
                            waiting.push(each);
                            break;
                        }
                        Halt::Over => {
                            kept.end(rules, &run.state)?;
                            rows.set(*at, run.row(rules));
                            if is_recorded {
                                records[*at] = kept.take();
                            }
                            done += 1;
                            break;
                        }
                    }
                }
            }
            live = waiting;
            ask(job, outside, &mut live)?;
        }
        parts.push(Records::join(records)?);
    }
    Ok(Played { columns, records: Records::join(parts)? })
}

/// Asks the players outside for a move in every match, and makes it.
fn ask<O: Outside>(job: &Job, outside: &mut O, live: &mut [Live<'_>]) -> Result<(), O::Error> {
    let one = outside.is_one_for_both();
    let mut moves = vec![0; live.len()];
    for seat in if one { &Seat::BOTH[..1] } else { &Seat::BOTH[..] } {
        let places: Vec<usize> = (0..live.len()).filter(|&place| one || live[place].asks == *seat).collect();
        if places.is_empty() {
            continue;
        }
        let waiting = |&place: &usize| {
            let Live { run, kept, .. } = &live[place];
            Waiting { index: kept.index(), moves: kept.moves(), run }
        };
        let chosen = outside.choose(*seat, &places.iter().map(waiting).collect::<Vec<_>>())?;
        for (place, mv) in places.into_iter().zip(chosen) {
            moves[place] = mv;
        }
    }
    for (Live { run, kept, .. }, mv) in live.iter_mut().zip(moves) {
        run.play(&*job.game.rules, mv, kept);
        kept.check()?;
    }
    Ok(())
}
