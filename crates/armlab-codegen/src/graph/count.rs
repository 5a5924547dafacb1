//! What a computation costs, in the units in which published counts are stated.

use super::arena::{Graph, Op};
use super::expr::Expr;

/// Numbers of operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// Products, by variables or constants.
    pub multiplications: usize,
    /// Sums and differences.
    pub additions: usize,
    /// Quotients.
    pub divisions: usize,
    /// Pairs of a sine and a cosine, and other functions.
    pub functions: usize,
}

impl Graph {
    /// Nodes that the outputs need.
    pub fn needed(&self, outputs: &[Expr]) -> Vec<bool> {
        let mut needed = vec![false; self.nodes().len()];
        for output in outputs {
            if let Expr::Node { id, .. } = output {
                needed[*id as usize] = true;
            }
        }
        for id in (0..needed.len()).rev() {
            if needed[id] {
                self.nodes()[id].operands().for_each(|a| needed[a as usize] = true);
            }
        }
        needed
    }

    /// The operations that the outputs take.
    pub fn operations(&self, outputs: &[Expr]) -> Operations {
        let needed = self.needed(outputs);
        let mut count = Operations::default();
        let mut angles = std::collections::BTreeSet::new();
        for (op, _) in self.nodes().iter().zip(needed).filter(|(_, needed)| *needed) {
            match op {
                Op::Input(_) | Op::Negate(_) => {}
                Op::Add(..) | Op::Sub(..) | Op::Offset(..) => count.additions += 1,
                Op::Mul(..) | Op::Scale(..) => count.multiplications += 1,
                Op::Div(..) | Op::Inverse(..) => count.divisions += 1,
                Op::Sin(x) | Op::Cos(x) => {
                    angles.insert(*x);
                }
                Op::Sqrt(_) | Op::Abs(_) | Op::Sign(_) | Op::Tanh(_) => count.functions += 1,
                Op::Exp(_) | Op::Power(..) => count.functions += 1,
            }
        }
        count.functions += angles.len();
        count
    }
}

impl Graph {
    /// Values of the outputs for values of the inputs.
    pub fn evaluate(&self, outputs: &[Expr], inputs: &[f64]) -> Vec<f64> {
        let mut values = vec![0.0_f64; self.nodes().len()];
        for (i, op) in self.nodes().iter().enumerate() {
            let v = |x: u32| values[x as usize];
            values[i] = match *op {
                Op::Input(k) => inputs.get(k as usize).copied().unwrap_or(f64::NAN),
                Op::Add(a, b) => v(a) + v(b),
                Op::Sub(a, b) => v(a) - v(b),
                Op::Offset(a, k) => v(a) + f64::from_bits(k),
                Op::Mul(a, b) => v(a) * v(b),
                Op::Scale(a, k) => v(a) * f64::from_bits(k),
                Op::Div(a, b) => v(a) / v(b),
                Op::Inverse(k, a) => f64::from_bits(k) / v(a),
                Op::Negate(a) => -v(a),
                Op::Sin(a) => v(a).sin(),
                Op::Cos(a) => v(a).cos(),
                Op::Sqrt(a) => v(a).sqrt(),
                Op::Abs(a) => v(a).abs(),
                Op::Sign(a) if v(a) == 0.0 => 0.0,
                Op::Sign(a) => v(a).signum(),
                Op::Tanh(a) => v(a).tanh(),
                Op::Exp(a) => v(a).exp(),
                Op::Power(a, k) => v(a).powf(f64::from_bits(k)),
            };
        }
        let value = |x: &Expr| match *x {
            Expr::Constant(k) => k,
            Expr::Node { id, negative } if negative => -values[id as usize],
            Expr::Node { id, .. } => values[id as usize],
        };
        outputs.iter().map(value).collect()
    }
}
