//! Abalala'e, of the highlands of Eritrea, also called Gabata.
//!
//! Recorded by R. Pankhurst, "Gabata and Related Board Games of Ethiopia and the Horn of Africa", Ethiopia Observer
//! 14(3), 1971, p. 163. Three rows of six, three counters a hole; every round opens with a race of both players at
//! once; then turns with relays, captures from an empty hole of one's own and stepping on with the counter that
//! captured; rounds until one player holds everything.
//!
//! A race is modelled as one chance drop after another. The source leaves open whether every round has a race, who
//! begins one that has none, how the loser of a race finishes, when exactly a round ends, and whether the counters kept
//! back as "winnings" count again. Sources of the readings: see their `why` below.

use std::sync::Arc;

use crate::board::{CellSet, Layout, Seat};
use crate::bulk::Play;
use crate::landing::{Action, Before, Landing};
use crate::lockstep::Kernel;
use crate::options::{Allowed, OptionSpec, Options};
use crate::rules::{Clause, Family, Feature, Moves, Past, Rules, Took};
use crate::sow::{Dropped, Endless, Laps, MAX_DROPS, Sowing, Sown, Unwatched, Watch};
use crate::state::{Outcome, Phase, Reason, State};

/// The game in the list.
pub const FAMILY: Family = Family {
    id: "abalalae",
    title: "Abalala'e",
    source: "Highlands of Eritrea; R. Pankhurst, Ethiopia Observer 14(3), 1971, p. 163",
    options: &[
        OptionSpec::reading(
            "race",
            Allowed::Words(&["every_round", "first_round", "none"]),
            "B5: the source calls the race the first phase and says that play goes on in this fashion, which may mean \
             every round or the first; none: no race at all, south begins round 1",
        ),
        OptionSpec::reading(
            "starter",
            Allowed::Words(&["winner", "loser", "alternate"]),
            "B7: who begins a round that has no race: who holds more, who holds fewer, or who did not begin the round \
             before; with equal holdings always as alternate",
        ),
        OptionSpec::reading(
            "race_odds",
            Allowed::Odds(0.5),
            "B6: the chance that south drops the next counter of the race; a race in time is modelled as single drops",
        ),
        OptionSpec::reading(
            "race_loser",
            Allowed::Words(&["finishes", "lap"]),
            "B7: how the second racer finishes is inferred. finishes: sows on until a last counter falls in an empty \
             hole; lap: sows only the counters in hand",
        ),
        OptionSpec::reading(
            "round_end",
            Allowed::Words(&["at_once", "to_move"]),
            "B15: at_once: a round ends as soon as either player has no counters in their own holes; to_move: looked \
             at only for the player who is about to move",
        ),
        OptionSpec::reading(
            "winnings",
            Allowed::Words(&["counted", "out"]),
            "B18: the source calls what is kept back winnings; sister games keep it for later rounds. counted: it \
             counts in the next round; out: it is won for good",
        ),
        OptionSpec::MAX_ROUNDS,
    ],
    clauses: &[
        ("B1", "Three rows of six holes, three counters in each."),
        ("B2", "A player owns the row in front of them and the half of the middle row at their right hand."),
        ("B3", "Each player's track: own row left to right, middle row right to left, far row left to right."),
        ("B4", "Moves 0 to 8: own holes by track position."),
        (
            "B5",
            "Every round opens with a race: both lift their hole 0 and drop counters one at a time; who ends in an \
             occupied hole lifts it and goes on, who ends in an empty one is done (reading race).",
        ),
        ("B6", "Chance says who drops next, until one is done (reading race_odds)."),
        ("B7", "Who is done first begins; the other finishes first (reading race_loser)."),
        ("B8", "If the race leaves a player nothing, B15 applies at once."),
        ("B9", "A turn lifts any of one's own holes and sows along one's own track."),
        ("B10", "Last counter in an occupied hole, anyone's: it is lifted and sown on."),
        ("B11", "Last counter in an empty hole of the opponent's: the turn ends."),
        (
            "B12",
            "Last counter in an empty hole of one's own captures the opponent's holes in that column: two from the \
             left half of one's row, one from the right half or the middle row.",
        ),
        ("B13", "After a capture the fallen counter is lifted again and sown into the next hole."),
        ("B14", "If there was nothing to capture, the turn ends."),
        (
            "B15",
            "When a player has no counters in their own holes the round ends, and the other captures what is left \
             (reading round_end).",
        ),
        ("B16", "A player who then holds nothing has lost the match."),
        (
            "B17",
            "Else the player with fewer lays all of them, three a hole from hole 0, the last hole getting the rest; \
             the other lays three in as many holes.",
        ),
        ("B18", "What is kept back counts in the next round (reading winnings)."),
        ("B19", "The next round opens with a race again (reading race)."),
    ],
    build: |options| Ok(Arc::new(Abalalae::new(options)) as Arc<dyn Play>),
};

/// Who begins a round without a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Starter {
    Winner,
    Loser,
    Alternate,
}

/// Counters in the game (B1).
const COUNTERS: u32 = 54;
/// Counters in a hole when a round is laid (B1, B17).
const A_HOLE: u8 = 3;

/// Abalala'e under some options.
pub struct Abalalae {
    sowing: Sowing,
    /// Rounds that open with a race: those up to this one.
    races: u32,
    starter: Starter,
    race_odds: f64,
    loser_finishes: bool,
    ends_at_once: bool,
    winnings_out: bool,
    max_rounds: u32,
}

/// The board: who owns which holes (B2) follows from the tracks (B1, B3), whose first half is a player's own.
pub fn layout() -> Layout {
    let own = (0..6).map(|column| (2, column));
    let middle = (0..6).rev().map(|column| (1, column));
    let far = (0..6).map(|column| (0, column));
    Layout::new(3, 6, &own.chain(middle).chain(far).collect::<Vec<_>>())
}

/// The holes that a landing in an empty hole of one's own captures from: the opponent's in the same column (B12).
fn facing(layout: &Layout, seat: Seat, cell: usize) -> CellSet {
    let (_, column) = layout.place(cell);
    let in_column = (0..layout.rows).filter_map(|row| layout.cell_at(row, column)).fold(0, |set, cell| set | 1 << cell);
    in_column & layout.home[seat.other().index()]
}

impl Abalalae {
    fn new(options: &Options) -> Abalalae {
        let layout = layout();
        let landing = Landing::new(|at| match (at.before, at.own) {
            (Before::Empty, true) => Action::CaptureOnward, // B12; then B13, or B14 if nothing was there
            (Before::Empty, false) => Action::End,          // B11
            _ => Action::Relay,                             // B10
        })
        .with_facing(&layout, |seat, cell| facing(&layout, seat, cell));
        Abalalae {
            sowing: Sowing { laps: Laps::new(&layout, false), layout, landing },
            races: options.choose("race", &[("every_round", u32::MAX), ("first_round", 1), ("none", 0)]),
            starter: options.choose(
                "starter",
                &[("winner", Starter::Winner), ("loser", Starter::Loser), ("alternate", Starter::Alternate)],
            ),
            race_odds: options.odds("race_odds"),
            loser_finishes: options.choose("race_loser", &[("finishes", true), ("lap", false)]),
            ends_at_once: options.choose("round_end", &[("at_once", true), ("to_move", false)]),
            winnings_out: options.choose("winnings", &[("counted", false), ("out", true)]),
            max_rounds: options.limit("max_rounds"),
        }
    }

    /// Opens the round that lies on the board: both racers lift (B5), or `began` has the first turn.
    fn open_round(&self, state: &mut State) {
        if state.round > self.races {
            state.phase = Phase::Turns;
            state.to_move = state.began;
            return;
        }
        state.phase = Phase::Race;
        state.to_move = Seat::South;
        state.began = Seat::South;
        state.racers = [0; 2];
        state.hands = Seat::BOTH.map(|seat| state.lift(self.sowing.layout.cell(seat, 0)));
    }

    /// One counter of a racer; whether it was their last, into an empty hole, so that they are done (B5).
    fn drop_counter(&self, state: &mut State, seat: Seat, watch: &mut dyn Watch) -> bool {
        let layout = &self.sowing.layout;
        let place = (usize::from(state.racers[seat.index()]) + 1) % layout.holes;
        let cell = layout.cell(seat, place);
        state.racers[seat.index()] = place as u8;
        let before = state.cells[cell];
        state.hands[seat.index()] -= 1;
        state.cells[cell] += 1;
        let drop = match (state.hands[seat.index()], before) {
            (0, 0) => Dropped::Done,
            (0, _) => Dropped::Relay,
            _ => Dropped::On,
        };
        if drop == Dropped::Relay {
            state.hands[seat.index()] = state.lift(cell);
        }
        watch.dropped(seat, cell, before, drop);
        drop == Dropped::Done
    }

    /// The loser of the race goes on alone (B7), watched like any relay: each time they would lift again.
    fn finish_alone(&self, state: &mut State, seat: Seat, watch: &mut dyn Watch) -> Result<(), Endless> {
        // Hardly any racer lifts as often as this.
        const FIRST: u32 = 64;
        let mut kept = None;
        let mut lifts = 0u32;
        let mut drops = 0;
        loop {
            let hand = state.hands[seat.index()];
            drops += u32::from(hand);
            for _ in 1..hand {
                self.drop_counter(state, seat, watch);
            }
            // The last counter in hand: they are done, or have lifted again.
            if self.drop_counter(state, seat, watch) {
                return Ok(());
            }
            if drops >= MAX_DROPS || kept.is_some_and(|kept| kept == *state) {
                return Err(Endless);
            }
            lifts += 1;
            if lifts >= FIRST && lifts.is_power_of_two() {
                kept = Some(*state);
            }
        }
    }

    /// `race_loser: lap`: only the counters in hand are sown, wherever the last one falls.
    fn finish_lap(&self, state: &mut State, seat: Seat, watch: &mut dyn Watch) {
        let layout = &self.sowing.layout;
        for left in (0..std::mem::take(&mut state.hands[seat.index()])).rev() {
            let place = (usize::from(state.racers[seat.index()]) + 1) % layout.holes;
            state.racers[seat.index()] = place as u8;
            let cell = layout.cell(seat, place);
            let drop = if left == 0 { Dropped::Done } else { Dropped::On };
            watch.dropped(seat, cell, state.cells[cell], drop);
            state.cells[cell] += 1;
        }
    }

    /// Ends the round if it is over (B15), with `state.to_move` about to move.
    #[inline]
    fn end_round(&self, state: &mut State, watch: &mut dyn Watch) {
        let filled = crate::board::occupied(&state.cells);
        let home = self.sowing.layout.home;
        let is_bare = |seat: Seat| filled & home[seat.index()] == 0;
        let bare = if self.ends_at_once {
            Seat::BOTH.into_iter().find(|&seat| is_bare(seat))
        } else {
            Some(state.to_move).filter(|&seat| is_bare(seat))
        };
        if let Some(bare) = bare {
            crate::sow::capture(state, bare.other(), filled, watch);
            self.count_round(state, watch);
        }
    }

    /// Counts the round and ends the match or lays the next one (B16 to B19).
    #[cold]
    fn count_round(&self, state: &mut State, watch: &mut dyn Watch) {
        let holds = [0, 1].map(|seat| state.held[seat] - state.out[seat]);
        watch.round(holds);
        let loser = Seat::BOTH.into_iter().find(|seat| holds[seat.index()] == 0);
        if let Some(loser) = loser {
            state.outcome = Some(Outcome::decided(Some(loser.other()))); // B16
        } else if state.round >= self.max_rounds {
            // With what was kept back before, which `held` includes.
            state.outcome = Some(Outcome { reason: Reason::Rounds, winner: Seat::richer(state.held) });
        } else {
            self.lay_round(state, holds);
        }
    }

    /// Lays the next round (B17) and opens it.
    fn lay_round(&self, state: &mut State, holds: [u8; 2]) {
        let holes = holds[0].min(holds[1]).div_ceil(A_HOLE);
        for seat in Seat::BOTH {
            // The one with fewer, and both if they hold the same, lay everything, the last hole getting what is left.
            // Under `winnings: out` the other can hold less than three a hole (4 against 5) and then does likewise.
            let mut left = holds[seat.index()];
            for position in 0..holes {
                let counters = left.min(A_HOLE);
                state.cells[self.sowing.layout.cell(seat, position.into())] = counters;
                left -= counters;
            }
            state.held[seat.index()] = left + state.out[seat.index()];
            if self.winnings_out {
                state.out[seat.index()] = state.held[seat.index()]; // B18
            }
        }
        let other = state.began.other();
        state.began = match self.starter {
            Starter::Winner => Seat::richer(holds).unwrap_or(other),
            Starter::Loser => Seat::richer(holds).map_or(other, Seat::other),
            Starter::Alternate => other,
        };
        state.round += 1;
        self.open_round(state);
    }
}

impl Rules for Abalalae {
    fn sowing(&self) -> &Sowing {
        &self.sowing
    }

    fn start(&self) -> State {
        let layout = &self.sowing.layout;
        let mut state = State::empty(layout);
        state.cells[..layout.holes].fill(A_HOLE); // B1
        self.open_round(&mut state);
        state
    }

    #[inline]
    fn legal(&self, state: &State, _past: &Past) -> Moves {
        if state.phase == Phase::Race {
            // B6: at certain odds, the one certain move.
            return Moves(u32::from(self.race_odds > 0.0) | u32::from(self.race_odds < 1.0) << 1);
        }
        let layout = &self.sowing.layout;
        Moves(layout.positions(state.to_move, state.liftable(layout, state.to_move)) as u32) // B4, B9
    }

    fn features(&self) -> Vec<Feature> {
        let mut features = vec![Feature::Held];
        if self.races > 0 {
            features.extend([Feature::Hands, Feature::Racers, Feature::Phase]);
            // At even odds it makes no difference which seat one has.
            if self.race_odds.to_bits() != 0.5f64.to_bits() {
                features.push(Feature::Odds);
            }
        }
        if self.max_rounds > 1 {
            if self.winnings_out {
                features.push(Feature::Out);
            }
            if self.races < u32::MAX {
                features.push(Feature::Began);
            }
            if self.max_rounds < u32::MAX || self.races == 1 {
                features.push(Feature::Round);
            }
        }
        features
    }

    fn extras(&self) -> &'static [&'static str] {
        if self.winnings_out {
            &["out", "hands", "racers", "began", "round"]
        } else {
            &["hands", "racers", "began", "round"]
        }
    }

    fn race_odds(&self) -> Option<f64> {
        Some(self.race_odds)
    }

    fn lockstep(&self) -> Option<Kernel> {
        Some(Kernel::Abalalae)
    }

    fn act(&self, state: &mut State, mv: u8, watch: &mut dyn Watch) -> Result<(), Endless> {
        let seat = Seat::BOTH[usize::from(mv)];
        if !self.drop_counter(state, seat, watch) {
            if self.race_odds <= 0.0 || self.race_odds >= 1.0 {
                // At certain odds this racer drops alone from the first counter on, and is watched as one who is left
                // alone: else a race from a position set by hand could go on for ever.
                let mut ahead = *state;
                self.finish_alone(&mut ahead, seat, &mut Unwatched)?;
            }
            return Ok(());
        }
        if self.loser_finishes {
            self.finish_alone(state, seat.other(), watch)?;
        } else {
            self.finish_lap(state, seat.other(), watch);
        }
        state.racers = [0; 2];
        state.phase = Phase::Turns;
        state.began = seat; // B7
        state.to_move = seat;
        self.end_round(state, watch); // B8
        Ok(())
    }

    #[inline]
    fn follow(&self, state: &mut State, _past: &mut Past, _sown: Sown, watch: &mut dyn Watch) {
        state.to_move = state.to_move.other();
        self.end_round(state, watch);
    }

    fn max_rounds(&self) -> u32 {
        self.max_rounds
    }

    fn check(&self, state: &State, _past: &Past) -> Result<(), String> {
        let counters = state.counters();
        if counters != COUNTERS {
            return Err(format!(
                "{counters} counters on the board, in hand and held; the game has {COUNTERS} (B1): held and hands name \
                 those that are not on the board"
            ));
        }
        if (0..2).any(|seat| state.out[seat] > state.held[seat]) {
            return Err("more counters are out of play than held (B18)".into());
        }
        if state.phase == Phase::Race && state.round > self.races {
            return Err(format!("round {} opens without a race (B5, reading race)", state.round));
        }
        if state.phase == Phase::Race && state.hands.contains(&0) {
            return Err("in a race both players have counters in hand (B5)".into());
        }
        if state.phase == Phase::Turns && state.outcome.is_none() {
            let filled = crate::board::occupied(&state.cells);
            let bare = |seat: Seat| filled & self.sowing.layout.home[seat.index()] == 0;
            if bare(state.to_move) || (self.ends_at_once && bare(state.to_move.other())) {
                return Err("a player has no counters in their own holes: the round would be over (B15)".into());
            }
        }
        let Some(end) = state.outcome else { return Ok(()) };
        let holds = [0, 1].map(|seat| state.held[seat] - state.out[seat]);
        let loser = Seat::BOTH.into_iter().find(|seat| holds[seat.index()] == 0);
        let rounds = Outcome { reason: Reason::Rounds, winner: Seat::richer(state.held) };
        let is_end = match loser {
            Some(loser) => end == Outcome::decided(Some(loser.other())),
            None => end == rounds && state.round == self.max_rounds,
        };
        if is_end && state.phase == Phase::Turns && crate::board::occupied(&state.cells) == 0 {
            return Ok(());
        }
        Err("a match ends with a counted round and an empty board: a player who holds nothing has lost (B16), and after \
             max_rounds rounds who holds more has won by rounds"
            .into())
    }

    fn detail(&self, state: &State, _past: &Past) -> String {
        let [south, north] = state.held;
        match state.outcome.map(|end| end.reason) {
            Some(Reason::Rounds) => format!("after round {} south holds {south} and north {north}", state.round),
            _ => {
                let loser = if state.held[0] == state.out[0] { "south" } else { "north" };
                format!("{loser} holds nothing after round {} (B16)", state.round)
            }
        }
    }

    fn clause(&self, at: Clause) -> &'static str {
        match at {
            Clause::Moves(Phase::Race) => "B6",
            Clause::Drop(_, true) => "B7",
            Clause::Drop(Dropped::On, false) => "B6",
            Clause::Drop(Dropped::Relay | Dropped::Done, false) => "B5",
            Clause::Landing(_, Action::Relay, _) => "B10",
            Clause::Landing(_, Action::CaptureOnward, Took::Something) => "B13", // which follows on B12
            Clause::Landing(_, Action::CaptureOnward, Took::Nothing) => "B14",
            Clause::Landing(..) => "B11",
            Clause::Moves(_) | Clause::RowEnd => "B9",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits;

    #[test]
    fn captures_come_from_the_opponents_holes_in_the_column() {
        let layout = layout();
        let places = |row, column| {
            let set = facing(&layout, Seat::South, layout.cell_at(row, column).unwrap());
            bits(set).map(|cell| layout.place(cell)).collect::<Vec<_>>()
        };
        assert_eq!(places(2, 0), [(1, 0), (0, 0)]); // left half of one's own row: two
        assert_eq!(places(2, 5), [(0, 5)]); // right half: one
        assert_eq!(places(1, 5), [(0, 5)]); // own half of the middle row: one
    }
}
