//! The story of a move: what happened lap by lap, drop by drop, with the clause of the rules at each landing.

use std::fmt::{self, Write};

use crate::board::Seat;
use crate::landing::{Action, Circumstance, Marked};
use crate::play::{Game, Position};
use crate::rules::{Clause, Error, Took};
use crate::sow::{Dropped, Lap, Sown, Watch};
use crate::state::{Decider, Outcome, Phase, Reason};

/// Laps and drops that a story keeps; of a longer one the rest is only counted.
pub const MOST_STEPS: usize = 10_000;

/// What a lap or a drop came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Event {
    /// The turn ended there.
    End = 0,
    /// The hole was lifted, the fallen counter included, and sown on.
    Relay = 1,
    /// What faced the hole was captured; the turn ended.
    Capture = 2,
    /// What faced the hole was captured; the fallen counter was lifted and sown on.
    CaptureOnward = 3,
    /// It could have captured, but there was nothing to capture, or capturing is not allowed there; the turn ended.
    Nothing = 4,
    /// The last counter fell into the mover's store; the same player moves again.
    Store = 5,
    /// The hole became the mover's wegue.
    Wegue = 6,
    /// The opponent's last hole: three counters were taken out of it.
    LastHole = 7,
    /// Two counters were taken out of the opponent's wegue, or the one that was there.
    TakeTwo = 8,
    /// The last counter fell into the mover's own wegue and stays there.
    OwnWegue = 9,
    /// Twos and threes were captured, back from where the last counter fell.
    Chain = 10,
    /// The fallen counter and what faced it went to the mover's store.
    Home = 11,
    /// The lap left the board at a row's end.
    Off = 12,
    /// A lap of an opening.
    Opening = 13,
    /// A racer dropped a counter.
    Drop = 14,
    /// A racer dropped the last counter in hand, in an occupied hole, and lifted it.
    DropRelay = 15,
    /// A racer dropped the last counter in hand, in an empty hole or in any where one lap was left, and is done.
    DropDone = 16,
}

impl Event {
    /// What a landing leads to as long as nothing is captured.
    fn of(action: Action, marked: Marked) -> Event {
        match action {
            Action::End if marked == Marked::Mine => Event::OwnWegue,
            Action::End => Event::End,
            Action::Relay => Event::Relay,
            Action::Again => Event::Store,
            Action::TakeTwo => Event::TakeTwo,
            Action::Mark | Action::Capture | Action::CaptureOnward | Action::Chain | Action::CaptureHome => {
                Event::Nothing
            }
        }
    }

    /// What the same landing is once counters are captured there.
    fn captured(action: Action) -> Option<Event> {
        Some(match action {
            Action::Capture => Event::Capture,
            Action::CaptureOnward => Event::CaptureOnward,
            Action::Mark => Event::LastHole,
            Action::Chain => Event::Chain,
            Action::CaptureHome => Event::Home,
            _ => return None,
        })
    }
}

/// A lap, or a drop of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who sowed.
    pub seat: Seat,
    /// The cell that was lifted; none for a drop.
    pub from: Option<usize>,
    /// Counters that were sown.
    pub counters: u8,
    /// The cell where the last one fell; none where it left the board.
    pub to: Option<usize>,
    /// What lay there just before.
    pub before: u8,
    /// What it came to.
    pub event: Event,
    /// The clause that says so.
    pub clause: &'static str,
    landed: Option<(Circumstance, Action)>,
}

/// Counters that a player took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The lap, from 0, counted on where laps are no longer kept; none after the sowing: a round or the match ended.
    pub step: Option<usize>,
    /// Who took them.
    pub seat: Seat,
    /// Out of which cell; none: out of the hand.
    pub cell: Option<usize>,
    /// How many.
    pub counters: u8,
}

/// Watches a move and remembers.
struct Story<'a> {
    game: &'a Game,
    steps: Vec<Step>,
    count: usize,
    /// The last lap has been judged and nothing else has begun.
    sowing: bool,
    last: Option<(Circumstance, Action)>,
    taken: Vec<Taken>,
    rounds: Vec<[u8; 2]>,
}

impl Story<'_> {
    fn add(&mut self, step: Step) {
        self.sowing = step.from.is_some();
        self.last = step.landed;
        self.count += 1;
        if self.steps.len() < MOST_STEPS {
            self.steps.push(step);
        }
    }

    /// The last lap, if it was kept.
    fn last_step(&mut self) -> Option<&mut Step> {
        if self.count == self.steps.len() { self.steps.last_mut() } else { None }
    }
}

impl Watch for Story<'_> {
    fn lap(&mut self, lap: &Lap) {
        let rules = &self.game.rules;
        let (event, clause) = match (lap.landed, lap.fall) {
            (Some((at, action)), _) => {
                (Event::of(action, at.marked), rules.clause(Clause::Landing(at, action, Took::Nothing)))
            }
            (None, Some(_)) => (Event::Opening, rules.clause(Clause::Moves(Phase::Opening))),
            (None, None) => (Event::Off, rules.clause(Clause::RowEnd)),
        };
        self.add(Step {
            seat: lap.seat,
            from: Some(lap.from),
            counters: lap.hand,
            to: lap.fall.map(|fall| fall.cell),
            before: lap.fall.map_or(0, |fall| fall.before),
            event,
            clause,
            landed: lap.landed,
        });
    }

    fn took(&mut self, seat: Seat, cell: usize, counters: u8) {
        let off = self.sowing && self.last.is_none();
        if self.sowing
            && let Some((at, action)) = self.last
            && let Some(event) = Event::captured(action)
        {
            let clause = self.game.rules.clause(Clause::Landing(at, action, Took::Something));
            if let Some(step) = self.last_step() {
                (step.event, step.clause) = (event, clause);
            }
        }
        let step = self.sowing.then(|| self.count - 1);
        self.taken.push(Taken { step, seat, cell: (!off).then_some(cell), counters });
    }

    fn dropped(&mut self, seat: Seat, cell: usize, before: u8, drop: Dropped) {
        let event = match drop {
            Dropped::On => Event::Drop,
            Dropped::Relay => Event::DropRelay,
            Dropped::Done => Event::DropDone,
        };
        // The first drop of a move is chance's; what follows in the same move is the finish of the racer left alone.
        let clause = self.game.rules.clause(Clause::Drop(drop, self.count > 0));
        self.add(Step { seat, from: None, counters: 1, to: Some(cell), before, event, clause, landed: None });
    }

    fn ruled(&mut self, clause: &'static str) {
        if let Some(step) = self.last_step() {
            step.clause = clause;
        }
    }

    fn marked(&mut self, _seat: Seat, _cell: usize) {
        if let Some(step) = self.last_step() {
            step.event = Event::Wegue;
        }
    }

    fn sown(&mut self, _sown: Sown) {
        self.sowing = false;
    }

    fn round(&mut self, held: [u8; 2]) {
        self.rounds.push(held);
    }
}

/// A move and what came of it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Where it was made.
    pub before: Position,
    /// The move.
    pub mv: u8,
    /// What stands then.
    pub after: Position,
    /// The laps or drops in order, [`MOST_STEPS`] of them at most.
    pub steps: Vec<Step>,
    /// How many more there were.
    pub cut: usize,
    /// What was taken, in order.
    pub taken: Vec<Taken>,
    /// What both players held when a round was counted.
    pub rounds: Vec<[u8; 2]>,
}

impl Position {
    /// The story of a move.
    ///
    /// # Errors
    /// [`Error::IllegalMove`].
    pub fn explain(&self, mv: i64) -> Result<Turn, Error> {
        let mut story = Story {
            game: &self.game,
            steps: Vec::new(),
            count: 0,
            sowing: false,
            last: None,
            taken: Vec::new(),
            rounds: Vec::new(),
        };
        let after = self.play_watched(mv, &mut story)?;
        let Story { steps, count, taken, rounds, .. } = story;
        let mv = self.check_move(mv)?;
        Ok(Turn { before: self.clone(), mv, after, cut: count - steps.len(), steps, taken, rounds })
    }
}

const NAMES: [&str; 2] = ["south", "north"];

fn name(seat: Seat) -> &'static str {
    NAMES[seat.index()]
}

/// The story in words, a line a lap.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.headline())?;
        let width = self.steps.len().to_string().len();
        for (at, step) in self.steps.iter().enumerate() {
            writeln!(f, "{:>width$}. {}", at + 1, self.step(at, step))?;
        }
        if self.cut > 0 {
            writeln!(f, "{} more laps are left out", self.cut)?;
        }
        if self.cut > 0 || self.steps.is_empty() {
            for seat in Seat::BOTH {
                let late = self
                    .taken
                    .iter()
                    .filter(|taken| taken.seat == seat && taken.step.is_some_and(|step| step >= self.steps.len()));
                let counters: u32 = late.map(|taken| u32::from(taken.counters)).sum();
                if counters > 0 {
                    writeln!(f, "in them {} takes {counters}", name(seat))?;
                }
            }
        }
        for seat in Seat::BOTH {
            let swept = self.taken.iter().filter(|taken| taken.seat == seat && taken.step.is_none());
            let counters: u32 = swept.map(|taken| u32::from(taken.counters)).sum();
            if counters > 0 {
                writeln!(f, "{} takes the {counters} that are left", name(seat))?;
            }
        }
        for (at, [south, north]) in self.rounds.iter().enumerate() {
            let round = self.before.state.round as usize + at;
            writeln!(f, "round {round} is counted: south holds {south}, north {north}")?;
        }
        write!(f, "{}", self.what_follows())
    }
}

impl Turn {
    fn place(&self, cell: usize) -> String {
        let layout = &self.before.game.rules.sowing().layout;
        if cell >= layout.holes {
            return "the store".into();
        }
        let (row, column) = layout.place(cell);
        format!("({row}, {column}) {}", self.before.label(cell))
    }

    fn headline(&self) -> String {
        let (state, mv) = (&self.before.state, self.mv);
        let clause = self.before.game.rules.clause(Clause::Moves(state.phase));
        let who = name(state.to_move);
        match state.phase {
            Phase::Turns => {
                let cell = self.before.game.rules.sowing().layout.cell(state.to_move, mv.into());
                format!("{who} plays move {mv}, the hole {} ({clause})", self.place(cell))
            }
            Phase::Opening => format!("{who} opens with move {mv} ({clause})"),
            Phase::Choice => {
                format!("{who} chooses, move {mv}: {} begins ({clause})", name(self.after.state.began))
            }
            Phase::Race => format!("chance, move {mv}: {} drops ({clause})", NAMES[usize::from(mv)]),
        }
    }

    fn step(&self, at: usize, step: &Step) -> String {
        let mut line = String::new();
        let place = step.to.map(|cell| self.place(cell)).unwrap_or_default();
        let lay = if step.before == 0 { "empty".to_string() } else { format!("with {}", step.before) };
        let write = match step.from {
            Some(from) => {
                let lifts = format!("lifts {} from {}", step.counters, self.place(from));
                match step.to {
                    Some(_) if step.event == Event::Store => write!(line, "{lifts}, the last one falls in {place}"),
                    Some(_) => write!(line, "{lifts}, the last one falls in {place}, {lay}"),
                    None => write!(line, "{lifts}, which leave the board at the row's end"),
                }
            }
            None => write!(line, "{} drops one in {place}, {lay}", name(step.seat)),
        };
        write.expect("a string takes all");
        let taken: Vec<_> = self.taken.iter().filter(|taken| taken.step == Some(at)).collect();
        let takes = || {
            let each = taken.iter().map(|taken| match taken.cell {
                Some(cell) => format!("{} from {}", taken.counters, self.place(cell)),
                None => taken.counters.to_string(),
            });
            each.collect::<Vec<_>>().join(" and ")
        };
        let what = match step.event {
            Event::End => "the turn ends".to_string(),
            Event::Relay => format!("lifted and sown on, {} now", u16::from(step.before) + 1),
            Event::Capture => format!("captures {}; the turn ends", takes()),
            Event::CaptureOnward => format!("captures {} and steps on with the one that fell", takes()),
            Event::Nothing => "captures nothing; the turn ends".into(),
            Event::Store => "the same player moves again".into(),
            Event::Wegue => format!("with four it becomes {}'s wegue", name(step.seat)),
            Event::LastHole => "the opponent's last hole: takes three, one stays".into(),
            Event::TakeTwo => format!("the opponent's wegue: takes {}; the turn ends", takes()),
            Event::OwnWegue => "an own wegue: it stays there and the turn ends".into(),
            Event::Chain => format!("captures {}; the turn ends", takes()),
            Event::Home => format!("brings home {}; the turn ends", takes()),
            Event::Off => format!("{} of them; the turn ends", takes()),
            Event::Opening | Event::Drop => return line,
            Event::DropRelay => format!("the last in hand, lifted again, {} now", u16::from(step.before) + 1),
            Event::DropDone => "the last in hand: done".into(),
        };
        format!("{line}: {what} ({})", step.clause)
    }

    fn what_follows(&self) -> String {
        let after = &self.after.state;
        match (after.outcome, after.decider()) {
            (Some(Outcome { reason: Reason::Endless, .. }), _) => {
                "it never stops: the match is drawn, and all stands as before the move".into()
            }
            (Some(_), _) => format!("the match is over: {}", self.after.result().unwrap_or_default()),
            (None, Decider::Chance) => "chance decides next".into(),
            (None, _) => format!("{} is next", name(after.to_move)),
        }
    }
}
