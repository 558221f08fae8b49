//! The one place where an error becomes an exception.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::{PyOverflowError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::position::PyPosition;
use crate::rules::Error;

create_exception!(
    gabata,
    IllegalMoveError,
    PyValueError,
    "A move that is not legal in its position.\n\nAttributes: `move`, the move; `legal`, the list of legal moves, \
     ascending; `clause`, the number of the clause that says what is legal, or None \
     when the match is over; `position`, the `Position` (not where \
     `Vector` steps many at once)."
);
create_exception!(
    gabata,
    OptionError,
    PyValueError,
    "A game that does not exist, an option that a game does not have, or a value that an option does not take."
);
create_exception!(
    gabata,
    PositionError,
    PyValueError,
    "A position that a game does not have, or the text of one that cannot be read: the message says where."
);
create_exception!(
    gabata,
    RecordError,
    PyValueError,
    "The record or pickle of a match, position or game that cannot be read: the message says at which move it stops \
     making sense."
);
create_exception!(gabata, CancelledError, PyRuntimeError, "Work that somebody stopped by `gabata.Cancel`.");

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        let words = error.to_string();
        match error {
            Error::IllegalMove { given, legal, clause, .. } => {
                let exception = IllegalMoveError::new_err(words);
                let legal: Vec<u32> = legal.iter().map(u32::from).collect();
                Python::attach(|py| {
                    let value = exception.value(py);
                    let clause = Some(clause).filter(|clause| !clause.is_empty());
                    let set = value.setattr("move", given);
                    set.and_then(|()| value.setattr("legal", legal)).and_then(|()| value.setattr("clause", clause))
                })
                .err()
                .unwrap_or(exception)
            }
            Error::UnknownGame { .. } | Error::UnknownOption { .. } | Error::OptionValue { .. } => {
                OptionError::new_err(words)
            }
            Error::Record(_) => RecordError::new_err(words),
            Error::Position(_) | Error::Text { .. } => PositionError::new_err(words),
            Error::Cancelled => CancelledError::new_err(words),
            Error::Argument(_) | Error::TooLarge { .. } | Error::NoMemory { .. } => PyValueError::new_err(words),
        }
    }
}

/// The exception for an error that came up in a position, which an illegal move brings along.
pub fn raised_in(py: Python<'_>, error: Error, position: &PyPosition) -> PyErr {
    let is_move = matches!(error, Error::IllegalMove { .. });
    let exception = PyErr::from(error);
    if !is_move {
        return exception;
    }
    exception.value(py).setattr("position", position.clone()).err().unwrap_or(exception)
}

/// The whole number from `low` to `high` that a caller gives for an argument, or the exception that `out_of_range` makes;
/// what is no whole number is a `TypeError`.
pub fn whole<'py, T>(
    name: &str,
    value: &Bound<'py, PyAny>,
    low: T,
    high: T,
    out_of_range: fn(String) -> PyErr,
) -> PyResult<T>
where
    T: Display + PartialOrd + for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    let wanted = format!("{name} is {}; it is a whole number from {low} to {high}", value.repr()?);
    match value.extract::<T>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(PyTypeError::new_err(wanted)),
        _ => Err(out_of_range(wanted)),
    }
}

/// The seed that a caller gives.
pub fn seed_argument(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("seed", value, 0, u64::MAX, PyValueError::new_err)
}

/// A move as a caller gives it: any whole number. One that no machine word holds is as illegal as the largest.
pub struct GivenMove(pub i64);

impl<'py> FromPyObject<'_, 'py> for GivenMove {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<GivenMove> {
        match object.extract::<i64>() {
            Ok(number) => Ok(GivenMove(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(GivenMove(if object.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}
