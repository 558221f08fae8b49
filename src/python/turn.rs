//! `gabata.Turn`: the story of a move.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;

use super::game::hash_of;
use super::pickle::{Reduced, Saved};
use super::position::PyPosition;
use super::types;
use crate::board::Layout;
use crate::story::Turn;

/// The story of a move, lap by lap: what `Position.explain` returns.
///
/// >>> import gabata
/// >>> turn = gabata.Game("kalah").start().explain(2)
/// >>> print(turn.text)
/// south plays move 2, the hole (1, 2) s2 (K3)
/// 1. lifts 4 from (1, 2) s2, the last one falls in the store: the same player moves again (K4)
/// south is next
/// >>> turn.laps["count"], gabata.Event(turn.laps["event"][0]).name
/// (array([4], dtype=int32), 'STORE')
#[pyclass(frozen, weakref, module = "gabata", name = "Turn")]
pub struct PyTurn(pub Turn);

/// The row and column of a cell; (-1, -1) for a store and for no cell at all.
fn place(layout: &Layout, cell: Option<usize>) -> [i32; 2] {
    match cell.filter(|&cell| cell < layout.holes) {
        Some(cell) => {
            let (row, column) = layout.place(cell);
            [row as i32, column as i32]
        }
        None => [-1, -1],
    }
}

/// Rows of numbers as a structured array whose fields are all `np.int32`.
fn structured<'py, const N: usize>(
    py: Python<'py>,
    rows: impl ExactSizeIterator<Item = [i32; N]>,
    fields: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let count = rows.len();
    let flat: Vec<i32> = rows.flatten().collect();
    let table: Bound<'py, PyArray2<i32>> =
        Array2::from_shape_vec((count, N), flat).expect("rows of one length").into_pyarray(py);
    types::structured(py)?.call1((table, fields))
}

#[pymethods]
impl PyTurn {
    /// The position in which the move was made.
    #[getter]
    fn before(&self) -> PyPosition {
        PyPosition(self.0.before.clone())
    }

    /// The move.
    #[getter]
    fn r#move(&self) -> u32 {
        self.0.mv.into()
    }

    /// The position after it; the same as `before.play(move)`.
    #[getter]
    fn after(&self) -> PyPosition {
        PyPosition(self.0.after.clone())
    }

    /// The laps in order, and in a race the drops: a structured array of shape (n,) with `np.int32` fields
    ///
    /// - `mover`: who sowed, 0 or 1;
    /// - `from_row`, `from_col`: the hole that was lifted; -1 for a drop;
    /// - `count`: the counters that were sown;
    /// - `to_row`, `to_col`: where the last one fell; -1 for a store, and where it left the board;
    /// - `before`: what lay there just before;
    /// - `event`: what it came to, a `gabata.Event`.
    ///
    /// At most 10,000 of them, the first ones: see `cut`.
    #[getter]
    fn laps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layout = &self.0.before.game.rules.sowing().layout;
        let rows = self.0.steps.iter().map(|step| {
            let ([from_row, from_col], [to_row, to_col]) = (place(layout, step.from), place(layout, step.to));
            let [mover, count, before] = [step.seat as i32, step.counters.into(), step.before.into()];
            [mover, from_row, from_col, count, to_row, to_col, before, step.event as i32]
        });
        structured(py, rows, "mover from_row from_col count to_row to_col before event")
    }

    /// Laps and drops that `laps` and `text` leave out: those after the first 10,000.
    #[getter]
    fn cut(&self) -> usize {
        self.0.cut
    }

    /// The clause of the rules at each landing of `laps`: a list of the same length, such as `['A8', 'A10']`.
    #[getter]
    fn clauses(&self) -> Vec<&'static str> {
        self.0.steps.iter().map(|step| step.clause).collect()
    }

    /// What was taken off the board, in order: a structured array of shape (n,) with `np.int32` fields
    ///
    /// - `lap`: in which lap, from 0; -1 after the sowing, where a round or the match ended;
    /// - `mover`: who took, 0 or 1;
    /// - `row`, `col`: out of which hole; -1 where counters left the board out of the hand;
    /// - `count`: how many.
    #[getter]
    fn captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layout = &self.0.before.game.rules.sowing().layout;
        let rows = self.0.taken.iter().map(|taken| {
            let [row, column] = place(layout, taken.cell);
            let lap = taken.step.map_or(-1, |step| step as i32);
            [lap, taken.seat as i32, row, column, taken.counters.into()]
        });
        structured(py, rows, "lap mover row col count")
    }

    /// The story in words: a line a lap, with the clause that was applied at each landing.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    /// The way of the turn as a picture, for notebooks: `gabata.svg.turn`.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("gabata.svg")?.call_method1("turn", (slf,))
    }

    fn __repr__(&self) -> String {
        format!("{}.explain({})", self.before().__repr__(), self.0.mv)
    }

    /// Turns are equal where the same move is made in equal positions.
    fn __eq__(&self, other: &PyTurn) -> bool {
        self.0.mv == other.0.mv && self.0.before == other.0.before
    }

    fn __hash__(&self) -> u64 {
        hash_of(&(self.0.mv, &self.0.before))
    }

    fn __len__(&self) -> usize {
        self.0.steps.len()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Saved::Turn((&self.0.before).into(), self.0.mv).reduce(py)
    }
}
