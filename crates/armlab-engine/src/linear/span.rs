//! Which vectors are combinations of earlier ones, and in what proportion.

/// A vector whose part outside the span of the earlier ones is smaller than
/// this, relative to itself, is a combination of them. Generic positions of a
/// real machine leave residues of 1e-13 where it is and above 1e-5 where not.
pub const DEPENDENT: f64 = 1e-9;

/// An orthonormal basis that grows by the columns that are new to it.
#[derive(Default)]
pub struct Span {
    /// Orthonormal directions.
    pub directions: Vec<Vec<f64>>,
    /// Members in terms of the directions: the columns of a triangle.
    factors: Vec<Vec<f64>>,
}

impl Span {
    /// Splits `column` into its components in the span and the rest.
    pub fn split(&self, column: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut rest = column.to_vec();
        let mut components = vec![0.0; self.directions.len()];
        // Twice, since one pass of Gram–Schmidt leaves errors along the span.
        for _ in 0..2 {
            for (direction, component) in self.directions.iter().zip(&mut components) {
                let along = dot(direction, &rest);
                *component += along;
                rest.iter_mut().zip(direction).for_each(|(r, d)| *r -= along * d);
            }
        }
        (components, rest)
    }
    /// Adds a vector that was split, whose rest must not be zero.
    pub fn admit(&mut self, mut components: Vec<f64>, rest: Vec<f64>) {
        let length = dot(&rest, &rest).sqrt();
        self.directions.push(rest.iter().map(|r| r / length).collect());
        components.push(length);
        self.factors.push(components);
    }
    /// Components along the directions as factors of the members.
    pub fn in_members(&self, mut components: Vec<f64>) -> Vec<f64> {
        for k in (0..components.len()).rev() {
            components[k] /= self.factors[k][k];
            let factor = components[k];
            for i in 0..k {
                components[i] -= factor * self.factors[k][i];
            }
        }
        components
    }
}

/// Inner product.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Euclidean length.
pub fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// Some vectors, sorted by whether they are new.
pub struct Rank {
    /// Indices of those that are not combinations of earlier ones.
    pub independent: Vec<usize>,
    /// Indices of those that are.
    pub dependent: Vec<usize>,
}

/// Sorts vectors by whether they are combinations of earlier ones.
pub fn rank(vectors: impl Iterator<Item = Vec<f64>>) -> Rank {
    let mut span = Span::default();
    let (mut independent, mut dependent) = (Vec::new(), Vec::new());
    for (k, vector) in vectors.enumerate() {
        let (components, rest) = span.split(&vector);
        if norm(&rest) > DEPENDENT * norm(&vector) {
            span.admit(components, rest);
            independent.push(k);
        } else {
            dependent.push(k);
        }
    }
    Rank { independent, dependent }
}
