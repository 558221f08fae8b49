//! The Gabata of Adwa, northern Ethiopia.
//!
//! Recorded by R. Pankhurst, "Gabata and Related Board Games of Ethiopia and the Horn of Africa", Ethiopia Observer
//! 14(3), 1971, pp. 164-165. Three rows of six on one track, three counters a hole; making four in an opponent's hole
//! of three captures the hole as a *wegue*, which nobody lifts; landing in the opponent's wegue takes two counters out
//! of it; a round ends when all counters lie in wegues or are taken, and holes change hands for the next.
//!
//! Inferred: wegues are sown like other holes, nobody lifts one, landing in one's own ends the turn, a player without a
//! move is passed over. Open, with readings: for how long the first counters of a hole protect it, what "the last hole"
//! is, whether a capture gives another turn, which holes the loser keeps, and who begins the next round.

use std::sync::Arc;

use crate::board::{Layout, Seat, all_cells, bits, occupied, total};
use crate::bulk::Play;
use crate::landing::{Action, Before, Landing, Marked};
use crate::lockstep::{self, Kernel};
use crate::options::{Allowed, OptionSpec, Options};
use crate::rules::{Clause, Family, Feature, Past, Rules, Took};
use crate::sow::{Fall, Laps, Next, Sowing, Sown, Watch};
use crate::state::{Outcome, Reason, State};

/// The game in the list.
pub const FAMILY: Family = Family {
    id: "gabata-adwa",
    title: "Gabata of Adwa",
    source: "Adwa, northern Ethiopia; R. Pankhurst, Ethiopia Observer 14(3), 1971, pp. 164-165",
    options: &[
        OptionSpec::reading(
            "original",
            Allowed::Words(&["hole", "all", "none"]),
            "G8: no captures until the original three counters have been moved. hole: those of the hole itself; all: \
             those of all 18 holes; none: three is three",
        ),
        OptionSpec::reading(
            "original_when",
            Allowed::Words(&["every_round", "first_round"]),
            "G8: the beginning of the game may mean each round's set-up, which is as in the beginning, or the first \
             only",
        ),
        OptionSpec::reading(
            "last_hole",
            Allowed::Words(&["uncaptured", "stocked", "owned", "none"]),
            "G13: the opponent's single remaining hole. uncaptured: the only one they own that is no wegue; stocked: \
             the only one with counters that is no wegue; owned: the only one they own in this round; none: never",
        ),
        OptionSpec::reading(
            "after_capture",
            Allowed::Words(&["ends", "again"]),
            "G7: whether the turn ends with a capture is inferred; another account of the same recording lets the \
             player move again",
        ),
        OptionSpec::reading(
            "surplus",
            Allowed::Words(&["loser_first", "winner_first"]),
            "G17: which holes change hands is inferred. loser_first: the player with fewer holes keeps their own first \
             ones; winner_first: the player with more counts theirs off from their own first hole",
        ),
        OptionSpec::reading(
            "starter",
            Allowed::Words(&["alternate", "winner", "loser"]),
            "G18: the source is silent on who begins a new round",
        ),
        OptionSpec::MAX_ROUNDS,
    ],
    clauses: &[
        ("G1", "Three rows of six holes, three counters in each."),
        ("G2", "At first a player owns the row in front of them and the half of the middle row at their right hand."),
        (
            "G3",
            "One track for both: south's row left to right, south's half of the middle row, north's row, north's half \
             of the middle row.",
        ),
        ("G4", "Moves 0 to 17: positions along the track from one's own leftmost hole."),
        ("G5", "A turn lifts a hole that one owns and that is no wegue; every hole is sown, wegues too."),
        ("G6", "Last counter in an empty hole that is no wegue: the turn ends."),
        (
            "G7",
            "Last counter in an opponent's hole of three, making four: it becomes the mover's wegue and the turn ends \
             (reading after_capture).",
        ),
        (
            "G8",
            "Not while the hole's first three counters of the round lie in it; such a landing is a relay (readings \
             original, original_when).",
        ),
        ("G9", "Last counter in any other occupied hole that is no wegue: it is lifted and sown on."),
        ("G10", "Nobody lifts a wegue for the rest of the round."),
        ("G11", "Last counter in one's own wegue: it stays and the turn ends."),
        (
            "G12",
            "Last counter in the opponent's wegue: the mover takes two counters out of it, or the one if it was empty, \
             and the turn ends.",
        ),
        (
            "G13",
            "If G7 would capture the opponent's last hole, the mover takes three of the four instead and leaves one \
             (reading last_hole).",
        ),
        ("G14", "A player with nothing to lift is passed over."),
        (
            "G15",
            "The round ends when no counters lie outside wegues; a player holds what they took and what lies in their \
             wegues.",
        ),
        ("G16", "In a new round t counters give (t+1) div 3 holes of three; two left over get the opponent's odd one."),
        (
            "G17",
            "The player with fewer holes keeps theirs from their own first hole on; the others are the opponent's \
             (reading surplus).",
        ),
        ("G18", "The player who did not begin the last round begins (reading starter); south begins the first."),
        ("G19", "A player who can fill no hole has lost the match."),
    ],
    build: |options| Ok(Arc::new(GabataAdwa::new(options)) as Arc<dyn Play>),
};

/// What the opponent's last hole is (G13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastHole {
    Uncaptured,
    Stocked,
    Owned,
    Never,
}

/// Who begins a new round (G18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Starter {
    Alternate,
    Winner,
    Loser,
}

/// Counters in the game (G1).
const COUNTERS: u32 = 54;
/// Counters in a hole when a round is laid (G1, G16).
const A_HOLE: u8 = 3;

/// The Gabata of Adwa under some options.
pub struct GabataAdwa {
    sowing: Sowing,
    /// Rounds in which a hole's first counters protect it: those up to this one.
    guarded_rounds: u32,
    last_hole: LastHole,
    capture_moves_again: bool,
    loser_first: bool,
    starter: Starter,
    max_rounds: u32,
}

/// The board (G1, G3).
pub fn layout() -> Layout {
    let south = (0..6).map(|column| (2, column)).chain((3..6).rev().map(|column| (1, column)));
    let north = (0..6).rev().map(|column| (0, column)).chain((0..3).map(|column| (1, column)));
    Layout::new(3, 6, &south.chain(north).collect::<Vec<_>>())
}

impl GabataAdwa {
    fn new(options: &Options) -> GabataAdwa {
        let layout = layout();
        let landing = Landing::new(|at| match (at.marked, at.before, at.own) {
            (Marked::Mine, ..) => Action::End,                                  // G10, G11
            (Marked::Theirs, ..) => Action::TakeTwo,                            // G10, G12
            (Marked::Not, Before::Empty, _) => Action::End,                     // G6
            (Marked::Not, Before::Special, false) if !at.fresh => Action::Mark, // G7, G13
            (Marked::Not, ..) => Action::Relay,                                 // G8, G9
        })
        .with_special(A_HOLE, A_HOLE);
        let original = options.choose("original", &[("hole", 0), ("all", 1), ("none", 2)]);
        let guarded_rounds = options.choose("original_when", &[("every_round", u32::MAX), ("first_round", 1)]);
        GabataAdwa {
            sowing: Sowing {
                laps: Laps::new(&layout, false),
                landing: if original == 1 { landing.with_common_guard() } else { landing },
                layout,
            },
            guarded_rounds: if original == 2 { 0 } else { guarded_rounds },
            last_hole: options.choose(
                "last_hole",
                &[
                    ("uncaptured", LastHole::Uncaptured),
                    ("stocked", LastHole::Stocked),
                    ("owned", LastHole::Owned),
                    ("none", LastHole::Never),
                ],
            ),
            capture_moves_again: options.choose("after_capture", &[("ends", false), ("again", true)]),
            loser_first: options.choose("surplus", &[("loser_first", true), ("winner_first", false)]),
            starter: options.choose(
                "starter",
                &[("alternate", Starter::Alternate), ("winner", Starter::Winner), ("loser", Starter::Loser)],
            ),
            max_rounds: options.limit("max_rounds"),
        }
    }

    /// Three counters in every hole, all marks gone (G16, G17).
    fn fill(&self, state: &mut State) {
        let layout = &self.sowing.layout;
        state.cells[..layout.holes].fill(A_HOLE);
        state.marks = [0; 2];
        state.fresh = if state.round <= self.guarded_rounds { layout.all_holes() } else { 0 };
    }

    /// Whether the hole that `seat` could capture is the opponent's last one (G13).
    fn is_last_hole(&self, state: &State, seat: Seat) -> bool {
        let layout = &self.sowing.layout;
        let owned = state.owned(layout, seat.other());
        let left = match self.last_hole {
            LastHole::Uncaptured => owned & !(state.marks[0] | state.marks[1]),
            LastHole::Stocked => state.liftable(layout, seat.other()),
            LastHole::Owned => owned,
            LastHole::Never => return false,
        };
        left.count_ones() == 1
    }

    /// Counts the round and ends the match or lays the next one (G15 to G19).
    #[cold]
    fn count_round(&self, state: &mut State, watch: &mut dyn Watch) {
        let holds = [0, 1].map(|seat| state.held[seat] + total(&state.cells, state.marks[seat]));
        watch.round(holds);
        let holes = holds.map(|counters| (counters + 1) / A_HOLE); // G16
        let loser = Seat::BOTH.into_iter().find(|seat| holes[seat.index()] == 0);
        let outcome = if let Some(loser) = loser {
            Outcome::decided(Some(loser.other())) // G19
        } else if state.round >= self.max_rounds {
            Outcome { reason: Reason::Rounds, winner: Seat::richer(holds) }
        } else {
            return self.lay_round(state, holes);
        };
        state.outcome = Some(outcome);
        state.held = holds;
        state.cells.fill(0);
        state.marks = [0; 2];
        state.fresh = 0;
    }

    /// Lays the next round (G16 to G18).
    fn lay_round(&self, state: &mut State, holes: [u8; 2]) {
        let layout = &self.sowing.layout;
        let winner = Seat::richer(holes);
        // G17: the one who counts off holes from their own first one; with nine each it comes to the same.
        let winner_first = winner.unwrap_or_default();
        let first = if self.loser_first { winner_first.other() } else { winner_first };
        let counted_off = layout.positions(first, all_cells(holes[first.index()].into()));
        state.north = if first == Seat::North { counted_off } else { layout.all_holes() & !counted_off };
        let other = state.began.other();
        state.began = match self.starter {
            Starter::Alternate => other,
            Starter::Winner => winner.unwrap_or(other),
            Starter::Loser => winner.map_or(other, Seat::other),
        };
        state.to_move = state.began;
        state.round += 1;
        state.held = [0; 2];
        self.fill(state);
    }
}

impl Rules for GabataAdwa {
    fn sowing(&self) -> &Sowing {
        &self.sowing
    }

    fn num_moves(&self) -> usize {
        self.sowing.layout.holes // G4
    }

    fn features(&self) -> Vec<Feature> {
        let mut features = vec![Feature::Owned, Feature::MyWegues, Feature::TheirWegues];
        if self.guarded_rounds > 0 {
            features.push(Feature::Fresh);
        }
        features.push(Feature::Held);
        if self.max_rounds > 1 {
            features.push(Feature::Began);
            if self.max_rounds < u32::MAX || self.guarded_rounds == 1 {
                features.push(Feature::Round);
            }
        }
        features
    }

    fn start(&self) -> State {
        let mut state = State::empty(&self.sowing.layout); // G2
        self.fill(&mut state);
        state
    }

    fn extras(&self) -> &'static [&'static str] {
        &["owners", "wegues", "fresh", "began", "round"]
    }

    fn lockstep(&self) -> Option<Kernel> {
        let last_hole = match self.last_hole {
            LastHole::Uncaptured => lockstep::LastHole::Uncaptured,
            LastHole::Owned => lockstep::LastHole::Owned,
            LastHole::Never => lockstep::LastHole::Never,
            LastHole::Stocked => return None,
        };
        let Sowing { landing, .. } = &self.sowing;
        let kernel = Kernel::Adwa { actions: landing.bytes(), last_hole, again: self.capture_moves_again };
        (!landing.has_common_guard()).then_some(kernel)
    }

    #[inline]
    fn land(&self, state: &mut State, seat: Seat, fall: Fall, action: Action, watch: &mut dyn Watch) -> Next {
        let cell = fall.cell;
        if action == Action::TakeTwo {
            let taken = state.cells[cell].min(2); // G12
            state.cells[cell] -= taken;
            state.held[seat.index()] += taken;
            watch.took(seat, cell, taken);
            return Next::End;
        }
        if self.is_last_hole(state, seat) {
            state.cells[cell] -= A_HOLE; // G13
            state.held[seat.index()] += A_HOLE;
            watch.took(seat, cell, A_HOLE);
        } else {
            state.marks[seat.index()] |= 1 << cell; // G7
            watch.marked(seat, cell);
        }
        if self.capture_moves_again { Next::Again } else { Next::End }
    }

    #[inline]
    fn follow(&self, state: &mut State, _past: &mut Past, sown: Sown, watch: &mut dyn Watch) {
        let layout = &self.sowing.layout;
        let loose = occupied(&state.cells) & !(state.marks[0] | state.marks[1]);
        if loose == 0 {
            return self.count_round(state, watch); // G15
        }
        let next = if sown.again { state.to_move } else { state.to_move.other() };
        let can_lift = loose & state.owned(layout, next) != 0;
        state.to_move = if can_lift { next } else { next.other() }; // G14
    }

    fn max_rounds(&self) -> u32 {
        self.max_rounds
    }

    fn check(&self, state: &State, _past: &Past) -> Result<(), String> {
        let counters = state.counters();
        if counters != COUNTERS {
            return Err(format!(
                "{counters} counters on the board and held; the game has {COUNTERS} (G1): held names those that are not on \
                 the board"
            ));
        }
        if state.marks[0] & state.marks[1] != 0 {
            return Err("a hole is a wegue of both players (G7)".into());
        }
        let owned = Seat::BOTH.map(|seat| state.owned(&self.sowing.layout, seat));
        if owned.contains(&0) {
            return Err("a player owns no hole: the match would be over (G19)".into());
        }
        if (0..2).any(|seat| state.marks[seat] & owned[seat] != 0) {
            return Err(
                "a wegue lies in a hole of the player who captured it; wegues are captured from the opponent (G7)"
                    .into(),
            );
        }
        if state.fresh != 0 && state.round > self.guarded_rounds {
            return Err(format!(
                "no hole is protected in round {} (G8, readings original, original_when)",
                state.round
            ));
        }
        if state.fresh & (state.marks[0] | state.marks[1]) != 0 {
            return Err("a hole that was never lifted in this round cannot be a wegue (G8)".into());
        }
        if let Some(cell) = bits(state.fresh).find(|&cell| state.cells[cell] < A_HOLE) {
            let (row, column) = self.sowing.layout.place(cell);
            return Err(format!(
                "the hole ({row}, {column}) has {} counters; a hole that was never lifted in this round still has its \
                 first {A_HOLE} (G8)",
                state.cells[cell]
            ));
        }
        if let Some(end) = state.outcome {
            let loser = Seat::BOTH.into_iter().find(|seat| (state.held[seat.index()] + 1) / A_HOLE == 0);
            let rounds = Outcome { reason: Reason::Rounds, winner: Seat::richer(state.held) };
            let is_end = match loser {
                Some(loser) => end == Outcome::decided(Some(loser.other())),
                None => end == rounds && state.round == self.max_rounds,
            };
            if !is_end || occupied(&state.cells) != 0 || state.marks != [0; 2] {
                return Err(
                    "a match ends with a counted round and an empty board without wegues: a player who can fill \
                            no hole has lost (G19), and after max_rounds rounds who holds more has won by rounds"
                        .into(),
                );
            }
        }
        if state.outcome.is_none() && state.liftable(&self.sowing.layout, state.to_move) == 0 {
            return Err(
                "the player to move has nothing to lift and would be passed over (G14), or the round be over (G15)"
                    .into(),
            );
        }
        Ok(())
    }

    fn detail(&self, state: &State, _past: &Past) -> String {
        let [south, north] = state.held;
        match state.outcome.map(|end| end.reason) {
            Some(Reason::Rounds) => format!("after round {} south holds {south} and north {north}", state.round),
            _ => {
                let (loser, left) = if south < north { ("south", south) } else { ("north", north) };
                format!("{loser} holds {left} after round {} and can fill no hole (G19)", state.round)
            }
        }
    }

    fn clause(&self, at: Clause) -> &'static str {
        match at {
            Clause::Moves(_) | Clause::RowEnd | Clause::Drop(..) => "G5",
            Clause::Landing(at, action, took) => match (at.marked, action, took) {
                (Marked::Mine, ..) => "G11",
                (Marked::Theirs, ..) => "G12",
                (_, Action::End, _) => "G6",
                (_, Action::Mark, Took::Nothing) => "G7",
                (_, Action::Mark, Took::Something) => "G13",
                _ if at.fresh && !at.own && at.before == Before::Special => "G8",
                _ => "G9",
            },
        }
    }

    fn refusal(&self, state: &State, _past: &Past, mv: u8) -> &'static str {
        let layout = &self.sowing.layout;
        let wegues = layout.positions(state.to_move, state.marks[0] | state.marks[1]);
        let is_wegue = mv < 32 && wegues >> mv & 1 != 0;
        if is_wegue { "G10" } else { "G5" }
    }
}
