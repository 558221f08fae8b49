//! The Python face: the only files that know pyo3. Wrappers, errors into exceptions, columns into NumPy arrays.

mod arrow;
mod asked;
mod bulk;
mod error;
mod game;
mod pickle;
mod position;
mod record;
mod setup;
mod study;
mod turn;
mod types;
mod vector;
mod watched;

/// The compiled half of `gabata`. It needs no GIL: free-threaded Python keeps it off.
#[pyo3::pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::arrow::arrow_stream;
    #[pymodule_export]
    use super::bulk::{players, simulate};
    #[pymodule_export]
    use super::error::{CancelledError, IllegalMoveError, OptionError, PositionError, RecordError};
    #[pymodule_export]
    use super::game::{PyGame, games};
    #[pymodule_export]
    use super::pickle::restore;
    #[pymodule_export]
    use super::position::{PyPosition, perft};
    #[pymodule_export]
    use super::record::PyMatch;
    #[pymodule_export]
    use super::study::{find_partings, measure_courses, run_races};
    #[pymodule_export]
    use super::turn::PyTurn;
    #[pymodule_export]
    use super::vector::PyVector;
    #[pymodule_export]
    use super::watched::Cancel;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
