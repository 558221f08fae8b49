//! The random streams of all lanes: [`Stream`], word by word.

use super::lanes::{Lanes, MOST};
use crate::stream::Stream;

#[repr(align(64))]
pub struct Streams {
    words: [[u32; MOST]; 4],
}

impl Streams {
    pub fn new() -> Self {
        Self { words: [[0; MOST]; 4] }
    }

    pub fn set(&mut self, lane: usize, stream: &Stream) {
        for (word, value) in self.words.iter_mut().zip(stream.words()) {
            word[lane] = value;
        }
    }

    pub fn get(&self, lane: usize) -> Stream {
        Stream::from_words(self.words.map(|word| word[lane]))
    }

    /// One draw of every lane in `mask`; the streams of the others stand still.
    #[inline(always)]
    pub fn draw<V: Lanes>(&mut self, mask: V) -> Draws {
        let mut draws = Draws([0; MOST]);
        let [w0, w1, w2, w3] = &mut self.words;
        for l in 0..V::LANES {
            // `Stream::draw`, its new words masked.
            let (s0, s1, s2, s3) = (w0[l], w1[l], w2[l], w3[l]);
            draws.0[l] = s0.wrapping_add(s3).rotate_left(7).wrapping_add(s0);
            let drawn = i32::from(mask.bytes()[l] as i8) as u32;
            let (t2, t3) = (s2 ^ s0, s3 ^ s1);
            w0[l] = s0 ^ (t3 & drawn);
            w1[l] = s1 ^ (t2 & drawn);
            w2[l] = s2 ^ ((s0 ^ (s1 << 9)) & drawn);
            w3[l] = s3 ^ ((s3 ^ t3.rotate_left(11)) & drawn);
        }
        draws
    }
}

#[repr(align(64))]
pub struct Draws([u32; MOST]);

impl Draws {
    /// A number below each lane's `count`: (draw * count) >> 32.
    #[inline(always)]
    pub fn pick<V: Lanes>(&self, count: V) -> V {
        let mut out = V::splat(0);
        for l in 0..V::LANES {
            // In 32 bits: the low half only carries into the high half.
            let (draw, n) = (self.0[l], u32::from(count.bytes()[l]));
            out.bytes_mut()[l] = (((draw >> 16) * n + (((draw & 0xffff) * n) >> 16)) >> 16) as u8;
        }
        out
    }
}
