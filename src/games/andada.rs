//! Andada, of the Kunama people in western Eritrea.
//!
//! Recorded by R. Pankhurst, "Gabata and Related Board Games of Ethiopia and the Horn of Africa", Ethiopia Observer
//! 14(3), 1971, p. 170. Two rows, two counters in each hole; an opening move sows the board into holes of three and of
//! none; relay sowing; an empty hole of one's own captures what faces it; who has an empty row has lost.
//!
//! The source leaves open when counters leave the board at a row's end ("when no hole holds more than one"): for a
//! whole turn that starts so, for the rest of the match, or counter by counter. It says "one of the players" opens.
//! That a turn starts from one's own row is inferred.

use std::sync::Arc;

use crate::board::{Layout, Seat, bits, only_singles};
use crate::bulk::Play;
use crate::landing::{Action, Before, Landing};
use crate::lockstep::{self, Kernel};
use crate::options::{Allowed, OptionSpec, Options};
use crate::rules::{Clause, Family, Feature, Moves, Past, Rules};
use crate::sow::{Endless, Lap, Laps, RowEnd, Sowing, Sown, Watch};
use crate::state::{Outcome, Phase, State};

/// The game in the list.
pub const FAMILY: Family = Family {
    id: "andada",
    title: "Andada",
    source: "Kunama people, western Eritrea; R. Pankhurst, Ethiopia Observer 14(3), 1971, p. 170",
    options: &[
        OptionSpec::option("holes", Allowed::Numbers(&[12, 15, 18, 21, 24]), "A1: holes in a row"),
        OptionSpec::option(
            "direction",
            Allowed::Words(&["anticlockwise", "clockwise"]),
            "A4: the way counters go round; clockwise is a recorded, rarer variant",
        ),
        OptionSpec::reading(
            "singles",
            Allowed::Words(&["turn", "latched", "running", "never"]),
            "A11: the source does not say for how long counters leave the board at a row's end. turn: for the whole of \
             a turn that starts with no hole above one; latched: from such a turn on, for good; running: whenever no \
             hole is above one just then; never: counters always cross, for comparison",
        ),
        OptionSpec::reading(
            "opener",
            Allowed::Words(&["south", "north"]),
            "A5: the source says only that one of the players opens",
        ),
    ],
    clauses: &[
        ("A1", "Two rows of 12, 15, 18, 21 or 24 holes."),
        ("A2", "Two counters in every hole."),
        ("A3", "A player owns the row in front of them."),
        ("A4", "Counters go round anticlockwise (option: clockwise)."),
        (
            "A5",
            "The opener lifts one of their holes and sows it, then the hole right after the last one sown, and so on \
             until every hole has three or none.",
        ),
        ("A6", "The other player says who has the first turn: themselves (move n) or the opener (move n+1)."),
        ("A7", "A turn lifts one of one's own holes and sows along the track."),
        ("A8", "Last counter in an occupied hole, anyone's: it is lifted and sown on."),
        ("A9", "Last counter in an empty hole of the opponent's: the turn ends."),
        ("A10", "Last counter in an empty hole of one's own: what faces it is captured and the turn ends."),
        (
            "A11",
            "In a turn that starts with no hole above one, a counter that would step past the row's end leaves the \
             board, and the rest of the lap with it (reading singles).",
        ),
        ("A12", "After a turn, a player whose row is empty has lost, whoever made the turn."),
        ("A13", "No draw but by an endless relay."),
    ],
    build: |options| Ok(Arc::new(Andada::new(options)) as Arc<dyn Play>),
};

/// When counters leave the board at a row's end (A11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Singles {
    Turn,
    Latched,
    Running,
    Never,
}

/// Andada under some options.
pub struct Andada {
    sowing: Sowing,
    singles: Singles,
    opener: Seat,
}

/// The board (A1, A3, A4).
pub fn layout(holes: usize, anticlockwise: bool) -> Layout {
    if anticlockwise {
        return Layout::two_rows(holes);
    }
    let own = (0..holes).rev().map(|column| (1, column));
    let far = (0..holes).map(|column| (0, column));
    Layout::new(2, holes, &own.chain(far).collect::<Vec<_>>())
}

impl Andada {
    fn new(options: &Options) -> Andada {
        let anticlockwise = options.choose("direction", &[("anticlockwise", true), ("clockwise", false)]);
        let layout = layout(options.size("holes"), anticlockwise);
        let landing = Landing::new(|at| match (at.before, at.own) {
            (Before::Empty, true) => Action::Capture, // A10
            (Before::Empty, false) => Action::End,    // A9
            _ => Action::Relay,                       // A8
        })
        .with_facing(&layout, |_, cell| 1 << (layout.holes - 1 - cell));
        Andada {
            sowing: Sowing { laps: Laps::new(&layout, false), layout, landing },
            singles: options.choose(
                "singles",
                &[
                    ("turn", Singles::Turn),
                    ("latched", Singles::Latched),
                    ("running", Singles::Running),
                    ("never", Singles::Never),
                ],
            ),
            opener: options.choose("opener", &[("south", Seat::South), ("north", Seat::North)]),
        }
    }

    /// A5: lifts and sows until every hole has three or none. Each lap of two fills up two holes to three and leaves
    /// one empty, so a third of the holes are lifted.
    fn open(&self, state: &mut State, mv: u8, watch: &mut dyn Watch) {
        let Sowing { layout, laps, .. } = &self.sowing;
        let seat = state.to_move;
        let mut position = usize::from(mv);
        for _ in 0..layout.holes / 3 {
            let from = layout.cell(seat, position);
            let hand = state.cells[from];
            let fall = laps.sow(&mut state.cells, seat, from, hand);
            watch.lap(&Lap { seat, from, hand, fall: Some(fall), landed: None });
            position = (layout.position(seat, fall.cell) + 1) % layout.holes;
        }
    }
}

impl Rules for Andada {
    fn sowing(&self) -> &Sowing {
        &self.sowing
    }

    fn num_moves(&self) -> usize {
        self.sowing.layout.columns + 2
    }

    /// What a player holds decides nothing here: A12 asks for the board alone.
    fn features(&self) -> Vec<Feature> {
        let mut features = vec![Feature::Phase];
        if self.singles == Singles::Latched {
            features.push(Feature::Latched);
        }
        features
    }

    fn start(&self) -> State {
        let layout = &self.sowing.layout;
        let mut state = State { phase: Phase::Opening, to_move: self.opener, ..State::empty(layout) };
        state.cells[..layout.holes].fill(2); // A2
        state
    }

    fn extras(&self) -> &'static [&'static str] {
        if self.singles == Singles::Latched { &["phase", "began", "latched"] } else { &["phase", "began"] }
    }

    #[inline]
    fn legal(&self, state: &State, _past: &Past) -> Moves {
        let layout = &self.sowing.layout;
        match state.phase {
            Phase::Opening => Moves::first(layout.columns), // A5
            Phase::Choice => Moves(0b11 << layout.columns), // A6
            _ => Moves(layout.positions(state.to_move, state.liftable(layout, state.to_move)) as u32), // A7
        }
    }

    fn lockstep(&self) -> Option<Kernel> {
        let singles = match self.singles {
            Singles::Turn => lockstep::Singles::Turn,
            Singles::Latched => lockstep::Singles::Latched,
            Singles::Never => lockstep::Singles::Never,
            Singles::Running => return None,
        };
        Some(Kernel::Andada { holes: self.sowing.layout.columns, singles })
    }

    fn act(&self, state: &mut State, mv: u8, watch: &mut dyn Watch) -> Result<(), Endless> {
        if state.phase == Phase::Opening {
            self.open(state, mv, watch);
            state.phase = Phase::Choice;
            state.to_move = state.to_move.other();
        } else {
            let opener_begins = usize::from(mv) > self.sowing.layout.columns; // A6
            state.began = if opener_begins { state.to_move.other() } else { state.to_move };
            state.to_move = state.began;
            state.phase = Phase::Turns;
        }
        Ok(())
    }

    #[inline]
    fn row_end(&self, state: &mut State) -> RowEnd {
        // A11
        match self.singles {
            Singles::Turn if only_singles(&state.cells) => RowEnd::Off,
            Singles::Latched => {
                state.latched |= only_singles(&state.cells);
                if state.latched { RowEnd::Off } else { RowEnd::Crossed }
            }
            Singles::Running => RowEnd::OffWhileSingles,
            Singles::Turn | Singles::Never => RowEnd::Crossed,
        }
    }

    #[inline]
    fn follow(&self, state: &mut State, _past: &mut Past, _sown: Sown, _watch: &mut dyn Watch) {
        // A12. Both rows are never empty: the last counter to fall lies in one of them, or the opponent's row is as it
        // was.
        let filled = crate::board::occupied(&state.cells);
        let loser = Seat::BOTH.into_iter().find(|seat| filled & self.sowing.layout.home[seat.index()] == 0);
        state.outcome = loser.map(|seat| Outcome::decided(Some(seat.other()))); // A13: never a draw
        state.to_move = state.to_move.other();
    }

    /// A12: captured counters have no worth, a row that lasts has.
    fn standing(&self, state: &State) -> [u8; 2] {
        self.sowing.layout.home.map(|row| crate::board::total(&state.cells, row))
    }

    fn check(&self, state: &State, _past: &Past) -> Result<(), String> {
        let layout = &self.sowing.layout;
        let most = 2 * layout.holes as u32;
        let counters = state.counters();
        if counters > most {
            return Err(format!("{counters} counters on the board and held; the game has {most} (A2)"));
        }
        if state.phase == Phase::Opening && bits(layout.all_holes()).any(|cell| state.cells[cell] != 2) {
            return Err("before the opening every hole holds two counters (A2)".into());
        }
        if state.phase == Phase::Choice && bits(layout.all_holes()).any(|cell| ![0, 3].contains(&state.cells[cell])) {
            return Err("after the opening every hole holds three counters or none (A5)".into());
        }
        let filled = crate::board::occupied(&state.cells);
        let is_bare = |seat: &Seat| filled & layout.home[seat.index()] == 0;
        match state.outcome {
            None if state.phase == Phase::Turns && Seat::BOTH.iter().any(is_bare) => {
                Err("a row is empty: the match would be over (A12)".into())
            }
            Some(end) => {
                let loser = Seat::BOTH.into_iter().find(is_bare);
                let is_end = state.phase == Phase::Turns && filled != 0 && loser.is_some();
                if is_end && end == Outcome::decided(loser.map(Seat::other)) {
                    return Ok(());
                }
                Err("a match ends when a row is empty, and the other player has won (A12, A13)".into())
            }
            None => Ok(()),
        }
    }

    fn detail(&self, state: &State, _past: &Past) -> String {
        let filled = crate::board::occupied(&state.cells);
        let side = if filled & self.sowing.layout.home[0] == 0 { "south" } else { "north" };
        format!("{side}'s row is empty (A12)")
    }

    fn clause(&self, at: Clause) -> &'static str {
        match at {
            Clause::Moves(Phase::Opening) => "A5",
            Clause::Moves(Phase::Choice) => "A6",
            Clause::Moves(_) => "A7",
            Clause::Landing(_, Action::Relay, _) => "A8",
            Clause::Landing(at, ..) if at.own => "A10",
            Clause::Landing(..) => "A9",
            Clause::RowEnd => "A11",
            Clause::Drop(..) => unreachable!("Andada has no race"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sow::Unwatched;

    /// The three boards that the source prints, for every hole, size and direction: every third hole, counted from the
    /// chosen one, is empty, and all others hold three.
    #[test]
    fn the_opening_leaves_every_third_hole_empty() {
        for holes in [12, 15, 18, 21, 24] {
            for direction in ["anticlockwise", "clockwise"] {
                for opener in Seat::BOTH {
                    let word = ["south", "north"][opener.index()].to_string();
                    let given = [
                        ("holes".to_string(), crate::options::Value::Whole(holes as i64)),
                        ("direction".to_string(), crate::options::Value::Word(direction.into())),
                        ("opener".to_string(), crate::options::Value::Word(word)),
                    ];
                    let game = Andada::new(&Options::resolve("andada", FAMILY.options, &given).unwrap());
                    for mv in 0..holes {
                        let mut state = game.start();
                        game.act(&mut state, mv as u8, &mut Unwatched).unwrap();
                        for position in 0..2 * holes {
                            let cell = game.sowing.layout.cell(opener, position);
                            let expected = if position % 3 == mv % 3 { 0 } else { 3 };
                            assert_eq!(state.cells[cell], expected, "{holes} {direction} {opener:?} {mv}");
                        }
                    }
                }
            }
        }
    }
}
