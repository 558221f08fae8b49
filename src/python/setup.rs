//! `Game.position`: a position set up by hand, from its text or from arrays.

use pyo3::prelude::*;

use super::error::{self, PositionError};
use crate::board::{CellSet, Layout, Seat};
use crate::play::{Game, Position};
use crate::state::{Phase, State};
use crate::text::default_began;

/// Whole numbers in the shape of an array, checked as far as every game asks.
struct Numbers {
    name: &'static str,
    values: Vec<i64>,
    columns: usize,
}

fn fault<T>(words: String) -> PyResult<T> {
    Err(PositionError::new_err(words))
}

impl Numbers {
    /// Reads anything that NumPy takes for an array of whole numbers (or, where `flags`, of truth values).
    fn read(name: &'static str, value: &Bound<'_, PyAny>, shape: &[usize], flags: bool) -> PyResult<Numbers> {
        let py = value.py();
        let wanted =
            format!("{name}: {} of shape {shape:?} are wanted", if flags { "truth values" } else { "whole numbers" });
        let Ok(array) = py.import("numpy")?.call_method1("asarray", (value,)) else {
            return fault(format!("{wanted}, not rows of different lengths"));
        };
        let found: Vec<usize> = array.getattr("shape")?.extract()?;
        if found != shape {
            return fault(format!("{wanted}, not of shape {found:?}"));
        }
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if !(kind == "i" || kind == "u" || (flags && kind == "b")) {
            return fault(format!("{wanted}, not {}", array.getattr("dtype")?));
        }
        let values = array.call_method0("ravel")?.call_method0("tolist")?.extract();
        let values = values.or_else(|_| fault(format!("{name}: a number is too large for anything on a board")))?;
        Ok(Numbers { name, values, columns: shape[shape.len() - 1] })
    }

    /// Each number, if it is one of `low..=high`.
    fn within(&self, low: i64, high: i64) -> PyResult<&[i64]> {
        match self.values.iter().position(|value| !(low..=high).contains(value)) {
            None => Ok(&self.values),
            Some(at) => {
                let (row, column) = (at / self.columns, at % self.columns);
                let place =
                    if self.values.len() == self.columns { format!("{column}") } else { format!("{row}, {column}") };
                fault(format!("{}[{place}] is {}; it is a number from {low} to {high}", self.name, self.values[at]))
            }
        }
    }

    fn pair(self) -> PyResult<[u8; 2]> {
        let values = self.within(0, u8::MAX.into())?;
        Ok([values[0] as u8, values[1] as u8])
    }

    /// The holes where the number is `wanted`.
    fn set(&self, layout: &Layout, wanted: i64) -> CellSet {
        let places = (0..layout.holes).filter(|&at| self.values[at] == wanted);
        places.fold(0, |set, at| set | 1 << layout.cell_at(at / layout.columns, at % layout.columns).expect("a hole"))
    }
}

/// A whole number from `low` to `high`.
fn whole(name: &str, value: &Bound<'_, PyAny>, low: i64, high: i64) -> PyResult<i64> {
    error::whole(name, value, low, high, PositionError::new_err)
}

/// Who decides or began: one of `words` by its number, -1 for chance, or by its name.
fn who(name: &str, value: &Bound<'_, PyAny>, words: &[(&str, i64)]) -> PyResult<i64> {
    let Ok(word) = value.extract::<String>() else {
        return whole(name, value, words.iter().map(|&(_, number)| number).min().unwrap_or_default(), 1);
    };
    words.iter().find(|&&(known, _)| known == word).map_or_else(
        || {
            let known: Vec<_> = words.iter().map(|(known, number)| format!("{number} or {known:?}")).collect();
            fault(format!("{name} is {word:?}; it is {}", known.join(", ")))
        },
        |&(_, number)| Ok(number),
    )
}

const SEATS: [(&str, i64); 2] = [("south", 0), ("north", 1)];
const DECIDERS: [(&str, i64); 3] = [("south", 0), ("north", 1), ("chance", -1)];

/// What `game.position(...)` was given by keyword.
pub struct Parts<'a, 'py> {
    pub board: &'a Bound<'py, PyAny>,
    pub to_move: Option<&'a Bound<'py, PyAny>>,
    pub held: Option<&'a Bound<'py, PyAny>>,
    pub owners: Option<&'a Bound<'py, PyAny>>,
    pub wegues: Option<&'a Bound<'py, PyAny>>,
    pub fresh: Option<&'a Bound<'py, PyAny>>,
    pub out: Option<&'a Bound<'py, PyAny>>,
    pub hands: Option<&'a Bound<'py, PyAny>>,
    pub racers: Option<&'a Bound<'py, PyAny>>,
    pub began: Option<&'a Bound<'py, PyAny>>,
    pub round: Option<&'a Bound<'py, PyAny>>,
    pub phase: Option<&'a str>,
    pub latched: bool,
}

impl Parts<'_, '_> {
    /// The position that has these parts, and the defaults for the rest.
    pub fn build(&self, game: &Game) -> PyResult<Position> {
        let layout = &game.rules.sowing().layout;
        let shape = [layout.rows, layout.columns];
        let mut state = State::empty(layout);
        let board = Numbers::read("board", self.board, &shape, false)?;
        for (at, &counters) in board.within(0, u8::MAX.into())?.iter().enumerate() {
            let cell = layout.cell_at(at / layout.columns, at % layout.columns).expect("a place on the board");
            state.cells[cell] = counters as u8;
        }
        let pair = |name, value: Option<&Bound<'_, PyAny>>| match value {
            Some(value) => Numbers::read(name, value, &[2], false)?.pair(),
            None => Ok([0; 2]),
        };
        state.hold(layout, pair("held", self.held)?);
        state.out = pair("out", self.out)?;
        state.hands = pair("hands", self.hands)?;
        state.racers = pair("racers", self.racers)?;
        if let Some(owners) = self.owners {
            let owners = Numbers::read("owners", owners, &shape, false)?;
            owners.within(0, 1)?;
            state.north = owners.set(layout, 1) | (state.north & !layout.all_holes());
        }
        if let Some(wegues) = self.wegues {
            let wegues = Numbers::read("wegues", wegues, &shape, false)?;
            wegues.within(-1, 1)?;
            state.marks[0] |= wegues.set(layout, 0);
            state.marks[1] |= wegues.set(layout, 1);
        }
        if let Some(fresh) = self.fresh {
            let fresh = Numbers::read("fresh", fresh, &shape, true)?;
            fresh.within(0, 1)?;
            state.fresh = fresh.set(layout, 1);
        }
        if let Some(round) = self.round {
            state.round = whole("round", round, 1, u32::MAX.into())? as u32;
        }
        state.latched = self.latched;
        match self.to_move.map_or(Ok(0), |given| who("to_move", given, &DECIDERS))? {
            -1 => state.phase = Phase::Race,
            seat => state.to_move = Seat::BOTH[seat as usize],
        }
        state.phase = match (self.phase, state.phase) {
            (None, phase) => phase,
            (Some("turns"), Phase::Turns) => Phase::Turns,
            (Some("opening"), Phase::Turns) => Phase::Opening,
            (Some("choice"), Phase::Turns) => Phase::Choice,
            (Some("race"), Phase::Race) => Phase::Race,
            (Some(word), _) => {
                return fault(format!(
                    "phase is {word:?}; it is \"turns\", \"opening\" or \"choice\" where a player decides, and \"race\" where \
                     chance does (to_move=-1)"
                ));
            }
        };
        state.began = match self.began {
            Some(seat) => Seat::BOTH[who("began", seat, &SEATS)? as usize],
            None => default_began(game, &state),
        };
        Ok(game.position(state)?)
    }
}
