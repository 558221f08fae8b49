//! One match on its way.

use std::sync::Arc;

use super::{Job, Row};
use crate::board::Seat;
use crate::play::{Game, Position, legal, play_unchecked};
use crate::players::Player;
use crate::rules::{Past, Rules};
#[cfg(target_arch = "x86_64")]
use crate::sow::Sown;
use crate::sow::Watch;
use crate::state::{Outcome, Phase, Reason, State};
use crate::stream::{Stream, race_threshold};

/// Somebody who keeps what happens in a match, beyond its row.
pub trait Keep {
    /// A player or chance (-1) has moved, and this is what stands now. Whether there is room for more.
    fn moved(&mut self, _rules: &(impl Rules + ?Sized), _mover: i8, _mv: u8, _state: &State) -> bool {
        true
    }

    /// A round was counted: what south and north hold, who made its first turn, how many it had, and whether the match
    /// ended with it.
    fn counted(&mut self, _held: [u8; 2], _began: i8, _turns: u32, _end: Option<Outcome>) {}
}

/// Keeps nothing.
impl Keep for () {}

/// Why a run has stopped for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The match is over, or has had its turns.
    Over,
    /// A player who is asked elsewhere is to move.
    Asks(Seat),
    /// Between two moves: not to go on for now, or there is no more room.
    Paused,
}

/// Laps and moves between two looks at whether to go on: some tenths of a millisecond.
const WORK_BETWEEN_LOOKS: u32 = 1 << 15;

/// One match on its way.
#[derive(Clone, Debug)]
pub struct Run {
    /// What stands.
    pub state: State,
    past: Past,
    pub(crate) stream: Stream,
    row: Row,
    /// Draws below it let south drop.
    threshold: u64,
    /// Laps and moves since somebody looked.
    work: u32,
    /// Turns of this round and who made the first of them.
    round: (u32, i8),
}

/// Sees what a move's count of a round gave.
#[derive(Default)]
struct Count(Option<[u8; 2]>);

impl Watch for Count {
    fn round(&mut self, held: [u8; 2]) {
        self.0 = Some(held);
    }
}

impl Run {
    /// A place for runs of a game, one after the other.
    pub fn new(rules: &(impl Rules + ?Sized)) -> Run {
        Run {
            state: rules.start(),
            past: Past::default(),
            stream: Stream::new(0, 0),
            row: Row::default(),
            threshold: race_threshold(rules.race_odds().unwrap_or_default()),
            work: 0,
            round: (0, -1),
        }
    }

    /// Begins match `index` of a job.
    #[inline]
    pub fn begin(&mut self, job: &Job, index: u64) {
        let start = job.start(index);
        self.state = start.state;
        self.past.clone_from(&start.past);
        self.stream = Stream::new(job.seed, index);
        self.row = Row { winner: -1, first_mover: -1, opening: -1, ..Row::default() };
        self.round = (0, -1);
    }

    /// Plays on until the match is over or somebody else must be asked. `go_on` is asked every some thousand laps.
    #[inline]
    pub fn advance<R: Rules + ?Sized>(
        &mut self,
        rules: &R,
        max_turns: u32,
        players: [Player; 2],
        keep: &mut impl Keep,
        go_on: impl FnMut() -> bool,
    ) -> Halt {
        self.advance_until(rules, max_turns, players, keep, go_on, |_| false)
    }

    /// The same, but stops (`Asks`) where `stop` says so.
    #[inline]
    fn advance_until<R: Rules + ?Sized>(
        &mut self,
        rules: &R,
        max_turns: u32,
        players: [Player; 2],
        keep: &mut impl Keep,
        mut go_on: impl FnMut() -> bool,
        stop: impl Fn(&Run) -> bool,
    ) -> Halt {
        while self.state.outcome.is_none() && self.row.turns < max_turns {
            if stop(self) {
                return Halt::Asks(self.state.to_move);
            }
            let mv = if self.state.phase == Phase::Race {
                self.stream.race_drop(self.threshold)
            } else {
                let player = players[self.state.to_move.index()];
                match player.choose(rules, &self.state, &self.past, &mut self.stream) {
                    Some(mv) => mv,
                    None => return Halt::Asks(self.state.to_move),
                }
            };
            if !self.play(rules, mv, keep) {
                return Halt::Paused;
            }
            if self.work >= WORK_BETWEEN_LOOKS {
                self.work = 0;
                if !go_on() {
                    return Halt::Paused;
                }
            }
        }
        Halt::Over
    }

    /// Plays a move that must be legal; false when there is no room to keep more.
    #[inline]
    pub fn play<R: Rules + ?Sized>(&mut self, rules: &R, mv: u8, keep: &mut impl Keep) -> bool {
        let phase = self.state.phase;
        let mut mover = -1;
        if phase != Phase::Race {
            mover = self.state.to_move as i8;
            if self.row.opening < 0 {
                self.row.opening = mv as i8;
            }
        }
        if phase == Phase::Turns {
            if self.row.turns == 0 {
                self.row.first_mover = mover;
            }
            if self.round.0 == 0 {
                self.round.1 = mover;
            }
            self.row.turns += 1;
            self.round.0 += 1;
        }
        let mut count = Count::default();
        let laps = play_unchecked(rules, &mut self.state, &mut self.past, mv, &mut count);
        self.row.laps += u64::from(laps);
        self.work += laps + 1;
        if let Some(held) = count.0 {
            self.row.rounds += 1;
            let (turns, began) = std::mem::replace(&mut self.round, (0, -1));
            keep.counted(held, began, turns, self.state.outcome);
        }
        keep.moved(rules, mover, mv, &self.state)
    }

    /// Plays random moves on until a turn comes (`Asks`), the match's very first move behind it, or the match is over.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn advance_to_turn(&mut self, rules: &dyn Rules, max_turns: u32, go_on: impl FnMut() -> bool) -> Halt {
        let stop = |run: &Run| run.state.phase == Phase::Turns && run.row.opening >= 0;
        let halt = self.advance_until(rules, max_turns, [Player::Random; 2], &mut (), go_on, stop);
        if self.row.turns == 0 && halt != Halt::Over {
            self.row.first_mover = self.state.to_move as i8;
        }
        halt
    }

    /// Adds turns and laps that were played elsewhere.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn played(&mut self, turns: u32, laps: u64) {
        self.row.turns += turns;
        self.row.laps += laps;
    }

    /// What follows a turn that was played elsewhere.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn follow(&mut self, rules: &dyn Rules) {
        let mut count = Count::default();
        rules.follow(&mut self.state, &mut self.past, Sown::default(), &mut count);
        self.row.rounds += u32::from(count.0.is_some());
    }

    /// Turns until the match is cut off.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn turns_left(&self, max_turns: u32) -> u32 {
        max_turns - self.row.turns
    }

    /// The legal moves.
    pub fn legal(&self, rules: &(impl Rules + ?Sized)) -> crate::rules::Moves {
        legal(rules, &self.state, &self.past)
    }

    /// What stands as a position, without the rounds that were counted.
    pub fn position(&self, game: &Game) -> Position {
        Position {
            game: game.clone(),
            state: self.state,
            past: Arc::new(self.past.clone()),
            rounds: Arc::default(),
            turns: self.row.turns.into(),
        }
    }

    /// How the match went, up to now.
    #[inline]
    pub fn row(&self, rules: &(impl Rules + ?Sized)) -> Row {
        let end = self.state.outcome.unwrap_or(Outcome { reason: Reason::Unfinished, winner: None });
        Row {
            winner: end.winner.map_or(-1, |seat| seat as i8),
            reason: end.reason as u8,
            held: self.state.off_board(&rules.sowing().layout).map(i32::from),
            ..self.row
        }
    }
}
