//! How freely a frame moves: singular values of the task's Jacobian.
//!
//! With lengths over half the reach and angles in radians, `σ₁ ≥ … ≥ σₘ` are the
//! semi-axes of the ellipsoid of velocities that unit joint speeds make; their
//! product is Yoshikawa's manipulability (1985), `√det(J Jᵀ)`.

use super::chain::Chain;
use super::descent::Scratch;
use super::problem::Problem;
use super::residual::Residual;
use super::task::Task;
use crate::spatial::Transform;
use armlab_dense::small::diagonalise;

/// Singular values of a task's Jacobian, and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Dexterity {
    /// Largest first; one per component of the task.
    pub singular_values: Vec<f64>,
}

impl Dexterity {
    /// At the robot's coordinates `q`.
    pub fn new(chain: &Chain, task: Task, q: &[f64]) -> Self {
        // At the target itself no error bends the angular rows.
        let problem = Problem {
            chain,
            task,
            target: chain.pose(q),
            tolerance: Default::default(),
            seed: 0,
            stream: 0,
            record: false,
        };
        let mut scratch = Scratch::default();
        scratch.fit(chain);
        let mut coordinates = Vec::new();
        chain.gather(q, &mut coordinates);
        let residual = Residual::new(&problem);
        let rows = residual.rows();
        let mut gram = [[0.0; 6]; 6];
        for column in scratch.jacobian(&residual, &coordinates) {
            for i in 0..rows {
                for j in 0..rows {
                    gram[i][j] += column[i] * column[j];
                }
            }
        }
        let mut values: Vec<f64> =
            eigenvalues(gram)[..].iter().map(|x| x.max(0.0).sqrt()).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        values.truncate(rows);
        Self { singular_values: values }
    }
    /// Product of the singular values.
    pub fn manipulability(&self) -> f64 {
        self.singular_values.iter().product()
    }
    /// Smallest over largest singular value: 1 is equally free in all
    /// directions, 0 is singular.
    pub fn isotropy(&self) -> f64 {
        match (self.singular_values.first(), self.singular_values.last()) {
            (Some(&largest), Some(&smallest)) if largest > 0.0 => smallest / largest,
            _ => 0.0,
        }
    }
}

/// Eigenvalues of a symmetric matrix.
fn eigenvalues(mut a: [[f64; 6]; 6]) -> [f64; 6] {
    diagonalise(a.as_flattened_mut(), 6, 0.0, None);
    std::array::from_fn(|i| a[i][i])
}

/// Where a frame is and how freely it moves there.
#[derive(Clone, Debug, PartialEq)]
pub struct DexteritySample {
    /// The robot's coordinates.
    pub q: Vec<f64>,
    /// Pose of the frame.
    pub pose: Transform<f64>,
    /// How freely it moves.
    pub dexterity: Dexterity,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvalues_of_a_known_matrix() {
        let mut a = [[0.0; 6]; 6];
        for (i, value) in [4.0, 1.0, 9.0, 0.0, 2.0, 5.0].into_iter().enumerate() {
            a[i][i] = value;
        }
        // A block with eigenvalues 1 and 5 in place of 4 and 1.
        (a[0][0], a[1][1], a[0][1], a[1][0]) = (3.0, 3.0, 2.0, 2.0);
        let mut got = eigenvalues(a);
        got.sort_by(f64::total_cmp);
        for (got, want) in got.into_iter().zip([0.0, 1.0, 2.0, 5.0, 5.0, 9.0]) {
            assert!((got - want).abs() < 1e-14, "{got} {want}");
        }
    }
}
