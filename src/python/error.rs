//! The one place where an error becomes an exception.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};

use crate::rules::Error;

create_exception!(gabata, IllegalMoveError, PyValueError, "A move that is not legal in its position.");
create_exception!(gabata, CancelledError, PyRuntimeError, "Work that somebody stopped by `gabata.Cancel`.");

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        let words = error.to_string();
        match error {
            Error::IllegalMove { .. } => IllegalMoveError::new_err(words),
            Error::Cancelled => CancelledError::new_err(words),
            _ => PyValueError::new_err(words),
        }
    }
}
