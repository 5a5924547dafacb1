//! The descriptor form, Eq 16 and 17, and with friction Eq 27 and 28.
//!
//! ```text
//! [ M  ∓Bᵀ ] [ q̈ ]   [ Q − N − f ]
//! [ B   0  ] [ λ ] = [   ∓Ḃq̇    ]
//! ```
//!
//! Upper signs by Eq 14 and 15; both are printed + (E1, E2). Only the system is made here: whether
//! a given motion fulfils it is a question about the page, solving it is not.

use super::{Errata, Erratum, Terms};

/// A linear system for q̈ (12) and λ (9).
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// Left-hand matrix.
    pub matrix: [[f64; 21]; 21],
    /// Right-hand side.
    pub right: [f64; 21],
}

impl Descriptor {
    /// Left minus right side for given accelerations and multipliers.
    pub fn residual(&self, qdd: [f64; 12], lambda: [f64; 9]) -> [f64; 21] {
        std::array::from_fn(|i| {
            let left: f64 =
                self.matrix[i].iter().zip(qdd.iter().chain(&lambda)).map(|(a, x)| a * x).sum();
            left - self.right[i]
        })
    }
}

/// The system for the drives' forces and the friction on the sliders.
pub fn descriptor(
    terms: &Terms,
    drive: [f64; 3],
    friction: [f64; 3],
    errata: Errata,
) -> Descriptor {
    let sign = |erratum| if errata.has(erratum) { 1.0 } else { -1.0 };
    let mut system = Descriptor { matrix: [[0.0; 21]; 21], right: [0.0; 21] };
    for i in 0..12 {
        system.matrix[i][..12].copy_from_slice(&terms.mass[i]);
        system.right[i] = -terms.bias[i];
        for k in 0..9 {
            system.matrix[i][12 + k] = sign(Erratum::E1) * terms.jacobian[k][i];
            system.matrix[12 + k][i] = terms.jacobian[k][i];
        }
    }
    for i in 0..3 {
        system.right[i] += drive[i] - friction[i];
    }
    for k in 0..9 {
        system.right[12 + k] = sign(Erratum::E2) * terms.jacobian_rate[k];
    }
    system
}
