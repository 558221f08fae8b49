//! Matches as they were played, and the JSON that keeps them; what pickles of the Python face hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::options::Value;
use crate::play::{Game, Position};
use crate::rules::Error;
use crate::sow::Unwatched;
use crate::state::Decider;
use crate::story::Turn;

/// The version of the JSON that [`Match::to_json`] writes.
pub const VERSION: u32 = 1;

/// A game as it is written down: every option, defaults too, so that the record says under which readings it was
/// played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    game: String,
    #[serde(default)]
    options: BTreeMap<String, Value>,
}

impl From<&Game> for GameRecord {
    fn from(game: &Game) -> GameRecord {
        let options = game.options.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        GameRecord { game: game.family.id.to_string(), options }
    }
}

impl GameRecord {
    /// The game that was written down.
    ///
    /// # Errors
    /// As [`Game::new`].
    pub fn game(&self) -> Result<Game, Error> {
        let options: Vec<_> = self.options.clone().into_iter().collect();
        Game::new(&self.game, &options)
    }
}

/// A match: where it started, its moves, and what stands now.
#[derive(Clone, Debug)]
pub struct Match {
    start: Position,
    moves: Vec<(i8, u8)>,
    now: Position,
}

/// The JSON of a match. The keys are those of the golden files.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchRecord {
    version: u32,
    game: String,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: Vec<serde_json::Value>,
}

/// Who decides: 0, 1, -1 for chance; nothing when the match is over.
pub fn decider_number(decider: Decider) -> Option<i8> {
    match decider {
        Decider::Player(seat) => Some(seat as i8),
        Decider::Chance => Some(-1),
        Decider::Nobody => None,
    }
}

impl Match {
    /// A match that begins at a position, with no turn played and no round counted yet: what was before is not its own.
    pub fn new(start: Position) -> Match {
        let start = Position { turns: 0, rounds: Arc::default(), ..start };
        Match { now: start.clone(), start, moves: Vec::new() }
    }

    /// Where it began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What stands now.
    pub fn position(&self) -> &Position {
        &self.now
    }

    /// Who made each move (-1: chance), and the move.
    pub fn moves(&self) -> &[(i8, u8)] {
        &self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`Error::IllegalMove`]; the match is then as it was.
    pub fn play(&mut self, mv: i64) -> Result<(), Error> {
        let small = self.now.check_move(mv)?;
        // Whoever has a legal move is there.
        self.moves.extend(decider_number(self.now.state.decider()).map(|mover| (mover, small)));
        self.now.push_unchecked(small, &mut Unwatched);
        Ok(())
    }

    /// The story of every move. `go_on` is asked before each, and when it says no the telling stops.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when `go_on` says no.
    pub fn explain(&self, go_on: &mut dyn FnMut() -> bool) -> Result<Vec<Turn>, Error> {
        let each = self.positions().zip(&self.moves);
        each.map(|(position, &(_, mv))| if go_on() { position.explain(mv.into()) } else { Err(Error::Cancelled) })
            .collect()
    }

    /// Takes the last move back and says which it was.
    pub fn undo(&mut self) -> Option<u8> {
        let (_, last) = self.moves.pop()?;
        // Positions are not kept: a match of some hundred thousand moves stays small, and plays again in a blink.
        self.now = self.positions().fold(self.start.clone(), |_, position| position);
        Some(last)
    }

    /// Every position, the first and the present one included.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let mut moves = self.moves.iter();
        std::iter::successors(Some(self.start.clone()), move |position| {
            let mut next = position.clone();
            next.push_unchecked(moves.next()?.1, &mut Unwatched);
            Some(next)
        })
    }

    /// The match in JSON, in one line: `version`, `game`, `options` (all of them), `start` (the text of the position
    /// where it began, left out for the game's own first one) and `moves` (pairs of player, -1 for chance, and move).
    #[expect(clippy::missing_panics_doc, reason = "numbers and words can always be written")]
    pub fn to_json(&self) -> String {
        let GameRecord { game, options } = GameRecord::from(&self.start.game);
        let moves = self.moves.iter().map(|&(mover, mv)| serde_json::json!([mover, mv])).collect();
        let start = (self.start != self.start.game.start()).then(|| self.start.text());
        let record = MatchRecord { version: VERSION, game, options, start, moves };
        serde_json::to_string(&record).expect("numbers and words")
    }

    /// Reads what [`Match::to_json`] wrote, or somebody by hand, and plays it again.
    ///
    /// # Errors
    /// [`Error::Record`]: what cannot be read, or the move at which the record stops making sense.
    pub fn from_json(text: &str) -> Result<Match, Error> {
        Match::from_json_while(text, &mut || true)
    }

    /// The same, for long records: `go_on` is asked now and then, and when it says no the reading stops.
    ///
    /// # Errors
    /// Those of [`Match::from_json`]; [`Error::Cancelled`] when `go_on` says no.
    pub fn from_json_while(text: &str, go_on: &mut dyn FnMut() -> bool) -> Result<Match, Error> {
        /// Moves between two times that `go_on` is asked.
        const MOVES: usize = 256;
        let fault = |words: String| Error::Record(format!("match record: {words}"));
        let json: serde_json::Value =
            serde_json::from_str(text).map_err(|error| fault(format!("not JSON: {error}")))?;
        match json.get("version").map(|version| (version, version.as_u64())) {
            Some((_, Some(version))) if version == u64::from(VERSION) => {}
            Some((version, _)) => {
                return Err(fault(format!("version {version} is unknown; this library reads version {VERSION}")));
            }
            None => return Err(fault(format!("no \"version\"; this library reads version {VERSION}"))),
        }
        let record: MatchRecord = serde_json::from_value(json).map_err(|error| fault(error.to_string()))?;
        let game = GameRecord { game: record.game, options: record.options };
        let game = game.game().map_err(|error| fault(error.to_string()))?;
        let start = match record.start {
            Some(text) => game.parse(&text).map_err(|error| fault(format!("start: {error}")))?,
            None => game.start(),
        };
        let mut played = Match::new(start);
        let all = record.moves.len();
        for (at, entry) in record.moves.into_iter().enumerate() {
            if at % MOVES == 0 && !go_on() {
                return Err(Error::Cancelled);
            }
            let Ok((mover, mv)) = <(i8, i64)>::deserialize(&entry) else {
                let wanted = "it is a pair of numbers, player (-1: chance) and move";
                return Err(fault(format!("moves[{at}] of {all} is {entry}: {wanted}")));
            };
            let stop = |words: String| fault(format!("moves[{at}] of {all} is [{mover}, {mv}]: {words}"));
            let decider = decider_number(played.now.state.decider());
            if let Some(decider) = decider.filter(|&decider| decider != mover) {
                return Err(stop(format!("player {decider} decides there (-1 is chance)")));
            }
            played.play(mv).map_err(|error| stop(error.to_string()))?;
        }
        Ok(played)
    }
}

impl PartialEq for Match {
    fn eq(&self, other: &Match) -> bool {
        self.moves == other.moves && self.start == other.start
    }
}

impl Eq for Match {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    #[test]
    fn a_match_comes_back_from_json_and_goes_back_by_undo() {
        for family in crate::games::FAMILIES {
            let game = Game::new(family.id, &[]).unwrap();
            let mut stream = Stream::new(3, 1);
            let mut played = Match::new(game.start());
            while played.moves().len() < 60 && played.position().state.outcome.is_none() {
                played.play(stream.choose(played.position().legal()).into()).unwrap();
            }
            let back = Match::from_json(&played.to_json()).unwrap();
            assert_eq!((&back, back.position()), (&played, played.position()));
            let positions: Vec<_> = played.positions().collect();
            assert_eq!(positions.len(), played.moves().len() + 1);
            for position in positions.iter().rev().skip(1) {
                played.undo().unwrap();
                assert_eq!(played.position(), position);
            }
            assert_eq!(played.undo(), None);
        }
    }

    #[test]
    fn a_damaged_record_says_where() {
        let fault = |text: &str| Match::from_json(text).unwrap_err().to_string();
        let kalah = |rest: &str| format!("{{\"version\":1,\"game\":\"kalah\",{rest}}}");
        assert!(fault("").contains("not JSON"));
        assert!(fault("{\"version\":2}").contains("version 2 is unknown; this library reads version 1"));
        assert!(fault("{}").contains("no \"version\""));
        assert!(fault(&kalah("\"moves\":[],\"colour\":1")).contains("unknown field `colour`"));
        assert!(fault(&kalah("\"moves\":[[0,0],[0,3],[1,1]]")).contains("moves[1] of 3 is [0, 3]: player 1 decides"));
        assert!(fault(&kalah("\"moves\":[[0,2],[0,2]]")).contains("moves[1] of 2 is [0, 2]: move 2 is not legal (K3)"));
        assert!(fault(&kalah("\"moves\":[[0,2],[0,\"x\"]]")).contains("moves[1] of 2 is [0,\"x\"]: it is a pair"));
        assert!(fault(&kalah("\"moves\":[7]")).contains("moves[0] of 1 is 7: it is a pair"));
        assert!(fault(&kalah("\"moves\":[],\"start\":\"4\"")).contains("start: position text, character 1 (board)"));
        assert!(fault(&kalah("\"moves\":[],\"options\":{\"holes\":99}")).contains("holes cannot be 99"));
    }
}
