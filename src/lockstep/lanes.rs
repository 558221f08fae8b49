//! A byte for each match that is played side by side, and the dozen things that are done to them, by the intrinsics of
//! an instruction set. Masks are bytes of 0 and 255.
//!
//! This is the library's one file with unsafe code. Two things need it. Intrinsics may only run on a processor that has
//! them: vectors are used nowhere but in a [`Work`], which only [`Set::run`] does, and there is no [`Set`] that this
//! processor does not have. And a vector is looked at byte by byte, as the array of bytes that it is.

#![allow(unsafe_code, reason = "intrinsics, and the bytes of a vector; see above")]

#[allow(clippy::wildcard_imports, reason = "intrinsics are prefixed as it is")]
use std::arch::x86_64::*;
use std::fmt;

/// The most lanes of any instruction set.
pub const MOST: usize = 32;

/// An instruction set that this processor has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Set(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sse2,
    Avx2,
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Set {
    /// Every set that this processor has, the fastest first.
    pub fn available() -> Vec<Set> {
        let mut sets = vec![Set(Kind::Sse2)];
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2") {
            sets.insert(0, Set(Kind::Avx2));
        }
        sets
    }

    /// The fastest.
    pub fn best() -> Set {
        Set::available()[0]
    }

    /// Does some work with the vectors of this set.
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn avx2<W: Work>(work: W) -> W::Output {
            work.with::<Avx2>()
        }

        match self.0 {
            Kind::Sse2 => work.with::<Sse2>(),
            // SAFETY: there is such a set only where the processor was found to have these features.
            Kind::Avx2 => unsafe { avx2(work) },
        }
    }
}

/// Something to do with the vectors of any instruction set; compiled once for each.
pub trait Work {
    type Output;

    /// Must be inlined, to be compiled for the set.
    fn with<V: Lanes>(self) -> Self::Output;
}

/// The vectors of one instruction set.
pub trait Lanes: Copy {
    const LANES: usize;

    fn splat(x: u8) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn eq(self, other: Self) -> Self;
    /// Less, as signed bytes: every instruction set has that.
    fn lt(self, other: Self) -> Self;
    /// `yes` where the mask `self` is set, else `no`.
    fn select(self, yes: Self, no: Self) -> Self;
    fn any(self) -> bool;
    /// A mask as bits, lane 0 lowest.
    fn bits(self) -> u64;

    /// The table's entry for each lane's key, a number below 64.
    #[inline(always)]
    fn lookup(self, table: &[u8; 64]) -> Self {
        let mut out = self;
        for l in 0..Self::LANES {
            out.bytes_mut()[l] = table[usize::from(self.bytes()[l] & 63)];
        }
        out
    }

    #[inline(always)]
    fn not(self) -> Self {
        self.xor(Self::splat(255))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.and(other.not())
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.lt(other).select(self, other)
    }

    /// The lanes that a mask sets.
    #[inline(always)]
    fn lanes(self) -> impl Iterator<Item = usize> {
        let mut bits = self.bits();
        std::iter::from_fn(move || {
            let lane = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            (lane < Self::LANES).then_some(lane)
        })
    }

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        // SAFETY: an implementor is a plain vector of LANES bytes.
        unsafe { std::slice::from_raw_parts(std::ptr::from_ref(self).cast(), Self::LANES) }
    }

    #[inline(always)]
    fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above; any bytes are a valid vector.
        unsafe { std::slice::from_raw_parts_mut(std::ptr::from_mut(self).cast(), Self::LANES) }
    }
}

/// Implements the arithmetic by the named intrinsics.
///
/// SAFETY of all of them: this processor has the set (see the top of the file), and they touch no memory.
macro_rules! intrinsics {
    ($set:ident, $vector:ident, $lanes:literal, $byte:ty, $splat:ident $add:ident $sub:ident $and:ident $or:ident $xor:ident, $($rest:item)*) => {
        #[derive(Clone, Copy)]
        pub struct $set($vector);

        #[allow(unused_unsafe, reason = "those of the baseline are safe to call")]
        impl Lanes for $set {
            const LANES: usize = $lanes;
            #[inline(always)]
            fn splat(x: u8) -> Self {
                Self(unsafe { $splat(x as $byte) })
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                Self(unsafe { $add(self.0, other.0) })
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self(unsafe { $sub(self.0, other.0) })
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                Self(unsafe { $and(self.0, other.0) })
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                Self(unsafe { $or(self.0, other.0) })
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                Self(unsafe { $xor(self.0, other.0) })
            }
            $($rest)*
        }
    };
}

intrinsics! { Sse2, __m128i, 16, i8, _mm_set1_epi8 _mm_add_epi8 _mm_sub_epi8 _mm_and_si128 _mm_or_si128 _mm_xor_si128,
    #[inline(always)]
    fn eq(self, other: Self) -> Self {
        Self(unsafe { _mm_cmpeq_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Self {
        Self(unsafe { _mm_cmplt_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        no.xor(self.and(yes.xor(no)))
    }
    #[inline(always)]
    fn any(self) -> bool {
        self.bits() != 0
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(unsafe { _mm_movemask_epi8(self.0) } as u32)
    }
}

intrinsics! { Avx2, __m256i, 32, i8, _mm256_set1_epi8 _mm256_add_epi8 _mm256_sub_epi8 _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256,
    #[inline(always)]
    fn eq(self, other: Self) -> Self {
        Self(unsafe { _mm256_cmpeq_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Self {
        Self(unsafe { _mm256_cmpgt_epi8(other.0, self.0) })
    }
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        Self(unsafe { _mm256_blendv_epi8(no.0, yes.0, self.0) })
    }
    #[inline(always)]
    fn lookup(self, table: &[u8; 64]) -> Self {
        // Four tables of sixteen; the shuffle looks at the key's low four bits, the blends at their bytes' top bit.
        unsafe {
            let quarter = |i: usize| _mm256_broadcastsi128_si256(_mm_loadu_si128(table[16 * i..].as_ptr().cast()));
            let found = |i: usize| _mm256_shuffle_epi8(quarter(i), self.0);
            let (bit4, bit5) = (_mm256_slli_epi16::<3>(self.0), _mm256_slli_epi16::<2>(self.0));
            let low = _mm256_blendv_epi8(found(0), found(1), bit4);
            let high = _mm256_blendv_epi8(found(2), found(3), bit4);
            Self(_mm256_blendv_epi8(low, high, bit5))
        }
    }
    #[inline(always)]
    fn any(self) -> bool {
        self.bits() != 0
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(unsafe { _mm256_movemask_epi8(self.0) } as u32)
    }
}
