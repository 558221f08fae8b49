//! What researchers of games measure, match by match; the definitions that people read stand in `gabata.measure`.

use crate::bulk::Control;
use crate::play::Game;
use crate::replay::{Record, Replay, each_match};
use crate::rules::Error;
use crate::sow::{Lap, Sown, Watch};
use crate::state::{Phase, Reason};

/// Parts of equal length into which a match is cut for measures by phase.
pub const PHASES: usize = 10;

/// One match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// Turns.
    pub turns: u32,
    /// Legal moves of all its turns, together.
    pub choices: u64,
    /// Turns with a single legal move.
    pub forced: u32,
    /// Landings that captured something.
    pub captures: u32,
    /// How often the lead passed from one player to the other.
    pub lead_changes: u32,
    /// Turns after which the winner was behind; 0 without a winner.
    pub behind: u32,
    /// The most counters by which the winner was behind; 0 without a winner.
    pub deficit: u32,
    /// The turn after which the winner was ahead for good, from 1; 0 without a winner.
    pub settled: u32,
    /// The natural logarithm of the product of the numbers of legal moves of all decisions, chance's included.
    pub log_choices: f64,
    /// Mean number of legal moves of the turns in each part of the match; NaN where a short match has no turn.
    pub branching: [f32; PHASES],
}

/// Counts the landings of a turn that capture.
#[derive(Default)]
struct Captures {
    count: u32,
    /// This landing has been counted, or nothing that happens now is a capture.
    counted: bool,
}

impl Captures {
    fn capture(&mut self) {
        self.count += u32::from(!self.counted);
        self.counted = true;
    }
}

impl Watch for Captures {
    fn lap(&mut self, lap: &Lap) {
        // Counters that leave the board at a row's end are nobody's capture (A11).
        self.counted = lap.fall.is_none();
    }

    fn took(&mut self, _seat: crate::board::Seat, _cell: usize, _counters: u8) {
        self.capture();
    }

    fn marked(&mut self, _seat: crate::board::Seat, _cell: usize) {
        self.capture();
    }

    fn sown(&mut self, _sown: Sown) {
        // What is shared out at the end of a round is not captured by a landing.
        self.counted = true;
    }
}

/// Follows who leads.
#[derive(Default)]
struct Lead {
    changes: u32,
    leader: i32,
    /// For each player: turns behind, the largest deficit, the last turn after which they were not ahead.
    behind: [u32; 2],
    deficit: [u32; 2],
    not_ahead: [u32; 2],
}

impl Lead {
    fn follow(&mut self, turn: u32, [south, north]: [u8; 2]) {
        let lead = i32::from(south) - i32::from(north);
        if lead != 0 {
            self.changes += u32::from(self.leader == -lead.signum());
            self.leader = lead.signum();
        }
        for (seat, lead) in [lead, -lead].into_iter().enumerate() {
            if lead <= 0 {
                self.not_ahead[seat] = turn;
                self.behind[seat] += u32::from(lead < 0);
                self.deficit[seat] = self.deficit[seat].max(lead.unsigned_abs());
            }
        }
    }
}

/// Measures the matches of a record on some threads (0: all cores).
///
/// # Errors
/// [`Error::Argument`] for a record of another game, [`Error::Cancelled`] when `control` does not want to go on.
pub fn courses(game: &Game, record: &Record<'_>, threads: usize, control: &Control) -> Result<Vec<Course>, Error> {
    let place = || (Replay::new(game), Vec::new());
    each_match(record, threads, control, place, |(replay, legal_counts), index| {
        course(game, record, index, replay, legal_counts, control)
    })
}

fn course(
    game: &Game,
    record: &Record<'_>,
    index: usize,
    replay: &mut Replay<'_>,
    legal_counts: &mut Vec<u8>,
    control: &Control,
) -> Result<Course, Error> {
    let mut course = Course::default();
    let mut captures = Captures::default();
    let mut lead = Lead::default();
    legal_counts.clear();
    replay.begin();
    for step in record.watched(index, control) {
        let (_, mv) = step?;
        let legal = replay.legal();
        if !legal.contains(mv) {
            return Err(replay.illegal(index, mv, legal));
        }
        course.log_choices += (legal.len() as f64).ln();
        let is_turn = replay.state.phase == Phase::Turns;
        let before = captures.count;
        captures.counted = !is_turn;
        replay.play_unchecked(mv, &mut captures);
        if replay.state.outcome.is_some_and(|end| end.reason == Reason::Endless) {
            // All is as it was before that move.
            captures.count = before;
        }
        if is_turn {
            course.turns += 1;
            course.choices += legal.len() as u64;
            course.forced += u32::from(legal.len() == 1);
            legal_counts.push(legal.len() as u8);
            lead.follow(course.turns, game.rules.standing(&replay.state));
        }
    }
    course.captures = captures.count;
    course.lead_changes = lead.changes;
    if let Some(winner) = replay.state.outcome.and_then(|end| end.winner) {
        course.behind = lead.behind[winner.index()];
        course.deficit = lead.deficit[winner.index()];
        course.settled = (lead.not_ahead[winner.index()] + 1).min(course.turns);
    }
    course.branching = std::array::from_fn(|phase| {
        let turns = legal_counts.len();
        // Turn i of T belongs to part i * PHASES / T.
        let part = &legal_counts[(phase * turns).div_ceil(PHASES)..((phase + 1) * turns).div_ceil(PHASES)];
        part.iter().map(|&count| f32::from(count)).sum::<f32>() / part.len() as f32
    });
    Ok(course)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bulk::{Job, Record as Kept, simulate};
    use crate::options::Value;

    #[test]
    fn a_turn_is_measured_as_it_was_played() {
        let game =
            Game::new("kalah", &[("holes".into(), Value::Whole(2)), ("counters".into(), Value::Whole(2))]).unwrap();
        // South's first hole: the last counter falls in the store, and south moves again.
        let moves = [0];
        let control = Control::default();
        let record = Record::new(&moves, &[0, 1]).unwrap();
        let one = courses(&game, &record, 1, &control).unwrap()[0];
        assert_eq!((one.turns, one.choices, one.forced, one.captures), (1, 2, 0, 0));
        assert!((one.log_choices - 2f64.ln()).abs() < 1e-12);
        assert_eq!((one.settled, one.behind), (0, 0)); // nobody has won yet
    }

    #[test]
    fn every_match_is_measured_in_its_place_on_any_number_of_threads() {
        let game = Game::new("andada", &[]).unwrap();
        let job = Job { seed: 3, record: Kept::MOVES, ..Job::new(&game, 100) };
        let played = simulate(&job, &Control::default()).unwrap();
        let offsets: Vec<i64> = std::iter::once(0).chain(played.records.ends.iter().copied()).collect();
        let record = Record::new(&played.records.moves, &offsets).unwrap();
        let one = courses(&game, &record, 1, &Control::default()).unwrap();
        let three = courses(&game, &record, 3, &Control::default()).unwrap();
        assert_eq!(one.iter().map(|course| course.turns).collect::<Vec<_>>(), played.columns.turns);
        // Debug, since a part of a match without turns has no branching: NaN.
        assert_eq!(format!("{one:?}"), format!("{three:?}"));
    }
}
