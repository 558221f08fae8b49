//! gabata plays, studies and bulk-simulates the sowing games of the Horn of Africa.
//!
//! ```
//! use gabata::{Game, Value};
//!
//! let game = Game::new("andada", &[("holes".into(), Value::Whole(15))])?;
//! let opened = game.start().play(0)?; // A5: the opening
//! let begun = opened.play(15)?; // A6: "I begin"
//! assert_eq!(begun.legal().len(), 10); // every third hole is empty
//! # Ok::<(), gabata::Error>(())
//! ```
//!
//! The house, from bottom to top: [`board`] and [`state`] hold counters; [`landing`] and [`sow`] move them; [`rules`]
//! is what a game must say, and [`games`] are the games that say it; [`play`] is what every game can then do, one
//! match at a time, and [`bulk`] millions at once, between [`players`].

pub mod board;
pub mod bulk;
pub mod difference;
pub mod draw;
pub mod games;
pub mod landing;
pub mod lockstep;
pub mod measure;
pub mod observe;
pub mod options;
pub mod play;
pub mod players;
pub mod race;
pub mod record;
pub mod replay;
pub mod rules;
pub mod sow;
pub mod state;
pub mod story;
pub mod stream;
pub mod text;
pub mod vector;

#[cfg(feature = "python")]
mod python;

pub use board::Seat;
pub use options::Value;
pub use play::{Game, Position, perft};
pub use record::Match;
pub use rules::{Error, Moves};
pub use state::{Decider, Outcome, Phase, Reason, State};
pub use story::Turn;
