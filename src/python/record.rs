//! `gabata.Match`: a match that is played move by move, written down and read again.

use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use super::error::{GivenMove, RecordError, raised_in, seed_argument};
use super::game::{PyGame, start_argument};
use super::pickle::{Reduced, Saved};
use super::position::PyPosition;
use super::turn::PyTurn;
use super::watched::interruptible;
use crate::record::Match;

/// A match: where it started, the moves, and what stands now.
///
/// `Match(start)` begins at a `Position`, or at the first one of a `Game` or of the game of an id. Unlike a position it
/// changes when a move is played. Two matches are equal when they have the same start and the same moves; `len(match)`
/// is the number of moves, and `for move in match` runs over them.
///
/// >>> import gabata
/// >>> match = gabata.Match("kalah")
/// >>> match.play(2).legal_moves
/// [0, 1, 3, 4, 5]
/// >>> match.play(5).to_move
/// 1
/// >>> match.moves, match.movers
/// ([2, 5], [0, 0])
/// >>> match.undo()
/// 5
/// >>> gabata.Match.from_json(match.to_json()) == match
/// True
#[pyclass(frozen, weakref, module = "gabata", name = "Match")]
pub struct PyMatch(Mutex<Match>);

impl From<Match> for PyMatch {
    fn from(played: Match) -> PyMatch {
        PyMatch(Mutex::new(played))
    }
}

impl PyMatch {
    /// Nobody holds the lock for long, and nobody calls Python with it.
    fn lock(&self) -> MutexGuard<'_, Match> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// A copy to look at without the lock.
    fn snapshot(&self) -> Match {
        self.lock().clone()
    }
}

#[pymethods]
impl PyMatch {
    #[new]
    #[pyo3(signature = (start, /))]
    fn new(start: &Bound<'_, PyAny>) -> PyResult<PyMatch> {
        Ok(Match::new(start_argument(start, "a match")?).into())
    }

    /// The game that is played.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(self.lock().start().game.clone())
    }

    /// The position where it started.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition(self.lock().start().clone())
    }

    /// The position that stands now.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.lock().position().clone())
    }

    /// Every position from the start to what stands now: a new list, one longer than `moves`. They are played anew each
    /// time that one asks.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        self.snapshot().positions().map(PyPosition).collect()
    }

    /// The moves: a new list.
    #[getter]
    fn moves(&self) -> Vec<u32> {
        self.lock().moves().iter().map(|&(_, mv)| mv.into()).collect()
    }

    /// Who made each of the moves, 0, 1, or -1 for chance: a new list.
    #[getter]
    fn movers(&self) -> Vec<i8> {
        self.lock().moves().iter().map(|&(mover, _)| mover).collect()
    }

    /// Plays a move and returns the position after it.
    ///
    /// Raises `IllegalMoveError`; the match is then as it was.
    fn play(&self, py: Python<'_>, r#move: GivenMove) -> PyResult<PyPosition> {
        let mut played = self.lock();
        let result = played.play(r#move.0);
        let position = PyPosition(played.position().clone());
        drop(played);
        result.map_err(|error| raised_in(py, error, &position))?;
        Ok(position)
    }

    /// Plays chance moves, drawn from `seed`, until a player decides or the match is over, and returns the position then,
    /// which is that of `match.position.settle(seed)`.
    ///
    /// >>> import gabata
    /// >>> match = gabata.Match("abalalae")
    /// >>> match.settle(1).to_move in (0, 1), set(match.movers)
    /// (True, {-1})
    fn settle(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let seed = seed_argument(seed)?;
        let now = self.lock().position().clone();
        let drops = interruptible(py, |go_on| {
            let mut drops = Vec::new();
            now.settle_telling(seed, go_on, &mut |drop| drops.push(drop)).map(|_| drops)
        })?;
        let mut played = self.lock();
        for drop in drops {
            played.play(drop.into())?; // illegal only if another thread has played meanwhile
        }
        Ok(PyPosition(played.position().clone()))
    }

    /// The story of every move: a list of `Turn`s, as `Position.explain` tells them. `str(match)` is all of them in words.
    /// Releases the GIL; Ctrl-C stops it.
    ///
    /// >>> import gabata
    /// >>> match = gabata.Match("kalah")
    /// >>> for move in (2, 5, 0):
    /// ...     _ = match.play(move)
    /// >>> print(match.explain()[1])
    /// south plays move 5, the hole (1, 5) s5 (K3)
    /// 1. lifts 5 from (1, 5) s5, the last one falls in (0, 2) n3, with 4: the turn ends (K3)
    /// north is next
    fn explain(&self, py: Python<'_>) -> PyResult<Vec<PyTurn>> {
        let played = self.snapshot();
        let turns = interruptible(py, |go_on| played.explain(go_on))?;
        Ok(turns.into_iter().map(PyTurn).collect())
    }

    /// Takes the last move back and returns it. Raises `RecordError` when there is none.
    fn undo(&self) -> PyResult<u32> {
        let last = self.lock().undo();
        last.map(u32::from).ok_or_else(|| RecordError::new_err("no move to take back: the match is at its start"))
    }

    /// The match as JSON in one line: the keys `version`, `game`, `options` (every one, defaults too), `start` (the text
    /// of the first position, left out where it is the game's own) and `moves`, pairs of player (-1: chance) and move.
    fn to_json(&self) -> String {
        self.snapshot().to_json()
    }

    /// Reads what `to_json` wrote and plays it again.
    ///
    /// Raises `RecordError` (a `ValueError`): what cannot be read, an unknown key or version, or the move at which the
    /// record stops making sense. Releases the GIL; Ctrl-C stops it.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<PyMatch> {
        let played = interruptible(py, |go_on| Match::from_json_while(text, go_on))?;
        Ok(played.into())
    }

    fn __len__(&self) -> usize {
        self.lock().moves().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.moves())?.try_iter()
    }

    fn __eq__(&self, other: &PyMatch) -> bool {
        // A copy, since two threads that compare the same two matches would wait for each other.
        let mine = self.snapshot();
        mine == *other.lock()
    }

    fn __copy__(&self) -> PyMatch {
        self.snapshot().into()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyMatch {
        self.snapshot().into()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let played = self.snapshot();
        let moves = played.moves().iter().map(|&(_, mv)| mv).collect();
        Saved::Match(played.start().into(), moves).reduce(py)
    }

    /// The score sheet with small boards, for notebooks: `gabata.svg.score_sheet`.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("gabata.svg")?.call_method1("score_sheet", (slf,))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let turns = self.explain(py)?;
        let numbered = turns.iter().enumerate().map(|(at, turn)| format!("\n\nMove {}: {}", at + 1, turn.0));
        Ok(format!("{}{}", self.start().0, numbered.collect::<String>()))
    }

    fn __repr__(&self) -> String {
        let played = self.lock();
        format!("<gabata.Match of {}, {} moves>", played.start().game, played.moves().len())
    }
}
