//! Sums of products in twice the precision: errors of every operation are kept
//! and added (Ogita, Rump & Oishi 2005, Dot2; exact product after Dekker 1971).
//! The result is as if computed with 106 bits and rounded once.

/// A number as the unevaluated sum of a leading and a small part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extended {
    head: f64,
    tail: f64,
}

impl Extended {
    /// An exact start.
    pub fn new(x: f64) -> Self {
        Self { head: x, tail: 0.0 }
    }
    /// Adds a number.
    pub fn add(&mut self, x: f64) {
        let (sum, error) = exact_sum(self.head, x);
        self.head = sum;
        self.tail += error;
    }
    /// Adds a product, exact before it is added.
    pub fn add_product(&mut self, a: f64, b: f64) {
        let (product, error) = exact_product(a, b);
        self.add(product);
        self.tail += error;
    }
    /// The rounded value.
    pub fn value(self) -> f64 {
        self.head + self.tail
    }
}

/// `a + b` and its rounding error (Knuth).
fn exact_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// `a · b` and its rounding error, by splitting into halves: no fused
/// instruction is needed, so every machine gives the same digits. Factors must
/// be below 1e150, as in blocks of rows.
fn exact_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((ah, al), (bh, bl)) = (halves(a), halves(b));
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

/// Upper and lower 26 bits.
fn halves(x: f64) -> (f64, f64) {
    let scaled = 134_217_729.0 * x; // 2²⁷ + 1
    let high = scaled - (scaled - x);
    (high, x - high)
}
