//! Recorded matches, played again: what a study asks of them that no column says.

use std::sync::atomic::Ordering;

use crate::bulk::{Control, STRETCH, in_order};
use crate::play::{Game, legal, play_unchecked};
use crate::rules::{Error, Moves, Past};
use crate::sow::Watch;
use crate::state::State;

/// The moves of some matches, one match after the other, all from a game's first position.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The moves, those of chance included.
    pub moves: &'a [u8],
    /// Where the moves of each match begin, and where those of the last one end.
    pub offsets: &'a [i64],
}

/// The most threads that are ever started.
const MOST_THREADS: usize = 1 << 16;

/// Moves between two looks at whether to go on.
const MOVES_BETWEEN_LOOKS: usize = 1024;

impl<'a> Record<'a> {
    /// A record whose offsets fit its moves.
    ///
    /// # Errors
    /// [`Error::Argument`] when they do not.
    pub fn new(moves: &'a [u8], offsets: &'a [i64]) -> Result<Record<'a>, Error> {
        let fit = offsets.is_sorted()
            && offsets.first().is_some_and(|&first| first >= 0)
            && offsets.last().is_some_and(|&last| last as usize <= moves.len());
        if fit {
            Ok(Record { moves, offsets })
        } else {
            Err(Error::Argument(format!(
                "offsets do not fit {} moves: they are n + 1 ascending numbers from 0 to the number of moves",
                moves.len()
            )))
        }
    }

    /// Matches.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves of a match.
    pub fn of(&self, index: usize) -> &'a [u8] {
        &self.moves[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }

    /// The moves of a match, as long as `control` wants to go on.
    pub fn watched(&self, index: usize, control: &Control) -> impl Iterator<Item = Result<(usize, u8), Error>> {
        self.of(index).iter().enumerate().map(move |(ply, &mv)| {
            if ply % MOVES_BETWEEN_LOOKS == 0 && !control.go_on() { Err(Error::Cancelled) } else { Ok((ply, mv)) }
        })
    }
}

/// One match on its way through a record.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    game: &'a Game,
    /// What stands.
    pub state: State,
    past: Past,
}

impl<'a> Replay<'a> {
    /// A place for matches of a game, one after the other.
    pub fn new(game: &'a Game) -> Replay<'a> {
        Replay { game, state: game.rules.start(), past: Past::default() }
    }

    /// Back to the game's first position.
    pub fn begin(&mut self) {
        self.state = self.game.rules.start();
        self.past.clear();
        self.game.rules.remember(&self.state, &mut self.past);
    }

    /// The legal moves.
    pub fn legal(&self) -> Moves {
        legal(&*self.game.rules, &self.state, &self.past)
    }

    /// Plays a move that must be legal and says how many laps it sowed.
    pub fn play_unchecked(&mut self, mv: u8, watch: &mut impl Watch) -> u32 {
        play_unchecked(&*self.game.rules, &mut self.state, &mut self.past, mv, watch)
    }

    /// A recorded move that cannot be played: the record is of another game, or of other options.
    pub fn illegal(&self, index: usize, mv: u8, legal: Moves) -> Error {
        Error::Argument(format!(
            "match {index}: move {mv} of the record is not legal in {}; legal are {legal}",
            self.game
        ))
    }
}

/// Does something with every match of a record on some threads (0: all cores) and returns what it comes to, in order.
/// `place` makes what a thread needs for all of its matches.
///
/// # Errors
/// Those of `work`; [`Error::Cancelled`] when `control` does not want to go on.
pub fn each_match<P, T: Send>(
    record: &Record<'_>,
    threads: usize,
    control: &Control,
    place: impl Fn() -> P + Sync,
    work: impl Fn(&mut P, usize) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let threads = if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
    let threads = threads.min(MOST_THREADS);
    let stretch = (record.len() / threads * 8).clamp(1, STRETCH);
    let parts = in_order(0..record.len().div_ceil(stretch), threads, |part| {
        let mut place = place();
        let matches = part * stretch..record.len().min((part + 1) * stretch);
        matches.map(|index| work(&mut place, index)).collect::<Result<Vec<T>, Error>>().inspect_err(|_| {
            control.stop.store(true, Ordering::Relaxed);
        })
    })?;
    // What went wrong tells more than that the rest was cancelled because of it.
    let told = |part: &Result<Vec<T>, Error>| part.as_ref().is_err_and(|error| *error != Error::Cancelled);
    if let Some(Err(error)) = parts.iter().find(|part| told(part)) {
        return Err(error.clone());
    }
    let parts = parts.into_iter().collect::<Result<Vec<_>, Error>>()?;
    Ok(parts.into_iter().flatten().collect())
}
