//! Robust losses: what a residual costs (Huber 1964; Triggs et al. 2000, whose
//! `ρ` of the squared residual is meant).

/// What a residual costs, by its size relative to a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// Its square.
    Squares,
    /// Its square up to the scale, proportional beyond.
    Huber(f64),
    /// A smooth Huber: `2(√(1 + z) − 1)` of the squared ratio `z`.
    Soft(f64),
    /// `log(1 + z)`: far outliers hardly count.
    Cauchy(f64),
}

impl Loss {
    /// `ρ, ρ', ρ''` of the squared residual `z`, in the residual's units.
    pub(crate) fn terms(self, square: f64) -> (f64, f64, f64) {
        match self {
            Loss::Squares => (square, 1.0, 0.0),
            Loss::Huber(scale) => {
                let z = square / (scale * scale);
                if z <= 1.0 {
                    (square, 1.0, 0.0)
                } else {
                    let root = z.sqrt();
                    let second = -0.5 / (z * root * scale * scale);
                    (scale * scale * (2.0 * root - 1.0), 1.0 / root, second)
                }
            }
            Loss::Soft(scale) => {
                let z = square / (scale * scale);
                let root = (1.0 + z).sqrt();
                let second = -0.5 / (root * (1.0 + z) * scale * scale);
                (scale * scale * 2.0 * (root - 1.0), 1.0 / root, second)
            }
            Loss::Cauchy(scale) => {
                let z = square / (scale * scale);
                let first = 1.0 / (1.0 + z);
                (scale * scale * z.ln_1p(), first, -first * first / (scale * scale))
            }
        }
    }
}
