//! Kalah, a reference game that the world can check: solved for many sizes, played by many programs.
//!
//! Two rows with a store at each player's right hand, in the track. Programs differ in what a last counter in an empty
//! hole of one's own does when nothing faces it, and in who gets the counters left at the end: readings.
//! Literature: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000.

use std::sync::Arc;

use crate::board::{Layout, Seat, occupied};
use crate::bulk::Play;
use crate::landing::{Action, Before, Landing, Marked};
use crate::options::{Allowed, OptionSpec, Options};
use crate::rules::{Clause, Error, Family, Past, Rules};
use crate::sow::{Fall, Laps, Next, Sowing, Sown, Watch};
use crate::state::{Outcome, State};

/// The game in the list.
pub const FAMILY: Family = Family {
    id: "kalah",
    title: "Kalah",
    source: "Modern, patented 1952 by W. J. Champion; Irving, Donkers and Uiterwijk, ICGA Journal 23(3), 2000",
    options: &[
        OptionSpec::option("holes", Allowed::Range(1, 12, 6), "K1: holes in a row"),
        OptionSpec::option("counters", Allowed::Range(1, 12, 4), "K1: counters in a hole at the start"),
        OptionSpec::reading(
            "empty_capture",
            Allowed::Words(&["no", "yes"]),
            "K5: a last counter in an empty hole of one's own with nothing facing it stays (no) or goes to the store \
             (yes)",
        ),
        OptionSpec::reading(
            "sweep",
            Allowed::Words(&["owner", "mover", "opponent"]),
            "K6: who gets the counters left at the end: whose row they lie in, the player who made the last move, or \
             the player whose row is empty",
        ),
    ],
    clauses: &[
        (
            "K1",
            "Two rows of holes, counters in each; a player owns the row in front of them and the store at its right.",
        ),
        ("K2", "Anticlockwise: own row, own store, the opponent's row; the opponent's store is skipped."),
        ("K3", "A turn lifts one of one's own holes and sows one lap."),
        ("K4", "Last counter in one's own store: the same player moves again."),
        (
            "K5",
            "Last counter in an empty hole of one's own: it and what faces it go to one's store, if anything does \
             (reading empty_capture).",
        ),
        (
            "K6",
            "When a row is empty the match ends; what is left goes to the player in whose row it lies (reading sweep).",
        ),
        ("K7", "More counters wins, equal is a draw."),
        ("K8", "The board shows the holes; stores are what a player holds."),
    ],
    build: |options| Ok(Arc::new(Kalah::new(options)?) as Arc<dyn Play>),
};

/// Who gets the counters left at the end (K6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sweep {
    Owner,
    Mover,
    Opponent,
}

/// Kalah under some options.
pub struct Kalah {
    sowing: Sowing,
    counters: u8,
    captures_alone: bool,
    sweep: Sweep,
}

/// Refuses a board whose counters would not fit into one cell (K1, O1).
pub(super) fn fits(game: &'static str, holes: usize, counters: usize) -> Result<u8, Error> {
    if u8::try_from(2 * holes * counters).is_ok() {
        return Ok(counters as u8);
    }
    Err(Error::OptionValue {
        game,
        option: "counters",
        given: format!("{counters} with {holes} holes, {} counters in all", 2 * holes * counters),
        allowed: format!("at most {} with {holes} holes, 255 in all", usize::from(u8::MAX) / (2 * holes)),
    })
}

impl Kalah {
    fn new(options: &Options) -> Result<Kalah, Error> {
        let holes = options.size("holes");
        let layout = Layout::two_rows(holes).with_stores(); // K1, K2
        let landing = Landing::new(|at| match (at.marked, at.before, at.own) {
            (Marked::Mine, ..) => Action::Again,             // K4: marked cells are the stores
            (_, Before::Empty, true) => Action::CaptureHome, // K5
            _ => Action::End,                                // K3
        })
        .with_facing(&layout, |_, cell| 1 << (layout.holes - 1 - cell));
        Ok(Kalah {
            sowing: Sowing { laps: Laps::new(&layout, false), layout, landing },
            counters: fits("kalah", holes, options.size("counters"))?,
            captures_alone: options.choose("empty_capture", &[("no", false), ("yes", true)]),
            sweep: options
                .choose("sweep", &[("owner", Sweep::Owner), ("mover", Sweep::Mover), ("opponent", Sweep::Opponent)]),
        })
    }

    /// Who has won by what lies in the stores (K7).
    fn decided(&self, state: &State) -> Outcome {
        Outcome::decided(Seat::richer(state.off_board(&self.sowing.layout)))
    }

    fn store(&self, seat: Seat) -> usize {
        self.sowing.layout.holes + seat.index()
    }
}

/// Moves what lies in a set of holes to a store, telling the watch.
fn bring_home(state: &mut State, seat: Seat, store: usize, set: u64, watch: &mut dyn Watch) {
    for cell in crate::board::bits(set) {
        let counters = std::mem::take(&mut state.cells[cell]);
        if counters > 0 {
            state.cells[store] += counters;
            watch.took(seat, cell, counters);
        }
    }
}

impl Rules for Kalah {
    fn sowing(&self) -> &Sowing {
        &self.sowing
    }

    fn start(&self) -> State {
        let layout = &self.sowing.layout;
        let mut state = State::empty(layout);
        state.cells[..layout.holes].fill(self.counters); // K1
        state
    }

    #[inline]
    fn land(&self, state: &mut State, seat: Seat, fall: Fall, _action: Action, watch: &mut dyn Watch) -> Next {
        let facing = self.sowing.landing.facing[seat.index()][fall.cell];
        if self.captures_alone || occupied(&state.cells) & facing != 0 {
            bring_home(state, seat, self.store(seat), facing | 1 << fall.cell, watch); // K5
        }
        Next::End
    }

    #[inline]
    fn follow(&self, state: &mut State, _past: &mut Past, sown: Sown, watch: &mut dyn Watch) {
        let layout = &self.sowing.layout;
        let filled = occupied(&state.cells);
        let empty = Seat::BOTH.into_iter().find(|seat| filled & layout.home[seat.index()] == 0);
        if let Some(empty) = empty {
            // K6; should both rows be empty, nothing is left to sweep.
            let heir = match self.sweep {
                Sweep::Owner => empty.other(),
                Sweep::Mover => state.to_move,
                Sweep::Opponent => empty,
            };
            bring_home(state, heir, self.store(heir), layout.all_holes(), watch);
            state.outcome = Some(self.decided(state));
        }
        if !sown.again {
            state.to_move = state.to_move.other();
        }
    }

    fn check(&self, state: &State, _past: &Past) -> Result<(), String> {
        let layout = &self.sowing.layout;
        if state.held != [0; 2] {
            return Err("what a player holds lies in their store (K8)".into());
        }
        let filled = occupied(&state.cells);
        if state.outcome.is_none() && Seat::BOTH.into_iter().any(|seat| filled & layout.home[seat.index()] == 0) {
            return Err("a row is empty: the match would be over (K6)".into());
        }
        match state.outcome {
            Some(end) if filled & layout.all_holes() != 0 || end != self.decided(state) => {
                Err("a match ends with all counters in the stores: more counters wins, equal is a draw (K6, K7)".into())
            }
            _ => Ok(()),
        }
    }

    fn detail(&self, state: &State, _past: &Past) -> String {
        let [south, north] = state.off_board(&self.sowing.layout);
        format!("a row is empty; south has {south} and north {north} (K6, K7)")
    }

    fn clause(&self, at: Clause) -> &'static str {
        match at {
            Clause::Landing(_, Action::Again, _) => "K4",
            Clause::Landing(_, Action::CaptureHome, _) => "K5",
            _ => "K3",
        }
    }
}
