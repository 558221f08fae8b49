//! The one place where an error becomes an exception.

use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::{PyErr, create_exception};

use crate::rules::Error;

create_exception!(gabata, IllegalMoveError, PyValueError, "A move that is not legal in its position.");

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        let words = error.to_string();
        match error {
            Error::IllegalMove { .. } => IllegalMoveError::new_err(words),
            Error::Cancelled => PyKeyboardInterrupt::new_err(words),
            _ => PyValueError::new_err(words),
        }
    }
}
