//! One small value for every game: all that decides a position's future, and nothing else.

use crate::board::{CELLS, CellSet, Cells, Layout, Seat, occupied};

/// What kind of decision comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Ordinary turns.
    #[default]
    Turns,
    /// Andada: the opener chooses a hole (A5).
    Opening,
    /// Andada: the other player chooses who begins (A6).
    Choice,
    /// Abalala'e: chance says who drops the next counter (B6).
    Race,
}

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Reason {
    /// Somebody won by the game's own rule.
    Won = 0,
    /// A draw by the game's own rule.
    Draw = 1,
    /// A relay that would never stop.
    Endless = 2,
    /// Option `max_rounds`: as many rounds as asked for were counted.
    Rounds = 3,
    /// Whoever ran the match cut it off at `max_turns`; not a draw, and never an outcome of the rules.
    Unfinished = 4,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Outcome {
    /// Why.
    pub reason: Reason,
    /// Who won, or nobody.
    pub winner: Option<Seat>,
}

impl Outcome {
    /// Whoever is named has won, or it is a draw.
    pub fn decided(winner: Option<Seat>) -> Outcome {
        Outcome { reason: if winner.is_some() { Reason::Won } else { Reason::Draw }, winner }
    }
}

/// Who decides next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// A player.
    Player(Seat),
    /// Chance.
    Chance,
    /// Nobody: the match is over.
    Nobody,
}

/// The state of a match of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Counters per cell, holes in the order of south's track, then stores.
    pub cells: Cells,
    /// The cells that north owns; all others are south's.
    pub north: CellSet,
    /// Marked cells by the player whose mark it is: Adwa's wegues, Kalah's stores. Nobody lifts them.
    pub marks: [CellSet; 2],
    /// Adwa: holes whose first counters still lie in them and are protected (G8).
    pub fresh: CellSet,
    /// The round, from 1.
    pub round: u32,
    /// Counters that each player has off the board: captured, removed, in reserve, kept back.
    pub held: [u8; 2],
    /// The part of `held` that is out of play for good (Abalala'e, `winnings: out`).
    pub out: [u8; 2],
    /// A race: counters in each racer's hand; 0 before and after.
    pub hands: [u8; 2],
    /// A race: the track position of each racer's last drop or lift; 0 otherwise.
    pub racers: [u8; 2],
    /// What kind of decision comes next.
    pub phase: Phase,
    /// Whose turn it is; in a race, meaningless and south.
    pub to_move: Seat,
    /// Who began the round: made its first ordinary turn. South until that is known.
    pub began: Seat,
    /// Andada, `singles: latched`: A11 holds for the rest of the match.
    pub latched: bool,
    /// How the match ended, once it has.
    pub outcome: Option<Outcome>,
}

impl State {
    /// An empty board on which each player owns their home holes, south to move.
    pub fn empty(layout: &Layout) -> State {
        let mut north = layout.home[1];
        let mut marks = [0; 2];
        if let Some(stores) = layout.stores {
            marks = stores.map(|cell| 1 << cell);
            north |= marks[1];
        }
        State {
            cells: [0; CELLS],
            north,
            marks,
            fresh: 0,
            round: 1,
            held: [0; 2],
            out: [0; 2],
            hands: [0; 2],
            racers: [0; 2],
            phase: Phase::Turns,
            to_move: Seat::South,
            began: Seat::South,
            latched: false,
            outcome: None,
        }
    }

    /// Who decides next.
    pub fn decider(&self) -> Decider {
        match (self.outcome, self.phase) {
            (Some(_), _) => Decider::Nobody,
            (None, Phase::Race) => Decider::Chance,
            (None, _) => Decider::Player(self.to_move),
        }
    }

    /// The cells that a player owns.
    #[inline]
    pub fn owned(&self, layout: &Layout, seat: Seat) -> CellSet {
        match seat {
            Seat::South => layout.all_holes() & !self.north,
            Seat::North => layout.all_holes() & self.north,
        }
    }

    /// The holes that a player could lift by the common rule: their own, unmarked, with counters.
    #[inline]
    pub fn liftable(&self, layout: &Layout, seat: Seat) -> CellSet {
        self.owned(layout, seat) & !(self.marks[0] | self.marks[1]) & occupied(&self.cells)
    }

    /// Takes all counters out of a cell.
    #[inline]
    pub fn lift(&mut self, cell: usize) -> u8 {
        self.fresh &= !(1 << cell);
        std::mem::take(&mut self.cells[cell])
    }

    /// Moves all counters of a set of cells into a player's hold and says how many they were.
    #[inline]
    pub fn capture(&mut self, seat: Seat, mut set: CellSet) -> u8 {
        let mut captured = 0;
        while set != 0 {
            captured += std::mem::take(&mut self.cells[set.trailing_zeros() as usize]);
            set &= set - 1;
        }
        self.held[seat.index()] += captured;
        captured
    }

    /// Counters that each player has off the board, stores included.
    pub fn off_board(&self, layout: &Layout) -> [u8; 2] {
        match layout.stores {
            None => self.held,
            Some(stores) => [0, 1].map(|seat| self.held[seat] + self.cells[stores[seat]]),
        }
    }

    /// Gives both players what they have off the board: in their stores where the game has stores, else in hold.
    pub fn hold(&mut self, layout: &Layout, held: [u8; 2]) {
        match layout.stores {
            None => self.held = held,
            Some(stores) => stores.into_iter().zip(held).for_each(|(cell, held)| self.cells[cell] = held),
        }
    }

    /// Every counter of the match, wherever it is. Wide, since a state set by hand may hold too many.
    pub fn counters(&self) -> u32 {
        let off = self.held.iter().chain(&self.hands);
        self.cells.iter().chain(off).map(|&count| u32::from(count)).sum()
    }

    /// The match as the opponent sees it: the board turned by half a turn and the seats swapped.
    #[must_use]
    pub fn turned(&self, layout: &Layout) -> State {
        let mut cells = [0; CELLS];
        for cell in 0..layout.cells() {
            cells[layout.turned(cell)] = self.cells[cell];
        }
        let swap = |pair: [u8; 2]| [pair[1], pair[0]];
        let all = crate::board::all_cells(layout.cells());
        State {
            cells,
            north: layout.turned_set(all & !self.north),
            marks: [layout.turned_set(self.marks[1]), layout.turned_set(self.marks[0])],
            fresh: layout.turned_set(self.fresh),
            held: swap(self.held),
            out: swap(self.out),
            hands: swap(self.hands),
            racers: swap(self.racers),
            to_move: if self.phase == Phase::Race { Seat::South } else { self.to_move.other() },
            began: if self.phase == Phase::Turns { self.began.other() } else { self.began },
            outcome: self.outcome.map(|end| Outcome { winner: end.winner.map(Seat::other), ..end }),
            ..*self
        }
    }
}
