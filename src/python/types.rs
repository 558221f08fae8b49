//! What lives in `gabata/types.py`, looked up once: small Python types, and how a table becomes a structured array.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

macro_rules! from_types {
    ($function:ident, $name:literal) => {
        /// What has that name there.
        pub fn $function(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
            static FOUND: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
            FOUND.import(py, "gabata.types", $name)
        }
    };
}

from_types!(reason, "Reason");
from_types!(outcome, "Outcome");
from_types!(reading, "Reading");
from_types!(structured, "structured");
