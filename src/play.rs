//! What every game can do: play a move with care or without, count moves (perft), keep a position with its history.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::board::{Cells, Seat, bits};
use crate::bulk::Play;
use crate::games;
use crate::observe::Observer;
use crate::options::{Options, Value};
use crate::rules::{Clause, Error, Family, Moves, Past, Rules};
use crate::sow::{Endless, Unwatched, Watch, turn};
use crate::state::{Decider, Outcome, Phase, Reason, State};
use crate::stream::{DROPS_BETWEEN_LOOKS, Stream, race_threshold};
use crate::text::{self, decider_word};

/// The legal moves of a position; none when the match is over.
#[inline]
pub fn legal<R: Rules + ?Sized>(rules: &R, state: &State, past: &Past) -> Moves {
    if state.outcome.is_some() { Moves::default() } else { rules.legal(state, past) }
}

/// Plays a move that must be legal and says how many laps it sowed: none for a move that is no turn, and none for one
/// that never ends, which leaves everything as it was and ends the match.
#[inline]
pub fn play_unchecked<R: Rules + ?Sized>(
    rules: &R,
    state: &mut State,
    past: &mut Past,
    mv: u8,
    watch: &mut impl Watch,
) -> u32 {
    // What never ends is taken back; where every turn is one lap there is nothing to keep for that.
    let before = (state.phase != Phase::Turns || rules.sowing().landing.has_relay()).then_some(*state);
    let played = if state.phase == Phase::Turns {
        let seat = state.to_move;
        let origin = rules.sowing().layout.cell(seat, mv.into());
        turn(rules, state, seat, origin, watch).map(|sown| {
            watch.sown(sown);
            rules.follow(state, past, sown, watch);
            sown.laps
        })
    } else {
        rules.act(state, mv, watch).map(|()| 0)
    };
    match played {
        Ok(laps) => laps,
        Err(Endless) => {
            *state = before.expect("only a relay or a race never ends");
            state.outcome = Some(Outcome { reason: Reason::Endless, winner: None });
            0
        }
    }
}

/// The most rounds that a position set up by hand may have behind it: so many that nobody plays as many again, so that
/// their number never runs over.
const MOST_ROUNDS: u32 = 1 << 31;

/// A game with its options: an entry of the list, made ready to play. Cheap to clone.
#[derive(Clone)]
pub struct Game(Arc<Ready>);

/// What a [`Game`] refers to.
pub struct Ready {
    /// The entry of the list.
    pub family: &'static Family,
    /// Every option with its value.
    pub options: Options,
    /// The rules under these options.
    pub rules: Arc<dyn Play>,
    /// Writes what a player sees.
    pub observer: Observer,
}

impl std::ops::Deref for Game {
    type Target = Ready;

    #[inline]
    fn deref(&self) -> &Ready {
        &self.0
    }
}

impl Game {
    /// The game of that name under some options, the rest at their defaults.
    ///
    /// # Errors
    /// An unknown game or option, or a value that the option does not take.
    pub fn new(id: &str, given: &[(String, Value)]) -> Result<Game, Error> {
        let family = games::family(id)?;
        let options = Options::resolve(family.id, family.options, given)?;
        let rules = (family.build)(&options)?;
        Ok(Game(Arc::new(Ready { observer: Observer::new(&*rules), family, options, rules })))
    }

    /// The first position.
    pub fn start(&self) -> Position {
        self.position_unchecked(self.rules.start())
    }

    /// A position set up by hand, as if nothing had been played before.
    ///
    /// # Errors
    /// [`Error::Position`] when the game has no such position.
    pub fn position(&self, state: State) -> Result<Position, Error> {
        self.position_after(state, self.first_past(&state))
    }

    /// A position set up by hand, with its past.
    ///
    /// # Errors
    /// [`Error::Position`] when the game has no such position.
    pub fn position_after(&self, state: State, past: Past) -> Result<Position, Error> {
        self.check(&state, &past)?;
        Ok(Position { game: self.clone(), state, past: Arc::new(past), rounds: Arc::default(), turns: 0 })
    }

    /// The past of a position that stands on its own.
    pub fn first_past(&self, state: &State) -> Past {
        let mut past = Past::default();
        self.rules.remember(state, &mut past);
        past
    }

    /// Why a state cannot be one of this game's, if it cannot.
    fn check(&self, state: &State, past: &Past) -> Result<(), Error> {
        let layout = &self.rules.sowing().layout;
        let counters = state.counters();
        if counters > u8::MAX.into() {
            return Err(Error::Position(format!("{counters} counters on the board and held; there is room for 255")));
        }
        let plain = State::empty(layout);
        let racing = state.phase == Phase::Race;
        if racing && !self.rules.extras().contains(&"hands") {
            return Err(Error::Position(format!(
                "chance decides nothing in {}; to_move is south (0) or north (1)",
                self.family.id
            )));
        }
        let extras = [
            ("phase", matches!(state.phase, Phase::Opening | Phase::Choice)),
            ("owners", state.north != plain.north),
            ("wegues", state.marks != plain.marks),
            ("fresh", state.fresh != 0),
            ("out", state.out != [0; 2]),
            ("hands", state.hands != [0; 2]),
            ("racers", state.racers != [0; 2]),
            ("began", state.began != text::default_began(self, state)),
            ("round", state.round != 1),
            ("latched", state.latched),
        ];
        if let Some((name, _)) = extras.iter().find(|(name, given)| *given && !self.rules.extras().contains(name)) {
            return Err(self.has_no(name));
        }
        if !racing && (state.hands, state.racers) != ([0; 2], [0; 2]) {
            return Err(Error::Position(
                "only in a race, where chance decides, do players have counters in hand".into(),
            ));
        }
        if let Some(place) = state.racers.iter().find(|&&place| usize::from(place) >= layout.holes) {
            return Err(Error::Position(format!(
                "racers: {place} is no place of a track; they run from 0 to {}",
                layout.holes - 1
            )));
        }
        let last_round = self.rules.max_rounds().min(MOST_ROUNDS);
        if !(1..=last_round).contains(&state.round) {
            return Err(Error::Position(format!("round is {}; it is from 1 to {last_round}", state.round)));
        }
        if state.phase != Phase::Turns && state.began != Seat::South {
            return Err(Error::Position(format!(
                "began: nobody has begun the round in the phase {}; leave it out",
                text::phase_word(state.phase)
            )));
        }
        let mut state = *state;
        match state.outcome.map(|end| end.reason) {
            Some(Reason::Endless) if !self.rules.sowing().landing.has_relay() => {
                return Err(Error::Position(format!("no turn of {} could be endless", self.family.id)));
            }
            // All stands as before the move that would never end.
            Some(Reason::Endless) => state.outcome = None,
            Some(Reason::Unfinished) => {
                return Err(Error::Position("no match ends unfinished; it goes on".into()));
            }
            _ => {}
        }
        self.rules.check(&state, past).map_err(|why| Error::Position(format!("{}: {why}", self.family.id)))?;
        if state.outcome.is_none() && self.rules.legal(&state, past).is_empty() {
            return Err(Error::Position(format!("{}: the player to move has no legal move", self.family.id)));
        }
        Ok(())
    }

    /// The complaint that positions of this game do not have something.
    pub fn has_no(&self, name: &str) -> Error {
        let extras = self.rules.extras();
        let more = if extras.is_empty() { "nothing else".to_string() } else { extras.join(", ") };
        Error::Position(format!("a position of {self} has no {name}; it has board, to_move, held, and {more}"))
    }

    fn position_unchecked(&self, state: State) -> Position {
        let past = Arc::new(self.first_past(&state));
        Position { game: self.clone(), state, past, rounds: Arc::default(), turns: 0 }
    }

    /// The game as the opponent sees it: the same, but for odds, which are south's and become one less them.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "one less odds are odds")]
    pub fn turned(&self) -> Game {
        let mut given: Vec<_> = self.options.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        let mut changed = false;
        for (_, value) in &mut given {
            if let Value::Real(odds) = value {
                let turned = complement(*odds);
                changed |= turned.to_bits() != odds.to_bits();
                *odds = turned;
            }
        }
        if !changed {
            return self.clone();
        }
        Game::new(self.family.id, &given).expect("odds that are allowed the other way round too")
    }

    /// Whether some of its moves are made by chance.
    pub fn has_chance(&self) -> bool {
        self.rules.race_odds().is_some() && self.rules.start().phase == Phase::Race
    }
}

/// One less some odds, such that odds written with up to 15 digits come back when they are turned twice.
fn complement(odds: f64) -> f64 {
    const PLACES: f64 = 1e15;
    let plain = 1.0 - odds;
    let rounded = (plain * PLACES).round() / PLACES;
    if (1.0 - rounded).to_bits() == odds.to_bits() { rounded } else { plain }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.family.id == other.family.id && self.options == other.options)
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.family.id.hash(hasher);
        for (_, value) in self.options.iter() {
            value.to_string().hash(hasher);
        }
    }
}

impl Game {
    /// The title, and the options that are not at their defaults: `Andada (holes=15)`.
    pub fn headline(&self) -> String {
        format!("{}{}", self.family.title, self.to_string().replacen(self.family.id, "", 1).replacen('(', " (", 1))
    }
}

/// `andada(holes=15)`: the options that are not at their defaults.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changed: Vec<_> = self.changed_options().map(|(name, value)| format!("{name}={value}")).collect();
        f.write_str(self.family.id)?;
        if changed.is_empty() { Ok(()) } else { write!(f, "({})", changed.join(", ")) }
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Game {
    /// The options that are not at their defaults.
    pub fn changed_options(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        let specs = self.family.options.iter();
        self.options
            .iter()
            .zip(specs)
            .filter(|((_, value), spec)| **value != spec.allowed.default())
            .map(|(pair, _)| pair)
    }
}

/// A position of a match: its state, and what happened on the way that people ask about.
///
/// Two positions of one game are equal when their states and pasts are; turns and finished rounds do not count. Equal
/// positions go on in the same way. Some that are not equal do so too, such as two of Andada that differ in what was
/// captured alone.
#[derive(Clone, Debug)]
pub struct Position {
    /// The game.
    pub game: Game,
    /// All that decides the future, but for the past.
    pub state: State,
    /// What Oware remembers.
    pub past: Arc<Past>,
    /// What south and north held at the end of each counted round.
    pub rounds: Arc<Vec<[u8; 2]>>,
    /// Turns so far.
    pub turns: u64,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.state == other.state && self.past == other.past && self.game == other.game
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
        self.past.hash(hasher);
    }
}

/// Passes on what it sees and keeps the rounds.
struct CountRounds<'a, W> {
    watch: &'a mut W,
    rounds: &'a mut Arc<Vec<[u8; 2]>>,
}

impl<W: Watch> Watch for CountRounds<'_, W> {
    fn lap(&mut self, lap: &crate::sow::Lap) {
        self.watch.lap(lap);
    }
    fn took(&mut self, seat: crate::board::Seat, cell: usize, counters: u8) {
        self.watch.took(seat, cell, counters);
    }
    fn dropped(&mut self, seat: crate::board::Seat, cell: usize, before: u8, drop: crate::sow::Dropped) {
        self.watch.dropped(seat, cell, before, drop);
    }
    fn sown(&mut self, sown: crate::sow::Sown) {
        self.watch.sown(sown);
    }
    fn ruled(&mut self, clause: &'static str) {
        self.watch.ruled(clause);
    }
    fn marked(&mut self, seat: crate::board::Seat, cell: usize) {
        self.watch.marked(seat, cell);
    }
    fn round(&mut self, held: [u8; 2]) {
        Arc::make_mut(self.rounds).push(held);
        self.watch.round(held);
    }
}

impl Position {
    /// The legal moves; none when the match is over.
    pub fn legal(&self) -> Moves {
        legal(&*self.game.rules, &self.state, &self.past)
    }

    /// The position after a move.
    ///
    /// # Errors
    /// [`Error::IllegalMove`].
    pub fn play(&self, mv: i64) -> Result<Position, Error> {
        self.play_watched(mv, &mut Unwatched)
    }

    /// The position after a move that somebody watches.
    ///
    /// # Errors
    /// [`Error::IllegalMove`].
    pub fn play_watched(&self, mv: i64, watch: &mut impl Watch) -> Result<Position, Error> {
        let mv = self.check_move(mv)?;
        let mut next = self.clone();
        next.push_unchecked(mv, watch);
        Ok(next)
    }

    /// The move, if it is legal.
    ///
    /// # Errors
    /// [`Error::IllegalMove`].
    pub fn check_move(&self, mv: i64) -> Result<u8, Error> {
        let legal = self.legal();
        match u8::try_from(mv) {
            Ok(small) if legal.contains(small) => Ok(small),
            _ => Err(Error::IllegalMove {
                given: mv,
                legal,
                position: self.text(),
                clause: match u8::try_from(mv) {
                    _ if self.state.outcome.is_some() => "",
                    Ok(small) => self.game.rules.refusal(&self.state, &self.past, small),
                    Err(_) => self.game.rules.clause(Clause::Moves(self.state.phase)),
                },
                by_chance: self.state.decider() == Decider::Chance,
            }),
        }
    }

    /// Plays a move that must be legal, in place.
    pub fn push_unchecked(&mut self, mv: u8, watch: &mut impl Watch) {
        self.turns = self.turns.saturating_add(u64::from(self.state.phase == Phase::Turns));
        let mut watch = CountRounds { watch, rounds: &mut self.rounds };
        if *self.past != Past::default() {
            let past = Arc::make_mut(&mut self.past);
            play_unchecked(&*self.game.rules, &mut self.state, past, mv, &mut watch);
            return;
        }
        // Games without a past share one empty one and never touch it.
        let mut past = Past::default();
        play_unchecked(&*self.game.rules, &mut self.state, &mut past, mv, &mut watch);
        if past != Past::default() {
            self.past = Arc::new(past);
        }
    }

    /// Plays chance moves, drawn from `seed`, until a player decides or the match is over.
    ///
    /// `go_on` is asked now and then: at odds near 0 or 1 a race may be long.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when `go_on` says no.
    pub fn settle(&self, seed: u64, go_on: &mut dyn FnMut() -> bool) -> Result<Position, Error> {
        self.settle_telling(seed, go_on, &mut |_| ())
    }

    /// The same, and `made` is told every move of chance.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when `go_on` says no.
    pub fn settle_telling(
        &self,
        seed: u64,
        go_on: &mut dyn FnMut() -> bool,
        made: &mut dyn FnMut(u8),
    ) -> Result<Position, Error> {
        let mut stream = Stream::new(seed, 0);
        let mut next = self.clone();
        let threshold = race_threshold(self.game.rules.race_odds().unwrap_or_default());
        let mut drops = 0u32;
        while next.state.decider() == Decider::Chance {
            let drop = stream.race_drop(threshold);
            next.push_unchecked(drop, &mut Unwatched);
            made(drop);
            drops = drops.wrapping_add(1);
            if drops.is_multiple_of(DROPS_BETWEEN_LOOKS) && !go_on() {
                return Err(Error::Cancelled);
            }
        }
        Ok(next)
    }

    /// The moves of a chance node with their probabilities; none elsewhere.
    pub fn chance(&self) -> Vec<(u8, f64)> {
        if self.state.decider() != Decider::Chance {
            return Vec::new();
        }
        let south = self.game.rules.race_odds().unwrap_or_default();
        self.legal().iter().map(|mv| (mv, if mv == 0 { south } else { 1.0 - south })).collect()
    }

    /// The (row, column) of the hole that a move of whoever decides would lift; none for moves that lift no hole of
    /// their choice: Andada's choice and a race's drops.
    ///
    /// # Errors
    /// [`Error::Argument`] for a number that names no hole of the player to move.
    pub fn hole(&self, mv: i64) -> Result<Option<(usize, usize)>, Error> {
        let layout = &self.game.rules.sowing().layout;
        let Decider::Player(seat) = self.state.decider() else {
            return match self.state.decider() {
                Decider::Chance if matches!(mv, 0 | 1) => Ok(None),
                Decider::Chance => Err(Error::Argument(format!("move {mv}: at a chance node there are moves 0 and 1"))),
                _ => Err(Error::Argument(format!("move {mv}: the match is over, and no hole is anybody's to lift"))),
            };
        };
        let own = layout.positions(seat, self.state.owned(layout, seat));
        let fits = u8::try_from(mv).ok().filter(|&mv| usize::from(mv) < layout.holes && own >> mv & 1 != 0);
        match fits {
            _ if self.state.phase == Phase::Choice => self.check_move(mv).map(|_| None),
            Some(mv) => Ok(Some(layout.place(layout.cell(seat, mv.into())))),
            None => Err(Error::Argument(format!(
                "move {mv}: the holes of {} are moves {:?}",
                decider_word(self.state.decider()),
                bits(own).collect::<Vec<_>>()
            ))),
        }
    }

    /// The move of whoever decides that lifts the hole at (row, column): the other way round than [`Position::hole`].
    ///
    /// # Errors
    /// [`Error::Argument`] for a place off the board and for a hole that is not the mover's own.
    pub fn move_at(&self, row: i64, column: i64) -> Result<u8, Error> {
        let layout = &self.game.rules.sowing().layout;
        let place = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        let Some(cell) = place.and_then(|(row, column)| layout.cell_at(row, column)) else {
            let (rows, columns) = (layout.rows - 1, layout.columns - 1);
            return Err(Error::Argument(format!(
                "({row}, {column}) is no hole: rows run from 0 to {rows}, columns from 0 to {columns}"
            )));
        };
        match self.state.decider() {
            Decider::Player(seat) if matches!(self.state.phase, Phase::Turns | Phase::Opening) => {
                if self.state.owned(layout, seat) >> cell & 1 != 0 {
                    return Ok(layout.position(seat, cell) as u8);
                }
                let who = decider_word(self.state.decider());
                Err(Error::Argument(format!("the hole ({row}, {column}) is not {who}'s own")))
            }
            _ => Err(Error::Argument(format!("({row}, {column}): no hole is to be lifted here"))),
        }
    }

    /// The position as the opponent sees it: the board turned by half a turn, the seats swapped, and the odds of a race
    /// with them (then the game is another one, [`Game::turned`]).
    #[must_use]
    pub fn turned(&self) -> Position {
        let layout = &self.game.rules.sowing().layout;
        let turned_board =
            |&(cells, seat): &(Cells, Seat)| (State { cells, ..self.state }.turned(layout).cells, seat.other());
        Position {
            game: self.game.turned(),
            state: self.state.turned(layout),
            past: if self.past.seen.is_empty() {
                self.past.clone()
            } else {
                Arc::new(Past { seen: self.past.seen.iter().map(turned_board).collect(), ..(*self.past).clone() })
            },
            rounds: Arc::new(self.rounds.iter().map(|&[south, north]| [north, south]).collect()),
            turns: self.turns,
        }
    }

    /// Every position one move on, in ascending order of the moves.
    pub fn children(&self) -> impl Iterator<Item = (u8, Position)> + '_ {
        self.legal().iter().collect::<Vec<_>>().into_iter().map(|mv| {
            let mut next = self.clone();
            next.push_unchecked(mv, &mut Unwatched);
            (mv, next)
        })
    }
}

/// The number of ways to play `depth` moves from a position, chance moves included. A match that ends earlier counts
/// for nothing. `go_on` is asked now and then; when it says no, the count stops and is lost.
///
/// # Errors
/// [`Error::Cancelled`] when `go_on` says no.
pub fn perft(position: &Position, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Result<u64, Error> {
    let rules = &*position.game.rules;
    if depth <= 1 {
        return Ok(if depth == 0 { 1 } else { position.legal().len() as u64 });
    }
    // The line that is being counted, on the heap, since the depth is the caller's: at each ply the position and the
    // moves that have not been tried.
    let mut line = vec![(position.state, (*position.past).clone(), position.legal())];
    let mut count = 0;
    let mut steps = 0u32;
    while let Some((state, past, untried)) = line.last_mut() {
        if untried.is_empty() {
            line.pop();
            continue;
        }
        let mv = untried.0.trailing_zeros() as u8;
        untried.0 &= untried.0 - 1;
        let (mut state, mut past) = (*state, past.clone());
        play_unchecked(rules, &mut state, &mut past, mv, &mut Unwatched);
        let untried = legal(rules, &state, &past);
        if line.len() as u32 + 1 == depth {
            count += untried.len() as u64;
        } else {
            line.push((state, past, untried));
        }
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(256) && !go_on() {
            return Err(Error::Cancelled);
        }
    }
    Ok(count)
}
