//! The landing table. The family's games differ in what happens where the last counter of a lap falls; a game and its
//! readings fill in this table, and one loop ([`crate::sow`]) serves them all.

use crate::board::{CELLS, CellSet, Layout, Seat};
use crate::state::State;

/// What happens at a landing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Action {
    /// The turn ends.
    #[default]
    End,
    /// The hole is lifted, the fallen counter included, and sown on.
    Relay,
    /// What faces the hole is captured; the turn ends.
    Capture,
    /// What faces the hole is captured; if that was anything, the fallen counter is lifted and sown on.
    CaptureOnward,
    /// The same player moves again.
    Again,
    /// The hole becomes the mover's wegue, or what else the game makes of it.
    Mark,
    /// The mover takes two counters out of the opponent's wegue.
    TakeTwo,
    /// This hole's counters, and those of the holes before it, may be captured.
    Chain,
    /// The fallen counter and what faces it go to the mover's store.
    CaptureHome,
}

/// Whose mark a hole bears, from the mover's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    /// Nobody's.
    Not = 0,
    /// The mover's.
    Mine = 1,
    /// The opponent's.
    Theirs = 2,
}

/// What lay in a hole just before the last counter fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing.
    Empty = 0,
    /// Something.
    Occupied = 1,
    /// A count that the game singles out.
    Special = 2,
}

/// The circumstances of a landing, from the mover's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstance {
    /// The mover owns the hole.
    pub own: bool,
    /// Whose mark it bears.
    pub marked: Marked,
    /// Its first counters still protect it.
    pub fresh: bool,
    /// What lay in it.
    pub before: Before,
}

impl Circumstance {
    /// Each of the circumstances there are.
    pub fn all() -> impl Iterator<Item = Circumstance> {
        let own = [true, false];
        own.into_iter().flat_map(|own| {
            [Marked::Not, Marked::Mine, Marked::Theirs].into_iter().flat_map(move |marked| {
                [false, true].into_iter().flat_map(move |fresh| {
                    [Before::Empty, Before::Occupied, Before::Special].into_iter().map(move |before| Circumstance {
                        own,
                        marked,
                        fresh,
                        before,
                    })
                })
            })
        })
    }

    /// Its place in the table.
    fn key(self) -> Key {
        let marked = (self.marked as usize) << 3;
        Key(usize::from(!self.own) << 5 | marked | usize::from(self.fresh) << 2 | self.before as usize)
    }
}

/// A circumstance as a place in the table: six bits, worked out without a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(usize);

impl From<Key> for Circumstance {
    fn from(Key(key): Key) -> Circumstance {
        Circumstance {
            own: key >> 5 == 0,
            marked: [Marked::Not, Marked::Mine, Marked::Theirs][key >> 3 & 3],
            fresh: key >> 2 & 1 != 0,
            before: [Before::Empty, Before::Occupied, Before::Special][key & 3],
        }
    }
}

/// A game's landing table.
#[derive(Clone, Debug)]
pub struct Landing {
    actions: [Action; 64],
    has_relay: bool,
    /// What each count before the fall is: a [`Before`].
    kinds: [u8; 256],
    /// The holes that make a landing's hole count as fresh: itself, or under a reading every hole of the board.
    guards: [CellSet; CELLS],
    /// The holes that each player's landing in a hole captures from.
    pub facing: [[CellSet; CELLS]; 2],
}

impl Landing {
    /// A table from what the game says of each circumstance, without special counts and captures.
    pub fn new(action: impl Fn(Circumstance) -> Action) -> Landing {
        let mut actions = [Action::End; 64];
        for circumstance in Circumstance::all() {
            actions[circumstance.key().0] = action(circumstance);
        }
        let mut kinds = [Before::Occupied as u8; 256];
        kinds[0] = Before::Empty as u8;
        let has_relay = actions.iter().any(|action| matches!(action, Action::Relay | Action::CaptureOnward));
        Landing { actions, has_relay, kinds, guards: std::array::from_fn(|cell| 1 << cell), facing: [[0; CELLS]; 2] }
    }

    /// Singles out the counts from `first` to `last`.
    #[must_use]
    pub fn with_special(mut self, first: u8, last: u8) -> Landing {
        self.kinds[first.into()..=last.into()].fill(Before::Special as u8);
        self
    }

    /// Every hole counts as fresh as long as any hole is.
    #[must_use]
    pub fn with_common_guard(self) -> Landing {
        Landing { guards: [!0; CELLS], ..self }
    }

    /// Whether it does.
    pub fn has_common_guard(&self) -> bool {
        self.guards == [!0; CELLS]
    }

    /// The holes that a player's landing in a hole captures from.
    #[must_use]
    pub fn with_facing(mut self, layout: &Layout, facing: impl Fn(Seat, usize) -> CellSet) -> Landing {
        for seat in Seat::BOTH {
            for cell in 0..layout.holes {
                self.facing[seat.index()][cell] = facing(seat, cell);
            }
        }
        self
    }

    /// The circumstance in which a counter of `seat` fell into `cell`, which held `before`.
    #[inline]
    pub fn key(&self, state: &State, seat: Seat, cell: usize, before: u8) -> Key {
        let at = |set: CellSet| (set >> cell & 1) as usize;
        let theirs = at(state.north) ^ seat.index();
        let marked = at(state.marks[seat.index()]) | at(state.marks[seat.other().index()]) << 1;
        let fresh = usize::from(state.fresh & self.guards[cell] != 0);
        Key(theirs << 5 | marked << 3 | fresh << 2 | usize::from(self.kinds[usize::from(before)]))
    }

    /// The table as it is: the number of an action for each key.
    pub(crate) fn bytes(&self) -> [u8; 64] {
        self.actions.map(|action| action as u8)
    }

    /// Whether any landing is sown on from, so that a turn could go on for ever.
    #[inline]
    pub fn has_relay(&self) -> bool {
        self.has_relay
    }

    /// What happens in a circumstance.
    #[inline]
    pub fn action(&self, key: Key) -> Action {
        self.actions[key.0 & 63]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_its_circumstance() {
        let mut keys: Vec<_> = Circumstance::all().map(|at| (at.key().0, Circumstance::from(at.key()) == at)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 36);
        assert!(keys.iter().all(|&(key, same)| key < 64 && same));
    }
}
