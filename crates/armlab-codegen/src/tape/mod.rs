//! A recorded computation as steps that run at once, without a compiler: on numbers, on lanes of
//! numbers or on numbers with slopes.
//!
//! What constants and zeros of one robot leave of a recursion is often a fraction of it. Steps
//! are of few kinds, and those of a kind that do not need each other are put one after another, so
//! that the processor has little to guess and latencies overlap.

mod writer;

use crate::graph::{Expr, record};
use armlab_engine::spatial::Scalar;
use std::ops::Range;
use writer::Writer;

/// What a step computes from the slots `a`, `b` and `c`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Code {
    /// `a b + c`: sums and products
    Sum,
    /// `c − a b`
    Difference,
    /// `a / b`
    Divide,
    /// `√a`
    SquareRoot,
    /// `sin a`, and `cos a` into the slot `c`
    SineCosine,
}

/// Every slot is below the tape's number of slots.
#[derive(Clone, Copy, Debug)]
struct Step {
    to: u32,
    a: u32,
    b: u32,
    c: u32,
}

/// Steps over slots: constants first, then inputs, then what is computed.
#[derive(Clone, Debug)]
pub struct Tape {
    constants: Vec<f64>,
    inputs: usize,
    slots: usize,
    steps: Vec<Step>,
    /// Kinds of steps that follow each other, and where they end.
    runs: Vec<(Code, usize)>,
    outputs: Vec<u32>,
}

impl Tape {
    /// Records `compute`, given its inputs as expressions. Nothing where it does what no scalar
    /// can (comparisons, exponentials) or has more operations than a graph holds.
    pub fn record(inputs: usize, compute: impl FnOnce(&[Expr]) -> Vec<Expr>) -> Option<Self> {
        let (graph, outputs) = record(|| {
            let given: Vec<Expr> = (0..inputs).map(Expr::input).collect();
            compute(&given)
        });
        (!graph.is_full()).then(|| Writer::new(&graph, inputs, &outputs).write(&outputs))?
    }
    /// Slots of the inputs.
    pub fn inputs(&self) -> Range<usize> {
        self.constants.len()..self.constants.len() + self.inputs
    }
    /// Slots of the outputs.
    pub fn outputs(&self) -> &[u32] {
        &self.outputs
    }
    /// Number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }
    /// Whether nothing is computed.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
    /// Slots with the constants in their places.
    pub fn memory<S: Scalar>(&self) -> Vec<S> {
        let mut memory = vec![S::zero(); self.slots];
        for (slot, x) in memory.iter_mut().zip(&self.constants) {
            *slot = S::constant(*x);
        }
        memory
    }
    /// Does all steps. Inputs and constants stay.
    ///
    /// # Panics
    /// If `memory` is not of this tape.
    #[inline(always)]
    pub fn run<S: Scalar>(&self, memory: &mut [S]) {
        assert_eq!(memory.len(), self.slots, "slots of this tape");
        let m = memory.as_mut_ptr();
        let mut first = 0;
        for &(code, end) in &self.runs {
            let steps = &self.steps[first..end];
            first = end;
            // Each kind is a loop of its own.
            macro_rules! each {
                (|$step:ident, $a:ident, $b:ident, $c:ident| $result:expr) => {
                    for $step in steps {
                        // SAFETY: steps are made by `Writer` only, which numbers slots from 0
                        // to `slots`, and so many there are.
                        unsafe {
                            let $a = m.add($step.a as usize);
                            let $b = m.add($step.b as usize);
                            let $c = m.add($step.c as usize);
                            *m.add($step.to as usize) = $result;
                        }
                    }
                };
            }
            match code {
                Code::Sum => each!(|step, a, b, c| (*a).times_add(*b, *c)),
                Code::Difference => each!(|step, a, b, c| (-*a).times_add(*b, *c)),
                Code::Divide => each!(|step, a, b, _c| *a / *b),
                Code::SquareRoot => each!(|step, a, _b, _c| (*a).sqrt()),
                Code::SineCosine => each!(|step, a, _b, c| {
                    let (sine, cosine) = (*a).sin_cos();
                    *c = cosine;
                    sine
                }),
            }
        }
    }
}

#[cfg(test)]
mod tests;
