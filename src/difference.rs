//! Two readings of one source on the same moves: how long do they go together?

use crate::bulk::Control;
use crate::play::Game;
use crate::replay::{Record, Replay, each_match};
use crate::rules::{Error, Moves};
use crate::sow::Unwatched;
use crate::state::{Phase, State};

/// Where two readings part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// Moves after which they first stand differently: 0 from the start, -1 never.
    pub moves: i64,
    /// Turns among these moves; -1 never.
    pub turns: i64,
}

/// Whether two positions look different to those who play: the board, whose holes and marks, what is held, who decides
/// what. What a reading keeps in mind for later (which holes are fresh, a latch) shows only when it comes to bear.
fn differs(a: (&State, Moves), b: (&State, Moves)) -> bool {
    let look = |(state, legal): (&State, Moves)| {
        let board = (state.cells, state.north, state.marks, state.held);
        (board, (state.hands, state.racers), state.decider(), state.phase, state.round, state.outcome, legal)
    };
    look(a) != look(b)
}

/// Plays the matches of a record of `a` under `b` too, until they part, on some threads (0: all cores).
///
/// # Errors
/// [`Error::Argument`] for a record that is not of `a`, [`Error::Cancelled`] when `control` does not want to go on.
pub fn partings(
    a: &Game,
    b: &Game,
    record: &Record<'_>,
    threads: usize,
    control: &Control,
) -> Result<Vec<Parting>, Error> {
    let place = || (Replay::new(a), Replay::new(b));
    each_match(record, threads, control, place, |(a, b), index| parting(a, b, record, index, control))
}

fn parting(
    a: &mut Replay<'_>,
    b: &mut Replay<'_>,
    record: &Record<'_>,
    index: usize,
    control: &Control,
) -> Result<Parting, Error> {
    a.begin();
    b.begin();
    let mut turns = 0;
    for step in record.watched(index, control) {
        let (ply, mv) = step?;
        let legal = a.legal();
        if differs((&a.state, legal), (&b.state, b.legal())) {
            return Ok(Parting { moves: ply as i64, turns });
        }
        if !legal.contains(mv) {
            return Err(a.illegal(index, mv, legal));
        }
        turns += i64::from(a.state.phase == Phase::Turns);
        a.play_unchecked(mv, &mut Unwatched);
        b.play_unchecked(mv, &mut Unwatched);
    }
    if differs((&a.state, a.legal()), (&b.state, b.legal())) {
        return Ok(Parting { moves: record.of(index).len() as i64, turns });
    }
    Ok(Parting { moves: -1, turns: -1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Value;

    #[test]
    fn readings_part_where_they_say_something_else() {
        let south = Game::new("andada", &[]).unwrap();
        let north = Game::new("andada", &[("opener".into(), Value::Word("north".into()))]).unwrap();
        let never = Game::new("andada", &[("singles".into(), Value::Word("never".into()))]).unwrap();
        let record = Record::new(&[0, 12, 1], &[0, 3]).unwrap();
        let first = |other: &Game| partings(&south, other, &record, 1, &Control::default()).unwrap()[0];
        assert_eq!(first(&north), Parting { moves: 0, turns: 0 });
        assert_eq!(first(&never), Parting { moves: -1, turns: -1 });
    }

    #[test]
    fn a_record_must_be_of_the_first_game() {
        let game = Game::new("andada", &[]).unwrap();
        let record = Record::new(&[0, 5], &[0, 2]).unwrap();
        let error = partings(&game, &game, &record, 1, &Control::default()).unwrap_err();
        assert!(error.to_string().starts_with("match 0: move 5 of the record is not legal in andada"), "{error}");
    }
}
