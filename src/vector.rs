//! Many matches stepped side by side, for learning: one row a match, one action a row and step.
//!
//! Row `i` is a function of (seed, i, episode, its own actions) alone: chance, a random opponent and random seats draw
//! from the row's own stream. Threads only decide who steps which rows.

use std::sync::Arc;

use crate::board::Seat;
use crate::observe::{Observer, View};
use crate::play::{Game, Position, legal, play_unchecked};
use crate::players::Player;
use crate::rules::{Error, Moves, Past, Rules};
use crate::sow::Unwatched;
use crate::state::{Phase, State};
use crate::stream::{DROPS_BETWEEN_LOOKS, Stream, race_threshold};

/// What becomes of a move that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Whoever tried it has lost the match.
    Lose,
    /// [`Error::IllegalMove`], and no row is stepped.
    Raise,
    /// Nothing: the row stays as it is.
    Noop,
    /// A legal move, drawn from the row's stream, takes its place.
    Random,
}

/// When the next episode of a row begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// In the step that ends the one before.
    SameStep,
    /// In the step after, whose action is not looked at.
    NextStep,
    /// When somebody asks for it.
    Disabled,
}

/// Which seat the learner has, where there is an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learner {
    /// South in the even episodes of even rows and the odd ones of odd rows, else north.
    Alternate,
    /// Always the same.
    Always(Seat),
    /// Drawn anew for each episode.
    Random,
}

/// How rows are stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// What is seen.
    pub view: View,
    /// Illegal moves.
    pub illegal: Illegal,
    /// Next episodes.
    pub autoreset: Autoreset,
    /// Who makes the other player's moves; `None`: both seats are asked. [`Player::Asked`] is asked for all rows at once:
    /// [`Vector::waiting`] and [`Vector::answer`].
    pub opponent: Option<Player>,
    /// The learner's seat.
    pub learner: Learner,
    /// Turns after which an episode is cut off.
    pub max_turns: u32,
    /// Threads that step the rows.
    pub threads: usize,
}

/// One running match.
#[derive(Clone, Debug)]
struct Row {
    state: State,
    past: Past,
    stream: Stream,
    /// The legal moves of whoever is asked next; none when the episode has ended.
    legal: Moves,
    turns: u32,
    /// Actions in this episode.
    steps: u32,
    /// Who is rewarded for the step: the learner, or who acted last.
    rewarded: Seat,
    has_ended: bool,
    is_waiting: bool,
    /// In the middle of a race that is long.
    is_racing: bool,
    /// Episodes in a row that ended before anybody was asked.
    passed_over: u32,
    seed: u64,
    index: u64,
    episode: u64,
}

impl Row {
    fn put(&mut self, position: &Position) {
        self.state = position.state;
        self.past.clone_from(&position.past);
        self.turns = u32::try_from(position.turns).unwrap_or(u32::MAX);
    }
}

/// What a row is beside its position.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tally {
    seed: u64,
    index: u64,
    episode: u64,
    turns: u32,
    steps: u32,
    rewarded: Seat,
    has_ended: bool,
    stream: Stream,
}

/// Where the results of a step go: one row a match in every array, pairs by seat, south first.
pub struct Results<'a> {
    /// What is seen: [`Observer::size`] bytes a row.
    pub observations: &'a mut [u8],
    /// 1 for each legal action.
    pub masks: &'a mut [i8],
    /// Who is asked next; the seat of the relative view.
    pub to_play: &'a mut [i8],
    /// The reward of the learner, or of who acted last.
    pub reward: &'a mut [f32],
    /// The rewards of both seats.
    pub rewards: &'a mut [[f32; 2]],
    /// The match is over.
    pub terminated: &'a mut [bool],
    /// `max_turns` cut the match off.
    pub truncated: &'a mut [bool],
    /// Counters off the board.
    pub held: &'a mut [[i32; 2]],
    /// Turns in the episode so far.
    pub turns: &'a mut [i32],
    /// Whether the step ended an episode; only then do the rest say anything but 0.
    pub ended: &'a mut [bool],
    /// What is seen where the episode ended.
    pub final_observations: &'a mut [u8],
    /// The seat of its relative view.
    pub final_to_play: &'a mut [i8],
    /// The rewards of both seats over the episode.
    pub episode_rewards: &'a mut [[f32; 2]],
    /// Actions in the episode.
    pub episode_lengths: &'a mut [i32],
}

macro_rules! split_results {
    ($all:ident, $rows:ident: $($one:ident)*; $($wide:ident $width:expr),*) => {{
        $(let $one = $all.$one.split_at_mut($rows);)*
        $(let $wide = $all.$wide.split_at_mut($rows * $width);)*
        (Results { $($one: $one.0,)* $($wide: $wide.0,)* }, Results { $($one: $one.1,)* $($wide: $wide.1,)* })
    }};
}

impl Results<'_> {
    /// Bytes of a row.
    pub fn row_bytes(observation: usize, actions: usize) -> usize {
        // Two observations, a mask, three pairs of four bytes, three numbers of four, five of one.
        2 * observation + actions + 3 * 8 + 3 * 4 + 5
    }
}

impl<'a> Results<'a> {
    /// The first `rows` rows and the others.
    fn split_at(self, rows: usize, observation: usize, actions: usize) -> (Results<'a>, Results<'a>) {
        split_results!(self, rows:
            to_play reward rewards terminated truncated held turns ended final_to_play episode_rewards episode_lengths;
            observations observation, final_observations observation, masks actions)
    }

    /// Writes rows in which nothing has happened.
    fn clear(&mut self) {
        self.reward.fill(0.0);
        self.rewards.fill([0.0; 2]);
        self.terminated.fill(false);
        self.truncated.fill(false);
        self.ended.fill(false);
        self.final_observations.fill(0);
        self.final_to_play.fill(0);
        self.episode_rewards.fill([0.0; 2]);
        self.episode_lengths.fill(0);
    }
}

/// What is done to the rows.
#[derive(Clone, Copy)]
enum Task<'a> {
    /// A new episode begins in the rows that are marked, the others are shown again.
    Reset(&'a [bool]),
    /// The players who are asked act.
    Act(&'a [i64]),
    /// The opponent acts in the rows that wait for it.
    Answer(&'a [i64]),
    /// What was set from outside, in the rows that are marked, is played on to the next decision; the others are shown.
    Go(&'a [bool]),
    /// Long races go on, in the rows that are in the middle of one.
    RaceOn,
}

impl<'a> Task<'a> {
    fn split_at(self, rows: usize) -> (Task<'a>, Task<'a>) {
        match self {
            Task::Reset(marked) => (Task::Reset(&marked[..rows]), Task::Reset(&marked[rows..])),
            Task::Act(actions) => (Task::Act(&actions[..rows]), Task::Act(&actions[rows..])),
            Task::Answer(actions) => (Task::Answer(&actions[..rows]), Task::Answer(&actions[rows..])),
            Task::Go(marked) => (Task::Go(&marked[..rows]), Task::Go(&marked[rows..])),
            Task::RaceOn => (Task::RaceOn, Task::RaceOn),
        }
    }
}

/// What all rows have in common.
#[derive(Clone)]
struct Common {
    config: Config,
    observer: Observer,
    actions: usize,
    start: State,
    race_threshold: u64,
}

impl Common {
    /// Who sees the board where `asked` decides.
    #[inline]
    fn viewer(&self, asked: Seat) -> Seat {
        match self.config.view {
            View::Relative => asked,
            View::Absolute => Seat::South,
        }
    }
}

/// Some rows, and what is to be done to them.
pub struct Work<'a> {
    common: &'a Common,
    rows: &'a mut [Row],
    results: Results<'a>,
    task: Task<'a>,
}

impl<'a> Work<'a> {
    /// The first `rows` rows and the others.
    fn split_at(self, rows: usize) -> (Work<'a>, Work<'a>) {
        let common = self.common;
        let (near, far) = self.rows.split_at_mut(rows);
        let (first, second) = self.results.split_at(rows, common.observer.size(), common.actions);
        let (task, other) = self.task.split_at(rows);
        (Work { common, rows: near, results: first, task }, Work { common, rows: far, results: second, task: other })
    }

    /// Does the work on the threads of the pool one is in, a stretch of rows at a time.
    fn share_out(self, rules: &dyn crate::bulk::Play, stretch: usize) {
        let rows = self.rows.len();
        if rows <= stretch {
            return rules.step_rows(self);
        }
        let (near, far) = self.split_at(rows.div_ceil(stretch) / 2 * stretch);
        rayon::join(|| near.share_out(rules, stretch), || far.share_out(rules, stretch));
    }
}

/// What every game can do for many rows at once, compiled once for each game so that its rules are inlined.
pub trait StepRows: Rules {
    /// Does some work on some rows.
    fn step_rows(&self, work: Work<'_>);
}

impl<R: Rules> StepRows for R {
    fn step_rows(&self, work: Work<'_>) {
        let Work { common, rows, mut results, task } = work;
        if !matches!(task, Task::Answer(_) | Task::RaceOn) {
            results.clear();
        }
        for (at, row) in rows.iter_mut().enumerate() {
            let mut stepper = Stepper { rules: self, common, row, results: &mut results, at };
            match task {
                Task::Reset(marked) => stepper.reset(marked[at]),
                Task::Act(actions) => stepper.act(actions[at]),
                Task::Answer(actions) => stepper.answer(actions[at]),
                Task::Go(marked) => stepper.go(marked[at]),
                Task::RaceOn => stepper.race_on(),
            }
        }
    }
}

/// How an episode ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Somebody has won, or nobody.
    Over(Option<Seat>),
    /// `max_turns`.
    CutOff,
}

/// Where a row stands once chance and the opponent have played.
enum Standing {
    /// Somebody is asked.
    Asked,
    /// The opponent outside is asked.
    Waiting,
    /// A race is long: time to look up.
    Racing,
    /// The episode has ended.
    Ended(End),
}

/// Episodes in a row that may end before anybody is asked (an opponent who wins at once, a race that leaves nothing).
const MOST_PASSED_OVER: u32 = 100;

/// One row being stepped.
struct Stepper<'a, 'b, R: ?Sized> {
    rules: &'a R,
    common: &'a Common,
    row: &'a mut Row,
    results: &'a mut Results<'b>,
    at: usize,
}

impl<R: Rules> Stepper<'_, '_, R> {
    fn reset(&mut self, is_marked: bool) {
        if is_marked {
            self.begin();
        } else {
            self.show();
        }
    }

    fn go(&mut self, is_marked: bool) {
        if is_marked {
            self.play_on();
        } else {
            self.show();
        }
    }

    #[inline]
    fn act(&mut self, action: i64) {
        if self.row.has_ended {
            // Next-step autoreset; where it is disabled, nobody steps a row that has ended.
            return self.begin();
        }
        self.row.steps += 1;
        self.row.passed_over = 0;
        if self.common.config.opponent.is_none() {
            self.row.rewarded = self.row.state.to_move;
        }
        let is_legal = (0..32).contains(&action) && self.row.legal.contains(action as u8);
        let mv = if is_legal { action as u8 } else { self.row.legal.0.trailing_zeros() as u8 };
        if is_legal {
            self.play(mv);
            return self.play_on();
        }
        self.act_illegally();
    }

    #[cold]
    fn act_illegally(&mut self) {
        match self.common.config.illegal {
            Illegal::Lose => {
                let loser = self.row.rewarded;
                self.end(End::Over(Some(loser.other())));
            }
            Illegal::Random => {
                let mv = self.row.stream.choose(self.row.legal);
                self.play(mv);
                self.play_on();
            }
            Illegal::Noop | Illegal::Raise => self.show(),
        }
    }

    fn race_on(&mut self) {
        if std::mem::take(&mut self.row.is_racing) {
            self.play_on();
        }
    }

    fn answer(&mut self, action: i64) {
        if self.row.is_waiting {
            self.row.is_waiting = false;
            self.play(action as u8);
            self.play_on();
        }
    }

    #[inline]
    fn play(&mut self, mv: u8) {
        let row = &mut *self.row;
        row.turns += u32::from(row.state.phase == Phase::Turns);
        play_unchecked(self.rules, &mut row.state, &mut row.past, mv, &mut Unwatched);
    }

    /// Plays what is not asked for and shows or ends what comes of it.
    #[inline]
    fn play_on(&mut self) {
        match self.play_to_decision() {
            Standing::Asked => self.show(),
            Standing::Waiting => self.row.is_waiting = true,
            Standing::Racing => self.row.is_racing = true,
            Standing::Ended(end) if self.row.steps > 0 => self.end(end),
            Standing::Ended(_) => {
                self.row.passed_over += 1;
                self.begin();
            }
        }
    }

    /// Plays chance and the opponent, until somebody is asked or the episode has ended.
    #[inline]
    fn play_to_decision(&mut self) -> Standing {
        let config = &self.common.config;
        let mut drops = 0;
        loop {
            if let Some(outcome) = self.row.state.outcome {
                return Standing::Ended(End::Over(outcome.winner));
            }
            if self.row.turns >= config.max_turns {
                return Standing::Ended(End::CutOff);
            }
            if self.row.state.phase == Phase::Race {
                if drops == DROPS_BETWEEN_LOOKS {
                    return Standing::Racing;
                }
                drops += 1;
                let mv = self.row.stream.race_drop(self.common.race_threshold);
                self.play(mv);
                continue;
            }
            self.row.legal = legal(self.rules, &self.row.state, &self.row.past);
            let Some(opponent) = config.opponent.filter(|_| self.row.state.to_move != self.row.rewarded) else {
                return Standing::Asked;
            };
            let row = &mut *self.row;
            match opponent.choose(self.rules, &row.state, &row.past, &mut row.stream) {
                Some(mv) => self.play(mv),
                None => return Standing::Waiting,
            }
        }
    }

    /// The next episode begins. One that ends before anybody is asked is passed over; should they all, the row shows one
    /// in which nothing is legal.
    #[cold]
    fn begin(&mut self) {
        while self.row.passed_over < MOST_PASSED_OVER {
            self.lay_out();
            match self.play_to_decision() {
                Standing::Asked => return self.show(),
                Standing::Waiting => {
                    self.row.is_waiting = true;
                    return;
                }
                Standing::Racing => {
                    self.row.is_racing = true;
                    return;
                }
                Standing::Ended(_) => self.row.passed_over += 1,
            }
        }
        self.row.passed_over = 0;
        self.row.legal = Moves::default();
        self.row.has_ended = true;
        self.show();
    }

    /// The first position of the next episode.
    fn lay_out(&mut self) {
        let row = &mut *self.row;
        row.episode = row.episode.wrapping_add(1);
        row.stream = Stream::of_episode(row.seed, row.index, row.episode);
        row.state = self.common.start;
        row.past.clear();
        self.rules.remember(&row.state, &mut row.past);
        row.turns = 0;
        row.steps = 0;
        row.has_ended = false;
        if self.common.config.opponent.is_some() {
            row.rewarded = match self.common.config.learner {
                Learner::Always(seat) => seat,
                Learner::Alternate => Seat::BOTH[((row.index ^ row.episode) & 1) as usize],
                Learner::Random => Seat::BOTH[row.stream.pick(2)],
            };
        }
    }

    /// The episode has ended.
    fn end(&mut self, end: End) {
        let (at, viewer) = (self.at, self.asked());
        let size = self.common.observer.size();
        let (row, results) = (&mut *self.row, &mut *self.results);
        let rewards = match end {
            End::Over(Some(winner)) => Seat::BOTH.map(|seat| if seat == winner { 1.0 } else { -1.0 }),
            End::Over(None) | End::CutOff => [0.0; 2],
        };
        row.legal = Moves::default();
        row.has_ended = true;
        results.reward[at] = rewards[row.rewarded.index()];
        results.rewards[at] = rewards;
        results.terminated[at] = end != End::CutOff;
        results.truncated[at] = end == End::CutOff;
        results.ended[at] = true;
        results.episode_rewards[at] = rewards;
        results.episode_lengths[at] = row.steps as i32;
        results.final_to_play[at] = viewer as i8;
        let seen = &mut results.final_observations[at * size..(at + 1) * size];
        self.common.observer.observe(&row.state, self.common.viewer(viewer), seen);
        if self.common.config.autoreset == Autoreset::SameStep {
            self.begin();
        } else {
            self.show();
        }
    }

    /// Whose decision is wanted next, or would be if the episode had not ended.
    #[inline]
    fn asked(&self) -> Seat {
        if self.common.config.opponent.is_some() { self.row.rewarded } else { self.row.state.to_move }
    }

    /// Writes what is seen of the row as it stands.
    #[inline]
    fn show(&mut self) {
        let (at, row, common, asked) = (self.at, &*self.row, self.common, self.asked());
        let size = common.observer.size();
        common.observer.observe(
            &row.state,
            common.viewer(asked),
            &mut self.results.observations[at * size..(at + 1) * size],
        );
        write_mask(row.legal, &mut self.results.masks[at * common.actions..(at + 1) * common.actions]);
        self.results.to_play[at] = asked as i8;
        self.results.held[at] = row.state.off_board(&self.rules.sowing().layout).map(i32::from);
        self.results.turns[at] = row.turns as i32;
    }
}

/// One byte a move: 1 where it is legal.
#[inline]
fn write_mask(legal: Moves, mask: &mut [i8]) {
    for (eight, flags) in legal.0.to_le_bytes().into_iter().zip(mask.chunks_mut(8)) {
        let spread = FLAGS[usize::from(eight)];
        flags.copy_from_slice(&spread[..flags.len()]);
    }
}

/// The bits of each byte, a byte a bit.
const FLAGS: [[i8; 8]; 256] = {
    let mut flags = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            flags[byte][bit] = (byte >> bit & 1) as i8;
            bit += 1;
        }
        byte += 1;
    }
    flags
};

/// What rows are seeded with when they are reset; under new seeds episodes count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds<'a> {
    /// They go on to their next episode.
    Same,
    /// One seed for all; row `i` has the streams of (seed, i).
    One(u64),
    /// One a row, as if it were the only one: row `i` has the streams of (its seed, 0).
    Each(&'a [u64]),
}

/// Rows that are not worth waking another thread for.
const STRETCH: usize = 256;

/// The rows.
pub struct Vector {
    /// The game.
    pub game: Game,
    common: Common,
    rows: Vec<Row>,
    has_begun: bool,
    pool: Pool,
}

impl Clone for Vector {
    fn clone(&self) -> Vector {
        let (game, common, rows) = (self.game.clone(), self.common.clone(), self.rows.clone());
        Vector { game, common, rows, has_begun: self.has_begun, pool: Pool::default() }
    }
}

impl Vector {
    /// So many rows, not begun: the first thing to do is a reset.
    ///
    /// # Errors
    /// [`Error::NoMemory`] when they, with the results of a step and of the one before, take more than `max_bytes` or
    /// than the system gives.
    pub fn new(game: &Game, rows: usize, config: Config, max_bytes: u64) -> Result<Vector, Error> {
        let results = Results::row_bytes(game.observer.size(), game.rules.num_moves());
        let needed = (rows as u64).saturating_mul((size_of::<Row>() + 2 * results) as u64);
        let no_memory = || Error::NoMemory { what: format!("{rows} environments"), needed };
        if needed > max_bytes {
            return Err(no_memory());
        }
        let rules = &*game.rules;
        let start = rules.start();
        let row = |index| Row {
            state: start,
            past: Past::default(),
            stream: Stream::new(0, 0),
            legal: Moves::default(),
            turns: 0,
            steps: 0,
            rewarded: Seat::South,
            has_ended: true,
            is_waiting: false,
            is_racing: false,
            passed_over: 0,
            seed: 0,
            index: index as u64,
            episode: BEFORE_THE_FIRST,
        };
        let common = Common {
            config,
            observer: game.observer.clone(),
            actions: rules.num_moves(),
            start,
            race_threshold: race_threshold(rules.race_odds().unwrap_or_default()),
        };
        let mut all = Vec::new();
        all.try_reserve_exact(rows).map_err(|_| no_memory())?;
        all.extend((0..rows).map(row));
        Ok(Vector { game: game.clone(), common, rows: all, has_begun: false, pool: Pool::default() })
    }

    /// How the rows are stepped.
    pub fn config(&self) -> &Config {
        &self.common.config
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The length of an observation.
    pub fn observation_size(&self) -> usize {
        self.common.observer.size()
    }

    /// The number of actions.
    pub fn actions(&self) -> usize {
        self.common.actions
    }

    /// Begins a new episode in the rows that are marked, and shows all.
    pub fn reset(&mut self, seeds: Seeds<'_>, marked: &[bool], results: Results<'_>) {
        for (at, row) in self.rows.iter_mut().enumerate().filter(|(at, _)| marked[*at]) {
            row.is_waiting = false;
            row.is_racing = false;
            let (seed, index) = match seeds {
                Seeds::Same => continue,
                Seeds::One(seed) => (seed, at as u64),
                Seeds::Each(seeds) => (seeds[at], 0),
            };
            row.seed = seed;
            row.index = index;
            row.episode = BEFORE_THE_FIRST;
        }
        self.has_begun = true;
        self.run(Task::Reset(marked), results);
    }

    /// One action a row.
    ///
    /// # Errors
    /// [`Error::Argument`] for a row that has ended and does not reset itself, or that waits for an opponent who failed
    /// in the step before; under [`Illegal::Raise`] [`Error::IllegalMove`]. No row is then stepped.
    pub fn step(&mut self, actions: &[i64], results: Results<'_>) -> Result<(), Error> {
        let Config { illegal, autoreset, opponent, .. } = self.common.config;
        if !self.has_begun {
            return Err(Error::Argument("reset() comes before the first step()".into()));
        }
        if opponent == Some(Player::Asked) && self.rows.iter().any(|row| row.is_waiting) {
            return Err(Error::Argument("the opponent failed in the step before; reset() begins anew".into()));
        }
        if self.is_racing() {
            return Err(Error::Argument("the step before was interrupted in a race; reset() begins anew".into()));
        }
        if autoreset == Autoreset::Disabled
            && let Some(at) = self.rows.iter().position(|row| row.has_ended)
        {
            return Err(Error::Argument(format!(
                "the episode of environment {at} has ended, and autoreset is disabled: \
                     reset(options={{\"reset_mask\": ...}}) begins the next"
            )));
        }
        if illegal == Illegal::Raise {
            for at in (0..self.rows.len()).filter(|&at| !self.rows[at].has_ended) {
                self.check_action(at, actions[at])?;
            }
        }
        self.run(Task::Act(actions), results);
        Ok(())
    }

    /// Whether a row is in the middle of a race that is long: [`Vector::race_on`] plays it on. Between two calls is the time
    /// to see whether to go on at all.
    pub fn is_racing(&self) -> bool {
        self.game.rules.race_odds().is_some() && self.rows.iter().any(|row| row.is_racing)
    }

    /// Long races go on for some thousand drops.
    pub fn race_on(&mut self, results: Results<'_>) {
        self.run(Task::RaceOn, results);
    }

    /// Which rows wait for the opponent outside.
    pub fn waiting(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|&at| self.rows[at].is_waiting).collect()
    }

    /// What the opponent outside sees of a row that waits: the observation, the mask, and whose turn it is.
    pub fn show_waiting(&self, at: usize, observation: &mut [u8], mask: &mut [i8]) -> Seat {
        let row = &self.rows[at];
        self.common.observer.observe(&row.state, self.common.viewer(row.state.to_move), observation);
        write_mask(row.legal, mask);
        row.state.to_move
    }

    /// The opponent's actions: one a row, looked at in the rows that wait.
    ///
    /// # Errors
    /// [`Error::IllegalMove`]; no row is then played on.
    pub fn answer(&mut self, actions: &[i64], results: Results<'_>) -> Result<(), Error> {
        for at in (0..self.rows.len()).filter(|&at| self.rows[at].is_waiting) {
            self.check_action(at, actions[at])?;
        }
        self.run(Task::Answer(actions), results);
        Ok(())
    }

    fn check_action(&self, at: usize, action: i64) -> Result<(), Error> {
        let row = &self.rows[at];
        if (0..32).contains(&action) && row.legal.contains(action as u8) {
            return Ok(());
        }
        match self.position(at).check_move(action) {
            Err(Error::IllegalMove { given, legal, position, clause, by_chance }) => {
                let position = format!("{position} (environment {at})");
                Err(Error::IllegalMove { given, legal, position, clause, by_chance })
            }
            other => other.map(drop),
        }
    }

    /// The position of a row. Rounds that were finished before it are not kept.
    pub fn position(&self, at: usize) -> Position {
        let row = &self.rows[at];
        Position {
            game: self.game.clone(),
            state: row.state,
            past: row.past.clone().into(),
            rounds: Arc::default(),
            turns: row.turns.into(),
        }
    }

    /// Puts positions into the rows that are marked, as if their episodes had come to them, and shows all rows.
    ///
    /// # Errors
    /// [`Error::Argument`] for a position of another game or of a match that is over; nothing is then set.
    pub fn set_positions(
        &mut self,
        marked: &[bool],
        positions: &[Position],
        results: Results<'_>,
    ) -> Result<(), Error> {
        for (k, position) in positions.iter().enumerate() {
            if position.game != self.game {
                return Err(Error::Argument(format!("position {k} is one of {}, not of {}", position.game, self.game)));
            }
            if position.state.outcome.is_some() {
                return Err(Error::Argument(format!("position {k} is of a match that is over: {position}")));
            }
        }
        let rows = self.rows.iter_mut().zip(marked).filter(|(_, is_marked)| **is_marked);
        for ((row, _), position) in rows.zip(positions) {
            row.put(position);
            row.has_ended = false;
            row.is_waiting = false;
            row.is_racing = false;
        }
        self.has_begun = true;
        self.run(Task::Go(marked), results);
        Ok(())
    }

    /// Everything but the positions, a row each.
    pub fn tallies(&self) -> Vec<Tally> {
        let tally = |row: &Row| Tally {
            seed: row.seed,
            index: row.index,
            episode: row.episode,
            turns: row.turns,
            steps: row.steps,
            rewarded: row.rewarded,
            has_ended: row.has_ended,
            stream: row.stream.clone(),
        };
        self.rows.iter().map(tally).collect()
    }

    /// Goes on from where [`Vector::position`] and [`Vector::tallies`] stood.
    pub fn restore(&mut self, positions: &[Position], tallies: &[Tally]) {
        let rules = &*self.game.rules;
        for (row, (position, tally)) in self.rows.iter_mut().zip(positions.iter().zip(tallies)) {
            row.put(position);
            row.legal = if tally.has_ended { Moves::default() } else { legal(rules, &row.state, &row.past) };
            row.seed = tally.seed;
            row.index = tally.index;
            row.episode = tally.episode;
            row.turns = tally.turns;
            row.steps = tally.steps;
            row.rewarded = tally.rewarded;
            row.has_ended = tally.has_ended;
            row.stream = tally.stream.clone();
        }
        self.has_begun = self.rows.iter().any(|row| row.episode != BEFORE_THE_FIRST || !row.has_ended);
    }

    /// Threads that have something to do: no more than the machine has cores, or than there are stretches.
    fn threads(&self) -> usize {
        let Config { threads, .. } = self.common.config;
        if threads <= 1 || self.rows.len() <= STRETCH {
            return 1;
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        threads.min(cores).min(self.rows.len().div_ceil(STRETCH))
    }

    fn run(&mut self, task: Task<'_>, results: Results<'_>) {
        let threads = self.threads();
        let work = Work { common: &self.common, rows: &mut self.rows, results, task };
        let rules = &*self.game.rules;
        if threads == 1 {
            return rules.step_rows(work);
        }
        let stretch = STRETCH.max(work.rows.len().div_ceil(4 * threads));
        match self.pool.get(threads) {
            Some(pool) => pool.install(|| work.share_out(rules, stretch)),
            None => rules.step_rows(work),
        }
    }
}

/// The episode before the first: the next one is number 0.
const BEFORE_THE_FIRST: u64 = u64::MAX;

/// The threads of one [`Vector`]. A forked child has none of its parent's threads, so it starts its own.
#[derive(Default)]
struct Pool(Option<(u32, std::mem::ManuallyDrop<rayon::ThreadPool>)>);

impl Pool {
    /// The pool; nothing if the machine gives no threads, and then one does as well.
    fn get(&mut self, threads: usize) -> Option<&rayon::ThreadPool> {
        let process = std::process::id();
        if self.0.as_ref().is_none_or(|(owner, _)| *owner != process) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
            // The pool of another process is left alone: to end it would wait for threads that are not there.
            self.0 = Some((process, std::mem::ManuallyDrop::new(pool)));
        }
        self.0.as_ref().map(|(_, pool)| &**pool)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if let Some((owner, pool)) = self.0.take()
            && owner == std::process::id()
        {
            drop(std::mem::ManuallyDrop::into_inner(pool));
        }
    }
}
