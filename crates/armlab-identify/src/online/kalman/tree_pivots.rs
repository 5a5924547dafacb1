//! Unknowns with which a tree could exist: those whose mass matrix is positive definite.

use super::taped::{Group, Taped, fit};
use armlab_codegen::Tape;
use armlab_engine::spatial::{Batch, InstructionSet, Instructions, Kernel, MOST_LANES, Scalar};

/// First pose at which the mass matrix of some unknowns is not positive definite.
pub(super) struct Pivots<'a> {
    pub(super) taped: &'a mut Taped,
    /// The first pose.
    pub(super) q: &'a [f64],
    pub(super) unknowns: &'a [f64],
    /// Poses as columns; the first is of no use.
    pub(super) poses: &'a [f64],
}

impl Kernel for Pivots<'_> {
    type Output = Option<usize>;
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) -> Option<usize> {
        let (n, tape) = (self.q.len(), &self.taped.tape);
        let m = &mut A::of(&mut self.taped.memory).batch.slots;
        fit(m, tape);
        let unknowns = &mut m[tape.inputs()][2 * n..];
        for k in 0..self.unknowns.len() {
            unknowns[k] = Scalar::constant(self.unknowns[k]);
        }
        let count = self.poses.len().checked_div(n).unwrap_or_default();
        let mut first = 0;
        while first < count {
            let q = &mut m[tape.inputs()][..n];
            for i in 0..n {
                let poses = A::Batch::load(&self.poses[i * count + first..(i + 1) * count]);
                q[i] = if first == 0 { poses.with_first(self.q[i]) } else { poses };
            }
            tape.run(m);
            if !all_positive(tape, m) {
                let mut positive = [true; MOST_LANES];
                and_positive(tape, m, &mut positive);
                for l in 0..A::Batch::LANES {
                    if first + l < count && !positive[l] {
                        return Some(first + l);
                    }
                }
            }
            first += A::Batch::LANES;
        }
        None
    }
}

/// Whether the mass matrices of states are positive definite, at their own poses and at all of
/// those given but the first.
pub(super) struct PivotsOfMany<'a> {
    pub(super) taped: &'a mut Taped,
    pub(super) n: usize,
    pub(super) states: &'a [f64],
    pub(super) width: usize,
    pub(super) poses: &'a [f64],
    pub(super) out: &'a mut [bool],
}

impl Kernel for PivotsOfMany<'_> {
    type Output = ();
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (n, width, tape) = (self.n, self.width, &self.taped.tape);
        let m = &mut A::of(&mut self.taped.memory).long.slots;
        fit(m, tape);
        let first_input = tape.inputs().start;
        let (count, poses) = (self.out.len(), self.poses.len() / n);
        let mut first = 0;
        while first < count {
            let group = Group::new::<A::Long>(first, count, width);
            group.gather(self.states, &mut m[first_input..first_input + width]);
            let mut positive = [true; MOST_LANES];
            tape.run(m);
            and_positive(tape, m, &mut positive);
            for pose in 1..poses {
                for i in 0..n {
                    m[first_input + i] = Scalar::constant(self.poses[i * poses + pose]);
                }
                tape.run(m);
                and_positive(tape, m, &mut positive);
            }
            for l in 0..A::Long::LANES {
                if first + l < count {
                    self.out[first + l] = positive[l];
                }
            }
            first += A::Long::LANES;
        }
    }
}

/// Whether the mass matrix is positive definite in all lanes; false on NaN.
#[inline(always)]
fn all_positive<S: Batch>(tape: &Tape, m: &[S]) -> bool {
    let mut all = true;
    for i in 0..tape.outputs().len() {
        let margin = m[tape.outputs()[i] as usize].lanes();
        for l in 0..S::LANES {
            all &= margin[l] > 0.0;
        }
    }
    all
}

/// Clears the flags of lanes in which it is not.
#[inline(always)]
fn and_positive<S: Batch>(tape: &Tape, m: &[S], positive: &mut [bool; MOST_LANES]) {
    for i in 0..tape.outputs().len() {
        let margin = m[tape.outputs()[i] as usize].lanes();
        for l in 0..S::LANES {
            positive[l] &= margin[l] > 0.0;
        }
    }
}
