//! Players that are Python functions.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::error::raised_in;
use super::position::PyPosition;
use super::watched::Watchers;
use crate::board::Seat;
use crate::bulk::{Job, Outside, Played, Waiting, simulate_asked};
use crate::observe::Observer;

/// Plays a job in which some player is a function, on the calling thread.
///
/// # Errors
/// What the functions raise; `TypeError` and `IllegalMoveError` for what they return; those of the job.
pub fn play_asked(
    py: Python<'_>,
    job: &Job,
    watchers: &Watchers<'_, '_>,
    players: [Bound<'_, PyAny>; 2],
) -> PyResult<Played> {
    let mut functions = Functions { py, job, watchers, observer: job.game.observer.clone(), players };
    let played = simulate_asked(job, &mut functions)?;
    let total = job.n as u64;
    watchers.look(py)?;
    watchers.report(total, total)?;
    Ok(played)
}

/// The functions of both seats, or the names of other players.
struct Functions<'a, 'py> {
    py: Python<'py>,
    job: &'a Job,
    watchers: &'a Watchers<'a, 'py>,
    observer: Observer,
    players: [Bound<'py, PyAny>; 2],
}

impl Outside for Functions<'_, '_> {
    type Error = PyErr;

    fn look(&mut self, done: u64) -> PyResult<()> {
        // Other Python threads have their turn.
        self.py.detach(|| ());
        self.watchers.look(self.py)?;
        // The end is told once, when all is done.
        if done < self.job.n as u64 { self.watchers.report(done, self.job.n as u64) } else { Ok(()) }
    }

    fn is_one_for_both(&self) -> bool {
        self.players[0].is(&self.players[1])
    }

    /// Calls `f(obs, action_mask, to_play)` and checks what it returns.
    fn choose(&mut self, seat: Seat, waiting: &[Waiting<'_>]) -> PyResult<Vec<u8>> {
        let rules = &*self.job.game.rules;
        let mut observations = Array2::zeros((waiting.len(), self.observer.size()));
        let mut masks = Array2::zeros((waiting.len(), rules.num_moves()));
        let seats: Vec<i8> = waiting.iter().map(|each| each.run.state.to_move as i8).collect();
        for (place, each) in waiting.iter().enumerate() {
            let state = &each.run.state;
            let mut row = observations.row_mut(place);
            self.observer.observe(state, state.to_move, row.as_slice_mut().expect("rows are contiguous"));
            for mv in each.run.legal(rules).iter() {
                masks[(place, usize::from(mv))] = 1i8;
            }
        }
        let (py, player) = (self.py, &self.players[seat.index()]);
        let arguments = (observations.into_pyarray(py), masks.into_pyarray(py), seats.into_pyarray(py));
        let answer = player.call1(arguments)?;
        let moves = answer.cast::<PyArray1<i64>>().ok().map(|array| array.try_readonly()).transpose()?;
        let Some(moves) = moves.map(|moves| moves.as_array().to_vec()).filter(|moves| moves.len() == waiting.len())
        else {
            return Err(wrong_answer(player, &answer, waiting));
        };
        waiting.iter().zip(moves).map(|(each, mv)| self.check(player, each, mv)).collect()
    }
}

impl Functions<'_, '_> {
    /// The move, if it is legal.
    fn check(&self, player: &Bound<'_, PyAny>, each: &Waiting<'_>, given: i64) -> PyResult<u8> {
        match u8::try_from(given) {
            Ok(mv) if each.run.legal(&*self.job.game.rules).contains(mv) => Ok(mv),
            _ => Err(self.illegal(given, each, &at(player, each))),
        }
    }

    /// The exception for an illegal move, with its circumstances, that says who made it and where.
    fn illegal(&self, given: i64, each: &Waiting<'_>, at: &str) -> PyErr {
        let position = PyPosition(each.run.position(&self.job.game));
        let Err(error) = position.0.check_move(given) else { unreachable!("the move is legal") };
        let words = format!("{at}: {error}");
        let exception = raised_in(self.py, error, &position);
        exception.value(self.py).setattr("args", (words,)).err().unwrap_or(exception)
    }
}

/// Whose answer to which question: for errors.
fn at(player: &Bound<'_, PyAny>, each: &Waiting<'_>) -> String {
    let name = player.getattr("__qualname__").or_else(|_| player.repr().map(Bound::into_any));
    let name = name.map_or_else(|_| "a player".into(), |name| name.to_string());
    format!("player {name}, match {}, move {} of it", each.index, each.moves)
}

fn wrong_answer(player: &Bound<'_, PyAny>, answer: &Bound<'_, PyAny>, waiting: &[Waiting<'_>]) -> PyErr {
    let what = |name: &str| answer.getattr(name).map(|value| value.to_string());
    let given = match (what("dtype"), what("shape")) {
        (Ok(dtype), Ok(shape)) => format!("an array of {dtype} and shape {shape}"),
        _ => answer.get_type().to_string(),
    };
    let wanted = waiting.len();
    let first = waiting.first().map_or_else(|| "a player".into(), |each| at(player, each));
    PyTypeError::new_err(format!(
        "{first}, and {wanted} matches in all: it returned {given}, not an int64 array of shape ({wanted},)"
    ))
}
