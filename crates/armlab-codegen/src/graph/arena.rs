//! The graph of a computation: every operation once, however often it is asked for.
//!
//! Operations are simplified as they are entered: constants are folded, zeros and ones
//! disappear, signs are moved outwards, like terms of sums are merged, and
//! `sin² + cos²` is one.

use super::expr::Expr;
use std::collections::HashMap;

/// An operation on earlier nodes. Constants are kept as bits, so that equal operations
/// are found by comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// An input of the function.
    Input(u32),
    /// A sum.
    Add(u32, u32),
    /// A difference.
    Sub(u32, u32),
    /// A node and a constant.
    Offset(u32, u64),
    /// A product.
    Mul(u32, u32),
    /// A node times a positive constant.
    Scale(u32, u64),
    /// A quotient.
    Div(u32, u32),
    /// A constant divided by a node.
    Inverse(u64, u32),
    /// The negative, where a function needs it as its argument.
    Negate(u32),
    /// Sine.
    Sin(u32),
    /// Cosine.
    Cos(u32),
    /// Square root.
    Sqrt(u32),
    /// Absolute value.
    Abs(u32),
    /// −1, 0 or 1.
    Sign(u32),
    /// Hyperbolic tangent.
    Tanh(u32),
    /// Exponential.
    Exp(u32),
    /// A power with a constant exponent.
    Power(u32, u64),
}

impl Op {
    /// The nodes it reads.
    pub fn operands(self) -> impl Iterator<Item = u32> {
        let (a, b) = match self {
            Self::Input(_) => (None, None),
            Self::Add(a, b) | Self::Sub(a, b) | Self::Mul(a, b) | Self::Div(a, b) => {
                (Some(a), Some(b))
            }
            Self::Offset(a, _) | Self::Scale(a, _) | Self::Inverse(_, a) | Self::Power(a, _) => {
                (Some(a), None)
            }
            Self::Negate(a)
            | Self::Sin(a)
            | Self::Cos(a)
            | Self::Sqrt(a)
            | Self::Abs(a)
            | Self::Sign(a)
            | Self::Tanh(a)
            | Self::Exp(a) => (Some(a), None),
        };
        a.into_iter().chain(b)
    }
}

/// Sums of more terms are not searched for like ones.
const MOST_TERMS: usize = 12;

/// Products of more factors are not searched for squares.
const MOST_FACTORS: usize = 6;

/// Operations that are kept: many times those of a function that a compiler takes, and some hundred megabytes.
const MOST_NODES: usize = 2_000_000;

/// Operations in an order in which they can be done.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Vec<Op>,
    known: HashMap<Op, u32>,
}

/// One term of a sum: a node with its coefficient, or a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Term {
    node: Option<u32>,
    factor: f64,
}

/// A term with the square of a sine or a cosine.
struct Square {
    angle: u32,
    sine: bool,
    /// Its other factors, in order.
    rest: Vec<u32>,
}

/// Adds a term to those that have been merged; whether it cancelled one.
fn merge(merged: &mut Vec<Term>, term: Term) -> bool {
    match merged.iter_mut().find(|t| t.node == term.node) {
        Some(t) => {
            let sum = t.factor + term.factor;
            // What is left of equal terms is their rounding errors.
            let rest = sum.abs() <= 1e-15 * (t.factor.abs() + term.factor.abs());
            t.factor = if rest { 0.0 } else { sum };
            rest
        }
        None => {
            merged.push(term);
            false
        }
    }
}

impl Graph {
    /// The operations.
    pub fn nodes(&self) -> &[Op] {
        &self.nodes
    }
    /// The operation of a node.
    pub fn op(&self, id: u32) -> Op {
        self.nodes[id as usize]
    }
    /// Whether it has as many operations as are kept; what came later is not in it.
    pub fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES
    }
    fn enter(&mut self, op: Op) -> Expr {
        if self.is_full() {
            let known = self.known.get(&op);
            return known
                .map_or(Expr::Constant(f64::NAN), |&id| Expr::Node { id, negative: false });
        }
        let next = self.nodes.len() as u32;
        let id = *self.known.entry(op).or_insert(next);
        if id == next {
            self.nodes.push(op);
        }
        Expr::Node { id, negative: false }
    }
    fn positive(&mut self, x: Expr) -> Option<u32> {
        match x {
            Expr::Constant(_) => None,
            Expr::Node { id, negative: false } => Some(id),
            Expr::Node { id, negative: true } => match self.enter(Op::Negate(id)) {
                Expr::Node { id, .. } => Some(id),
                Expr::Constant(_) => None,
            },
        }
    }

    /// Input number `k`.
    pub fn input(&mut self, k: usize) -> Expr {
        self.enter(Op::Input(k as u32))
    }

    /// `a + b`
    pub fn add(&mut self, a: Expr, b: Expr) -> Expr {
        if let Some(sum) = self.merged(a, b) {
            return sum;
        }
        self.plain_sum(a, b)
    }

    /// A sum whose terms have nothing in common.
    pub fn plain_sum(&mut self, a: Expr, b: Expr) -> Expr {
        match (a, b) {
            (Expr::Constant(x), Expr::Constant(y)) => Expr::Constant(x + y),
            (x, Expr::Constant(0.0)) | (Expr::Constant(0.0), x) => x,
            (Expr::Constant(k), x) | (x, Expr::Constant(k)) => {
                let Expr::Node { id, negative } = x else { return x };
                let k = if negative { -k } else { k };
                signed(self.enter(Op::Offset(id, k.to_bits())), negative)
            }
            (Expr::Node { id: i, negative: m }, Expr::Node { id: j, negative: n }) => {
                let ((i, m), (j, n)) = if i <= j { ((i, m), (j, n)) } else { ((j, n), (i, m)) };
                let op = if m == n { Op::Add(i, j) } else { Op::Sub(i, j) };
                signed(self.enter(op), m)
            }
        }
    }

    /// The sum, if terms of both sides cancel or are alike.
    fn merged(&mut self, a: Expr, b: Expr) -> Option<Expr> {
        let mut terms = Vec::new();
        let left = self.terms(a, 1.0, &mut terms)?;
        let right = self.terms(b, 1.0, &mut terms)?;
        let before = terms.len();
        let mut merged: Vec<Term> = Vec::with_capacity(before);
        let mut cancelled = false;
        for term in terms {
            cancelled |= merge(&mut merged, term);
        }
        while let Some(term) = self.unite_circles(&mut merged) {
            cancelled = true;
            merge(&mut merged, term);
            merged.retain(|t| t.factor != 0.0);
        }
        merged.retain(|t| t.factor != 0.0);
        // Terms that are written out again must not outweigh the sums they were shared by.
        let short = merged.len() <= 2 || (cancelled && merged.len() <= left.max(right));
        let useful = merged.len() < before && short;
        useful.then(|| {
            let mut sum = Expr::Constant(0.0);
            for t in merged {
                let term = match t.node {
                    None => Expr::Constant(t.factor),
                    Some(id) => {
                        let x = Expr::Node { id, negative: false };
                        self.mul(x, Expr::Constant(t.factor))
                    }
                };
                sum = self.plain_sum(sum, term);
            }
            sum
        })
    }

    /// Takes `k sin² + k cos²` out, for a constant `k` or one times a product; what there is
    /// instead.
    fn unite_circles(&mut self, terms: &mut Vec<Term>) -> Option<Term> {
        for i in 1..terms.len() {
            let Some(one) = self.square(&terms[i]) else { continue };
            let partner = (0..i).find(|&j| {
                let same = |other: &Square| {
                    other.angle == one.angle && other.sine != one.sine && other.rest == one.rest
                };
                terms[j].factor == terms[i].factor
                    && self.square(&terms[j]).as_ref().is_some_and(same)
            });
            if let Some(j) = partner {
                let factor = terms.remove(i).factor;
                terms.remove(j);
                let rest = one.rest.into_iter().map(|id| Expr::Node { id, negative: false });
                let product = rest.reduce(|a, b| self.mul(a, b));
                let node = product.and_then(|x| self.positive(x));
                return Some(Term { node, factor });
            }
        }
        None
    }

    /// The square of a sine or a cosine in a product.
    fn square(&self, term: &Term) -> Option<Square> {
        let mut factors = Vec::new();
        self.factors(term.node?, &mut factors);
        factors.sort_unstable();
        let twice = factors.windows(2).position(|pair| {
            pair[0] == pair[1] && matches!(self.op(pair[0]), Op::Sin(_) | Op::Cos(_))
        })?;
        let (angle, sine) = match self.op(factors[twice]) {
            Op::Sin(x) => (x, true),
            Op::Cos(x) => (x, false),
            _ => return None,
        };
        factors.drain(twice..twice + 2);
        Some(Square { angle, sine, rest: factors })
    }
    /// Factors of a product, of which parts of many factors stay what they are.
    fn factors(&self, id: u32, out: &mut Vec<u32>) {
        match self.op(id) {
            Op::Mul(a, b) if out.len() < MOST_FACTORS => {
                self.factors(a, out);
                self.factors(b, out);
            }
            _ => out.push(id),
        }
    }

    /// Adds the terms of `x` times `factor`, and returns their number; nothing if they
    /// are too many.
    fn terms(&self, x: Expr, factor: f64, out: &mut Vec<Term>) -> Option<usize> {
        let start = out.len();
        match x {
            Expr::Constant(k) => {
                if k != 0.0 {
                    out.push(Term { node: None, factor: k * factor });
                }
            }
            Expr::Node { id, negative } => {
                let factor = if negative { -factor } else { factor };
                let plus = |id| Expr::Node { id, negative: false };
                match self.op(id) {
                    Op::Add(a, b) => {
                        self.terms(plus(a), factor, out)?;
                        self.terms(plus(b), factor, out)?;
                    }
                    Op::Sub(a, b) => {
                        self.terms(plus(a), factor, out)?;
                        self.terms(plus(b), -factor, out)?;
                    }
                    Op::Offset(a, k) => {
                        self.terms(plus(a), factor, out)?;
                        out.push(Term { node: None, factor: f64::from_bits(k) * factor });
                    }
                    Op::Scale(a, k) => {
                        self.terms(plus(a), factor * f64::from_bits(k), out)?;
                    }
                    _ => out.push(Term { node: Some(id), factor }),
                }
            }
        }
        (out.len() <= MOST_TERMS).then_some(out.len() - start)
    }

    /// `a·b`
    pub fn mul(&mut self, a: Expr, b: Expr) -> Expr {
        match (a, b) {
            (Expr::Constant(x), Expr::Constant(y)) => Expr::Constant(x * y),
            (Expr::Constant(k), x) | (x, Expr::Constant(k)) => self.scale(x, k),
            (Expr::Node { id: i, negative: m }, Expr::Node { id: j, negative: n }) => {
                let op = Op::Mul(i.min(j), i.max(j));
                signed(self.enter(op), m != n)
            }
        }
    }

    fn scale(&mut self, x: Expr, k: f64) -> Expr {
        let Expr::Node { id, negative } = x else { return x };
        if k == 0.0 {
            return Expr::Constant(0.0);
        }
        let negative = negative != (k < 0.0);
        let (id, size) = match self.op(id) {
            Op::Scale(inner, f) => (inner, k.abs() * f64::from_bits(f)),
            _ => (id, k.abs()),
        };
        if size == 1.0 {
            return Expr::Node { id, negative };
        }
        signed(self.enter(Op::Scale(id, size.to_bits())), negative)
    }

    /// `a/b`
    pub fn div(&mut self, a: Expr, b: Expr) -> Expr {
        match (a, b) {
            (Expr::Constant(x), Expr::Constant(y)) => Expr::Constant(x / y),
            (Expr::Constant(0.0), _) => Expr::Constant(0.0),
            (x, Expr::Constant(k)) => self.scale(x, 1.0 / k),
            (Expr::Constant(k), Expr::Node { id, negative }) => {
                let op = Op::Inverse(k.abs().to_bits(), id);
                signed(self.enter(op), negative != (k < 0.0))
            }
            (Expr::Node { id: i, negative: m }, Expr::Node { id: j, negative: n }) => {
                signed(self.enter(Op::Div(i, j)), m != n)
            }
        }
    }

    /// Sine.
    pub fn sin(&mut self, x: Expr) -> Expr {
        match x {
            Expr::Constant(k) => Expr::Constant(k.sin()),
            Expr::Node { id, negative } => signed(self.enter(Op::Sin(id)), negative),
        }
    }
    /// Cosine.
    pub fn cos(&mut self, x: Expr) -> Expr {
        match x {
            Expr::Constant(k) => Expr::Constant(k.cos()),
            Expr::Node { id, .. } => self.enter(Op::Cos(id)),
        }
    }
    /// Absolute value.
    pub fn abs(&mut self, x: Expr) -> Expr {
        match x {
            Expr::Constant(k) => Expr::Constant(k.abs()),
            Expr::Node { id, .. } => self.enter(Op::Abs(id)),
        }
    }
    /// −1, 0 or 1.
    pub fn sign(&mut self, x: Expr) -> Expr {
        match x {
            Expr::Constant(0.0) => x,
            Expr::Constant(k) => Expr::Constant(k.signum()),
            Expr::Node { id, negative } => signed(self.enter(Op::Sign(id)), negative),
        }
    }
    /// Hyperbolic tangent.
    pub fn tanh(&mut self, x: Expr) -> Expr {
        match x {
            Expr::Constant(k) => Expr::Constant(k.tanh()),
            Expr::Node { id, negative } => signed(self.enter(Op::Tanh(id)), negative),
        }
    }
    /// Square root.
    pub fn sqrt(&mut self, x: Expr) -> Expr {
        match (x, self.positive(x)) {
            (Expr::Constant(k), _) => Expr::Constant(k.sqrt()),
            (_, Some(id)) => self.enter(Op::Sqrt(id)),
            (x, None) => x,
        }
    }
    /// Exponential.
    pub fn exp(&mut self, x: Expr) -> Expr {
        match (x, self.positive(x)) {
            (Expr::Constant(k), _) => Expr::Constant(k.exp()),
            (_, Some(id)) => self.enter(Op::Exp(id)),
            (x, None) => x,
        }
    }
    /// A power.
    pub fn power(&mut self, x: Expr, exponent: f64) -> Expr {
        if exponent == 1.0 {
            return x;
        }
        if exponent == 2.0 {
            return self.mul(x, x);
        }
        match (x, self.positive(x)) {
            (Expr::Constant(k), _) => Expr::Constant(k.powf(exponent)),
            (_, Some(id)) => self.enter(Op::Power(id, exponent.to_bits())),
            (x, None) => x,
        }
    }
}

fn signed(x: Expr, negative: bool) -> Expr {
    if negative { -x } else { x }
}
