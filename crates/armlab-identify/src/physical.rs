//! Whether bodies could exist: the pseudo-inertia of every link must be positive
//! semidefinite (Wensing, Kim & Slotine 2018),
//!
//! ```text
//! J = [Σ h; hᵀ m],   Σ = ½ tr(I) 1 − I
//! ```
//!
//! which says positive mass, a centre of mass within the body, and principal
//! moments of inertia that obey the triangle inequality, all at once.

use armlab_dense::Matrix;
use armlab_engine::robot::Robot;
use armlab_engine::spatial::Inertia;

/// Whether a physically consistent robot has given parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Consistency {
    /// True if one has.
    pub consistent: bool,
    /// The link that is farthest from it, or the constraint that is violated most.
    pub worst_link: String,
    /// Smallest eigenvalue of a pseudo-inertia among the link values, relative to the
    /// largest of the same link.
    pub worst: f64,
    /// Squared distance of an estimate from the nearest consistent robot in its
    /// covariance, and the limit of it; `None` where link values themselves were tested.
    pub distance: Option<[f64; 2]>,
}

/// Negative eigenvalues up to this part of the largest are rounding.
const ROUNDING: f64 = 1e-9;

/// Examines all link parameters of a robot.
pub fn consistency(robot: &Robot, values: &[f64]) -> Consistency {
    let mut worst = (f64::INFINITY, String::new());
    for (link, values) in robot.links().iter().zip(values.chunks_exact(10)) {
        let mut ten = [0.0; 10];
        ten.copy_from_slice(values);
        let pseudo = Inertia::from_array(ten).to_pseudo();
        let matrix = Matrix::from_fn(4, 4, |i, j| pseudo[i][j]);
        let Ok(eigen) = matrix.symmetric_eigen() else {
            return Consistency {
                consistent: false,
                worst_link: link.name.clone(),
                worst: f64::NAN,
                distance: None,
            };
        };
        let largest = eigen.values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let smallest = eigen.values.iter().fold(f64::INFINITY, |m, v| m.min(*v));
        let ratio = if largest > 0.0 { smallest / largest } else { 0.0 };
        if ratio < worst.0 {
            worst = (ratio, link.name.clone());
        }
    }
    let (worst, worst_link) = worst;
    Consistency { consistent: worst >= -ROUNDING, worst_link, worst, distance: None }
}

/// Entries `(parameter, row, column, factor)` of a link's pseudo-inertia in its
/// ten parameters `m mx my mz Ixx Ixy Iyy Ixz Iyz Izz`.
pub const PSEUDO_INERTIA: [(usize, usize, usize, f64); 16] = [
    (4, 0, 0, -0.5),
    (6, 0, 0, 0.5),
    (9, 0, 0, 0.5),
    (4, 1, 1, 0.5),
    (6, 1, 1, -0.5),
    (9, 1, 1, 0.5),
    (4, 2, 2, 0.5),
    (6, 2, 2, 0.5),
    (9, 2, 2, -0.5),
    (5, 0, 1, -1.0),
    (7, 0, 2, -1.0),
    (8, 1, 2, -1.0),
    (1, 0, 3, 1.0),
    (2, 1, 3, 1.0),
    (3, 2, 3, 1.0),
    (0, 3, 3, 1.0),
];
