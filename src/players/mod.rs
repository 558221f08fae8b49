//! Who chooses moves, for everything that plays matches.

mod greedy;

pub use greedy::gain;

use crate::play::legal;
use crate::rules::{Error, Past, Rules};
use crate::state::State;
use crate::stream::Stream;

/// A player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// Any legal move, each as likely as the next.
    #[default]
    Random,
    /// A move that takes the most counters: see [`gain`]. Among equals, any.
    Greedy,
    /// Somebody outside, who is asked for moves.
    Asked,
}

impl Player {
    /// The players that can be named, by name.
    pub const NAMED: [(&str, Player); 2] = [("greedy", Player::Greedy), ("random", Player::Random)];

    /// The player of that name.
    ///
    /// # Errors
    /// [`Error::Argument`], which says which there are.
    pub fn named(name: &str) -> Result<Player, Error> {
        let found = Player::NAMED.iter().find(|(own, _)| *own == name);
        let names = Player::NAMED.map(|(own, _)| own).join(", ");
        found.map(|&(_, player)| player).ok_or_else(|| {
            Error::Argument(format!("there is no player {name:?}; the players are {names}, or a function of your own"))
        })
    }

    /// The move that this player makes where a player is to move and the match goes on; `None` from one who is asked
    /// elsewhere. Players take one draw from the stream for each decision, forced ones included.
    #[inline]
    pub fn choose<R: Rules + ?Sized>(self, rules: &R, state: &State, past: &Past, stream: &mut Stream) -> Option<u8> {
        let moves = legal(rules, state, past);
        match self {
            Player::Random => Some(stream.choose(moves)),
            Player::Greedy => Some(stream.choose(greedy::best(rules, state, past, moves))),
            Player::Asked => None,
        }
    }
}
