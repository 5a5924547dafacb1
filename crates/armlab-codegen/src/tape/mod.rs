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

/// What a step computes from the slots `a`, `b`, …, which it reads in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Code {
    /// `a b + c`: sums and products
    Sum,
    /// `c − a b`
    Difference,
    /// `a b + (c d + e)`
    Sums,
    /// `(c d + e) − a b`
    SumDifference,
    /// `(e − c d) − a b`
    Differences,
    /// `a / b`
    Divide,
    /// `√a`
    SquareRoot,
    /// `sin a`, and `cos a` into the slot `c`
    SineCosine,
}

/// Slots that a step reads at most.
const MOST_READ: usize = 5;

impl Code {
    /// How many slots it reads.
    fn reads(self) -> usize {
        match self {
            Self::Sum | Self::Difference | Self::Divide | Self::SquareRoot | Self::SineCosine => 3,
            Self::Sums | Self::SumDifference | Self::Differences => MOST_READ,
        }
    }
    /// This and the one that computes its addend in one, which reads the slots of the product of
    /// this and those of the addend, and whether that product comes second.
    fn with_addend(self, addend: Self) -> Option<(Self, bool)> {
        match (self, addend) {
            (Self::Sum, Self::Sum) => Some((Self::Sums, false)),
            (Self::Difference, Self::Sum) => Some((Self::SumDifference, false)),
            (Self::Sum, Self::Difference) => Some((Self::SumDifference, true)),
            (Self::Difference, Self::Difference) => Some((Self::Differences, false)),
            _ => None,
        }
    }
}

/// Steps over slots: constants first, then inputs, then what is computed. They are in parts, each
/// of which needs those before it.
#[derive(Clone, Debug)]
pub struct Tape {
    constants: Vec<f64>,
    inputs: usize,
    slots: usize,
    /// Slots that steps read, and then where the result goes, step after step. Every slot is below
    /// the tape's number of slots.
    steps: Vec<u32>,
    /// Steps of one kind that follow each other, and how many they are: all steps together.
    runs: Vec<(Code, u32)>,
    outputs: Vec<u32>,
    parts: Vec<Part>,
}

/// Where a part ends.
#[derive(Clone, Copy, Debug)]
struct Part {
    slots: usize,
    runs: usize,
    outputs: usize,
}

impl Tape {
    /// Records `compute`, given its inputs as expressions. Nothing where it does what no scalar
    /// can (comparisons, exponentials) or has more operations than a graph holds.
    pub fn record(inputs: usize, compute: impl FnOnce(&[Expr]) -> Vec<Expr>) -> Option<Self> {
        Self::record_parts(inputs, |given| vec![compute(given)])
    }
    /// The same for outputs in parts, of which the first can be had without the rest.
    pub fn record_parts(
        inputs: usize,
        compute: impl FnOnce(&[Expr]) -> Vec<Vec<Expr>>,
    ) -> Option<Self> {
        let mut ends = Vec::new();
        let (graph, outputs) = record(|| {
            let given: Vec<Expr> = (0..inputs).map(Expr::input).collect();
            let mut all = Vec::new();
            for part in compute(&given) {
                all.extend(part);
                ends.push(all.len());
            }
            all
        });
        (!graph.is_full()).then(|| Writer::new(&graph, inputs, &outputs).write(&outputs, &ends))?
    }
    /// Slots of the inputs.
    pub fn inputs(&self) -> Range<usize> {
        self.constants.len()..self.constants.len() + self.inputs
    }
    /// Slots of the outputs of all parts.
    pub fn outputs(&self) -> &[u32] {
        &self.outputs
    }
    /// Slots of the outputs of one part.
    #[inline(always)]
    pub fn outputs_of(&self, part: usize) -> &[u32] {
        &self.outputs[self.start_of(part).outputs..self.parts[part].outputs]
    }
    #[inline(always)]
    fn start_of(&self, part: usize) -> Part {
        if part == 0 { Part { slots: 0, runs: 0, outputs: 0 } } else { self.parts[part - 1] }
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
        self.run_runs(memory, 0, &self.runs);
    }
    /// Does the steps of one part. Outputs of later ones are then of no use.
    ///
    /// # Panics
    /// If `memory` is not of this tape, or there is no such part.
    #[inline(always)]
    pub fn run_part<S: Scalar>(&self, part: usize, memory: &mut [S]) {
        let (start, end) = (self.start_of(part), self.parts[part]);
        self.run_runs(memory, start.slots, &self.runs[start.runs..end.runs]);
    }
    #[inline(always)]
    fn run_runs<S: Scalar>(&self, memory: &mut [S], first: usize, runs: &[(Code, u32)]) {
        assert_eq!(memory.len(), self.slots, "slots of this tape");
        let m = memory.as_mut_ptr();
        let mut at = self.steps[first..].as_ptr();
        for &(code, count) in runs {
            // Each kind is a loop of its own.
            macro_rules! each {
                (|$($x:ident),+; $to:ident| $compute:expr) => {
                    for _ in 0..count {
                        // SAFETY: steps are made by `Writer` only, which numbers slots from 0
                        // to `slots`, and so many there are; runs are as long as their steps.
                        unsafe {
                            $(
                                let $x = m.add(*at as usize);
                                at = at.add(1);
                            )+
                            let $to = m.add(*at as usize);
                            at = at.add(1);
                            $compute;
                        }
                    }
                };
            }
            match code {
                Code::Sum => {
                    each!(|a, b, c; to| *to = (*a).times_add(*b, *c));
                }
                Code::Difference => {
                    each!(|a, b, c; to| *to = (-*a).times_add(*b, *c));
                }
                Code::Sums => {
                    each!(|a, b, c, d, e; to| {
                        *to = (*a).times_add(*b, (*c).times_add(*d, *e));
                    });
                }
                Code::SumDifference => {
                    each!(|a, b, c, d, e; to| {
                        *to = (-*a).times_add(*b, (*c).times_add(*d, *e));
                    });
                }
                Code::Differences => {
                    each!(|a, b, c, d, e; to| {
                        *to = (-*a).times_add(*b, (-*c).times_add(*d, *e));
                    });
                }
                Code::Divide => {
                    each!(|a, b, _c; to| *to = *a / *b);
                }
                Code::SquareRoot => {
                    each!(|a, _b, _c; to| *to = (*a).sqrt());
                }
                Code::SineCosine => {
                    each!(|a, _b, c; to| (*a).sin_cos_to(&mut *to, &mut *c));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
