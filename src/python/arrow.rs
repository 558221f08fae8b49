//! Columns as an Arrow stream, by Arrow's `PyCapsule` interface: for pyarrow, polars, pandas, `DuckDB` and whoever
//! else reads it, none of which is needed here.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int8Type, Int32Type, Int64Type, UInt8Type, UInt32Type, UInt64Type};
use arrow_array::{
    ArrayRef, BooleanArray, FixedSizeListArray, PrimitiveArray, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::{Field, Schema};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

/// The stream of one table of some columns, name -> array, all of the same length; `metadata` goes with its schema. An
/// array of more than one dimension becomes lists of fixed size, one a row.
#[pyfunction]
pub fn arrow_stream<'py>(
    py: Python<'py>,
    columns: &Bound<'py, PyDict>,
    metadata: HashMap<String, String>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let (mut fields, mut arrays) = (Vec::new(), Vec::new());
    for (name, column) in columns {
        let name: String = name.extract()?;
        let array = to_arrow(&name, &column)?;
        fields.push(Field::new(name, array.data_type().clone(), false));
        arrays.push(array);
    }
    let schema = Arc::new(Schema::new(fields).with_metadata(metadata));
    let table = RecordBatch::try_new(schema.clone(), arrays);
    let table = table.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new([Ok(table)], schema)));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// A copy of a column.
fn to_arrow(name: &str, column: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let shape: Vec<i32> = column.getattr("shape")?.extract()?;
    let flat = if shape.len() > 1 { column.call_method1("reshape", (-1,))? } else { column.clone() };
    let values = flat_to_arrow(name, &flat)?;
    shape.iter().skip(1).rev().try_fold(values, |values, &size| {
        let item = Arc::new(Field::new("item", values.data_type().clone(), false));
        let lists = FixedSizeListArray::try_new(item, size, values, None);
        Ok(Arc::new(lists.map_err(|error| PyValueError::new_err(error.to_string()))?) as ArrayRef)
    })
}

/// A copy of a column of one dimension.
fn flat_to_arrow(name: &str, column: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    macro_rules! numbers {
        ($($native:ty => $arrow:ty,)*) => {
            $(if let Ok(array) = column.cast::<PyArray1<$native>>() {
                return Ok(Arc::new(PrimitiveArray::<$arrow>::from(array.to_vec()?)));
            })*
        };
    }
    numbers! {
        i8 => Int8Type,
        u8 => UInt8Type,
        i32 => Int32Type,
        u32 => UInt32Type,
        i64 => Int64Type,
        u64 => UInt64Type,
        f64 => Float64Type,
    }
    if let Ok(array) = column.cast::<PyArray1<bool>>() {
        return Ok(Arc::new(BooleanArray::from(array.to_vec()?)));
    }
    if column.getattr("dtype")?.getattr("kind")?.extract::<char>()? == 'U' {
        let words: Vec<String> = column.call_method0("tolist")?.extract()?;
        return Ok(Arc::new(StringArray::from(words)));
    }
    Err(PyTypeError::new_err(format!("column {name} has a dtype that Arrow does not get from here")))
}
