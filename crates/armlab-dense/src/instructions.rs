//! Which instructions of the processor computations use: the best it has, or fewer when asked,
//! to compare them. Found once; the environment variable `ARMLAB_INSTRUCTIONS` (`portable`,
//! `avx2` or `avx512`, on ARM `portable` or `neon`) sets the most that is used.

use std::sync::atomic::{AtomicU8, Ordering};

/// A set of instructions; a later one includes the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Instructions {
    /// What every processor has, products and sums in two roundings.
    Portable = 1,
    /// What every 64-bit ARM has: two numbers in a register, products and sums in one rounding.
    Neon = 2,
    /// AVX2 and FMA: four numbers in a register, products and sums in one rounding.
    Avx2 = 3,
    /// AVX-512 (F, DQ, BW, VL): eight numbers in a register and twice as many registers.
    Avx512 = 4,
}

/// The set in use, 0 before the first question. Never more than the processor has: only
/// [`Instructions::limit`] writes it.
static IN_USE: AtomicU8 = AtomicU8::new(0);

impl Instructions {
    /// All sets of this architecture, the least first.
    #[cfg(not(target_arch = "aarch64"))]
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];
    /// All sets of this architecture, the least first.
    #[cfg(target_arch = "aarch64")]
    pub const ALL: [Self; 2] = [Self::Portable, Self::Neon];

    /// The set that computations use.
    #[inline]
    pub fn in_use() -> Self {
        match IN_USE.load(Ordering::Relaxed) {
            1 => Self::Portable,
            2 => Self::Neon,
            3 => Self::Avx2,
            4 => Self::Avx512,
            _ => Self::first(),
        }
    }
    /// Lets computations of this process use at most these instructions from now on; returns
    /// those that they use, which may be fewer. For comparisons of sets.
    pub fn limit(most: Self) -> Self {
        let chosen = most.min(Self::of_this_processor());
        IN_USE.store(chosen as u8, Ordering::Relaxed);
        chosen
    }
    /// The best set that the processor has.
    pub fn of_this_processor() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            let wide = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl");
            return if wide { Self::Avx512 } else { Self::Avx2 };
        }
        if cfg!(target_arch = "aarch64") { Self::Neon } else { Self::Portable }
    }
    /// Name, as the environment variable has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Neon => "neon",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
    #[cold]
    fn first() -> Self {
        let asked = std::env::var("ARMLAB_INSTRUCTIONS").ok();
        let named = Self::ALL.into_iter().find(|set| asked.as_deref() == Some(set.name()));
        Self::limit(named.unwrap_or(Self::Avx512))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_never_more_than_the_processor_has() {
        let best = Instructions::of_this_processor();
        for most in Instructions::ALL {
            assert_eq!(Instructions::limit(most), most.min(best));
            assert_eq!(Instructions::in_use(), most.min(best));
        }
    }
}
