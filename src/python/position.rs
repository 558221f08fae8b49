//! `gabata.Position` and `gabata.perft`.

use std::sync::atomic::Ordering;

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::error::{GivenMove, raised_in, seed_argument, whole};
use super::game::{PyGame, hash_of, start_argument};
use super::pickle::{Reduced, Saved};
use super::turn::PyTurn;
use super::types;
use super::watched::{Cancel, Watchers, interruptible, watched};
use crate::board::Seat;
use crate::bulk::Control;
use crate::observe::View;
use crate::play::Position;
use crate::state::{Decider, Phase, Reason};
use crate::text::phase_word;

/// A position of a match: immutable and hashable.
///
/// Two positions are equal when everything that can decide the future of their game is: boards, who decides, counters
/// held, marks, round and so on; the number of turns and the finished rounds do not count. Equal positions go on in the
/// same way. The reverse is not promised: positions of Andada that differ in `held` alone are not equal, and yet go on alike.
///
/// >>> import gabata
/// >>> pos = gabata.Game("kalah").start()
/// >>> pos.legal_moves
/// [0, 1, 2, 3, 4, 5]
/// >>> pos.play(2).held
/// array([1, 0], dtype=int32)
#[pyclass(frozen, eq, weakref, module = "gabata", name = "Position")]
#[derive(Clone, PartialEq)]
pub struct PyPosition(pub Position);

impl PyPosition {
    /// One value a hole, as an array of the board's shape.
    fn array<'py, T: numpy::Element>(&self, py: Python<'py>, value: impl FnMut(usize) -> T) -> Bound<'py, PyArray2<T>> {
        let layout = &self.0.game.rules.sowing().layout;
        let values = Array2::from_shape_vec((layout.rows, layout.columns), layout.array(value));
        values.expect("one value a hole").into_pyarray(py)
    }

    /// Whose of two sets each hole is in: 0, 1 or -1.
    fn whose<'py>(&self, py: Python<'py>, sets: [u64; 2]) -> Bound<'py, PyArray2<i8>> {
        self.array(py, |cell| sets.iter().position(|set| set >> cell & 1 != 0).map_or(-1, |seat| seat as i8))
    }
}

fn pair(py: Python<'_>, counters: [u8; 2]) -> Bound<'_, PyArray1<i32>> {
    counters.map(i32::from).to_vec().into_pyarray(py)
}

#[pymethods]
impl PyPosition {
    /// The game that is played.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(self.0.game.clone())
    }

    /// Counters in every hole: `np.uint8`, shape (rows, columns), seen from south (row 0 is north's own); a copy.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        self.array(py, |cell| self.0.state.cells[cell])
    }

    /// Who decides: 0, 1, `gabata.CHANCE` (-1), or None when the match is over.
    #[getter]
    fn to_move(&self) -> Option<i8> {
        match self.0.state.decider() {
            Decider::Player(seat) => Some(seat as i8),
            Decider::Chance => Some(-1),
            Decider::Nobody => None,
        }
    }

    /// The legal moves, ascending; empty when the match is over.
    #[getter]
    fn legal_moves(&self) -> Vec<u32> {
        self.0.legal().iter().map(u32::from).collect()
    }

    /// One `np.int8` a move, shape (num_moves,): 1 where it is legal; all 0 when the match is over.
    #[getter]
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let legal = self.0.legal();
        let mask = (0..self.0.game.rules.num_moves()).map(|mv| i8::from(legal.contains(mv as u8)));
        mask.collect::<Vec<_>>().into_pyarray(py)
    }

    /// At a chance node the moves with their probabilities, `[(move, probability), ...]`, else empty.
    #[getter]
    fn chance(&self) -> Vec<(u8, f64)> {
        self.0.chance().into_iter().collect()
    }

    /// The position after a move.
    ///
    /// Raises `IllegalMoveError`, which names the legal moves.
    fn play(&self, py: Python<'_>, r#move: GivenMove) -> PyResult<PyPosition> {
        self.0.play(r#move.0).map(PyPosition).map_err(|error| raised_in(py, error, self))
    }

    /// The story of a move, lap by lap: a `Turn`.
    ///
    /// Raises `IllegalMoveError`, as `play` does.
    fn explain(&self, py: Python<'_>, r#move: GivenMove) -> PyResult<PyTurn> {
        let turn = py.detach(|| self.0.explain(r#move.0));
        turn.map(PyTurn).map_err(|error| raised_in(py, error, self))
    }

    /// The (row, column) of the hole that a move lifts, or None for moves that choose no hole: Andada's choice, a race's
    /// drops. The move need not be legal: an empty hole has its number too.
    ///
    /// Raises `ValueError` for a number that names no hole of the player to move.
    ///
    /// >>> import gabata
    /// >>> gabata.Game("andada").start().hole(4)
    /// (1, 4)
    fn hole(&self, r#move: GivenMove) -> PyResult<Option<(usize, usize)>> {
        Ok(self.0.hole(r#move.0)?)
    }

    /// The position as the opponent sees it: the board turned by half a turn and the seats swapped. The moves have the same
    /// numbers; at a chance node moves 0 and 1 and their odds are swapped, so that at odds other than 0.5 the position is
    /// one of another game, with `race_odds` one less those of this.
    ///
    /// >>> import gabata
    /// >>> pos = gabata.Game("kalah").start().play(0)
    /// >>> pos.turned().to_move, pos.turned().turned() == pos
    /// (0, True)
    fn turned(&self) -> PyPosition {
        PyPosition(self.0.turned())
    }

    /// Plays chance moves, drawn from `seed`, until a player decides or the match is over.
    ///
    /// A race ends with certainty, but at odds near 0 or 1 nobody can say when: the GIL is released, and Ctrl-C stops it.
    /// At odds of 0 or 1 the race of a racer who would go round for ever is an endless draw, found by the game itself.
    ///
    /// >>> import gabata
    /// >>> gabata.Game("abalalae").start().settle(1).to_move in (0, 1)
    /// True
    fn settle(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let seed = seed_argument(seed)?;
        interruptible(py, |go_on| self.0.settle(seed, go_on)).map(PyPosition)
    }

    /// Counters that south and north have off the board: captured, removed, in reserve. `np.int32`, shape (2,).
    #[getter]
    fn held<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        pair(py, self.0.state.off_board(&self.0.game.rules.sowing().layout))
    }

    /// Whose each hole is: `np.int8`, shape (rows, columns), 0 or 1.
    #[getter]
    fn owners<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        let layout = &self.0.game.rules.sowing().layout;
        self.whose(py, Seat::BOTH.map(|seat| self.0.state.owned(layout, seat)))
    }

    /// Whose wegue each hole is (Gabata of Adwa): `np.int8`, shape (rows, columns), 0, 1 or -1 for nobody's.
    #[getter]
    fn wegues<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        self.whose(py, self.0.state.marks)
    }

    /// Holes whose first counters still protect them from capture (Gabata of Adwa, G8): `bool`, shape (rows, columns).
    #[getter]
    fn fresh<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        self.array(py, |cell| self.0.state.fresh >> cell & 1 != 0)
    }

    /// Counters in the racers' hands (Abalala'e): `np.int32`, shape (2,); 0 outside a race.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        pair(py, self.0.state.hands)
    }

    /// The track position of each racer's last drop or lift (Abalala'e): `np.int32`, shape (2,); -1 outside a race. After
    /// an endless race it is that before the last move, as everything is.
    #[getter]
    fn racers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let racing = self.0.state.phase == Phase::Race;
        let places = self.0.state.racers.map(|place| if racing { i32::from(place) } else { -1 });
        places.to_vec().into_pyarray(py)
    }

    /// Counters kept back for good (Abalala'e, `winnings="out"`): `np.int32`, shape (2,). They are part of `held`.
    #[getter]
    fn out<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        pair(py, self.0.state.out)
    }

    /// Whether A11 holds for the rest of the match (Andada, `singles="latched"`).
    #[getter]
    fn latched(&self) -> bool {
        self.0.state.latched
    }

    /// Who began this round: 0, 1, or None while an opening, a choice or a race has yet to say.
    #[getter]
    fn began(&self) -> Option<u8> {
        (self.0.state.phase == Phase::Turns).then_some(self.0.state.began as u8)
    }

    /// The number of the round, from 1.
    #[getter]
    fn round(&self) -> u32 {
        self.0.state.round
    }

    /// What south and north held at the end of each counted round: `np.int32`, shape (rounds, 2).
    #[getter]
    fn rounds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        let flat = self.0.rounds.iter().flatten().map(|&held| i32::from(held)).collect();
        Array2::from_shape_vec((self.0.rounds.len(), 2), flat).expect("pairs").into_pyarray(py)
    }

    /// Turns so far: lifts that players chose. Openings, choices and race drops are moves, but no turns.
    #[getter]
    fn turns(&self) -> u64 {
        self.0.turns
    }

    /// Whether the match is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.state.outcome.is_some()
    }

    /// Who won: 0, 1, or None for a draw or while the match goes on.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.state.outcome.and_then(|end| end.winner).map(|seat| seat as u8)
    }

    /// Whether an endless relay ended the match.
    #[getter]
    fn endless(&self) -> bool {
        self.0.state.outcome.is_some_and(|end| end.reason == Reason::Endless)
    }

    /// (south, north): 1.0 for the winner, -1.0 for the loser, 0.0 for a draw and while the match goes on.
    #[getter]
    fn returns(&self) -> (f64, f64) {
        match self.0.state.outcome.and_then(|end| end.winner) {
            Some(Seat::South) => (1.0, -1.0),
            Some(Seat::North) => (-1.0, 1.0),
            None => (0.0, 0.0),
        }
    }

    /// How the match ended, `Outcome(reason, winner, detail)`, or None while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(end) = self.0.state.outcome else {
            return Ok(None);
        };
        let reason = types::reason(py)?.call1((end.reason as u8,))?;
        types::outcome(py)?.call1((reason, self.winner(), self.0.detail())).map(Some)
    }

    /// What a player sees of the position: `np.uint8`, shape (len(game.observation_labels),), which says what each index
    /// is. `seat` is the viewer, 0 or 1; by default whoever is to move (south at a chance node).
    ///
    /// >>> import gabata
    /// >>> gabata.Game("kalah", holes=2, counters=3).start().play(1).observation(seat=0)
    /// array([3, 0, 4, 4, 0, 1, 0], dtype=uint8)
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = match seat {
            None => View::Relative.seat(&self.0.state),
            Some(0) => Seat::South,
            Some(1) => Seat::North,
            Some(seat) => return Err(PyValueError::new_err(format!("seat is {seat}; it is 0, 1 or None"))),
        };
        let observer = &self.0.game.observer;
        let mut seen = vec![0; observer.size()];
        observer.observe(&self.0.state, seat, &mut seen);
        Ok(seen.into_pyarray(py))
    }

    /// The position in one line of text, which `game.position(text)` reads; the same in every version.
    ///
    /// Three fields are always there: the board, rows from the top edge as seen from south; who decides, `south`, `north`,
    /// `chance` or `nobody`; and what south and north hold. Whatever else there is follows as `name=value`, in this order
    /// and only where it is not at its default: `phase` (`opening`, `choice`, `race`); `end` (`won:south`, `draw`, `endless`,
    /// `rounds:north`, ...) and `turn`, of a match that is over; `owners`, `wegues` and `fresh`, a letter a hole; `out`,
    /// `hands` and `racers`, a pair each; `began` (default: who decides), `round`, `latched`; and Oware's `quiet` and `seen`.
    /// Finished rounds and the number of turns are no part of it.
    ///
    /// >>> import gabata
    /// >>> gabata.Game("kalah").start().text
    /// '4,4,4,4,4,4/4,4,4,4,4,4 south 0,0'
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// What kind of decision comes next: "turns", "opening" or "choice" (Andada), "race" (Abalala'e).
    #[getter]
    fn phase(&self) -> &'static str {
        phase_word(self.0.state.phase)
    }

    /// A number of 64 bits, from 0: equal positions have equal keys, on every machine and in every version. It is FNV-1a over the game, its options that are not default, and `text`.
    ///
    /// >>> import gabata
    /// >>> gabata.Game("kalah").start().key
    /// 18197358338418916296
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// The positions after each legal move, `{move: position}`.
    fn children(&self) -> std::collections::BTreeMap<u8, PyPosition> {
        self.0.children().map(|(mv, next)| (mv, PyPosition(next))).collect()
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0)
    }

    fn __copy__(&self) -> PyPosition {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Saved::Position((&self.0).into()).reduce(py)
    }

    pub fn __repr__(&self) -> String {
        format!("{}.position({:?})", PyGame(self.0.game.clone()).__repr__(), self.0.text())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    /// The board as a picture, for notebooks: `gabata.svg.board`.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("gabata.svg")?.call_method1("board", (slf,))
    }
}

/// What `gabata.perft` calls: `progress` is told of each of the position's own moves that has been counted.
#[pyfunction]
#[pyo3(signature = (position, depth, progress=None, cancel=None))]
pub fn perft(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    depth: &Bound<'_, PyAny>,
    progress: Option<&Bound<'_, PyAny>>,
    cancel: Option<&Cancel>,
) -> PyResult<u64> {
    let position = start_argument(position, "perft")?;
    let depth = whole("depth", depth, 0, u32::MAX, PyValueError::new_err)?;
    let control = Control::default();
    let total = position.legal().len() as u64;
    watched(py, &Watchers { progress, cancel }, &control, total, || {
        if depth == 0 {
            return Ok(1);
        }
        position.children().try_fold(0, |count, (_, next)| {
            let more = crate::play::perft(&next, depth - 1, &mut || control.go_on())?;
            control.done.fetch_add(1, Ordering::Relaxed);
            Ok(count + more)
        })
    })
}
