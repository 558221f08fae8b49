//! `gabata.Game` and `gabata.games`.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyTuple};

use super::error::whole;
use super::pickle::{Reduced, Saved};
use super::position::PyPosition;
use super::setup::Parts;
use super::types;
use crate::board::{Layout, Seat};
use crate::games::FAMILIES;
use crate::options::Value;
use crate::play::{Game, Position};

/// The ids of all games, in alphabetical order.
///
/// >>> import gabata
/// >>> "andada" in gabata.games()
/// True
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    FAMILIES.iter().map(|family| family.id).collect()
}

/// A game with its options: frozen, hashable, equal to another of the same id and options.
///
/// `Game(id, **options)`; options that are not given have their defaults. An unknown game, option or value is a
/// `ValueError` that names the allowed ones.
///
/// >>> import gabata
/// >>> game = gabata.Game("andada", holes=15)
/// >>> game.shape, game.num_moves, game.has_chance
/// ((2, 15), 17, False)
#[pyclass(frozen, eq, hash, weakref, module = "gabata", name = "Game")]
#[derive(Clone, PartialEq)]
pub struct PyGame(pub Game);

impl Hash for PyGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Value {
    fn from_python(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
        if value.is_none() {
            Ok(Value::None)
        } else if value.is_instance_of::<PyBool>() {
            Err(PyTypeError::new_err(format!("option {name} is {value}; options are words, numbers or None")))
        } else if let Ok(word) = value.extract::<String>() {
            Ok(Value::Word(word))
        } else if let Ok(number) = value.extract::<i64>() {
            Ok(Value::Whole(number))
        } else if let Ok(number) = value.extract::<f64>() {
            Ok(Value::Real(number))
        } else {
            let kind = value.get_type().name()?;
            Err(PyTypeError::new_err(format!("option {name} is a {kind}; options are words, numbers or None")))
        }
    }
}

impl<'py> IntoPyObject<'py> for &Value {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Value::None => Ok(py.None().into_bound(py)),
            Value::Whole(number) => Ok(number.into_pyobject(py)?.into_any()),
            Value::Real(number) => Ok(number.into_pyobject(py)?.into_any()),
            Value::Word(word) => Ok(word.into_pyobject(py)?.into_any()),
        }
    }
}

/// A game, or the id of one, wherever a game is taken.
pub fn game_argument(value: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(game) = value.cast::<PyGame>() {
        return Ok(game.get().0.clone());
    }
    match value.extract::<String>() {
        Ok(id) => Ok(Game::new(&id, &[])?),
        Err(_) => Err(PyTypeError::new_err(format!("a game or the id of one is wanted, not {}", value.repr()?))),
    }
}

/// A position, or the first one of a game or of the game of an id, wherever something starts.
pub fn start_argument(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Position> {
    if let Ok(position) = value.cast::<PyPosition>() {
        return Ok(position.get().0.clone());
    }
    let game = game_argument(value).map_err(|error| {
        if error.is_instance_of::<PyTypeError>(value.py()) {
            let given = value.get_type();
            return PyTypeError::new_err(format!("{what} starts at a Position, a Game or the id of one, not {given}"));
        }
        error
    })?;
    Ok(game.start())
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (id, /, **options))]
    fn new(id: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<PyGame> {
        let mut given = Vec::new();
        for (name, value) in options.into_iter().flatten() {
            let name: String = name.extract()?;
            let value = Value::from_python(&name, &value)?;
            given.push((name, value));
        }
        Ok(PyGame(Game::new(id, &given)?))
    }

    /// The id, as in `gabata.games()`.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.family.id
    }

    /// The name of the game in a sentence.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.family.title
    }

    /// Who played it and who recorded it, and where.
    #[getter]
    fn source(&self) -> &'static str {
        self.0.family.source
    }

    /// Every option and reading with its value, defaults included: a new dict.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for (name, value) in self.0.options.iter() {
            options.set_item(name, value)?;
        }
        Ok(options)
    }

    /// What every option may be, in words: a new dict, name -> text.
    ///
    /// >>> import gabata
    /// >>> gabata.Game("andada").allowed["holes"]
    /// 'one of 12, 15, 18, 21, 24'
    #[getter]
    fn allowed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let allowed = PyDict::new(py);
        for spec in self.0.family.options {
            allowed.set_item(spec.name, spec.allowed.to_string())?;
        }
        Ok(allowed)
    }

    /// The readings of the source: a new dict, name -> `Reading(options, default, why)`.
    #[getter]
    fn readings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let readings = PyDict::new(py);
        for spec in self.0.family.options.iter().filter(|spec| spec.reading) {
            let values = spec.allowed.values();
            let values = PyTuple::new(py, &values)?;
            let reading = types::reading(py)?.call1((values, &spec.allowed.default(), spec.why))?;
            readings.set_item(spec.name, reading)?;
        }
        Ok(readings)
    }

    /// The clauses of the rules in short, a line each: number and text.
    fn rules(&self) -> String {
        let lines = self.0.family.clauses.iter().map(|(number, text)| format!("{number:<4}{text}"));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// (rows, columns) of the board.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        let layout = &self.0.rules.sowing().layout;
        (layout.rows, layout.columns)
    }

    /// One more than the largest move number.
    #[getter]
    fn num_moves(&self) -> usize {
        self.0.rules.num_moves()
    }

    /// The holes in the order in which a player's counters pass them, from that player's position 0: `np.int32`, shape
    /// (holes, 2), each a (row, column). Stores, where a game has them, are left out.
    ///
    /// >>> import gabata
    /// >>> gabata.Game("abalalae").track(1)[0]
    /// array([0, 5], dtype=int32)
    fn track<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let (seat, layout) = (seat_argument(seat)?, &self.0.rules.sowing().layout);
        Ok(places(py, (0..layout.holes).map(|k| place(layout, layout.cell(seat, k)))))
    }

    /// The holes that `counters` counters fall into, one after another, when a player lifts them from the hole at
    /// (row, column): `np.int32`, shape (counters, 2), each a (row, column); the player's own store, where the game has
    /// one, is (-1, -1). What happens at a landing, and Andada's clause A11, are not looked at.
    ///
    /// >>> import gabata
    /// >>> gabata.Game("kalah", holes=4).lap(0, 1, 2, 3).tolist()
    /// [[1, 3], [-1, -1], [0, 3]]
    fn lap<'py>(
        &self,
        py: Python<'py>,
        seat: usize,
        row: usize,
        column: usize,
        counters: u8,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let sowing = self.0.rules.sowing();
        let layout = &sowing.layout;
        let seat = seat_argument(seat)?;
        let Some(origin) = layout.cell_at(row, column) else {
            return Err(PyValueError::new_err(format!(
                "there is no hole ({row}, {column}); the board has {} rows and {} columns",
                layout.rows, layout.columns
            )));
        };
        let passed = sowing.laps.passed(seat, origin, counters);
        Ok(places(py, passed.map(|cell| place(layout, cell))))
    }

    /// Whether some of its moves are made by chance.
    #[getter]
    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    /// What each index of an observation is, as `Position.observation` and the environments give it: a list of names.
    ///
    /// `counters[k]` lie in the hole at position k of the viewer's own track; `my_turn` is 1 if the viewer decides.
    /// What follows is what else decides the future under the game's options: the planes `owned`, `my_wegues`,
    /// `their_wegues` and `fresh` (1 or 0 a hole, along the viewer's track), then single numbers, the viewer's first.
    /// `phase`: 0 a turn, 1 an opening, 2 a choice, 3 a race; `my_odds`: of dropping next in a race, in 255ths;
    /// `round` ends at 255. Oware's past, which can end a match (O8), is in no observation.
    ///
    /// >>> import gabata
    /// >>> gabata.Game("kalah", holes=2).observation_labels
    /// ['counters[0]', 'counters[1]', 'counters[2]', 'counters[3]', 'my_turn', 'my_held', 'their_held']
    #[getter]
    fn observation_labels(&self) -> Vec<String> {
        self.0.observer.labels()
    }

    /// The first position.
    fn start(&self) -> PyPosition {
        PyPosition(self.0.start())
    }

    /// A position set up by hand: from its text (`Position.text`), or from arrays such as those that a position gives.
    ///
    /// `board`: whole numbers of shape (rows, columns), seen from south. The rest by keyword: `to_move`: 0, 1, or -1 in a
    /// race, or `"south"`, `"north"`, `"chance"` (default 0). `held`: counters off the board, south's and north's (default none). `phase`: "turns", or Andada's
    /// "opening" or "choice" (default "turns"; "race" where `to_move` is -1). `owners`: 0 or 1 for each hole (default as at the
    /// start); `wegues`: 0, 1 or -1 (default none); `fresh`: truth values (default none: every hole was lifted before).
    /// `out`, `hands`, `racers`: a pair each (default 0). `began`: who began the round, as in `to_move`, which is the default. `round`: default 1.
    /// `latched`: default False.
    ///
    /// All counters must be somewhere in Abalala'e and the Gabata of Adwa, which count them at a round's end. In Andada, where
    /// captured counters have no worth, some may be missing. Kalah and Oware take any number up to 255.
    ///
    /// Raises `PositionError` (a `ValueError`), which says where the text or the array is wrong, or which clause of the
    /// rules speaks against it.
    ///
    /// >>> import gabata
    /// >>> game = gabata.Game("oware")
    /// >>> pos = game.position(board=[[0, 0, 0, 0, 2, 1], [0, 0, 0, 0, 0, 3]], held=(20, 22))
    /// >>> pos.text
    /// '0,0,0,0,2,1/0,0,0,0,0,3 south 20,22'
    /// >>> game.position(pos.text) == pos
    /// True
    #[pyo3(signature = (text=None, /, *, board=None, to_move=None, held=None, phase=None, owners=None, wegues=None, fresh=None,
        out=None, hands=None, racers=None, began=None, round=None, latched=None))]
    #[expect(clippy::too_many_arguments, reason = "one for each argument of the Python function")]
    fn position(
        &self,
        text: Option<&Bound<'_, PyAny>>,
        board: Option<&Bound<'_, PyAny>>,
        to_move: Option<&Bound<'_, PyAny>>,
        held: Option<&Bound<'_, PyAny>>,
        phase: Option<&str>,
        owners: Option<&Bound<'_, PyAny>>,
        wegues: Option<&Bound<'_, PyAny>>,
        fresh: Option<&Bound<'_, PyAny>>,
        out: Option<&Bound<'_, PyAny>>,
        hands: Option<&Bound<'_, PyAny>>,
        racers: Option<&Bound<'_, PyAny>>,
        began: Option<&Bound<'_, PyAny>>,
        round: Option<&Bound<'_, PyAny>>,
        latched: Option<bool>,
    ) -> PyResult<PyPosition> {
        let rest = [to_move, held, owners, wegues, fresh, out, hands, racers, began, round];
        let alone = rest.iter().all(Option::is_none) && phase.is_none() && latched.is_none();
        let position = match (text, board) {
            (Some(text), None) if alone => match text.extract::<String>() {
                Ok(text) => self.0.parse(&text)?,
                Err(_) => {
                    let kind = text.get_type().name()?;
                    return Err(PyTypeError::new_err(format!(
                        "the text of a position is wanted, not a {kind}; an array of counters is given as board=..."
                    )));
                }
            },
            (None, Some(board)) => {
                let latched = latched.unwrap_or_default();
                let parts = Parts {
                    board,
                    to_move,
                    held,
                    owners,
                    wegues,
                    fresh,
                    out,
                    hands,
                    racers,
                    began,
                    round,
                    phase,
                    latched,
                };
                parts.build(&self.0)?
            }
            _ => {
                return Err(PyValueError::new_err(
                    "a position is given by its text alone, or by board=... and what goes with it",
                ));
            }
        };
        Ok(PyPosition(position))
    }

    /// The move that lifts the hole at (row, column), for whoever is to move in a position of this game, whether or not it
    /// is legal there; the other way round than `Position.hole`.
    ///
    /// Raises `ValueError` for a place off the board and for a hole that is not the mover's own.
    ///
    /// >>> import gabata
    /// >>> game = gabata.Game("andada")
    /// >>> game.move_at(game.start(), 1, 4)
    /// 4
    fn move_at(&self, position: &PyPosition, row: &Bound<'_, PyAny>, column: &Bound<'_, PyAny>) -> PyResult<u32> {
        if position.0.game != self.0 {
            return Err(PyValueError::new_err(format!("a position of {}, not of {}", position.0.game, self.0)));
        }
        let (rows, columns) = self.shape();
        let place = |name, value: &Bound<'_, PyAny>, size| {
            value.extract::<i64>().or_else(|_| whole(name, value, 0, size as i64 - 1, PyValueError::new_err))
        };
        Ok(position.0.move_at(place("row", row, rows)?, place("column", column, columns)?)?.into())
    }

    fn __copy__(&self) -> PyGame {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Saved::Game((&self.0).into()).reduce(py)
    }

    pub fn __repr__(&self) -> String {
        let options = self.0.changed_options().map(|(name, value)| format!(", {name}={value}"));
        format!("gabata.Game({:?}{})", self.0.family.id, options.collect::<String>())
    }
}

/// A player's number.
fn seat_argument(seat: usize) -> PyResult<Seat> {
    let known = Seat::BOTH.get(seat).copied();
    known.ok_or_else(|| PyValueError::new_err(format!("there is no seat {seat}; 0 is south and 1 is north")))
}

/// A hole's (row, column); (-1, -1) for a store.
fn place(layout: &Layout, cell: usize) -> [i32; 2] {
    if cell >= layout.holes {
        return [-1, -1];
    }
    let (row, column) = layout.place(cell);
    [row as i32, column as i32]
}

/// An array of (row, column), one a row.
fn places(py: Python<'_>, places: impl Iterator<Item = [i32; 2]>) -> Bound<'_, PyArray2<i32>> {
    Array2::from(places.collect::<Vec<_>>()).into_pyarray(py)
}

/// Python's hash of anything that Rust can hash.
pub fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
