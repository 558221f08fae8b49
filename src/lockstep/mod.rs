//! Whole random matches side by side, one byte lane a match: what many times the speed of one match at a time comes from.
//!
//! In every step each lane sows one lap. A lane whose turn has ended looks at its board and chooses the next hole. The
//! few things that happen often are done in vectors: a game's kernel is a file of its own here. All that is rare is
//! left to the one loop: what comes before a match's first turn, what follows when a round or a match may be over, and
//! relays so long that they may be endless. The lane's board is then written out, the game's own rules play on, and the
//! board comes back. So a kernel serves every reading that differs in rare things only, without knowing of it.
//!
//! There are kernels for x86-64, with the widest vectors that the processor has; elsewhere the one loop plays.

// What is not inlined into a kernel is not compiled for its instruction set.
#![allow(clippy::inline_always)]
// Holes are numbers here: where they lie is what kernels reckon with.
#![allow(clippy::needless_range_loop)]

#[cfg(target_arch = "x86_64")]
mod abalalae;
#[cfg(target_arch = "x86_64")]
mod adwa;
#[cfg(target_arch = "x86_64")]
mod andada;
#[cfg(target_arch = "x86_64")]
mod driver;
#[cfg(target_arch = "x86_64")]
mod lanes;
#[cfg(target_arch = "x86_64")]
mod sow;
#[cfg(target_arch = "x86_64")]
mod streams;

#[cfg(target_arch = "x86_64")]
pub use driver::play;
#[cfg(target_arch = "x86_64")]
pub use lanes::Set;

/// With fewer matches than this, one at a time are as fast.
pub const WORTH: usize = 8;

/// A kernel, and what it must know of a game beside its positions.
#[derive(Clone, Copy, Debug)]
pub enum Kernel {
    /// [`crate::games::andada`]
    Andada {
        /// Holes in a row.
        holes: usize,
        /// A11.
        singles: Singles,
    },
    /// [`crate::games::abalalae`]
    Abalalae,
    /// [`crate::games::gabata_adwa`]
    Adwa {
        /// The landing table: the number of an [`Action`](crate::landing::Action) for each key.
        actions: [u8; 64],
        /// G13.
        last_hole: LastHole,
        /// G7: a capture moves again.
        again: bool,
    },
}

/// Whether a whole turn takes counters off at the row's end (Andada's A11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Singles {
    /// If it starts with no hole above one.
    Turn,
    /// If it or any before it started so.
    Latched,
    /// Never.
    Never,
}

/// Of which holes an opponent's last one is the only one left (Adwa's G13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastHole {
    /// Of those that are no wegue.
    Uncaptured,
    /// Of all that they own.
    Owned,
    /// It is never captured otherwise than any hole.
    Never,
}
