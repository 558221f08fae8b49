//! Pickles: one byte for the version, then JSON. What is cut short, foreign or of another version is refused in words.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::{Deserialize, Serialize};

use super::error::RecordError;
use super::game::PyGame;
use super::position::PyPosition;
use super::record::PyMatch;
use super::turn::PyTurn;
use crate::play::{Game, Position};
use crate::record::{GameRecord, Match};
use crate::rules::Error;
use crate::story::Turn;

/// The first byte of a pickle that this version writes.
const VERSION: u8 = 1;

/// A position as a pickle holds it: its text, and what the text leaves out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRecord {
    game: GameRecord,
    text: String,
    turns: u64,
    rounds: Vec<[u8; 2]>,
}

/// Whatever can be pickled.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Saved {
    Game(GameRecord),
    Position(PositionRecord),
    Turn(PositionRecord, u8),
    Match(PositionRecord, Vec<u8>),
}

/// `__reduce__`: the function that reads a pickle, and what it reads.
pub type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>,));

impl Saved {
    /// What `__reduce__` returns.
    ///
    /// # Errors
    /// Those of an import.
    pub fn reduce<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let mut bytes = vec![VERSION];
        serde_json::to_writer(&mut bytes, self).expect("numbers and words");
        let function = py.import("gabata._core")?.getattr("_restore")?;
        Ok((function, (PyBytes::new(py, &bytes),)))
    }
}

impl From<&Position> for PositionRecord {
    fn from(position: &Position) -> PositionRecord {
        PositionRecord {
            game: (&position.game).into(),
            text: position.text(),
            turns: position.turns,
            rounds: (*position.rounds).clone(),
        }
    }
}

impl PositionRecord {
    fn position(&self) -> Result<Position, Error> {
        let mut position = same_game(&self.game)?.parse(&self.text)?;
        position.turns = self.turns;
        position.rounds = self.rounds.clone().into();
        Ok(position)
    }
}

/// The game of a record. Pickled positions come in swarms of one game: the last one of each thread is kept, so that
/// they share its tables.
fn same_game(record: &GameRecord) -> Result<Game, Error> {
    thread_local! {
        static LAST: RefCell<Option<(GameRecord, Game)>> = const { RefCell::new(None) };
    }
    LAST.with_borrow_mut(|last| {
        if let Some((known, game)) = last
            && known == record
        {
            return Ok(game.clone());
        }
        let game = record.game()?;
        *last = Some((record.clone(), game.clone()));
        Ok(game)
    })
}

/// What a pickle of this library holds; `pickle.loads` calls it.
#[pyfunction]
#[pyo3(name = "_restore")]
pub fn restore<'py>(py: Python<'py>, pickled: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let refuse = |why: String| RecordError::new_err(format!("not a pickle that this gabata can read: {why}"));
    let (&version, json) = pickled.split_first().ok_or_else(|| refuse("it is empty".into()))?;
    if version != VERSION {
        return Err(refuse(format!("it is of version {version}, known is {VERSION}")));
    }
    let saved: Saved =
        serde_json::from_slice(json).map_err(|error| refuse(format!("damaged or cut short, {error}")))?;
    let told = |error: Error| refuse(error.to_string());
    Ok(match saved {
        Saved::Game(game) => Bound::new(py, PyGame(same_game(&game).map_err(told)?))?.into_any(),
        Saved::Position(position) => Bound::new(py, PyPosition(position.position().map_err(told)?))?.into_any(),
        Saved::Turn(before, mv) => {
            let turn: Turn = before.position().and_then(|before| before.explain(mv.into())).map_err(told)?;
            Bound::new(py, PyTurn(turn))?.into_any()
        }
        Saved::Match(start, moves) => {
            let mut played = Match::new(start.position().map_err(told)?);
            for (at, mv) in moves.into_iter().enumerate() {
                played.play(mv.into()).map_err(|error| refuse(format!("moves[{at}]: {error}")))?;
            }
            Bound::new(py, PyMatch::from(played))?.into_any()
        }
    })
}
