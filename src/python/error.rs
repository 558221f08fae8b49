//! The one place where an error becomes an exception.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::position::PyPosition;
use crate::rules::Error;

create_exception!(
    gabata,
    IllegalMoveError,
    PyValueError,
    "A move that is not legal in its position.\n\nAttributes: `move`, the move; `legal`, the list of legal moves, \
     ascending; `position`, the `Position`; `clause`, the number of the clause that says what is legal, or \"\"."
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
            Error::IllegalMove { .. } => IllegalMoveError::new_err(words),
            Error::UnknownGame { .. } | Error::UnknownOption { .. } | Error::OptionValue { .. } => {
                OptionError::new_err(words)
            }
            Error::Record(_) => RecordError::new_err(words),
            Error::Position(_) | Error::Text { .. } => PositionError::new_err(words),
            Error::Cancelled => CancelledError::new_err(words),
            Error::Argument(_) | Error::TooLarge { .. } => PyValueError::new_err(words),
        }
    }
}

/// The exception for an error that came up in a position: an illegal move brings its circumstances along.
pub fn raised_in(py: Python<'_>, error: Error, position: &PyPosition) -> PyErr {
    let Error::IllegalMove { given, legal, clause, .. } = &error else {
        return error.into();
    };
    let (given, legal, clause) = (*given, legal.iter().map(u32::from).collect::<Vec<_>>(), *clause);
    let exception = PyErr::from(error);
    let value = exception.value(py);
    let set = value
        .setattr("move", given)
        .and_then(|()| value.setattr("legal", legal))
        .and_then(|()| value.setattr("position", position.clone()))
        .and_then(|()| value.setattr("clause", clause));
    set.map_or_else(|failure| failure, |()| exception)
}
