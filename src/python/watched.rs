//! Work on other threads, watched from the calling one: Ctrl-C, `cancel=` and `progress=`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::bulk::{Control, no_thread};
use crate::rules::Error;

/// How often the calling thread looks for Ctrl-C and reports progress.
const LOOK: Duration = Duration::from_millis(25);

/// Stops work that runs in another thread.
///
/// Pass it as `cancel=` and call `set()` from anywhere: the work ends within 0.1 s with a `CancelledError`. Off the main
/// thread, where Python sees no Ctrl-C, it is the way to stop.
///
/// >>> import gabata
/// >>> cancel = gabata.Cancel()
/// >>> cancel.set()
/// >>> gabata.simulate("andada", 1000, cancel=cancel)
/// Traceback (most recent call last):
///     ...
/// gabata.CancelledError: cancelled
#[pyclass(frozen, module = "gabata")]
#[derive(Default)]
pub struct Cancel(Arc<AtomicBool>);

#[pymethods]
impl Cancel {
    #[new]
    fn new() -> Cancel {
        Cancel::default()
    }

    /// Asks the work to stop; for good.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been asked to.
    #[getter]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whom work is watched for.
#[derive(Default)]
pub struct Watchers<'a, 'py> {
    /// Called as `progress(done, total)`.
    pub progress: Option<&'a Bound<'py, PyAny>>,
    /// Asked whether to stop.
    pub cancel: Option<&'a Cancel>,
}

impl Watchers<'_, '_> {
    /// Whether somebody wants to stop.
    ///
    /// # Errors
    /// The reason why.
    pub fn look(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        if self.cancel.is_some_and(Cancel::is_set) { Err(Error::Cancelled.into()) } else { Ok(()) }
    }

    /// Tells whoever wants to know how far it is.
    ///
    /// # Errors
    /// What the callback raises.
    pub fn report(&self, done: u64, total: u64) -> PyResult<()> {
        self.progress.map_or(Ok(()), |progress| progress.call1((done, total)).map(drop))
    }
}

/// Does `work`, which must follow `control`, on a thread of its own, while the calling one releases the GIL and looks
/// now and then for Ctrl-C, for `cancel`, and for progress, which reaches exactly `total` at the end.
///
/// # Errors
/// Those of the work; what a signal or the progress callback raises, after the work has stopped.
pub fn watched<T: Send>(
    py: Python<'_>,
    watchers: &Watchers<'_, '_>,
    control: &Control,
    total: u64,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> PyResult<T> {
    let result = std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        // Nobody listens any more only if this thread panics.
        let started = std::thread::Builder::new().spawn_scoped(scope, move || sender.send(work()).ok());
        started.map_err(|error| no_thread(&error))?;
        // The lock makes it one that may be taken along while the GIL is released.
        let receiver = std::sync::Mutex::new(receiver);
        let mut failure = None;
        loop {
            let news = py.detach(|| receiver.lock().expect("one thread listens").recv_timeout(LOOK));
            match news {
                Ok(result) => return failure.map_or(result.map_err(PyErr::from), Err),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the work broke off; please report this"));
                }
                Err(RecvTimeoutError::Timeout) if failure.is_none() => {
                    let done = control.done.load(Ordering::Relaxed);
                    let report = watchers.look(py).and_then(|()| {
                        // The end is told once, when all is done.
                        if done < total { watchers.report(done, total) } else { Ok(()) }
                    });
                    if let Err(error) = report {
                        failure = Some(error);
                        control.stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    })?;
    watchers.report(total, total)?;
    Ok(result)
}

/// Does `work` on the calling thread with the GIL released. It asks the function that it is given whether to go on,
/// which says no once Ctrl-C was pressed.
///
/// # Errors
/// Those of the work; what a signal raises, after the work has stopped.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> Result<T, Error> + Send,
) -> PyResult<T> {
    py.detach(|| {
        let mut interrupted = Ok(());
        let result = work(&mut || {
            interrupted = Python::attach(|py| py.check_signals());
            interrupted.is_ok()
        });
        interrupted?;
        Ok(result?)
    })
}
