//! The small Python types that live in `gabata/types.py`: looked up once, made here.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

macro_rules! python_type {
    ($function:ident, $name:literal) => {
        /// The Python class of that name.
        pub fn $function(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
            static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            CLASS.import(py, "gabata.types", $name)
        }
    };
}

python_type!(reason, "Reason");
python_type!(outcome, "Outcome");
python_type!(reading, "Reading");
