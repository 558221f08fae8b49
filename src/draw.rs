//! The board drawn for people, in letters: seats, move numbers where each player sees them, and all marks.

use std::fmt::{self, Write};

use crate::board::Seat;
use crate::play::Position;
use crate::rules::Clause;
use crate::state::{Phase, Reason};

const NAMES: [&str; 2] = ["south", "north"];

impl Position {
    /// How the match ended, in words; nothing while it goes on.
    pub fn result(&self) -> Option<String> {
        let end = self.state.outcome?;
        let winner = end.winner.map(|seat| NAMES[seat.index()]);
        Some(match (end.reason, winner) {
            (Reason::Endless, _) => format!("drawn: {}", self.detail()),
            (_, Some(winner)) => format!("{winner} has won: {}", self.detail()),
            (_, None) => format!("drawn: {}", self.detail()),
        })
    }

    /// Why the match ended, in words.
    pub fn detail(&self) -> String {
        match self.state.outcome.map(|end| end.reason) {
            Some(Reason::Endless) => "the move would never end".into(),
            _ => self.game.rules.detail(&self.state, &self.past),
        }
    }

    /// Who decides what, in words, or how the match ended.
    fn status(&self) -> String {
        if let Some(result) = self.result() {
            return result;
        }
        let clause = self.game.rules.clause(Clause::Moves(self.state.phase));
        let (who, other) = (NAMES[self.state.to_move.index()], NAMES[self.state.to_move.other().index()]);
        let first = self.legal().iter().next().unwrap_or_default();
        match self.state.phase {
            Phase::Turns => format!("{who} to move"),
            Phase::Opening => format!("{who} opens ({clause})"),
            Phase::Choice => {
                format!("{who} says who begins: move {first} {who}, move {} {other} ({clause})", first + 1)
            }
            Phase::Race => format!("a race: chance says who drops next ({clause})"),
        }
    }

    /// What a player has off the board.
    fn off_board(&self, seat: Seat) -> String {
        let layout = &self.game.rules.sowing().layout;
        let state = &self.state;
        let held = state.off_board(layout)[seat.index()];
        let mut text = format!("{} {held}", if layout.stores.is_some() { "store" } else { "holds" });
        if state.out[seat.index()] > 0 {
            write!(text, ", {} of them for good", state.out[seat.index()]).expect("a string takes all");
        }
        if state.phase == Phase::Race {
            let (row, column) = layout.place(layout.cell(seat, state.racers[seat.index()].into()));
            let hand = state.hands[seat.index()];
            write!(text, ", {hand} in hand at ({row}, {column})").expect("a string takes all");
        }
        text
    }

    /// The counters of a hole with its marks: `s` or `n` for whose wegue it is, `'` while it is protected.
    fn cell_text(&self, cell: usize) -> String {
        let has = |set: u64| set >> cell & 1 != 0;
        let mark = match self.state.marks.map(has) {
            [true, _] => "s",
            [_, true] => "n",
            _ if has(self.state.fresh) => "'",
            _ => "",
        };
        format!("{}{mark}", self.state.cells[cell])
    }

    /// The owner's number for a hole; with the owner's letter where rows are not each of one player.
    fn number(&self, cell: usize) -> String {
        let label = self.label(cell);
        if self.game.rules.sowing().layout.rows == 2 { label[1..].to_string() } else { label }
    }

    /// A hole by its owner's letter and number: `n4`.
    pub(crate) fn label(&self, cell: usize) -> String {
        let owner = if self.state.north >> cell & 1 != 0 { Seat::North } else { Seat::South };
        format!("{}{}", ["s", "n"][owner.index()], self.game.rules.sowing().layout.position(owner, cell))
    }

    fn legend(&self) -> Vec<&'static str> {
        let state = &self.state;
        let wegues = (state.marks[0] | state.marks[1]) & self.game.rules.sowing().layout.all_holes();
        let notes = [
            (wegues != 0, "s after a number: a wegue of south's; n: of north's"),
            (state.fresh != 0, "' after a number: its first counters protect it (G8)"),
            (state.latched, "counters leave the board at a row's end from now on (A11)"),
        ];
        notes.into_iter().filter(|(holds, _)| *holds).map(|(_, note)| note).collect()
    }
}

/// The board for people. Every hole has the number of its owner's move above it (in the last row below it).
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = &self.game.rules.sowing().layout;
        let round = if self.game.rules.extras().contains(&"round") {
            format!(", round {}", self.state.round)
        } else {
            String::new()
        };
        write!(f, "{}{round}: {}", self.game.headline(), self.status())?;
        let counts = layout.array(|cell| self.cell_text(cell));
        let numbers = layout.array(|cell| self.number(cell));
        let width = counts.iter().chain(&numbers).map(String::len).max().unwrap_or_default();
        let line = |texts: &[String]| texts.iter().map(|text| format!(" {text:>width$}")).collect::<Vec<_>>().concat();
        for row in 0..layout.rows {
            let columns = row * layout.columns..(row + 1) * layout.columns;
            let last = row + 1 == layout.rows;
            let (name, off) = match row {
                0 => ("north", self.off_board(Seat::North)),
                _ if last => ("south", self.off_board(Seat::South)),
                _ => ("", String::new()),
            };
            let board = format!("{name:>5} |{} | {off}", line(&counts[columns.clone()]));
            let labels = format!("       {}", line(&numbers[columns]));
            let (above, below) = if last { (board, labels) } else { (labels, board) };
            write!(f, "\n{}\n{}", above.trim_end(), below.trim_end())?;
        }
        self.legend().into_iter().try_for_each(|note| write!(f, "\n{note}"))
    }
}
