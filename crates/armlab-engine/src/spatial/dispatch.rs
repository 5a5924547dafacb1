//! The choice of instructions at run time: [`dispatch`] compiles a [`Kernel`] once
//! per [`InstructionSet`] and runs the best clone the processor supports.

use super::arithmetic::{Arithmetic, Fused, Portable, Wide};
use super::lanes::{Batch, Lanes};

/// An arithmetic that whole kernels are compiled for.
pub trait InstructionSet: Arithmetic {
    /// As many samples side by side as pay on this instruction set.
    type Batch: Batch;
    /// The member of a family of types that belongs to this instruction set.
    fn of<F: Family>(all: &mut PerInstructionSet<F>) -> &mut F::In<Self>;
}

/// A type that exists once per instruction set, such as a kernel's scratch
/// memory, whose element type is tied to the arithmetic it is computed in.
pub trait Family {
    /// The type for instruction set `A`.
    type In<A: InstructionSet>: Default;
}

/// One value of a family for each instruction set; those never run stay empty.
pub struct PerInstructionSet<F: Family> {
    portable: F::In<Portable>,
    fused: F::In<Fused>,
}

impl<F: Family> Default for PerInstructionSet<F> {
    fn default() -> Self {
        Self { portable: Default::default(), fused: Default::default() }
    }
}

impl InstructionSet for Portable {
    // What every 64-bit processor has registers for. More would only be more
    // code: this clone runs where speed is not to be had.
    type Batch = Lanes<2, Portable>;
    #[inline(always)]
    fn of<F: Family>(all: &mut PerInstructionSet<F>) -> &mut F::In<Self> {
        &mut all.portable
    }
}

impl InstructionSet for Fused {
    // Two registers wide, so that one's arithmetic hides the other's latency.
    type Batch = Lanes<8, Wide<Fused>>;
    #[inline(always)]
    fn of<F: Family>(all: &mut PerInstructionSet<F>) -> &mut F::In<Self> {
        &mut all.fused
    }
}

/// A computation that is compiled once per instruction set.
///
/// `run` and everything it calls must be `#[inline(always)]`, and closures are
/// best avoided: a call that is not inlined leaves the clone and its
/// instructions.
pub trait Kernel {
    /// What the computation returns.
    type Output;
    /// The computation, in the given arithmetic.
    fn run<A: InstructionSet>(self) -> Self::Output;
}

/// Runs a kernel in the best clone this processor supports.
#[inline]
pub fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        // SAFETY: both features were just detected on this processor.
        return unsafe { run_avx2_fma(kernel) };
    }
    kernel.run::<Portable>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2_fma<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Fused>()
}
