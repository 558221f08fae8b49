//! Random numbers: one stream for each match, the same on every machine.
//!
//! The protocol is part of the library's promise (same seed, same arrays): the generator is xoshiro128++, seeded from
//! (seed, index) as below; a random player takes one 32-bit draw for each decision, forced ones included, and plays
//! move number `(draw * legal count) >> 32` in ascending order; a race takes one draw for each drop and compares it
//! with a fixed threshold.

use crate::rules::Moves;

/// The stream of one match: xoshiro128++ (D. Blackman and S. Vigna, ACM Trans. Math. Softw. 47(4), 2021), written out
/// here because many streams also advance side by side, word by word ([`crate::lockstep`]).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Stream {
    s: [u32; 4],
}

/// The finalizer of `SplitMix64`: every bit of the input reaches every bit of the output, one to one.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The generator's first state: one to one in (seed, index), so that no two matches share a stream.
pub const fn first_state(seed: u64, index: u64) -> [u32; 4] {
    let a = mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15));
    let b = mix(index.wrapping_add(a));
    let c = mix(b ^ a);
    let words = [b as u32, (b >> 32) as u32, c as u32, (c >> 32) as u32];
    // The one state from which the generator would never move.
    if b | c == 0 { [1, 0, 0, 0] } else { words }
}

/// A seed for each index under `seed`: no two alike, and every bit of both reaches every bit of it.
pub const fn derived_seed(seed: u64, index: u64) -> u64 {
    mix(index.wrapping_add(mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15))))
}

impl Stream {
    /// The stream of an episode of environment `env` under `seed`.
    #[inline]
    pub fn of_episode(seed: u64, env: u64, episode: u64) -> Stream {
        Stream::new(derived_seed(seed, env), episode)
    }

    /// The stream of match `index` under `seed`.
    #[inline]
    pub fn new(seed: u64, index: u64) -> Stream {
        Stream { s: first_state(seed, index) }
    }

    /// A stream that goes on from some words, not all 0.
    pub(crate) fn from_words(s: [u32; 4]) -> Stream {
        Stream { s }
    }

    /// The words from which it goes on.
    pub(crate) fn words(&self) -> [u32; 4] {
        self.s
    }

    /// The next 32 bits.
    #[inline]
    pub fn draw(&mut self) -> u32 {
        let s = &mut self.s;
        let draw = s[0].wrapping_add(s[3]).rotate_left(7).wrapping_add(s[0]);
        let shifted = s[1] << 9;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(11);
        draw
    }

    /// One of `count` things, each as likely as the next to within one in 2^32 / `count`.
    #[inline]
    pub fn pick(&mut self, count: usize) -> usize {
        ((u64::from(self.draw()) * count as u64) >> 32) as usize
    }

    /// One of some moves, of which there must be one.
    #[inline]
    pub fn choose(&mut self, moves: Moves) -> u8 {
        moves.nth(self.pick(moves.len()))
    }

    /// Who drops the next counter of a race: move 0, south, if the draw is below the threshold.
    #[inline]
    pub fn race_drop(&mut self, threshold: u64) -> u8 {
        u8::from(u64::from(self.draw()) >= threshold)
    }
}

/// Drops of a race between two looks at whether to go on: a race ends with certainty, but at odds near 0 or 1 nobody can
/// say when.
pub const DROPS_BETWEEN_LOOKS: u32 = 1 << 14;

/// The threshold below which a draw lets south drop. Odds strictly between 0 and 1 shut neither racer out, however near
/// they are: then one draw of the 2^32 is left to the other.
pub fn race_threshold(odds: f64) -> u64 {
    const DRAWS: u64 = 1 << 32;
    let threshold = (odds * DRAWS as f64).round() as u64;
    if odds > 0.0 && odds < 1.0 { threshold.clamp(1, DRAWS - 1) } else { threshold }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_protocol_is_pinned() {
        let draws = |seed, index| {
            let mut stream = Stream::new(seed, index);
            [stream.draw(), stream.draw(), stream.draw()]
        };
        assert_eq!(draws(0, 0), draws(0, 0));
        assert_ne!(draws(0, 1), draws(1, 0));
        assert_eq!(first_state(7, 3), first_state(7, 3));
        assert_eq!(race_threshold(0.5), 1 << 31);
        assert_eq!((race_threshold(0.0), race_threshold(1.0)), (0, 1 << 32));
        assert_eq!((race_threshold(1e-300), race_threshold(1.0 - 1e-16)), (1, (1 << 32) - 1));
    }

    #[test]
    fn the_generator_is_xoshiro128_plus_plus() {
        use rand_xoshiro::Xoshiro128PlusPlus;
        use rand_xoshiro::rand_core::{Rng, SeedableRng};
        let words = first_state(7, 3);
        let seed: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut crates = Xoshiro128PlusPlus::from_seed(seed.try_into().unwrap());
        let mut ours = Stream::new(7, 3);
        for _ in 0..1000 {
            assert_eq!(ours.draw(), crates.next_u32());
        }
    }
}
