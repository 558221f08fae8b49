//! Reading and sowing the boards of all lanes, hole by hole.

use super::lanes::Lanes;

/// What lies in the hole `at` of each lane, among the first `count` holes: a tree of selections by the bits of the
/// index, half the work of comparing every hole. `level` is room to work in.
#[inline(always)]
pub fn gather<V: Lanes, const H: usize>(holes: &[V; H], count: usize, at: V, level: &mut [V; H]) -> V {
    let mut width = count.div_ceil(2);
    let odd = bit(at, 1);
    for i in 0..width {
        level[i] = pair(odd, holes, 2 * i, count);
    }
    let mut b = 2;
    while width > 1 {
        let odd = bit(at, b);
        for i in 0..width.div_ceil(2) {
            level[i] = pair(odd, level, 2 * i, width);
        }
        width = width.div_ceil(2);
        b *= 2;
    }
    level[0]
}

#[inline(always)]
fn bit<V: Lanes>(index: V, bit: u8) -> V {
    index.and(V::splat(bit)).eq(V::splat(bit))
}

/// Hole `i`, or the one after it in the lanes of `odd`; the last of an odd `count` stands alone.
#[inline(always)]
fn pair<V: Lanes, const H: usize>(odd: V, holes: &[V; H], i: usize, count: usize) -> V {
    if i + 1 == count { holes[i] } else { odd.select(holes[i + 1], holes[i]) }
}

/// One lap in each lane, followed hole by hole along the boards.
///
/// A hole h is h - from - 1 (mod 256) ahead of the hole that the lap starts from, and is sown if that is less than the
/// number of counters. Behind `from` these numbers are 256 - H too high, so where the lap passes the end of the track the
/// bound is raised by as much. Both sides are kept 128 higher, for comparison as signed bytes.
pub struct Sowing<V> {
    /// Where the last counter falls.
    pub land: V,
    bound: V,
    start: V,
    ahead: V,
}

/// Where no hole ever is, seen from a lap's start.
const NOWHERE: u8 = 0;
const FROM: u8 = 127;

impl<V: Lanes> Sowing<V> {
    /// Sows `sown` counters, less than a round of the track of `H` holes, from the hole after `from`.
    #[inline(always)]
    pub fn new<const H: usize>(from: V, sown: V) -> Self {
        let s = V::splat;
        let end = from.add(sown);
        let wraps = s(H as u8 - 1).lt(end).and(s(H as u8));
        let start = s(FROM).sub(from);
        Self { land: end.sub(wraps), bound: sown.sub(wraps).xor(s(128)), start, ahead: start }
    }

    /// Passes the boards' cells backwards in the lanes of `reversed`, whose track is so.
    #[inline(always)]
    pub fn reversed<const H: usize>(mut self, reversed: V) -> Self {
        self.ahead = self.ahead.add(reversed.and(V::splat(H as u8 - 1)));
        self
    }

    /// Marks a position of the sower's track in the lanes of `mask`, for `meets`.
    #[inline(always)]
    pub fn mark(&self, mask: V, position: V) -> V {
        const { assert!(NOWHERE == 0) };
        mask.and(self.start.add(position))
    }

    /// Marks the hole that the lap starts from.
    #[inline(always)]
    pub fn mark_from(mask: V) -> V {
        mask.and(V::splat(FROM))
    }

    #[inline(always)]
    pub fn meets(&self, mark: V) -> V {
        self.ahead.eq(mark)
    }

    /// Does this hole get a counter?
    #[inline(always)]
    pub fn sows(&self) -> V {
        self.ahead.lt(self.bound)
    }

    /// To the next cell; `step` is 1, or -1 in reversed lanes.
    #[inline(always)]
    pub fn next(&mut self, step: V) {
        self.ahead = self.ahead.add(step);
    }
}

/// Counters that are to be sown: from which position, how many, whether that hole is still to be lifted.
#[derive(Clone, Copy)]
pub struct Hand<V> {
    pub from: V,
    pub counters: V,
    pub lifts: V,
}

impl<V: Lanes> Hand<V> {
    #[inline(always)]
    pub fn empty() -> Self {
        Self { from: V::splat(0), counters: V::splat(0), lifts: V::splat(0) }
    }

    #[inline(always)]
    pub fn select(mask: V, yes: Self, no: Self) -> Self {
        Self {
            from: mask.select(yes.from, no.from),
            counters: mask.select(yes.counters, no.counters),
            lifts: mask.select(yes.lifts, no.lifts),
        }
    }

    /// Drops the counters of a hand that are over, one by one, until less than a round of the track is left. Rare.
    #[inline(always)]
    pub fn drop_rounds<const H: usize>(&mut self, board: &mut [V; H], reversed: V) {
        let s = V::splat;
        loop {
            let full = s(H as u8 - 1).lt(self.counters);
            if !full.any() {
                return;
            }
            let mut drop = Sowing::new::<H>(self.from, full.and(s(1))).reversed::<H>(reversed);
            let lifted = Sowing::mark_from(self.lifts.and(full));
            for hole in board.iter_mut() {
                *hole = hole.and_not(drop.meets(lifted)).sub(drop.sows());
                drop.next(reversed.or(s(1)));
            }
            self.from = drop.land;
            self.counters = self.counters.add(full);
            self.lifts = self.lifts.and_not(full);
        }
    }
}
