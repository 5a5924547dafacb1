//! The choice of instructions at run time: [`dispatch`] compiles a [`Kernel`] once
//! per [`InstructionSet`] and runs the best clone the processor supports.

use super::arithmetic::{Arithmetic, Portable};
use super::fused::{Fused, Fused8, Wide, Wider};
use super::lanes::{Batch, Lanes};
use armlab_dense::Instructions;

/// An arithmetic that whole kernels are compiled for.
pub trait InstructionSet: Arithmetic {
    /// As many samples side by side as pay on this instruction set where there are few.
    type Batch: Batch;
    /// As many as pay where there are many: so many registers that the operations of one hide
    /// the latency of another.
    type Long: Batch;
    /// As many as pay where each operation waits for the memory of the one before it, as in
    /// recorded computations.
    type Longest: Batch;
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
    fused8: F::In<Fused8>,
}

impl<F: Family> Default for PerInstructionSet<F> {
    fn default() -> Self {
        Self { portable: Default::default(), fused: Default::default(), fused8: Default::default() }
    }
}

impl InstructionSet for Portable {
    // What every 64-bit processor has registers for. More would only be more
    // code: this clone runs where speed is not to be had.
    type Batch = Lanes<2, Portable>;
    type Long = Self::Batch;
    type Longest = Self::Batch;
    #[inline(always)]
    fn of<F: Family>(all: &mut PerInstructionSet<F>) -> &mut F::In<Self> {
        &mut all.portable
    }
}

impl InstructionSet for Fused {
    // Two registers wide, so that one's arithmetic hides the other's latency.
    type Batch = Lanes<8, Wide<Fused>>;
    type Long = Self::Batch;
    type Longest = Self::Batch;
    #[inline(always)]
    fn of<F: Family>(all: &mut PerInstructionSet<F>) -> &mut F::In<Self> {
        &mut all.fused
    }
}

impl InstructionSet for Fused8 {
    // One register, which a dozen states fill, or two, or three.
    type Batch = Lanes<8, Wider<Fused8>>;
    type Long = Lanes<16, Wider<Fused8>>;
    type Longest = Lanes<24, Wider<Fused8>>;
    #[inline(always)]
    fn of<F: Family>(all: &mut PerInstructionSet<F>) -> &mut F::In<Self> {
        &mut all.fused8
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
    /// The most instructions that the computation profits from. Registers of eight lanes serve
    /// batches; one state, with or without slopes, has nothing to put into them.
    const MOST: Instructions = Instructions::Avx2;
    /// The computation, in the given arithmetic.
    fn run<A: InstructionSet>(self) -> Self::Output;
}

/// Runs a kernel in the best clone this processor supports.
#[inline]
pub fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        let set = Instructions::in_use();
        if matches!(K::MOST, Instructions::Avx512) && set == Instructions::Avx512 {
            // SAFETY: a set in use was detected on this processor.
            return unsafe { run_avx512(kernel) };
        }
        if set >= Instructions::Avx2 {
            // SAFETY: as above, and a later set includes the earlier.
            return unsafe { run_avx2_fma(kernel) };
        }
    }
    #[cfg(target_arch = "aarch64")]
    if Instructions::in_use() >= Instructions::Neon {
        return kernel.run::<Fused>();
    }
    kernel.run::<Portable>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2_fma<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Fused>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Fused8>()
}
