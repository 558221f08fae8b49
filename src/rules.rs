//! What a game must say, and the words in which it says it.

use std::fmt;
use std::sync::Arc;

use crate::board::{Cells, Seat};
use crate::bulk::Play;
use crate::landing::Action;
use crate::lockstep::Kernel;
use crate::options::{OptionSpec, Options};
use crate::sow::{Dropped, Endless, Fall, Next, RowEnd, Sowing, Sown, Watch};
use crate::state::{Phase, State};

/// A set of moves, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves(pub u32);

impl Moves {
    /// The first `count` moves.
    pub const fn first(count: usize) -> Moves {
        Moves(((1u64 << count) - 1) as u32)
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a move is among them.
    pub const fn contains(self, mv: u8) -> bool {
        mv < 32 && self.0 >> mv & 1 != 0
    }

    /// The moves, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        crate::board::bits(self.0.into()).map(|mv| mv as u8)
    }

    /// The move that `rank` others of the set precede; there must be one.
    #[inline]
    pub fn nth(self, mut rank: usize) -> u8 {
        // Eight moves at a time: how many bits a random rank is in cannot be foretold, in which byte it is mostly can.
        let mut set = self.0;
        let mut first = 0;
        loop {
            let byte = (set & 0xff) as usize;
            let count = usize::from(MEMBERS[byte][8]);
            if rank < count || first == 24 {
                return first + MEMBERS[byte][rank & 7];
            }
            rank -= count;
            set >>= 8;
            first += 8;
        }
    }
}

/// The members of each set of eight, ascending, and then how many there are.
static MEMBERS: [[u8; 9]; 256] = {
    let mut table = [[0; 9]; 256];
    let mut set = 0;
    while set < 256 {
        let mut bit = 0;
        while bit < 8 {
            if set >> bit & 1 == 1 {
                let count = table[set][8];
                table[set][count as usize] = bit;
                table[set][8] = count + 1;
            }
            bit += 1;
        }
        set += 1;
    }
    table
};

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// What a position remembers beyond its [`State`]: what stood since the last capture. Only Oware keeps anything here;
/// for other games it stays empty and costs nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Past {
    /// Boards since the last capture, with the player who was to move.
    pub seen: Vec<(Cells, Seat)>,
    /// Moves in a row without a capture.
    pub quiet: u32,
}

impl Past {
    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.seen.clear();
        self.quiet = 0;
    }
}

/// A game with its options resolved: what a game's file must say. What every game can then do is written once over it.
pub trait Rules: Send + Sync + 'static {
    /// The board, the laps and the landings.
    fn sowing(&self) -> &Sowing;

    /// The first position.
    fn start(&self) -> State;

    /// One more than the largest move number of any position.
    fn num_moves(&self) -> usize {
        self.sowing().layout.holes / 2
    }

    /// The moves of a position whose match goes on. Ordinary turns: any own hole with counters and no mark.
    #[inline]
    fn legal(&self, state: &State, _past: &Past) -> Moves {
        let layout = &self.sowing().layout;
        Moves(layout.positions(state.to_move, state.liftable(layout, state.to_move)) as u32)
    }

    /// Puts what the first position of a run brings along into an empty past.
    #[inline]
    fn remember(&self, _state: &State, _past: &mut Past) {}

    /// What decides the future beside the counters in the holes and whose turn it is, in the order in which observations
    /// show it ([`crate::observe`]).
    fn features(&self) -> Vec<Feature> {
        vec![Feature::Held]
    }

    /// What positions of this game have beyond board, decider and held counters: names of the text notation
    /// ([`crate::text::EXTRAS`]).
    fn extras(&self) -> &'static [&'static str] {
        &[]
    }

    /// How likely south is to drop the next counter of a race; `None` in games without chance.
    fn race_odds(&self) -> Option<f64> {
        None
    }

    /// What the ends of rows do in the turn that begins now; may leave a latch in the state.
    #[inline]
    fn row_end(&self, _state: &mut State) -> RowEnd {
        RowEnd::Crossed
    }

    /// The kernel that plays many matches of this game side by side, under the readings that it knows. A kernel leaves
    /// to [`Rules::follow`] all that follows when a round or the match may be over; whether the mover moves again or
    /// has captured must not matter there.
    fn lockstep(&self) -> Option<Kernel> {
        None
    }

    /// A landing that is the game's own affair: [`Action::Mark`] and those after it.
    #[inline]
    fn land(&self, _state: &mut State, _seat: Seat, _fall: Fall, action: Action, _watch: &mut dyn Watch) -> Next {
        unreachable!("no landing of this game is {action:?}")
    }

    /// A move that is no turn: an opening, a choice, a drop of a race.
    ///
    /// # Errors
    /// [`Endless`] when the move would never end; the state is then somewhere in the middle of it.
    fn act(&self, state: &mut State, _mv: u8, _watch: &mut dyn Watch) -> Result<(), Endless> {
        unreachable!("this game has no phase {:?}", state.phase)
    }

    /// What follows a turn: the end of the round or the match, and whose turn it is.
    fn follow(&self, state: &mut State, past: &mut Past, sown: Sown, watch: &mut dyn Watch);

    /// How many counters speak for each player, as those who measure a game's course see it: what they have secured, off
    /// the board or under their marks.
    fn standing(&self, state: &State) -> [u8; 2] {
        [0, 1].map(|seat| state.held[seat] + crate::board::total(&state.cells, state.marks[seat]))
    }

    /// After how many counted rounds the match ends; `u32::MAX` for never.
    fn max_rounds(&self) -> u32 {
        u32::MAX
    }

    /// Why a state set by hand cannot be one of this game's, if it cannot; what the type of a state does not rule out
    /// and every game asks is asked elsewhere. A match that ended endlessly is asked about as it was before.
    ///
    /// # Errors
    /// The reason, in words.
    fn check(&self, state: &State, past: &Past) -> Result<(), String>;

    /// How a match ended, in words.
    fn detail(&self, state: &State, past: &Past) -> String;

    /// The clause that says what happens in a phase that is no turn, or at a landing.
    fn clause(&self, at: Clause) -> &'static str;

    /// The clause that speaks against a move that is not legal.
    fn refusal(&self, state: &State, _past: &Past, _mv: u8) -> &'static str {
        self.clause(Clause::Moves(state.phase))
    }
}

/// A part of an observation that not every game has. "My" is the viewer's; pairs show the viewer's number first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A plane: 1 for each hole that the viewer owns, along the viewer's track, as all planes.
    Owned,
    /// A plane: the viewer's wegues.
    MyWegues,
    /// A plane: the opponent's wegues.
    TheirWegues,
    /// A plane: holes whose first counters still protect them.
    Fresh,
    /// A pair: counters off the board, stores included.
    Held,
    /// A pair: the part of them that is out of play for good.
    Out,
    /// A pair: counters in the racers' hands; 0 outside a race.
    Hands,
    /// A pair: the place of each racer on their own track; 0 outside a race.
    Racers,
    /// The chance that the viewer drops the next counter of a race, in 255ths.
    Odds,
    /// What kind of decision comes next: 0 a turn, 1 an opening, 2 a choice, 3 a race.
    Phase,
    /// 1 once A11 holds for the rest of the match.
    Latched,
    /// 1 if the viewer began the round.
    Began,
    /// The round, from 1; 255 also stands for every later one.
    Round,
}

impl Feature {
    /// How many indices it takes on a board with so many holes.
    #[inline]
    pub const fn width(self, holes: usize) -> usize {
        match self {
            Feature::Owned | Feature::MyWegues | Feature::TheirWegues | Feature::Fresh => holes,
            Feature::Held | Feature::Out | Feature::Hands | Feature::Racers => 2,
            Feature::Odds | Feature::Phase | Feature::Latched | Feature::Began | Feature::Round => 1,
        }
    }

    /// What its indices are called; a plane has one name for all.
    pub const fn labels(self) -> &'static [&'static str] {
        match self {
            Feature::Owned => &["owned"],
            Feature::MyWegues => &["my_wegues"],
            Feature::TheirWegues => &["their_wegues"],
            Feature::Fresh => &["fresh"],
            Feature::Held => &["my_held", "their_held"],
            Feature::Out => &["my_out", "their_out"],
            Feature::Hands => &["my_hand", "their_hand"],
            Feature::Racers => &["my_place", "their_place"],
            Feature::Odds => &["my_odds"],
            Feature::Phase => &["phase"],
            Feature::Latched => &["latched"],
            Feature::Began => &["i_began"],
            Feature::Round => &["round"],
        }
    }
}

/// Whether counters were taken at a landing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Took {
    /// None.
    Nothing,
    /// Some.
    Something,
}

/// What a clause of the rules is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// The moves of a phase.
    Moves(Phase),
    /// A landing, and whether the mover took counters there.
    Landing(crate::landing::Circumstance, Action, Took),
    /// A drop of a race, and whether its racer is left alone.
    Drop(Dropped, bool),
    /// Counters leave the board at a row's end.
    RowEnd,
}

/// A game as the list of games knows it: one for each file in `games/`.
pub struct Family {
    /// The name it is asked for by.
    pub id: &'static str,
    /// Its name in a sentence.
    pub title: &'static str,
    /// Who recorded it, and where.
    pub source: &'static str,
    /// Its options and readings, with what they allow.
    pub options: &'static [OptionSpec],
    /// The clauses of its rules in short: number and text.
    pub clauses: &'static [(&'static str, &'static str)],
    /// Makes the rules of the game under some options.
    pub build: fn(&Options) -> Result<Arc<dyn Play>, Error>,
}

/// Everything that a caller can get wrong.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A game that is not in the list.
    #[error("there is no game {given:?}; the games are {}", .known.join(", "))]
    UnknownGame {
        /// What was asked for.
        given: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// An option that the game does not have.
    #[error("{game} has no option {given:?}; its options are {}", .known.join(", "))]
    UnknownOption {
        /// The game.
        game: &'static str,
        /// What was asked for.
        given: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// A value that the option does not take.
    #[error("{game}: {option} cannot be {given}; it is {allowed}")]
    OptionValue {
        /// The game.
        game: &'static str,
        /// The option.
        option: &'static str,
        /// What was asked for.
        given: String,
        /// What it may be.
        allowed: String,
    },
    /// A move that is not legal.
    #[error("move {given} is not legal{}; {}\n{position}", clause_note(.clause), legal_note(*.legal, *.by_chance))]
    IllegalMove {
        /// The move.
        given: i64,
        /// The legal ones.
        legal: Moves,
        /// The position, as text.
        position: String,
        /// The clause that says what is legal.
        clause: &'static str,
        /// Chance decides there.
        by_chance: bool,
    },
    /// A position that cannot be.
    #[error("{0}")]
    Position(String),
    /// The text of a position that cannot be read.
    #[error("position text, character {at} ({field}): {problem}\n  {excerpt}\n  {pointer}^")]
    Text {
        /// The field of the notation.
        field: &'static str,
        /// The character, from 1.
        at: usize,
        /// What was found there and what would be right.
        problem: String,
        /// The text around that character.
        excerpt: String,
        /// Blanks up to that character.
        pointer: String,
    },
    /// A record of a match that cannot be read or played again.
    #[error("{0}")]
    Record(String),
    /// An argument that makes no sense.
    #[error("{0}")]
    Argument(String),
    /// More memory than the caller grants.
    #[error(
        "{n} matches with what is kept of them take {needed} bytes{}; max_bytes is {max_bytes}. Ask for less \
         (fewer matches, fewer records), allow more, or take the matches in pieces (simulate_chunks)",
        estimate_note(*.seen, *.n as u64)
    )]
    TooLarge {
        /// Matches asked for.
        n: usize,
        /// Bytes that they take.
        needed: u64,
        /// Matches from which that is estimated.
        seen: u64,
        /// Bytes that they may take.
        max_bytes: u64,
    },
    /// More memory than the system gives.
    #[error("{what} take {needed} bytes, which is more memory than there is. Ask for less")]
    NoMemory {
        /// What it is for, in the plural.
        what: String,
        /// Bytes that it takes.
        needed: u64,
    },
    /// Whoever asked for it has cancelled.
    #[error("cancelled")]
    Cancelled,
}

fn estimate_note(seen: u64, n: u64) -> String {
    if seen < n { format!(" or more, by the first {seen}") } else { String::new() }
}

fn clause_note(clause: &str) -> String {
    if clause.is_empty() { String::new() } else { format!(" ({clause})") }
}

fn legal_note(legal: Moves, by_chance: bool) -> String {
    match (legal.is_empty(), by_chance) {
        (true, _) => "there is no legal move: the match is over".into(),
        (false, false) => format!("legal are {legal}"),
        (false, true) => {
            format!("legal are {legal}: chance decides, 0: south drops, 1: north drops; settle(seed) plays the race")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_move_is_the_nth_of_all() {
        let mut set = 0x9e37_79b9u32;
        for _ in 0..1000 {
            set = set.wrapping_mul(0x85eb_ca6b).rotate_left(13);
            let moves = Moves(set & set.rotate_left(7));
            for (rank, mv) in moves.iter().enumerate() {
                assert_eq!(moves.nth(rank), mv);
            }
        }
    }
}
