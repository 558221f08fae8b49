//! What `gabata.study` asks of recorded matches and of races; its Python half puts names and intervals to it.

use numpy::ndarray::{Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::game::game_argument;
use super::watched::{Cancel, Watchers, watched};
use crate::bulk::Control;
use crate::difference::partings;
use crate::measure::{Course, PHASES, courses};
use crate::race::races;
use crate::replay::Record;
use crate::rules::Error;

/// Does something long under watch.
fn run<T: Send>(
    py: Python<'_>,
    cancel: Option<&Bound<'_, Cancel>>,
    work: impl FnOnce(&Control) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let control = Control::default();
    let watchers = Watchers { progress: None, cancel: cancel.map(Bound::get) };
    watched(py, &watchers, &control, 0, || work(&control))
}

/// Measures recorded matches that began at the game's first position, one row a match: name -> array.
#[pyfunction]
#[pyo3(signature = (game, moves, offsets, *, threads, cancel))]
pub fn measure_courses<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    moves: PyReadonlyArray1<'py, u8>,
    offsets: PyReadonlyArray1<'py, i64>,
    threads: Option<usize>,
    cancel: Option<Bound<'py, Cancel>>,
) -> PyResult<Bound<'py, PyDict>> {
    let game = game_argument(game)?;
    let record = Record::new(moves.as_slice()?, offsets.as_slice()?)?;
    let measured = run(py, cancel.as_ref(), |control| courses(&game, &record, threads.unwrap_or_default(), control))?;
    let table = PyDict::new(py);
    macro_rules! columns {
        ($($name:ident),*) => {$(
            let column: Vec<_> = measured.iter().map(|course: &Course| course.$name).collect();
            table.set_item(stringify!($name), column.into_pyarray(py))?;
        )*};
    }
    columns!(turns, choices, forced, captures, lead_changes, behind, deficit, settled, log_choices);
    let branching = measured.iter().flat_map(|course| course.branching).collect();
    let branching = Array2::from_shape_vec((measured.len(), PHASES), branching).expect("a row a match");
    table.set_item("branching", branching.into_pyarray(py))?;
    Ok(table)
}

/// One entry a match.
type Counts<'py> = Bound<'py, PyArray1<i64>>;

/// After how many moves and turns two readings part on the same moves, one entry a match; -1 where they never do.
#[pyfunction]
#[pyo3(signature = (a, b, moves, offsets, *, threads, cancel))]
pub fn find_partings<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    moves: PyReadonlyArray1<'py, u8>,
    offsets: PyReadonlyArray1<'py, i64>,
    threads: Option<usize>,
    cancel: Option<Bound<'py, Cancel>>,
) -> PyResult<(Counts<'py>, Counts<'py>)> {
    let (a, b) = (game_argument(a)?, game_argument(b)?);
    let record = Record::new(moves.as_slice()?, offsets.as_slice()?)?;
    let found = run(py, cancel.as_ref(), |control| partings(&a, &b, &record, threads.unwrap_or_default(), control))?;
    let column = |values: Vec<i64>| values.into_pyarray(py);
    let after_moves = column(found.iter().map(|parting| parting.moves).collect());
    Ok((after_moves, column(found.iter().map(|parting| parting.turns).collect())))
}

/// The races that open matches `first` to before `first + n`, one row a race: name -> array.
#[pyfunction]
#[pyo3(signature = (game, n, *, seed, first, cancel))]
pub fn run_races<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    n: usize,
    seed: u64,
    first: u64,
    cancel: Option<Bound<'py, Cancel>>,
) -> PyResult<Bound<'py, PyDict>> {
    let game = game_argument(game)?;
    let layout = &game.rules.sowing().layout;
    let found = run(py, cancel.as_ref(), |control| races(&game, seed, first, n, control))?;
    let boards = found.iter().flat_map(|race| layout.array(|cell| race.state.cells[cell])).collect();
    let boards = Array3::from_shape_vec((n, layout.rows, layout.columns), boards).expect("a board a race");
    let drops = found.iter().flat_map(|race| race.drops).collect();
    let winner: Vec<i8> = found.iter().map(|race| race.winner.map_or(-1, |seat| seat as i8)).collect();
    let alone: Vec<u32> = found.iter().map(|race| race.alone).collect();
    let table = PyDict::new(py);
    table.set_item("boards", boards.into_pyarray(py))?;
    table.set_item("winner", winner.into_pyarray(py))?;
    table.set_item("drops", Array2::from_shape_vec((n, 2), drops).expect("a pair a race").into_pyarray(py))?;
    table.set_item("alone", alone.into_pyarray(py))?;
    Ok(table)
}
