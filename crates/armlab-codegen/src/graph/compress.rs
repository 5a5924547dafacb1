//! Sums with fewer products: `k·a + k·b = k·(a + b)` and `x·a + x·b = x·(a + b)`.
//!
//! Sums that only serve one further sum are written out as terms; terms with a common
//! coefficient or factor are then collected, the most frequent first.

use super::arena::{Graph, Op};
use super::expr::Expr;

/// A product in a sum, in the new graph.
#[derive(Clone, Debug)]
struct Product {
    coefficient: f64,
    /// None are negative or constant.
    factors: Vec<u32>,
}

/// The same outputs with fewer products, in a new graph.
pub fn compressed(graph: &Graph, outputs: &[Expr]) -> (Graph, Vec<Expr>) {
    let mut pass = Pass::new(graph, outputs);
    for id in 0..graph.nodes().len() {
        if pass.needed[id] && !pass.absorbed[id] {
            pass.copied[id] = pass.copy(id as u32);
        }
    }
    let outputs = outputs.iter().map(|&x| pass.moved(x)).collect();
    (pass.new, outputs)
}

struct Pass<'g> {
    old: &'g Graph,
    new: Graph,
    needed: Vec<bool>,
    /// Nodes that are terms of the one sum that uses them.
    absorbed: Vec<bool>,
    copied: Vec<Expr>,
}

impl<'g> Pass<'g> {
    fn new(old: &'g Graph, outputs: &[Expr]) -> Self {
        let needed = old.needed(outputs);
        let n = needed.len();
        let mut uses = vec![0_usize; n];
        let mut user = vec![None; n];
        for id in (0..n).filter(|&id| needed[id]) {
            for a in old.nodes()[id].operands() {
                uses[a as usize] += 1;
                user[a as usize] = Some(id);
            }
        }
        for output in outputs {
            if let Expr::Node { id, .. } = output {
                uses[*id as usize] += 2;
            }
        }
        let is_sum = |op: Op| matches!(op, Op::Add(..) | Op::Sub(..) | Op::Offset(..));
        let mut absorbed = vec![false; n];
        for id in (0..n).rev().filter(|&id| needed[id] && uses[id] == 1) {
            let Some(by) = user[id] else { continue };
            let (own, above) = (old.nodes()[id], old.nodes()[by]);
            absorbed[id] = match own {
                _ if is_sum(own) => is_sum(above),
                Op::Mul(..) => is_sum(above) || (matches!(above, Op::Scale(..)) && absorbed[by]),
                Op::Scale(..) => is_sum(above),
                _ => false,
            };
        }
        let copied = vec![Expr::Constant(0.0); n];
        Self { old, new: Graph::default(), needed, absorbed, copied }
    }

    fn moved(&self, x: Expr) -> Expr {
        match x {
            Expr::Constant(_) => x,
            Expr::Node { id, negative: false } => self.copied[id as usize],
            Expr::Node { id, negative: true } => -self.copied[id as usize],
        }
    }

    fn copy(&mut self, id: u32) -> Expr {
        let at = |x: u32| self.copied[x as usize];
        let constant = |k: u64| Expr::Constant(f64::from_bits(k));
        match self.old.op(id) {
            Op::Input(k) => self.new.input(k as usize),
            Op::Add(..) | Op::Sub(..) | Op::Offset(..) => {
                let mut products = Vec::new();
                self.gather(id, 1.0, &mut products);
                self.build(products)
            }
            Op::Mul(a, b) => self.new.mul(at(a), at(b)),
            Op::Scale(a, k) => self.new.mul(at(a), constant(k)),
            Op::Div(a, b) => self.new.div(at(a), at(b)),
            Op::Inverse(k, a) => self.new.div(constant(k), at(a)),
            Op::Negate(a) => -at(a),
            Op::Sin(a) => self.new.sin(at(a)),
            Op::Cos(a) => self.new.cos(at(a)),
            Op::Sqrt(a) => self.new.sqrt(at(a)),
            Op::Abs(a) => self.new.abs(at(a)),
            Op::Sign(a) => self.new.sign(at(a)),
            Op::Tanh(a) => self.new.tanh(at(a)),
            Op::Exp(a) => self.new.exp(at(a)),
            Op::Power(a, k) => self.new.power(at(a), f64::from_bits(k)),
        }
    }

    /// The terms of a sum of the old graph.
    fn gather(&self, id: u32, sign: f64, out: &mut Vec<Product>) {
        let parts = match self.old.op(id) {
            Op::Add(a, b) => [(a, sign), (b, sign)],
            Op::Sub(a, b) => [(a, sign), (b, -sign)],
            Op::Offset(a, k) => {
                let coefficient = sign * f64::from_bits(k);
                out.push(Product { coefficient, factors: Vec::new() });
                return self.gather_part(a, sign, out);
            }
            _ => return,
        };
        for (part, sign) in parts {
            self.gather_part(part, sign, out);
        }
    }

    fn gather_part(&self, id: u32, sign: f64, out: &mut Vec<Product>) {
        let op = self.old.op(id);
        if self.absorbed[id as usize] && matches!(op, Op::Add(..) | Op::Sub(..) | Op::Offset(..)) {
            return self.gather(id, sign, out);
        }
        let mut product = Product { coefficient: sign, factors: Vec::new() };
        self.multiply(id, &mut product);
        if product.coefficient != 0.0 {
            product.factors.sort_unstable();
            out.push(product);
        }
    }

    fn multiply(&self, id: u32, product: &mut Product) {
        match self.old.op(id) {
            Op::Scale(a, k) if self.absorbed[id as usize] => {
                product.coefficient *= f64::from_bits(k);
                self.multiply(a, product);
            }
            Op::Mul(a, b) if self.absorbed[id as usize] => {
                product.times(self.copied[a as usize]);
                product.times(self.copied[b as usize]);
            }
            _ => product.times(self.copied[id as usize]),
        }
    }

    /// A sum of products, with what they share taken out.
    fn build(&mut self, mut products: Vec<Product>) -> Expr {
        loop {
            let mut best = (1, None);
            for (i, p) in products.iter().enumerate() {
                if p.coefficient.abs() != 1.0 && !p.factors.is_empty() {
                    let alike = products[i..].iter().filter(|o| o.shares(Shared::of(p))).count();
                    if alike > best.0 {
                        best = (alike, Some(Shared::of(p)));
                    }
                }
                if p.factors.len() > 1 {
                    for &f in &p.factors {
                        let shared = Shared::Factor(f);
                        let alike = products[i..].iter().filter(|o| o.shares(shared)).count();
                        if alike > best.0 {
                            best = (alike, Some(shared));
                        }
                    }
                }
            }
            let Some(shared) = best.1 else { break };
            let first = products.iter().position(|p| p.shares(shared)).unwrap_or(0);
            let (inside, mut outside): (Vec<_>, Vec<_>) =
                products.into_iter().partition(|p| p.shares(shared));
            let inside = inside.into_iter().map(|p| p.without(shared)).collect();
            let sum = self.build(inside);
            let mut product = match shared {
                Shared::Coefficient(k) => {
                    Product { coefficient: f64::from_bits(k), factors: Vec::new() }
                }
                Shared::Factor(f) => Product { coefficient: 1.0, factors: vec![f] },
            };
            product.times(sum);
            product.factors.sort_unstable();
            outside.insert(first.min(outside.len()), product);
            products = outside;
        }
        let mut sum = Expr::Constant(0.0);
        for p in products {
            let mut term = Expr::Constant(p.coefficient);
            // The coefficient last: the product may be known already.
            let mut factors = p.factors.into_iter().map(|id| Expr::Node { id, negative: false });
            if let Some(first) = factors.next() {
                let product = factors.fold(first, |a, b| self.new.mul(a, b));
                term = self.new.mul(product, term);
            }
            sum = self.new.add(sum, term);
        }
        sum
    }
}

/// What products may have in common.
#[derive(Clone, Copy, Debug)]
enum Shared {
    /// A coefficient, but for its sign.
    Coefficient(u64),
    Factor(u32),
}

impl Shared {
    fn of(p: &Product) -> Self {
        Self::Coefficient(p.coefficient.abs().to_bits())
    }
}

impl Product {
    fn times(&mut self, x: Expr) {
        match x {
            Expr::Constant(k) => self.coefficient *= k,
            Expr::Node { id, negative } => {
                self.factors.push(id);
                if negative {
                    self.coefficient = -self.coefficient;
                }
            }
        }
    }
    fn shares(&self, shared: Shared) -> bool {
        match shared {
            Shared::Coefficient(k) => {
                self.coefficient.abs().to_bits() == k && !self.factors.is_empty()
            }
            Shared::Factor(f) => self.factors.len() > 1 && self.factors.contains(&f),
        }
    }
    fn without(mut self, shared: Shared) -> Self {
        match shared {
            Shared::Coefficient(_) => self.coefficient = self.coefficient.signum(),
            Shared::Factor(f) => {
                if let Some(k) = self.factors.iter().position(|x| *x == f) {
                    self.factors.remove(k);
                }
            }
        }
        self
    }
}
