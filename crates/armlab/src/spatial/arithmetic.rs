//! Which multiply-add a clone of a kernel may use, and the choice at run time.
//!
//! `f64::mul_add` is one instruction where FMA exists and a slow library call
//! where it does not, so the choice must be made per compiled clone, not per
//! call. An [`Arithmetic`] is that choice as a type; [`dispatch`] compiles a
//! [`Kernel`] twice and picks a clone by what the processor has.

use std::fmt::Debug;

/// How `a·b + c` is evaluated.
pub trait Arithmetic: Copy + Default + Debug + Send + Sync + 'static {
    /// `a·b + c`
    fn mul_add(a: f64, b: f64, c: f64) -> f64;
}

/// Two roundings; any machine.
#[derive(Clone, Copy, Default, Debug)]
pub struct Portable;

impl Arithmetic for Portable {
    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        a * b + c
    }
}

/// One rounding; only inside a clone compiled with the FMA instructions.
#[derive(Clone, Copy, Default, Debug)]
pub struct Fused;

impl Arithmetic for Fused {
    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        a.mul_add(b, c)
    }
}

/// The same arithmetic for a type that should sit on a 32-byte boundary, the
/// width of an AVX register, so that its loads never straddle cache lines.
#[derive(Clone, Copy, Default, Debug)]
#[repr(align(32))]
pub struct Wide<A>(std::marker::PhantomData<A>);

impl<A: Arithmetic> Arithmetic for Wide<A> {
    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        A::mul_add(a, b, c)
    }
}

/// A computation that is compiled once per instruction set.
///
/// `run` and everything it calls must be `#[inline(always)]`; a call that is
/// not inlined would leave the clone and lose its instructions.
pub trait Kernel {
    /// What the computation returns.
    type Output;
    /// The computation, in the given arithmetic.
    fn run<A: Arithmetic>(self) -> Self::Output;
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
