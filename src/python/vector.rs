//! `gabata._core.Vector`: what `gabata.VectorEnv` is thin over. Steps rows into NumPy arrays.

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::game::game_argument;
use super::position::PyPosition;
use crate::board::Seat;
use crate::observe::View;
use crate::players::Player;
use crate::rules::Error;
use crate::vector::{Autoreset, Config, Illegal, Learner, Results, Seeds, Tally, Vector};

/// The arrays of one step.
struct Frame {
    observations: Py<PyArray2<u8>>,
    masks: Py<PyArray2<i8>>,
    to_play: Py<PyArray1<i8>>,
    reward: Py<PyArray1<f32>>,
    rewards: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    held: Py<PyArray2<i32>>,
    turns: Py<PyArray1<i32>>,
    ended: Py<PyArray1<bool>>,
    final_observations: Py<PyArray2<u8>>,
    final_to_play: Py<PyArray1<i8>>,
    episode_rewards: Py<PyArray2<f32>>,
    episode_lengths: Py<PyArray1<i32>>,
}

fn column<T: Element>(py: Python<'_>, rows: usize) -> Py<PyArray1<T>> {
    PyArray1::zeros(py, rows, false).unbind()
}

fn table<T: Element>(py: Python<'_>, rows: usize, columns: usize) -> Py<PyArray2<T>> {
    PyArray2::zeros(py, [rows, columns], false).unbind()
}

impl Frame {
    fn new(py: Python<'_>, vector: &Vector) -> PyResult<Frame> {
        let (n, seen) = (vector.len(), vector.observation_size());
        let needed = n.saturating_mul(Results::row_bytes(seen, vector.actions()));
        // NumPy's own failure would be a panic here. The black box keeps the compiler from leaving the trial out.
        let mut trial = Vec::<u8>::new();
        let has_room = trial.try_reserve_exact(needed).is_ok();
        drop(std::hint::black_box(trial));
        if !has_room {
            return Err(PyMemoryError::new_err(format!("the results of {n} environments take {needed} bytes")));
        }
        Ok(Frame {
            observations: table(py, n, seen),
            masks: table(py, n, vector.actions()),
            to_play: column(py, n),
            reward: column(py, n),
            rewards: table(py, n, 2),
            terminated: column(py, n),
            truncated: column(py, n),
            held: table(py, n, 2),
            turns: column(py, n),
            ended: column(py, n),
            final_observations: table(py, n, seen),
            final_to_play: column(py, n),
            episode_rewards: table(py, n, 2),
            episode_lengths: column(py, n),
        })
    }

    /// The frame with the caller's arrays in place of those that `buffers` names.
    fn with_buffers(mut self, py: Python<'_>, buffers: &Bound<'_, PyDict>) -> PyResult<Frame> {
        for (name, array) in buffers {
            let name: String = name.extract()?;
            match name.as_str() {
                "observations" => replace(&mut self.observations, py, &name, &array)?,
                "action_mask" => replace(&mut self.masks, py, &name, &array)?,
                "rewards" => replace(&mut self.reward, py, &name, &array)?,
                "terminals" => replace(&mut self.terminated, py, &name, &array)?,
                "truncations" => replace(&mut self.truncated, py, &name, &array)?,
                _ => {
                    return Err(PyValueError::new_err(format!(
                        "buf has no use for {name:?}; it takes observations, action_mask, rewards, terminals, truncations"
                    )));
                }
            }
        }
        Ok(self)
    }

    /// Does some work that writes its results here, without the GIL.
    fn fill(&self, py: Python<'_>, work: impl FnOnce(Results<'_>) -> Result<(), Error> + Send) -> PyResult<()> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let mut to_play = self.to_play.bind(py).try_readwrite()?;
        let mut reward = self.reward.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut truncated = self.truncated.bind(py).try_readwrite()?;
        let mut held = self.held.bind(py).try_readwrite()?;
        let mut turns = self.turns.bind(py).try_readwrite()?;
        let mut ended = self.ended.bind(py).try_readwrite()?;
        let mut final_observations = self.final_observations.bind(py).try_readwrite()?;
        let mut final_to_play = self.final_to_play.bind(py).try_readwrite()?;
        let mut episode_rewards = self.episode_rewards.bind(py).try_readwrite()?;
        let mut episode_lengths = self.episode_lengths.bind(py).try_readwrite()?;
        let results = Results {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            to_play: to_play.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?.as_chunks_mut().0,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            held: held.as_slice_mut()?.as_chunks_mut().0,
            turns: turns.as_slice_mut()?,
            ended: ended.as_slice_mut()?,
            final_observations: final_observations.as_slice_mut()?,
            final_to_play: final_to_play.as_slice_mut()?,
            episode_rewards: episode_rewards.as_slice_mut()?.as_chunks_mut().0,
            episode_lengths: episode_lengths.as_slice_mut()?,
        };
        Ok(py.detach(|| work(results))?)
    }

    /// What is told of the rows as they stand.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), &self.masks)?;
        info.set_item(intern!(py, "to_play"), &self.to_play)?;
        info.set_item(intern!(py, "rewards"), &self.rewards)?;
        info.set_item(intern!(py, "held"), &self.held)?;
        info.set_item(intern!(py, "turns"), &self.turns)?;
        info.set_item(intern!(py, "env_id"), PyArray1::arange(py, 0, self.turns.bind(py).len() as i64, 1))?;
        Ok(info)
    }

    /// (observations, info), as `reset` returns them.
    fn first<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.observations, self.info(py)?).into_pyobject(py)
    }

    /// (observations, reward, terminated, truncated, info), as `step` returns them.
    fn stepped<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let info = self.info(py)?;
        info.set_item(intern!(py, "final_obs"), &self.final_observations)?;
        info.set_item(intern!(py, "_final_obs"), &self.ended)?;
        info.set_item(intern!(py, "final_to_play"), &self.final_to_play)?;
        info.set_item(intern!(py, "_final_to_play"), &self.ended)?;
        let episode = PyDict::new(py);
        episode.set_item(intern!(py, "r"), &self.episode_rewards)?;
        episode.set_item(intern!(py, "l"), &self.episode_lengths)?;
        info.set_item(intern!(py, "episode"), episode)?;
        info.set_item(intern!(py, "_episode"), &self.ended)?;
        (&self.observations, &self.reward, &self.terminated, &self.truncated, info).into_pyobject(py)
    }
}

/// Puts a caller's array into a frame, if it is of the same kind.
fn replace<T: Element, D: numpy::ndarray::Dimension>(
    own: &mut Py<numpy::PyArray<T, D>>,
    py: Python<'_>,
    name: &str,
    given: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let wanted = own.bind(py);
    let refuse = |what: String| {
        let (dtype, shape) = (wanted.dtype(), wanted.shape());
        PyValueError::new_err(format!(
            "buf[{name:?}] is {what}; a C-contiguous, writable array of dtype {dtype} and shape {shape:?} is wanted"
        ))
    };
    let Ok(array) = given.cast::<numpy::PyArray<T, D>>() else {
        let kind = match (given.getattr("dtype"), given.getattr("shape")) {
            (Ok(dtype), Ok(shape)) => format!("an array of dtype {dtype} and shape {shape}"),
            _ => format!("a {}", given.get_type().name()?),
        };
        return Err(refuse(kind));
    };
    if array.shape() != wanted.shape() {
        return Err(refuse(format!("an array of shape {:?}", array.shape())));
    }
    if !array.is_c_contiguous() {
        return Err(refuse("not C-contiguous".into()));
    }
    if array.try_readwrite().is_err() {
        return Err(refuse("not writable, or being written to elsewhere".into()));
    }
    *own = array.clone().unbind();
    Ok(())
}

/// Where the arrays of the next step come from.
enum Frames {
    /// New ones each time.
    New,
    /// Two that take turns, so that those of the step before stay as they are.
    Two(Box<[Frame; 2]>, bool),
    /// The same each time; the caller's own.
    Same(Box<Frame>),
}

/// Many matches of one game, stepped side by side; `gabata.VectorEnv` is the environment around it.
#[pyclass(module = "gabata._core", name = "Vector")]
pub struct PyVector {
    vector: Vector,
    opponent: Option<Py<PyAny>>,
    frames: Frames,
}

/// The most threads that may be asked for, as in `gabata.simulate`.
const MOST_THREADS: usize = 1 << 16;

fn choose<T: Copy>(name: &str, given: &str, choices: &[(&str, T)]) -> PyResult<T> {
    let found = choices.iter().find(|(word, _)| *word == given);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let known: Vec<_> = choices.iter().map(|(word, _)| format!("{word:?}")).collect();
        PyValueError::new_err(format!("{name} cannot be {given:?}; it is one of {}", known.join(", ")))
    })
}

fn opponent_argument(given: Option<&Bound<'_, PyAny>>) -> PyResult<(Option<Player>, Option<Py<PyAny>>)> {
    let Some(given) = given else { return Ok((None, None)) };
    if given.is_callable() {
        return Ok((Some(Player::Asked), Some(given.clone().unbind())));
    }
    let Ok(name) = given.extract::<String>() else {
        let what = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!("opponent is a {what}; it is None, a player's name or a callable")));
    };
    Ok((Some(Player::named(&name)?), None))
}

fn learner_argument(seat: &Bound<'_, PyAny>) -> PyResult<Learner> {
    if let Ok(word) = seat.extract::<String>() {
        return choose("seat", &word, &[("alternate", Learner::Alternate), ("random", Learner::Random)]);
    }
    match seat.extract::<i64>() {
        Ok(0) => Ok(Learner::Always(Seat::South)),
        Ok(1) => Ok(Learner::Always(Seat::North)),
        _ => Err(PyValueError::new_err(format!("seat cannot be {seat}; it is \"alternate\", \"random\", 0 or 1"))),
    }
}

/// One action a row, as an array of `int64`.
fn actions_argument<'py>(actions: &Bound<'py, PyAny>, rows: usize) -> PyResult<PyReadonlyArray1<'py, i64>> {
    let py = actions.py();
    let array = match actions.cast::<PyArray1<i64>>() {
        Ok(array) => array.clone(),
        Err(_) => {
            let array = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "asarray"), (actions,))?;
            let kind: String = array.getattr(intern!(py, "dtype"))?.getattr(intern!(py, "kind"))?.extract()?;
            if kind != "i" && kind != "u" {
                let dtype = array.getattr(intern!(py, "dtype"))?;
                return Err(PyTypeError::new_err(format!("actions are of dtype {dtype}; whole numbers are wanted")));
            }
            // A number beyond int64 is as illegal as the largest; wrapped round it could become a legal one.
            let array = if kind == "u" { array.call_method1(intern!(py, "clip"), (0, i32::MAX))? } else { array };
            let array = array.call_method1(intern!(py, "astype"), (intern!(py, "int64"),))?;
            match array.cast_into::<PyArray1<i64>>() {
                Ok(array) => array,
                Err(error) => {
                    let shape: Vec<usize> = error.into_inner().getattr("shape")?.extract()?;
                    return Err(PyValueError::new_err(format!("actions have shape {shape:?}; ({rows},) is wanted")));
                }
            }
        }
    };
    if array.len() != rows {
        return Err(PyValueError::new_err(format!("{} actions were given for {rows} environments", array.len())));
    }
    if !array.is_c_contiguous() {
        return actions_argument(&array.call_method0(intern!(py, "copy"))?, rows);
    }
    Ok(array.try_readonly()?)
}

fn marked_argument(vector: &Vector, marked: Option<Vec<bool>>) -> PyResult<Vec<bool>> {
    let marked = marked.unwrap_or_else(|| vec![true; vector.len()]);
    if marked.len() == vector.len() {
        return Ok(marked);
    }
    Err(PyValueError::new_err(format!("the mask has {} entries for {} environments", marked.len(), vector.len())))
}

/// The exception where a step is under way: in another thread, or in the very opponent that the step has asked.
fn is_stepped() -> PyErr {
    PyRuntimeError::new_err("this environment is being stepped elsewhere: in another thread, or by its own opponent")
}

fn looked_at<'py>(own: &Bound<'py, PyVector>) -> PyResult<PyRef<'py, PyVector>> {
    own.try_borrow().map_err(|_| is_stepped())
}

fn changed<'py>(own: &Bound<'py, PyVector>) -> PyResult<PyRefMut<'py, PyVector>> {
    own.try_borrow_mut().map_err(|_| is_stepped())
}

#[pymethods]
impl PyVector {
    #[new]
    #[pyo3(signature = (game, num_envs, *, opponent, seat, obs, autoreset, illegal, max_turns, num_threads, copy, buf, max_bytes))]
    #[expect(clippy::too_many_arguments, reason = "one for each argument of VectorEnv")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        num_envs: usize,
        opponent: Option<&Bound<'_, PyAny>>,
        seat: &Bound<'_, PyAny>,
        obs: &str,
        autoreset: &str,
        illegal: &str,
        max_turns: u32,
        num_threads: usize,
        copy: bool,
        buf: Option<&Bound<'_, PyDict>>,
        max_bytes: Option<u64>,
    ) -> PyResult<PyVector> {
        for (name, number) in [("num_envs", num_envs), ("num_threads", num_threads), ("max_turns", max_turns as usize)]
        {
            if number == 0 {
                return Err(PyValueError::new_err(format!("{name} is 0; it is a positive number")));
            }
        }
        if num_threads > MOST_THREADS {
            return Err(PyValueError::new_err(format!("num_threads is {num_threads}; it is from 1 to {MOST_THREADS}")));
        }
        let (kind, opponent) = opponent_argument(opponent)?;
        let config = Config {
            view: choose("obs", obs, &[("relative", View::Relative), ("absolute", View::Absolute)])?,
            illegal: choose(
                "illegal",
                illegal,
                &[
                    ("lose", Illegal::Lose),
                    ("raise", Illegal::Raise),
                    ("noop", Illegal::Noop),
                    ("random", Illegal::Random),
                ],
            )?,
            autoreset: choose(
                "autoreset_mode",
                autoreset,
                &[
                    ("SameStep", Autoreset::SameStep),
                    ("NextStep", Autoreset::NextStep),
                    ("Disabled", Autoreset::Disabled),
                ],
            )?,
            opponent: kind,
            learner: learner_argument(seat)?,
            max_turns,
            threads: num_threads,
        };
        let vector = Vector::new(&game_argument(game)?, num_envs, config, max_bytes.unwrap_or(u64::MAX))?;
        let frames = match buf {
            Some(buffers) => Frames::Same(Box::new(Frame::new(py, &vector)?.with_buffers(py, buffers)?)),
            None if copy => Frames::New,
            None => Frames::Two(Box::new([Frame::new(py, &vector)?, Frame::new(py, &vector)?]), false),
        };
        Ok(PyVector { vector, opponent, frames })
    }

    /// The number of bytes of one observation.
    #[getter]
    fn observation_size(&self) -> usize {
        self.vector.observation_size()
    }

    /// Begins a new episode in the rows that `marked` marks (by default in all), under one new seed, or one each, or
    /// the old ones: (observations, info).
    #[pyo3(signature = (seed=None, marked=None))]
    fn reset<'py>(
        own: &Bound<'py, Self>,
        py: Python<'py>,
        seed: Option<&Bound<'py, PyAny>>,
        marked: Option<Vec<bool>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let mut own = changed(own)?;
        let marked = marked_argument(&own.vector, marked)?;
        let each: Vec<u64>;
        let seeds = match seed {
            None => Seeds::Same,
            Some(seed) => match seed.extract() {
                Ok(one) => Seeds::One(one),
                Err(_) => {
                    each = seed.extract().map_err(|_| {
                        let what = "a whole number from 0 to 2^64 - 1, or one for each environment";
                        PyValueError::new_err(format!("seed is {seed}; it is {what}"))
                    })?;
                    if each.len() != own.vector.len() {
                        let (given, rows) = (each.len(), own.vector.len());
                        return Err(PyValueError::new_err(format!("{given} seeds were given for {rows} environments")));
                    }
                    Seeds::Each(&each)
                }
            },
        };
        own.with_frame(
            py,
            |vector, results| {
                vector.reset(seeds, &marked, results);
                Ok(())
            },
            Frame::first,
        )
    }

    /// One action a row: (observations, reward, terminated, truncated, info).
    fn step<'py>(
        own: &Bound<'py, Self>,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let mut own = changed(own)?;
        let actions = actions_argument(actions, own.vector.len())?;
        let actions = actions.as_slice()?;
        own.with_frame(py, |vector, results| vector.step(actions, results), Frame::stepped)
    }

    /// The positions of all rows.
    #[getter]
    fn states(own: &Bound<'_, Self>) -> PyResult<Vec<PyPosition>> {
        let own = looked_at(own)?;
        Ok((0..own.vector.len()).map(|at| PyPosition(own.vector.position(at))).collect())
    }

    /// The position of one row.
    fn state(&self, row: usize) -> PyResult<PyPosition> {
        if row >= self.vector.len() {
            let rows = self.vector.len();
            return Err(PyValueError::new_err(format!("there is no environment {row}; there are {rows}, from 0")));
        }
        Ok(PyPosition(self.vector.position(row)))
    }

    /// Puts positions into the rows that `marked` marks (by default into all): (observations, info).
    #[pyo3(signature = (states, marked=None))]
    fn set_states<'py>(
        own: &Bound<'py, Self>,
        py: Python<'py>,
        states: Vec<PyRef<'py, PyPosition>>,
        marked: Option<Vec<bool>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let mut own = changed(own)?;
        let marked = marked_argument(&own.vector, marked)?;
        let rows = marked.iter().filter(|&&is_marked| is_marked).count();
        if states.len() != rows {
            return Err(PyValueError::new_err(format!(
                "{} positions were given for {rows} environments",
                states.len()
            )));
        }
        let positions: Vec<_> = states.iter().map(|state| state.0.clone()).collect();
        own.with_frame(py, |vector, results| vector.set_positions(&marked, &positions, results), Frame::first)
    }

    /// What is stored of the rows beside their positions, as JSON.
    fn tallies(&self) -> String {
        serde_json::to_string(&self.vector.tallies()).expect("numbers and words have their JSON")
    }

    /// Goes on from where `states` and `tallies` of another `Vector` stood.
    fn restore(&mut self, states: Vec<PyRef<'_, PyPosition>>, tallies: &str) -> PyResult<()> {
        let tallies: Vec<Tally> = serde_json::from_str(tallies)
            .map_err(|error| PyValueError::new_err(format!("these are no stored environments: {error}")))?;
        if states.len() != self.vector.len() || tallies.len() != self.vector.len() {
            return Err(PyValueError::new_err("another number of environments was stored"));
        }
        let positions: Vec<_> = states.iter().map(|state| state.0.clone()).collect();
        self.vector.restore(&positions, &tallies);
        Ok(())
    }

    /// Another one that stands where this one stands, with arrays of its own.
    fn clone(own: &Bound<'_, Self>) -> PyResult<PyVector> {
        let (py, own) = (own.py(), looked_at(own)?);
        let frames = match &own.frames {
            Frames::New | Frames::Same(_) => Frames::New,
            Frames::Two(..) => {
                Frames::Two(Box::new([Frame::new(py, &own.vector)?, Frame::new(py, &own.vector)?]), false)
            }
        };
        let opponent = own.opponent.as_ref().map(|opponent| opponent.clone_ref(py));
        Ok(PyVector { vector: own.vector.clone(), opponent, frames })
    }
}

impl PyVector {
    /// Does some work into the next frame, lets the opponent play, and returns what `show` makes of the frame.
    fn with_frame<'py>(
        &mut self,
        py: Python<'py>,
        work: impl FnOnce(&mut Vector, Results<'_>) -> Result<(), Error> + Send,
        show: fn(&Frame, Python<'py>) -> PyResult<Bound<'py, PyTuple>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let new;
        let frame = match &mut self.frames {
            Frames::New => {
                new = Frame::new(py, &self.vector)?;
                &new
            }
            Frames::Two(frames, second) => {
                *second = !*second;
                &frames[usize::from(*second)]
            }
            Frames::Same(frame) => frame,
        };
        let vector = &mut self.vector;
        frame.fill(py, |results| work(vector, results))?;
        race_on(py, vector, frame)?;
        if let Some(opponent) = &self.opponent {
            let_play(py, vector, opponent.bind(py), frame)?;
        }
        show(frame, py)
    }
}

/// Asks the opponent for all rows that wait for it, until none does.
fn let_play(py: Python<'_>, vector: &mut Vector, opponent: &Bound<'_, PyAny>, frame: &Frame) -> PyResult<()> {
    let mut actions = vec![-1; vector.len()];
    loop {
        let waiting = vector.waiting();
        if waiting.is_empty() {
            return Ok(());
        }
        let observations = PyArray2::<u8>::zeros(py, [waiting.len(), vector.observation_size()], false);
        let masks = PyArray2::<i8>::zeros(py, [waiting.len(), vector.actions()], false);
        let to_play = PyArray1::<i8>::zeros(py, waiting.len(), false);
        {
            let (mut seen, mut legal, mut seats) = (observations.readwrite(), masks.readwrite(), to_play.readwrite());
            let seen = seen.as_slice_mut()?.chunks_exact_mut(vector.observation_size());
            let legal = legal.as_slice_mut()?.chunks_exact_mut(vector.actions());
            for (((&at, seat), seen), legal) in waiting.iter().zip(seats.as_slice_mut()?).zip(seen).zip(legal) {
                *seat = vector.show_waiting(at, seen, legal) as i8;
            }
        }
        let answer = opponent.call1((observations, masks, to_play))?;
        let answer = actions_argument(&answer, waiting.len())?;
        for (&at, &action) in waiting.iter().zip(answer.as_slice()?) {
            actions[at] = action;
        }
        frame.fill(py, |results| vector.answer(&actions, results))?;
        race_on(py, vector, frame)?;
    }
}

/// Plays long races on until there is none, and looks for Ctrl-C now and then.
fn race_on(py: Python<'_>, vector: &mut Vector, frame: &Frame) -> PyResult<()> {
    while vector.is_racing() {
        py.check_signals()?;
        frame.fill(py, |results| {
            vector.race_on(results);
            Ok(())
        })?;
    }
    Ok(())
}
