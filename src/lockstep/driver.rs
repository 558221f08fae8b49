//! The loop over all lanes, which every kernel shares.

use std::sync::atomic::Ordering;

use super::lanes::{Lanes, MOST, Set};
use super::streams::Streams;
use super::{Kernel, WORTH, abalalae, adwa, andada};
use crate::bulk::{Control, Halt, Job, Rows, Run};
use crate::players::Player;
use crate::rules::{Error, Rules};
use crate::state::State;

/// The boards of a game, one a lane.
pub trait Boards<V: Lanes> {
    /// Puts a state, in which a turn comes next, into a lane.
    fn load(&mut self, lane: usize, state: &State);
    /// Writes what turns change from a lane, in which a turn has just ended, back into the state that was put there.
    fn store(&self, lane: usize, state: &mut State);
    /// Chooses a hole to lift in each lane of `choosing`.
    fn choose(&mut self, choosing: V, streams: &mut Streams);
    /// One lap in each lane of `live`; the others must not report anything.
    fn lap(&mut self, live: V) -> Lap<V>;
}

/// What a lap did to the lanes.
pub struct Lap<V> {
    /// The lanes in which it ended the turn.
    pub ends: V,
    /// Those of them in which more may follow than that the next player is to move: their player to move is still the
    /// one who sowed.
    pub leaves: V,
}

/// Relays of so many laps are left to the one loop, which knows whether they ever end.
const LONG: u8 = 254;

/// Steps between two looks at whether to go on: some tenths of a millisecond.
const STEPS_BETWEEN_LOOKS: u64 = 2048;

/// Plays the matches of a job from `first` on, which are those of two random players, into as many rows as are given.
///
/// # Errors
/// [`Error::Cancelled`] when `control` does not want to go on.
///
/// # Panics
/// When `kernel` is not the one of `rules`.
pub fn play(
    set: Set,
    kernel: Kernel,
    rules: &dyn Rules,
    job: &Job,
    first: u64,
    rows: Rows<'_>,
    control: &Control,
) -> Result<(), Error> {
    let matches = Matches { rules, job, first, rows, control };
    match kernel {
        Kernel::Andada { holes: 12, singles } => set.run(andada::Kernel::<24>(singles, matches)),
        Kernel::Andada { holes: 15, singles } => set.run(andada::Kernel::<30>(singles, matches)),
        Kernel::Andada { holes: 18, singles } => set.run(andada::Kernel::<36>(singles, matches)),
        Kernel::Andada { holes: 21, singles } => set.run(andada::Kernel::<42>(singles, matches)),
        Kernel::Andada { holes: 24, singles } => set.run(andada::Kernel::<48>(singles, matches)),
        Kernel::Andada { holes, .. } => panic!("there is no Andada of {holes} holes (A1)"),
        Kernel::Abalalae => set.run(abalalae::Kernel(matches)),
        Kernel::Adwa { actions, last_hole, again } => set.run(adwa::Kernel(actions, last_hole, again, matches)),
    }
}

/// What is to be played.
pub struct Matches<'a> {
    rules: &'a dyn Rules,
    job: &'a Job,
    first: u64,
    rows: Rows<'a>,
    control: &'a Control,
}

/// One lane's match.
struct Lane {
    run: Run,
    /// Its row.
    at: usize,
    /// Turns that it was granted when it was last looked at, and the step of that look.
    granted: u8,
    since: u64,
}

/// What becomes of a lane.
#[derive(PartialEq, Eq)]
enum Seat {
    Taken,
    Empty,
}

impl Matches<'_> {
    /// Plays on by the one loop until a turn comes; `Empty` when the match is over and its row filled.
    fn settle(&mut self, lane: &mut Lane) -> Result<Seat, Error> {
        let Matches { rules, job, control, .. } = *self;
        match lane.run.advance_to_turn(rules, job.max_turns, || control.go_on()) {
            Halt::Paused => Err(Error::Cancelled),
            Halt::Over => {
                self.rows.set(lane.at, lane.run.row(rules));
                Ok(Seat::Empty)
            }
            Halt::Asks(_) => Ok(Seat::Taken),
        }
    }

    /// Plays to the end by the one loop.
    fn finish(&mut self, lane: &mut Lane) -> Result<(), Error> {
        let Matches { rules, job, control, .. } = *self;
        let players = [Player::Random; 2];
        if lane.run.advance(rules, job.max_turns, players, &mut (), || control.go_on()) == Halt::Paused {
            return Err(Error::Cancelled);
        }
        self.rows.set(lane.at, lane.run.row(rules));
        Ok(())
    }
}

#[inline(always)]
pub fn run<V: Lanes>(mut boards: impl Boards<V>, mut matches: Matches<'_>) -> Result<(), Error> {
    let zero = V::splat(0);
    let Matches { rules, job, first, control, .. } = matches;
    let n = matches.rows.len();
    let mut streams = Streams::new();
    let mut lanes: [Lane; MOST] = std::array::from_fn(|_| Lane { run: Run::new(rules), at: 0, granted: 0, since: 0 });
    // Lanes with a match, those that choose next, the laps of each lane's relay, the turns left of those granted.
    let (mut live, mut chooses, mut relay, mut fuel) = (zero, zero, zero, zero);
    let (mut next, mut running, mut done) = (0, 0, 0);
    // Lanes to which something has happened that is for the one loop; all, to begin with.
    let mut events = zero.eq(zero);
    let mut lap = Lap { ends: zero, leaves: zero };
    for step in 0u64.. {
        if step % STEPS_BETWEEN_LOOKS == 0 {
            control.done.fetch_add(std::mem::take(&mut done), Ordering::Relaxed);
            if !control.go_on() {
                return Err(Error::Cancelled);
            }
        }
        if events.any() {
            for l in events.lanes() {
                let lane = &mut lanes[l];
                let mut seat = Seat::Empty;
                if live.bytes()[l] != 0 {
                    lane.run.stream = streams.get(l);
                    lane.run.played(u32::from(lane.granted - fuel.bytes()[l]), step - lane.since);
                    if lap.ends.bytes()[l] == 0 {
                        // A long relay. What it did to the board does not matter: the match is played again.
                        lane.run.begin(job, first + lane.at as u64);
                        matches.finish(lane)?;
                    } else {
                        boards.store(l, &mut lane.run.state);
                        if lap.leaves.bytes()[l] != 0 {
                            lane.run.follow(rules);
                        }
                        if next == n && running < WORTH {
                            matches.finish(lane)?;
                        } else {
                            seat = matches.settle(lane)?;
                        }
                    }
                    running -= usize::from(seat == Seat::Empty);
                    done += u64::from(seat == Seat::Empty);
                }
                while seat == Seat::Empty && next < n {
                    lane.run.begin(job, first + next as u64);
                    lane.at = next;
                    next += 1;
                    seat = matches.settle(lane)?;
                    running += usize::from(seat == Seat::Taken);
                    done += u64::from(seat == Seat::Empty);
                }
                let taken = seat == Seat::Taken;
                if taken {
                    boards.load(l, &lane.run.state);
                    streams.set(l, &lane.run.stream);
                    lane.granted = lane.run.turns_left(job.max_turns).min(255) as u8;
                    lane.since = step;
                    fuel.bytes_mut()[l] = lane.granted;
                    relay.bytes_mut()[l] = 0;
                }
                let mask = if taken { 255 } else { 0 };
                live.bytes_mut()[l] = mask;
                chooses.bytes_mut()[l] = mask;
            }
            if running == 0 {
                control.done.fetch_add(done, Ordering::Relaxed);
                return Ok(());
            }
        }
        boards.choose(chooses, &mut streams);
        lap = boards.lap(live);
        chooses = lap.ends;
        fuel = fuel.add(lap.ends);
        relay = relay.sub(live).and_not(lap.ends);
        events = lap.leaves.or(fuel.eq(zero).and(lap.ends)).or(relay.eq(V::splat(LONG)));
        if next == n && running < WORTH {
            events = events.or(lap.ends);
        }
    }
    Ok(())
}
