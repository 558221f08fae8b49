//! Oware (Abapa, the tournament game), a reference game that the world can check: solved as a draw by J. Romein and
//! H. Bal ("Awari is Solved", ICGA Journal 25(3), 2002).
//!
//! Two rows, one lap a turn that skips the hole it was lifted from, captures of twos and threes in the opponent's row
//! and back along it, and the duty to feed. Tournaments differ in what a capture of everything does ("grand slam") and
//! in how a match that goes round in circles ends: readings.

use std::sync::Arc;

use crate::board::{Layout, Seat, bits, occupied};
use crate::bulk::Play;
use crate::landing::{Action, Before, Landing};
use crate::options::{Allowed, OptionSpec, Options};
use crate::rules::{Clause, Error, Family, Moves, Past, Rules};
use crate::sow::{Fall, Laps, Next, Sowing, Sown, Watch, capture};
use crate::state::{Outcome, State};

/// The game in the list.
pub const FAMILY: Family = Family {
    id: "oware",
    title: "Oware",
    source: "West Africa and the Caribbean, Abapa rules; Romein and Bal, ICGA Journal 25(3), 2002",
    options: &[
        OptionSpec::option("holes", Allowed::Range(1, 12, 6), "O1: holes in a row"),
        OptionSpec::option("counters", Allowed::Range(1, 12, 4), "O1: counters in a hole at the start"),
        OptionSpec::reading(
            "grand_slam",
            Allowed::Words(&["none", "all", "illegal", "last"]),
            "O5: a move that would capture everything in the opponent's row. none: captures nothing; all: captures it; \
             illegal: may not be made unless every move is such; last: captures all but the hole of the last counter",
        ),
        OptionSpec::reading(
            "cycle",
            Allowed::Words(&["repetition", "plies", "never"]),
            "O8: how a match that goes round in circles ends. repetition: when a position comes back; plies: after 100 \
             moves without a capture; never: it does not",
        ),
    ],
    clauses: &[
        ("O1", "Two rows of holes, counters in each; a player owns the row in front of them."),
        ("O2", "Anticlockwise: own row, then the opponent's."),
        ("O3", "A turn lifts one of one's own holes and sows one lap that skips the hole it was lifted from."),
        (
            "O4",
            "Last counter in the opponent's row making two or three: they are captured, and so on back while the hole \
             before it is the opponent's and has two or three.",
        ),
        ("O5", "A capture of everything in the opponent's row captures nothing (reading grand_slam)."),
        (
            "O6",
            "If the opponent has no counters, one must give some, if one can. If no move is legal the match ends and \
             each takes what lies in their own row.",
        ),
        ("O7", "The match ends when a player holds more than half of all counters, or both half."),
        (
            "O8",
            "When a position since the last capture comes back, the match ends and each takes what lies in their own \
             row (reading cycle).",
        ),
        ("O9", "More counters wins, equal is a draw."),
    ],
    build: |options| Ok(Arc::new(Oware::new(options)?) as Arc<dyn Play>),
};

/// What a capture of everything does (O5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GrandSlam {
    Nothing,
    All,
    Illegal,
    ButLast,
}

/// How a match that goes round in circles ends (O8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cycle {
    Repetition,
    Plies,
    Never,
}

/// `cycle: plies`: moves in a row without a capture that end the match.
const QUIET_MOVES: u32 = 100;

/// Oware under some options.
pub struct Oware {
    sowing: Sowing,
    counters: u8,
    grand_slam: GrandSlam,
    cycle: Cycle,
}

impl Oware {
    fn new(options: &Options) -> Result<Oware, Error> {
        let holes = options.size("holes");
        let layout = Layout::two_rows(holes); // O1, O2
        let landing = Landing::new(|at| match (at.before, at.own) {
            (Before::Special, false) => Action::Chain, // O4
            _ => Action::End,                          // O3
        })
        .with_special(1, 2);
        Ok(Oware {
            sowing: Sowing { laps: Laps::new(&layout, true), layout, landing },
            counters: super::kalah::fits("oware", holes, options.size("counters"))?,
            grand_slam: options.choose(
                "grand_slam",
                &[
                    ("none", GrandSlam::Nothing),
                    ("all", GrandSlam::All),
                    ("illegal", GrandSlam::Illegal),
                    ("last", GrandSlam::ButLast),
                ],
            ),
            cycle: options.choose(
                "cycle",
                &[("repetition", Cycle::Repetition), ("plies", Cycle::Plies), ("never", Cycle::Never)],
            ),
        })
    }

    /// The holes that a last counter in `cell` captures: it and those before it, as long as they hold two or three (O4).
    #[inline]
    fn chain(&self, state: &State, seat: Seat, cell: usize) -> u64 {
        let layout = &self.sowing.layout;
        let mut set = 0;
        for position in (layout.columns..=layout.position(seat, cell)).rev() {
            let cell = layout.cell(seat, position);
            if !(2..=3).contains(&state.cells[cell]) {
                break;
            }
            set |= 1 << cell;
        }
        set
    }

    /// Whether the opponent of the player to move has no counters (O6).
    #[inline]
    fn must_feed(&self, state: &State) -> bool {
        occupied(&state.cells) & self.sowing.layout.home[state.to_move.other().index()] == 0
    }

    /// Whether a move reaches the opponent's row.
    #[inline]
    fn feeds(&self, state: &State, position: usize) -> bool {
        let layout = &self.sowing.layout;
        position + usize::from(state.cells[layout.cell(state.to_move, position)]) >= layout.columns
    }

    /// Whether a player holds more than half of all counters, or both half (O7).
    #[inline]
    fn is_settled(state: &State) -> bool {
        let all = state.counters();
        let twice = state.held.map(|held| 2 * u32::from(held));
        twice.iter().any(|&twice| twice > all) || twice == [all; 2]
    }

    /// Whether the match has gone round in circles (O8), by the past that it has.
    fn has_come_back(&self, past: &Past) -> bool {
        match self.cycle {
            Cycle::Never => false,
            Cycle::Plies => past.quiet >= QUIET_MOVES,
            Cycle::Repetition => past.seen.split_last().is_some_and(|(last, before)| before.contains(last)),
        }
    }

    /// Whether capturing from `chain` would leave the opponent nothing.
    #[inline]
    fn is_grand_slam(&self, state: &State, seat: Seat, chain: u64) -> bool {
        occupied(&state.cells) & self.sowing.layout.home[seat.other().index()] & !chain == 0
    }

    /// Whether a move would capture everything.
    fn slams(&self, state: &State, mv: u8) -> bool {
        let seat = state.to_move;
        let mut after = *state;
        let origin = self.sowing.layout.cell(seat, mv.into());
        let hand = after.cells[origin];
        let fall = self.sowing.laps.sow(&mut after.cells, seat, origin, hand);
        let at = self.sowing.landing.key(&after, seat, fall.cell, fall.before);
        self.sowing.landing.action(at) == Action::Chain
            && self.is_grand_slam(&after, seat, self.chain(&after, seat, fall.cell))
    }

    /// Every player takes what lies in their own row.
    fn share_out(&self, state: &mut State, watch: &mut dyn Watch) {
        for seat in Seat::BOTH {
            capture(state, seat, self.sowing.layout.home[seat.index()], watch);
        }
        state.outcome = Some(Outcome::decided(Seat::richer(state.held))); // O9
    }

    /// Whether the match goes round in circles (O8), with what the new position adds to the past.
    #[inline]
    fn is_cycle(&self, state: &State, past: &mut Past, captured: bool) -> bool {
        if captured {
            past.clear();
        }
        match self.cycle {
            Cycle::Never => false,
            Cycle::Plies => {
                past.quiet = past.quiet.saturating_add(u32::from(!captured));
                past.quiet >= QUIET_MOVES
            }
            Cycle::Repetition => {
                let now = (state.cells, state.to_move);
                let back = past.seen.contains(&now);
                past.seen.push(now);
                back
            }
        }
    }
}

impl Rules for Oware {
    fn sowing(&self) -> &Sowing {
        &self.sowing
    }

    fn start(&self) -> State {
        let layout = &self.sowing.layout;
        let mut state = State::empty(layout);
        state.cells[..layout.holes].fill(self.counters); // O1
        state
    }

    fn extras(&self) -> &'static [&'static str] {
        match self.cycle {
            Cycle::Repetition => &["seen"],
            Cycle::Plies => &["quiet"],
            Cycle::Never => &[],
        }
    }

    fn remember(&self, state: &State, past: &mut Past) {
        if self.cycle == Cycle::Repetition {
            past.seen.push((state.cells, state.to_move));
        }
    }

    #[inline]
    fn legal(&self, state: &State, _past: &Past) -> Moves {
        let layout = &self.sowing.layout;
        let seat = state.to_move;
        let mut moves = layout.positions(seat, state.liftable(layout, seat));
        if self.must_feed(state) {
            moves = bits(moves).filter(|&k| self.feeds(state, k)).fold(0, |set, k| set | 1 << k); // O6
        }
        if self.grand_slam == GrandSlam::Illegal {
            let harmless = bits(moves).filter(|&k| !self.slams(state, k as u8)).fold(0, |set, k| set | 1 << k);
            moves = if harmless == 0 { moves } else { harmless }; // O5
        }
        Moves(moves as u32)
    }

    #[inline]
    fn land(&self, state: &mut State, seat: Seat, fall: Fall, _action: Action, watch: &mut dyn Watch) -> Next {
        let mut chain = self.chain(state, seat, fall.cell);
        let slams = self.is_grand_slam(state, seat, chain);
        if slams {
            match self.grand_slam {
                GrandSlam::All => {}
                GrandSlam::ButLast => chain &= !(1 << fall.cell),
                GrandSlam::Nothing | GrandSlam::Illegal => chain = 0,
            }
        }
        capture(state, seat, chain, watch);
        if slams {
            watch.ruled("O5");
        }
        Next::End
    }

    #[inline]
    fn follow(&self, state: &mut State, past: &mut Past, sown: Sown, watch: &mut dyn Watch) {
        state.to_move = state.to_move.other();
        // O8 and O6 before O7: a match that they end leaves no counter on the board.
        if self.is_cycle(state, past, sown.captured) || self.legal(state, past).is_empty() {
            return self.share_out(state, watch);
        }
        if Oware::is_settled(state) {
            state.outcome = Some(Outcome::decided(Seat::richer(state.held))); // O7, O9
        }
    }

    fn check(&self, state: &State, past: &Past) -> Result<(), String> {
        let is_over = state.outcome.is_some();
        let most = if is_over { QUIET_MOVES } else { QUIET_MOVES - 1 };
        if past.quiet > most {
            return Err(format!("quiet is {}; after {QUIET_MOVES} moves the match would be over (O8)", past.quiet));
        }
        if let Some(end) = state.outcome {
            let is_end = occupied(&state.cells) == 0 || Oware::is_settled(state);
            if is_end && end == Outcome::decided(Seat::richer(state.held)) {
                return Ok(());
            }
            return Err("a match ends when a player holds more than half, or both half, or everything is held: more \
                        counters wins, equal is a draw (O6 to O9)"
                .into());
        }
        if self.legal(state, past).is_empty() {
            return Err("no move is legal: the match would be over (O6)".into());
        }
        if Oware::is_settled(state) {
            return Err("a player holds more than half, or both half: the match would be over (O7)".into());
        }
        if self.has_come_back(past) {
            return Err("seen: the last position stood before: the match would be over (O8)".into());
        }
        Ok(())
    }

    fn detail(&self, state: &State, past: &Past) -> String {
        let [south, north] = state.held;
        let why = if self.has_come_back(past) {
            match self.cycle {
                Cycle::Plies => "100 moves without a capture (O8)",
                _ => "a position came back (O8)",
            }
        } else if occupied(&state.cells) == 0 {
            "no move is legal (O6)"
        } else if south == north {
            "both hold half (O7)"
        } else {
            "more than half is held (O7)"
        };
        format!("{why}; south holds {south} and north {north} (O9)")
    }

    fn clause(&self, at: Clause) -> &'static str {
        match at {
            Clause::Landing(_, Action::Chain, _) => "O4",
            _ => "O3",
        }
    }

    fn refusal(&self, state: &State, _past: &Past, mv: u8) -> &'static str {
        let layout = &self.sowing.layout;
        let can_lift = layout.positions(state.to_move, state.liftable(layout, state.to_move));
        if mv >= 32 || can_lift >> mv & 1 == 0 {
            "O3"
        } else if self.must_feed(state) && !self.feeds(state, mv.into()) {
            "O6"
        } else {
            "O5"
        }
    }
}
