//! What a learner sees: one vector of bytes a position, laid out here, index by index, for every game.
//!
//! | index | label | value |
//! | --- | --- | --- |
//! | 0 to h - 1 | `counters[k]` | counters in the hole at position k of the viewer's own track (h holes in all) |
//! | h | `my_turn` | 1 if the viewer decides; 0 if the opponent or chance does, or the match is over |
//! | from h + 1 on | see [`Feature`] | what else decides the future: the game's file says what, by [`Rules::features`] |
//!
//! What decides the future of a match is there and nothing else; what each index means under given options is listed by
//! [`Observer::labels`]. Two views are in use: *relative*, the viewer is whoever is to move (south where chance is, or
//! where the match ended in a race), and *absolute*, the viewer is always south. In the relative view the position
//! that is turned by half a turn, with the seats swapped, looks the same.
//!
//! The observation decides the future but for two things: Oware's past (which boards stood since the last capture, O8,
//! or how many moves ago it was), and rounds after the 255th, which all look like the 255th.

use crate::board::{CellSet, Layout, Seat};
use crate::rules::{Feature, Rules};
use crate::state::{Decider, Phase, State};

/// Which seat a vector shows the board from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// From the seat of whoever is to move.
    #[default]
    Relative,
    /// From south.
    Absolute,
}

impl View {
    /// The viewer of a position.
    #[inline]
    pub fn seat(self, state: &State) -> Seat {
        match self {
            View::Relative => state.to_move,
            View::Absolute => Seat::South,
        }
    }
}

/// Writes observations of the positions of one game.
#[derive(Clone, Debug)]
pub struct Observer {
    layout: Layout,
    features: Vec<Feature>,
    size: usize,
    south_odds: f64,
}

/// The length of an observation of a game.
pub fn observation_size(rules: &(impl Rules + ?Sized)) -> usize {
    Observer::new(rules).size()
}

impl Observer {
    /// An observer of the game with these rules.
    pub fn new(rules: &(impl Rules + ?Sized)) -> Observer {
        let layout = rules.sowing().layout.clone();
        let features = rules.features();
        let size = layout.holes + 1 + features.iter().map(|feature| feature.width(layout.holes)).sum::<usize>();
        Observer { layout, features, size, south_odds: rules.race_odds().unwrap_or_default() }
    }

    /// The length of an observation.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Writes what `seat` sees of a position.
    ///
    /// # Panics
    /// When `out` is not [`Observer::size`] long.
    #[inline]
    pub fn observe(&self, state: &State, seat: Seat, out: &mut [u8]) {
        assert_eq!(out.len(), self.size, "an observation has its own length");
        let holes = self.layout.holes;
        self.layout.along_track(seat, &state.cells, &mut out[..holes]);
        out[holes] = u8::from(state.decider() == Decider::Player(seat));
        let mut at = holes + 1;
        for &feature in &self.features {
            let width = feature.width(holes);
            self.write(feature, state, seat, &mut out[at..at + width]);
            at += width;
        }
    }

    #[inline]
    fn write(&self, feature: Feature, state: &State, seat: Seat, out: &mut [u8]) {
        let (me, them) = (seat.index(), seat.other().index());
        let mine_first = |pair: [u8; 2], out: &mut [u8]| out.copy_from_slice(&[pair[me], pair[them]]);
        match feature {
            Feature::Owned => self.plane(state.owned(&self.layout, seat), seat, out),
            Feature::MyWegues => self.plane(state.marks[me], seat, out),
            Feature::TheirWegues => self.plane(state.marks[them], seat, out),
            Feature::Fresh => self.plane(state.fresh, seat, out),
            Feature::Held => mine_first(state.off_board(&self.layout), out),
            Feature::Out => mine_first(state.out, out),
            Feature::Hands => mine_first(state.hands, out),
            Feature::Racers => mine_first(state.racers, out),
            Feature::Odds => {
                let odds = if seat == Seat::South { self.south_odds } else { 1.0 - self.south_odds };
                out[0] = (odds * 255.0).round() as u8;
            }
            Feature::Phase => out[0] = state.phase as u8,
            Feature::Latched => out[0] = u8::from(state.latched),
            // Nobody has while a race has yet to say who will.
            Feature::Began => out[0] = u8::from(state.phase == Phase::Turns && state.began == seat),
            Feature::Round => out[0] = state.round.min(255) as u8,
        }
    }

    /// One 0 or 1 a hole, along a player's track.
    fn plane(&self, cells: CellSet, seat: Seat, out: &mut [u8]) {
        let positions = self.layout.positions(seat, cells & self.layout.all_holes());
        for (k, value) in out.iter_mut().enumerate() {
            *value = (positions >> k & 1) as u8;
        }
    }

    /// What each index of an observation is, in words that are also identifiers.
    pub fn labels(&self) -> Vec<String> {
        let holes = self.layout.holes;
        let along = |name: &str| (0..holes).map(|k| format!("{name}[{k}]")).collect::<Vec<_>>();
        let mut labels = along("counters");
        labels.push("my_turn".into());
        for feature in &self.features {
            match feature.labels() {
                [one] if feature.width(holes) == holes => labels.extend(along(one)),
                several => labels.extend(several.iter().map(ToString::to_string)),
            }
        }
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::FAMILIES;
    use crate::options::{Options, Value};
    use crate::play::{legal, play_unchecked};
    use crate::rules::Past;
    use crate::sow::Unwatched;
    use crate::state::Phase;
    use crate::stream::Stream;

    /// Every game with its defaults and with each single option changed to each other value it can have; with it the
    /// game that its turned positions belong to, which is another where the odds are not even.
    fn every_game(mut test: impl FnMut(&str, &dyn Rules, &dyn Rules)) {
        for family in FAMILIES {
            let mut variants = vec![vec![]];
            for spec in family.options {
                variants.extend(spec.allowed.values().into_iter().map(|value| vec![(spec.name.to_string(), value)]));
            }
            let has = |name| family.options.iter().any(|spec| spec.name == name);
            if has("max_rounds") {
                variants.push(vec![("max_rounds".into(), Value::Whole(1))]);
                variants.push(vec![("max_rounds".into(), Value::Whole(3))]);
            }
            for given in variants {
                let build = |given: &[_]| {
                    Options::resolve(family.id, family.options, given).and_then(|options| (family.build)(&options))
                };
                let Ok(rules) = build(&given) else { continue };
                test(&format!("{} {given:?}", family.id), &*rules, &*rules);
            }
            if has("race_odds") {
                let at = |odds| vec![("race_odds".to_string(), Value::Real(odds))];
                let build =
                    |given: &[_]| (family.build)(&Options::resolve(family.id, family.options, given).unwrap()).unwrap();
                test(family.id, &*build(&at(0.75)), &*build(&at(0.25)));
            }
        }
    }

    #[test]
    fn a_turned_position_looks_the_same_and_labels_count_the_indices() {
        every_game(|name, rules, turned_rules| {
            let layout = &rules.sowing().layout;
            let observers = [rules, turned_rules].map(Observer::new);
            assert_eq!(observers[0].labels().len(), observers[0].size(), "{name}");
            let mut stream = Stream::new(3, 1);
            for _ in 0..3 {
                let (mut state, mut past) = (rules.start(), Past::default());
                rules.remember(&state, &mut past);
                for _ in 0..200 {
                    let turned = state.turned(layout);
                    let mut seen = [vec![0; observers[0].size()], vec![9; observers[1].size()]];
                    for seat in Seat::BOTH {
                        observers[0].observe(&state, seat, &mut seen[0]);
                        observers[1].observe(&turned, seat.other(), &mut seen[1]);
                        assert_eq!(seen[0], seen[1], "{name}: {state:?}");
                    }
                    let moves = legal(rules, &state, &past);
                    if moves.is_empty() {
                        break;
                    }
                    play_unchecked(rules, &mut state, &mut past, stream.choose(moves), &mut Unwatched);
                }
            }
        });
    }

    /// Andada and Kalah with all their layouts written out by hand.
    #[test]
    fn two_layouts_in_full() {
        let game = crate::Game::new("kalah", &[("counters".into(), Value::Whole(3))]).unwrap();
        let position = game.start().play(3).unwrap();
        let observer = Observer::new(&*game.rules);
        let mut seen = vec![0; observer.size()];
        observer.observe(&position.state, Seat::South, &mut seen);
        assert_eq!(seen, [3, 3, 3, 0, 4, 4, 3, 3, 3, 3, 3, 3, 1, 1, 0]); // last counter in the store: south again
        observer.observe(&position.state, Seat::North, &mut seen);
        assert_eq!(seen, [3, 3, 3, 3, 3, 3, 3, 3, 3, 0, 4, 4, 0, 0, 1]);

        let game = crate::Game::new("andada", &[]).unwrap();
        let position = game.start().play(0).unwrap();
        let observer = Observer::new(&*game.rules);
        let mut seen = vec![0; observer.size()];
        observer.observe(&position.state, View::Relative.seat(&position.state), &mut seen);
        let opened: Vec<u8> = [0, 3, 3].repeat(8);
        assert_eq!(seen[..24], opened);
        assert_eq!(seen[24..], [1, Phase::Choice as u8]);
        assert_eq!(observer.labels()[23..], ["counters[23]", "my_turn", "phase"]);
    }
}
