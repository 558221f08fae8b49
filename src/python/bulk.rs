//! `gabata.simulate`: a job on its own threads, watched from the calling one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use numpy::IntoPyArray;
use numpy::ndarray::Array2;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::game::{PyGame, game_argument};
use crate::bulk::{self, Columns, Control, Job};

/// How often the calling thread looks for Ctrl-C and reports progress.
const LOOK: Duration = Duration::from_millis(50);

/// Stops a simulation from another thread: `cancel.set()`.
#[pyclass(frozen, module = "gabata")]
#[derive(Default)]
pub struct Cancel(Arc<AtomicBool>);

#[pymethods]
impl Cancel {
    #[new]
    fn new() -> Cancel {
        Cancel::default()
    }

    /// Asks the simulation to stop.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been asked to.
    #[getter]
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Many matches: one row a match in every column.
#[pyclass(frozen, module = "gabata")]
pub struct Batch {
    game: PyGame,
    columns: Py<PyDict>,
}

#[pymethods]
impl Batch {
    /// The game that was played.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// All columns, name -> array.
    #[getter]
    fn columns(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        Ok(self.columns.bind(py).copy()?.unbind())
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        match self.columns.bind(py).get_item(name)? {
            Some(column) => Ok(column.unbind()),
            None => Err(pyo3::exceptions::PyAttributeError::new_err(format!("a batch has no column {name:?}"))),
        }
    }
}

/// Plays `n` whole matches between random players and returns a `Batch` of NumPy arrays.
///
/// Releases the GIL; Ctrl-C stops it. Same seed, same arrays, on any machine and any number of threads.
///
/// >>> import gabata
/// >>> batch = gabata.simulate("andada", 1000, seed=7)
/// >>> batch.winner.shape
/// (1000,)
#[pyfunction]
#[pyo3(signature = (game, n, *, seed=0, first=0, max_turns=10_000, threads=None, progress=None, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "one for each argument of the Python function")]
pub fn simulate(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    n: usize,
    seed: u64,
    first: u64,
    max_turns: u32,
    threads: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
    cancel: Option<&Cancel>,
) -> PyResult<Batch> {
    let game = game_argument(game)?;
    if threads == Some(0) {
        return Err(PyValueError::new_err("threads is 0; it is a positive number, or None for all cores"));
    }
    let job = Job {
        start: game.start(),
        game: game.clone(),
        seed,
        first,
        n,
        max_turns,
        threads: threads.unwrap_or_default(),
    };
    let columns = run(py, job, progress.as_ref(), cancel)?;
    let table = PyDict::new(py);
    let held: Vec<i32> = columns.held.into_iter().flatten().collect();
    table.set_item("winner", columns.winner.into_pyarray(py))?;
    table.set_item("reason", columns.reason.into_pyarray(py))?;
    table.set_item("turns", columns.turns.into_pyarray(py))?;
    table.set_item("rounds", columns.rounds.into_pyarray(py))?;
    table.set_item("laps", columns.laps.into_pyarray(py))?;
    table.set_item("held", Array2::from_shape_vec((n, 2), held).expect("a pair a match").into_pyarray(py))?;
    table.set_item("first_mover", columns.first_mover.into_pyarray(py))?;
    table.set_item("opening", columns.opening.into_pyarray(py))?;
    Ok(Batch { game: PyGame(game), columns: table.unbind() })
}

/// Runs a job on a thread of its own; the calling thread looks for Ctrl-C, cancellation and progress meanwhile.
fn run(py: Python<'_>, job: Job, progress: Option<&Bound<'_, PyAny>>, cancel: Option<&Cancel>) -> PyResult<Columns> {
    let control = Control::default();
    let total = job.n;
    let cancelled = cancel.map(|cancel| cancel.0.clone());
    let progress = progress.map(|progress| progress.clone().unbind());
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let (job, control) = (&job, &control);
            scope.spawn(move || {
                let result = bulk::simulate(job, control);
                sender.send(result).expect("the calling thread waits for it");
            });
            let mut failure = Ok(());
            loop {
                let result = receiver.recv_timeout(LOOK);
                let done = control.done.load(Ordering::Relaxed);
                let report = Python::attach(|py| {
                    py.check_signals()?;
                    match &progress {
                        Some(progress) => progress.call1(py, (done, total)).map(drop),
                        None => Ok(()),
                    }
                });
                if failure.is_ok() && report.is_err() {
                    control.cancel.store(true, Ordering::Relaxed);
                    failure = report;
                }
                if cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                    control.cancel.store(true, Ordering::Relaxed);
                }
                match result {
                    Ok(columns) => return failure.and(columns.map_err(PyErr::from)),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("the simulation broke off"));
                    }
                }
            }
        })
    })
}
