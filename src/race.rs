//! Races by themselves: how the first round of a game that opens with one may begin (Abalala'e, B5 to B7).

use crate::board::Seat;
use crate::bulk::Control;
use crate::play::Game;
use crate::rules::Error;
use crate::sow::{Dropped, Watch};
use crate::state::{Phase, State};
use crate::stream::{DROPS_BETWEEN_LOOKS, Stream, race_threshold};

/// How a race went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// What stands when it is over.
    pub state: State,
    /// Who was done first; `None` for a race that never ends.
    pub winner: Option<Seat>,
    /// Counters that each player dropped.
    pub drops: [u32; 2],
    /// Those of them that the loser dropped after the winner was done.
    pub alone: u32,
}

/// Counts drops.
#[derive(Default)]
struct Drops([u32; 2]);

impl Watch for Drops {
    fn dropped(&mut self, seat: Seat, _cell: usize, _before: u8, _drop: Dropped) {
        self.0[seat.index()] += 1;
    }
}

/// The race that opens match `index` under `seed`: the very one of [`crate::bulk::simulate`].
///
/// # Errors
/// [`Error::Argument`] for a game that does not begin with a race; [`Error::Cancelled`] when `control` does not want to
/// go on.
pub fn race(game: &Game, seed: u64, index: u64, control: &Control) -> Result<Race, Error> {
    let mut state = game.rules.start();
    if state.phase != Phase::Race {
        return Err(Error::Argument(format!("{game} does not begin with a race")));
    }
    let threshold = race_threshold(game.rules.race_odds().unwrap_or_default());
    let mut stream = Stream::new(seed, index);
    let mut drops = Drops::default();
    let mut chance = [0u32; 2];
    // A race after which a player has nothing ends its round at once (B8).
    while state.phase == Phase::Race && state.round == 1 && state.outcome.is_none() {
        let mv = stream.race_drop(threshold);
        chance[usize::from(mv)] += 1;
        if (chance[0] + chance[1]).is_multiple_of(DROPS_BETWEEN_LOOKS) && !control.go_on() {
            return Err(Error::Cancelled);
        }
        let before = state;
        if game.rules.act(&mut state, mv, &mut drops).is_err() {
            return Ok(Race { state: before, winner: None, drops: chance, alone: 0 });
        }
    }
    let [south, north] = [0, 1].map(|seat| drops.0[seat] - chance[seat]);
    Ok(Race { state, winner: Some(state.began), drops: drops.0, alone: south + north })
}

/// Races `first` to before `first + n`.
///
/// # Errors
/// As [`race`], and [`Error::Cancelled`] when `control` does not want to go on.
pub fn races(game: &Game, seed: u64, first: u64, n: usize, control: &Control) -> Result<Vec<Race>, Error> {
    let one = |k| {
        if control.go_on() { race(game, seed, first.wrapping_add(k), control) } else { Err(Error::Cancelled) }
    };
    (0..n as u64).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Value;

    #[test]
    fn counters_are_conserved_and_certain_odds_leave_no_choice() {
        let game = Game::new("abalalae", &[("race_odds".into(), Value::Whole(0))]).unwrap();
        for race in races(&game, 1, 0, 3, &Control::default()).unwrap() {
            assert_eq!(race.state.counters(), 54);
            assert_eq!(race.winner, Some(Seat::North));
            assert_eq!(race.drops[0], race.alone); // south dropped nothing before north was done
        }
        assert!(race(&Game::new("kalah", &[]).unwrap(), 1, 0, &Control::default()).is_err());
    }
}
