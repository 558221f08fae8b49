//! The compiled half of `gabata.simulate`: checks a job, plays it under watch and hands its columns over.

use std::time::{Duration, Instant};

use numpy::ndarray::{Array2, Array3};
use numpy::{Element, IntoPyArray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::asked::play_asked;
use super::game::game_argument;
use super::position::PyPosition;
use super::watched::{Cancel, Watchers, watched};
use crate::bulk::{self, Control, Job, Played, Record, Round, STRETCH, reserve};
use crate::play::{Game, Position};
use crate::players::Player;
use crate::rules::Error;

/// The players that have a name, in alphabetical order.
///
/// >>> import gabata
/// >>> gabata.players()
/// ['greedy', 'random']
#[pyfunction]
pub fn players() -> Vec<&'static str> {
    Player::NAMED.iter().map(|&(name, _)| name).collect()
}

/// Plays matches and returns their columns and records, name -> array: what `gabata.simulate` is made of.
#[pyfunction]
#[pyo3(signature = (
    game, n, *, seed, first, starts, games_each, players, max_turns, threads, record, max_bytes, progress, cancel
))]
#[expect(clippy::too_many_arguments, reason = "one for each argument of the Python function")]
pub fn simulate<'py>(
    py: Python<'py>,
    game: &Bound<'_, PyAny>,
    n: usize,
    seed: u64,
    first: u64,
    starts: Option<Vec<Bound<'_, PyPosition>>>,
    games_each: Option<u64>,
    players: [Bound<'_, PyAny>; 2],
    max_turns: u32,
    threads: Option<usize>,
    record: Vec<String>,
    max_bytes: Option<u64>,
    progress: Option<Bound<'_, PyAny>>,
    cancel: Option<Bound<'_, Cancel>>,
) -> PyResult<Bound<'py, PyDict>> {
    let game = game_argument(game)?;
    let job = Job {
        starts: start_positions(&game, starts)?,
        games_each: games_each.unwrap_or(u64::MAX),
        players: [player_argument(&players[0])?, player_argument(&players[1])?],
        seed,
        first,
        max_turns,
        threads: threads.unwrap_or_default(),
        record: Record::named(&record)?,
        max_bytes: max_bytes.unwrap_or(u64::MAX),
        ..Job::new(&game, n)
    };
    let watchers = Watchers { progress: progress.as_ref(), cancel: cancel.as_ref().map(Bound::get) };
    let played = if job.players.contains(&Player::Asked) {
        play_asked(py, &job, &watchers, players)?
    } else {
        run(py, &job, &watchers)?
    };
    into_arrays(py, &job, played)
}

/// Where matches start: from the first position, unless others are given.
fn start_positions(game: &Game, starts: Option<Vec<Bound<'_, PyPosition>>>) -> PyResult<Vec<Position>> {
    let Some(starts) = starts else { return Ok(vec![game.start()]) };
    let check = |(k, start): (usize, Bound<'_, PyPosition>)| {
        let position = start.get().0.clone();
        if position.game == *game {
            return Ok(position);
        }
        Err(Error::Argument(format!("start {k} is a position of {}, not of {game}", position.game)))
    };
    Ok(starts.into_iter().enumerate().map(check).collect::<Result<_, _>>()?)
}

/// The player of a name, or one who is asked.
pub fn player_argument(given: &Bound<'_, PyAny>) -> PyResult<Player> {
    if let Ok(name) = given.extract::<String>() {
        Ok(Player::named(&name)?)
    } else if given.is_callable() {
        Ok(Player::Asked)
    } else {
        let names = Player::NAMED.map(|(name, _)| name).join(", ");
        let given = given.repr()?;
        Err(PyTypeError::new_err(format!("{given} is no player; a player is a name ({names}) or a function")))
    }
}

/// For how long a small job is tried on the calling thread, which is faster than to start another.
const TRY: Duration = Duration::from_millis(2);

fn run(py: Python<'_>, job: &Job, watchers: &Watchers<'_, '_>) -> PyResult<Played> {
    watchers.look(py)?;
    if job.n <= STRETCH {
        let control = Control::until(Instant::now() + TRY);
        let alone = Job { threads: 1, ..job.clone() };
        match py.detach(|| bulk::simulate(&alone, &control)) {
            // Its matches were longer than one would think. They are played again below: the same ones.
            Err(Error::Cancelled) => {}
            done => {
                let played = done?;
                watchers.report(job.n as u64, job.n as u64)?;
                return Ok(played);
            }
        }
    }
    let control = Control::default();
    watched(py, watchers, &control, job.n as u64, || bulk::simulate(job, &control))
}

/// Hands what was played over to NumPy, without a copy.
fn into_arrays<'py>(py: Python<'py>, job: &Job, played: Played) -> PyResult<Bound<'py, PyDict>> {
    let Played { columns, records } = played;
    let layout = &job.game.rules.sowing().layout;
    let boards = |flat: Vec<u8>| {
        let count = flat.len() / layout.holes;
        Array3::from_shape_vec((count, layout.rows, layout.columns), flat).expect("whole boards").into_pyarray(py)
    };
    let arrays = PyDict::new(py);
    arrays.set_item("winner", columns.winner.into_pyarray(py))?;
    arrays.set_item("reason", columns.reason.into_pyarray(py))?;
    arrays.set_item("turns", columns.turns.into_pyarray(py))?;
    arrays.set_item("rounds", columns.rounds.into_pyarray(py))?;
    arrays.set_item("laps", columns.laps.into_pyarray(py))?;
    arrays.set_item("held", pairs(py, columns.held))?;
    arrays.set_item("first_mover", columns.first_mover.into_pyarray(py))?;
    arrays.set_item("opening", columns.opening.into_pyarray(py))?;
    if job.record.has(Record::MOVES) {
        arrays.set_item("moves", records.moves.into_pyarray(py))?;
        arrays.set_item("movers", records.movers.into_pyarray(py))?;
    }
    if job.record.has(Record::BOARDS) {
        arrays.set_item("boards", boards(records.boards))?;
    }
    if job.record.has(Record::MOVES) || job.record.has(Record::BOARDS) {
        let mut offsets = records.ends;
        reserve(&mut offsets, 1)?;
        offsets.insert(0, 0);
        arrays.set_item("offsets", offsets.into_pyarray(py))?;
    }
    if job.record.has(Record::FINAL) {
        arrays.set_item("final", boards(records.finals))?;
    }
    if job.record.has(Record::ROUNDS) {
        let rounds = &records.rounds;
        let table = PyDict::new(py);
        table.set_item("match", field(rounds, |round| round.index)?.into_pyarray(py))?;
        table.set_item("began", field(rounds, |round| round.began)?.into_pyarray(py))?;
        table.set_item("held", pairs(py, field(rounds, |round| round.held)?))?;
        table.set_item("turns", field(rounds, |round| round.turns)?.into_pyarray(py))?;
        table.set_item("reason", field(rounds, |round| round.reason)?.into_pyarray(py))?;
        arrays.set_item("round_table", table)?;
    }
    Ok(arrays)
}

/// One field of all rounds.
fn field<T>(rounds: &[Round], of: impl Fn(&Round) -> T) -> PyResult<Vec<T>> {
    let mut all = Vec::new();
    reserve(&mut all, rounds.len())?;
    all.extend(rounds.iter().map(of));
    Ok(all)
}

fn pairs<T: Element>(py: Python<'_>, pairs: Vec<[T; 2]>) -> Bound<'_, numpy::PyArray2<T>> {
    let shape = (pairs.len(), 2);
    Array2::from_shape_vec(shape, pairs.into_flattened()).expect("a pair each").into_pyarray(py)
}
