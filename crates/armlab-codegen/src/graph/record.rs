//! Recording what the engine's recursions compute: arithmetic of expressions enters the
//! graph that [`record`] keeps for the thread.

use super::arena::Graph;
use super::expr::Expr;
use armlab_engine::spatial::{Scalar, Times};
use std::cell::RefCell;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

thread_local! {
    static GRAPH: RefCell<Graph> = RefCell::new(Graph::default());
}

/// Runs `compute`, and returns what it did as a graph beside what it returned.
/// Expressions from before have no meaning inside, nor those from inside afterwards,
/// but in that graph.
pub fn record<T>(compute: impl FnOnce() -> T) -> (Graph, T) {
    let before = GRAPH.with(|g| std::mem::take(&mut *g.borrow_mut()));
    let result = compute();
    let graph = GRAPH.with(|g| std::mem::replace(&mut *g.borrow_mut(), before));
    (graph, result)
}

fn with<T>(f: impl FnOnce(&mut Graph) -> T) -> T {
    GRAPH.with(|g| f(&mut g.borrow_mut()))
}

impl Expr {
    /// Input number `k`.
    pub fn input(k: usize) -> Self {
        with(|g| g.input(k))
    }
    /// Absolute value.
    pub fn abs(self) -> Self {
        with(|g| g.abs(self))
    }
    /// −1, 0 or 1.
    pub fn sign(self) -> Self {
        with(|g| g.sign(self))
    }
    /// Hyperbolic tangent.
    pub fn tanh(self) -> Self {
        with(|g| g.tanh(self))
    }
    /// Exponential.
    pub fn exp(self) -> Self {
        with(|g| g.exp(self))
    }
    /// A power of a number that is not negative.
    pub fn power(self, exponent: f64) -> Self {
        with(|g| g.power(self, exponent))
    }
}

impl Default for Expr {
    fn default() -> Self {
        Self::Constant(0.0)
    }
}
impl Add for Expr {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        with(|g| g.add(self, o))
    }
}
impl Sub for Expr {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        with(|g| g.add(self, -o))
    }
}
impl Mul for Expr {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        with(|g| g.mul(self, o))
    }
}
impl Div for Expr {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        with(|g| g.div(self, o))
    }
}
impl Neg for Expr {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Constant(k) => Self::Constant(-k),
            Self::Node { id, negative } => Self::Node { id, negative: !negative },
        }
    }
}
impl AddAssign for Expr {
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl SubAssign for Expr {
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}
impl Times<f64> for Expr {
    fn times(self, p: f64) -> Self {
        self * Self::Constant(p)
    }
    fn times_add(self, p: f64, c: Self) -> Self {
        self * Self::Constant(p) + c
    }
}
impl Times<Expr> for Expr {
    fn times(self, p: Self) -> Self {
        self * p
    }
    fn times_add(self, p: Self, c: Self) -> Self {
        self * p + c
    }
}
impl Scalar for Expr {
    fn constant(value: f64) -> Self {
        Self::Constant(value)
    }
    fn sin_cos(self) -> (Self, Self) {
        with(|g| (g.sin(self), g.cos(self)))
    }
    fn sqrt(self) -> Self {
        with(|g| g.sqrt(self))
    }
    /// Not known before the code runs: iterations cannot be recorded.
    fn magnitude(self) -> f64 {
        f64::NAN
    }
}
